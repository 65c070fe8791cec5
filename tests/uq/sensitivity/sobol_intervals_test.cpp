// The intervals' ingredients against definitions, and the record of convergence.
#include "tests/support/catch.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/sensitivity/sobol_convergence.hpp"
#include "uq/sensitivity/sobol_intervals_detail.hpp"

#include <cmath>
#include <vector>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::PointKind;
using uq::Seed;
using uq::Vector;

// Leaving out row k changes an estimate by -h_k / (n - 1) + O(1 / n^2): the influence is what the
// jackknife would find.
TEST_CASE("sobol intervals: the influence is the jackknife's in the limit", "[sobol][unit]") {
  constexpr Index n = 400;
  const auto design = wide_shape(n, 3, true, true);
  const Matrix y = random_outputs(ishigami(), design, Seed{3}).array() + 50;
  for (const auto& options : all_estimators()) {
    const auto layout = detail::layout(design, options);
    const auto influence = detail::influence({detail::centre(y)}, layout).front();
    Vector squares = Vector::Zero(layout.figures());
    Vector cubes = squares;
    Matrix left(layout.figures(), n);
    for (Index k = 0; k < n; ++k) {
      Matrix others(n - 1, y.cols());
      others << y.topRows(k), y.bottomRows(n - 1 - k);
      left.col(k) = detail::figures(detail::centre(others), layout);
    }
    const auto blocks = detail::centre(y);
    for (Index figure = 0; figure < layout.figures(); ++figure) {
      const double unit = figure == 0   ? blocks.scaling.unit
                          : figure == 1 ? blocks.scaling.unit * blocks.scaling.unit
                                        : 1;
      const auto row = left.row(figure).array();
      const double variance = (row - row.mean()).square().sum() * (n - 1) / n;
      const double skew =
          -(row - row.mean()).cube().sum() / std::pow((row - row.mean()).square().sum(), 1.5);
      CAPTURE(figure);
      CHECK(detail::standard_error(influence, figure) * unit ==
            Approx(std::sqrt(variance)).epsilon(0.02));
      CHECK(influence.cubes[figure] / std::pow(influence.squares[figure], 1.5) ==
            Approx(skew).epsilon(0.1).margin(5e-3));
    }
  }
}

TEST_CASE("sobol intervals: BCa without bias and skewness is the percentile interval",
          "[sobol][unit]") {
  std::vector<double> values;
  for (int k = 1; k <= 999; ++k) {
    values.push_back(uq::propagation::normal_quantile(k / 1000.0));
  }
  const auto percentile = detail::percentile_interval(values, 0.95);
  const auto plain = detail::bca_interval(values, 0, 0, 0.95);
  CHECK(plain.lower == Approx(percentile.lower).epsilon(1e-12));
  CHECK(plain.upper == Approx(percentile.upper).epsilon(1e-12));
  // By hand (Efron, Tibshirani 1993, Eq. 14.10): z0 = z(0.6), a = 0.3 / 6, level 0.95.
  const double z0 = uq::propagation::normal_quantile(0.6);
  const double estimate = uq::propagation::normal_quantile(0.6);
  const auto bent = detail::bca_interval(values, estimate, 0.3, 0.95);
  const auto expected = [&](double p) {
    const double z = z0 + uq::propagation::normal_quantile(p);
    return z0 + z / (1 - 0.05 * z);
  };
  CHECK(bent.lower == Approx(expected(0.025)).margin(0.01));
  CHECK(bent.upper == Approx(expected(0.975)).margin(0.05));
  CHECK(bent.lower > percentile.lower);
  // All alike: exact.
  const auto exact = detail::bca_interval(std::vector<double>(100, 0.0), 0, NAN, 0.95);
  CHECK(exact.lower == 0);
  CHECK(exact.upper == 0);
}

// Beyond 1 - a z = 0 Eq. 20 would come back from the other side; its limit is the last value.
TEST_CASE("sobol intervals: BCa's ends do not change sides under a large skewness",
          "[sobol][unit]") {
  std::vector<double> values;
  for (int k = 1; k <= 999; ++k) {
    values.push_back(uq::propagation::normal_quantile(k / 1000.0));
  }
  const double right_skew = 6 / uq::propagation::normal_quantile(0.975);  // 1 - a z = 0
  for (const double skew : {right_skew * 0.9999, right_skew * 1.0001, 4.0, 100.0}) {
    CAPTURE(skew);
    const auto right = detail::bca_interval(values, 0, skew, 0.95);
    CHECK(right.upper == values.back());
    CHECK(right.lower > values.front());
    CHECK(right.lower < 0);
    const auto left = detail::bca_interval(values, 0, -skew, 0.95);
    CHECK(left.lower == values.front());
    CHECK(left.upper == Approx(-right.lower).epsilon(1e-12));
  }
}

