#include "studies/batch/summary.hpp"

#include "studies/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace uq::studies {

namespace {

std::string status_text(const Outcome& outcome) {
  const bool written = !outcome.output.empty();
  switch (outcome.code) {
    case -1:
      return "not run";
    case 0:
      return "complete";
    case 2:
      return "faulty study";
    case 3:
      return written ? "partial" : "stopped";
    case 4:
      return "not accepted";
    case 5:
      return "input/output";
    case 130:
      return "interrupted";
    default:
      return "internal error";
  }
}

/// A row per study, a column per heading that any of them has.
std::string headline_table(const std::vector<Outcome>& outcomes,
                           const std::string& analysis,
                           const std::string& output) {
  std::vector<std::string> headings;
  std::vector<std::pair<const Outcome*, const Headline*>> rows;
  for (const Outcome& outcome : outcomes) {
    for (const Headline& headline : outcome.headlines) {
      if (headline.analysis != analysis || headline.output != output) {
        continue;
      }
      rows.emplace_back(&outcome, &headline);
      for (const auto& [heading, text] : headline.cells) {
        if (std::find(headings.begin(), headings.end(), heading) == headings.end()) {
          headings.push_back(heading);
        }
      }
    }
  }
  Table table;
  std::vector<std::string> head{"study"};
  head.insert(head.end(), headings.begin(), headings.end());
  table.row(std::move(head));
  for (const auto& [outcome, headline] : rows) {
    std::vector<std::string> cells{outcome->label};
    for (const std::string& heading : headings) {
      const auto& all = headline->cells;
      const auto found = std::find_if(
          all.begin(), all.end(), [&](const auto& cell) { return cell.first == heading; });
      cells.push_back(found == all.end() ? "-" : found->second);
    }
    table.row(std::move(cells));
  }
  return "\n" + printable(analysis + ": " + output) + "\n" + table.text();
}

}  // namespace

int exit_code(const std::vector<Outcome>& outcomes) {
  int code = 0;
  for (const Outcome& outcome : outcomes) {
    if (outcome.code == 130) {
      return 130;
    }
    if (outcome.code > 0 && (code == 0 || outcome.code < code)) {
      code = outcome.code;
    }
  }
  return code;
}

std::string time_text(double seconds) {
  return seconds < 120    ? fmt::format("{:.2f} s", seconds)
         : seconds < 7200 ? fmt::format("{:.1f} min", seconds / 60)
                          : fmt::format("{:.1f} h", seconds / 3600);
}

std::string summary_text(const std::vector<Outcome>& outcomes) {
  Table table;
  table.row({"study", "status", "exit", "evaluations", "time", "result"});
  std::vector<std::pair<std::string, std::string>> topics;
  for (const Outcome& outcome : outcomes) {
    const bool ran = !outcome.output.empty();
    table.row({outcome.label,
               status_text(outcome),
               outcome.code < 0 ? "-" : std::to_string(outcome.code),
               ran ? fmt::format("{:.0f}", outcome.evaluations) : "-",
               ran ? time_text(outcome.seconds) : "-",
               ran ? outcome.output : "-"});
    for (const Headline& headline : outcome.headlines) {
      const std::pair topic{headline.analysis, headline.output};
      if (std::find(topics.begin(), topics.end(), topic) == topics.end()) {
        topics.push_back(topic);
      }
    }
  }
  std::string text = fmt::format("{} studies\n{}", outcomes.size(), table.text());
  for (const auto& [analysis, output] : topics) {
    text += headline_table(outcomes, analysis, output);
  }
  return text;
}

}  // namespace uq::studies
