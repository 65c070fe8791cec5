#include "surrogates/projection.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace uq::surrogates {
namespace {

using Term = std::vector<std::int32_t>;

// By total degree, then by the degrees of the first, second, … variable, descending.
struct TermOrder {
  bool operator()(const Term& x, const Term& y) const {
    const auto sum = [](const Term& a) { return std::accumulate(a.begin(), a.end(), 0); };
    const std::int32_t of_x = sum(x);
    const std::int32_t of_y = sum(y);
    return of_x != of_y ? of_x < of_y : x > y;
  }
};

// Polynomials of a rule's nodes times their weights. @shape (degrees, nodes)
Matrix projector(const Coordinate& c, const RuleLevels& rule, Index level) {
  const auto at = static_cast<std::size_t>(level);
  const Index degrees = std::min(rule.half_exact(level), c.polynomials.degree()) + 1;
  Vector nodes(static_cast<Index>(rule.level[at].size()));
  for (Index i = 0; i < nodes.size(); ++i) {
    nodes(i) = rule.nodes(rule.level[at][static_cast<std::size_t>(i)]);
  }
  Matrix p(nodes.size(), degrees);
  orthonormal(c.polynomials, {nodes.data(), static_cast<std::size_t>(nodes.size())}, p);
  return (p.array().colwise() * rule.weights[at].array()).matrix().transpose();
}

// Eq. 36, one variable after another: the first is contracted and its degrees become the slowest,
// so that after all of them the first is the fastest again.
Vector contracted(const std::vector<Matrix>& projectors, Vector values) {
  for (const Matrix& project : projectors) {
    const Index others = values.size() / project.cols();
    const Matrix next = (project * values.reshaped(project.cols(), others)).transpose();
    values = next.reshaped();
  }
  return values;
}

}  // namespace

Pce project(std::shared_ptr<const Coordinates> coordinates,
            const QuadratureGrid& grid,
            const Vector& y) {
  const Index d = coordinates->dims();
  expects(y.size() == grid.t.rows() && static_cast<Index>(grid.rules.size()) == d,
          std::to_string(y.size()) + " outputs of " + std::to_string(d) + " inputs for a grid of " +
              std::to_string(grid.t.rows()) + " points in " + std::to_string(grid.rules.size()));
  for (Index i = 0; i < y.size(); ++i) {
    expects(
        std::isfinite(y(i)),
        "the output at point " + std::to_string(i) +
            " is not finite: a quadrature has no point to spare; use least squares on a sample");
  }
  // C4: the first value before anything is weighted.
  const double origin = y.size() > 0 ? y(0) : 0;
  const Vector centred = y.array() - origin;
  std::map<std::pair<Index, Index>, Matrix> projectors;  // of a variable's level
  std::map<Term, double, TermOrder> sums;
  sums[Term(static_cast<std::size_t>(d), 0)] = 0;
  for (const GridPart& part : grid.parts) {
    std::vector<Matrix> of_part;
    for (std::size_t i = 0; i < part.variables.size(); ++i) {
      const auto key = std::pair{part.variables[i], part.levels[i]};
      if (!projectors.contains(key)) {
        const auto j = static_cast<std::size_t>(key.first);
        projectors[key] = projector(coordinates->each[j], grid.rules[j], key.second);
      }
      of_part.push_back(projectors[key]);
    }
    Vector values(static_cast<Index>(part.points.size()));
    for (Index i = 0; i < values.size(); ++i) {
      values(i) = centred(part.points[static_cast<std::size_t>(i)]);
    }
    const Vector c = contracted(of_part, std::move(values));
    Term term(static_cast<std::size_t>(d), 0);
    for (Index k = 0; k < c.size(); ++k) {
      Index rest = k;
      for (std::size_t i = 0; i < of_part.size(); ++i) {
        term[static_cast<std::size_t>(part.variables[i])] =
            static_cast<std::int32_t>(rest % of_part[i].rows());
        rest /= of_part[i].rows();
      }
      sums[term] += part.coefficient * c(k);  // Eq. 37
    }
  }
  Pce pce{.coordinates = std::move(coordinates),
          .terms = MultiIndices(static_cast<Index>(sums.size()), d),
          .coefficients = Vector(static_cast<Index>(sums.size())),
          .replicates = Matrix(0, static_cast<Index>(sums.size())),
          .missing = std::numeric_limits<double>::quiet_NaN()};
  Index row = 0;
  for (const auto& [term, sum] : sums) {
    pce.terms.row(row) =
        Eigen::Map<const Eigen::Matrix<std::int32_t, 1, Eigen::Dynamic>>(term.data(), d);
    pce.coefficients(row++) = sum;
  }
  pce.coefficients(0) += origin;
  return pce;
}

}  // namespace uq::surrogates
