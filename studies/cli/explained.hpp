#pragma once

#include "studies/file/diagnostic.hpp"

#include <functional>

namespace uq::studies {

/// Runs a command and returns its exit code; an exception becomes its message on standard error and
/// the exit code it stands for.
int explained(const std::function<int()>& command);

/// Prints diagnostics on standard error, each with the line of its file.
void print_diagnostics(const std::vector<Diagnostic>& diagnostics);

}  // namespace uq::studies
