#include "tests/surrogates/sparse_references.hpp"

#include "uq/core/philox.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace uq::test {
namespace {

Matrix standardised(const Matrix& psi) {
  Matrix z = psi.rowwise() - psi.colwise().mean();
  z.col(0).setZero();
  for (Index j = 1; j < z.cols(); ++j) {
    z.col(j).normalize();
  }
  return z;
}

void record(const Matrix& psi, const Vector& y, ReferencePath& path) {
  const auto n = static_cast<double>(y.size());
  const auto terms = static_cast<double>(path.order.size());
  const Matrix active = psi(Eigen::all, path.order);
  const Eigen::HouseholderQR<Matrix> qr(active);
  const Matrix q = qr.householderQ() * Matrix::Identity(active.rows(), active.cols());
  const Matrix r = qr.matrixQR().topRows(active.cols()).triangularView<Eigen::Upper>();
  const Matrix inverse =
      r.triangularView<Eigen::Upper>().solve(Matrix::Identity(r.rows(), r.cols()));
  const Vector residuals = y - active * qr.solve(y);
  const Vector leverages = q.rowwise().squaredNorm();
  const double variance = (y.array() - y.mean()).square().sum() / (n - 1);
  const double loo = (residuals.array() / (1 - leverages.array())).square().mean() / variance;
  path.left.push_back(
      std::min(1 - leverages.maxCoeff(), residuals.norm() / std::sqrt((n - 1) * variance)));
  path.loo.push_back(loo);
  path.corrected.push_back(loo * n / (n - terms) * (1 + inverse.squaredNorm()));
}

bool holds(const std::vector<Index>& order, Index j) {
  return std::find(order.begin(), order.end(), j) != order.end();
}

}  // namespace

ReferencePath lars_path(const Matrix& psi, const Vector& y, Index most) {
  const Matrix z = standardised(psi);
  Vector residual = y.array() - y.mean();
  ReferencePath path;
  path.order = {0};
  record(psi, y, path);
  Index next = 0;
  (z.transpose() * residual).cwiseAbs().maxCoeff(&next);
  while (static_cast<Index>(path.order.size()) < most) {
    path.order.push_back(next);
    record(psi, y, path);
    const std::vector<Index> active(path.order.begin() + 1, path.order.end());
    const Vector c = z.transpose() * residual;
    Matrix signed_columns = z(Eigen::all, active);
    double highest = 0;
    for (std::size_t i = 0; i < active.size(); ++i) {
      signed_columns.col(static_cast<Index>(i)) *= c(active[i]) > 0 ? 1 : -1;
      highest = std::max(highest, std::abs(c(active[i])));
    }
    const Matrix gram = signed_columns.transpose() * signed_columns;
    const Vector solved = gram.fullPivLu().solve(Vector::Ones(gram.rows()));
    const double norm = 1 / std::sqrt(solved.sum());  // A_A
    const Vector u = signed_columns * (norm * solved);
    const Vector a = z.transpose() * u;
    double step = std::numeric_limits<double>::infinity();
    next = -1;
    for (Index j = 1; j < z.cols(); ++j) {
      if (holds(path.order, j)) {
        continue;
      }
      for (const double candidate :
           {(highest - c(j)) / (norm - a(j)), (highest + c(j)) / (norm + a(j))}) {
        if (candidate > 0 && candidate < step) {
          step = candidate;
          next = j;
        }
      }
    }
    if (next < 0) {
      break;
    }
    residual -= step * u;
  }
  return path;
}

ReferencePath omp_path(const Matrix& psi, const Vector& y, Index most) {
  const Matrix z = standardised(psi);
  ReferencePath path;
  path.order = {0};
  record(psi, y, path);
  while (static_cast<Index>(path.order.size()) < most) {
    const Matrix active = psi(Eigen::all, path.order);
    const Vector residual = y - active * active.householderQr().solve(y);
    Vector c = (z.transpose() * residual).cwiseAbs();
    for (const Index j : path.order) {
      c(j) = -1;
    }
    Index next = 0;
    if (c.maxCoeff(&next) < 0) {
      break;
    }
    path.order.push_back(next);
    record(psi, y, path);
  }
  return path;
}

Vector normal_numbers(Index n, std::uint64_t seed) {
  Vector u(2 * n);
  philox_uniforms(Seed{seed}, 0, {u.data(), static_cast<std::size_t>(u.size())});
  return (-2 * u.head(n).array().log()).sqrt() *
         (2 * std::numbers::pi * u.tail(n).array()).cos();  // Box, Muller
}

Matrix normal_columns(Index n, Index terms, double rho, std::uint64_t seed) {
  const Vector numbers = normal_numbers(n * terms, seed);
  Matrix psi = Matrix::Map(numbers.data(), n, terms);
  psi.col(0).setOnes();
  for (Index j = 2; j < terms; ++j) {
    psi.col(j) = rho * psi.col(j - 1) + std::sqrt(1 - rho * rho) * psi.col(j);
  }
  return psi;
}

Vector sparse_outputs(const Matrix& psi, double noise, std::uint64_t seed) {
  Vector y = noise * normal_numbers(psi.rows(), seed);
  for (Index j = 1; j < psi.cols(); j += 5) {
    y += psi.col(j) * (j % 2 == 1 ? 1.0 : -1.0) / std::sqrt(static_cast<double>(j));
  }
  return y;
}

}  // namespace uq::test
