#include "studies/file/text_detail.hpp"
#include "studies/tables/law_table_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace uq::studies {

namespace {

using Values = ParameterValues;

/// NaN when the key is absent, as when its value was refused: no comparison holds then.
double at(const Values& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() || found->second.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                        : found->second.front();
}

void require_above(const Values& values,
                   const std::string& key,
                   double bound,
                   const ReportRule& report) {
  const double value = at(values, key);
  if (value <= bound) {
    report(key, fmt::format("is {}, but must be > {}", number_text(value), number_text(bound)));
  }
}

/// Bounds that are not the engine's own parameters.
void require_range(const Values& v, const ReportRule& report) {
  const double lo = at(v, "lo");
  const double hi = at(v, "hi");
  if (lo == hi) {
    report("hi", fmt::format("equals lo = {0}: for a constant use `value = {0}`", number_text(lo)));
  } else if (lo > hi) {
    report("hi",
           fmt::format(
               "is {}, below lo = {}: are the bounds swapped?", number_text(hi), number_text(lo)));
  }
}

Distribution make_normal(const Values& v) {
  const double mean = at(v, "mean");
  return {Normal{mean, v.contains("sd") ? at(v, "sd") : at(v, "rel_sd") * std::abs(mean)}};
}

void normal_rules(const Values& v, const ReportRule& report) {
  require_above(v, "rel_sd", 0, report);
  if (at(v, "rel_sd") > 0 && at(v, "mean") == 0) {
    report("rel_sd", "needs a mean other than 0: write sd");
  }
}

Distribution make_lognormal(const Values& v) {
  if (v.contains("median")) {
    const bool sound = at(v, "median") > 0 && at(v, "gsd") > 1;
    return {sound ? lognormal_from_median(at(v, "median"), at(v, "gsd")) : Lognormal{0, 1}};
  }
  if (v.contains("mean")) {
    const bool sound = at(v, "mean") > 0 && at(v, "sd") > 0;
    return {sound ? lognormal_from_moments(at(v, "mean"), at(v, "sd")) : Lognormal{0, 1}};
  }
  return {Lognormal{at(v, "mean_log"), at(v, "sd_log")}};
}

void lognormal_rules(const Values& v, const ReportRule& report) {
  require_above(v, "gsd", 1, report);
  require_above(v, "median", 0, report);
  require_above(v, "mean", 0, report);
  require_above(v, "sd", 0, report);
}

Distribution make_pert(const Values& v) {
  const double lo = at(v, "lo"), mode = at(v, "mode"), hi = at(v, "hi");
  const bool sound = lo < hi && lo <= mode && mode <= hi;
  return {sound ? pert(lo, mode, hi) : Beta{1, 1, 0, 1}};
}

void pert_rules(const Values& v, const ReportRule& report) {
  require_range(v, report);
  const double lo = at(v, "lo"), mode = at(v, "mode"), hi = at(v, "hi");
  if (lo < hi && (mode < lo || mode > hi)) {
    report("mode",
           fmt::format("is {}, but must lie in [lo, hi] = [{}, {}]",
                       number_text(mode),
                       number_text(lo),
                       number_text(hi)));
  }
}

bool has_refused(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); });
}

/// Values in increasing order, each with its weight; all alike when no weights are given.
Distribution make_choice(const Values& v) {
  const std::vector<double>& values = v.at("values");
  const bool weighted = v.contains("weights");
  const bool fits = !weighted || v.at("weights").size() == values.size();
  if (values.empty() || has_refused(values) || !fits) {
    return {Discrete{{0}, {1}}};  // stands for what is reported, and is never used
  }
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return values[a] < values[b];
  });
  Discrete law;
  for (const std::size_t k : order) {
    law.values.push_back(values[k]);
    law.weights.push_back(weighted ? v.at("weights")[k] : 1);
  }
  return {std::move(law)};
}

void choice_rules(const Values& v, const ReportRule& report) {
  const std::vector<double>& values = v.at("values");
  const auto& weights = v.contains("weights") ? v.at("weights") : std::vector<double>{};
  if (values.empty()) {
    report("values", "is empty: required is at least one value");
  }
  std::vector<double> sorted = values;
  std::erase_if(sorted, [](double x) { return std::isnan(x); });
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    report("values", "names a value twice: give it one weight");
  }
  if (v.contains("weights") && weights.size() != values.size()) {
    report("weights",
           fmt::format("has {} values for {} values to choose from: required is one each",
                       weights.size(),
                       values.size()));
  }
}

Distribution make_empirical(const Values& v) {
  std::vector<double> values = v.at("values");
  if (values.empty() || has_refused(values)) {
    return {Empirical{{0}}};  // stands for what is reported, and is never used
  }
  std::sort(values.begin(), values.end());
  return {Empirical{std::move(values)}};
}

void empirical_rules(const Values& v, const ReportRule& report) {
  if (v.contains("values") && v.at("values").empty()) {
    report("values", "is empty: required is at least one value");
  }
}

