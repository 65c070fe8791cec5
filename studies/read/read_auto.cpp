#include "studies/read/read_auto.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/read/keys.hpp"
#include "studies/rows/independence.hpp"
#include "studies/tables/choose_method.hpp"
#include "studies/tables/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

struct AutoOptions {
  Goal goal = Goal::any;

  static constexpr auto fields() {
    return std::tuple{option(&AutoOptions::goal, "goal", "what the analysis is for")};
  }
};

/// Two significant digits, rounded down: the machine's mood is not worth more.
double rounded_down(double evaluations) {
  if (!(evaluations >= 1)) {
    return 0;
  }
  const double scale = std::pow(10, std::max(0.0, std::floor(std::log10(evaluations)) - 1));
  return std::floor(evaluations / scale) * scale;
}

/// The budget in evaluations, and as text.
struct Budget {
  double evaluations;
  std::string text;
};

std::optional<Budget> read_budget(const Node& table,
                                  const Problem& problem,
                                  const Probe& probe,
                                  Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find("budget");
  if (entry == nullptr) {
    diagnostics.error("U481",
                      "`method = \"auto\"` needs a `budget`",
                      table.place,
                      "write budget = 10_000, in evaluations");
    return {};
  }
  const Node& value = entry->value;
  if (!value.is_string()) {
    const auto count = read_quantity(value, "1", "`budget`", diagnostics);
    if (count && (*count < 1 || *count != std::floor(*count))) {
      diagnostics.error("U202", "`budget` must be a whole number of evaluations", value.place);
      return {};
    }
    return count ? std::optional(Budget{*count, fmt::format("{:.0f} evaluations", *count)})
                 : std::nullopt;
  }
  const auto seconds = read_quantity(value, "s", "`budget`", diagnostics);
  if (!seconds) {
    return {};
  }
  if (!probe) {
    diagnostics
        .error("U482",
               fmt::format("a budget of {} is another number of evaluations on each machine",
                           value.string()),
               value.place)
        .notes.emplace_back(
            "help: `uq plan` measures the model and prints the number; write budget = NUMBER");
    return {};
  }
  const double evaluations = rounded_down(*seconds / probe(problem));
  return Budget{evaluations,
                fmt::format("{}, here about {:.0f} evaluations", value.string(), evaluations)};
}

/// The analysis with method and options in place of `auto`, `budget` and `goal`.
Node concrete(const Node& table, const Decision& decision) {
  Node result{Node::Table{}, table.place};
  auto& entries = std::get<Node::Table>(result.value);
  for (const Node::Entry& entry : table.table()) {
    if (entry.key == "method") {
      entries.push_back(entry);
      entries.back().value.value = decision.method;
    } else if (entry.key != "budget" && entry.key != "goal") {
      entries.push_back(entry);
    }
  }
  for (const auto& [key, value] : decision.options) {
    Node::Entry entry{key, table.place, Node{false, table.place}};
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      entry.value.value = *whole;
    } else {
      entry.value.value = std::get<bool>(value);
    }
    entries.push_back(std::move(entry));
  }
  return result;
}

}  // namespace

bool is_auto(const Node& table) {
  const Node::Entry* method = table.find("method");
  return method != nullptr && method->value.is_string() && method->value.string() == "auto";
}

std::optional<Chosen> read_auto(const Node& table,
                                const Problem& problem,
                                const std::vector<WrittenCorrelation>& correlations,
                                const Probe& probe,
                                Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  const Goal goal = bind_options<AutoOptions>(table, diagnostics).goal;
  const auto budget = read_budget(table, problem, probe, diagnostics);
  if (!budget || problem.dims() == 0 || diagnostics.error_count() != before) {
    return {};
  }
  const std::string dependence = dependence_of(problem, correlations);
  const Decision decision = choose_method(goal, problem.dims(), budget->evaluations, dependence);
  const Place& place = table.find("budget")->value.place;
  if (decision.method.empty()) {
    const bool dependent = !dependence.empty() && goal != Goal::look;
    Diagnostic& problem_found =
        diagnostics.error(dependent ? "U484" : "U481", decision.reasons.front(), place);
    problem_found.notes.push_back("affordable: " + joined(decision.affordable, "; "));
    return {};
  }
  const Method* method = find_method(decision.method);
  if (method == nullptr) {
    diagnostics.error("U481",
                      fmt::format("{} inputs and a budget of {} call for `{}`, which is not in "
                                  "this version",
                                  problem.dims(),
                                  budget->text,
                                  decision.method),
                      place);
    return {};
  }
  return Chosen{method,
                concrete(table, decision),
                {{"auto_goal", std::string(enum_names(goal)[static_cast<std::size_t>(goal)])},
                 {"auto_budget", budget->text},
                 {"auto_reasons", decision.reasons}}};
}

}  // namespace uq::studies
