// Where the data do not support a figure: no interval, no order and no index, each with a reason.
#include "samplers/saltelli.hpp"
#include "tests/support/catch.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/sensitivity/sobol_convergence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::MissingPolicy;
using uq::PointKind;
using uq::Seed;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
const SobolOptions few{.resamples = 100};

// The message of a warning; empty when it is not there.
std::string message(const SobolIndices& result, const std::string& code) {
  for (const uq::Warning& warning : result.warnings) {
    if (warning.code == code) {
      return warning.message;
    }
  }
  return "";
}

void check_no_order(const SobolIndices& result, Index output) {
  const Index f = result.ST.shape[1];
  CHECK(std::isnan(result.stable_top.at({output})));
  CHECK(std::isnan(result.stable_top_share.at({output})));
  for (Index i = 0; i < f; ++i) {
    CHECK(std::isnan(result.below.at({output, i})));
    for (Index j = 0; j < f; ++j) {
      CHECK(std::isnan(result.before.at({output, i, j})));
    }
  }
}

// Halves of the unit interval, of which a net holds equally many points: all replicates agree.
KnownFunction halves() {
  KnownFunction f{"halves", 2, {}, 0.75, 0.3125, {0.8, 0.2}, {0.8, 0.2}};
  f.value = [](const double* u) { return (u[0] > 0.5 ? 1.0 : 0.0) + (u[1] > 0.5 ? 0.5 : 0.0); };
  return f;
}

uq::SaltelliDesign eight_nets(Index n) {
  return uq::samplers::saltelli(
      2, {.n = n, .ci = uq::samplers::Interval::replicates, .replicates = 8}, Seed{3});
}

}  // namespace

// 37 % of the resamples miss the one row that varies. The others agree on the order, but that is an
// order given that the row is there.
TEST_CASE("sobol refusals: no order from the resamples that happen to vary",
          "[sobol][ranking][unit]") {
  Matrix y = Matrix::Zero(256, 4);
  y(9, 0) = 1;
  y(9, 3) = 0.5;
  for (const auto interval : {SobolInterval::bootstrap, SobolInterval::bca}) {
    SobolOptions options = few;
    options.interval = interval;
    const auto result =
        sobol(shape(256, 2), {y, random_outputs(halves(), 256, Seed{1})}, options, Seed{1});
    CHECK(std::isnan(result.ST_ci.at({0, 0, 0})));
    CHECK_FALSE(message(result, "W032").empty());
    check_no_order(result, 0);
    CHECK(result.before.at({1, 0, 1}) == 1);  // the other output has its order
  }
}

TEST_CASE("sobol refusals: replicates that agree to the last bit give no interval and no order",
          "[sobol][ranking][unit]") {
  const auto design = eight_nets(4096);
  const Matrix y = saltelli_outputs(halves(), all_points(design.points));
  const auto result = sobol(design, {y}, few, Seed{1});
  CHECK(result.ST.at({0, 0}) == Approx(0.8).epsilon(1e-12));
  CHECK(std::isnan(result.ST_ci.at({0, 0, 0})));
  CHECK_FALSE(message(result, "W033").empty());
  check_no_order(result, 0);
  const auto record = sobol_convergence(design, {y}, few, result);
  REQUIRE(record.rows.size() == 4);
  for (Index c = 0; c < 4; ++c) {
    CAPTURE(c);
    CHECK(record.ST.at({0, 0, c}) == Approx(0.8).epsilon(1e-12));
    CHECK(std::isnan(record.ST_ci.at({0, 0, c, 0})));
    CHECK(std::isnan(record.ST_ci.at({0, 0, c, 1})));
  }
}

