#include "uq/distributions/distribution.hpp"

#include "uq/core/error.hpp"
#include "uq/distributions/laws_detail.hpp"

#include <cmath>

namespace uq {

using detail::Tail;
using detail::with_law;

Lognormal lognormal_from_moments(double mean, double sd) {
  const double variance_log = std::log1p((sd / mean) * (sd / mean));
  return {std::log(mean) - 0.5 * variance_log, std::sqrt(variance_log)};
}

Lognormal lognormal_from_median(double median, double gsd) {
  return {std::log(median), std::log(gsd)};
}

double pdf(const Distribution& d, double x) {
  return with_law(d, [&](const auto& law) { return law.pdf(x); });
}

double cdf(const Distribution& d, double x) {
  return with_law(d, [&](const auto& law) { return law.tails(x).p; });
}

double survival(const Distribution& d, double x) {
  return with_law(d, [&](const auto& law) { return law.tails(x).q; });
}

double quantile(const Distribution& d, double p) {
  expects(p > 0 && p < 1, "p = " + std::to_string(p) + ", but must lie between 0 and 1");
  return with_law(d, [&](const auto& law) { return law.quantile(Tail{p, 1 - p}); });
}

double quantile_upper(const Distribution& d, double q) {
  expects(q > 0 && q < 1, "q = " + std::to_string(q) + ", but must lie between 0 and 1");
  return with_law(d, [&](const auto& law) { return law.quantile(Tail{1 - q, q}); });
}

std::array<double, 2> support(const Distribution& d) {
  return with_law(d, [](const auto& law) { return std::array{law.a, law.b}; });
}

void quantiles(const Distribution& d, std::span<const double> u, std::span<double> x) {
  expects(u.size() == x.size(), "u and x differ in size");
  with_law(d, [&](const auto& law) {
    for (std::size_t i = 0; i < u.size(); ++i) {
      x[i] = law.quantile(Tail{u[i], 1 - u[i]});
    }
  });
}

}  // namespace uq
