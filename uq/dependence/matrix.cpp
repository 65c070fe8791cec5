#include "uq/core/error.hpp"
#include "uq/dependence/correlation.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <string>

namespace uq {
namespace {

using Eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>;

// Below this a matrix of d inputs is taken as singular: some tens of roundings.
double singular(Index d) {
  return 1e-12 * static_cast<double>(d);
}

void expects_symmetric(MatrixRef a, const char* function) {
  expects(a.rows() == a.cols() && a.rows() >= 1,
          std::to_string(a.rows()) + " by " + std::to_string(a.cols()) +
              " values, required is a square matrix",
          function);
  expects(a.allFinite(), "the matrix holds values that are not finite", function);
  expects(a == a.transpose(), "the matrix is not symmetric", function);
}

void expects_correlations(MatrixRef a, const char* function) {
  expects_symmetric(a, function);
  expects((a.diagonal().array() == 1).all(), "the diagonal is not 1", function);
}

double least_eigenvalue(MatrixRef a) {
  return Eigenvalues(a, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
}

// Nearest matrix with eigenvalues >= least.
Matrix clip_eigenvalues(const Matrix& a, double least) {
  const Eigenvalues eigen(a);
  const Vector values = eigen.eigenvalues().cwiseMax(least);
  const Matrix clipped =
      eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose();
  return 0.5 * (clipped + clipped.transpose());
}

// Correlation matrix of normal scores with this covariance.
Matrix unit_diagonal(const Matrix& covariance) {
  const Vector scale = covariance.diagonal().cwiseSqrt().cwiseInverse();
  Matrix result = scale.asDiagonal() * covariance * scale.asDiagonal();
  result.diagonal().setOnes();
  return 0.5 * (result + result.transpose());
}

}  // namespace

double smallest_eigenvalue(MatrixRef symmetric) {
  expects_symmetric(symmetric, __func__);
  return least_eigenvalue(symmetric);
}

std::optional<Matrix> correlation_factor(MatrixRef correlation) {
  expects_correlations(correlation, __func__);
  if (least_eigenvalue(correlation) < singular(correlation.rows())) {
    return std::nullopt;
  }
  const Eigen::LLT<Matrix> cholesky(correlation);
  if (cholesky.info() != Eigen::Success) {
    return std::nullopt;
  }
  Matrix factor = cholesky.matrixL();
  factor.rowwise().normalize();
  return factor;
}

// Eq. 11: Dykstra's correction makes the alternating projections end at the nearest point.
Matrix nearest_correlation(MatrixRef symmetric, double least) {
  expects_symmetric(symmetric, __func__);
  expects(least >= 0 && least < 1,
          "least = " + std::to_string(least) + ", required is 0 <= least < 1");
  if ((symmetric.diagonal().array() == 1).all() && least_eigenvalue(symmetric) >= least) {
    return symmetric;
  }
  constexpr int most_iterations = 20000;
  constexpr double converged = 1e-14;
  Matrix unit = symmetric;
  Matrix definite = symmetric;
  Matrix correction = Matrix::Zero(symmetric.rows(), symmetric.cols());
  for (int i = 0; i < most_iterations; ++i) {
    const Matrix before = definite;
    const Matrix corrected = unit - correction;
    definite = clip_eigenvalues(corrected, least);
    correction = definite - corrected;
    unit = definite;
    unit.diagonal().setOnes();
    const double change = (definite - before).norm() + (unit - definite).norm();
    if (change <= converged * unit.norm()) {
      break;
    }
  }
  return unit_diagonal(definite);
}

}  // namespace uq
