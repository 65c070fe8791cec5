#pragma once

#include "uq/core/model.hpp"

#include <string>

namespace uq::studies {

/// Tables of a model's inputs and outputs for `uq inspect`, two spaces indented, with headings.
std::string inputs_text(const Model& model);
std::string outputs_text(const Model& model);

}  // namespace uq::studies
