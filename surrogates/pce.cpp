#include "surrogates/pce.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace uq::surrogates {

Matrix basis(const Coordinates& coordinates, const MultiIndices& terms, MatrixRef t) {
  Matrix psi = Matrix::Ones(t.rows(), terms.rows());
  for (Index j = 0; j < terms.cols(); ++j) {
    const Index degrees = terms.rows() == 0 ? 1 : terms.col(j).maxCoeff() + 1;
    if (degrees == 1) {
      continue;
    }
    Matrix p(t.rows(), degrees);
    orthonormal(coordinates.each[static_cast<std::size_t>(j)].polynomials,
                {t.col(j).data(), static_cast<std::size_t>(t.rows())},
                p);
    for (Index k = 0; k < terms.rows(); ++k) {
      if (terms(k, j) > 0) {
        psi.col(k).array() *= p.col(terms(k, j)).array();
      }
    }
  }
  return psi;
}

void predict(const std::vector<Pce>& outputs, Index replicate, MatrixRef x, MutableMatrixRef y) {
  if (outputs.empty()) {
    return;
  }
  const Coordinates& coordinates = *outputs.front().coordinates;
  const Matrix t = to_variables(coordinates, x);
  for (std::size_t q = 0; q < outputs.size(); ++q) {
    const Pce& pce = outputs[q];
    const Matrix psi = basis(coordinates, pce.terms, t);
    auto column = y.col(static_cast<Index>(q));
    column.setZero();
    // Term by term, so that a row's bits do not depend on the rows beside it.
    for (Index k = 0; k < pce.terms.rows(); ++k) {
      column += psi.col(k) * (replicate < 0 ? pce.coefficients(k) : pce.replicates(replicate, k));
    }
    if (pce.log) {
      column = column.array().exp();
    }
  }
}

}  // namespace uq::surrogates
