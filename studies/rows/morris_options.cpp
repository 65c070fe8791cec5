#include "studies/rows/morris_options.hpp"

#include "studies/read/keys.hpp"
#include "studies/rows/independence.hpp"
#include "studies/rows/used_options.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <string>

namespace uq::studies {

namespace {

using samplers::MorrisSampling;
using samplers::MorrisVariant;
using sensitivity::MorrisOptions;

// optimal = { from = 200 }
Index read_optimal(const Node& table, Diagnostics& diagnostics) {
  const Node* optimal = table_at(table, "optimal", "optimal = { from = 200 }", diagnostics);
  if (optimal == nullptr) {
    return 0;
  }
  check_keys(*optimal, {"from"}, "`optimal`", diagnostics);
  const Node::Entry* from = optimal->find("from");
  if (from == nullptr) {
    diagnostics.error("U411",
                      "`optimal` needs `from`, the number of trajectories to choose from",
                      optimal->place,
                      "write optimal = { from = 200 }");
    return 0;
  }
  Index value = 0;
  detail::read_option(*from, {.lower = 2, .upper = 10000}, value, diagnostics);
  return value;
}

// Keys that only trajectories on a grid have.
void refuse_idle_keys(const Node& table, const MorrisStudy& study, Diagnostics& diagnostics) {
  if (study.sampling.variant != MorrisVariant::radial) {
    return;
  }
  for (const char* key : {"levels", "step", "aliasing_check", "optimal"}) {
    if (const Node::Entry* entry = table.find(key); entry != nullptr) {
      diagnostics.error("U412",
                        fmt::format("`{}` has no effect on variant = \"radial\", whose steps are "
                                    "of all sizes",
                                    key),
                        entry->place,
                        "leave it out, or take variant = \"trajectory\"");
    }
  }
}

}  // namespace

std::vector<OptionInfo> morris_options() {
  std::vector<OptionInfo> all = describe_options<MorrisSampling>();
  const std::vector<OptionInfo> more = describe_options<MorrisOptions>();
  all.insert(all.end(), more.begin(), more.end());
  all.push_back(
      {.name = "optimal",
       .type = "table",
       .default_value = "none",
       .doc = "{ from = 200 } makes that many trajectories and keeps the most spread ones"});
  all.push_back(groups_option());
  return all;
}

MorrisStudy read_morris(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  MorrisStudy study{bind_options<MorrisSampling>(table, diagnostics),
                    bind_options<MorrisOptions>(table, diagnostics),
                    read_groups(table, scope, diagnostics)};
  study.sampling.optimal_from = read_optimal(table, diagnostics);
  refuse_idle_keys(table, study, diagnostics);
  check_independent(table,
                    scope,
                    study.sampling.dependence == samplers::Dependence::ignore,
                    nullptr,
                    diagnostics,
                    "elementary effects");
  if (diagnostics.error_count() != before) {
    return study;
  }
  const auto place = [&](std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
      if (const Node::Entry* entry = table.find(key); entry != nullptr) {
        return entry->value.place;
      }
    }
    return table.place;
  };
  if (const std::string broken = samplers::fault(study.sampling); !broken.empty()) {
    diagnostics.error("U410", broken, place({"levels", "step", "optimal", "trajectories"}));
  }
  for (const Warning& warning : samplers::warnings(study.sampling)) {
    diagnostics.warning(warning.code, warning.message, place({"levels"}));
  }
  return study;
}

Attributes used_morris(const MorrisStudy& study) {
  const MorrisSampling sampling = samplers::as_used(study.sampling);
  Attributes all = used_options(sampling);
  if (sampling.optimal_from > 0) {
    all.emplace_back("optimal_from", static_cast<std::int64_t>(sampling.optimal_from));
  }
  const Attributes more = used_options(study.estimation);
  all.insert(all.end(), more.begin(), more.end());
  const Attributes groups = used_groups(study.groups);
  all.insert(all.end(), groups.begin(), groups.end());
  return all;
}

Grouping groups_of(const MorrisStudy& study, const Problem& problem) {
  return groups_within(study.groups, problem).value_or(one_each(names_of(problem.inputs)));
}

}  // namespace uq::studies
