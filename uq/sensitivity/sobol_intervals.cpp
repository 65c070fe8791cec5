#include "uq/core/parallel.hpp"
#include "uq/propagation/quantile.hpp"
#include "uq/sensitivity/sobol_intervals_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::sensitivity::detail {
namespace {

using propagation::Interval;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Sorts the values; false when one of them is no number.
bool sorted(std::vector<double>& values) {
  if (std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); })) {
    return false;
  }
  std::sort(values.begin(), values.end());
  return true;
}

double quantile(const std::vector<double>& values, double p) {
  return propagation::sorted_quantile(values, p, propagation::QuantileType::weibull);
}

double normal_cdf(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2;
}

// What the rows of `products` do to each figure: sum of derivative x (product - its mean).
Matrix row_influence(const Matrix& products,
                     Index count,
                     const Vector& means,
                     const std::vector<Gradient>& gradients) {
  Matrix h = Matrix::Zero(count, static_cast<Index>(gradients.size()));
  for (std::size_t k = 0; k < gradients.size(); ++k) {
    auto column = h.col(static_cast<Index>(k)).array();
    for (std::size_t c = 0; c < gradients[k].columns.size(); ++c) {
      const Index j = gradients[k].columns[c];
      column += gradients[k].derivatives[static_cast<Index>(c)] *
                (products.col(j).head(count).array() - means[j]);
    }
  }
  return h;
}

}  // namespace

std::vector<Influence> influence(const std::vector<SaltelliBlocks>& blocks,
                                 const ProductLayout& layout) {
  const auto outputs = static_cast<Index>(blocks.size());
  const Index n = blocks[0].rows();
  const Index f = layout.figures();
  std::vector<Vector> means;
  std::vector<std::vector<Gradient>> derivatives;
  for (const SaltelliBlocks& output : blocks) {
    means.push_back(product_means(output, layout));
    derivatives.push_back(gradients(means.back(), layout, output.resolution));
  }
  const Vector sums =
      tree_sum(n, 2 * f * (outputs + 1), [&](Index first, Index count, double* out) {
        Matrix rows(count, layout.width());
        Matrix together = Matrix::Zero(count, f);
        const auto add = [&](const Matrix& h, Index place) {
          for (Index k = 0; k < f; ++k) {
            const Chunk column = h.col(k).array();
            out[2 * f * place + k] = column.square().sum();
            out[2 * f * place + f + k] = column.cube().sum();
          }
        };
        for (Index q = 0; q < outputs; ++q) {
          const auto p = static_cast<std::size_t>(q);
          products(blocks[p], layout, first, count, rows);
          const Matrix h = row_influence(rows, count, means[p], derivatives[p]);
          together += h;
          add(h, q);
        }
        add(together / static_cast<double>(outputs), outputs);
      });
  std::vector<Influence> all;
  for (Index q = 0; q <= outputs; ++q) {
    all.push_back({sums.segment(2 * f * q, f), sums.segment(2 * f * q + f, f), n});
  }
  return all;
}

Interval percentile_interval(std::vector<double> values, double level) {
  if (!sorted(values)) {
    return {none, none};
  }
  return {quantile(values, (1 - level) / 2), quantile(values, (1 + level) / 2)};
}

Interval bca_interval(std::vector<double> values, double estimate, double skew, double level) {
  if (!sorted(values)) {
    return {none, none};
  }
  const auto [low, high] = std::equal_range(values.begin(), values.end(), estimate);
  if (low == values.begin() && high == values.end()) {
    return {estimate, estimate};
  }
  // Share of resamples below the estimate, ties by halves; never 0 or 1, whose z is infinite.
  const auto size = static_cast<double>(values.size());
  const double below =
      static_cast<double>(low - values.begin()) + static_cast<double>(high - low) / 2;
  const double z0 = propagation::normal_quantile(std::clamp(below, 0.5, size - 0.5) / size);
  const double acceleration = std::isfinite(skew) ? skew / 6 : 0;
  const auto bound = [&](double p) {
    const double z = z0 + propagation::normal_quantile(p);
    const double divisor = 1 - acceleration * z;
    if (divisor <= 0) {  // beyond the pole: its limit, not what comes back from the other side
      return z > 0 ? values.back() : values.front();
    }
    const double shifted = z0 + z / divisor;
    return quantile(values, std::clamp(normal_cdf(shifted), 0.0, 1.0));
  };
  return {bound((1 - level) / 2), bound((1 + level) / 2)};
}

Interval over_replicates(const std::vector<double>& values, double level, bool exact, bool index) {
  // An index is of order 1 and known to some units in the last place of that; the rounding of mean
  // and variance has no such scale.
  constexpr double rounding = 1e-14;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*high - *low <= (index ? rounding : 0)) {
    return exact ? Interval{values[0], values[0]} : Interval{none, none};
  }
  return index ? propagation::t_interval(values, level)
               : propagation::replicate_interval(values, level);
}

Interval asymptotic_interval(double estimate, double standard_error, double level) {
  const double half = propagation::normal_quantile((1 + level) / 2) * standard_error;
  return {estimate - half, estimate + half};
}

double standard_error(const Influence& influence, Index figure) {
  const auto n = static_cast<double>(influence.rows);
  return std::sqrt(influence.squares[figure] / (n * (n - 1)));
}

}  // namespace uq::sensitivity::detail
