#include "studies/designs/design_options.hpp"

#include "studies/designs/levels.hpp"
#include "studies/designs/placed.hpp"
#include "studies/read/keys.hpp"
#include "studies/rows/used_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace uq::studies {

namespace {

Place place_of(const Node& table, const char* key) {
  const Node::Entry* entry = table.find(key);
  return entry != nullptr ? entry->value.place : table.place;
}

/// A key that would be ignored is a misunderstanding.
void check_effects(const Node& table, const DesignOptions& options, Diagnostics& diagnostics) {
  const Placing sampler = options.sampler;
  const bool hypercube =
      sampler == Placing::lhs || sampler == Placing::oa_lhs || is_optimised(sampler);
  struct Key {
    const char* name;
    bool effective;
    const char* remedy;
  };
  const Key keys[] = {
      {"n",
       !is_grid(sampler),
       sampler == Placing::factorial ? "leave it out: the rows are all combinations of the levels"
                                     : "leave it out: the rule and its level make the rows"},
      {"levels", sampler == Placing::factorial, "leave it out, or take sampler = \"factorial\""},
      {"grid", sampler == Placing::quadrature, "leave it out, or take sampler = \"quadrature\""},
      {"rule", sampler == Placing::quadrature, "leave it out, or take sampler = \"quadrature\""},
      {"level", sampler == Placing::quadrature, "leave it out, or take sampler = \"quadrature\""},
      {"scramble", sampler == Placing::sobol, "leave it out, or take sampler = \"sobol\""},
      {"centred", hypercube, "leave it out, or take sampler = \"lhs\""},
      {"starts", is_optimised(sampler), "leave it out, or take sampler = \"maximin_lhs\""}};
  for (const Key& key : keys) {
    if (table.find(key.name) != nullptr && !key.effective) {
      diagnostics.error(
          "U490",
          fmt::format("`{}` has no effect on sampler = \"{}\"", key.name, name(sampler)),
          place_of(table, key.name),
          key.remedy);
    }
  }
  if (goes_on(options) && table.find("seed") != nullptr) {
    diagnostics.error("U490",
                      fmt::format("`seed` has no effect: the rows are the next ones of `{}`",
                                  options.earlier->name),
                      place_of(table, "seed"),
                      "leave it out");
  }
}

/// The sampler of an extension: that of the sample, or of a hypercube around it.
void take_sampler(const Node& table, DesignOptions& options, Diagnostics& diagnostics) {
  const Earlier& earlier = *options.earlier;
  const bool is_given = table.find("sampler") != nullptr;
  if (!is_given) {
    const bool fixed = is_grid(earlier.sampler) || earlier.sampler == Placing::oa_lhs;
    options.sampler = fixed ? Placing::maximin_lhs : earlier.sampler;
  }
  if (is_grid(options.sampler) || options.sampler == Placing::oa_lhs) {
    diagnostics.error("U494",
                      fmt::format("sampler = \"{}\" extends nothing: all its rows belong together",
                                  name(options.sampler)),
                      place_of(table, "sampler"),
                      "take sampler = \"lhs\" or \"maximin_lhs\", which fill what is empty");
  } else if (is_sequence(options.sampler) && options.sampler != earlier.sampler) {
    diagnostics.error(
        "U494",
        fmt::format("sampler = \"{}\" cannot go on with `{}`, whose sampler is \"{}\"",
                    name(options.sampler),
                    earlier.name,
                    name(earlier.sampler)),
        place_of(table, "sampler"),
        "leave it out, or take \"lhs\" or \"maximin_lhs\"");
  } else if (options.sampler == Placing::sobol) {
    if (table.find("scramble") != nullptr && options.scramble != earlier.scramble) {
      diagnostics.error("U494",
                        fmt::format("`{}` has another `scramble`", earlier.name),
                        place_of(table, "scramble"),
                        "leave it out");
    }
    options.scramble = earlier.scramble;
  }
}

/// The rule, and how many rows it makes.
void read_quadrature(const Node& table,
                     const Problem& problem,
                     DesignOptions& options,
                     Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  options.quadrature = bind_options<samplers::QuadratureOptions>(table, diagnostics);
  if (diagnostics.error_count() != before) {
    return;
  }
  if (const std::string broken = samplers::fault(problem, options.quadrature); !broken.empty()) {
    diagnostics.error("U306", broken, place_of(table, "level"));
  } else {
    options.quadrature_rows = samplers::quadrature(problem, options.quadrature).points.count;
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
  for (OptionInfo& option : describe_options<samplers::QuadratureOptions>()) {
    option.doc = "of a quadrature sample: " + option.doc;
    all.push_back(std::move(option));
  }
  all.push_back({.name = "extends",
                 .type = "text",
                 .default_value = "none",
                 .doc = "an earlier sample to go on with: an analysis, or \"FILE.h5:ANALYSIS\""});
  all.push_back({.name = "results",
                 .type = "text",
                 .default_value = "none",
                 .doc = "CSV file with the outputs, computed elsewhere at the points `uq ask` "
                        "writes; nothing is evaluated"});
  return all;
}

double rows_of(const DesignOptions& options) {
  if (options.sampler == Placing::quadrature) {
    return static_cast<double>(options.quadrature_rows);
  }
  return options.sampler == Placing::factorial
             ? std::accumulate(options.levels.begin(),
                               options.levels.end(),
                               1.0,
                               [](double all, Index one) { return all * static_cast<double>(one); })
             : static_cast<double>(options.n);
}

Index rows_before(const DesignOptions& options) {
  return options.earlier ? options.earlier->rows : 0;
}

bool goes_on(const DesignOptions& options) {
  return options.earlier && is_sequence(options.sampler);
}

DesignOptions read_design(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  DesignOptions options = bind_options<DesignOptions>(table, diagnostics);
  options.results = read_told(table, scope.problem, diagnostics);
  const Problem& problem = scope.problem;
  if (diagnostics.error_count() != before || problem.dims() == 0) {
    return options;
  }
  options.earlier = read_earlier(table, scope, diagnostics);
  if (options.earlier) {
    take_sampler(table, options, diagnostics);
  }
  if (diagnostics.error_count() != before) {
    return options;
  }
  check_effects(table, options, diagnostics);
  if (options.sampler == Placing::factorial) {
    options.levels = read_levels(table, problem, diagnostics);
  }
  if (options.sampler == Placing::quadrature) {
    read_quadrature(table, problem, options, diagnostics);
  }
  if (diagnostics.error_count() == before) {
    check_placed(table, problem, options, diagnostics);
  }
  return options;
}

Attributes used_design(const DesignOptions& options) {
  const Placing sampler = options.sampler;
  Attributes used;
  for (auto& [key, value] : used_options(options)) {
    const bool of_another = (key == "scramble" && sampler != Placing::sobol) ||
                            (key == "centred" && (is_sequence(sampler) || is_grid(sampler))) ||
                            (key == "starts" && !is_optimised(sampler));
    if (key == "n") {
      used.emplace_back(key, static_cast<std::int64_t>(rows_of(options)));
    } else if (!of_another) {
      used.emplace_back(key, value);
    }
  }
  if (!options.levels.empty()) {
    used.emplace_back("levels", std::vector<double>(options.levels.begin(), options.levels.end()));
  }
  if (sampler == Placing::quadrature) {
    const Attributes rule = used_options(options.quadrature);
    used.insert(used.end(), rule.begin(), rule.end());
  }
  if (options.earlier) {
    used.emplace_back("extends", options.earlier->name);
  }
  if (options.results) {
    used.emplace_back("results", options.results->file);
  }
  return used;
}

}  // namespace uq::studies
