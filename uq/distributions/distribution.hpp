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
struct Beta {
  double alpha, beta, lo, hi;
};  ///< density ~ (x - lo)^(alpha - 1) (hi - x)^(beta - 1)
struct Gamma {
  double shape, scale;
};
struct Weibull {
  double shape, scale;
};
struct Student {
  double df, mean, scale;
};  ///< mean + scale * t with df degrees of freedom; `mean` is the centre also where df <= 1
struct Logistic {
  double mean, scale;
};
struct Pareto {
  double scale, shape;
};  ///< P(X > x) = (scale / x)^shape for x >= scale
struct Gumbel {
  double mode, scale;
};  ///< of largest values: P(X <= x) = exp(-exp(-(x - mode) / scale))
struct Integer {
  double lo, hi;
};  ///< every integer of [lo, hi] is equally likely
struct Discrete {
  std::vector<double> values, weights;
};  ///< k increasing values, k weights >= 0; one value is a point mass
struct Empirical {
  std::vector<double> values;
};  ///< a sample in increasing order: each of its values is equally likely, repeats count

/// Lognormal from other parameters. @source Johnson, Kotz & Balakrishnan (1994), ch. 14.
Lognormal lognormal_from_moments(double mean, double sd);    ///< of x itself
Lognormal lognormal_from_median(double median, double gsd);  ///< geometric sd > 1

/// PERT on [lo, hi]: the beta law with alpha = 1 + 4 (mode - lo) / (hi - lo), beta = 6 - alpha.
/// @source Malcolm et al. (1959), Oper. Res. 7.
Beta pert(double lo, double mode, double hi);

/// The empirical law of a sample in any order. @cost sorts once; the law is then read in place.
Empirical empirical(std::vector<double> sample);

/// A law of one input, possibly truncated to [lower, upper]: an immutable value.
/// Parameters are checked by `check`; all other functions assume they passed.
struct Distribution {
  using Law = std::variant<Uniform,
                           Loguniform,
                           Normal,
                           Lognormal,
                           Exponential,
                           Triangular,
                           Histogram,
                           Beta,
                           Gamma,
                           Weibull,
                           Student,
                           Logistic,
                           Pareto,
                           Gumbel,
                           Integer,
                           Discrete,
                           Empirical>;
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

double pdf(const Distribution&, double x);       ///< P(X = x) of a discrete law
double cdf(const Distribution&, double x);       ///< P(X <= x), full relative accuracy
double survival(const Distribution&, double x);  ///< P(X > x), full relative accuracy
double quantile(const Distribution&, double p);  ///< smallest x with P(X <= x) >= p, 0 < p < 1
double quantile_upper(const Distribution&,
                      double q);       ///< smallest x with P(X > x) <= q; tiny q too
double mean(const Distribution&);      ///< NaN where it does not exist (Student, Pareto)
double variance(const Distribution&);  ///< NaN or infinity where the moment does not exist
bool is_discrete(const Distribution&);
std::array<double, 2> support(const Distribution&);

/// Maps a column: x[i] = quantile(u[i]); one dispatch per call. u in (0, 1); x may be u.
void quantiles(const Distribution&, std::span<const double> u, std::span<double> x);

}  // namespace uq
