#include "uq/polynomials/coordinate.hpp"

#include "uq/core/error.hpp"
#include "uq/dependence/transform.hpp"
#include "uq/distributions/sections_detail.hpp"
#include "uq/polynomials/measure_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

namespace uq {
namespace {

constexpr double last_score = 12;

double below(double z) {
  return 0.5 * std::erfc(-z * 0.70710678118654752440);
}

bool spans_a_decade(const Distribution& law) {
  return quantile_upper(law, 0.025) > 10 * quantile(law, 0.025);
}

double log_bound(double bound, double unit) {
  return bound > 0 ? std::log(bound / unit) : -std::numeric_limits<double>::infinity();
}

// The law of ln(x / unit).
Distribution law_of_logarithm(const Distribution& law, double unit) {
  Distribution log{.law = Normal{0, 1},
                   .lower = log_bound(law.lower, unit),
                   .upper = log_bound(law.upper, unit)};
  if (const auto* lognormal = std::get_if<Lognormal>(&law.law)) {
    log.law = Normal{lognormal->mean_log - std::log(unit), lognormal->sd_log};
  } else if (const auto* flat = std::get_if<Loguniform>(&law.law)) {
    log.law = Uniform{std::log(flat->lo / unit), std::log(flat->hi / unit)};
  } else {
    log.law = Exponential{1 / std::get<Pareto>(law.law).shape};
  }
  return log;
}

CoordinateMap map_of(const Distribution& law) {
  const auto [lo, hi] = support(law);
  if (std::holds_alternative<Lognormal>(law.law) || std::holds_alternative<Loguniform>(law.law)) {
    return spans_a_decade(law) ? CoordinateMap::logarithm : CoordinateMap::affine;
  }
  if (std::holds_alternative<Pareto>(law.law)) {
    return std::isinf(hi) || spans_a_decade(law) ? CoordinateMap::logarithm : CoordinateMap::affine;
  }
  if (std::holds_alternative<Student>(law.law)) {
    return std::isinf(hi - lo) ? CoordinateMap::score : CoordinateMap::affine;
  }
  if (const auto* weibull = std::get_if<Weibull>(&law.law)) {
    return std::isinf(hi) && weibull->shape < 0.5 ? CoordinateMap::score : CoordinateMap::affine;
  }
  return CoordinateMap::affine;
}

Coordinate score(const Distribution& law, Index degree) {
  return {
      .law = law, .map = CoordinateMap::score, .polynomials = recurrence({Normal{0, 1}}, degree)};
}

void to_scores(const Distribution& law, Eigen::Ref<Vector> x) {
  std::visit(
      [&](const auto& s) {
        const auto [lo, hi] = s.bounds();
        for (double& value : x) {
          double z;
          if (value <= lo || value >= hi) {
            z = value <= lo ? -last_score : last_score;
          } else {
            const double left = s.below(value);
            z = left < 0.5 ? detail::normal_quantile(left)
                           : -detail::normal_quantile(s.above(value));
          }
          value = std::isnan(value) ? value : std::clamp(z, -last_score, last_score);
        }
      },
      detail::section(law));
}

double from_score(const Distribution& law, double w) {
  return w <= 0 ? quantile(law, below(w)) : quantile_upper(law, below(-w));
}

}  // namespace

Coordinate coordinate(const Distribution& law, Index degree) {
  const CoordinateMap map = map_of(law);
  if (map == CoordinateMap::score) {
    return score(law, degree);
  }
  Coordinate c{.law = law, .map = map};
  const bool log = map == CoordinateMap::logarithm;
  // The logarithm of a Pareto variable begins at that of its scale: measured from there, it keeps
  // its digits.
  const auto* pareto = std::get_if<Pareto>(&law.law);
  const double unit = pareto ? pareto->scale : 1;
  auto [centre, scale, polynomials] =
      detail::standardised(log ? law_of_logarithm(law, unit) : law, degree);
  c.centre = log ? centre + std::log(unit) : centre;
  c.scale = scale;
  c.polynomials = std::move(polynomials);
  return c;
}

std::string coordinates_fault(const Problem& problem) {
  std::string fault = correlation_fault(problem);
  for (const UncertainInput& input : problem.inputs) {
    if (fault.empty() && problem.correlation.size() > 0 && is_discrete(input.law)) {
      fault = "input `" + input.name +
              "` is discrete and the inputs are correlated: many normal scores give one value, so "
              "that an expansion in the scores has no points; use a continuous law, or leave out "
              "the correlation";
    }
  }
  return fault;
}

Coordinates coordinates(const Problem& problem, Index degree) {
  const std::string fault = coordinates_fault(problem);
  expects(fault.empty(), fault);
  Coordinates all;
  all.factor = copula_factor(problem);
  for (const UncertainInput& input : problem.inputs) {
    all.each.push_back(all.factor.size() > 0 ? score(input.law, degree)
                                             : coordinate(input.law, degree));
  }
  return all;
}

Matrix to_variables(const Coordinates& coordinates, MatrixRef x) {
  expects(x.cols() == coordinates.dims(),
          std::to_string(x.cols()) + " columns for " + std::to_string(coordinates.dims()) +
              " coordinates");
  Matrix t = x;
  for (Index j = 0; j < coordinates.dims(); ++j) {
    const Coordinate& c = coordinates.each[static_cast<std::size_t>(j)];
    if (c.map == CoordinateMap::score) {
      to_scores(c.law, t.col(j));
    } else if (c.map == CoordinateMap::affine) {
      t.col(j) = (t.col(j).array() - c.centre) / c.scale;
    } else {
      const auto [lo, hi] = support(c.law);
      for (double& value : t.col(j)) {
        const double inside =
            std::clamp(value, std::max(lo, std::numeric_limits<double>::min()), hi);
        value = (std::log(inside) - c.centre) / c.scale;
      }
    }
  }
  // z = L^-1 w, column by column.
  const Matrix& factor = coordinates.factor;
  for (Index j = 0; j < factor.rows(); ++j) {
    for (Index k = 0; k < j; ++k) {
      t.col(j) -= factor(j, k) * t.col(k);
    }
    t.col(j) /= factor(j, j);
  }
  return t;
}

Matrix from_variables(const Coordinates& coordinates, MatrixRef t) {
  expects(t.cols() == coordinates.dims(),
          std::to_string(t.cols()) + " columns for " + std::to_string(coordinates.dims()) +
              " coordinates");
  Matrix x = t;
  const Matrix& factor = coordinates.factor;
  for (Index j = factor.rows() - 1; j >= 0; --j) {  // a score needs no later one
    x.col(j) *= factor(j, j);
    for (Index k = 0; k < j; ++k) {
      x.col(j) += factor(j, k) * x.col(k);
    }
  }
  for (Index j = 0; j < coordinates.dims(); ++j) {
    const Coordinate& c = coordinates.each[static_cast<std::size_t>(j)];
    for (double& value : x.col(j)) {
      if (c.map == CoordinateMap::score) {
        value = from_score(c.law, value);
      } else {
        value = c.centre + c.scale * value;
        value = c.map == CoordinateMap::logarithm ? std::exp(value) : value;
      }
    }
  }
  return x;
}

}  // namespace uq
