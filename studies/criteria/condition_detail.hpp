#pragma once

#include "studies/read/formula_tokens_detail.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// Why a formula is no condition, and from which byte on.
struct NoCondition {
  std::string message;
  std::size_t position = 0, length = 1;
};

/// Whether the value of a formula is true or false by its form: comparisons, combined by `&&`,
/// `||`, `!` and `? :`. One that compares the outcome of a comparison is none: `0 < ST < 1`.
std::optional<NoCondition> no_condition(const std::vector<Token>& tokens);

}  // namespace uq::studies
