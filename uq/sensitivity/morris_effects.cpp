#include "uq/core/error.hpp"
#include "uq/sensitivity/morris.hpp"
#include "uq/sensitivity/morris_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace uq::sensitivity {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Power of two at or below the largest absolute value, 1 for zeros.
double binary_unit(MatrixRef values) {
  double largest = 0;
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index k = 0; k < values.rows(); ++k) {
      const double size = std::abs(values(k, j));
      largest = std::isfinite(size) && size > largest ? size : largest;
    }
  }
  return largest == 0 ? 1 : std::ldexp(1.0, std::ilogb(largest));
}

}  // namespace

namespace detail {

void check_outputs(const MorrisDesign& design, Index rows, Index columns) {
  const std::string broken = fault(design);
  expects(broken.empty(), broken, "morris");
  expects(rows == design.trajectories() && columns == design.evaluations(),
          "outputs of shape (" + std::to_string(rows) + ", " + std::to_string(columns) +
              "), the design needs (" + std::to_string(design.trajectories()) + ", " +
              std::to_string(design.evaluations()) + ")",
          "morris");
}

// y is scaled first, as differences may overflow.
ScaledEffects scaled_effects(const MorrisDesign& design,
                             MatrixRef y,
                             const std::vector<Index>& rows) {
  const Index groups = design.groups.size();
  const double y_unit = binary_unit(y(rows, Eigen::all));
  Matrix effects(static_cast<Index>(rows.size()), groups);
  for (Index g = 0; g < groups; ++g) {
    const bool is_signed = design.is_signed(g);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Index t = rows[k];
      const double step = design.step(t, g);
      const double change = y(t, design.after(t, g)) / y_unit - y(t, design.before(t, g)) / y_unit;
      const double effect = step == 0 ? none : change / step;
      effects(static_cast<Index>(k), g) = is_signed ? effect : std::abs(effect);
    }
  }
  const double unit = binary_unit(effects);
  return {effects / unit, unit, y_unit};
}

}  // namespace detail

Matrix elementary_effects(const MorrisDesign& design, MatrixRef y) {
  detail::check_outputs(design, y.rows(), y.cols());
  std::vector<Index> rows(static_cast<std::size_t>(design.trajectories()));
  std::iota(rows.begin(), rows.end(), Index{0});
  const auto effects = detail::scaled_effects(design, y, rows);
  return effects.values * effects.unit * effects.y_unit;
}

NdArray aliased(const MorrisEffects& first, const MorrisEffects& second) {
  expects(first.mu_star.shape == second.mu_star.shape,
          "results of two designs with different outputs or inputs");
  NdArray result(first.mu_star.shape);
  const auto groups = static_cast<std::size_t>(first.mu_star.shape.at(1));
  for (std::size_t k = 0; k < result.data.size(); ++k) {
    const double a = first.mu_star.data[k];
    const double b = second.mu_star.data[k];
    const double beyond = std::hypot(first.scatter[k], second.scatter[k]);
    if (!std::isnan(beyond) && !std::isnan(a) && !std::isnan(b)) {
      const double change = b * second.step_size.data[k % groups];
      // Effects of one sign only: the response does not turn, and every step measures it.
      const bool turns = !(std::abs(second.mu.data[k]) >= b * (1 - 1e-9));
      const bool more = b - a > beyond && b > aliasing_factor * a;
      result.data[k] = more && turns && change > first.rounding[k / groups] ? 1 : 0;
    }
  }
  return result;
}

}  // namespace uq::sensitivity
