#include "perfmodels/derived.hpp"

#include "perfmodels/formula_detail.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace uq::perfmodels {
namespace {

std::vector<Index> mentioned(const std::vector<InputVariable>& columns,
                             const std::vector<Formula>& formulas) {
  std::vector<Index> found;
  for (const Formula& formula : formulas) {
    for (const std::string& name : variables_of(formula.text)) {
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const auto column = static_cast<Index>(j);
        if (columns[j].name == name &&
            std::find(found.begin(), found.end(), column) == found.end()) {
          found.push_back(column);
        }
      }
    }
  }
  return found;
}

std::vector<InputVariable> at(const std::vector<InputVariable>& columns,
                              const std::vector<Index>& positions) {
  std::vector<InputVariable> chosen;
  for (const Index position : positions) {
    chosen.push_back(columns[static_cast<std::size_t>(position)]);
  }
  return chosen;
}

/// Why a model cannot take the value, else empty.
std::string fault(const InputVariable& input, double value) {
  if (!std::isfinite(value)) {
    return "derived input '" + input.name + "' is not finite";
  }
  if (input.kind != InputKind::real && value != std::floor(value)) {
    char number[32];
    std::snprintf(number, sizeof number, "%.9g", value);
    return "derived input '" + input.name + "' is " + number + ", but must be a whole number";
  }
  return {};
}

class DerivedModel {
 public:
  DerivedModel(Model model,
               std::vector<InputVariable> additional,
               const std::vector<Formula>& formulas)
      : model_(std::move(model)),
        inputs_(outer_inputs(model_, std::move(additional), formulas)),
        formulas_(inputs_, formulas) {
    const std::vector<InputVariable>& inner = model_.inputs();
    for (const InputVariable& input : inner) {
      const auto formula = std::find_if(
          formulas.begin(), formulas.end(), [&](const Formula& f) { return f.name == input.name; });
      const auto outer = std::find_if(inputs_.begin(), inputs_.end(), [&](const auto& candidate) {
        return candidate.name == input.name;
      });
      sources_.push_back(formula != formulas.end() ? Source{true, formula - formulas.begin()}
                                                   : Source{false, outer - inputs_.begin()});
    }
    id_ = model_.id() + " with ";
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      id_ += (k == 0 ? "" : "; ") + formulas[k].name + " = " + formulas[k].text;
    }
  }

  const std::vector<InputVariable>& inputs() const { return inputs_; }
  const std::vector<OutputVariable>& outputs() const { return model_.outputs(); }
  std::string id() const { return id_; }

  void evaluate(MatrixRef x, BatchResult& out) const {
    const Matrix inner = inner_inputs(x);
    std::vector<Index> sound;
    for (Index row = 0; row < x.rows(); ++row) {
      const std::string why = first_fault(inner, row);
      if (why.empty()) {
        sound.push_back(row);
        continue;
      }
      out.status[static_cast<std::size_t>(row)] = RowStatus::exception;
      out.y.row(row).setConstant(std::nan(""));
      if (out.message) {
        out.message(row, why);
      }
    }
    if (static_cast<Index>(sound.size()) == x.rows()) {
      model_.evaluate(inner, out);
    } else if (!sound.empty()) {
      evaluate_rows(inner, sound, out);
    }
  }

 private:
  /// Where an input of the model comes from: a formula or an input of this one.
  struct Source {
    bool is_formula;
    Index position;
  };

  static std::vector<InputVariable> outer_inputs(const Model& model,
                                                 std::vector<InputVariable> additional,
                                                 const std::vector<Formula>& formulas) {
    std::vector<InputVariable> inputs = model.inputs();
    for (const Formula& formula : formulas) {
      expects(
          std::erase_if(
              inputs, [&](const InputVariable& input) { return input.name == formula.name; }) == 1,
          "'" + formula.name + "' is no input of the model, or defined twice",
          "derived");
    }
    std::move(additional.begin(), additional.end(), std::back_inserter(inputs));
    return inputs;
  }

  Matrix inner_inputs(MatrixRef x) const {
    Matrix y(x.rows(), formulas_.size());
    formulas_.evaluate(x, y);
    Matrix inner(x.rows(), static_cast<Index>(sources_.size()));
    for (std::size_t j = 0; j < sources_.size(); ++j) {
      const Source& source = sources_[j];
      const MatrixRef from = source.is_formula ? MatrixRef(y) : x;
      inner.col(static_cast<Index>(j)) = from.col(source.position);
    }
    return inner;
  }

  std::string first_fault(const Matrix& inner, Index row) const {
    for (std::size_t j = 0; j < sources_.size(); ++j) {
      if (sources_[j].is_formula) {
        std::string why = fault(model_.inputs()[j], inner(row, static_cast<Index>(j)));
        if (!why.empty()) {
          return why;
        }
      }
    }
    return {};
  }

  void evaluate_rows(const Matrix& inner, const std::vector<Index>& rows, BatchResult& out) const {
    const auto count = static_cast<Index>(rows.size());
    Matrix x(count, inner.cols());
    for (Index k = 0; k < count; ++k) {
      x.row(k) = inner.row(rows[static_cast<std::size_t>(k)]);
    }
    Matrix y(count, out.y.cols());
    std::vector<RowStatus> status(rows.size(), RowStatus::ok);
    BatchResult part{y, status, {}};
    if (out.message) {
      part.message = [&](Index row, const std::string& text) {
        out.message(rows[static_cast<std::size_t>(row)], text);
      };
    }
    model_.evaluate(x, part);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      out.y.row(rows[k]) = y.row(static_cast<Index>(k));
      out.status[static_cast<std::size_t>(rows[k])] = status[k];
    }
  }

  Model model_;
  std::vector<InputVariable> inputs_;
  ColumnFormulas formulas_;
  std::vector<Source> sources_;  ///< one per input of the model
  std::string id_;
};

}  // namespace

