// First-order indices of a sample that is there: truth, invariance, refusals.
#include "samplers/independent.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/uq/sensitivity/given_samples.hpp"
#include "uq/core/parallel.hpp"
#include "uq/sensitivity/order_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::PointKind;
using uq::Seed;
using uq::Vector;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr GivenDataOptions by_rank{.regression = false};
constexpr GivenDataOptions by_bins{.estimator = GivenEstimator::binned, .regression = false};

double half_width(const GivenData& result, Index input) {
  const auto k = static_cast<std::size_t>(input);
  return (result.S1_ci.data[2 * k + 1] - result.S1_ci.data[2 * k]) / 2;
}

// A sum of d inputs of growing weight: S1 of input j is j^2 over the sum of squares.
GivenSample weighted_sum(Index n, Index d, Seed seed) {
  GivenSample sample{uniforms(n, d, seed), Vector::Zero(n)};
  for (Index j = 0; j < d; ++j) {
    sample.y += static_cast<double>(j + 1) * sample.x.col(j);
  }
  return sample;
}

Matrix covariance(const nlohmann::json& rows) {
  const auto d = static_cast<Index>(rows.size());
  Matrix matrix(d, d);
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j < d; ++j) {
      matrix(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  return matrix;
}

bool same_bits(const uq::NdArray& a, const uq::NdArray& b) {
  return a.data.size() == b.data.size() &&
         std::equal(a.data.begin(), a.data.end(), b.data.begin(), [](double p, double q) {
           return p == q || (std::isnan(p) && std::isnan(q));
         });
}

bool same_bits(const GivenData& a, const GivenData& b) {
  return same_bits(a.S1, b.S1) && same_bits(a.S1_ci, b.S1_ci) && same_bits(a.SRC, b.SRC) &&
         same_bits(a.SRC_ci, b.SRC_ci) && same_bits(a.PRCC, b.PRCC) &&
         same_bits(a.PRCC_ci, b.PRCC_ci) && same_bits(a.R2, b.R2);
}

}  // namespace

TEST_CASE("given data: the order of values is stable and knows signs", "[given_data][unit]") {
  for (const Index n : {Index{7}, Index{5000}}) {  // below and above the radix sort's threshold
    std::vector<double> values(static_cast<std::size_t>(n));
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto j = static_cast<double>((k * 7919) % 101) - 50;
      values[k] = j == 0 ? (k % 2 == 0 ? 0.0 : -0.0) : j * std::pow(10, static_cast<int>(k % 7));
    }
    values[3] = -1e300;
    std::vector<std::uint32_t> expected(values.size());
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
      return values[a] < values[b];
    });
    CHECK(detail::ascending(values) == expected);
  }
}

TEST_CASE("given data: midranks share the places of equal values", "[given_data][unit]") {
  const std::vector<double> values{2, 1, 2, 5, 2, 1};
  Vector expected(6);
  expected << 4, 1.5, 4, 6, 4, 1.5;
  CHECK(detail::midranks(values, detail::ascending(values)) == expected);
}

TEST_CASE("given data: four values by hand", "[given_data][unit]") {
  // In the order of x: y = 1, 2, 4, 3 … ten rows: steps 1, 2, -1, … squared over twice the squares.
  GivenSample sample{Matrix(10, 1), Vector(10)};
  sample.x << 10, 9, 8, 7, 6, 5, 4, 3, 2, 1;
  sample.y << 6, 3, 5, 8, 9, 4, 3, 4, 2, 1;  // by x: 1 2 4 3 4 9 8 5 3 6
  const double steps = 1 + 4 + 1 + 1 + 25 + 1 + 9 + 4 + 9;
  const double squares = 261 - 45.0 * 45.0 / 10;
  CHECK(cell(given(sample, by_rank).S1, 0) == Approx(1 - steps / (2 * squares)).epsilon(1e-14));
  // Two levels: squares within over those of all, by their degrees of freedom.
  sample.x << 2, 2, 2, 2, 2, 1, 1, 1, 1, 1;
  const auto result = given(sample, by_rank);
  const double within = (215 - 31.0 * 31 / 5) + (46 - 14.0 * 14 / 5);
  CHECK(cell(result.S1, 0) == Approx(1 - (within / 8) / (squares / 9)).epsilon(1e-13));
  CHECK(cell(result.estimator_used, 0) == static_cast<double>(EstimatorUsed::binned));
}