std::vector<Law> make_table() {
  return {
      {"uniform",
       "every value between lo and hi is equally likely",
       {{"lo", "hi"}},
       [](const Values& v) { return Distribution{Uniform{at(v, "lo"), at(v, "hi")}}; }},
      {"loguniform",
       "the logarithm is uniform between those of lo and hi; 0 < lo",
       {{"lo", "hi"}},
       [](const Values& v) { return Distribution{Loguniform{at(v, "lo"), at(v, "hi")}}; }},
      {"normal",
       "bell curve; rel_sd is sd / |mean|",
       {{"mean", "sd"}, {"mean", "rel_sd"}},
       make_normal,
       normal_rules},
      {"truncnormal",
       "normal cut at lo and hi; mean and sd are those before the cut",
       {{"mean", "sd", "lo", "hi"}},
       [](const Values& v) {
         return Distribution{Normal{at(v, "mean"), at(v, "sd")}, at(v, "lo"), at(v, "hi")};
       },
       require_range},
      {"lognormal",
       "the logarithm is normal; mean and sd of the value or of its logarithm, or median and "
       "geometric sd",
       {{"mean_log", "sd_log"}, {"mean", "sd"}, {"median", "gsd"}},
       make_lognormal,
       lognormal_rules},
      {"exponential",
       "waiting time without memory",
       {{"mean"}},
       [](const Values& v) { return Distribution{Exponential{at(v, "mean")}}; }},
      {"triangular",
       "density rises from lo to mode and falls to hi",
       {{"lo", "mode", "hi"}},
       [](const Values& v) {
         return Distribution{Triangular{at(v, "lo"), at(v, "mode"), at(v, "hi")}};
       }},
      {"pert",
       "smooth hump from lo over mode to hi: an expert's three figures",
       {{"lo", "mode", "hi"}},
       make_pert,
       pert_rules},
      {"beta",
       "hump between lo and hi of shape alpha, beta; 0 and 1 unless given",
       {{"alpha", "beta", "lo", "hi"}, {"alpha", "beta"}},
       [](const Values& v) {
         const bool given = v.contains("lo");
         return Distribution{
             Beta{at(v, "alpha"), at(v, "beta"), given ? at(v, "lo") : 0, given ? at(v, "hi") : 1}};
       }},
      {"gamma",
       "sum of waiting times; mean shape * scale",
       {{"shape", "scale"}},
       [](const Values& v) { return Distribution{Gamma{at(v, "shape"), at(v, "scale")}}; }},
      {"weibull",
       "time to failure; scale is its 63 % quantile",
       {{"shape", "scale"}},
       [](const Values& v) { return Distribution{Weibull{at(v, "shape"), at(v, "scale")}}; }},
      {"student",
       "bell curve with heavy tails: mean + scale * t with df degrees of freedom",
       {{"df", "mean", "scale"}},
       [](const Values& v) {
         return Distribution{Student{at(v, "df"), at(v, "mean"), at(v, "scale")}};
       }},
      {"logistic",
       "bell curve with exponential tails; sd is scale * pi / sqrt(3)",
       {{"mean", "scale"}},
       [](const Values& v) { return Distribution{Logistic{at(v, "mean"), at(v, "scale")}}; }},
      {"pareto",
       "power law from scale on: P(X > x) = (scale / x)^shape",
       {{"scale", "shape"}},
       [](const Values& v) { return Distribution{Pareto{at(v, "scale"), at(v, "shape")}}; }},
      {"gumbel",
       "law of largest values",
       {{"mode", "scale"}},
       [](const Values& v) { return Distribution{Gumbel{at(v, "mode"), at(v, "scale")}}; }},
      {"integer",
       "every whole number from lo to hi is equally likely",
       {{"lo", "hi"}},
       [](const Values& v) { return Distribution{Integer{at(v, "lo"), at(v, "hi")}}; }},
      {"choice",
       "one of the values, numbers or names, alike or by weights",
       {{"values"}, {"values", "weights"}},
       make_choice,
       choice_rules},
      {"empirical",
       "a sample: each of its values is equally likely; from a list or a column of a CSV file",
       {{"values"}, {"file"}, {"file", "column"}},
       make_empirical,
       empirical_rules},
      {"histogram",
       "k weights between k + 1 increasing edges, uniform within each bin",
       {{"edges", "weights"}},
       [](const Values& v) { return Distribution{Histogram{v.at("edges"), v.at("weights")}}; }},
  };
}

}  // namespace

const std::vector<Law>& law_table() {
  static const std::vector<Law> laws = make_table();
  return laws;
}

std::vector<std::string> parameters_of(const Law& law) {
  std::vector<std::string> keys;
  for (const auto& set : law.sets) {
    std::copy_if(set.begin(), set.end(), std::back_inserter(keys), [&](const std::string& key) {
      return std::find(keys.begin(), keys.end(), key) == keys.end();
    });
  }
  return keys;
}

ParameterKind kind_of(const std::string& parameter) {
  static const std::map<std::string, ParameterKind> kinds{{"rel_sd", ParameterKind::plain},
                                                          {"mean_log", ParameterKind::plain},
                                                          {"sd_log", ParameterKind::plain},
                                                          {"gsd", ParameterKind::plain},
                                                          {"alpha", ParameterKind::plain},
                                                          {"beta", ParameterKind::plain},
                                                          {"shape", ParameterKind::plain},
                                                          {"df", ParameterKind::plain},
                                                          {"weights", ParameterKind::plains},
                                                          {"edges", ParameterKind::quantities},
                                                          {"values", ParameterKind::values},
                                                          {"file", ParameterKind::text},
                                                          {"column", ParameterKind::text}};
  const auto found = kinds.find(parameter);
  return found == kinds.end() ? ParameterKind::quantity : found->second;
}

}  // namespace uq::studies
