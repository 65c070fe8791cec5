#include "studies/read/read_on.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/read/analysis_order.hpp"
#include "studies/read/keys.hpp"

#include <algorithm>

namespace uq::studies {

std::optional<std::string> surrogate_named(const Node& table,
                                           const NamedAnalysis& own,
                                           const std::vector<NamedAnalysis>& all,
                                           Diagnostics& diagnostics) {
  const auto name = text_at(table, "on", diagnostics);
  if (!name) {
    return {};
  }
  const Place& place = table.find("on")->value.place;
  if (own.method != nullptr && !own.method->runs_on_surrogates) {
    diagnostics.error("U501",
                      "method `" + std::string(own.method->name) +
                          "` evaluates nothing a surrogate could stand for",
                      table.find("on")->place,
                      "leave `on` out");
    return {};
  }
  std::vector<std::string> names;
  for (const NamedAnalysis& other : all) {
    if (other.method != nullptr && other.method->promises != nullptr) {
      names.push_back(other.name);
    }
  }
  if (std::find(names.begin(), names.end(), *name) != names.end()) {
    return name;
  }
  const auto other = std::find_if(all.begin(), all.end(), [&](const NamedAnalysis& analysis) {
    return analysis.name == *name && analysis.method != nullptr;
  });
  if (other != all.end()) {
    diagnostics.error("U500",
                      "analysis `" + *name + "` fits no surrogate: its method is `" +
                          std::string(other->method->name) + "`",
                      place);
  } else if (names.empty()) {
    diagnostics.error("U500", "the study has no surrogate `" + *name + "`, nor any other", place);
  } else {
    unknown_name("U500", "surrogate", *name, names, place, diagnostics);
  }
  return {};
}

void keep_to_surrogate(Analysis& analysis,
                       const std::vector<const Analysis*>& limits,
                       const Place& place,
                       Diagnostics& diagnostics) {
  std::vector<std::string> missing;
  for (const Analysis* limit : limits) {
    const std::vector<std::string> more = leave_out(analysis, *limit);
    missing.insert(missing.end(), more.begin(), more.end());
  }
  if (analysis.problem.inputs.empty() || analysis.problem.outputs.empty()) {
    diagnostics.error("U508",
                      "the surrogate `" + analysis.on + "` has no " +
                          (analysis.problem.inputs.empty() ? "input" : "output") + " that `" +
                          analysis.name + "` is about",
                      place);
  } else if (!missing.empty()) {
    diagnostics.warning("W140",
                        "the surrogate `" + analysis.on + "` has no " + joined(missing) +
                            ": left out of `" + analysis.name + "`",
                        place);
  }
}

}  // namespace uq::studies
