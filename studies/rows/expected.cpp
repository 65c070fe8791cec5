#include "studies/rows/expected.hpp"

#include "studies/file/text_detail.hpp"
#include "uq/propagation/intervals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace uq::studies {

namespace {

using propagation::normal_quantile;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

double number(const Attributes& used, const std::string& name, double otherwise) {
  for (const auto& [key, value] : used) {
    if (key == name) {
      const auto* real = std::get_if<double>(&value);
      const auto* whole = std::get_if<std::int64_t>(&value);
      return real != nullptr ? *real : whole != nullptr ? static_cast<double>(*whole) : otherwise;
    }
  }
  return otherwise;
}

std::string text(const Attributes& used, const std::string& name) {
  for (const auto& [key, value] : used) {
    if (const auto* found = std::get_if<std::string>(&value); key == name && found != nullptr) {
      return *found;
    }
  }
  return {};
}

double two_sided(double confidence) {
  return normal_quantile((1 + confidence) / 2);
}

Expected expected_quantile(Index n, double p, double confidence) {
  const std::string name = fmt::format("{}{:.10g}", p < 0.1 ? "q0" : "q", 100 * p);
  const auto ranks = propagation::order_statistic_ranks(n, p, confidence);
  if (!ranks) {
    return {name,
            none,
            "",
            fmt::format("no interval: {} rows are too few", n),
            fmt::format("n = {} is the least", propagation::smallest_sample(p, confidence))};
  }
  const auto count = static_cast<double>(n + 1);
  const double lower = static_cast<double>(ranks->lower) / count;
  const double upper = static_cast<double>(ranks->upper) / count;
  return {
      name,
      normal_quantile(upper) - normal_quantile(lower),
      "sd",
      fmt::format("between the quantiles {:.4g} and {:.4g}, whatever the law; the width is that "
                  "of a normal output",
                  lower,
                  upper)};
}

}  // namespace

double sobol_width(double s, double n, double confidence) {
  return 2 * two_sided(confidence) * std::sqrt(2 * s / n);
}

double sobol_total_width(double s, double n, double confidence) {
  return 2 * two_sided(confidence) * s * std::sqrt((3 - 2 * s) / n);
}

double sobol_pair_width(double first, double second, double n, double confidence) {
  return 2 * two_sided(confidence) * std::sqrt((first + second + 4 * first * second) / n);
}

double given_data_width(double s, double n, double confidence) {
  return 2 * two_sided(confidence) * (1 - s) * std::sqrt((1 + 4 * s) / n);
}

double binned_width(double s, double n, double confidence, bool corrected) {
  const double bins = 2 * std::pow(n, 0.4);
  const double width =
      2 * two_sided(confidence) * (1 - s) * std::sqrt(4 * s / n + 2 * bins / (n * n));
  return corrected ? width : width + (1 - s) * bins / n;
}

double morris_width(double r, double confidence) {
  // Effects that are normal about zero: sd(|EE|) / mean(|EE|) = sqrt(pi / 2 - 1).
  return 2 * two_sided(confidence) * std::sqrt((std::numbers::pi / 2 - 1) / r);
}

std::vector<Expected> expected_sobol(const Attributes& used) {
  const double n = number(used, "n", none);
  const double confidence = number(used, "confidence", 0.95);
  const double replicates = number(used, "replicates", 1);
  const bool replicated = replicates > 1;
  const double widen = replicated
                           ? propagation::student_t_quantile((1 + confidence) / 2, replicates - 1) /
                                 two_sided(confidence)
                           : 1;
  const std::string basis =
      replicated
          ? "at most about this, as from independent points; Sobol' points do better on smooth "
            "outputs, often several times"
          : "as for an additive output with a normal law, from independent points";
  std::vector<Expected> all;
  for (const double s : {0.5, 0.1}) {
    all.push_back({fmt::format("S1 = {}", s), widen * sobol_width(s, n, confidence), "", basis});
    all.push_back(
        {fmt::format("ST = {}", s), widen * sobol_total_width(s, n, confidence), "", basis});
  }
  constexpr double good = 0.1;
  if (const double width = all.front().width; width > good) {
    double more = 1;
    while (more < n * std::pow(width / good, 2)) {
      more *= 2;
    }
    all.front().advice = fmt::format("n = {:.0f} for a width of {}", more, good);
  }
  if (number(used, "second_order", 0) == 1) {
    all.push_back({"S2 = 0 of two S1 = 0.25",
                   widen * sobol_pair_width(0.25, 0.25, n, confidence),
                   "",
                   basis});
  }
  if (const double stop = number(used, "stop_ci_width", none); !std::isnan(stop)) {
    all.front().advice.clear();  // `stop` sees to that
    double rows = n;
    while (widen * sobol_width(0.5, rows, confidence) > stop && rows < 1e9) {
      rows *= 2;
    }
    all.push_back(
        {"S1 and ST, at the stop",
         stop,
         "",
         fmt::format("at most, unless max_evaluations = {:.0f} come first; n = {:.0f} does "
                     "for an index of 0.5, the widths above are those of n = {:.0f}",
                     number(used, "stop_max_evaluations", none),
                     rows,
                     n)});
  }
  return all;
}

std::vector<Expected> expected_bands(const Attributes& used) {
  const auto n = static_cast<Index>(number(used, "n", 2));
  const double confidence = number(used, "confidence", 0.95);
  const std::string sampler = text(used, "sampler");
  std::vector<Expected> all{{"mean",
                             2 * two_sided(confidence) / std::sqrt(static_cast<double>(n)),
                             "sd",
                             sampler == "monte_carlo"
                                 ? "of the output, whatever its law"
                                 : "at most about this, as from independent points"}};
  std::vector<double> quantiles;
  for (const auto& [key, value] : used) {
    if (const auto* list = std::get_if<std::vector<double>>(&value);
        key == "quantiles" && list != nullptr) {
      quantiles = *list;
    }
  }
  if (quantiles.empty()) {
    return all;
  }
  const auto [least, most] = std::minmax_element(quantiles.begin(), quantiles.end());
  all.push_back(expected_quantile(n, *least, confidence));
  if (*most != *least) {
    all.push_back(expected_quantile(n, *most, confidence));
  }
  return all;
}

std::vector<Expected> expected_morris(const Attributes& used) {
  const double r = number(used, "trajectories", none);
  return {{"mu_star",
           morris_width(r, number(used, "confidence", 0.95)),
           "share of mu_star",
           "for effects that change sign, normal about zero; effects of one sign do better"}};
}

std::vector<Expected> expected_given_data(const Attributes& used) {
  const double n = number(used, "rows", none);
  const double confidence = number(used, "confidence", 0.95);
  const std::string points = text(used, "points");
  const bool sequence = points == "sobol" || points == "halton";
  const bool binned = sequence || text(used, "estimator") == "binned";
  const std::string basis =
      fmt::format("by {} of {:.0f} rows, as for a sum of independent normal inputs",
                  binned ? "bins" : "ranks",
                  n);
  std::vector<Expected> all;
  for (const double s : {0.5, 0.1}) {
    all.push_back(
        {fmt::format("S1 = {}", s),
         binned ? binned_width(s, n, confidence, !sequence) : given_data_width(s, n, confidence),
         "",
         basis});
  }
  return all;
}

std::vector<Expected> expected_design(const Attributes&) {
  return {{"rows", none, "", "no interval: facts of these rows, which estimate nothing"}};
}

std::vector<Expected> expected_oat(const Attributes&) {
  return {{"differences", none, "", "no interval: exact at their points, silent about all others"}};
}

}  // namespace uq::studies
