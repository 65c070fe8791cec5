#include "uq/sensitivity/ranking.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"
#include "uq/distributions/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace uq::sensitivity {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Rows of the draws that are ranked, in the order of their point estimates, largest first.
std::vector<Index> ranked_inputs(const Vector& point) {
  std::vector<Index> inputs;
  for (Index i = 0; i < point.size(); ++i) {
    if (!std::isnan(point[i])) {
      inputs.push_back(i);
    }
  }
  std::stable_sort(
      inputs.begin(), inputs.end(), [&](Index a, Index b) { return point[a] > point[b]; });
  return inputs;
}

/// Draws of the ranked inputs as a matrix (draws, ranked inputs); of no rows when one has no value.
Matrix whole_draws(MatrixRef draws, const std::vector<Index>& inputs) {
  Matrix whole(draws.cols(), static_cast<Index>(inputs.size()));
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    whole.col(static_cast<Index>(k)) = draws.row(inputs[k]).transpose();
  }
  return whole.array().isNaN().any() ? Matrix(0, whole.cols()) : whole;
}

/// Counts draws in which a is larger, equal ones half.
double wins(const double* a, const double* b, Index count, double resolution) {
  Index larger = 0;
  Index smaller = 0;
  for (Index k = 0; k < count; ++k) {
    larger += a[k] - b[k] > resolution ? 1 : 0;
    smaller += b[k] - a[k] > resolution ? 1 : 0;
  }
  return 0.5 * static_cast<double>(count + larger - smaller);
}

/// P(the first k columns are the k largest), for k = 1 …: the least of them against the largest of
/// the rest, draw by draw.
Vector top_sets(const Matrix& whole, double resolution) {
  const Index inputs = whole.cols();
  Matrix rest = whole;  // column k: the largest of the columns from k on
  for (Index k = inputs - 2; k >= 0; --k) {
    rest.col(k) = rest.col(k).cwiseMax(rest.col(k + 1));
  }
  Vector top = Vector::Ones(inputs);
  Vector least = Vector::Constant(whole.rows(), std::numeric_limits<double>::infinity());
  for (Index k = 1; k < inputs; ++k) {
    least = least.cwiseMin(whole.col(k - 1));
    top[k - 1] = wins(least.data(), rest.col(k).data(), whole.rows(), resolution) /
                 static_cast<double>(whole.rows());
  }
  return top;
}

}  // namespace

Ranking rank(const Vector& point,
             MatrixRef draws,
             const Vector& threshold,
             double confidence,
             double resolution,
             bool pairs) {
  const Index dims = point.size();
  expects(draws.rows() == dims && threshold.size() == draws.cols(),
          "draws of shape (" + std::to_string(draws.rows()) + ", " + std::to_string(draws.cols()) +
              ") with " + std::to_string(threshold.size()) + " thresholds for " +
              std::to_string(dims) + " indices");
  Ranking result{.before = pairs ? Matrix(Matrix::Constant(dims, dims, none)) : Matrix(),
                 .top = Vector::Constant(dims, none),
                 .below = Vector::Constant(dims, none)};
  const std::vector<Index> inputs = ranked_inputs(point);
  const Matrix whole = whole_draws(draws, inputs);
  result.draws = whole.rows();
  if (inputs.empty() || whole.rows() == 0) {
    return result;
  }
  const auto count = static_cast<double>(whole.rows());
  const auto ranked = static_cast<Index>(inputs.size());
  const auto compare = [&](Index a) {
    const Index i = inputs[static_cast<std::size_t>(a)];
    for (Index b = a + 1; pairs && b < ranked; ++b) {
      const Index j = inputs[static_cast<std::size_t>(b)];
      const double won = wins(whole.col(a).data(), whole.col(b).data(), whole.rows(), resolution);
      result.before(i, j) = won / count;
      result.before(j, i) = (count - won) / count;
    }
    Index less = 0;
    for (Index b = 0; b < whole.rows(); ++b) {
      less += whole(b, a) < threshold[b] ? 1 : 0;
    }
    result.below[i] = static_cast<double>(less) / count;
  };
  // Threads cost more than a few comparisons.
  if (ranked * ranked * whole.rows() > Index{1} << 20) {
    parallel_for(ranked, compare);
  } else {
    for (Index a = 0; a < ranked; ++a) {
      compare(a);
    }
  }
  result.top.head(ranked) = top_sets(whole, resolution);
  for (Index k = 1; k < ranked; ++k) {
    // The data single out no set of k when its last member ties with the first one outside.
    if (point[inputs[static_cast<std::size_t>(k - 1)]] -
            point[inputs[static_cast<std::size_t>(k)]] <=
        resolution) {
      result.top[k - 1] = 0;
    }
    if (result.top[k - 1] >= confidence) {
      result.stable_top = k;
    }
  }
  result.stable_top = ranked == 1 ? 1 : result.stable_top;
  return result;
}

Matrix replicate_draws(MatrixRef values, Index draws, Seed seed) {
  const Index dims = values.rows();
  const Index replicates = values.cols();
  expects(replicates >= 2,
          std::to_string(replicates) + " replicates, at least two are needed to know their spread");
  const Vector mean = values.rowwise().mean();
  const Matrix centred = values.colwise() - mean;
  const auto count = static_cast<double>(replicates);
  const Distribution normal{Normal{0, 1}};
  Matrix result(dims, draws);
  // Normal weights on the centred replicates have the covariance of their mean; R - 1 further
  // normals make the chi-squared number that turns a normal vector into a t vector.
  Vector z(2 * replicates - 1);
  for (Index b = 0; b < draws; ++b) {
    const std::span all(z.data(), static_cast<std::size_t>(z.size()));
    philox_uniforms(seed.child("ranking", static_cast<std::uint64_t>(b)), 0, all);
    quantiles(normal, all, all);
    const double chi_squared = z.tail(replicates - 1).squaredNorm();
    result.col(b) = mean + centred * z.head(replicates) / std::sqrt(count * chi_squared);
  }
  return result;
}

}  // namespace uq::sensitivity
