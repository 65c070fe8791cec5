#include "surrogates/column_kernel_detail.hpp"
#include "surrogates/sparse_path_detail.hpp"
#include "tests/support/catch.hpp"
#include "tests/surrogates/sparse_references.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::Vector;
using namespace uq::surrogates::detail;
using uq::test::normal_columns;
using uq::test::normal_numbers;
using uq::test::sparse_outputs;
using uq::test::sparse_problems;
using uq::test::SparseProblem;

SparsePath whole_path(const Matrix& psi, const Vector& y, Selection selection) {
  return sparse_path(psi, scaled_output(y), selection, 0, true);
}

}  // namespace

TEST_CASE("sparse: paths are those of the textbook, step by step", "[sparse][unit]") {
  for (const SparseProblem& problem : sparse_problems) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Matrix psi = normal_columns(problem.n, problem.terms, problem.rho, seed);
      const Vector y = sparse_outputs(psi, problem.noise, 100 + seed);
      for (const Selection selection : {Selection::lars, Selection::omp}) {
        CAPTURE(problem.name, seed, selection == Selection::lars);
        const Index most = std::min(problem.n - 1, problem.terms);
        const auto expected = selection == Selection::lars ? uq::test::lars_path(psi, y, most)
                                                           : uq::test::omp_path(psi, y, most);
        const SparsePath path = whole_path(psi, y, selection);
        CHECK(path.order == expected.order);
        REQUIRE(path.loo.size() == expected.loo.size());
        for (std::size_t k = 0; k < expected.loo.size(); ++k) {
          CAPTURE(k);
          const double tolerance = 1e-10 + 1e-12 / expected.left[k];
          CHECK(path.loo[k] == Approx(expected.loo[k]).epsilon(tolerance));
          CHECK(path.corrected[k] == Approx(expected.corrected[k]).epsilon(tolerance));
        }
        // What a step is chosen by: the corrected error where enough is left to judge by (LARS), or
        // with the price of having chosen (OMP).
        std::vector<double> criterion = expected.corrected;
        double price = 1;
        for (std::size_t k = 1; k < criterion.size(); ++k) {
          const auto free = static_cast<double>(problem.n - static_cast<Index>(k) - 1);
          const auto waiting = static_cast<double>(problem.terms - static_cast<Index>(k));
          if (selection == Selection::omp) {
            const double best_of_all = std::exp(-2 * std::log(waiting + 1) / free);
            price *= std::max(1.0, (1 - 1 / (free + 1)) / best_of_all);
            criterion[k] *= price;
          } else if (std::exp(2 * std::log(0.05 / waiting) / free) < 0.1) {
            criterion[k] = std::numeric_limits<double>::infinity();
          }
        }
        const auto best = std::min_element(criterion.begin(), criterion.end());
        CHECK(path.best == best - criterion.begin());
        CHECK(path.criterion[static_cast<std::size_t>(path.best)] == Approx(*best).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("sparse: all kernels give the same bits", "[sparse][unit]") {
  for (const Index n : {1, 7, 8, 203}) {
    for (const Index count : {1, 3, 4, 8, 13}) {
      const Matrix columns = normal_columns(n, count + 1, 0.5, 15);
      const Vector x = normal_numbers(n, 115);
      std::vector<const double*> data;
      for (Index j = 1; j <= count; ++j) {
        data.push_back(columns.col(j).data());
      }
      Vector products;
      Vector left;
      for (const ColumnKernel& kernel : column_kernels()) {
        CAPTURE(std::string(kernel.name), n, count);
        Vector out(count);
        kernel.dots(data, x.data(), n, out.data());
        Vector rest = x;
        kernel.subtract(data, out.data(), n, rest.data());
        if (products.size() == 0) {
          products = out;
          left = rest;
          const Matrix block = columns.rightCols(count);
          CHECK((out - block.transpose() * x).cwiseAbs().maxCoeff() < 1e-12);
          CHECK((rest - (x - block * out)).cwiseAbs().maxCoeff() < 1e-12 * (1 + out.norm()));
        }
        CHECK(out == products);
        CHECK(rest == left);
        for (Index j = 0; j < count; ++j) {  // whatever the columns beside it
          double alone = 0;
          kernel.dots({data.data() + j, 1}, x.data(), n, &alone);
          CHECK(alone == products(j));
        }
      }
    }
  }
}

TEST_CASE("sparse: columns that repeat others never join", "[sparse][unit]") {
  Matrix psi = normal_columns(50, 61, 0.3, 16);
  for (Index j = 1; j <= 20; ++j) {
    psi.col(20 + j) = psi.col(j);                                    // a duplicate
    psi.col(40 + j) = psi.col(j) * 0.5 - psi.col(1 + j % 20) * 2.0;  // collinear
  }
  psi.col(60).setConstant(7);
  const Vector y = sparse_outputs(psi.leftCols(21), 0.3, 116);
  for (const Selection selection : {Selection::lars, Selection::omp}) {
    const SparsePath path = whole_path(psi, y, selection);
    CAPTURE(selection == Selection::lars);
    CHECK(path.order.size() == 21);  // the constant and as many as there are dimensions
    CHECK(path.end == PathEnd::all);
    std::vector<bool> seen(61, false);
    for (const Index j : path.order) {
      const Index original = j > 20 && j <= 40 ? j - 20 : j;
      CHECK_FALSE(seen[static_cast<std::size_t>(original)]);
      CHECK((j <= 20 || j > 40));  // ties go to the lower index
      seen[static_cast<std::size_t>(original)] = true;
    }
    const GrowingFit& fit = path.fit;
    Matrix q(50, fit.size());
    for (Index k = 0; k < fit.size(); ++k) {
      q.col(k) = fit.q[static_cast<std::size_t>(k)];
    }
    CHECK((q.transpose() * q - Matrix::Identity(fit.size(), fit.size())).norm() < 1e-13);
  }
}

TEST_CASE("sparse: columns that all but repeat others do no harm", "[sparse][unit]") {
  const Index n = 80;
  const Matrix first = normal_columns(n, 41, 0.3, 21);
  const Vector y = sparse_outputs(first, 0.3, 121);
  for (const double distance : {1e-3, 1e-6, 1e-10}) {
    Matrix psi(n, 81);
    psi.leftCols(41) = first;
    psi.rightCols(40) = first.rightCols(40) + distance * normal_columns(n, 41, 0, 22).rightCols(40);
    for (const Selection selection : {Selection::lars, Selection::omp}) {
      CAPTURE(distance, selection == Selection::lars);
      const SparsePath path = whole_path(psi, y, selection);
      const GrowingFit& fit = path.fit;
      Matrix q(n, fit.size());
      for (Index k = 0; k < fit.size(); ++k) {
        q.col(k) = fit.q[static_cast<std::size_t>(k)];
      }
      CHECK((q.transpose() * q - Matrix::Identity(fit.size(), fit.size())).norm() < 1e-13);
      CHECK(fit.size() <= (distance < 1.5e-8 ? 41 : 79));  // one of each pair
      CHECK(fit.size() >= 41);
    }
  }
}

TEST_CASE("sparse: columns that have nothing to do with what is left do not join",
          "[sparse][unit]") {
  const Index n = 32;  // cosines are orthogonal there, to rounding
  Matrix psi(n, 8);
  const auto cosine = [](Index k) {
    return [k](Index i) {
      return std::cos(2 * 3.14159265358979323846 * static_cast<double>(k * i) / 32);
    };
  };
  for (Index k = 0; k < 8; ++k) {
    psi.col(k) = Vector::NullaryExpr(n, cosine(k));
  }
  const Vector y = psi.col(3) + 0.25 * Vector::NullaryExpr(n, cosine(9));
  for (const Selection selection : {Selection::lars, Selection::omp}) {
    CHECK(whole_path(psi, y, selection).order == std::vector<Index>{0, 3});
  }
}

TEST_CASE("sparse: a path ends soon after its best step, which is that of the whole path",
          "[sparse][unit]") {
  for (const Index n : {150, 400}) {
    const Matrix psi = normal_columns(n, 600, 0.2, 18);
    Vector y = 0.3 * normal_numbers(n, 118);
    for (Index j = 10; j <= 100; j += 10) {
      y += psi.col(j) * (j % 20 == 0 ? 1.0 : -1.0);
    }
    for (const Selection selection : {Selection::lars, Selection::omp}) {
      CAPTURE(n, selection == Selection::lars);
      const SparsePath path = sparse_path(psi, scaled_output(y), selection, 0);
      const SparsePath whole = whole_path(psi, y, selection);
      CHECK(path.end == PathEnd::passed);
      CHECK(path.best == whole.best);
      CHECK(path.order.size() < whole.order.size() - 40);
      CHECK(path.criterion[static_cast<std::size_t>(path.best)] ==
            whole.criterion[static_cast<std::size_t>(path.best)]);
    }
  }
}

// Column 2 is column 1 with a fiftieth of z, so what it tells of z shows only beside column 1, and
// many columns of noise correlate with z more than either.
TEST_CASE("sparse: a path goes on while a column is worth its place, or nothing was",
          "[sparse][unit]") {
  const Index n = 300;
  Matrix psi = normal_columns(n, 202, 0, 19);
  const Vector z = normal_numbers(n, 119);
  psi.col(2) = psi.col(1) + 0.02 * z;
  for (const Selection selection : {Selection::lars, Selection::omp}) {
    // After its best step, the one of column 1, nothing helps for more than the patience.
    const Vector y = 3 * psi.col(1) + 0.5 * z;
    CAPTURE(selection == Selection::lars);
    const SparsePath path = sparse_path(psi, scaled_output(y), selection, 0);
    CHECK(path.end == PathEnd::exact);
    CHECK(path.best > 52);
    // Not even a first step helps.
    const SparsePath hidden = sparse_path(psi, scaled_output(z), selection, 0);
    CHECK(hidden.end == PathEnd::exact);
    CHECK(hidden.best > 52);
  }
  const Vector noise = normal_numbers(n, 219);
  CHECK(sparse_path(psi, scaled_output(noise), Selection::omp, 0).end == PathEnd::all);
}
