#include "studies/run/plan.hpp"

#include "samplers/independent.hpp"
#include "studies/journal/journaled.hpp"
#include "studies/read/analysis_order.hpp"
#include "studies/run/memory.hpp"
#include "studies/run/on_surrogate.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/core/parallel.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>

namespace uq::studies {

namespace {

using Clock = std::chrono::steady_clock;

/// Seconds of one evaluation on one thread: rows are doubled until a probe lasts long enough to be
/// believed.
double probe(Problem problem) {
  problem.correlation.resize(0, 0);  // where the points lie does not matter here
  problem.constraints.clear();
  constexpr double long_enough = 0.05;
  const int before = threads();
  set_threads(1);
  double per_row = 0;
  for (Index n = 2;; n *= 4) {
    const IndependentDesign design =
        samplers::independent(std::max<Index>(problem.dims(), 1), {.n = n}, Seed{0}.child("probe"));
    if (n == 2) {
      evaluate(problem, design);  // a process of the model's own may have to start first
    }
    const auto start = Clock::now();
    evaluate(problem, design);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    per_row = seconds / static_cast<double>(n);
    if (seconds > long_enough || n >= (Index{1} << 20)) {
      break;
    }
  }
  set_threads(before);
  return per_row;
}

/// Why `method = "auto"` chose the method: the budget, then the reasons.
std::vector<std::string> reasons_of(const Analysis& analysis) {
  std::vector<std::string> reasons;
  for (const auto& [name, value] : analysis.chosen) {
    if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
      reasons.insert(reasons.end(), list->begin(), list->end());
    } else if (const auto* text = std::get_if<std::string>(&value); name == "auto_budget") {
      reasons.push_back("budget: " + *text);
    }
  }
  return reasons;
}

std::string expected_text(const Expected& expected) {
  const std::string size = std::isnan(expected.width)
                               ? ""
                               : fmt::format("{:.2g}{} wide, ",
                                             expected.width,
                                             expected.unit.empty() ? "" : " " + expected.unit);
  return fmt::format("  {}: {}{}{}\n",
                     expected.figure,
                     size,
                     expected.basis,
                     expected.advice.empty() ? "" : "; " + expected.advice);
}

/// What is said of one analysis below the table; empty when there is nothing to say.
std::string notes_text(const PlannedAnalysis& analysis) {
  std::string text;
  if (!analysis.chosen.empty()) {
    text += fmt::format("  auto chose {}\n", analysis.method);
  }
  for (const std::string& reason : analysis.chosen) {
    text += "  " + reason + "\n";
  }
  if (!analysis.on.empty()) {
    text +=
        analysis.predictions == 0
            ? fmt::format("  on `{}`: from its coefficients, nothing is evaluated\n", analysis.on)
            : fmt::format(
                  "  on `{}`: {:.0f} predictions for the fit, as many for each of at "
                  "most {} refits; none of the model\n",
                  analysis.on,
                  analysis.predictions,
                  most_refits);
  }
  if (analysis.at_most) {
    text += "  at most: it stops growing once it is accepted\n";
  }
  if (!analysis.screen.empty()) {
    text += fmt::format("  at most: `{}` may drop inputs\n", analysis.screen);
  }
  for (const Expected& expected : analysis.expected) {
    text += expected_text(expected);
  }
  return text.empty() ? text : fmt::format("\n{}\n{}", analysis.name, text);
}

/// What an analysis works on: rows and points of its sample.
Attributes sample_facts(const Analysis& analysis, const Study& study) {
  Attributes facts;
  for (const std::string& name : sampled_by(analysis)) {
    if (study.table && name == table_name) {
      facts.emplace_back("rows", static_cast<std::int64_t>(study.table->sample->x.rows()));
    }
    for (const Analysis& base : study.analyses) {
      if (base.name != name) {
        continue;
      }
      for (const auto& [key, value] : base.method->used(base.options)) {
        if (const auto* n = std::get_if<std::int64_t>(&value); n != nullptr && key == "n") {
          const bool pairs = base.method->name == "sobol";  // its rows A and B
          facts.emplace_back("rows", pairs ? 2 * *n : *n);
          if (pairs) {
            facts.emplace_back("points", "sobol");
          }
        } else if (key == "sampler") {
          facts.emplace_back("points", value);
        }
      }
    }
  }
  return facts;
}

/// What runs in the model's place, else empty.
std::string surrogate_of(const Analysis& analysis, const Study& study) {
  return !analysis.on.empty()                                   ? analysis.on
         : study.surrogate && !analysis.method->works_on_sample ? study.surrogate->file
                                                                : "";
}

/// Evaluations of the model, at most: of a sample that may grow, those it may add.
double new_evaluations(const Analysis& analysis, const Study& study, const Cost& cost) {
  const std::string grown =
      analysis.method->extends == nullptr ? "" : analysis.method->extends(analysis.options);
  if (grown.empty()) {
    return cost.evaluations;
  }
  double there =
      analysis.method->own_rows == nullptr ? 0 : analysis.method->own_rows(analysis.options);
  for (const std::string& name : sampled_by(analysis)) {
    if (study.table && name == table_name) {
      there += static_cast<double>(study.table->sample->x.rows());
    }
    for (const Analysis& base : study.analyses) {
      there += base.name == name ? base.method->cost(base.options, base.problem).kept_rows : 0;
    }
  }
  return std::max(cost.evaluations - there, 0.0);
}

std::string duration_text(double seconds) {
  if (seconds < 1) {
    return fmt::format("{:.2g} ms", 1e3 * seconds);
  }
  if (seconds < 120) {
    return fmt::format("{:.2g} s", seconds);
  }
  return seconds < 7200 ? fmt::format("{:.2g} min", seconds / 60)
                        : fmt::format("{:.3g} h", seconds / 3600);
}

}  // namespace