std::string substituted(const std::string& formula,
                        const std::map<std::string, std::string>& definitions) {
  std::string text;
  std::size_t at = 0;
  for (const Identifier& found : identifiers_of(formula)) {
    const auto definition = definitions.find(found.name);
    if (found.call || definition == definitions.end()) {
      continue;
    }
    text += formula.substr(at, found.position - at) + "(" + definition->second + ")";
    at = found.position + found.name.size();
    if (text.size() > max_formula_bytes) {
      throw FormulaError("",
                         found.position,
                         "the formulas put into each other grow beyond " +
                             std::to_string(max_formula_bytes) + " bytes");
    }
  }
  return text + formula.substr(at);
}

ColumnFormulas::ColumnFormulas(const std::vector<InputVariable>& columns,
                               const std::vector<Formula>& formulas)
    : columns_(mentioned(columns, formulas)) {
  if (!formulas.empty()) {
    model_.emplace(at(columns, columns_), formulas);
  }
}

void ColumnFormulas::evaluate(MatrixRef x, MutableMatrixRef y) const {
  if (!model_) {
    return;
  }
  Matrix used(x.rows(), static_cast<Index>(columns_.size()));
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    used.col(static_cast<Index>(j)) = x.col(columns_[j]);
  }
  std::vector<RowStatus> status(static_cast<std::size_t>(x.rows()), RowStatus::ok);
  BatchResult out{y, status, {}};
  model_->evaluate(used, out);
}

Model derived(Model model,
              std::vector<InputVariable> additional,
              const std::vector<Formula>& formulas) {
  return DerivedModel(std::move(model), std::move(additional), formulas);
}

Constraint constraint(const std::string& text,
                      const std::string& formula,
                      const std::vector<InputVariable>& inputs) {
  const ColumnFormulas formulas(inputs, {{"=", formula}});  // no input is called so
  return {text, formulas.columns(), [formulas](MatrixRef x, std::span<bool> holds) {
            Matrix y(x.rows(), 1);
            formulas.evaluate(x, y);
            for (Index row = 0; row < x.rows(); ++row) {
              holds[static_cast<std::size_t>(row)] = !std::isnan(y(row, 0)) && y(row, 0) != 0;
            }
          }};
}

}  // namespace uq::perfmodels
