#pragma once

#include "perfmodels/expression.hpp"
#include "uq/core/problem.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace uq::perfmodels {

/// The formula with every variable of `definitions` replaced by its own formula, in parentheses.
/// @throws FormulaError when a formula cannot be scanned, or the result is longer than a formula
/// may be.
std::string substituted(const std::string& formula,
                        const std::map<std::string, std::string>& definitions);

/// Formulas over some named columns of a matrix; the other columns may have any name.
class ColumnFormulas {
 public:
  /// @throws FormulaError as ExpressionModel does
  ColumnFormulas(const std::vector<InputVariable>& columns, const std::vector<Formula>& formulas);

  const std::vector<Index>& columns() const { return columns_; }  ///< those some formula names
  Index size() const { return model_ ? static_cast<Index>(model_->outputs().size()) : 0; }
  /// @shape x (n, all columns), y (n, formulas). Any thread.
  void evaluate(MatrixRef x, MutableMatrixRef y) const;

 private:
  std::vector<Index> columns_;
  std::optional<ExpressionModel> model_;  ///< none without formulas
};

/// A model some of whose inputs are formulas of its others and of `additional` ones: its inputs are
/// those of `model` that no formula defines, in their order, then the additional ones. A row is
/// lost (status `exception`, with a message) when a formula gives no finite number, or a broken one
/// where the model takes whole numbers, 0 and 1 or categories; the others are evaluated.
/// @param formulas named like the inputs they define, over inputs of the result only
/// @throws FormulaError; InvalidArgument when a formula defines no input of the model
Model derived(Model model,
              std::vector<InputVariable> additional,
              const std::vector<Formula>& formulas);

/// The condition that `formula`, over the inputs, is true: neither 0 nor NaN.
/// @param text as the user wrote it
/// @throws FormulaError
Constraint constraint(const std::string& text,
                      const std::string& formula,
                      const std::vector<InputVariable>& inputs);

}  // namespace uq::perfmodels
