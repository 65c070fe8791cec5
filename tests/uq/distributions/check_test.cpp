#include "tests/support/catch.hpp"
#include "uq/distributions/distribution.hpp"

#include <limits>
#include <string>

using uq::Distribution;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

// "parameter message; …" of all faults.
std::string faults(const Distribution& d) {
  std::string text;
  for (const auto& fault : uq::check(d)) {
    text += (text.empty() ? "" : "; ") + fault.parameter + " " + fault.message;
  }
  return text;
}

}  // namespace

TEST_CASE("check: each broken rule names the parameter and what is required",
          "[distributions][unit]") {
  CHECK(faults({uq::Uniform{0, 1}}).empty());
  CHECK(faults({uq::Uniform{2, 2}}) == "hi equals lo = 2: for a constant use `value = 2`");
  CHECK(faults({uq::Uniform{3, 2}}) == "hi is 2, below lo = 3: are the bounds swapped?");
  CHECK(faults({uq::Uniform{undefined, 2}}) == "lo is nan, but must be a finite number");
  CHECK(faults({uq::Uniform{0, inf}}) == "hi is inf, but must be a finite number");
  CHECK(faults({uq::Uniform{-1e308, 1e308}}) ==
        "hi minus lo overflows: the width must be a finite number");
  CHECK(faults({uq::Loguniform{0, 2}}) == "lo is 0, but a log-uniform law needs lo > 0");
  CHECK(faults({uq::Loguniform{1, 1}}) == "hi equals lo = 1: for a constant use `value = 1`");
  CHECK(faults({uq::Normal{0, 0}}) == "sd is 0, but must be > 0");
  CHECK(faults({uq::Normal{undefined, -1}}) ==
        "mean is nan, but must be a finite number; sd is -1, but must be > 0");
  CHECK(faults({uq::Lognormal{0, -2}}) == "sd_log is -2, but must be > 0");
  CHECK(faults({uq::Lognormal{inf, 1}}) == "mean_log is inf, but must be a finite number");
  CHECK(faults({uq::Exponential{-1}}) == "mean is -1, but must be > 0");
  CHECK(faults({uq::Triangular{0, 3, 2}}) == "mode is 3, but must lie in [lo, hi] = [0, 2]");
  CHECK(faults({uq::Triangular{0, 0, 2}}).empty());
  CHECK(faults({uq::Triangular{0, 2, 2}}).empty());
}

TEST_CASE("check: a histogram needs increasing edges and weights that fit",
          "[distributions][unit]") {
  CHECK(faults({uq::Histogram{{0, 1, 2}, {1, 0}}}).empty());
  CHECK(faults({uq::Histogram{{0, 1, 1}, {1, 1}}}) == "edges must increase, but 1 follows 1");
  CHECK_THAT(faults({uq::Histogram{{0, 1}, {1, 1}}}),
             Catch::Contains("weights has 2 values for 2 edges"));
  CHECK_THAT(faults({uq::Histogram{{}, {}}}), Catch::Contains("one weight per bin"));
  CHECK(faults({uq::Histogram{{0, 1, 2}, {1, -1}}}) ==
        "weights contains -1, but no weight may be negative");
  CHECK(faults({uq::Histogram{{0, 1, 2}, {0, 0}}}) ==
        "weights sum to 0: required is a finite sum > 0");
  CHECK(faults({uq::Histogram{{0, undefined, 2}, {1, 1}}}) ==
        "edges is nan, but must be a finite number");
}

TEST_CASE("check: a truncation must be ordered and hold probability", "[distributions][unit]") {
  CHECK(faults({uq::Normal{0, 1}, 8, inf}).empty());
  CHECK(faults({uq::Normal{0, 1}, 36, inf}).empty());
  CHECK(faults({uq::Normal{0, 1}, 40, inf}) ==
        "truncate is [40, inf], which holds no probability of the law");
  CHECK(faults({uq::Uniform{0, 1}, 2, 3}) ==
        "truncate is [2, 3], which holds no probability of the law");
  CHECK(faults({uq::Lognormal{0, 1}, -3, 0}) ==
        "truncate is [-3, 0], which holds no probability of the law");
  CHECK(faults({uq::Exponential{1}, -3, 0}) ==
        "truncate is [-3, 0], which holds no probability of the law");
  CHECK(faults({uq::Histogram{{0, 1, 2, 3}, {1, 0, 1}}, 1.2, 1.8}) ==
        "truncate is [1.2, 1.8], which holds no probability of the law");
  CHECK(faults({uq::Normal{0, 1}, 2, 2}) ==
        "truncate is [2, 2]: the lower limit must be below the upper one");
  CHECK_THAT(faults({uq::Normal{0, 1}, undefined, 2}), Catch::Contains("truncate contains NaN"));
}