// Sums of the same values in another order differ in the last bits: that is no sampling error.
TEST_CASE("sobol refusals: replicates that agree up to rounding give no interval",
          "[sobol][unit]") {
  KnownFunction tenths = halves();
  tenths.value = [](const double* u) {
    return (u[0] > 0.5 ? 0.7 : 0.1) + (u[1] > 0.5 ? 0.3 : 0.0);
  };
  const auto design = eight_nets(4096);
  const Matrix y = saltelli_outputs(tenths, all_points(design.points));
  const auto result = sobol(design, {y}, few, Seed{1});
  CHECK(result.ST.at({0, 0}) == Approx(0.8).epsilon(1e-12));
  CHECK(std::isnan(result.ST_ci.at({0, 0, 0})));
  check_no_order(result, 0);
}

TEST_CASE("sobol refusals: a constant resample is one whatever the number of rows",
          "[sobol][unit]") {
  for (const Index n : {255, 300, 1300}) {
    CAPTURE(n);
    Matrix y = Matrix::Constant(n, 4, 0.3);
    y(9, 0) = 1;
    y(9, 3) = 0.5;
    const auto result = sobol(shape(n, 2), {y}, few, Seed{1});
    CHECK(std::isnan(result.ST_ci.at({0, 0, 0})));
    CHECK_FALSE(message(result, "W032").empty());
    check_no_order(result, 0);
  }
}

TEST_CASE("sobol refusals: fewer than 16 whole rows are no sample", "[sobol][unit]") {
  Matrix y = random_outputs(ishigami(), 64, Seed{2});
  const MissingPolicy any{.budget = 1};
  y.topRows(48).setConstant(no_value);
  CHECK(sobol(shape(64, 3), {y}, few, Seed{1}, any).undefined[0].empty());
  y.row(48).setConstant(no_value);
  const auto thin = sobol(shape(64, 3), {y}, few, Seed{1}, any);
  CHECK_THAT(thin.undefined[0], Catch::Contains("at least 16 whole ones are needed"));
  CHECK(std::isnan(thin.S1.at({0, 0})));

  // Of each replicate; at an early checkpoint too.
  const auto design = shape(256, 3, PointKind::sobol, 4);
  Matrix split = random_outputs(ishigami(), 256, Seed{2});
  split.middleRows(64, 48).setConstant(no_value);
  const auto enough = sobol(design, {split}, few, Seed{1}, any);
  CHECK(enough.undefined[0].empty());
  const auto record = sobol_convergence(design, {split}, few, enough);
  CHECK(record.rows == std::vector<double>{64, 128, 256});
  CHECK(std::isnan(record.S1.at({0, 0, 0})));
  CHECK(std::isnan(record.S1.at({0, 0, 1})));
  CHECK(record.S1.at({0, 0, 2}) == enough.S1.at({0, 0}));
  split.row(112).setConstant(no_value);
  CHECK(sobol(design, {split}, few, Seed{1}, any).undefined[0] ==
        "replicate 2 of 4 has 15 whole base rows, at least 16 are needed");
}

TEST_CASE("sobol refusals: a block that does not vary is no output that does not vary",
          "[sobol][unit]") {
  // f_A does not vary in the first replicate, f_B does.
  const auto design = shape(256, 3, PointKind::monte_carlo, 4);
  Matrix y = random_outputs(ishigami(), 256, Seed{2});
  y.col(0).head(64).setConstant(0.7);
  for (const auto& options : all_estimators()) {
    if (options.estimator_first == FirstOrder::owen) {
      continue;
    }
    const auto result = sobol(design, {y}, options, Seed{1});
    CAPTURE(static_cast<int>(options.estimator_first));
    CHECK(result.undefined[0].empty());
    const bool divides_by_a = options.estimator_total == TotalOrder::martinez ||
                              options.estimator_total == TotalOrder::homma;
    CHECK(std::isnan(result.ST.at({0, 1})) == divides_by_a);
    CHECK(std::isnan(result.ST_ci.at({0, 1, 0})) == divides_by_a);
    CHECK_FALSE(std::isinf(result.ST.at({0, 1})));
    CHECK(message(result, "W082").empty() != divides_by_a);
    CHECK(message(result, "W033").empty());
    if (divides_by_a) {
      check_no_order(result, 0);
    }
  }
}

