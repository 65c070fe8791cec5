#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/sensitivity/bootstrap_detail.hpp"
#include "uq/sensitivity/resample_detail.hpp"
#include "uq/sensitivity/sobol_products_detail.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::Vector;

namespace {

// How often each of n rows is drawn in one resample.
Vector counts(Seed stream, Index n) {
  const Index chunks = (n + detail::resample_chunk - 1) / detail::resample_chunk;
  std::vector<Index> hits(static_cast<std::size_t>(chunks));
  detail::draw_chunk_hits(stream, n, hits);
  Vector result(n);
  for (Index c = 0; c < chunks; ++c) {
    const Index first = c * detail::resample_chunk;
    const Index size = std::min(detail::resample_chunk, n - first);
    detail::draw_counts(stream,
                        c,
                        hits[static_cast<std::size_t>(c)],
                        {result.data() + first, static_cast<std::size_t>(size)});
  }
  return result;
}

}  // namespace

TEST_CASE("resample: as many draws as rows", "[bootstrap][property]") {
  for (const Index n : {1, 2, 3, 16, 1000, 1024, 1025, 2048, 5000, 7777}) {
    for (std::uint64_t b = 0; b < 20; ++b) {
      const Vector c = counts(Seed{9}.child("test", b), n);
      CHECK(c.sum() == static_cast<double>(n));
      CHECK(c.minCoeff() >= 0);
    }
  }
}

TEST_CASE("resample: counts have the moments of the multinomial law", "[bootstrap][statistical]") {
  // Var c_k = 1 - 1/n, Cov(c_j, c_k) = -1/n. Sizes with one chunk, equal chunks, a short last one.
  constexpr Index resamples = 2000;
  for (const Index n : {5, 300, 2048, 2500}) {
    CAPTURE(n);
    const auto m = static_cast<double>(n);
    double squares = 0;          // of c_k, over all rows and resamples
    double squares_of_sums = 0;  // of the count in the first half minus its mean
    double fourth_of_sums = 0;
    const Index half = n / 2;
    Vector totals = Vector::Zero(n);
    for (Index b = 0; b < resamples; ++b) {
      const Vector c = counts(Seed{9}.child("test", static_cast<std::uint64_t>(b)), n);
      totals += c;
      squares += c.squaredNorm() / m;
      const double excess = c.head(half).sum() - static_cast<double>(half);
      squares_of_sums += excess * excess;
      fourth_of_sums += std::pow(excess, 4);
    }
    // Each row's total is Bin(n resamples, 1/n): mean `resamples`, variance near it.
    const double se = std::sqrt(resamples * (1 - 1 / m));
    for (const Index k : {Index{0}, n / 3, n / 2, n - 2, n - 1}) {
      CHECK(within_standard_errors(totals[k], resamples, se));
    }
    // Mean square of the counts is 1 + Var = 2 - 1/n. The variance of sum c_k^2 / n over resamples
    // is 2 (n-1) / n^2 (for the sum of c (c - 1), Pearson's chi-square statistic).
    const double se_squares = std::sqrt(2 * (m - 1) / (m * m) / resamples);
    CHECK(within_standard_errors(squares / resamples, 2 - 1 / m, se_squares));
    // The first half's count is Bin(n, half / n).
    const double p = static_cast<double>(half) / m;
    const double mean_square = squares_of_sums / resamples;
    const double se_sums =
        std::sqrt((fourth_of_sums / resamples - mean_square * mean_square) / resamples);
    CHECK(within_standard_errors(mean_square, m * p * (1 - p), se_sums));
  }
}

TEST_CASE("bootstrap: figures equal those of gathered rows", "[bootstrap][property]") {
  const auto function = ishigami();
  for (const Index n : {50, 1024, 2500}) {
    for (const auto& options : all_estimators()) {
      const auto design = wide_shape(n, 3, true, true);
      const Matrix y = random_outputs(function, design, Seed{3}).array() + 1000;
      const auto layout = detail::layout(design, options);
      const auto blocks = detail::centre(y);
      const auto sums = detail::bootstrap_sums({blocks, blocks}, layout, 40, Seed{4});
      CHECK(sums[0] == sums[1]);
      for (const Index b : {0, 31, 39}) {
        // The resample as data of its own: rows repeated, and the plain formulas.
        const Vector c = counts(Seed{4}.child("bootstrap", static_cast<std::uint64_t>(b)), n);
        Matrix gathered(n, y.cols());
        for (Index k = 0, row = 0; k < n; ++k) {
          for (int times = 0; times < static_cast<int>(c[k]); ++times) {
            gathered.row(row++) = y.row(k);
          }
        }
        const Vector expected = detail::figures(detail::centre(gathered), layout);
        const Vector means = sums[0].col(b) / static_cast<double>(n);
        Vector got = detail::figures(means.data(), layout, blocks.resolution);
        detail::to_physical(got, blocks);
        CHECK(got[0] == Approx(expected[0]).epsilon(1e-13));
        CHECK(got[1] == Approx(expected[1]).epsilon(1e-12));
        CHECK((got - expected).tail(layout.figures() - 2).cwiseAbs().maxCoeff() <= 1e-11);
      }
    }
  }
}

TEST_CASE("bootstrap: a resample has the same bits however many there are",
          "[bootstrap][property]") {
  const Matrix y = random_outputs(ishigami(), 1500, Seed{3});
  const auto layout = detail::layout(shape(1500, 3), {});
  const auto blocks = detail::centre(y);
  const auto many = detail::bootstrap_sums({blocks}, layout, 100, Seed{4})[0];
  for (const Index resamples : {1, 5, 33, 97}) {
    CHECK(detail::bootstrap_sums({blocks}, layout, resamples, Seed{4})[0] ==
          many.leftCols(resamples));
  }
}
