#include "studies/criteria/accept.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uq::studies {

namespace {

constexpr std::size_t most_recorded = 20;

Acceptance accepted(const Criterion& criterion, const Dataset& results) {
  Acceptance acceptance{.criterion = criterion.text};
  const std::vector<JudgedCell> cells = judge(criterion, results);
  if (cells.empty()) {
    acceptance.cells = 1;
    acceptance.failures.emplace_back("the result: it has no cell to judge");
    return acceptance;
  }
  for (const JudgedCell& cell : cells) {
    if (cell.verdict == Verdict::holds) {
      continue;
    }
    ++acceptance.cells;
    if (acceptance.failures.size() < most_recorded) {
      acceptance.failures.push_back(cell_text(criterion, results, cell));
    }
  }
  acceptance.accepted = acceptance.cells == 0;
  return acceptance;
}

}  // namespace

std::vector<Acceptance> accept(const std::vector<Criterion>& criteria, const Dataset& results) {
  std::vector<Acceptance> all;
  for (const Criterion& criterion : criteria) {
    all.push_back(accepted(criterion, results));
  }
  return all;
}

void record(Dataset& results, const std::vector<Acceptance>& all) {
  if (all.empty()) {
    return;
  }
  std::vector<std::string> texts;
  std::vector<std::string> verdicts;
  for (const Acceptance& one : all) {
    texts.push_back(one.criterion);
    verdicts.emplace_back(one.accepted ? "true" : "false");
  }
  results.attributes.emplace_back("accept", std::move(texts));
  results.attributes.emplace_back("accepted", std::move(verdicts));
  results.attributes.emplace_back("accept_failed", failures_text(all, most_recorded));
}

std::vector<std::string> failures_text(const std::vector<Acceptance>& all, std::size_t most) {
  std::vector<std::string> lines;
  for (const Acceptance& one : all) {
    const std::size_t shown = std::min(most, one.failures.size());
    for (std::size_t k = 0; k < shown; ++k) {
      lines.push_back(fmt::format("accept failed: {} at {}", one.criterion, one.failures[k]));
    }
    if (one.cells > shown) {
      lines.push_back(fmt::format("accept failed: {} at {} more cell{}",
                                  one.criterion,
                                  one.cells - shown,
                                  one.cells - shown == 1 ? "" : "s"));
    }
  }
  return lines;
}

}  // namespace uq::studies
