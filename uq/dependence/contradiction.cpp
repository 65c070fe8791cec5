#include "uq/core/error.hpp"
#include "uq/dependence/correlation.hpp"

#include <algorithm>
#include <numeric>

namespace uq {
namespace {

using Subset = std::vector<Index>;

bool contradicts(MatrixRef correlation, const Subset& inputs) {
  return !correlation_factor(correlation(inputs, inputs)).has_value();
}

// Number of subsets of `size` of d inputs, or `most` + 1 when there are more than `most`.
Index subsets(Index d, Index size, Index most) {
  Index count = 1;
  for (Index i = 0; i < size; ++i) {
    count = count * (d - i) / (i + 1);
    if (count > most) {
      return most + 1;
    }
  }
  return count;
}

// The next subset of the same size in lexicographic order; false after the last.
bool next_subset(Subset& inputs, Index d) {
  const auto size = static_cast<Index>(inputs.size());
  for (Index i = size - 1; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i);
    if (inputs[at] < d - size + i) {
      std::iota(inputs.begin() + i, inputs.end(), inputs[at] + 1);
      return true;
    }
  }
  return false;
}

Subset first_subset(Index size) {
  Subset inputs(static_cast<std::size_t>(size));
  std::iota(inputs.begin(), inputs.end(), Index{0});
  return inputs;
}

// Leaves out, one by one, whatever the contradiction does not need.
Subset irreducible(MatrixRef correlation) {
  Subset inputs = first_subset(correlation.rows());
  for (std::size_t i = inputs.size(); i-- > 0;) {
    Subset fewer = inputs;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (!fewer.empty() && contradicts(correlation, fewer)) {
      inputs = std::move(fewer);
    }
  }
  return inputs;
}

}  // namespace

std::vector<Index> contradicting_inputs(MatrixRef correlation) {
  constexpr Index most_trials = 100000;
  if (correlation_factor(correlation)) {
    return {};
  }
  const Index d = correlation.rows();
  for (Index size = 2; size < d && subsets(d, size, most_trials) <= most_trials; ++size) {
    Subset inputs = first_subset(size);
    do {
      if (contradicts(correlation, inputs)) {
        return inputs;
      }
    } while (next_subset(inputs, d));
  }
  return irreducible(correlation);
}

}  // namespace uq