double seconds_on_all_threads(const Problem& problem) {
  return probe(problem) / threads();
}

Plan plan(const Study& study) {
  Plan plan{.analyses = {},
            // A table evaluates nothing.
            .seconds_per_evaluation = study.table ? 0 : probe(study.analyses.front().problem),
            .threads = threads(),
            .available = available_memory()};
  const std::vector<double> needed = needed_memory(study);
  for (std::size_t k = 0; k < needed.size(); ++k) {
    const Analysis& analysis = study.analyses[k];
    const Cost cost = analysis.method->cost(analysis.options, analysis.problem);
    const std::string on = surrogate_of(analysis, study);
    const double evaluations = on.empty() ? new_evaluations(analysis, study, cost) : 0;
    PlannedAnalysis planned{analysis.name,
                            std::string(analysis.method->name),
                            evaluations,
                            needed[k],
                            evaluations * plan.seconds_per_evaluation / plan.threads};
    planned.on = on;
    planned.predictions = on.empty() ? 0 : cost.evaluations;
    planned.at_most = analysis.method->extends != nullptr && evaluations > 0;
    planned.screen = analysis.screening ? analysis.screening->from : "";
    planned.chosen = reasons_of(analysis);
    if (analysis.method->expected != nullptr && (on.empty() || cost.evaluations > 0)) {
      Attributes known = analysis.method->used(analysis.options);
      const Attributes facts = sample_facts(analysis, study);
      known.insert(known.end(), facts.begin(), facts.end());
      planned.expected = analysis.method->expected(known);
    }
    plan.analyses.push_back(std::move(planned));
  }
  return plan;
}

std::string plan_text(const Plan& plan) {
  std::string text = fmt::format("{:<16} {:<12} {:>14} {:>10} {:>10}\n",
                                 "analysis",
                                 "method",
                                 "evaluations",
                                 "memory",
                                 "time");
  double evaluations = 0;
  double seconds = 0;
  for (const PlannedAnalysis& a : plan.analyses) {
    text += fmt::format("{:<16} {:<12} {:>14.0f} {:>10} {:>10}\n",
                        a.name,
                        a.method,
                        a.evaluations,
                        bytes_text(a.bytes),
                        duration_text(a.seconds));
    evaluations += a.evaluations;
    seconds += a.seconds;
    if (a.bytes > plan.available) {
      text += fmt::format("  does not fit: {} are available\n", bytes_text(plan.available));
    }
  }
  text += fmt::format("{:<16} {:<12} {:>14.0f} {:>10} {:>10}\n",
                      "total",
                      "",
                      evaluations,
                      "",
                      duration_text(seconds));
  if (plan.seconds_per_evaluation == 0) {
    return text;  // there is nothing to evaluate
  }
  text += fmt::format("one evaluation takes {} on one thread (measured); {} threads\n",
                      plan.seconds_per_evaluation < 1e-6
                          ? fmt::format("{:.2g} ns", 1e9 * plan.seconds_per_evaluation)
                      : plan.seconds_per_evaluation < 1e-3
                          ? fmt::format("{:.2g} us", 1e6 * plan.seconds_per_evaluation)
                          : duration_text(plan.seconds_per_evaluation),
                      plan.threads);
  text += plan.seconds_per_evaluation < JournaledOptions{}.fast_seconds
              ? "too fast to be recorded: a run that is stopped begins anew\n"
              : "evaluations are recorded: a run that is stopped goes on with --resume\n";
  const std::string notes = plan_notes(plan);
  return text + (notes.empty() ? "" : "\nexpected intervals\n") + notes;
}

std::string plan_notes(const Plan& plan) {
  std::string notes;
  for (const PlannedAnalysis& a : plan.analyses) {
    notes += notes_text(a);
  }
  return notes;
}

std::string plan_json(const Plan& plan) {
  nlohmann::ordered_json json{
      {"seconds_per_evaluation", plan.seconds_per_evaluation},
      {"threads", plan.threads},
      {"available_bytes", plan.available},
      {"recorded", plan.seconds_per_evaluation >= JournaledOptions{}.fast_seconds},
      {"analyses", nlohmann::ordered_json::array()}};
  for (const PlannedAnalysis& a : plan.analyses) {
    json["analyses"].push_back({{"name", a.name},
                                {"method", a.method},
                                {"evaluations", a.evaluations},
                                {"bytes", a.bytes},
                                {"seconds", a.seconds}});
    nlohmann::ordered_json& entry = json["analyses"].back();
    if (!a.screen.empty()) {
      entry["screen"] = a.screen;
    }
    if (!a.on.empty()) {
      entry["on"] = a.on;
      entry["predictions"] = a.predictions;
    }
    if (!a.chosen.empty()) {
      entry["chosen"] = a.chosen;
    }
    for (const Expected& e : a.expected) {  // NaN becomes null
      entry["expected"].push_back({{"figure", e.figure},
                                   {"width", e.width},
                                   {"unit", e.unit},
                                   {"basis", e.basis},
                                   {"advice", e.advice}});
    }
  }
  return json.dump(1) + "\n";
}

}  // namespace uq::studies
