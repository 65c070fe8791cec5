#include "surrogates/fit_pce.hpp"

#include "surrogates/pce_indices.hpp"
#include "tests/support/catch.hpp"
#include "tests/surrogates/known_points.hpp"
#include "uq/core/parallel.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace uq::surrogates;
using uq::Beta;
using uq::Distribution;
using uq::Exponential;
using uq::Index;
using uq::Matrix;
using uq::MatrixRef;
using uq::Normal;
using uq::Seed;
using uq::Uniform;
using uq::Vector;
using uq::test::Known;

namespace {

std::vector<Distribution> uniforms(Index d) {
  return std::vector<Distribution>(static_cast<std::size_t>(d), {Uniform{0, 1}});
}

PceOptions quick(PceTerms how, Index degree) {
  PceOptions options;
  options.fit = how;
  options.degree = degree;
  options.replicates = 50;
  return options;
}

Vector predictions(const PceFit& fit, MatrixRef x) {
  Matrix y(x.rows(), static_cast<Index>(fit.outputs.size()));
  predict(fit.outputs, -1, x, y);
  return y.col(0);
}

// Reported figures of one output as one vector, to compare bits.
std::vector<double> figures(const PceFit& fit, std::size_t k) {
  std::vector<double> all{fit.q2.data[k], fit.rmse.data[k], fit.mean.data[k], fit.variance.data[k]};
  const Pce& pce = fit.outputs[k];
  all.insert(all.end(), pce.coefficients.begin(), pce.coefficients.end());
  all.insert(all.end(), pce.replicates.reshaped().begin(), pce.replicates.reshaped().end());
  all.push_back(pce.missing);
  return all;
}

}  // namespace

TEST_CASE("pce: polynomials of the basis' degree are exact", "[surrogates][property]") {
  const Known known = uq::test::function_of(
      {{Uniform{-2, 5}}, {Normal{3, 2}}, {Exponential{0.5}}, {Beta{2, 3, 0, 1}}, {Uniform{0, 1}}},
      [](const Vector& x) {
        return 1 + x(0) - 2 * x(0) * x(1) + 0.3 * x(1) * x(1) * x(3) + x(2) * x(2) - x(3);
      });
  const Matrix x = uq::test::latin(known.problem, 120, Seed{1});
  const Matrix fresh = uq::test::monte_carlo(known.problem, 500, Seed{2});
  const Vector truth = known.values(fresh);
  for (const PceTerms how : {PceTerms::lars, PceTerms::omp, PceTerms::ls}) {
    const auto fit = fit_pce(known.problem, x, {known.values(x)}, quick(how, 3), Seed{3});
    REQUIRE(fit.undefined[0].empty());
    const double size = truth.cwiseAbs().maxCoeff();
    CHECK((predictions(fit, fresh) - truth).cwiseAbs().maxCoeff() < 1e-10 * size);
    // Each fold of matching pursuit has to find the terms anew.
    CHECK(fit.q2.data[0] > (how == PceTerms::omp ? 0.999 : 1 - 1e-15));
    if (how != PceTerms::ls) {
      // The last input is inert: with nothing left to explain no term of it is chosen.
      const auto indices = pce_indices(fit.outputs, uq::one_each(known.names()));
      CHECK(indices.ST.at({0, 4}) == 0);
      CHECK(indices.dead.at({0, 4}) == 1);
    }
  }
}

TEST_CASE("pce: the special input is found in every place", "[surrogates][property]") {
  for (const Index d : {11, 15, 40}) {
    for (Index special = 0; special < d; special += d == 40 ? 13 : 1) {
      const Known known = uq::test::function_of(uniforms(d), [special](const Vector& x) {
        const double rest = x.sum() - x(special);
        return std::exp(2 * x(special)) + 0.05 * rest;
      });
      const Matrix x = uq::test::latin(known.problem, 3 * d + 30, Seed{4});
      PceOptions options = quick(PceTerms::lars, 4);
      options.q = {0.5};
      options.replicates = 0;
      const auto fit = fit_pce(known.problem, x, {known.values(x)}, options, Seed{1});
      const auto indices = pce_indices(fit.outputs, uq::one_each(known.names()));
      INFO("d " << d << ", special " << special);
      for (Index i = 0; i < d; ++i) {
        CHECK((indices.ST.at({0, i}) > 0.5) == (i == special));
      }
    }
  }
}

