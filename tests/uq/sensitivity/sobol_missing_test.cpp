// Missing values and outputs that hardly vary.
#include "samplers/saltelli.hpp"
#include "tests/support/catch.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/propagation/intervals.hpp"

#include <cmath>
#include <limits>
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

// Ishigami's function, which fails where x1 > 0.92 and x2 > 0.85.
KnownFunction failing_corner() {
  KnownFunction function = ishigami();
  function.value = [whole = function.value](const double* u) {
    return u[0] > 0.92 && u[1] > 0.85 ? no_value : whole(u);
  };
  return function;
}

Matrix without(const Matrix& y, const std::vector<Index>& lost) {
  Matrix kept(y.rows() - static_cast<Index>(lost.size()), y.cols());
  Index row = 0;
  for (Index k = 0; k < y.rows(); ++k) {
    if (std::find(lost.begin(), lost.end(), k) == lost.end()) {
      kept.row(row++) = y.row(k);
    }
  }
  return kept;
}

void check_same(const SobolIndices& a, Index qa, const SobolIndices& b, Index qb) {
  const auto same = [&](const uq::NdArray& x, const uq::NdArray& y) {
    const auto size = static_cast<Index>(x.data.size()) / x.shape[0];
    for (Index k = 0; k < size; ++k) {
      const double left = x.data[static_cast<std::size_t>(qa * size + k)];
      const double right = y.data[static_cast<std::size_t>(qb * size + k)];
      CHECK((left == right || (std::isnan(left) && std::isnan(right))));
    }
  };
  for (const auto member : {&SobolIndices::S1,
                            &SobolIndices::S1_ci,
                            &SobolIndices::ST,
                            &SobolIndices::ST_ci,
                            &SobolIndices::mean,
                            &SobolIndices::mean_ci,
                            &SobolIndices::variance,
                            &SobolIndices::variance_ci,
                            &SobolIndices::dead}) {
    same(a.*member, b.*member);
  }
}

}  // namespace

// A row is lost when x1 > 0.92 holds for a1 or b1 and x2 > 0.85 for a2 or b2, for then one of A, B,
// AB_1, AB_2 lies in the corner: (1 - 0.92^2) (1 - 0.85^2) = 0.1536 x 0.2775 = 4.26 % of the rows,
// where single evaluations fail in 1.2 %.
TEST_CASE("sobol missing: a failing corner costs 4.26 % of the rows", "[sobol][reference]") {
  const auto function = failing_corner();
  for (const auto ci : {uq::samplers::Interval::bootstrap, uq::samplers::Interval::replicates}) {
    const auto design = uq::samplers::saltelli(3, {.n = 4096, .ci = ci}, Seed{3});
    const Matrix y = saltelli_outputs(function, all_points(design.points));
    const auto refused = sobol(design, {y}, few, Seed{1});
    CHECK_THAT(refused.undefined[0], Catch::Contains(" of 4096 base rows (4."));
    CHECK_THAT(refused.undefined[0], Catch::Contains("budget 0 %"));
    CHECK(std::isnan(refused.S1.at({0, 0})));
    const auto given = sobol(design, {y}, few, Seed{1}, MissingPolicy{.budget = 0.05});
    CHECK(given.undefined[0].empty());
    // Independent rows would have a standard deviation of sqrt(0.0426 x 0.957 / 4096) = 3.2e-3.
    CHECK(std::abs(given.lost_share.at({0}) - 0.042624) < 3e-3);
    CHECK(given.rows.at({0}) == 4096 * (1 - given.lost_share.at({0})));
    // The indices of the surviving region, not those of the whole: x1 and x2 are cut.
    CHECK(given.S1.at({0, 1}) == Approx(function.S1[1]).margin(0.05));
    CHECK(given.ST_ci.at({0, 2, 0}) > 0.15);
    CHECK(given.ST_ci.at({0, 2, 1}) < 0.35);
  }
}

TEST_CASE("sobol missing: indices are those of the whole rows alone", "[sobol][property]") {
  const Matrix y = random_outputs(ishigami(), 1300, Seed{2});
  const std::vector<Index> lost{0, 1, 511, 700, 1025, 1299};
  for (const Index column : {0, 1, 2, 4}) {
    Matrix holed = y;
    for (const Index k : lost) {
      holed(k, column) = k % 2 == 0 ? no_value : std::numeric_limits<double>::infinity();
    }
    for (const auto interval :
         {SobolInterval::bootstrap, SobolInterval::bca, SobolInterval::asymptotic}) {
      SobolOptions options = few;
      options.interval = interval;
      const auto expected = sobol(shape(1294, 3), {without(y, lost)}, options, Seed{1});
      const auto got =
          sobol(shape(1300, 3), {holed}, options, Seed{1}, MissingPolicy{.budget = 0.01});
      check_same(got, 0, expected, 0);
      CHECK(got.rows.at({0}) == 1294);
      CHECK(got.lost_share.at({0}) == 6.0 / 1300);
    }
  }
}

