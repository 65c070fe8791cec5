#include "studies/read/analysis_order.hpp"

#include <algorithm>
#include <set>

namespace uq::studies {

namespace {

/// Names of the analyses whose samples it asks for.
std::vector<std::string> sampled_by(const Analysis& analysis) {
  // Options are empty where an analysis could not be read.
  return analysis.method->builds_on != nullptr && analysis.options.has_value()
             ? analysis.method->builds_on(analysis.options)
             : std::vector<std::string>{};
}

}  // namespace

std::vector<std::string> needed_by(const Analysis& analysis) {
  std::vector<std::string> needed = sampled_by(analysis);
  if (analysis.screening) {
    needed.push_back(analysis.screening->from);
  }
  return needed;
}

std::vector<Analysis> in_order(std::vector<Analysis> analyses, Diagnostics& diagnostics) {
  std::set<std::string> waiting;
  for (const Analysis& analysis : analyses) {
    waiting.insert(analysis.name);
  }
  const auto is_ready = [&](const Analysis& analysis) {
    const std::vector<std::string> needed = needed_by(analysis);
    return std::none_of(
        needed.begin(), needed.end(), [&](const auto& name) { return waiting.count(name) > 0; });
  };
  std::vector<Analysis> ordered;
  while (!analyses.empty()) {
    const auto next = std::find_if(analyses.begin(), analyses.end(), is_ready);
    if (next == analyses.end()) {
      diagnostics.error(
          "U320",
          "analysis `" + analyses.front().name + "` builds on itself, directly or through others",
          analyses.front().place,
          "let one of them work without the other");
      return ordered;
    }
    waiting.erase(next->name);
    ordered.push_back(std::move(*next));
    analyses.erase(next);
  }
  return ordered;
}

bool is_built_on(const Study& study, const std::string& name) {
  return std::any_of(study.analyses.begin(), study.analyses.end(), [&](const Analysis& analysis) {
    const std::vector<std::string> needed = sampled_by(analysis);
    return std::find(needed.begin(), needed.end(), name) != needed.end();
  });
}

}  // namespace uq::studies
