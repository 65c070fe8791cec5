#pragma once

#include <stdexcept>
#include <string>

namespace uq {

/// A caller broke the contract of a public function. The message names the function, the argument,
/// its value and what was required.
struct InvalidArgument : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Mixed into exceptions that are no fault of the row being evaluated and end the evaluation as a
/// whole: `Model::evaluate` lets them pass, where any other one becomes the status of a row.
struct EndsEvaluation {};

/// The outside world failed: a file cannot be written, a disk is full.
struct IoError : std::runtime_error, EndsEvaluation {
  using std::runtime_error::runtime_error;
};

/// A model could not be built or called: bad configuration, formula, or foreign code.
struct ModelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An evaluation gave no value and the caller asked to stop at the first such.
struct EvaluationFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Checks a precondition of a public function; always on. (`std::source_location` would name the
/// function too, but clang 14 lacks it.)
/// @throws InvalidArgument "FUNCTION: MESSAGE" when `holds` is false.
void expects(bool holds, const std::string& message, const char* function = __builtin_FUNCTION());

}  // namespace uq
