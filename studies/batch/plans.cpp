#include "studies/batch/plans.hpp"

#include "studies/batch/summary.hpp"
#include "studies/report/table.hpp"
#include "studies/run/memory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace uq::studies {

namespace {

/// The analyses of a study run one after the other: evaluations and seconds add up, memory does
/// not.
PlannedAnalysis sum_of(const Plan& plan) {
  PlannedAnalysis sum{};
  for (const PlannedAnalysis& a : plan.analyses) {
    sum.evaluations += a.evaluations;
    sum.seconds += a.seconds;
    sum.bytes = std::max(sum.bytes, a.bytes);
  }
  return sum;
}

/// What `uq plan` says of each study below the table; the same of several studies once.
std::string all_notes(const std::vector<NamedPlan>& plans) {
  std::vector<std::pair<std::string, std::vector<std::string>>> said;  // notes, studies
  for (const NamedPlan& named : plans) {
    const std::string notes = plan_notes(named.plan);
    const auto same =
        std::find_if(said.begin(), said.end(), [&](const auto& one) { return one.first == notes; });
    if (same != said.end()) {
      same->second.push_back(named.study);
    } else if (!notes.empty()) {
      said.push_back({notes, {named.study}});
    }
  }
  std::string text;
  for (const auto& [notes, studies] : said) {
    text += fmt::format("\nexpected intervals of {}\n{}", fmt::join(studies, ", "), notes);
  }
  return text;
}

}  // namespace

std::string plans_text(const std::vector<NamedPlan>& plans) {
  Table table;
  table.row({"study", "evaluations", "memory", "time"});
  PlannedAnalysis total{};
  for (const NamedPlan& named : plans) {
    const PlannedAnalysis sum = sum_of(named.plan);
    const bool fits = sum.bytes <= named.plan.available;
    table.row({named.study,
               fmt::format("{:.0f}", sum.evaluations),
               bytes_text(sum.bytes) + (fits ? "" : " (does not fit)"),
               time_text(sum.seconds)});
    total.evaluations += sum.evaluations;
    total.seconds += sum.seconds;
  }
  table.row({"total", fmt::format("{:.0f}", total.evaluations), "", time_text(total.seconds)});
  return table.text() + all_notes(plans);
}

std::string plans_json(const std::vector<NamedPlan>& plans) {
  nlohmann::ordered_json json{{"studies", nlohmann::ordered_json::array()}};
  PlannedAnalysis total{};
  for (const NamedPlan& named : plans) {
    nlohmann::ordered_json entry{{"study", named.study}};
    entry.update(nlohmann::ordered_json::parse(plan_json(named.plan)));
    json["studies"].push_back(std::move(entry));
    total.evaluations += sum_of(named.plan).evaluations;
    total.seconds += sum_of(named.plan).seconds;
  }
  json["evaluations"] = total.evaluations;
  json["seconds"] = total.seconds;
  return json.dump(1) + "\n";
}

}  // namespace uq::studies
