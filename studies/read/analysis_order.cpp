#include "studies/read/analysis_order.hpp"

#include <algorithm>
#include <set>

namespace uq::studies {

std::vector<std::string> sampled_by(const Analysis& analysis) {
  // Options are empty where an analysis could not be read.
  return analysis.method->builds_on != nullptr && analysis.options.has_value()
             ? analysis.method->builds_on(analysis.options)
             : std::vector<std::string>{};
}

std::vector<std::string> needed_by(const Analysis& analysis) {
  std::vector<std::string> needed = sampled_by(analysis);
  if (analysis.screening) {
    needed.push_back(analysis.screening->from);
  }
  if (!analysis.on.empty()) {
    needed.push_back(analysis.on);
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

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "`" : ", `") + name + "`";
  }
  return text;
}

}  // namespace

std::vector<std::string> leave_out(Analysis& analysis, const Analysis& base) {
  std::vector<std::string> missing;
  std::vector<Index> kept;
  for (std::size_t k = 0; k < analysis.problem.inputs.size(); ++k) {
    const UncertainInput& input = analysis.problem.inputs[k];
    const bool there = std::any_of(
        base.problem.inputs.begin(), base.problem.inputs.end(), [&](const UncertainInput& i) {
          return i.column == input.column;
        });
    if (there) {
      kept.push_back(static_cast<Index>(k));
    } else {
      missing.push_back(input.name);
    }
  }
  if (!missing.empty()) {
    analysis.problem = restricted(std::move(analysis.problem), kept);
  }
  std::erase_if(analysis.problem.outputs, [&](Index output) {
    const auto& all = base.problem.outputs;
    const bool there = std::find(all.begin(), all.end(), output) != all.end();
    if (!there) {
      missing.push_back(analysis.problem.model.outputs()[static_cast<std::size_t>(output)].name);
    }
    return !there;
  });
  return missing;
}

namespace {

/// Rows an analysis leaves to others, before it runs.
double rows_left(const Analysis& base) {
  return base.method->cost(base.options, base.problem).kept_rows;
}

void keep_to(Analysis& analysis, const Analysis& base, Diagnostics& diagnostics) {
  const std::string why = base.method->no_sample != nullptr && base.options.has_value()
                              ? base.method->no_sample(base.options)
                              : std::string();
  if (!why.empty()) {
    diagnostics.error(
        "U437",
        "analysis `" + base.name + "` leaves no sample for `" + analysis.name + "`: " + why,
        analysis.place);
    return;
  }
  const std::string fixed =
      analysis.method->needs_draws && base.method->no_draws != nullptr && base.options.has_value()
          ? base.method->no_draws(base.options)
          : std::string();
  if (!fixed.empty()) {
    diagnostics.error("U493",
                      "analysis `" + analysis.name +
                          "` needs rows drawn from the inputs' law, and `" + base.name +
                          "` has none: " + fixed,
                      analysis.place,
                      "give it a sample with sampler = \"monte_carlo\", \"lhs\", \"sobol\" or "
                      "\"halton\"");
    return;
  }
  const std::vector<std::string> missing = leave_out(analysis, base);
  if (analysis.problem.inputs.empty() || analysis.problem.outputs.empty()) {
    diagnostics.error("U438",
                      "the sample of `" + base.name + "` has no " +
                          (analysis.problem.inputs.empty() ? "input" : "output") + " that `" +
                          analysis.name + "` is about",
                      analysis.place);
  } else if (!missing.empty()) {
    diagnostics.warning("W092",
                        "the sample of `" + base.name + "` has no " + listed(missing) +
                            ": left out of `" + analysis.name + "`",
                        analysis.place);
  }
}

/// A sample that varies more than the analysis knows of would be noise to it.
void check_same_inputs(const Analysis& analysis,
                       const std::vector<const Analysis*>& bases,
                       Diagnostics& diagnostics) {
  for (const Analysis* base : bases) {
    for (const UncertainInput& input : base->problem.inputs) {
      const auto& own = analysis.problem.inputs;
      if (std::none_of(own.begin(), own.end(), [&](const UncertainInput& other) {
            return other.column == input.column;
          })) {
        diagnostics.error("U504",
                          "the sample of `" + base->name + "` varies `" + input.name +
                              "`, which `" + analysis.name +
                              "` does not have: another sample of "
                              "its `data` holds it",
                          analysis.place,
                          "join samples of the same inputs only");
      }
    }
  }
}

/// What an analysis is to extend has to be a sample that can be extended.
void check_extension(const Analysis& analysis,
                     const std::vector<const Analysis*>& bases,
                     Diagnostics& diagnostics) {
  const std::string name =
      analysis.method->extends == nullptr ? "" : analysis.method->extends(analysis.options);
  for (const Analysis* base : bases) {
    if (base->name != name) {
      continue;
    }
    const std::string why =
        base->method->extend == nullptr
            ? "a sample of method `" + std::string(base->method->name) + "` cannot be extended"
        : base->method->no_extension == nullptr ? ""
                                                : base->method->no_extension(base->options, base->problem);
    if (!why.empty()) {
      diagnostics.error("U506",
                        "`grow` cannot extend `" + name + "`: " + why,
                        analysis.place,
                        "give it a sample that can be, or leave `grow` out");
    }
  }
}

}  // namespace

void keep_to_samples(std::vector<Analysis>& ordered, double table_rows, Diagnostics& diagnostics) {
  for (Analysis& analysis : ordered) {
    if (!analysis.method->works_on_sample || !analysis.options.has_value()) {
      continue;
    }
    double rows =
        analysis.method->own_rows == nullptr ? 0 : analysis.method->own_rows(analysis.options);
    std::vector<const Analysis*> bases;
    for (const std::string& name : sampled_by(analysis)) {
      const auto base = std::find_if(
          ordered.begin(), ordered.end(), [&](const Analysis& a) { return a.name == name; });
      if (base != ordered.end() && base->options.has_value()) {
        keep_to(analysis, *base, diagnostics);
        rows += rows_left(*base);
        bases.push_back(&*base);
      } else {
        rows += table_rows;
      }
    }
    check_extension(analysis, bases, diagnostics);
    if (analysis.method->check_rows != nullptr) {
      check_same_inputs(analysis, bases, diagnostics);
      analysis.method->check_rows(
          analysis.options, analysis.problem, rows, analysis.place, diagnostics);
    }
  }
}

bool is_built_on(const Study& study, const std::string& name) {
  return std::any_of(study.analyses.begin(), study.analyses.end(), [&](const Analysis& analysis) {
    const std::vector<std::string> needed = sampled_by(analysis);
    return std::find(needed.begin(), needed.end(), name) != needed.end();
  });
}

}  // namespace uq::studies
