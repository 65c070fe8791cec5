#include "tests/support/catch.hpp"
#include "tests/uq/distributions/random_laws.hpp"
#include "uq/distributions/distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

using uq::Distribution;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double inf = std::numeric_limits<double>::infinity();

const std::vector<double> probabilities{1e-300,   1e-200,   1e-100,    1e-30,      0x1p-54, 1e-16,
                                        1e-12,    1e-6,     1e-3,      0.02,       0.1,     0.3,
                                        0.499999, 0.5,      0.500001,  0.7,        0.9,     0.98,
                                        0.999,    1 - 1e-6, 1 - 1e-12, 1 - 0x1p-53};

// Size of the numbers x is a sum or an exponential of: x is known to some roundings of it.
struct Terms {
  double x;

  double operator()(const uq::Uniform& law) const { return bounded(law.lo, law.hi); }
  double operator()(const uq::Loguniform& law) const {
    return std::abs(x) * (1 + std::log(law.hi / law.lo));
  }
  double operator()(const uq::Normal& law) const { return centred(law.mean, law.sd); }
  double operator()(const uq::Lognormal& law) const {
    return std::abs(x) * (1 + std::abs(law.mean_log) + law.sd_log + std::abs(std::log(x)));
  }
  double operator()(const uq::Exponential& law) const { return std::abs(x) + law.mean; }
  double operator()(const uq::Triangular& law) const { return bounded(law.lo, law.hi); }
  double operator()(const uq::Histogram& law) const {
    return bounded(law.edges.front(), law.edges.back());
  }
  double operator()(const uq::Beta& law) const { return bounded(law.lo, law.hi); }
  double operator()(const uq::Student& law) const { return centred(law.mean, law.scale); }
  double operator()(const uq::Logistic& law) const { return centred(law.mean, law.scale); }
  double operator()(const uq::Pareto& law) const {
    return std::abs(x) * (1 + std::log(x / law.scale));
  }
  double operator()(const uq::Gumbel& law) const { return centred(law.mode, law.scale); }
  template <class Law>
  double operator()(const Law&) const {
    return std::abs(x);
  }

 private:
  double bounded(double lo, double hi) const { return std::abs(x) + std::abs(lo) + (hi - lo); }
  double centred(double center, double scale) const {
    return std::abs(x) + std::abs(center) + scale;
  }
};

// What roundings can do to probabilities of one law, all in units of eps.
class Roundings {
 public:
  explicit Roundings(const Distribution& d) : d_(d), whole_{d.law} {
    if (d.lower > -inf || d.upper < inf) {
      // A section's masses are differences of the whole law's tails, at least a quarter of them.
      const double to_hi = cdf(whole_, d.upper);
      const double from_lo = survival(whole_, d.lower);
      const double mass =
          to_hi < from_lo ? to_hi - cdf(whole_, d.lower) : from_lo - survival(whole_, d.upper);
      const double ratio = std::min(to_hi, from_lo) / mass;
      cancellation_ = ratio < 4 ? ratio : 4;
    }
  }

  // Roundings of x move a probability by the density; an exponential e^-y is known to y roundings.
  double of(double p, double x) const {
    const double tail = std::min(cdf(whole_, x), survival(whole_, x));
    return std::visit(Terms{x}, d_.law) * pdf(d_, x) +
           (p + cancellation_) * (1 + std::abs(std::log(tail)));
  }

 private:
  const Distribution& d_;
  Distribution whole_;
  double cancellation_ = 0;
};

// How far two points that should be one are apart, as a probability in units of its roundings.
double apart(const Distribution& d, const Roundings& roundings, double p, double x, double y) {
  if (x == y) {
    return 0;
  }
  const double density = std::min(pdf(d, x), pdf(d, y));
  return std::abs(x - y) * density / (eps * std::min(roundings.of(p, x), roundings.of(p, y)));
}

// x where neither an end of the section nor of the doubles hides the distance.
bool inside(const Distribution& d, double x) {
  const auto [lo, hi] = support(d);
  return lo < x && x < hi && std::abs(x) > 1e-290;
}

// Largest distance of x from its own probabilities' quantiles.
double inverse(const Distribution& d, const Roundings& roundings, double x) {
  double worst = 0;
  const double p = cdf(d, x);
  const double q = survival(d, x);
  if (is_discrete(d)) {
    const bool exact = (p == 1 || quantile(d, p) == x) && (q == 0 || quantile_upper(d, q) == x);
    return exact ? 0 : inf;
  }
  for (const bool upper : {false, true}) {
    const double tail = upper ? q : p;
    if (tail > 1e-299 && tail < 1) {
      const double back = upper ? quantile_upper(d, tail) : quantile(d, tail);
      if (inside(d, x) && inside(d, back)) {
        worst = std::max(worst, apart(d, roundings, tail, x, back));
      }
    }
  }
  return worst;
}

struct Worst {
  double monotone = 0, inverse = 0, sum = 0;
  bool inside = true, column = true;
};

