#pragma once

#include "studies/file/node.hpp"
#include "uq/core/variable.hpp"

#include <optional>
#include <string>

namespace uq::studies {

/// A value of an input as the study writes it: a quantity or plain number, a whole one where the
/// input takes only these, true or false (or 1 or 0), or the name of a category, which becomes its
/// index. Bounds are not looked at. Reports and returns empty when it is none.
/// @param subject what is being read, e.g. "`batch`", for messages
std::optional<double> read_input_value(const Node&,
                                       const InputVariable&,
                                       const std::string& subject,
                                       Diagnostics&);

/// The value as a user reads it: the category's name, "true", or the shortest number.
std::string input_value_text(const InputVariable&, double value);

}  // namespace uq::studies
