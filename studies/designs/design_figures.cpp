#include "studies/designs/design_figures.hpp"

#include "samplers/discrepancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::studies {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Correlation of the columns, block by block: the points are never all in memory. They lie about
/// 1/2, so nothing cancels. @source docs/methods/designs.md Eq. 24
NdArray correlation_of(const UnitPoints& points) {
  const Index d = points.dims;
  constexpr Index block = 4096;
  Vector sum = Vector::Zero(d);
  Matrix products = Matrix::Zero(d, d);
  Vector low = Vector::Constant(d, 2);
  Vector high = Vector::Constant(d, -1);
  Matrix u;
  for (Index first = 0; first < points.count; first += block) {
    u.resize(std::min(block, points.count - first), d);
    points.block(first, u);
    low = low.cwiseMin(u.colwise().minCoeff().transpose());
    high = high.cwiseMax(u.colwise().maxCoeff().transpose());
    u.array() -= 0.5;
    sum += u.colwise().sum().transpose();
    products.noalias() += u.transpose() * u;
  }
  const auto n = static_cast<double>(points.count);
  NdArray correlation({d, d});
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j < d; ++j) {
      const auto covariance = [&](Index a, Index b) {
        return products(a, b) / n - sum[a] / n * (sum[b] / n);
      };
      const bool varies = low[i] < high[i] && low[j] < high[j];
      correlation.data[static_cast<std::size_t>(i * d + j)] =
          !varies  ? none
          : i == j ? 1
                   : covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
    }
  }
  return correlation;
}

NdArray scalar(double value) {
  NdArray one(std::vector<Index>{});
  one.data = {value};
  return one;
}

/// Mean square of the discrepancy of n independent points. @source docs/methods/designs.md Eq. 23
double random_discrepancy(double n, double d) {
  return std::sqrt((std::pow(5.0 / 4, d) - std::pow(13.0 / 12, d)) / n);
}

}  // namespace

DesignFigures design_figures(const UnitPoints& points,
                             bool independent,
                             const std::vector<Matrix>& y,
                             const MissingPolicy& policy) {
  DesignFigures figures;
  const auto outputs = static_cast<Index>(y.size());
  for (NdArray* array : {&figures.rows, &figures.lost_share, &figures.lowest, &figures.highest}) {
    *array = NdArray({outputs});
  }
  for (std::size_t q = 0; q < y.size(); ++q) {
    const CompleteRows complete = complete_rows(y[q]);
    const Vector values = y[q].col(0)(complete.rows);
    figures.rows.data[q] = static_cast<double>(complete.rows.size());
    figures.lost_share.data[q] = complete.lost_share();
    figures.undefined.push_back(loss_fault(complete, policy, 1, "rows"));
    const bool defined = figures.undefined.back().empty();
    figures.lowest.data[q] = defined ? values.minCoeff() : none;
    figures.highest.data[q] = defined ? values.maxCoeff() : none;
  }
  figures.correlation = correlation_of(points);
  const auto n = static_cast<double>(points.count);
  if (!independent) {
    figures.spread_undefined =
        "the inputs are not independent: their rows are not to fill the cube";
  } else if (points.count > most_spread_rows) {
    figures.spread_undefined = fmt::format(
        "{} rows: only up to {} each pair is looked at", points.count, most_spread_rows);
  }
  const bool spread = figures.spread_undefined.empty();
  Matrix u(spread ? points.count : 0, points.dims);
  if (spread) {
    points.block(0, u);
  }
  figures.discrepancy =
      scalar(spread ? samplers::discrepancy(u, samplers::DiscrepancyKind::centred).root : none);
  figures.discrepancy_random =
      scalar(spread ? random_discrepancy(n, static_cast<double>(points.dims)) : none);
  figures.min_distance = scalar(spread ? samplers::min_distance(u) : none);
  return figures;
}

}  // namespace uq::studies