TEST_CASE("check: shapes, scales and degrees of freedom are positive", "[distributions][unit]") {
  CHECK(faults({uq::Beta{2, 5, 0, 1}}).empty());
  CHECK(faults({uq::Beta{0, -1, 0, 1}}) ==
        "alpha is 0, but must be > 0; beta is -1, but must be > 0");
  CHECK(faults({uq::Beta{2, 5, 1, 1}}) == "hi equals lo = 1: for a constant use `value = 1`");
  CHECK(faults({uq::Gamma{-1, undefined}}) ==
        "shape is -1, but must be > 0; scale is nan, but must be a finite number");
  CHECK(faults({uq::Weibull{0, 1}}) == "shape is 0, but must be > 0");
  CHECK(faults({uq::Student{0, inf, 0}}) ==
        "df is 0, but must be > 0; mean is inf, but must be a finite number; scale is 0, but must "
        "be > 0");
  CHECK(faults({uq::Logistic{undefined, 1}}) == "mean is nan, but must be a finite number");
  CHECK(faults({uq::Pareto{0, 1}}) == "scale is 0, but must be > 0");
  CHECK(faults({uq::Gumbel{0, -1}}) == "scale is -1, but must be > 0");
  CHECK(faults({uq::Gamma{2, 1}, -3, 0}) ==
        "truncate is [-3, 0], which holds no probability of the law");
  CHECK(faults({uq::Beta{2, 5, 0, 1}, 1, 2}) ==
        "truncate is [1, 2], which holds no probability of the law");
}

TEST_CASE("check: a tail that overflows what is sampled is refused", "[distributions][unit]") {
  CHECK(faults({uq::Student{0.01, 0, 1}}) ==
        "df is so small that the law's tail overflows: make it larger or truncate");
  CHECK(faults({uq::Pareto{1, 0.01}}) ==
        "shape is so small that the law's tail overflows: make it larger or truncate");
  CHECK(faults({uq::Weibull{0.003, 1}}) ==
        "shape is so small that the law's tail overflows: make it larger or truncate");
  CHECK(faults({uq::Lognormal{0, 100}}) ==
        "sd_log is so large that the law's tail overflows: make it smaller or truncate");
  CHECK(faults({uq::Lognormal{0, 50}}).empty());
  CHECK(faults({uq::Lognormal{0, 100}, 0, 1e9}).empty());
  CHECK(faults({uq::Pareto{1, 0.01}, 1, 1e9}).empty());
}

TEST_CASE("check: discrete laws", "[distributions][unit]") {
  CHECK(faults({uq::Integer{1, 6}}).empty());
  CHECK(faults({uq::Integer{3, 3}}) == "hi equals lo = 3: for a constant use `value = 3`");
  CHECK(faults({uq::Integer{0.5, 3}}) == "lo is 0.5, but must be a whole number");
  CHECK(faults({uq::Integer{0, 1e17}}) ==
        "hi is 1e+17, beyond 2^53: there not every integer exists");
  CHECK(faults({uq::Integer{1, 6}, 2, inf}) ==
        "truncate does not go with a discrete law: set `lo` and `hi` instead");
  CHECK(faults({uq::Discrete{{3}, {1}}}).empty());
  CHECK(faults({uq::Discrete{{1, 2}, {0, 1}}}).empty());
  CHECK(faults({uq::Discrete{{2, 1}, {1, 1}}}) == "values must increase, but 1 follows 2");
  CHECK(faults({uq::Discrete{{1, 2}, {1, -1}}}) ==
        "weights contains -1, but no weight may be negative");
  CHECK(faults({uq::Discrete{{1, 2}, {0, 0}}}) == "weights sum to 0: required is a finite sum > 0");
  CHECK_THAT(faults({uq::Discrete{{1, 2}, {1}}}), Catch::Contains("one weight per value"));
  CHECK_THAT(faults({uq::Discrete{}}), Catch::Contains("at least one value"));
  CHECK(faults({uq::Discrete{{1, 2}, {1, 1}}, -inf, 1}) ==
        "truncate does not go with a discrete law: leave the values outside out of `values`");
  CHECK(faults({uq::Empirical{{1, 1, 2}}}).empty());
  CHECK(faults({uq::Empirical{{2, 1}}}) == "values must be sorted, but 1 follows 2");
  CHECK(faults({uq::Empirical{{1, inf}}}) == "values is inf, but must be a finite number");
  CHECK(faults({uq::Empirical{}}) == "values is empty: required is at least one value");
}
