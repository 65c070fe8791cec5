// Coverage of the intervals of given-data estimates (contract C10). Figures of the long run:
// docs/methods/given_data.md.
#include "samplers/independent.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "tests/uq/sensitivity/given_samples.hpp"

#include <Eigen/LU>

#include <cmath>
#include <iomanip>
#include <sstream>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::NdArray;
using uq::PointKind;
using uq::Seed;
using uq::Vector;

namespace {

std::vector<KnownFunction> functions() {
  return {ishigami(), g_function({0, 1, 4.5, 9}), larger_of_two(), stepped()};
}

void add(Coverage& coverage, const NdArray& ci, const std::vector<double>& truth) {
  for (std::size_t k = 0; k < truth.size(); ++k) {
    coverage.add(ci.data[2 * k], ci.data[2 * k + 1], truth[k]);
  }
}

void report(const std::string& what, const Coverage& c, Index repeats) {
  std::ostringstream line;
  line << std::setprecision(3) << what << ": " << c.mean() << " +- " << c.standard_error()
       << ", width " << c.mean_width();
  INFO(line.str());
  if (repeats > 1000) {
    WARN(line.str());
  }
  CHECK(c.acceptable());
}

void check_indices(Index n, PointKind kind, GivenEstimator estimator, Index repeats) {
  using uq::samplers::Sampler;
  for (const KnownFunction& function : functions()) {
    Coverage coverage;
    for (Index repeat = 0; repeat < repeats; ++repeat) {
      const Seed seed = Seed{40}.child("repeat", static_cast<std::uint64_t>(repeat));
      const Sampler sampler = kind == PointKind::sobol ? Sampler::sobol
                              : kind == PointKind::lhs ? Sampler::lhs
                                                       : Sampler::monte_carlo;
      const Matrix u =
          all_points(uq::samplers::independent(
                         function.inputs, {.n = n, .sampler = sampler, .replicates = 2}, seed)
                         .points);
      const GivenData result = given(
          {u, outputs_at(function, u)}, {.estimator = estimator, .regression = false}, kind, seed);
      add(coverage, result.S1_ci, function.S1);
      coverage.end_repeat();
    }
    report(function.name + " n = " + std::to_string(n), coverage, repeats);
  }
}

// Truth of a regression on the correlation matrix of the inputs and the output, the last one.
struct Coefficients {
  std::vector<double> SRC, PCC;
  double R2;
};

Coefficients coefficients(const Matrix& correlation) {
  const Index d = correlation.rows() - 1;
  const Matrix inverse = correlation.topLeftCorner(d, d).inverse();
  const Vector r = correlation.col(d).head(d);
  const Vector beta = inverse * r;
  Coefficients truth{{}, {}, r.dot(beta)};
  for (Index j = 0; j < d; ++j) {
    truth.SRC.push_back(beta[j]);
    truth.PCC.push_back(beta[j] / std::sqrt(beta[j] * beta[j] + (1 - truth.R2) * inverse(j, j)));
  }
  return truth;
}

struct RegressionCase {
  std::string name;
  std::function<GivenSample(Index n, Seed)> sample;
  Coefficients values, ranks;
};

// Correlated Gaussian inputs, a linear output with noise: Spearman's is 6 / pi asin(r / 2).
RegressionCase gaussian() {
  Matrix cov = Matrix::Identity(4, 4);  // x1, x2, x3 and the noise
  cov(0, 1) = cov(1, 0) = 0.6;
  Vector weights(4);
  weights << 1, 0.5, -0.3, 0.8;
  Matrix r = Matrix::Identity(4, 4);
  r(0, 1) = r(1, 0) = 0.6;
  const Vector with_y = cov * weights;
  const double sd = std::sqrt(weights.dot(with_y));
  for (Index j = 0; j < 3; ++j) {
    r(j, 3) = r(3, j) = with_y[j] / sd;
  }
  Matrix spearman = r;
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 4; ++j) {
      spearman(i, j) = i == j ? 1 : 6 / M_PI * std::asin(r(i, j) / 2);
    }
  }
  return {"gaussian",
          [cov, weights](Index n, Seed seed) {
            const Matrix all = normals(n, cov, seed);
            return GivenSample{all.leftCols(3), all * weights};
          },
          coefficients(r),
          coefficients(spearman)};
}

// Ishigami: unequal variances, and inputs whose coefficients are zero though they matter.
RegressionCase curved() {
  const KnownFunction function = ishigami();
  const double covariance = 1 + 0.1 * std::pow(M_PI, 4) / 5;  // E[x1 y], by parts
  Matrix r = Matrix::Identity(4, 4);
  r(0, 3) = r(3, 0) = covariance / (M_PI / std::sqrt(3.0) * std::sqrt(function.variance));
  Matrix ranks = Matrix::Identity(4, 4);
  ranks(0, 3) = ranks(3, 0) = 0.43771;  // 2e7 points, standard error 2e-4
  return {"ishigami",
          [function](Index n, Seed seed) { return random_sample(function, n, seed); },
          coefficients(r),
          coefficients(ranks)};
}

void check_regression(Index n, Index repeats) {
  for (const RegressionCase& c : {gaussian(), curved()}) {
    Coverage SRC, PCC, R2, SRRC, PRCC, R2_rank;
    for (Index repeat = 0; repeat < repeats; ++repeat) {
      const Seed seed = Seed{41}.child("repeat", static_cast<std::uint64_t>(repeat));
      const GivenData result = given(c.sample(n, seed), {.subsamples = 2});
      add(SRC, result.SRC_ci, c.values.SRC);
      add(PCC, result.PCC_ci, c.values.PCC);
      add(R2, result.R2_ci, {c.values.R2});
      add(SRRC, result.SRRC_ci, c.ranks.SRC);
      add(PRCC, result.PRCC_ci, c.ranks.PCC);
      add(R2_rank, result.R2_rank_ci, {c.ranks.R2});
      for (Coverage* coverage : {&SRC, &PCC, &R2, &SRRC, &PRCC, &R2_rank}) {
        coverage->end_repeat();
      }
    }
    const std::string where = c.name + " n = " + std::to_string(n) + " ";
    report(where + "SRC", SRC, repeats);
    report(where + "PCC", PCC, repeats);
    report(where + "R2", R2, repeats);
    report(where + "SRRC", SRRC, repeats);
    report(where + "PRCC", PRCC, repeats);
    report(where + "R2_rank", R2_rank, repeats);
  }
}

void check_all(Index repeats) {
  SECTION("rank, 200 random points") {
    check_indices(200, PointKind::monte_carlo, GivenEstimator::rank, repeats);
  }
  SECTION("rank, 1000 random points") {
    check_indices(1000, PointKind::monte_carlo, GivenEstimator::rank, repeats);
  }
  SECTION("binned, 200 random points") {
    check_indices(200, PointKind::monte_carlo, GivenEstimator::binned, repeats);
  }
  SECTION("rank, 200 points of a latin hypercube") {
    check_indices(200, PointKind::lhs, GivenEstimator::rank, repeats);
  }
  SECTION("binned, 256 Sobol' points") {
    check_indices(256, PointKind::sobol, GivenEstimator::rank, repeats);
  }
  SECTION("regression, 100 points") {
    check_regression(100, repeats);
  }
  SECTION("regression, 400 points") {
    check_regression(400, repeats);
  }
}

}  // namespace

TEST_CASE("given data: intervals cover", "[given_data][statistical][slow]") {
  check_all(400);
}
TEST_CASE("given data: intervals cover in the long run", "[.long][given_data][statistical]") {
  check_all(2000);
}
