#include "uq/polynomials/multi_index.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace uq {

namespace {

constexpr double slack = 1 + 1e-12;  // (1 + 1)^(1 / 0.5) = 4 exactly is not what pow says

/// Calls `found` for every row of a truncation.
void each_term(Index dims,
               const Truncation& truncation,
               const std::function<void(const std::vector<std::int32_t>&)>& found) {
  const double budget = std::pow(static_cast<double>(truncation.degree), truncation.q) * slack;
  std::vector<std::int32_t> a(static_cast<std::size_t>(dims), 0);
  const std::function<void(std::size_t, double, Index)> from =
      [&](std::size_t j, double used, Index active) {
        if (j == a.size()) {
          found(a);
          return;
        }
        a[j] = 0;
        from(j + 1, used, active);
        if (truncation.interaction > 0 && active == truncation.interaction) {
          return;
        }
        const double weight = truncation.weights.empty() ? 1 : truncation.weights[j];
        const Index limit = truncation.limits.empty() ? truncation.degree : truncation.limits[j];
        for (Index k = 1; k <= limit; ++k) {
          const double more = used + std::pow(weight * static_cast<double>(k), truncation.q);
          if (more > budget) {
            break;
          }
          a[j] = static_cast<std::int32_t>(k);
          from(j + 1, more, active + 1);
        }
        a[j] = 0;
      };
  from(0, 0, 0);
}

}  // namespace

double count_terms(Index dims, const Truncation& truncation) {
  double count = 0;
  each_term(dims, truncation, [&](const auto&) { ++count; });
  return count;
}

MultiIndices multi_indices(Index dims, const Truncation& truncation) {
  std::vector<std::vector<std::int32_t>> rows;
  each_term(dims, truncation, [&](const auto& row) { rows.push_back(row); });
  const auto total = [](const std::vector<std::int32_t>& row) {
    std::int32_t sum = 0;
    for (const std::int32_t a : row) {
      sum += a;
    }
    return sum;
  };
  std::sort(rows.begin(), rows.end(), [&](const auto& x, const auto& y) {
    return total(x) != total(y) ? total(x) < total(y) : x > y;
  });
  MultiIndices terms(static_cast<Index>(rows.size()), dims);
  for (Index i = 0; i < terms.rows(); ++i) {
    for (Index j = 0; j < dims; ++j) {
      terms(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  return terms;
}

}  // namespace uq