Worst examine(const Distribution& d) {
  Worst worst;
  const Roundings roundings(d);
  const auto [lo, hi] = support(d);
  std::vector<double> column(probabilities.size());
  quantiles(d, probabilities, column);
  double previous = lo;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double p = probabilities[i];
    const double x = quantile(d, p);
    const double y = quantile_upper(d, p);
    worst.column &= x == column[i];
    worst.inside &= lo <= x && x <= hi && lo <= y && y <= hi;
    if (x < previous) {
      worst.monotone = std::max(worst.monotone, apart(d, roundings, p, x, previous));
    }
    previous = x;
    for (const double at : {x, y}) {
      const double miss = std::abs(cdf(d, at) + survival(d, at) - 1);
      const bool rounded = !is_discrete(d) && lo < at && at < hi;
      if (!rounded || inside(d, at)) {
        worst.sum = std::max(worst.sum, miss / (eps * (rounded ? roundings.of(1, at) : 1)));
      }
      worst.inverse = std::max(worst.inverse, inverse(d, roundings, at));
    }
  }
  return worst;
}

}  // namespace

// Random parameters over many magnitudes and random truncations. Distances are in roundings, Eq.
// 17; 4 are seen among 34000 laws.
TEST_CASE("random laws: quantiles rise, stay inside and are inverse to both tails",
          "[distributions][property]") {
  constexpr std::uint64_t laws = 150;
  constexpr double roundings = 8;
  for (std::size_t family = 0; family < uq::test::families; ++family) {
    std::uint64_t accepted = 0;
    for (std::uint64_t k = 0; k < laws; ++k) {
      INFO("family " << family << ", law " << k);
      uq::test::RandomLaw random(uq::Seed{family}.child("random law", k));
      const Distribution d = random.truncated(random.law(family));
      INFO("truncated to [" << d.lower << ", " << d.upper << "]");
      if (!check(d).empty()) {
        continue;
      }
      ++accepted;
      const Worst worst = examine(d);
      CHECK(worst.inside);
      CHECK(worst.column);
      CHECK(worst.monotone <= roundings);
      CHECK(worst.inverse <= roundings);
      CHECK(worst.sum <= roundings);
      const double m = mean(d);
      CHECK((!std::isfinite(m) || (support(d)[0] <= m && m <= support(d)[1])));
      CHECK_FALSE(variance(d) < 0);
    }
    // Refused: untruncated heavy tails (half of the shapes of Student and Pareto laws overflow),
    // bounds that have become one double.
    CHECK(accepted >= laws / 2);
  }
}

TEST_CASE("random laws: no overflow turns a moment into NaN", "[distributions][property]") {
  // Shapes so small that squares of the law overflow: the moment is beyond the doubles, not absent.
  CHECK(std::isinf(uq::variance({uq::Weibull{0.0112, 1}})));
  CHECK(std::isinf(uq::variance({uq::Weibull{0.0112, 1e200}, 1e190, inf})));
  // A lognormal section as narrow as its roundings.
  const Distribution narrow{uq::Lognormal{1, 20}, 56.8, 56.8 + 0x1p-43};
  CHECK(mean(narrow) >= 56.8);
  CHECK(mean(narrow) <= narrow.upper);
  CHECK(variance(narrow) >= 0);
}

// One shape above and one below 1: a step too far meets a tail below the smallest double. The steep
// end is at 0, where x keeps its digits.
TEST_CASE("random laws: beta quantiles come back from underflow", "[distributions][property]") {
  for (const double alpha : {36.0, 50.0, 96.0, 1e3}) {
    const Distribution d{uq::Beta{alpha, 0.42, 0, 1}};
    for (double p = 1e-300; p < 0.9; p *= 3) {
      const double x = quantile(d, p);
      CHECK(cdf(d, x) == Approx(p).epsilon(1e-12));
      const Distribution mirrored{uq::Beta{0.42, alpha, -1, 0}};
      CHECK(survival(mirrored, quantile_upper(mirrored, p)) == Approx(p).epsilon(1e-12));
    }
  }
}

// Of so flat a law little mass lies in seven decades of x: from the upper end x would cancel. A
// mass is a difference of tails at least a quarter of them: 4 eps of it is 1e-14 of q.
TEST_CASE("random laws: sections of little mass over decades keep the digits of x",
          "[distributions][property]") {
  for (const Distribution::Law& law : std::vector<Distribution::Law>{
           uq::Gamma{0.01, 1e39}, uq::Weibull{0.01, 1e39}, uq::Pareto{1e-39, 0.01}}) {
    const Distribution d{law, 6e11, 2e19};
    for (const double q : {0.1, 0.3, 0.45, 0.5}) {
      CHECK(survival(d, quantile_upper(d, q)) == Approx(q).epsilon(1e-14));
    }
  }
}

// The first terms of the tail: 15 t^2 (1 - 8 t / 3), z^(5/2) / Gamma(7/2) (1 - 5 z / 7), z^(3/2)
// (1 - z^(3/2) / 2), the next relative to them of the order of t^2.
TEST_CASE("quantiles: lower tails down to 1e-300 begin with their first terms",
          "[distributions][property]") {
  for (const double p : {5e-17, 1e-20, 1e-33, 1e-100, 1e-200, 1e-300}) {
    INFO("p = " << p);
    const double t = std::sqrt(p / 15);
    CHECK(uq::quantile({uq::Beta{2, 5, 0, 1}}, p) == Approx(t * (1 + 4 * t / 3)).epsilon(1e-13));
    const double z = std::pow(p * std::tgamma(3.5), 0.4);
    CHECK(uq::quantile({uq::Gamma{2.5, 3}}, p) == Approx(3 * z * (1 + 2 * z / 7)).epsilon(2e-13));
    const double w = std::pow(p, 1 / 1.5);
    CHECK(uq::quantile({uq::Weibull{1.5, 2}}, p) == Approx(2 * w * (1 + p / 3)).epsilon(1e-13));
  }
}
