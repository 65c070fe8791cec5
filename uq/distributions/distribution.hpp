#pragma once

#include "uq/core/types.hpp"

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace uq {

struct Uniform {
  double lo, hi;
};
struct Loguniform {
  double lo, hi;
};  ///< ln x uniform; 0 < lo < hi
struct Normal {
  double mean, sd;
};
struct Lognormal {
  double mean_log, sd_log;
};  ///< mean and sd of ln x
struct Exponential {
  double mean;
};
struct Triangular {
  double lo, mode, hi;
};
struct Histogram {
  std::vector<double> edges, weights;
};  ///< k+1 increasing edges, k weights >= 0

/// Lognormal from other parameters. @source Johnson, Kotz & Balakrishnan (1994), ch. 14.
Lognormal lognormal_from_moments(double mean, double sd);    ///< of x itself
Lognormal lognormal_from_median(double median, double gsd);  ///< geometric sd > 1

/// A law of one input, possibly truncated to [lower, upper]: an immutable value.
/// Parameters are checked by `check`; all other functions assume they passed.
struct Distribution {
  using Law =
      std::variant<Uniform, Loguniform, Normal, Lognormal, Exponential, Triangular, Histogram>;
  Law law;
  double lower = -std::numeric_limits<double>::infinity();  ///< truncation; infinite: none
  double upper = std::numeric_limits<double>::infinity();
};

/// Problem with one parameter: `parameter` is the key of the study file, `message` says what is
/// required.
struct ParameterFault {
  std::string parameter;
  std::string message;
};

/// Every rule of the law's parameters and of the truncation that is broken; empty when the law is
/// fine. NaN and infinite parameters, lo >= hi (equal bounds name `value =` as the remedy), sd <=
/// 0, a mode outside, log-uniform at <= 0, edges not increasing, no weight > 0, a truncation that
/// holds no mass.
std::vector<ParameterFault> check(const Distribution&);

double pdf(const Distribution&, double x);
double cdf(const Distribution&, double x);             ///< P(X <= x), full relative accuracy
double survival(const Distribution&, double x);        ///< P(X > x), full relative accuracy
double quantile(const Distribution&, double p);        ///< p in (0, 1)
double quantile_upper(const Distribution&, double q);  ///< x with P(X > x) = q, accurate for tiny q
double mean(const Distribution&);
double variance(const Distribution&);
std::array<double, 2> support(const Distribution&);

/// Maps a column: x[i] = quantile(u[i]); one dispatch per call. u in (0, 1); x may be u.
void quantiles(const Distribution&, std::span<const double> u, std::span<double> x);

}  // namespace uq
