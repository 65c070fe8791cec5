#include "uq/core/parallel.hpp"
#include "uq/propagation/moments.hpp"
#include "uq/sensitivity/regression_detail.hpp"

#include <Eigen/Householder>

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::sensitivity::detail {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Mean 0 and mean square 1; NaN for a column whose spread is rounding.
void standardise(const Eigen::Ref<const Vector>& values, Eigen::Ref<Vector> z) {
  const double low = values.minCoeff();
  const double high = values.maxCoeff();
  constexpr double ulps = 8 * std::numeric_limits<double>::epsilon();
  if (!(high - low > ulps * std::max(std::abs(low), std::abs(high)))) {
    z.setConstant(none);
    return;
  }
  const propagation::Scaling map = propagation::scaling(low, low, high);
  z = (values.array() * map.shrink - map.first) * map.factor;
  const std::span<const double> scaled(z.data(), static_cast<std::size_t>(z.size()));
  const propagation::Moments moments = propagation::moments(scaled);
  z.array() = (z.array() - moments.mean) / moments.sd;
}

// The triangular factor of one block, reflection by reflection: Eigen's blocked decomposition
// splits its products by the size of the processor's cache, and so would the last bits (contract
// C2).
Matrix reflected(const Eigen::Ref<const Matrix>& block) {
  Matrix a = block;
  const Index rows = a.rows();
  const Index columns = a.cols();
  Vector work(columns);
  for (Index k = 0; k < std::min(rows, columns); ++k) {
    double tau = 0;
    double beta = 0;
    a.col(k).tail(rows - k).makeHouseholderInPlace(tau, beta);
    a(k, k) = beta;
    a.bottomRightCorner(rows - k, columns - k - 1)
        .applyHouseholderOnTheLeft(a.col(k).tail(rows - k - 1), tau, work.data());
  }
  Matrix upper = Matrix::Zero(columns, columns);
  const Index filled = std::min(rows, columns);
  upper.topRows(filled) = a.topRows(filled).triangularView<Eigen::Upper>();
  return upper;
}

// The triangular factor of a tall matrix, rows in chunks whose size the columns alone decide.
Matrix triangular(const Matrix& tall) {
  const Index columns = tall.cols();
  const Index chunk = std::max(Index{2048}, 8 * columns);
  if (tall.rows() <= chunk) {
    return reflected(tall);
  }
  const Index chunks = (tall.rows() + chunk - 1) / chunk;
  Matrix stacked(chunks * columns, columns);
  parallel_for(chunks, [&](Index c) {
    const Index first = c * chunk;
    stacked.middleRows(c * columns, columns) =
        reflected(tall.middleRows(first, std::min(chunk, tall.rows() - first)));
  });
  return triangular(stacked);
}

}  // namespace

Matrix standardised(MatrixRef x, const Vector& y) {
  Matrix z(x.rows(), x.cols() + 1);
  parallel_for(z.cols(), [&](Index j) {
    if (j < x.cols()) {
      standardise(x.col(j), z.col(j));
    } else {
      standardise(y, z.col(j));
    }
  });
  return z;
}

Fit fit(const Matrix& z) {
  const Index d = z.cols() - 1;
  const auto n = static_cast<double>(z.rows());
  Fit result;
  for (Index j = 0; j < d; ++j) {
    if (std::isnan(z(0, j))) {
      result.constant.push_back(j);
    }
  }
  if (!result.constant.empty()) {
    return result;
  }
  const Matrix upper = triangular(z) / std::sqrt(n);
  const auto inputs = upper.topLeftCorner(d, d).triangularView<Eigen::Upper>();
  // What the inputs before it leave of an input; far above rounding, far below any real sample's.
  constexpr double least = 1e-8;
  for (Index j = 0; j < d; ++j) {
    if (std::abs(upper(j, j)) < least) {
      result.collinear.push_back(j);
    }
  }
  if (!result.collinear.empty()) {
    return result;
  }
  const Vector explained = upper.col(d).head(d);
  const double rest = upper(d, d) * upper(d, d);
  const double unexplained = rest / (explained.squaredNorm() + rest);
  // Column by column and dot by dot, not as blocked products: see `reflected`.
  Matrix rows_of_root(d, d);  // transposed
  for (Index j = 0; j < d; ++j) {
    rows_of_root.row(j) = inputs.solve(Vector::Unit(d, j)).transpose();
  }
  result.SRC = inputs.solve(explained);  // Eq. 7
  result.R2 = 1 - unexplained;           // Eq. 8
  result.inverse = rows_of_root.transpose().lazyProduct(rows_of_root);
  result.PCC = result.SRC.array() /
               (result.SRC.array().square() + unexplained * result.inverse.diagonal().array())
                   .sqrt();  // Eq. 9
  return result;
}

}  // namespace uq::sensitivity::detail