TEST_CASE("pce: units, offsets and the order of inputs change nothing but themselves",
          "[surrogates][property]") {
  const auto value = [](double a, double b, double c) { return std::exp(a) * (1 + b) + b * c; };
  const Known known =
      uq::test::function_of({{Uniform{0, 1}}, {Normal{0, 1}}, {Uniform{-1, 1}}, {Uniform{0, 1}}},
                            [&](const Vector& x) { return value(x(0), x(1), x(2)); });
  const Known other = uq::test::function_of(
      {{Uniform{-1e6, 1e6}}, {Uniform{0, 1}}, {Uniform{0, 1e-9}}, {Normal{0, 1e3}}},
      [&](const Vector& x) { return value(x(2) * 1e9, x(3) / 1e3, x(0) / 1e6) * 1e-3; });
  const Matrix x = uq::test::latin(known.problem, 100, Seed{5});
  Matrix moved(x.rows(), 4);
  moved << x.col(2) * 1e6, x.col(3), x.col(0) * 1e-9, x.col(1) * 1e3;
  const std::vector<Index> place{2, 3, 0, 1};  // of each input among the others
  const PceOptions options = quick(PceTerms::lars, 5);
  const Vector y = known.values(x);
  const auto fit = fit_pce(known.problem, x, {y}, options, Seed{6});
  const auto scaled = fit_pce(other.problem, moved, {y * 1e-3}, options, Seed{6});
  const auto shifted = fit_pce(known.problem, x, {(y.array() + 1e8).matrix()}, options, Seed{6});
  const auto one = pce_indices(fit.outputs, uq::one_each(known.names()));
  const auto two = pce_indices(scaled.outputs, uq::one_each(other.names()));
  const auto three = pce_indices(shifted.outputs, uq::one_each(known.names()));
  for (Index i = 0; i < 4; ++i) {
    const Index at = place[static_cast<std::size_t>(i)];
    CHECK(one.S1.at({0, i}) == Approx(two.S1.at({0, at})).margin(1e-9));
    CHECK(one.ST.at({0, i}) == Approx(two.ST.at({0, at})).margin(1e-9));
    // The outputs are rounded to 1e8 epsilon, 1e-8 of their spread.
    CHECK(one.S1.at({0, i}) == Approx(three.S1.at({0, i})).margin(1e-6));
  }
  CHECK(shifted.mean.data[0] - 1e8 == Approx(fit.mean.data[0]).epsilon(1e-6));
}

TEST_CASE("pce: same bits for threads, blocks and neighbours", "[surrogates][property]") {
  const Known known = uq::test::known("ishigami-7-0.1");
  const Matrix x = uq::test::latin(known.problem, 90, Seed{7});
  const Vector y = known.values(x);
  Vector broken = y;
  broken(3) = std::nan("");
  const PceOptions options = quick(PceTerms::lars, 7);
  uq::set_threads(1);
  const auto one = fit_pce(known.problem, x, {y}, options, Seed{8});
  uq::set_threads(3);
  const auto many = fit_pce(
      known.problem, x, {broken, y, Vector::Constant(90, 2.0)}, options, Seed{8}, {.budget = 0.1});
  CHECK(figures(one, 0) == figures(many, 1));
  CHECK(many.undefined[2] == "the output does not vary beyond rounding");
  CHECK(many.rows.data[0] == 89);
  CHECK(std::isnan(many.y_pred.at({3, 0})));

  const Matrix fresh = uq::test::monte_carlo(known.problem, 777, Seed{9});
  Matrix all(777, 1);
  predict(one.outputs, 4, fresh, all);
  uq::set_threads(0);
  for (Index i = 0; i < 777; i += 41) {
    Matrix row(1, 1);
    predict(one.outputs, 4, fresh.middleRows(i, 1), row);
    CHECK(row(0, 0) == all(i, 0));
  }
}

TEST_CASE("pce: errors are those of fits without the point", "[surrogates][property]") {
  const Known known = uq::test::known("ishigami-7-0.1");
  const Matrix x = uq::test::latin(known.problem, 60, Seed{10});
  const Vector y = known.values(x);
  PceOptions options = quick(PceTerms::ls, 3);
  options.adaptive = false;
  const auto fit = fit_pce(known.problem, x, {y}, options, Seed{1});
  double squares = 0;
  double largest = 0;
  for (Index i = 0; i < 60; ++i) {
    Vector without = y;
    without(i) = std::nan("");
    const auto part = fit_pce(known.problem, x, {without}, options, Seed{1}, {.budget = 0.5});
    const double predicted = predictions(part, x.middleRows(i, 1))(0);
    CHECK(fit.y_pred.at({i, 0}) == Approx(predicted).epsilon(1e-9));
    squares += (y(i) - predicted) * (y(i) - predicted);
    largest = std::max(largest, std::abs((y(i) - predicted) / y(i)));
  }
  CHECK(fit.rmse.data[0] == Approx(std::sqrt(squares / 60)));
  CHECK(fit.ape_max.data[0] == Approx(largest));
  const double variance = (y.array() - y.mean()).square().sum() / 59;
  CHECK(fit.q2.data[0] == Approx(1 - squares / 60 / variance));
}