TEST_CASE("sobol convergence: checkpoints are estimates of the first rows", "[sobol][unit]") {
  const Matrix y = random_outputs(ishigami(), 512, Seed{3});
  SobolOptions options{.resamples = 100};
  options.interval = SobolInterval::asymptotic;
  const auto design = shape(512, 3);
  const auto all = sobol(design, {y}, options, Seed{1});
  const auto record = sobol_convergence(design, {y}, options, all);
  CHECK(record.rows == std::vector<double>{64, 128, 256, 512});
  for (Index c = 0; c < 4; ++c) {
    const auto m = static_cast<Index>(record.rows[static_cast<std::size_t>(c)]);
    const auto part = sobol(shape(m, 3), {y.topRows(m)}, options, Seed{1});
    for (Index i = 0; i < 3; ++i) {
      CHECK(record.S1.at({0, i, c}) == part.S1.at({0, i}));
      CHECK(record.ST.at({0, i, c}) == part.ST.at({0, i}));
      CHECK(record.S1_ci.at({0, i, c, 0}) == Approx(part.S1_ci.at({0, i, 0})).epsilon(1e-12));
      CHECK(record.ST_ci.at({0, i, c, 1}) == Approx(part.ST_ci.at({0, i, 1})).epsilon(1e-12));
    }
  }
  // Replicates: the first rows of each.
  const auto four = shape(512, 3, PointKind::sobol, 4);
  const auto replicated = sobol(four, {y}, options, Seed{1});
  const auto record4 = sobol_convergence(four, {y}, options, replicated);
  CHECK(record4.rows == std::vector<double>{64, 128, 256, 512});
  CHECK(record4.S1.at({0, 1, 3}) == replicated.S1.at({0, 1}));
  CHECK(record4.S1_ci.at({0, 1, 3, 1}) == replicated.S1_ci.at({0, 1, 1}));
  Matrix first(64, 5);
  for (Index r = 0; r < 4; ++r) {
    first.middleRows(16 * r, 16) = y.middleRows(128 * r, 16);
  }
  CHECK(record4.ST.at({0, 0, 0}) ==
        sobol(shape(64, 3, PointKind::sobol, 4), {first}, options, Seed{1}).ST.at({0, 0}));
  CHECK(checkpoints(shape(60, 3)) == std::vector<double>{30, 60});
  CHECK(checkpoints(shape(20, 3)) == std::vector<double>{20});
}

// The record leaves S2 out; the blocks of the design stay where they are.
TEST_CASE("sobol convergence: the last checkpoint is the estimate, for every estimator and design",
          "[sobol][property]") {
  for (const bool second_order : {false, true}) {
    for (const Index replicates : {1, 4}) {
      const auto design = wide_shape(128, 3, second_order, true, {}, replicates);
      const Matrix y = random_outputs(ishigami(), design, Seed{3});
      for (std::size_t first = 0; first < enum_names(FirstOrder{}).size(); ++first) {
        for (std::size_t total = 0; total < enum_names(TotalOrder{}).size(); ++total) {
          SobolOptions options{.estimator_first = static_cast<FirstOrder>(first),
                               .estimator_total = static_cast<TotalOrder>(total)};
          options.interval = SobolInterval::asymptotic;
          CAPTURE(second_order, replicates, first, total);
          const auto all = sobol(design, {y}, options, Seed{1});
          const auto record = sobol_convergence(design, {y}, options, all);
          const auto last = static_cast<Index>(record.rows.size()) - 1;
          for (Index i = 0; i < 3; ++i) {
            CHECK(record.S1.at({0, i, last}) == all.S1.at({0, i}));
            CHECK(record.ST.at({0, i, last}) == all.ST.at({0, i}));
            CHECK(record.S1_ci.at({0, i, last, 1}) ==
                  Approx(all.S1_ci.at({0, i, 1})).epsilon(1e-12));
          }
        }
      }
    }
  }
}

TEST_CASE("sobol convergence: an undefined output has none", "[sobol][unit]") {
  Matrix y = random_outputs(ishigami(), 128, Seed{3});
  y(5, 1) = NAN;
  const auto design = shape(128, 3);
  const SobolOptions options{.resamples = 100};
  const auto record = sobol_convergence(design, {y}, options, sobol(design, {y}, options, Seed{1}));
  CHECK(std::isnan(record.S1.at({0, 0, 0})));
}
