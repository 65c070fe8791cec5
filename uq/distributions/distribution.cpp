#include "uq/distributions/distribution.hpp"

#include "uq/core/error.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

namespace uq {
namespace {

template <class Function>
auto with_section(const Distribution& d, const Function& function) {
  return std::visit(function, detail::section(d));
}

// Probability at one side of x: `at_left` left of the bounds, `at_right` right of them.
template <class Inside>
double probability(
    const Distribution& d, double x, double at_left, double at_right, Inside inside) {
  return with_section(d, [&](const auto& s) {
    const auto [lo, hi] = s.bounds();
    const bool left = is_discrete(d) ? x < lo : x <= lo;  // the first atom has its probability
    return std::isnan(x) ? x : left ? at_left : x >= hi ? at_right : inside(s);
  });
}

}  // namespace

Lognormal lognormal_from_moments(double mean, double sd) {
  expects(mean > 0 && sd > 0,
          "mean " + std::to_string(mean) + ", sd " + std::to_string(sd) + ": both must be > 0");
  const double variance_log = std::log1p((sd / mean) * (sd / mean));
  return {std::log(mean) - 0.5 * variance_log, std::sqrt(variance_log)};
}

Lognormal lognormal_from_median(double median, double gsd) {
  expects(median > 0 && gsd > 1,
          "median " + std::to_string(median) + ", gsd " + std::to_string(gsd) +
              ": the median must be > 0, the geometric sd > 1");
  return {std::log(median), std::log(gsd)};
}

Beta pert(double lo, double mode, double hi) {
  expects(lo < hi && lo <= mode && mode <= hi,
          "lo " + std::to_string(lo) + ", mode " + std::to_string(mode) + ", hi " +
              std::to_string(hi) + ": required is lo <= mode <= hi, lo < hi");
  const double skew = 4 * ((mode - lo) / (hi - lo));
  return {1 + skew, 5 - skew, lo, hi};
}

Empirical empirical(std::vector<double> sample) {
  std::sort(sample.begin(), sample.end());
  return {std::move(sample)};
}

double pdf(const Distribution& d, double x) {
  return with_section(d, [x](const auto& s) {
    const auto [lo, hi] = s.bounds();
    return std::isnan(x) ? x : x < lo || x > hi || std::isinf(x) ? 0 : s.density(x);
  });
}

double cdf(const Distribution& d, double x) {
  return probability(d, x, 0, 1, [x](const auto& s) { return s.below(x); });
}

double survival(const Distribution& d, double x) {
  return probability(d, x, 1, 0, [x](const auto& s) { return s.above(x); });
}

double quantile(const Distribution& d, double p) {
  return with_section(d, [p](const auto& s) { return s.quantile(p); });
}

double quantile_upper(const Distribution& d, double q) {
  return with_section(d, [q](const auto& s) { return s.quantile_upper(q); });
}

double mean(const Distribution& d) {
  return with_section(d, [](const auto& s) { return s.mean(); });
}

double variance(const Distribution& d) {
  return with_section(d, [](const auto& s) { return s.variance(); });
}

bool is_discrete(const Distribution& d) {
  return std::holds_alternative<Integer>(d.law) || std::holds_alternative<Discrete>(d.law) ||
         std::holds_alternative<Empirical>(d.law);
}

std::array<double, 2> support(const Distribution& d) {
  return with_section(d, [](const auto& s) { return s.bounds(); });
}

void quantiles(const Distribution& d, std::span<const double> u, std::span<double> x) {
  expects(u.size() == x.size(), "u and x differ in size");
  with_section(d, [u, x](const auto& s) {
    using Shape = std::decay_t<decltype(s)>;
    if constexpr (std::is_same_v<Shape, detail::NormalSection> ||
                  std::is_same_v<Shape, detail::LognormalSection>) {
      s.z.quantiles(u, x);
      for (double& value : x) {
        value = s.from_standard(value);
      }
    } else {
      for (std::size_t i = 0; i < u.size(); ++i) {
        x[i] = s.quantile(u[i]);
      }
    }
  });
}

}  // namespace uq