TEST_CASE("given data: known indices within their intervals", "[given_data][statistical]") {
  for (const auto& options : {by_rank, by_bins}) {
    for (const KnownFunction& function : {ishigami(), g_function({0, 1, 4.5, 9}), stepped()}) {
      const auto result = given(random_sample(function, 20000, Seed{3}), options);
      for (Index j = 0; j < function.inputs; ++j) {
        INFO(function.name << " input " << j);
        // Half widths are 1.96 standard errors: 5.3 of them, and the bins' own bias of 2e-4.
        const double allowed = 2.75 * half_width(result, j) + 5e-4;
        CHECK(std::abs(cell(result.S1, j) - function.S1[static_cast<std::size_t>(j)]) < allowed);
        CHECK(half_width(result, j) < 0.03);
      }
    }
  }
}

TEST_CASE("given data: correlated inputs carry each other", "[given_data][statistical]") {
  const nlohmann::json cases = reference("correlated_linear.json")["cases"];
  REQUIRE(cases.size() == 4);
  for (const auto& c : cases) {
    const Matrix cov = covariance(c["cov"]);
    GivenSample sample{normals(20000, cov, Seed{5}), Vector::Zero(20000)};
    for (Index j = 0; j < cov.rows(); ++j) {
      sample.y += number(c["b"][static_cast<std::size_t>(j)]) * sample.x.col(j);
    }
    for (const auto& options : {by_rank, by_bins}) {
      const auto result = given(sample, options);
      for (Index j = 0; j < cov.rows(); ++j) {
        INFO(c["id"] << " input " << j);
        const double truth = number(c["kucherenko_S"][static_cast<std::size_t>(j)]);
        CHECK(std::abs(cell(result.S1, j) - truth) < 2.75 * half_width(result, j) + 5e-3);
      }
      for (Index i = 0; i < cov.rows(); ++i) {
        for (Index j = 0; j < cov.rows(); ++j) {
          const double r = cov(i, j) / std::sqrt(cov(i, i) * cov(j, j));
          CHECK(result.correlation.at({i, j}) ==
                Approx(6 / M_PI * std::asin(r / 2)).margin(5.3 / std::sqrt(20000)));
        }
      }
    }
  }
}

TEST_CASE("given data: scale, offset and monotone inputs change nothing",
          "[given_data][property]") {
  const GivenSample sample = random_sample(ishigami(), 500, Seed{7});
  const GivenData base = given(sample);
  GivenSample tiny = sample;
  tiny.y *= std::ldexp(1.0, -700);
  CHECK(same_bits(given(tiny), base));
  GivenSample moved = sample;
  moved.y.array() += 1e8;
  const GivenData shifted = given(moved);
  GivenSample bent = sample;
  bent.x = bent.x.array().exp();
  const GivenData monotone = given(bent);
  for (Index j = 0; j < 3; ++j) {
    CHECK(cell(shifted.S1, j) == Approx(cell(base.S1, j)).margin(1e-7));
    CHECK(cell(shifted.SRC, j) == Approx(cell(base.SRC, j)).margin(1e-7));
    CHECK(cell(shifted.PCC, j) == Approx(cell(base.PCC, j)).margin(1e-7));
  }
  CHECK(same_bits(monotone.S1, base.S1));
  CHECK(same_bits(monotone.S1_ci, base.S1_ci));
  CHECK(same_bits(monotone.SRRC, base.SRRC));
  CHECK(same_bits(monotone.PRCC_ci, base.PRCC_ci));
  CHECK_FALSE(same_bits(monotone.SRC, base.SRC));
}

TEST_CASE("given data: rows and inputs in another order", "[given_data][property]") {
  const GivenSample sample = random_sample(ishigami(), 400, Seed{9});
  const GivenData base = given(sample);
  GivenSample reversed{sample.x.colwise().reverse(), sample.y.reverse()};
  const GivenData rows = given(reversed);
  CHECK(same_bits(rows.S1, base.S1));  // the rank estimator: to the last bit
  CHECK(same_bits(rows.S1_ci, base.S1_ci));
  GivenSample swapped{sample.x.rowwise().reverse(), sample.y};
  const GivenData inputs = given(swapped);
  for (Index j = 0; j < 3; ++j) {
    CHECK(cell(inputs.S1, j) == cell(base.S1, 2 - j));
    CHECK(cell(inputs.SRC, j) == Approx(cell(base.SRC, 2 - j)).margin(1e-13));
    CHECK(cell(inputs.PRCC, j) == Approx(cell(base.PRCC, 2 - j)).margin(1e-13));
    CHECK(cell(rows.SRC, j) == Approx(cell(base.SRC, j)).margin(1e-13));
    CHECK(cell(rows.SRRC_ci, j) == Approx(cell(base.SRRC_ci, j)).margin(1e-12));
  }
}

