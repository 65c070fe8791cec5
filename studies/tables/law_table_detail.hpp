#pragma once

#include "uq/distributions/distribution.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace uq::studies {

/// What a parameter holds: one or several quantities in the unit of the input or plain numbers,
/// `values` of the input (names where it takes categories), or text.
enum class ParameterKind { quantity, plain, quantities, plains, values, text };

/// Values of the parameters present, in the order written; a scalar has one element. NaN: refused.
using ParameterValues = std::map<std::string, std::vector<double>>;

/// Reports a rule that a key breaks.
using ReportRule = std::function<void(const std::string& key, const std::string& message)>;

/// A law of the study file: complete sets of parameters, of which the user gives exactly one; what
/// is made of them; and rules of keys which the engine does not know under these names (its own
/// rules are those of `check`). Rules see NaN for a value that was refused.
struct Law {
  std::string name, doc;
  std::vector<std::vector<std::string>> sets;
  Distribution (*make)(const ParameterValues&);
  void (*rules)(const ParameterValues&, const ReportRule&) = nullptr;
};

const std::vector<Law>& law_table();

/// All parameters of the law, each once.
std::vector<std::string> parameters_of(const Law&);

ParameterKind kind_of(const std::string& parameter);

}  // namespace uq::studies
