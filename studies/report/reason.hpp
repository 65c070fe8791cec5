#pragma once

#include "studies/report/view.hpp"

#include <string>

namespace uq::studies {

/// Text of a variable at a position; where it has dimensions the position lacks, all its different
/// texts there. Empty when there is no such text variable.
std::string text_at(const View& view, const std::string& variable, const Position& at);

/// Why a figure, or the interval of one that has a value, does not exist at a position, in the
/// words of the result: what `show`, `export`, `accept` and `diff` all say. Empty where it gives
/// none.
/// @param variable its name, with or without "_ci"
std::string reason_of(const View& view, const std::string& variable, const Position& at);

}  // namespace uq::studies
