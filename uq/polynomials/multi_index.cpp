#include "uq/polynomials/multi_index.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace uq {
namespace {

constexpr double slack = 1 + 1e-12;  // (1 + 1)^(1 / 0.5) = 4 exactly is not what pow says

// Text of the first option outside its limits, else empty.
std::string fault(Index dims, const Truncation& t) {
  const auto d = static_cast<std::size_t>(std::max<Index>(dims, 0));
  if (dims < 1) {
    return "dims " + std::to_string(dims) + " must be at least 1";
  }
  if (t.degree < 0 || t.degree > 1'000'000) {
    return "degree " + std::to_string(t.degree) + " must be 0 to 10^6";
  }
  if (!(t.q > 0 && t.q <= 1)) {
    return "q " + std::to_string(t.q) + " must be in (0, 1]";
  }
  if (t.interaction < 0) {
    return "interaction " + std::to_string(t.interaction) + " must be >= 0 (0: any number)";
  }
  if (!t.weights.empty() && t.weights.size() != d) {
    return std::to_string(t.weights.size()) + " weights for " + std::to_string(dims) + " variables";
  }
  if (!t.limits.empty() && t.limits.size() != d) {
    return std::to_string(t.limits.size()) + " limits for " + std::to_string(dims) + " variables";
  }
  for (std::size_t j = 0; j < t.weights.size(); ++j) {
    if (!(t.weights[j] >= 1 && std::isfinite(t.weights[j]))) {
      return "weight " + std::to_string(t.weights[j]) + " of variable " + std::to_string(j) +
             " must be finite and >= 1";
    }
  }
  for (std::size_t j = 0; j < t.limits.size(); ++j) {
    if (t.limits[j] < 0) {
      return "limit " + std::to_string(t.limits[j]) + " of variable " + std::to_string(j) +
             " must be >= 0";
    }
  }
  return {};
}

double budget_of(const Truncation& t) {
  return std::pow(static_cast<double>(t.degree), t.q) * slack;
}

// Variables of the same weight and limit.
struct Kind {
  double weight;
  Index limit;
  Index count;
  std::vector<double> costs;  // of degree 1, 2, …: (w k)^q, those within the budget
};

std::vector<Kind> kinds_of(Index dims, const Truncation& t, double budget) {
  std::vector<std::pair<double, Index>> each;
  for (std::size_t j = 0; j < static_cast<std::size_t>(dims); ++j) {
    each.emplace_back(t.weights.empty() ? 1 : t.weights[j],
                      t.limits.empty() ? t.degree : std::min(t.degree, t.limits[j]));
  }
  std::sort(each.begin(), each.end());
  std::vector<Kind> kinds;
  for (const auto& [weight, limit] : each) {
    if (limit == 0) {
      continue;
    }
    if (!kinds.empty() && kinds.back().weight == weight && kinds.back().limit == limit) {
      ++kinds.back().count;
      continue;
    }
    kinds.push_back({weight, limit, 1, {}});
    for (Index k = 1; k <= limit; ++k) {
      const double cost = std::pow(weight * static_cast<double>(k), t.q);
      if (cost > budget) {
        break;
      }
      kinds.back().costs.push_back(cost);
    }
  }
  return kinds;
}

// Counts terms by what degrees occur in the variables of each kind, times the ways to place them.
class Counter {
 public:
  Counter(std::vector<Kind> kinds, double budget, Index interaction)
      : kinds_(std::move(kinds)), budget_(budget), interaction_(interaction) {}

  double count() {
    add(0, 0, kinds_.empty() ? 0 : kinds_[0].count, 0, 0, 1);
    return total_;
  }

