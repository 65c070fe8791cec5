#include "samplers/quadrature.hpp"
#include "uq/core/error.hpp"
#include "uq/polynomials/multi_index.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace uq::samplers {
namespace {

// A point by the variables that are not at their first node: variable, node, variable, node, …
using Key = std::vector<Index>;

// The weight of a point that many parts share cancels to a small part of its terms: summed with
// what rounding loses. @source Neumaier (1974), Z. Angew. Math. Mech. 54.
struct Sum {
  double value = 0;
  double lost = 0;

  void add(double term) {
    const double sum = value + term;
    lost += std::abs(value) >= std::abs(term) ? (value - sum) + term : (term - sum) + value;
    value = sum;
  }
};

class Builder {
 public:
  explicit Builder(std::vector<RuleLevels> rules) { grid_.rules = std::move(rules); }

  // Adds the tensor product of these levels, the first variable fastest.
  void add(std::vector<Index> variables, std::vector<Index> levels, double coefficient) {
    GridPart part{.coefficient = coefficient,
                  .variables = std::move(variables),
                  .levels = std::move(levels),
                  .points = {}};
    std::vector<Index> at(part.variables.size(), 0);
    for (bool more = true; more;) {
      double weight = coefficient;
      Key key;
      more = false;
      for (std::size_t i = 0; i < at.size(); ++i) {
        const RuleLevels& rule = grid_.rules[static_cast<std::size_t>(part.variables[i])];
        const auto level = static_cast<std::size_t>(part.levels[i]);
        weight *= rule.weights[level](at[i]);
        const Index node = rule.level[level][static_cast<std::size_t>(at[i])];
        if (node > 0) {
          key.push_back(part.variables[i]);
          key.push_back(node);
        }
      }
      part.points.push_back(point(key, weight));
      for (std::size_t i = 0; i < at.size() && !more; ++i) {
        const RuleLevels& rule = grid_.rules[static_cast<std::size_t>(part.variables[i])];
        more = ++at[i] < rule.weights[static_cast<std::size_t>(part.levels[i])].size();
        at[i] = more ? at[i] : 0;
      }
    }
    grid_.parts.push_back(std::move(part));
  }

  QuadratureGrid finished() {
    const auto n = static_cast<Index>(weights_.size());
    const auto d = static_cast<Index>(grid_.rules.size());
    grid_.weights.resize(n);
    for (Index i = 0; i < n; ++i) {
      const Sum& sum = weights_[static_cast<std::size_t>(i)];
      grid_.weights(i) = sum.value + sum.lost;
    }
    grid_.t.resize(n, d);
    for (Index j = 0; j < d; ++j) {
      grid_.t.col(j).setConstant(grid_.rules[static_cast<std::size_t>(j)].nodes(0));
    }
    for (const auto& [key, row] : rows_) {
      for (std::size_t i = 0; i < key.size(); i += 2) {
        grid_.t(row, key[i]) = grid_.rules[static_cast<std::size_t>(key[i])].nodes(key[i + 1]);
      }
    }
    return std::move(grid_);
  }

 private:
  Index point(const Key& key, double weight) {
    const auto [row, added] = rows_.try_emplace(key, static_cast<Index>(weights_.size()));
    if (added) {
      weights_.emplace_back();
    }
    weights_[static_cast<std::size_t>(row->second)].add(weight);
    return row->second;
  }

  QuadratureGrid grid_;
  std::map<Key, Index> rows_;
  std::vector<Sum> weights_;
};

// Eq. 41: sum of (-1)^|e| over the 0/1 vectors e of the `raisable` variables with |e| <= room.
double coefficient(Index raisable, Index room) {
  if (raisable == 0) {
    return 1;
  }
  double c = 1;
  for (Index i = 1; i <= room; ++i) {  // (-1)^room binomial(raisable - 1, room)
    c *= -static_cast<double>(raisable - i) / static_cast<double>(i);
  }
  return c;
}

// Nodes that a level is the first to have.
std::vector<double> new_nodes(const RuleLevels& rule, Index levels) {
  std::vector<double> fresh;
  Index before = 0;
  for (Index l = 0; l < std::min(levels, rule.levels()); ++l) {
    Index most = before - 1;
    for (const Index node : rule.level[static_cast<std::size_t>(l)]) {
      most = std::max(most, node);
    }
    fresh.push_back(static_cast<double>(most + 1 - before));
    before = most + 1;
  }
  return fresh;
}

}  // namespace

double count_points(const std::vector<RuleLevels>& rules, GridKind kind, Index level) {
  if (kind == GridKind::tensor) {
    double points = 1;
    for (const RuleLevels& rule : rules) {
      const Index l = std::min(level, rule.levels() - 1);
      points *= static_cast<double>(rule.weights[static_cast<std::size_t>(l)].size());
    }
    return points;
  }
  // Points by the sum of the levels at which their nodes first occur.
  std::vector<double> by_sum(static_cast<std::size_t>(level) + 1, 0);
  by_sum[0] = 1;
  for (const RuleLevels& rule : rules) {
    const std::vector<double> fresh = new_nodes(rule, level + 1);
    std::vector<double> next(by_sum.size(), 0);
    for (std::size_t s = 0; s < by_sum.size(); ++s) {
      for (std::size_t l = 0; l < fresh.size() && s + l < next.size(); ++l) {
        next[s + l] += by_sum[s] * fresh[l];
      }
    }
    by_sum = std::move(next);
  }
  double points = 0;
  for (const double count : by_sum) {
    points += count;
  }
  return points;
}

QuadratureGrid quadrature_grid(std::vector<RuleLevels> rules, GridKind kind, Index level) {
  const auto d = static_cast<Index>(rules.size());
  expects(d >= 1 && level >= 0,
          std::to_string(d) + " rules, level " + std::to_string(level) +
              ": there must be a rule, and the level must be >= 0");
  const double points = count_points(rules, kind, level);
  expects(points <= most_grid_points && points * static_cast<double>(d) <= most_grid_coordinates,
          std::to_string(points) + " points are too many for a grid");
  std::vector<Index> limits;
  for (const RuleLevels& rule : rules) {
    limits.push_back(std::min(level, rule.levels() - 1));
  }
  Builder builder(std::move(rules));
  if (kind == GridKind::tensor) {
    std::vector<Index> variables, levels;
    for (Index j = 0; j < d; ++j) {
      if (limits[static_cast<std::size_t>(j)] > 0) {
        variables.push_back(j);
        levels.push_back(limits[static_cast<std::size_t>(j)]);
      }
    }
    builder.add(std::move(variables), std::move(levels), 1);
    return builder.finished();
  }
  const MultiIndices all = multi_indices(d, {.degree = level, .limits = limits});
  for (Index i = 0; i < all.rows(); ++i) {
    std::vector<Index> variables, levels;
    Index raisable = 0;
    for (Index j = 0; j < d; ++j) {
      raisable += all(i, j) < limits[static_cast<std::size_t>(j)] ? 1 : 0;
      if (all(i, j) > 0) {
        variables.push_back(j);
        levels.push_back(all(i, j));
      }
    }
    if (const double c = coefficient(raisable, level - all.row(i).sum()); c != 0) {
      builder.add(std::move(variables), std::move(levels), c);
    }
  }
  return builder.finished();
}

}  // namespace uq::samplers
