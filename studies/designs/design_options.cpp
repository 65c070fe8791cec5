#include "studies/designs/design_options.hpp"

#include "studies/designs/placed.hpp"
#include "studies/read/keys.hpp"
#include "studies/rows/joint_sample.hpp"
#include "studies/rows/used_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace uq::studies {

namespace {

constexpr double most_rows_of_a_grid = 1e9;

Place place_of(const Node& table, const char* key) {
  const Node::Entry* entry = table.find(key);
  return entry != nullptr ? entry->value.place : table.place;
}

std::string_view name(Placing sampler) {
  return enum_names(sampler)[static_cast<std::size_t>(sampler)];
}

/// A key that would be ignored is a misunderstanding.
void check_effects(const Node& table, const DesignOptions& options, Diagnostics& diagnostics) {
  struct Key {
    const char* name;
    std::vector<Placing> of;  ///< has an effect on these
    const char* remedy;
  };
  const std::vector<Key> keys{
      {"n",
       {Placing::monte_carlo, Placing::lhs, Placing::sobol, Placing::halton},
       "leave it out: the rows are all combinations of the levels"},
      {"levels", {Placing::factorial}, "leave it out, or take sampler = \"factorial\""},
      {"scramble", {Placing::sobol}, "leave it out, or take sampler = \"sobol\""},
      {"centred", {Placing::lhs}, "leave it out, or take sampler = \"lhs\""}};
  for (const Key& key : keys) {
    const bool effective = std::find(key.of.begin(), key.of.end(), options.sampler) != key.of.end();
    if (table.find(key.name) != nullptr && !effective) {
      diagnostics.error(
          "U490",
          fmt::format("`{}` has no effect on sampler = \"{}\"", key.name, name(options.sampler)),
          place_of(table, key.name),
          key.remedy);
    }
  }
}

std::optional<Index> level_count(const Node& node,
                                 const std::string& subject,
                                 Diagnostics& diagnostics) {
  const auto value = read_quantity(node, "1", subject, diagnostics);
  if (value && !(*value >= 1 && *value <= 1e6 &&
                 *value == static_cast<double>(static_cast<Index>(*value)))) {
    diagnostics.error(
        "U491",
        fmt::format(
            "{} is {:g}, required is a whole number of levels from 1 to 1e6", subject, *value),
        node.place);
    return {};
  }
  return value ? std::optional(static_cast<Index>(*value)) : std::nullopt;
}

/// One number for all inputs, or a table with one for each.
std::vector<Index> read_levels(const Node& table,
                               const Problem& problem,
                               Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find("levels");
  if (entry == nullptr) {
    diagnostics.error("U491",
                      "sampler = \"factorial\" needs `levels`",
                      table.place,
                      "write levels = 3, or levels = { NAME = 3, … } with each input");
    return {};
  }
  if (!entry->value.is_table()) {
    const auto all = level_count(entry->value, "`levels`", diagnostics);
    return all ? std::vector<Index>(static_cast<std::size_t>(problem.dims()), *all)
               : std::vector<Index>{};
  }
  const std::vector<std::string> names = names_of(problem.inputs);
  std::vector<Index> levels(names.size(), 0);
  for (const Node::Entry& one : entry->value.table()) {
    const auto at = std::find(names.begin(), names.end(), one.key);
    if (at == names.end()) {
      unknown_name("U104", "uncertain input", one.key, names, one.place, diagnostics);
    } else if (const auto count =
                   level_count(one.value, fmt::format("`levels` of `{}`", one.key), diagnostics)) {
      levels[static_cast<std::size_t>(at - names.begin())] = *count;
    } else {
      return {};
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (levels[k] == 0) {
      diagnostics.error("U491",
                        fmt::format("`levels` has no `{}`", names[k]),
                        entry->value.place,
                        "name each uncertain input; one level holds it at its median");
    }
  }
  return levels;
}

void check_grid(const Node& table,
                const DesignOptions& options,
                const Problem& problem,
                Diagnostics& diagnostics) {
  if (const double rows = rows_of(options); rows > most_rows_of_a_grid || rows < 2) {
    diagnostics.error(
        "U491",
        fmt::format("the levels make {:.4g} combinations, required are 2 to 1e9", rows),
        place_of(table, "levels"),
        rows < 2 ? "give an input more than one level"
                 : "lower the levels, or take sampler = \"lhs\" with `n`");
  }
  if (problem.correlation.size() > 0 || !problem.constraints.empty()) {
    diagnostics.error(
        "U492",
        fmt::format("a {} design follows no {}",
                    name(options.sampler),
                    problem.correlation.size() > 0 ? "[correlation]" : "[constraints]"),
        place_of(table, "sampler"),
        "take sampler = \"monte_carlo\", \"sobol\" or \"halton\"");
  }
}

}  // namespace

std::vector<OptionInfo> design_options() {
  std::vector<OptionInfo> all = describe_options<DesignOptions>();
  all.push_back({.name = "levels",
                 .type = "integer or table",
                 .default_value = "none",
                 .doc = "of a factorial sample: levels of every input, or of each, e.g. { a = 3, b "
                        "= 5 }"});
  return all;
}

double rows_of(const DesignOptions& options) {
  return options.sampler == Placing::factorial
             ? std::accumulate(options.levels.begin(),
                               options.levels.end(),
                               1.0,
                               [](double all, Index one) { return all * static_cast<double>(one); })
             : static_cast<double>(options.n);
}

std::string why_no_draws(Placing sampler) {
  return sampler == Placing::factorial ? "its rows are a grid" : "";
}

DesignOptions read_design(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  DesignOptions options = bind_options<DesignOptions>(table, diagnostics);
  if (diagnostics.error_count() != before) {
    return options;
  }
  check_effects(table, options, diagnostics);
  const Problem& problem = scope.problem;
  if (problem.dims() == 0) {
    return options;
  }
  if (options.sampler == Placing::factorial) {
    options.levels = read_levels(table, problem, diagnostics);
  }
  if (diagnostics.error_count() != before) {
    return options;
  }
  if (options.sampler == Placing::factorial) {
    check_grid(table, options, problem, diagnostics);
    return options;
  }
  check_placed(table, problem, options, diagnostics);
  return options;
}

Attributes used_design(const DesignOptions& options) {
  Attributes used;
  for (auto& [key, value] : used_options(options)) {
    const bool of_another = (key == "scramble" && options.sampler != Placing::sobol) ||
                            (key == "centred" && options.sampler != Placing::lhs);
    if (key == "n") {
      used.emplace_back(key, static_cast<std::int64_t>(rows_of(options)));
    } else if (!of_another) {
      used.emplace_back(key, value);
    }
  }
  if (!options.levels.empty()) {
    used.emplace_back("levels", std::vector<double>(options.levels.begin(), options.levels.end()));
  }
  return used;
}

}  // namespace uq::studies
