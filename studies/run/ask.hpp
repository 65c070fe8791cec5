#pragma once

#include "studies/study.hpp"

#include <string>

namespace uq::studies {

/// The points of a design as CSV, without evaluating anything: what `sample` with these options
/// would evaluate, to the bit. Its outputs' columns are empty, to be filled in elsewhere and handed
/// back with `results`.
/// @param analysis empty: the only one with method `sample`
/// @throws StudyError U496 when there is none, or several, or its points are not known before the
///   run: without a seed, or after a screen
std::string ask(const Study&, const std::string& analysis);

}  // namespace uq::studies