TEST_CASE("pce: rows that repeat are one point for every validation", "[surrogates][property]") {
  const Known known = uq::test::known("ishigami-7-0.1");
  const Matrix x = uq::test::latin(known.problem, 60, Seed{11});
  Matrix twice(120, 3);
  twice << x, x;
  Vector y(120);
  y << known.values(x), known.values(x);
  PceOptions options = quick(PceTerms::ls, 3);
  options.adaptive = false;
  const auto once = fit_pce(known.problem, x, {y.head(60)}, options, Seed{1});
  for (const Validation how : {Validation::loo, Validation::folds, Validation::holdout}) {
    options.validation = how;
    const auto fit = fit_pce(known.problem, twice, {y}, options, Seed{1});
    for (Index i = 0; i < 60; ++i) {
      CHECK(fit.kept_out.at({i, 0}) == fit.kept_out.at({i + 60, 0}));
      if (!std::isnan(fit.y_pred.at({i, 0}))) {
        CHECK(fit.y_pred.at({i, 0}) == Approx(fit.y_pred.at({i + 60, 0})).epsilon(1e-9));
      }
    }
    if (how == Validation::loo) {
      CHECK(fit.rmse.data[0] == Approx(once.rmse.data[0]).epsilon(1e-9));
    }
  }
}

TEST_CASE("pce: what cannot be fitted says why", "[surrogates][unit]") {
  const Known known = uq::test::function_of(uniforms(3), [](const Vector& x) { return x.sum(); });
  Matrix x = uq::test::latin(known.problem, 12, Seed{12});
  const Vector y = known.values(x);
  PceOptions options = quick(PceTerms::ls, 3);
  options.adaptive = false;
  const auto why = [&](const Vector& values) {
    return fit_pce(known.problem, x, {values}, options, Seed{1}).undefined[0];
  };
  CHECK(why(y).find("12 points for 20 terms") != std::string::npos);
  options.degree = 2;
  CHECK(fit_pce(known.problem, x, {y}, options, Seed{1}).few_points[0] == 1);
  x.col(1).setConstant(0.25);
  options.degree = 1;
  CHECK(why(y).find("(x2)") != std::string::npos);
  Vector lost = y;
  lost(0) = std::numeric_limits<double>::infinity();
  CHECK(why(lost).find("1 of 12 points") != std::string::npos);
  options.log = {1};
  CHECK(why((y.array() - 2).matrix()).find("no logarithm") != std::string::npos);
  CHECK_THROWS_WITH(fit_pce(known.problem, x.leftCols(2), {y}, {}, Seed{1}),
                    Catch::Contains("2 columns for 3 inputs"));
}

TEST_CASE("pce: the logarithm of an output is expanded on request", "[surrogates][unit]") {
  const Known known = uq::test::function_of(
      uniforms(3), [](const Vector& x) { return std::exp(3 * x(0) + x(1) * x(2)); });
  const Matrix x = uq::test::latin(known.problem, 40, Seed{13});
  PceOptions options = quick(PceTerms::lars, 3);
  options.log = {1};
  const auto fit = fit_pce(known.problem, x, {known.values(x)}, options, Seed{1});
  const Matrix fresh = uq::test::monte_carlo(known.problem, 100, Seed{2});
  const Vector truth = known.values(fresh);
  CHECK(((predictions(fit, fresh) - truth).array() / truth.array()).abs().maxCoeff() < 1e-10);
  CHECK(std::isnan(fit.mean.data[0]));
  CHECK(pce_indices(fit.outputs, uq::one_each(known.names())).undefined[0].find("closed form") !=
        std::string::npos);
}

TEST_CASE("pce: no sample size collapses to a constant", "[surrogates][property][slow]") {
  // Centred inputs: nothing but their product shows.
  const Known centred =
      uq::test::function_of({{Uniform{-1, 1}}, {Uniform{-1, 1}}, {Uniform{-1, 1}}},
                            [](const Vector& x) { return x.prod(); });
  const Known positive = uq::test::function_of(uniforms(4), [](const Vector& x) {
    return (1 + x(0)) * std::exp(x(1)) * (0.5 + x(2) * x(2)) * (2 + std::sin(3 * x(3)));
  });
  PceOptions options;
  options.replicates = 0;
  options.degree = 6;
  // Matching pursuit is judged by folds, each of which chooses anew: fewer samples.
  const auto worst = [&](const Known& known, Index n, std::uint64_t samples) {
    double least = 1;
    for (std::uint64_t s = 0; s < samples; ++s) {
      const Matrix x = uq::test::latin(known.problem, n, Seed{s});
      const auto fit = fit_pce(known.problem, x, {known.values(x)}, options, Seed{s});
      least = std::min(least, fit.q2.data[0]);
    }
    return least;
  };
  for (const Known& known : {centred, positive}) {
    for (const Index n : {40, 48, 56, 64, 72, 80}) {
      INFO("n " << n);
      options.fit = PceTerms::lars;
      CHECK(worst(known, n, 50) > 0.9);
    }
    for (const Index n : {40, 60, 80}) {
      INFO("matching pursuit, n " << n);
      options.fit = PceTerms::omp;
      CHECK(worst(known, n, 5) > 0.8);
    }
  }
}