TEST_CASE("sobol missing: each replicate keeps its own rows", "[sobol][property]") {
  const Matrix y = random_outputs(ishigami(), 512, Seed{2});
  Matrix holed = y;
  holed(3, 0) = holed(127, 4) = holed(128, 2) = no_value;
  const auto design = shape(512, 3, PointKind::sobol, 4);
  const auto got = sobol(design, {holed}, few, Seed{1}, MissingPolicy{.budget = 0.1});
  std::vector<double> S1;
  for (Index r = 0; r < 4; ++r) {
    const std::vector<Index> lost = r == 0   ? std::vector<Index>{3, 127}
                                    : r == 1 ? std::vector<Index>{0}
                                             : std::vector<Index>{};
    const Matrix own = without(y.middleRows(128 * r, 128), lost);
    S1.push_back(sobol(shape(own.rows(), 3), {own}, few, Seed{1}).S1.at({0, 0}));
  }
  CHECK(got.S1.at({0, 0}) == Approx((S1[0] + S1[1] + S1[2] + S1[3]) / 4).epsilon(1e-14));
  CHECK(got.S1_ci.at({0, 0, 0}) == uq::propagation::t_interval(S1, 0.95).lower);
  CHECK(got.rows.at({0}) == 509);

  holed.middleRows(256, 127).setConstant(no_value);
  const auto thin = sobol(design, {holed}, few, Seed{1}, MissingPolicy{.budget = 0.5});
  CHECK(thin.undefined[0] == "replicate 3 of 4 has 1 whole base rows, at least 16 are needed");
  CHECK(std::isnan(thin.S1.at({0, 0})));
}

TEST_CASE("sobol missing: one output's holes change no bit of another", "[sobol][property]") {
  const Matrix y = random_outputs(ishigami(), 512, Seed{2});
  const Matrix other = random_outputs(g_function({0, 1, 9}), 512, Seed{4});
  Matrix holed = y;
  holed(17, 3) = no_value;
  const MissingPolicy policy{.budget = 0.1};
  for (const Index replicates : {1, 8}) {
    const auto design = shape(512, 3, PointKind::monte_carlo, replicates);
    const auto alone_y = sobol(design, {y}, few, Seed{1}, policy);
    const auto alone_other = sobol(design, {other}, few, Seed{1}, policy);
    const auto alone_holed = sobol(design, {holed}, few, Seed{1}, policy);
    const auto all = sobol(design, {holed, y, other, holed}, few, Seed{1}, policy);
    check_same(all, 0, alone_holed, 0);
    check_same(all, 1, alone_y, 0);
    check_same(all, 2, alone_other, 0);
    check_same(all, 3, alone_holed, 0);
    CHECK(std::isfinite(all.S1_aggregated_ci.at({0, 0})));
  }
}

TEST_CASE("sobol missing: hardly any whole row is no sample", "[sobol][unit]") {
  Matrix y = random_outputs(ishigami(), 64, Seed{2});
  y.topRows(63).setConstant(no_value);
  const auto got = sobol(shape(64, 3), {y}, few, Seed{1}, MissingPolicy{.budget = 1});
  CHECK_THAT(got.undefined[0], Catch::Contains("at least 16 whole ones are needed"));
  CHECK(std::isnan(got.mean.at({0})));
}

// The rule is the resolution of doubles: a standard deviation above 8 units in the last place of
// the largest value is variation, one at or below it is rounding.
TEST_CASE("sobol missing: small is not zero, rounding is", "[sobol][property]") {
  const auto linear = [](double offset, double slope) {
    KnownFunction f{"linear", 2, {}, 0, 0, {1, 0}, {1, 0}};
    f.value = [=](const double* u) { return offset + slope * u[0]; };
    return random_outputs(f, 1024, Seed{6});
  };
  const auto indices = [&](const Matrix& y) { return sobol(shape(1024, 2), {y}, few, Seed{1}); };
  for (const double slope : {1e-13, 1e-300, 1e150}) {
    const auto small = indices(linear(0, slope));
    CHECK(small.undefined[0].empty());
    // Of a linear function B - AB is exactly zero by x1: Jansen's S1 would be 1 to the last bit.
    CHECK(small.ST.at({0, 0}) == Approx(1).margin(0.1));
    CHECK(small.S1_ci.at({0, 0, 0}) <= 1);
    CHECK(small.S1_ci.at({0, 0, 1}) >= 1);
    CHECK(small.S1.at({0, 1}) == 0);
    SobolOptions jansen = few;
    jansen.estimator_first = FirstOrder::jansen;
    CHECK(sobol(shape(1024, 2), {linear(0, slope)}, jansen, Seed{1}).S1.at({0, 0}) == 1);
  }
  // 1 + 1e-13 x1 has a standard deviation of 2.9e-14, 130 units in the last place of 1: the steps
  // of rounding are a share of (1 / 130)^2 / 12 of its variance.
  const auto stepped = indices(linear(1, 1e-13));
  CHECK(stepped.undefined[0].empty());
  CHECK(stepped.S1.at({0, 0}) == Approx(indices(linear(0, 1e-13)).S1.at({0, 0})).margin(1e-3));
  CHECK(indices(linear(1, 1e-15)).undefined[0] == "zero variance");
  CHECK(indices(linear(1e9, 1e-7)).undefined[0] == "zero variance");
}
