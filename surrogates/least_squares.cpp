#include "surrogates/least_squares_detail.hpp"
#include "surrogates/regression.hpp"
#include "uq/core/parallel.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace uq::surrogates::detail {

namespace {

// Rows per matrix product. Eigen splits the inner dimension by the size of the cache only beyond
// some 400; below, sums have one order on every machine.
constexpr Index depth = 256;
constexpr Index tile = 96;  // columns a task handles at a time

Index tiles(Index columns) {
  return (columns + tile - 1) / tile;
}

// 1 / cond(A^T A) from which on the Gram matrix serves: with one step of refinement coefficients
// are then good to some 1e-14, leverages to 1e-10.
constexpr double well_conditioned = 1e-6;
// Share of a column's norm that must be left when the others are taken off it: below, what is left
// is the rounding of the points' mapping.
constexpr double distinct = 1e-9;

// Lower triangle of A^T A.
Matrix gram(const Matrix& a) {
  const Index p = a.cols();
  const Index t = tiles(p);
  Matrix g = Matrix::Zero(p, p);
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < t; ++i) {
    for (Index j = 0; j <= i; ++j) {
      pairs.emplace_back(i * tile, j * tile);
    }
  }
  parallel_for(static_cast<Index>(pairs.size()), [&](Index task) {
    const auto [i, j] = pairs[static_cast<std::size_t>(task)];
    const Index rows = std::min(tile, p - i);
    const Index cols = std::min(tile, p - j);
    Matrix sum = Matrix::Zero(rows, cols);
    for (Index k = 0; k < a.rows(); k += depth) {
      const Index count = std::min(depth, a.rows() - k);
      sum.noalias() += a.block(k, i, count, rows).transpose() * a.block(k, j, count, cols);
    }
    g.block(i, j, rows, cols) = sum;
  });
  return g;
}

// Inverse of a lower triangular matrix, column tile by column tile.
Matrix inverted(const Matrix& l) {
  const Index p = l.rows();
  Matrix w = Matrix::Zero(p, p);
  parallel_for(tiles(p), [&](Index task) {
    const Index first = task * tile;
    const Index count = std::min(tile, p - first);
    auto x = w.block(first, first, p - first, count);
    x.topRows(count).setIdentity();
    // Row tile by row tile, so that inner dimensions stay those of our tiles.
    for (Index i = 0; i < x.rows(); i += tile) {
      const Index rows = std::min(tile, x.rows() - i);
      for (Index k = 0; k < i; k += tile) {
        x.middleRows(i, rows).noalias() -=
            l.block(first + i, first + k, rows, tile) * x.middleRows(k, tile);
      }
      l.block(first + i, first + i, rows, rows)
          .triangularView<Eigen::Lower>()
          .solveInPlace(x.middleRows(i, rows));
    }
  });
  return w;
}

// 1 / (|G|_1 |G^-1|_1), cheap as the inverse is there.
double reciprocal_condition(const Matrix& lower, const Matrix& w) {
  const double norm =
      lower.selfadjointView<Eigen::Lower>().toDenseMatrix().cwiseAbs().colwise().sum().maxCoeff();
  const double inverse = w.squaredNorm();  // trace of the inverse, at least its largest eigenvalue
  return 1 / (norm * inverse);
}

std::optional<Matrix> inverse_factor(const Matrix& a) {
  Matrix g = gram(a);
  const Eigen::LLT<Matrix, Eigen::Lower> factor(g);
  if (factor.info() != Eigen::Success) {
    return std::nullopt;
  }
  const Matrix l = factor.matrixL();
  if (!(l.diagonal().minCoeff() > 0)) {
    return std::nullopt;
  }
  Matrix w = inverted(l);
  if (!(reciprocal_condition(g, w) > well_conditioned)) {
    return std::nullopt;
  }
  return w;
}

void by_qr(Solver& s, const std::vector<Index>& columns) {
  const Index p = s.a.cols();
  // The largest column is the first pivot: what equals a constant is named, not the constant.
  constexpr double ahead = 8;
  if (!columns.empty() && columns.front() == 0) {
    s.a.col(0) *= ahead;
    s.scale(0) *= ahead;
  }
  Eigen::ColPivHouseholderQR<Matrix> qr(s.a);
  const auto pivots = qr.matrixQR().diagonal().cwiseAbs();
  std::vector<Index> dependent;
  for (Index k = 0; k < p; ++k) {
    s.order.push_back(qr.colsPermutation().indices()(k));
    if (!(pivots(k) > distinct)) {
      dependent.push_back(columns[static_cast<std::size_t>(s.order.back())]);
    }
  }
  if (!dependent.empty()) {
    throw IndistinctColumns(std::move(dependent));
  }
  s.q = qr.householderQ() * Matrix::Identity(s.a.rows(), p);
  const Matrix r = qr.matrixR().topRows(p).triangularView<Eigen::Upper>();
  s.r_inverse = r.triangularView<Eigen::Upper>().solve(Matrix::Identity(p, p));
}

