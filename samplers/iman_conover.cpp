#include "samplers/iman_conover.hpp"

#include "samplers/points_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/dependence/correlation.hpp"
#include "uq/propagation/intervals.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace uq::samplers {
namespace {

using Ranks = Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic>;
using Roots = Eigen::SelfAdjointEigenSolver<Matrix>;

// Rows in increasing order of the values; equal values keep their order.
std::vector<Index> increasing(const double* values, Index n) {
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(
      order.begin(), order.end(), [=](Index a, Index b) { return values[a] < values[b]; });
  return order;
}

Ranks ranks_of(const Matrix& x) {
  Ranks ranks(x.rows(), x.cols());
  for (Index j = 0; j < x.cols(); ++j) {
    Index rank = 0;
    for (const Index row : increasing(x.col(j).data(), x.rows())) {
      ranks(row, j) = rank++;
    }
  }
  return ranks;
}

// Eq. 12: van der Waerden scores, scaled so that S^T S is the correlation matrix of the columns.
Matrix scores_of(const Ranks& ranks) {
  const Index n = ranks.rows();
  Vector score(n);
  for (Index i = 0; i < n; ++i) {
    score[i] =
        propagation::normal_quantile(static_cast<double>(i + 1) / static_cast<double>(n + 1));
  }
  score /= score.norm();
  return ranks.unaryExpr([&](Index rank) { return score[rank]; });
}

// Latent correlations for which the ranks' own correlations are expected.
Matrix latent_of(const Ranks& ranks) {
  const double n = static_cast<double>(ranks.rows());
  const Matrix centred = ranks.cast<double>().array() - 0.5 * (n - 1);
  const Matrix spearman = centred.transpose() * centred / (n * (n * n - 1) / 12);
  return spearman.unaryExpr(
      [](double rho) { return latent_from_spearman(std::clamp(rho, -1.0, 1.0)); });
}

// Rearranges the columns of x, rows of one replicate.
class Rearrangement {
 public:
  explicit Rearrangement(const Matrix& x) : scores_(scores_of(ranks_of(x))) {
    const Roots own(scores_.transpose() * scores_);
    expects(own.eigenvalues().minCoeff() > 1e-8,
            "columns of the design are ordered alike: nothing can give them another correlation",
            "iman_conover");
    whiten_ = own.operatorInverseSqrt();
  }

  // Ranks whose correlations come closest to those of the target in a few rounds of Eq. 13: the
  // score correlations are met at once, those of ranks within chance; what is missing is added to
  // the aim of the next round.
  Ranks ranks(const Matrix& target) const {
    constexpr int most_rounds = 8;
    const double enough = 0.1 / static_cast<double>(scores_.rows());
    Matrix aim = target;
    Ranks best;
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < most_rounds && least > enough; ++round) {
      const Roots root(aim);
      if (root.eigenvalues().minCoeff() <= 0) {
        break;
      }
      Ranks ranks = ranks_of(scores_ * (whiten_ * root.operatorSqrt()));
      const Matrix missing = target - latent_of(ranks);
      const double deviation = missing.cwiseAbs().maxCoeff();
      if (deviation < least) {
        least = deviation;
        best = std::move(ranks);
      }
      aim += missing;
      aim.diagonal().setOnes();
    }
    return best;
  }

 private:
  Matrix scores_;
  Matrix whiten_;  // inverse square root of the scores' own correlation matrix
};

void place(const Ranks& ranks, MutableMatrixRef x) {
  for (Index j = 0; j < x.cols(); ++j) {
    Vector sorted = x.col(j);
    std::sort(sorted.begin(), sorted.end());
    for (Index i = 0; i < x.rows(); ++i) {
      x(i, j) = sorted[ranks(i, j)];
    }
  }
}

}  // namespace

std::string iman_conover_fault(const IndependentDesign& design, MatrixRef correlation) {
  const Index d = design.points.dims;
  const Index rows = design.points.count / design.replicates;
  if (correlation.rows() != d || correlation.cols() != d) {
    return "the correlation matrix is " + std::to_string(correlation.rows()) + " by " +
           std::to_string(correlation.cols()) + ", the design has " + std::to_string(d) +
           " columns";
  }
  if (!correlation_factor(correlation)) {
    return "the correlation matrix is not positive definite";
  }
  if (rows <= d) {
    return std::to_string(rows) + " rows a replicate cannot be rearranged for " +
           std::to_string(d) + " correlated inputs: take n of at least " +
           std::to_string((d + 1) * design.replicates);
  }
  return {};
}

IndependentDesign iman_conover(const IndependentDesign& design, MatrixRef correlation) {
  expects(!design.dependent, "the design is dependent already");
  const std::string fault = iman_conover_fault(design, correlation);
  expects(fault.empty(), fault);
  const Index n = design.points.count;
  const Index d = design.points.dims;
  const Index rows = n / design.replicates;
  const Matrix target = correlation;
  const auto x = std::make_shared<Matrix>(n, d);
  parallel_for(design.replicates, [&](Index r) {
    Matrix replicate(rows, d);
    design.points.block(r * rows, replicate);
    place(Rearrangement(replicate).ranks(target), replicate);
    x->middleRows(r * rows, rows) = replicate;
  });
  IndependentDesign result = design;
  result.dependent = true;
  result.points.block = [x, n, d](Index first, MutableMatrixRef u) {
    detail::check_block(first, u, n, d);
    u = x->middleRows(first, u.rows());
  };
  return result;
}

}  // namespace uq::samplers