TEST_CASE("given data: same bits for any number of threads", "[given_data][property]") {
  const GivenSample sample = random_sample(g_function({0, 1, 4.5, 9}), 30000, Seed{11});
  uq::set_threads(1);
  const GivenData one = given(sample);
  uq::set_threads(3);
  const GivenData three = given(sample);
  uq::set_threads(0);
  CHECK(same_bits(one, three));
}

TEST_CASE("given data: any number of inputs", "[given_data][statistical]") {
  for (const Index d : {1, 2, 15, 40, 120}) {
    const GivenSample sample = weighted_sum(4000, d, Seed{13});
    const GivenData result = given(sample);
    const auto squares = static_cast<double>(d * (d + 1) * (2 * d + 1)) / 6;
    CHECK(result.R2.data[0] == Approx(1).margin(1e-12));
    for (Index j = 0; j < d; ++j) {
      INFO(d << " inputs, input " << j);
      const auto weight = static_cast<double>((j + 1) * (j + 1)) / squares;
      CHECK(std::abs(cell(result.S1, j) - weight) < 2.75 * half_width(result, j) + 1e-3);
      // The inputs of a finite sample are not quite uncorrelated, nor of equal spread.
      CHECK(cell(result.SRC, j) == Approx(std::sqrt(weight)).epsilon(0.12));
      CHECK(cell(result.PCC, j) == Approx(1).margin(1e-9));
    }
  }
}

TEST_CASE("given data: an inert input", "[given_data][property]") {
  GivenSample sample = random_sample(ishigami(), 300, Seed{15});
  const GivenData base = given(sample, by_rank);
  sample.x.conservativeResize(Eigen::NoChange, 5);
  sample.x.col(3) = uniforms(300, 1, Seed{99});
  sample.x.col(4).setConstant(4);
  const GivenData more = given(sample);
  for (Index j = 0; j < 3; ++j) {
    CHECK(cell(more.S1, j) == cell(base.S1, j));
  }
  CHECK(more.S1_ci.data[6] < 0);  // holds zero, and is not clipped
  CHECK(more.S1_ci.data[7] > 0);
  CHECK(std::isnan(cell(more.S1, 4)));
  CHECK(cell(more.estimator_used, 4) == static_cast<double>(EstimatorUsed::none));
  CHECK(more.regression_fault[0].constant == std::vector<Index>{4});
  CHECK(std::isnan(cell(more.SRC, 0)));
}

TEST_CASE("given data: discrete inputs are binned by their values", "[given_data][statistical]") {
  GivenSample sample = weighted_sum(3000, 2, Seed{17});
  sample.x.col(0) = (4 * sample.x.col(0)).array().floor();  // 0 … 3, variance 5 / 4
  sample.y = sample.x.col(0) + sample.x.col(1);
  const GivenData result = given(sample);
  CHECK(cell(result.estimator_used, 0) == static_cast<double>(EstimatorUsed::binned));
  CHECK(cell(result.estimator_used, 1) == static_cast<double>(EstimatorUsed::rank));
  const double truth = 1.25 / (1.25 + 1.0 / 12);
  CHECK(std::abs(cell(result.S1, 0) - truth) < 2.75 * half_width(result, 0));
  CHECK(std::abs(cell(result.S1, 1) - (1 - truth)) < 2.75 * half_width(result, 1));
  // In 60 levels of 50 rows: more levels than bins, and no level is split.
  sample.x.col(0) = (60 * uniforms(3000, 1, Seed{18})).array().floor();
  sample.y = sample.x.col(0) + 20 * sample.x.col(1);
  const double of_levels = (3600.0 - 1) / 12 / ((3600.0 - 1) / 12 + 400.0 / 12);
  const GivenData many = given(sample);
  CHECK(std::abs(cell(many.S1, 0) - of_levels) < 2.75 * half_width(many, 0) + 1e-3);
}

