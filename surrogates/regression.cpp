#include "surrogates/regression.hpp"

#include "uq/core/error.hpp"

#include <Eigen/QR>

#include <utility>

namespace uq::surrogates {

Regression least_squares(MatrixRef psi, const Vector& y, std::vector<Index> columns) {
  const Index n = psi.rows();
  const auto terms = static_cast<Index>(columns.size());
  if (n <= terms) {
    throw InvalidArgument("least squares needs more points than columns");
  }
  const Matrix active = psi(Eigen::all, columns);
  const Eigen::ColPivHouseholderQR<Matrix> qr(active);
  if (qr.rank() < terms) {
    throw InvalidArgument("the points cannot tell the columns of the basis apart");
  }
  Regression fit;
  fit.columns = std::move(columns);
  fit.coefficients = qr.solve(y);
  fit.residuals = y - active * fit.coefficients;
  const Matrix q = qr.householderQ() * Matrix::Identity(n, terms);
  fit.leverages = q.rowwise().squaredNorm();
  const double variance = (y.array() - y.mean()).square().sum() / static_cast<double>(n - 1);
  const Vector loo = fit.residuals.array() / (1 - fit.leverages.array());
  fit.loo_error = loo.squaredNorm() / static_cast<double>(n) / variance;
  const Matrix r = qr.matrixR().topRows(terms).triangularView<Eigen::Upper>();
  const Matrix inverse = r.triangularView<Eigen::Upper>().solve(Matrix::Identity(terms, terms));
  fit.corrected_loo_error = fit.loo_error * static_cast<double>(n) /
                            static_cast<double>(n - terms) * (1 + inverse.squaredNorm());
  return fit;
}

}  // namespace uq::surrogates