// (A^T A)^-1 A^T v
Matrix step(const Solver& s, MatrixRef v) {
  if (s.gram()) {
    const Matrix w_b = s.inverse.triangularView<Eigen::Lower>() * transposed_product(s.a, v);
    return s.inverse.transpose().triangularView<Eigen::Upper>() * w_b;
  }
  const Matrix ordered = s.r_inverse * transposed_product(s.q, v);
  Matrix c(ordered.rows(), ordered.cols());
  for (Index k = 0; k < c.rows(); ++k) {
    c.row(s.order[static_cast<std::size_t>(k)]) = ordered.row(k);
  }
  return c;
}

}  // namespace

Matrix transposed_product(MatrixRef a, MatrixRef b) {
  Matrix product = Matrix::Zero(a.cols(), b.cols());
  parallel_for(tiles(a.cols()), [&](Index task) {
    const Index first = task * tile;
    const Index count = std::min(tile, a.cols() - first);
    // One column of b at a time: its bits do not depend on the others.
    for (Index k = 0; k < a.rows(); k += depth) {
      const Index rows = std::min(depth, a.rows() - k);
      for (Index j = 0; j < b.cols(); ++j) {
        product.col(j).segment(first, count).noalias() +=
            a.block(k, first, rows, count).transpose() * b.col(j).segment(k, rows);
      }
    }
  });
  return product;
}

Solver solver(MatrixRef psi, const std::vector<Index>& columns) {
  const Index n = psi.rows();
  const auto p = static_cast<Index>(columns.size());
  expects(n >= p,
          std::to_string(n) + " points for " + std::to_string(p) +
              " terms: least squares needs at least as many points as terms");
  Solver s;
  s.a = psi(Eigen::all, columns);
  s.scale.resize(p);
  for (Index j = 0; j < p; ++j) {
    const double norm = s.a.col(j).norm();
    if (!(norm > 0) || !std::isfinite(norm)) {
      throw IndistinctColumns({columns[static_cast<std::size_t>(j)]});
    }
    s.scale(j) = std::ldexp(1.0, -std::ilogb(norm));
    s.a.col(j) *= s.scale(j);
  }
  if (n > p) {
    if (auto w = inverse_factor(s.a)) {
      s.inverse = *std::move(w);
      return s;
    }
  }
  by_qr(s, columns);
  return s;
}

Matrix solve(const Solver& s, MatrixRef v) {
  Matrix c = step(s, v);
  // The rounding of A^T A, up to 1e-10, leaves the first solution; that of the residual stays.
  Matrix rest = v;
  for (Index j = 0; j < c.cols(); ++j) {
    for (Index k = 0; k < c.rows(); ++k) {
      rest.col(j) -= c(k, j) * s.a.col(k);
    }
  }
  c += step(s, rest);
  return s.scale.asDiagonal() * c;
}

Vector leverages(const Solver& s) {
  if (!s.gram()) {
    return s.q.rowwise().squaredNorm();
  }
  const Index n = s.a.rows();
  const Index p = s.a.cols();
  Vector h = Vector::Zero(n);
  parallel_for((n + depth - 1) / depth, [&](Index task) {
    const Index first = task * depth;
    const Index rows = std::min(depth, n - first);
    Matrix t(rows, tile);
    for (Index j = 0; j < p; j += tile) {
      const Index cols = std::min(tile, p - j);
      auto part = t.leftCols(cols);
      part.setZero();
      for (Index k = 0; k < j + cols; k += tile) {
        const Index inner = std::min(tile, p - k);
        part.noalias() +=
            s.a.block(first, k, rows, inner) * s.inverse.block(j, k, cols, inner).transpose();
      }
      h.segment(first, rows) += part.rowwise().squaredNorm();
    }
  });
  return h;
}

double trace_of_inverse(const Solver& s) {
  double trace = 0;
  if (s.gram()) {
    for (Index j = 0; j < s.a.cols(); ++j) {
      trace += s.scale(j) * s.scale(j) * s.inverse.col(j).squaredNorm();
    }
    return trace;
  }
  for (Index k = 0; k < s.a.cols(); ++k) {
    const double scale = s.scale(s.order[static_cast<std::size_t>(k)]);
    trace += scale * scale * s.r_inverse.row(k).squaredNorm();
  }
  return trace;
}

}  // namespace uq::surrogates::detail