TEST_CASE("sobol refusals: a constant AB block leaves Martinez's indices without a value",
          "[sobol][unit]") {
  SobolOptions martinez = few;
  martinez.estimator_first = FirstOrder::martinez;
  martinez.estimator_total = TotalOrder::martinez;
  for (const Index replicates : {1, 4}) {
    CAPTURE(replicates);
    const auto design = shape(256, 3, PointKind::monte_carlo, replicates);
    Matrix y = random_outputs(ishigami(), 256, Seed{2}).array() + 1e6;
    // Far from the mean: the rounding of its sums is no variance.
    y.col(3).head(256 / replicates).setConstant(1e6 + 2.9);
    const auto result = sobol(design, {y}, martinez, Seed{1});
    CHECK(result.undefined[0].empty());
    CHECK(std::isnan(result.S1.at({0, 1})));
    CHECK(std::isnan(result.ST.at({0, 1})));
    CHECK(std::isfinite(result.S1_ci.at({0, 0, 0})));
    CHECK_THAT(message(result, "W082"), Catch::Contains("does not vary"));
    CHECK(message(result, "W032").empty());
    CHECK(message(result, "W033").empty());
    CHECK(message(sobol(design, {y}, few, Seed{1}), "W082").empty());
  }
}

TEST_CASE("sobol refusals: too few resamples for the level are told", "[sobol][unit]") {
  const Matrix y = random_outputs(ishigami(), 256, Seed{2});
  const auto told = [&](Index resamples, double confidence, Index replicates, SobolInterval kind) {
    SobolOptions options{.resamples = resamples, .confidence = confidence};
    options.interval = kind;
    return message(sobol(shape(256, 3, PointKind::monte_carlo, replicates), {y}, options, Seed{1}),
                   "W083");
  };
  CHECK_THAT(told(100, 0.99, 1, SobolInterval::bootstrap),
             Catch::Contains("resamples = 100") && Catch::Contains("199"));
  CHECK_FALSE(told(198, 0.99, 1, SobolInterval::bca).empty());
  CHECK(told(199, 0.99, 1, SobolInterval::bca).empty());
  CHECK(told(38, 0.95, 1, SobolInterval::bootstrap).find("39 or more") != std::string::npos);
  CHECK(told(39, 0.95, 1, SobolInterval::bootstrap).empty());
  CHECK(told(19, 0.9, 1, SobolInterval::bootstrap).empty());
  CHECK(told(100, 0.99, 1, SobolInterval::asymptotic).empty());
  CHECK(told(100, 0.99, 4, SobolInterval::bootstrap).empty());
}

TEST_CASE("sobol refusals: outputs together have indices on common rows in which all vary",
          "[sobol][unit]") {
  const MissingPolicy any{.budget = 1};
  const Matrix y = random_outputs(ishigami(), 256, Seed{2});
  Matrix holed = y;
  holed.row(3).setConstant(no_value);
  // Varies in row 3 alone, which the other has not.
  Matrix rare = Matrix::Zero(256, 5);
  rare(3, 0) = 1;
  const auto constant = sobol(shape(256, 3), {holed, rare}, few, Seed{1}, any);
  CHECK(constant.undefined[1].empty());
  CHECK(std::isnan(constant.ST_aggregated.at({0})));
  CHECK(std::isnan(constant.ST_aggregated_ci.at({0, 0})));
  CHECK_THAT(message(constant, "W084"), Catch::Contains("output 2"));

  Matrix early = y;
  Matrix late = y;
  early.topRows(120).setConstant(no_value);
  late.bottomRows(121).setConstant(no_value);
  const auto thin = sobol(shape(256, 3), {early, late}, few, Seed{1}, any);
  CHECK(std::isnan(thin.S1_aggregated.at({0})));
  CHECK_THAT(message(thin, "W084"), Catch::Contains("15 base rows"));
  late.row(135) = y.row(135);
  const auto enough = sobol(shape(256, 3), {early, late}, few, Seed{1}, any);
  CHECK(std::isfinite(enough.S1_aggregated.at({0})));
  CHECK(message(enough, "W084").empty());
}
