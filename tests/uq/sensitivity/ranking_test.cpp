#include "uq/sensitivity/ranking.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"
#include "uq/distributions/distribution.hpp"
#include "uq/propagation/intervals.hpp"

#include <cmath>
#include <limits>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::Vector;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

Matrix normals(Index rows, Index columns, Seed seed) {
  Matrix z(rows, columns);
  const std::span all(z.data(), static_cast<std::size_t>(z.size()));
  uq::philox_uniforms(seed, 0, all);
  quantiles(uq::Distribution{uq::Normal{0, 1}}, all, all);
  return z;
}

double phi(double z) {
  return cdf(uq::Distribution{uq::Normal{0, 1}}, z);
}

}  // namespace

TEST_CASE("ranking: two independent normal indices", "[ranking][statistical]") {
  const Index draws = 100'000;
  const Vector mean{{1.0, 0.7}};
  const Vector sd{{0.2, 0.3}};
  const Matrix values = (sd.asDiagonal() * normals(2, draws, Seed{4})).colwise() + mean;
  const double exact = phi(0.3 / std::hypot(0.2, 0.3));
  const Ranking ranking = rank(mean, values, Vector::Constant(draws, 0.5), 0.7);
  const double error = std::sqrt(exact * (1 - exact) / static_cast<double>(draws));
  CHECK(within_standard_errors(ranking.before(0, 1), exact, error));
  CHECK(ranking.before(0, 1) + ranking.before(1, 0) == 1);
  CHECK(ranking.top[0] == ranking.before(0, 1));
  CHECK(ranking.top[1] == 1);
  CHECK(ranking.stable_top == 1);
  CHECK(rank(mean, values, Vector::Constant(draws, 0.5), 0.9).stable_top == 0);
  const double below = phi((0.5 - 0.7) / 0.3);
  CHECK(within_standard_errors(
      ranking.below[1], below, std::sqrt(below * (1 - below) / static_cast<double>(draws))));
}

TEST_CASE("ranking: counted by hand", "[ranking][unit]") {
  Matrix draws(3, 4);
  draws << 5, 5, 2, 4,  //
      3, 6, 1, 4,       //
      1, 1, 1, 0;
  const Ranking r = rank(Vector{{4.0, 3.0, 1.0}}, draws, Vector{{2.0, 2.0, 2.0, 0.0}}, 0.6);
  CHECK(r.before(0, 1) == 2.5 / 4);  // 5 > 3, 5 < 6, 2 > 1, 4 = 4
  CHECK(r.before(0, 2) == 1);
  CHECK(r.before(1, 2) == 3.5 / 4);
  CHECK(r.before(2, 1) == 0.5 / 4);
  CHECK(std::isnan(r.before(1, 1)));
  CHECK(r.top[0] == 2.5 / 4);
  CHECK(r.top[1] == 3.5 / 4);
  CHECK(r.top[2] == 1);
  CHECK(r.stable_top == 2);
  CHECK(r.below[2] == 0.75);  // a draw that equals its threshold is not below it
  CHECK(r.below[0] == 0);
  // The order of the inputs does not matter.
  const Matrix mirrored = draws.colwise().reverse();
  const Ranking m = rank(Vector{{1.0, 3.0, 4.0}}, mirrored, Vector{{2.0, 2.0, 2.0, 0.0}}, 0.6);
  CHECK(m.before(2, 1) == r.before(0, 1));
  CHECK(m.top == r.top);
  CHECK(m.below[0] == r.below[2]);
}

