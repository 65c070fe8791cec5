// Coverage of the intervals of `bands` (contract C10). Figures of the long run:
// docs/methods/propagate.md.
#include "samplers/halton.hpp"
#include "samplers/lhs.hpp"
#include "samplers/sobol_sequence.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/philox.hpp"
#include "uq/propagation/propagate.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

using namespace uq::propagation;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::PointKind;
using uq::Seed;
using uq::Vector;

namespace {

const std::vector<double> probabilities{0.05, 0.5, 0.95};

/// A function of two uniform inputs whose law is known.
struct KnownLaw {
  std::string name;
  double (*value)(double u, double v);
  double mean;
  double sd;
  std::vector<double> quantiles;  ///< at `probabilities`
  double threshold;
  double exceedance;
};

std::vector<KnownLaw> laws() {
  const auto exponential = [](double u, double) { return -std::log(u); };
  const auto sum = [](double u, double v) { return u + v; };
  const auto larger = [](double u, double v) { return std::max(u, v); };
  const auto steps = [](double u, double v) {
    return (u > 0.3 ? 1.0 : 0.0) + (v > 0.8 ? 1.0 : 0.0);
  };
  // Normal of mean 0 and sd 1/2 by Box and Muller, then its exponential.
  const auto lognormal = [](double u, double v) {
    return std::exp(0.5 * std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v));
  };
  const double z95 = 1.6448536269514722;
  const double e = std::exp(0.25);
  const double root = std::sqrt(0.1);
  return {{"exponential",
           exponential,
           1,
           1,
           {-std::log(0.95), std::log(2), std::log(20)},
           3,
           std::exp(-3)},
          {"sum", sum, 1, std::sqrt(1.0 / 6), {root, 1, 2 - root}, 1.5, 0.125},
          {"larger",
           larger,
           2.0 / 3,
           std::sqrt(1.0 / 18),
           {std::sqrt(0.05), std::sqrt(0.5), std::sqrt(0.95)},
           0.9,
           0.19},
          {"steps", steps, 0.9, std::sqrt(0.37), {0, 1, 2}, 1.5, 0.14},
          {"lognormal",
           lognormal,
           std::exp(0.125),
           std::sqrt((e - 1) * e),
           {std::exp(-0.5 * z95), 1, std::exp(0.5 * z95)},
           std::exp(0.5 * z95),
           0.05}};
}

// Points of the design's kind in two dimensions; a single hypercube is centred.
Matrix draw(const uq::IndependentDesign& design, Seed seed) {
  using namespace uq::samplers;
  const Index n = design.points.count;
  const Index replicates = design.replicates;
  Matrix u(n, 2);
  switch (design.kind) {
    case PointKind::monte_carlo:
      uq::philox_uniforms(seed, 0, {u.data(), static_cast<std::size_t>(u.size())});
      break;
    case PointKind::lhs:
      lhs(n, 2, replicates, replicates == 1 ? LatinPlace::centred : LatinPlace::random, seed)
          .block(0, u);
      break;
    case PointKind::sobol:
      scrambled_sobol(n, 2, replicates, seed).block(0, u);
      break;
    case PointKind::halton:
      scrambled_halton(n, 2, replicates, seed).block(0, u);
      break;
  }
  return u;
}

Vector outputs(const KnownLaw& law, const uq::IndependentDesign& design, Seed seed) {
  const Index n = design.points.count;
  const Matrix u = draw(design, seed);
  Vector y(n);
  for (Index k = 0; k < n; ++k) {
    y[k] = law.value(u(k, 0), u(k, 1));
  }
  return y;
}

struct Coverages {
  Coverage mean, sd, quantile, exceedance;
};

void add(Coverage& coverage, const uq::NdArray& ci, const std::vector<double>& truth) {
  for (std::size_t k = 0; k < truth.size(); ++k) {
    coverage.add(ci.data[2 * k], ci.data[2 * k + 1], truth[k]);
  }
  coverage.end_repeat();
}

void check(const uq::IndependentDesign& design, Index repeats) {
  for (const auto& law : laws()) {
    Coverages c;
    for (Index repeat = 0; repeat < repeats; ++repeat) {
      const Seed seed = Seed{30}.child("repeat", static_cast<std::uint64_t>(repeat));
      const auto result = bands(design,
                                {{outputs(law, design, seed)}},
                                {{0, law.threshold}},
                                {.quantiles = probabilities});
      add(c.mean, result.mean_ci, {law.mean});
      add(c.sd, result.sd_ci, {law.sd});
      add(c.quantile, result.quantile_ci, law.quantiles);
      add(c.exceedance, result.exceedance_ci, {law.exceedance});
    }
    std::ostringstream line;
    line << std::setprecision(3) << law.name;
    const auto print = [&](const char* figure, const Coverage& coverage) {
      line << "; " << figure << " " << coverage.mean() << " +- " << coverage.standard_error()
           << ", width " << coverage.mean_width();
    };
    print("mean", c.mean);
    print("sd", c.sd);
    print("quantile", c.quantile);
    print("exceedance", c.exceedance);
    INFO(line.str());
    if (repeats > 1000) {
      WARN(line.str());
    }
    CHECK(c.mean.acceptable());
    CHECK(c.sd.acceptable());
    CHECK(c.quantile.acceptable());
    CHECK(c.exceedance.acceptable());
  }
}

const uq::IndependentDesign random_points{{512, 2, {}}, PointKind::monte_carlo, 1};
const uq::IndependentDesign sobol_replicates{{8 * 128, 2, {}}, PointKind::sobol, 8};
const uq::IndependentDesign lhs_replicates{{8 * 128, 2, {}}, PointKind::lhs, 8};
const uq::IndependentDesign halton_replicates{{8 * 128, 2, {}}, PointKind::halton, 8};
const uq::IndependentDesign centred_lhs{{512, 2, {}}, PointKind::lhs, 1};

}  // namespace

TEST_CASE("bands: intervals cover on random points", "[bands][statistical][slow]") {
  check(random_points, 400);
}
TEST_CASE("bands: intervals cover on replicated Sobol' points", "[bands][statistical][slow]") {
  check(sobol_replicates, 400);
}
TEST_CASE("bands: intervals cover on replicated Latin hypercubes", "[bands][statistical][slow]") {
  check(lhs_replicates, 400);
}
TEST_CASE("bands: intervals cover on replicated Halton points", "[bands][statistical][slow]") {
  check(halton_replicates, 400);
}
TEST_CASE("bands: intervals cover on one centred hypercube", "[bands][statistical][slow]") {
  check(centred_lhs, 400);
}
TEST_CASE("bands: intervals cover in the long run", "[.long][bands][statistical]") {
  SECTION("random points") {
    check(random_points, 2000);
  }
  SECTION("replicated Sobol' points") {
    check(sobol_replicates, 2000);
  }
  SECTION("replicated Latin hypercubes") {
    check(lhs_replicates, 2000);
  }
  SECTION("replicated Halton points") {
    check(halton_replicates, 2000);
  }
  SECTION("one centred hypercube") {
    check(centred_lhs, 2000);
  }
}
