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
    const double total = 2 * two_sided(confidence) * s * std::sqrt((3 - 2 * s) / n);
    all.push_back({fmt::format("S1 = {}", s), widen * sobol_width(s, n, confidence), "", basis});
    all.push_back({fmt::format("ST = {}", s), widen * total, "", basis});
  }
  constexpr double good = 0.1;
  if (const double width = all.front().width; width > good) {
    double more = 1;
    while (more < n * std::pow(width / good, 2)) {
      more *= 2;
    }
    all.front().advice = fmt::format("n = {:.0f} for a width of {}", more, good);
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

std::vector<Expected> expected_oat(const Attributes&) {
  return {{"differences", none, "", "no interval: exact at their points, silent about all others"}};
}

}  // namespace uq::studies
