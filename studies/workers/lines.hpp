#pragma once

#include "studies/workers/dialogue.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace uq::studies {

/// Longest line a command may answer with.
inline constexpr std::size_t max_line = std::size_t{1} << 20;

/// The engine's side of `protocol = "lines"`: a JSON object a line, answers in any order.
std::unique_ptr<Dialogue> lines_dialogue(const std::vector<InputVariable>& inputs,
                                         const std::vector<OutputVariable>& outputs);

}  // namespace uq::studies
