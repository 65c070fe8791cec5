#include "surrogates/pce.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace uq::surrogates {

namespace {

// A term as the columns of a table of one-dimensional polynomials that it is the product of.
struct Factors {
  std::vector<Index> columns;
  std::vector<std::size_t> ends;  // of each term's columns
};

// Where the polynomials of each variable lie in the table: degree 1 is the first, as degree 0 is 1.
struct Table {
  std::vector<Index> first;
  std::vector<Index> degrees;  // highest of each variable
  Index columns = 0;
};

std::vector<Index> degrees(Index dims, const std::vector<const MultiIndices*>& all) {
  std::vector<Index> highest(static_cast<std::size_t>(dims), 0);
  for (const MultiIndices* terms : all) {
    for (Index k = 0; k < terms->rows(); ++k) {
      for (Index j = 0; j < dims; ++j) {
        Index& degree = highest[static_cast<std::size_t>(j)];
        degree = std::max<Index>(degree, (*terms)(k, j));
      }
    }
  }
  return highest;
}

Table table_of(std::vector<Index> highest) {
  Table table;
  for (const Index degree : highest) {
    table.first.push_back(table.columns);
    table.columns += degree;
  }
  table.degrees = std::move(highest);
  return table;
}

Factors factors_of(const MultiIndices& terms, const Table& table) {
  Factors factors;
  for (Index k = 0; k < terms.rows(); ++k) {
    for (Index j = 0; j < terms.cols(); ++j) {
      if (terms(k, j) > 0) {
        factors.columns.push_back(table.first[static_cast<std::size_t>(j)] + terms(k, j) - 1);
      }
    }
    factors.ends.push_back(factors.columns.size());
  }
  return factors;
}

// Rows handled at a time, so that the table stays in the cache.
constexpr Index tile = 256;

// Polynomials of a tile of points. @shape p (rows, table.columns)
void fill(const Coordinates& coordinates, const Table& table, MatrixRef t, Matrix& p) {
  Matrix one;
  for (Index j = 0; j < t.cols(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    const Index degree = table.degrees[at];
    if (degree == 0) {
      continue;
    }
    one.resize(t.rows(), degree + 1);
    orthonormal(coordinates.each[at].polynomials,
                {t.col(j).data(), static_cast<std::size_t>(t.rows())},
                one);
    p.middleCols(table.first[at], degree) = one.rightCols(degree);
  }
}

// The product of a term's columns, into `product`.
template <class Product>
void multiply(const Factors& factors, std::size_t k, const Matrix& p, Product&& product) {
  const std::size_t from = k == 0 ? 0 : factors.ends[k - 1];
  const std::size_t to = factors.ends[k];
  if (from == to) {
    product.setOnes();
    return;
  }
  product = p.col(factors.columns[from]);
  for (std::size_t c = from + 1; c < to; ++c) {
    product.array() *= p.col(factors.columns[c]).array();
  }
}

Index tiles(Index rows) {
  return (rows + tile - 1) / tile;
}

}  // namespace

Matrix basis(const Coordinates& coordinates, const MultiIndices& terms, MatrixRef t) {
  Matrix psi(t.rows(), terms.rows());
  const Table table = table_of(degrees(t.cols(), {&terms}));
  const Factors factors = factors_of(terms, table);
  parallel_for(tiles(t.rows()), [&](Index task) {
    const Index first = task * tile;
    const Index rows = std::min(tile, t.rows() - first);
    Matrix p(rows, table.columns);
    fill(coordinates, table, t.middleRows(first, rows), p);
    for (Index k = 0; k < terms.rows(); ++k) {
      multiply(factors, static_cast<std::size_t>(k), p, psi.col(k).segment(first, rows));
    }
  });
  return psi;
}

void predict(const std::vector<Pce>& outputs, Index replicate, MatrixRef x, MutableMatrixRef y) {
  expects(y.rows() == x.rows() && y.cols() == static_cast<Index>(outputs.size()),
          "predictions of shape (" + std::to_string(y.rows()) + ", " + std::to_string(y.cols()) +
              ") of " + std::to_string(outputs.size()) + " expansions at " +
              std::to_string(x.rows()) + " points");
  std::vector<const MultiIndices*> all;
  const Coordinates* coordinates = nullptr;
  for (const Pce& pce : outputs) {
    if (!pce.undefined.empty()) {
      continue;
    }
    expects(
        replicate < pce.replicates.rows(),
        "replicate " + std::to_string(replicate) + " of " + std::to_string(pce.replicates.rows()));
    all.push_back(&pce.terms);
    coordinates = pce.coordinates.get();
  }
  y.setConstant(std::numeric_limits<double>::quiet_NaN());
  if (coordinates == nullptr) {
    return;
  }
  const Table table = table_of(degrees(x.cols(), all));
  std::vector<Factors> factors;
  for (const Pce& pce : outputs) {
    factors.push_back(factors_of(pce.terms, table));
  }
  parallel_for(tiles(x.rows()), [&](Index task) {
    const Index first = task * tile;
    const Index rows = std::min(tile, x.rows() - first);
    Matrix p(rows, table.columns);
    fill(*coordinates, table, to_variables(*coordinates, x.middleRows(first, rows)), p);
    Vector product(rows);
    Vector sum(rows);
    for (std::size_t q = 0; q < outputs.size(); ++q) {
      const Pce& pce = outputs[q];
      if (!pce.undefined.empty()) {
        continue;
      }
      // Term by term and value by value, so that a row's bits do not depend on those beside it.
      sum.setZero();
      for (Index k = 0; k < pce.terms.rows(); ++k) {
        const double c = replicate < 0 ? pce.coefficients(k) : pce.replicates(replicate, k);
        if (c != 0) {
          multiply(factors[q], static_cast<std::size_t>(k), p, product);
          sum += c * product;
        }
      }
      auto column = y.col(static_cast<Index>(q)).segment(first, rows);
      if (pce.log) {
        column = sum.unaryExpr([](double value) { return std::exp(value); });
      } else {
        column = sum;
      }
    }
  });
}

}  // namespace uq::surrogates
