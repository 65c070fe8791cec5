#include "perfmodels/expression.hpp"

#include "perfmodels/formula_detail.hpp"

#include <algorithm>
#include <mutex>
#include <set>

namespace uq::perfmodels {
namespace {

// muParser's message ends with a location of its own, which the caller renders better.
std::string syntax_message(const mu::ParserError& error) {
  switch (error.GetCode()) {
    case mu::ecUNEXPECTED_EOF:
      return "the formula ends too early";
    case mu::ecMISSING_PARENS:
      return "a closing parenthesis is missing";
    case mu::ecTOO_MANY_PARAMS:
      return "too many arguments for `" + error.GetToken() + "`";
    case mu::ecTOO_FEW_PARAMS:
      return "too few arguments for `" + error.GetToken() + "`";
    case mu::ecMISSING_ELSE_CLAUSE:
      return "`?` without its `:`";
    case mu::ecMISPLACED_COLON:
      return "`:` without its `?`";
    default:
      return error.GetToken().empty() ? "syntax error"
                                      : "syntax error: unexpected `" + error.GetToken() + "`";
  }
}

void check_names(const Formula& formula,
                 const std::vector<Identifier>& found,
                 const std::set<std::string>& inputs) {
  for (const Identifier& name : found) {
    const bool function = is_formula_function(name.name);
    if (name.call && !function) {
      throw FormulaError(formula.name, name.position, "unknown function `" + name.name + "`");
    }
    if (!name.call && function) {
      throw FormulaError(formula.name,
                         name.position,
                         "`" + name.name + "` is a function",
                         "write " + name.name + "(...)");
    }
    if (!name.call && !is_formula_constant(name.name) && !inputs.contains(name.name)) {
      throw FormulaError(
          formula.name, name.position, "unknown variable `" + name.name + "`", {}, name.name);
    }
  }
}

bool is_identifier(const std::string& name) {
  try {
    const std::vector<Identifier> found = identifiers_of(name);
    return found.size() == 1 && found[0].name == name;
  } catch (const FormulaError&) {
    return false;
  }
}

}  // namespace

struct ExpressionModel::State {
  // What one thread needs: the variables' cells and one compiled parser per formula bound to them.
  struct Evaluator {
    std::vector<double> cells;
    std::vector<mu::Parser> parsers;
  };

  std::vector<InputVariable> inputs;
  std::vector<OutputVariable> outputs;
  std::vector<Formula> formulas;
  std::vector<Index> used;  // columns some formula names
  std::mutex mutex;
  std::vector<std::unique_ptr<Evaluator>> idle;

  std::unique_ptr<Evaluator> compile() const;
  std::unique_ptr<Evaluator> acquire();
  void release(std::unique_ptr<Evaluator> evaluator);
};

std::unique_ptr<ExpressionModel::State::Evaluator> ExpressionModel::State::compile() const {
  auto evaluator = std::make_unique<Evaluator>();
  evaluator->cells.assign(inputs.size(), 1.0);
  evaluator->parsers.reserve(formulas.size());
  for (const Formula& formula : formulas) {
    std::string text = formula.text;
    std::replace_if(text.begin(), text.end(), [](char c) { return c < ' '; }, ' ');
    mu::Parser& parser = evaluator->parsers.emplace_back();
    define_language(parser);
    try {
      for (const Index column : used) {
        const auto i = static_cast<std::size_t>(column);
        parser.DefineVar(inputs[i].name, &evaluator->cells[i]);
      }
      parser.SetExpr(text);
      parser.Eval();  // muParser compiles at the first evaluation
    } catch (const mu::ParserError& error) {
      const int at = error.GetPos();
      const std::size_t position =
          at < 0 ? 0 : std::min(static_cast<std::size_t>(at), formula.text.size());
      throw FormulaError(formula.name, position, syntax_message(error));
    }
  }
  return evaluator;
}

std::unique_ptr<ExpressionModel::State::Evaluator> ExpressionModel::State::acquire() {
  {
    const std::lock_guard lock(mutex);
    if (!idle.empty()) {
      auto evaluator = std::move(idle.back());
      idle.pop_back();
      return evaluator;
    }
  }
  return compile();
}

void ExpressionModel::State::release(std::unique_ptr<Evaluator> evaluator) {
  const std::lock_guard lock(mutex);
  idle.push_back(std::move(evaluator));
}

ExpressionModel::ExpressionModel(std::vector<InputVariable> inputs, std::vector<Formula> formulas)
    : state_(std::make_shared<State>()) {
  State& state = *state_;
  std::set<std::string> names;
  for (const InputVariable& input : inputs) {
    if (!is_identifier(input.name) || is_reserved(input.name)) {
      throw ModelError("input `" + input.name +
                       "` cannot be named in a formula: a name has letters, "
                       "digits and _, begins with no digit, and is no function or constant");
    }
    if (!names.insert(input.name).second) {
      throw ModelError("input `" + input.name + "` is declared twice");
    }
  }
  if (formulas.empty()) {
    throw ModelError("an expression model needs at least one formula");
  }
  std::set<std::string> mentioned;
  std::set<std::string> taken;
  for (const Formula& formula : formulas) {
    if (names.contains(formula.name)) {
      throw FormulaError(formula.name, 0, "output `" + formula.name + "` is named like an input");
    }
    if (!taken.insert(formula.name).second) {
      throw FormulaError(formula.name, 0, "output `" + formula.name + "` is defined twice");
    }
    try {
      const std::vector<Identifier> found = identifiers_of(formula.text);
      check_names(formula, found, names);
      for (const Identifier& name : found) {
        mentioned.insert(name.name);
      }
    } catch (const FormulaError& error) {
      throw FormulaError(formula.name, error.position, error.what(), error.hint, error.variable);
    }
    state.outputs.push_back(
        {.name = formula.name, .unit = formula.unit, .doc = formula.text, .categories = {}});
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (mentioned.contains(inputs[i].name)) {
      state.used.push_back(static_cast<Index>(i));
    }
  }
  state.inputs = std::move(inputs);
  state.formulas = std::move(formulas);
  state.idle.push_back(state.compile());
}

const std::vector<InputVariable>& ExpressionModel::inputs() const {
  return state_->inputs;
}
const std::vector<OutputVariable>& ExpressionModel::outputs() const {
  return state_->outputs;
}

std::string ExpressionModel::id() const {
  std::string text;
  for (const Formula& formula : state_->formulas) {
    text += (text.empty() ? "" : "; ") + formula.name + " = " + formula.text;
  }
  return "expression(" + text + ")";
}

void ExpressionModel::evaluate(MatrixRef x, BatchResult& out) const {
  auto evaluator = state_->acquire();
  const std::size_t outputs = evaluator->parsers.size();
  for (Index row = 0; row < x.rows(); ++row) {
    for (const Index column : state_->used) {
      evaluator->cells[static_cast<std::size_t>(column)] = x(row, column);
    }
    for (std::size_t k = 0; k < outputs; ++k) {
      out.y(row, static_cast<Index>(k)) = evaluator->parsers[k].Eval();
    }
  }
  state_->release(std::move(evaluator));
}

bool is_reserved(const std::string& name) {
  return is_formula_function(name) || is_formula_constant(name);
}

}  // namespace uq::perfmodels