TEST_CASE("given data: sequences are no random neighbours", "[given_data][statistical]") {
  const KnownFunction function = ishigami();
  for (const auto sampler : {uq::samplers::Sampler::sobol, uq::samplers::Sampler::halton}) {
    for (const Index replicates : {Index{1}, Index{8}}) {
      uq::samplers::IndependentOptions options{.n = 4096, .sampler = sampler};
      options.replicates = std::max<Index>(replicates, 2);
      const Matrix u = all_points(uq::samplers::independent(3, options, Seed{19}).points)
                           .topRows(replicates == 1 ? 2048 : 4096);
      const GivenSample sample{u, outputs_at(function, u)};
      const GivenData right = given(sample, by_rank, PointKind::sobol);
      const GivenData wrong = given(sample, by_rank, PointKind::monte_carlo);
      double worst = 0;
      for (Index j = 0; j < 3; ++j) {
        const double truth = function.S1[static_cast<std::size_t>(j)];
        CHECK(cell(right.estimator_used, j) ==
              static_cast<double>(EstimatorUsed::binned_uncorrected));
        CHECK(right.S1_ci.data[static_cast<std::size_t>(2 * j)] < truth);
        CHECK(right.S1_ci.data[static_cast<std::size_t>(2 * j + 1)] > truth);
        CHECK(std::abs(cell(right.S1, j) - truth) < 0.025);  // of it, 55 / 4096 may be chance
        worst = std::max(worst, std::abs(cell(wrong.S1, j) - truth));
      }
      CAPTURE(worst);
      if (replicates == 1 && sampler == uq::samplers::Sampler::sobol) {
        CHECK(worst > 0.05);  // what the rank estimator would say, and why it is not asked
      }
    }
  }
}

TEST_CASE("given data: missing rows are dropped, per output", "[given_data][unit]") {
  const GivenSample whole = random_sample(ishigami(), 200, Seed{21});
  const Vector other = whole.x.col(1) + whole.x.col(2);
  Vector gaps = whole.y;
  gaps[5] = no_value;
  gaps[17] = std::numeric_limits<double>::infinity();
  const uq::MissingPolicy lenient{.budget = 0.02};
  const auto run = [&](const Matrix& x, const uq::MissingPolicy& policy) {
    return given_data(x, {gaps, other}, PointKind::monte_carlo, {}, Seed{1}, policy);
  };
  const GivenData kept = run(whole.x, lenient);
  CHECK(kept.rows.data == std::vector<double>{198, 200});
  CHECK(kept.lost_share.data == std::vector<double>{0.01, 0});
  std::vector<Index> left;
  for (Index k = 0; k < 200; ++k) {
    if (k != 5 && k != 17) {
      left.push_back(k);
    }
  }
  const GivenSample part{whole.x(left, Eigen::all), gaps(left)};
  CHECK(cell(kept.S1, 0) == cell(given(part).S1, 0));
  CHECK(cell(kept.PRCC, 2) == cell(given(part).PRCC, 2));
  const auto second = given({whole.x, other});
  CHECK(kept.S1.data[3] == second.S1.data[0]);  // its bits do not know of the other's gaps
  CHECK(kept.SRC_ci.data[6] == second.SRC_ci.data[0]);

  const GivenData withheld = run(whole.x, {});
  CHECK(withheld.undefined[0] == "2 of 200 rows (1 %) are incomplete; budget 0 %");
  CHECK(std::isnan(withheld.S1.data[0]));
  CHECK(withheld.S1.data[3] == second.S1.data[0]);

  Matrix holes = whole.x;
  holes(100, 2) = no_value;  // an input is missing: incomplete for every output
  const GivenData touched = run(holes, lenient);
  CHECK(touched.rows.data == std::vector<double>{197, 199});
}

TEST_CASE("given data: what cannot be told is not told", "[given_data][unit]") {
  const Matrix x = uniforms(200, 2, Seed{23});
  const Vector constant = Vector::Constant(200, 0.1).array() + 1e-17 * x.col(0).array();
  const Vector rounding = 1 + 1e-16 * x.col(0).array();
  const Vector small = 1e-13 * x.col(0);
  const auto result =
      given_data(x, {constant, rounding, small}, PointKind::monte_carlo, {}, Seed{1});
  CHECK(result.undefined[0] == "the output does not vary beyond rounding");
  CHECK(result.undefined[1] == result.undefined[0]);
  CHECK(result.undefined[2].empty());
  CHECK(result.S1.data[4] == Approx(1).margin(1e-3));
  const auto few =
      given_data(x.topRows(9), {Vector(x.col(0).head(9))}, PointKind::monte_carlo, {}, Seed{1});
  CHECK(few.undefined[0] == "9 rows, at least 10 are needed");
  CHECK_THROWS_AS(given_data(x, {Vector::Zero(3)}, PointKind::monte_carlo, {}, Seed{1}),
                  std::invalid_argument);
  CHECK_THROWS_AS(given_data(x, {small}, PointKind::lhs, {.confidence = 1}, Seed{1}),
                  std::invalid_argument);
}
