#pragma once

#include "uq/core/error.hpp"
#include "uq/core/model.hpp"

#include <memory>
#include <string>
#include <vector>

namespace uq::perfmodels {

/// One named formula of an expression model.
struct Formula {
  std::string name, text;
  std::string unit = "1";
};

/// A formula cannot be compiled: `output` names it, `position` is the byte offset inside its text.
struct FormulaError : ModelError {
  FormulaError(std::string output_,
               std::size_t position_,
               const std::string& message,
               std::string hint_ = {},
               std::string variable_ = {})
      : ModelError(message),
        output(std::move(output_)),
        position(position_),
        hint(std::move(hint_)),
        variable(std::move(variable_)) {}
  std::string output;
  std::size_t position;
  std::string hint;
  std::string variable;  ///< the name no input has, when that is the fault
};

/// Formulas over declared inputs, evaluated by muParser under contract C8: `&&`, `||`, `!`, `?:`,
/// `^`; own NaN-propagating min and max, mod, floor, ceil, round, abs; constants pi and e. The
/// whole grammar: docs/methods/expression.md. A domain error (log(-1), 1/0) gives NaN or an
/// infinity, never an exception. Threads that evaluate at once each borrow a parser of their own;
/// copies share the parsers.
class ExpressionModel {
 public:
  /// @throws FormulaError for the first formula that does not compile, names an unknown variable or
  /// function, or whose output is named twice or like an input.
  /// @throws ModelError when an input's name cannot stand in a formula, or there is no formula.
  ExpressionModel(std::vector<InputVariable> inputs, std::vector<Formula> formulas);

  const std::vector<InputVariable>& inputs() const;
  const std::vector<OutputVariable>& outputs() const;
  std::string id() const;
  /// @shape x (n, inputs), out.y (n, formulas)
  /// @cost about 15 ns per operation and row
  void evaluate(MatrixRef x, BatchResult& out) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Whether formulas use the name themselves, as a function or a constant: no input can have it.
bool is_reserved(const std::string& name);

/// Identifiers of a formula that are neither functions nor constants, in order of appearance, each
/// once.
/// @throws FormulaError (without an output) when the text is empty or holds what no formula may
/// hold.
std::vector<std::string> variables_of(const std::string& formula);

}  // namespace uq::perfmodels
