// Coverage of the surrogate's intervals (contract C10). Figures of the long run:
// docs/methods/pce.md.
#include "perfmodels/known/exact.hpp"
#include "surrogates/fit_pce.hpp"
#include "surrogates/pce_indices.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "tests/surrogates/known_points.hpp"

#include <cmath>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

using namespace uq::surrogates;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::NdArray;
using uq::Seed;
using uq::Uniform;
using uq::Vector;

namespace {

Known on_cube(Index d,
              std::function<double(const Vector&)> value,
              const uq::perfmodels::ExactIndices& truth) {
  Known k = function_of(std::vector<uq::Distribution>(static_cast<std::size_t>(d), {Uniform{0, 1}}),
                        std::move(value));
  k.truth = truth;
  return k;
}

Known g_function() {
  static const std::vector<double> a{1, 2, 5, 10};
  return on_cube(
      4,
      [](const Vector& x) {
        double y = 1;
        for (Index i = 0; i < 4; ++i) {
          const double c = a[static_cast<std::size_t>(i)];
          y *= (std::abs(4 * x(i) - 2) + c) / (1 + c);
        }
        return y;
      },
      uq::perfmodels::g_function_exact(a));
}

// Factors exp(x_i): Var / mean^2 = (e + 1) / (2 (e - 1)) - 1.
Known product() {
  const double e = std::exp(1.0);
  const std::vector<double> relative(3, (e + 1) / (2 * (e - 1)) - 1);
  return on_cube(
      3,
      [](const Vector& x) { return std::exp(x.sum()); },
      uq::perfmodels::product_exact(std::pow(e - 1, 3), relative));
}

// [x1 > 0.3] + [x2 > 0.8] [x3 > 0.5]
Known stepped() {
  uq::perfmodels::ExactIndices truth;
  const double p1 = 0.7 * 0.3;
  const double p23 = 0.1 * 0.9;
  const double p2 = 0.2 * 0.8 * 0.25;
  const double p3 = 0.25 * 0.04;
  truth.mean = 0.8;
  truth.variance = p1 + p23;
  truth.first = Vector(3);
  truth.first << p1, p2, p3;
  truth.total = Vector(3);
  truth.total << p1, p23 - p3, p23 - p2;
  truth.first /= truth.variance;
  truth.total /= truth.variance;
  truth.second = Matrix::Zero(3, 3);
  truth.second(1, 2) = (p23 - p2 - p3) / truth.variance;
  return on_cube(
      3,
      [](const Vector& x) {
        return (x(0) > 0.3 ? 1.0 : 0.0) + (x(1) > 0.8 && x(2) > 0.5 ? 1.0 : 0.0);
      },
      truth);
}

struct Setting {
  std::string name;
  Known known;
  Index n;
  Index degree;
  PceTerms fit = PceTerms::lars;
  std::vector<double> q = {0.75, 1};
};

struct Coverages {
  Coverage S1, ST, S2, mean, variance;
  double q2 = 0;
};

Coverages measure(const Setting& setting, Index repeats) {
  Coverages c;
  const Known& known = setting.known;
  const Index d = known.dims();
  PceOptions options;
  options.fit = setting.fit;
  options.degree = setting.degree;
  options.q = setting.q;
  const auto add = [](Coverage& coverage, const NdArray& ci, Index place, double truth) {
    const auto at = static_cast<std::size_t>(2 * place);
    coverage.add(ci.data[at], ci.data[at + 1], truth);
  };
  for (Index repeat = 0; repeat < repeats; ++repeat) {
    const Seed seed = Seed{31}.child("repeat", static_cast<std::uint64_t>(repeat));
    const Matrix x = latin(known.problem, setting.n, seed);
    const auto fit = fit_pce(known.problem, x, {known.values(x)}, options, seed);
    const auto r = pce_indices(fit.outputs, uq::one_each(known.names()), {.second_order = true});
    c.q2 += fit.q2.data[0] / static_cast<double>(repeats);
    for (Index i = 0; i < d; ++i) {
      add(c.S1, r.S1_ci, i, known.truth.first(i));
      add(c.ST, r.ST_ci, i, known.truth.total(i));
      for (Index j = i + 1; j < d; ++j) {
        add(c.S2, r.S2_ci, i * d + j, known.truth.second(i, j));
      }
    }
    add(c.mean, r.mean_ci, 0, known.truth.mean);
    add(c.variance, r.variance_ci, 0, known.truth.variance);
    for (Coverage* coverage : {&c.S1, &c.ST, &c.S2, &c.mean, &c.variance}) {
      coverage->end_repeat();
    }
  }
  return c;
}

std::string text(const char* figure, const Coverage& c) {
  std::ostringstream out;
  out << std::setprecision(3) << figure << " " << c.mean() << " +- " << c.standard_error()
      << ", width " << c.mean_width() << "; ";
  return out.str();
}

void check(const Setting& setting, Index repeats) {
  const Coverages c = measure(setting, repeats);
  const std::string line = setting.name + ", n " + std::to_string(setting.n) + ", Q2 " +
                           std::to_string(c.q2) + ": " + text("S1", c.S1) + text("ST", c.ST) +
                           text("S2", c.S2) + text("mean", c.mean) + text("variance", c.variance);
  INFO(line);
  if (repeats > 1000 || c.q2 < 0.9) {
    WARN(line);
  }
  if (c.q2 >= 0.9) {
    CHECK(c.S1.acceptable());
    CHECK(c.ST.acceptable());
    CHECK(c.S2.acceptable());
    CHECK(c.mean.acceptable());
    CHECK(c.variance.acceptable());
  }
}

std::vector<Setting> settings() {
  return {{"Ishigami", known("ishigami-7-0.1"), 80, 8, PceTerms::lars, {1}},
          {"G-function", g_function(), 100, 6},
          {"product", product(), 40, 4},
          {"product, matching pursuit", product(), 80, 4, PceTerms::omp},
          {"product, least squares", product(), 60, 3, PceTerms::ls},
          {"steps", stepped(), 150, 8, PceTerms::lars, {0.75}}};
}

}  // namespace

TEST_CASE("pce: intervals of smooth outputs cover", "[surrogates][statistical][slow]") {
  for (const std::size_t k : {0, 2, 3, 4}) {
    check(settings()[k], 400);
  }
}
TEST_CASE("pce: intervals of outputs with kinks and steps cover",
          "[surrogates][statistical][slow]") {
  check(settings()[1], 400);
  check(settings()[5], 400);
}
TEST_CASE("pce: intervals cover in the long run", "[.long][surrogates][statistical]") {
  for (const Setting& setting : settings()) {
    check(setting, 2000);
  }
}
