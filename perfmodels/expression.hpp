#pragma once

#include <memory>
#include <string>
#include <vector>

#include "uq/core/model.hpp"

namespace uq::perfmodels {

/// One named formula of an expression model.
struct Formula {
  std::string name, text;
  std::string unit = "1";
};

/// A formula cannot be compiled: `output` names it, `position` is the byte offset inside its text.
struct FormulaError : ModelError {
  FormulaError(std::string output_, std::size_t position_, const std::string& message, std::string hint_ = {})
      : ModelError(message), output(std::move(output_)), position(position_), hint(std::move(hint_)) {}
  std::string output;
  std::size_t position;
  std::string hint;
};

/// Formulas over declared inputs, evaluated by muParser under contract C8: `&&`, `||`, `!`, `?:`, `^`;
/// own NaN-propagating min and max, mod, floor, ceil, round, abs; constants pi and e.
class ExpressionModel {
 public:
  /// @throws FormulaError for the first formula that does not compile or names an unknown variable.
  ExpressionModel(std::vector<InputVariable> inputs, std::vector<Formula> formulas);

  const std::vector<InputVariable>& inputs() const;
  const std::vector<OutputVariable>& outputs() const;
  std::string id() const;
  void evaluate(MatrixRef x, BatchResult& out) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Identifiers of a formula that are neither functions nor constants, in order of appearance.
std::vector<std::string> variables_of(const std::string& formula);

}  // namespace uq::perfmodels