TEST_CASE("ranking: ties, dead inputs and missing ones", "[ranking][unit]") {
  Matrix draws = Matrix::Zero(4, 50);
  draws.row(0).setConstant(3);
  draws.row(3).setConstant(no_value);
  const Ranking r =
      rank(Vector{{3.0, 0.0, 0.0, no_value}}, draws, Vector::Constant(50, 1e-300), 0.95);
  CHECK(r.draws == 50);
  CHECK(r.before(1, 2) == 0.5);
  CHECK(r.before(2, 1) == 0.5);
  CHECK(r.before(0, 1) == 1);
  CHECK(std::isnan(r.before(0, 3)));
  CHECK(std::isnan(r.below[3]));
  CHECK(r.below[1] == 1);
  CHECK(r.top[0] == 1);
  CHECK(r.top[1] == 0);  // which of the dead two is in the top two, nobody can say
  CHECK(r.stable_top == 1);
  // Indices known up to rounding tie within it.
  Matrix close(2, 4);
  close << 1, 1, 1, 1, 1.1, 0.9, 1.3, 1;
  CHECK(rank(Vector{{1.0, 1.1}}, close, Vector::Zero(4), 0.95, 0.2).before(0, 1) == 1.5 / 4);
  CHECK(rank(Vector{{1.0, 1.1}}, close, Vector::Zero(4), 0.1, 0.2).stable_top == 0);
  // One draw without a value and there is nothing to say: what the others agree on is an order
  // given that there is one.
  draws(1, 7) = no_value;
  const Ranking nothing =
      rank(Vector{{3.0, 0.0, 0.0, no_value}}, draws, Vector::Constant(50, 1.0), 0.95);
  CHECK(nothing.draws == 0);
  CHECK(std::isnan(nothing.top[0]));
  CHECK(std::isnan(nothing.before(0, 1)));
  CHECK(std::isnan(nothing.below[0]));
  CHECK(nothing.stable_top == 0);
  CHECK(rank(Vector{{2.0}}, Matrix::Ones(1, 5), Vector::Zero(5), 0.95).stable_top == 1);
  CHECK_THROWS_AS(rank(Vector{{2.0}}, Matrix::Ones(2, 5), Vector::Zero(5), 0.95),
                  uq::InvalidArgument);
}

TEST_CASE("ranking: draws of a mean of replicates follow t", "[ranking][statistical]") {
  // Two indices whose replicates move together: their difference is known better than either.
  const Index draws = 100'000;
  const Index replicates = 8;
  Matrix values = normals(2, replicates, Seed{9});
  values.row(1) = 0.9 * values.row(0) + 0.3 * values.row(1);
  values.row(1).array() -= 0.2;
  const Matrix drawn = replicate_draws(values, draws, Seed{5});
  const Vector difference = values.row(0) - values.row(1);
  const double mean = difference.mean();
  const double error = std::sqrt((difference.array() - mean).square().sum() /
                                 static_cast<double>(replicates * (replicates - 1)));
  // Quantiles of the difference are those of the t interval.
  for (const double p : {0.05, 0.5, 0.9}) {
    const double at = mean + uq::propagation::student_t_quantile(p, replicates - 1) * error;
    const double share =
        static_cast<double>(((drawn.row(0) - drawn.row(1)).array() <= at).count()) /
        static_cast<double>(draws);
    CAPTURE(p, share);
    CHECK(within_standard_errors(share, p, std::sqrt(p * (1 - p) / static_cast<double>(draws))));
  }
  CHECK(drawn.leftCols(100) == replicate_draws(values, 100, Seed{5}));
  CHECK_THROWS_AS(replicate_draws(Matrix::Ones(3, 1), 10, Seed{5}), uq::InvalidArgument);
}

TEST_CASE("ranking: P(i before j) is calibrated", "[ranking][statistical]") {
  // True differences from a wide uniform law, eight replicates around them: of the pairs said to be
  // in order with probability P, a share P is. Over-confidence makes the sum below negative.
  const Index repeats = 4000;
  double sum = 0;
  double variance = 0;
  for (Index repeat = 0; repeat < repeats; ++repeat) {
    const Seed seed = Seed{31}.child("repeat", static_cast<std::uint64_t>(repeat));
    Vector truth = Vector::Zero(2);
    uq::philox_uniforms(seed, 0, {truth.data(), 1});
    truth[0] = 6 * truth[0] - 3;
    const Matrix values = (1.5 * normals(2, 8, seed.child("noise"))).colwise() + truth;
    const Index draws = 200;
    const Ranking ranking = rank(
        values.rowwise().mean(), replicate_draws(values, draws, seed), Vector::Zero(draws), 0.95);
    const double p = ranking.before(0, 1);
    sum += ((truth[0] > truth[1] ? 1 : 0) - p) * (2 * p - 1);
    variance += p * (1 - p) * (2 * p - 1) * (2 * p - 1);
  }
  CAPTURE(sum, std::sqrt(variance));
  CHECK(within_standard_errors(sum, 0, std::sqrt(variance)));
  CHECK(std::sqrt(variance) < 0.005 * static_cast<double>(repeats));
}
