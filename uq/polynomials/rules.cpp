#include "uq/polynomials/rules.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <variant>

namespace uq {
namespace {

constexpr Index most_clenshaw_curtis = 12;  // 2049 nodes

// Position of a node among those there are, appended if it is none of them to rounding.
Index position(std::vector<double>& nodes, double node) {
  const auto same = std::find_if(nodes.begin(), nodes.end(), [&](double other) {
    return std::abs(node - other) <= 1e-14 * std::max(1.0, std::abs(other));
  });
  if (same == nodes.end()) {
    nodes.push_back(node);
    return static_cast<Index>(nodes.size()) - 1;
  }
  return same - nodes.begin();
}

RuleLevels gauss_levels(const Recurrence& r, Index levels) {
  RuleLevels all;
  std::vector<double> nodes;
  for (Index l = 0; l < std::min(levels, r.degree() + 1); ++l) {
    const Rule rule = gauss(r, l + 1);
    std::vector<Index> at;
    for (const double node : rule.nodes) {
      at.push_back(position(nodes, node));
    }
    all.level.push_back(std::move(at));
    all.weights.push_back(rule.weights);
    all.exact.push_back(2 * l + 1);
  }
  all.nodes = Vector::Map(nodes.data(), static_cast<Index>(nodes.size()));
  return all;
}

bool is_uniform(const Coordinate& c) {
  const bool flat = std::holds_alternative<Uniform>(c.law.law);
  const bool log_flat = std::holds_alternative<Loguniform>(c.law.law);
  return (flat && c.map == CoordinateMap::affine) ||
         (log_flat && c.map == CoordinateMap::logarithm);
}

}  // namespace

// Eq. 33: nodes cos(pi k / m), of which an even k is one of level m / 2.
RuleLevels clenshaw_curtis(Index levels) {
  expects(levels >= 1 && levels <= most_clenshaw_curtis,
          std::to_string(levels) + " levels of a Clenshaw-Curtis rule must be 1 to " +
              std::to_string(most_clenshaw_curtis));
  RuleLevels all;
  all.level = {{0}};
  all.weights = {Vector::Ones(1)};
  all.exact = {1};
  std::vector<double> nodes{0};
  for (Index l = 1; l < levels; ++l) {
    const Index m = Index{1} << l;
    const auto step = std::numbers::pi / static_cast<double>(m);
    std::vector<Index> at;
    Vector weights(m + 1);
    for (Index k = 0; k <= m; ++k) {
      // Mirrored about the middle, so that both halves have the same digits.
      const auto from_middle = static_cast<double>(m / 2 - k);
      at.push_back(position(nodes, std::sin(from_middle * step)));
      double sum = 0;
      for (Index j = 1; j <= m / 2; ++j) {
        const auto n = static_cast<double>(j);
        const double share = 2 * j == m ? 1 : 2;
        sum += share / (4 * n * n - 1) * std::cos(2 * n * static_cast<double>(k) * step);
      }
      weights(k) = (k == 0 || k == m ? 0.5 : 1.0) / static_cast<double>(m) * (1 - sum);
    }
    all.level.push_back(std::move(at));
    all.weights.push_back(std::move(weights));
    all.exact.push_back(m + 1);
  }
  all.nodes = Vector::Map(nodes.data(), static_cast<Index>(nodes.size()));
  return all;
}

RuleLevels rule_levels(const Coordinate& c, RuleKind kind, Index levels) {
  expects(levels >= 1, std::to_string(levels) + " levels must be at least 1");
  if (c.map == CoordinateMap::affine && is_discrete(c.law)) {
    return leja(c, levels);
  }
  if (kind == RuleKind::gauss) {
    return gauss_levels(c.polynomials, levels);
  }
  return is_uniform(c) ? clenshaw_curtis(std::min(levels, most_clenshaw_curtis)) : leja(c, levels);
}

}  // namespace uq
