#include "samplers/factorial.hpp"

#include "samplers/points_detail.hpp"
#include "uq/core/error.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace uq::samplers {
namespace {

constexpr Index most_levels = Index{1} << 52;  // i + 1/2 is exact up to here

Index combinations(const std::vector<Index>& levels) {
  expects(!levels.empty(), "a factorial design needs at least one dimension");
  Index count = 1;
  for (std::size_t j = 0; j < levels.size(); ++j) {
    expects(levels[j] >= 1 && levels[j] <= most_levels,
            std::to_string(levels[j]) + " levels of dimension " + std::to_string(j) +
                ", must be 1 to 2^52");
    expects(count <= std::numeric_limits<Index>::max() / levels[j],
            "the combinations of the first " + std::to_string(j + 1) +
                " dimensions are more than can be counted: take fewer levels or dimensions");
    count *= levels[j];
  }
  return count;
}

}  // namespace

UnitPoints factorial(std::vector<Index> levels) {
  const Index count = combinations(levels);
  const auto dims = static_cast<Index>(levels.size());
  return {count, dims, [count, dims, levels = std::move(levels)](Index first, MutableMatrixRef u) {
            detail::check_block(first, u, count, dims);
            Index period = 1;  // rows for which the level of dimension j stays
            for (Index j = 0; j < dims; ++j) {
              const Index all = levels[static_cast<std::size_t>(j)];
              Index level = first / period % all;
              Index left = period - first % period;
              for (Index i = 0; i < u.rows(); ++i) {
                u(i, j) = (static_cast<double>(level) + 0.5) / static_cast<double>(all);
                if (--left == 0) {
                  left = period;
                  level = level + 1 == all ? 0 : level + 1;
                }
              }
              period *= all;
            }
          }};
}

}  // namespace uq::samplers
