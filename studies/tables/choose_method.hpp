#pragma once

#include "uq/core/types.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace uq::studies {

/// What `method = "auto"` is asked for. any: the most the budget affords.
enum class Goal { any, look, screen, rank, indices };
constexpr std::array<std::string_view, 5> enum_names(Goal) {
  return {"any", "look", "screen", "rank", "indices"};
}

/// A method and its options, or why there is none.
struct Decision {
  std::string method;  ///< empty: refused
  std::vector<std::pair<std::string, std::variant<std::int64_t, bool>>> options = {};
  double evaluations = 0;
  std::vector<std::string> reasons = {};     ///< of the choice, or of the refusal
  std::vector<std::string> affordable = {};  ///< of a refusal: what the budget would buy
};

/// The method for d inputs and a number of evaluations. Depends on nothing else, so that a study
/// means one method wherever it runs.
/// @source docs/methods/planning.md, "The choice".
/// @param dependence what ties the inputs to each other, for the refusal of methods that need
///   independent ones ("`a` and `b` are correlated"); empty: nothing
Decision choose_method(Goal goal, Index inputs, double budget, const std::string& dependence = {});

}  // namespace uq::studies