 private:
  // All terms that add to those chosen, of kind `k` only degrees beyond `degree` in the `left`
  // variables of it that are still 0.
  void add(std::size_t k, std::size_t degree, Index left, double used, Index active, double ways) {
    total_ += ways;
    ++visited_;
    for (; k < kinds_.size(); ++k, degree = 0, left = k < kinds_.size() ? kinds_[k].count : 0) {
      const Kind& kind = kinds_[k];
      if (!kind.costs.empty() && used + kind.costs[0] > budget_) {
        return;  // kinds are in the order of their weights: no later one fits
      }
      for (std::size_t c = degree; c < kind.costs.size(); ++c) {
        double sum = used;
        double placed = ways;
        for (Index m = 1; m <= left; ++m) {
          sum += kind.costs[c];
          placed *= static_cast<double>(left - m + 1) / static_cast<double>(m);
          const bool full = interaction_ > 0 && active + m > interaction_;
          if (sum > budget_ || full || stopped()) {
            break;
          }
          add(k, c + 1, left - m, sum, active + m, std::round(placed));
        }
        if (stopped()) {
          return;
        }
      }
    }
  }

  bool stopped() const { return static_cast<double>(visited_) > most_terms; }

  std::vector<Kind> kinds_;
  double budget_;
  Index interaction_;
  double total_ = 0;
  std::int64_t visited_ = 0;
};

// Writes the terms in their order.
class Writer {
 public:
  Writer(Index dims, const Truncation& t, MultiIndices& terms)
      : dims_(dims), budget_(budget_of(t)), truncation_(t), terms_(terms) {
    row_.setZero(dims);
    for (const Kind& kind : kinds_of(dims, t, budget_)) {
      lightest_ = std::min(lightest_, kind.weight);
    }
  }

  void write() {
    for (Index total = 0; total <= truncation_.degree; ++total) {
      add(0, total, 0, 0);
    }
  }

 private:
  // Terms with `rest` more degrees in variables j, j + 1, …: the first as high as can be, first.
  void add(Index j, Index rest, double used, Index active) {
    if (rest == 0) {
      terms_.row(at_++) = row_;
      return;
    }
    if ((truncation_.interaction > 0 && active == truncation_.interaction) ||
        used + cost(lightest_, rest) > budget_) {  // all in one variable costs least
      return;
    }
    for (; j < dims_; ++j) {
      const auto at = static_cast<std::size_t>(j);
      const double weight = truncation_.weights.empty() ? 1 : truncation_.weights[at];
      const Index limit = truncation_.limits.empty() ? rest : truncation_.limits[at];
      for (Index k = std::min(rest, limit); k > 0; --k) {
        const double more = used + cost(weight, k);
        if (more <= budget_) {
          row_(j) = static_cast<std::int32_t>(k);
          add(j + 1, rest - k, more, active + 1);
        }
      }
      row_(j) = 0;
    }
  }

  double cost(double weight, Index k) const {
    const double linear = weight * static_cast<double>(k);
    return truncation_.q == 1 ? linear : std::pow(linear, truncation_.q);
  }

  Index dims_;
  double budget_;
  const Truncation& truncation_;
  MultiIndices& terms_;
  Eigen::Matrix<std::int32_t, 1, Eigen::Dynamic> row_;
  double lightest_ = std::numeric_limits<double>::infinity();
  Index at_ = 0;
};

}  // namespace

double count_terms(Index dims, const Truncation& truncation) {
  const std::string wrong = fault(dims, truncation);
  expects(wrong.empty(), wrong);
  const double budget = budget_of(truncation);
  return Counter(kinds_of(dims, truncation, budget), budget, truncation.interaction).count();
}

MultiIndices multi_indices(Index dims, const Truncation& truncation) {
  const double count = count_terms(dims, truncation);
  expects(count <= most_terms && count * static_cast<double>(dims) <= most_degrees,
          "degree " + std::to_string(truncation.degree) + " in " + std::to_string(dims) +
              " variables gives " + std::to_string(std::llround(std::min(count, 1e18))) +
              " terms or more: lower degree, q or interaction");
  MultiIndices terms(static_cast<Index>(count), dims);
  Writer(dims, truncation, terms).write();
  return terms;
}

}  // namespace uq
