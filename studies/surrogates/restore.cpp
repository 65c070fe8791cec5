#include "studies/surrogates/restore.hpp"

#include "studies/rows/erase.hpp"
#include "studies/surrogates/stored.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace uq::studies {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::string> kinds{"real", "integer", "categorical", "boolean"};

void add_inputs(Dataset& dataset,
                const Problem& problem,
                const Vector& lower,
                const Vector& upper) {
  const Index d = problem.dims();
  NdArray kind({d});
  NdArray open({d});
  NdArray bound_lower({d});
  NdArray bound_upper({d});
  NdArray nominal({d});
  NdArray box_lower({d});
  NdArray box_upper({d});
  std::vector<std::string> units;
  for (Index j = 0; j < d; ++j) {
    const UncertainInput& input = problem.inputs[static_cast<std::size_t>(j)];
    const InputVariable& own = problem.model.inputs()[static_cast<std::size_t>(input.column)];
    kind.at({j}) = static_cast<double>(own.kind);
    open.at({j}) = own.lower_open ? 1 : 0;
    bound_lower.at({j}) = own.lower;
    bound_upper.at({j}) = own.upper;
    nominal.at({j}) = input.nominal;
    box_lower.at({j}) = lower(j);
    box_upper.at({j}) = upper(j);
    units.push_back(input.unit);
  }
  const auto number = [&](const char* name, const char* doc, NdArray data) {
    dataset.variables.push_back({.name = name,
                                 .dims = {"input"},
                                 .data = std::move(data),
                                 .units = unit_of_input,
                                 .long_name = doc});
  };
  const auto flags = [&](const char* name,
                         const char* doc,
                         NdArray data,
                         const std::vector<std::string>& meanings) {
    dataset.variables.push_back({.name = name,
                                 .dims = {"input"},
                                 .data = std::move(data),
                                 .units = "1",
                                 .long_name = doc,
                                 .storage = Storage::flags,
                                 .flag_meanings = meanings});
  };
  add_text(dataset,
           axes_of(problem),
           "input_unit",
           "unit of the input",
           std::array{Axis::input},
           std::move(units));
  flags("input_kind", "values the input takes", std::move(kind), kinds);
  flags("input_open", "whether input_lower itself is allowed", std::move(open), {"closed", "open"});
  number("input_lower", "lower bound of the model's input", std::move(bound_lower));
  number("input_upper", "upper bound of the model's input", std::move(bound_upper));
  number("input_nominal", "nominal value of the input", std::move(nominal));
  number("box_lower", "smallest value among the points of the fit", std::move(box_lower));
  number("box_upper", "largest value among the points of the fit", std::move(box_upper));
}

InputVariable input_of(const Stored& stored, std::size_t at) {
  const auto number = [&](const char* name) { return stored.numbers(name, {"input"})[at]; };
  const double kind = number("input_kind");
  expects(kind >= 0 && kind < static_cast<double>(kinds.size()), "an input is of no kind there is");
  return {.name = stored.labels("input")[at],
          .unit = stored.texts("input_unit", "input")[at],
          .lower = number("input_lower"),
          .upper = number("input_upper"),
          .nominal = number("input_nominal"),
          .lower_open = number("input_open") == 1,
          .kind = static_cast<InputKind>(static_cast<int>(kind))};
}

}  // namespace

void store_surroundings(Dataset& dataset,
                        const Problem& problem,
                        const Vector& lower,
                        const Vector& upper,
                        const std::vector<std::string>& withheld) {
  add_inputs(dataset, problem, lower, upper);
  std::vector<std::string> docs;
  for (const Index output : problem.outputs) {
    docs.push_back(problem.model.outputs()[static_cast<std::size_t>(output)].doc);
  }
  const AxisDimensions axes = axes_of(problem);
  add_text(dataset,
           axes,
           "output_doc",
           "what the output means",
           std::array{Axis::output},
           std::move(docs));
  add_text(dataset,
           axes,
           "withheld",
           "why analyses on the surrogate say nothing of the output, else empty",
           std::array{Axis::output},
           withheld);
}

std::shared_ptr<Surrogate> restored(const Dataset& dataset,
                                    const SurrogateKind& kind,
                                    const std::string& name) {
  const Stored stored(dataset);
  auto surrogate = std::make_shared<Surrogate>();
  surrogate->name = name;
  surrogate->kind = kind.name;
  surrogate->points = stored.size("point");
  surrogate->emulator.lower = stored.vector("box_lower", "input");
  surrogate->emulator.upper = stored.vector("box_upper", "input");
  const std::vector<std::string> inputs = stored.labels("input");
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    surrogate->inputs.push_back(input_of(stored, j));
  }
  const std::vector<std::string> outputs = stored.labels("output");
  const std::vector<double>& q2 = stored.numbers("q2", {"output"});
  for (std::size_t q = 0; q < outputs.size(); ++q) {
    surrogate->outputs.push_back({{.name = outputs[q],
                                   .unit = stored.texts("unit", "output")[q],
                                   .doc = stored.texts("output_doc", "output")[q]},
                                  q2[q],
                                  nan,
                                  stored.texts("withheld", "output")[q]});
  }
  const std::vector<std::string>& undefined = stored.texts("undefined", "output");
  if (std::any_of(
          undefined.begin(), undefined.end(), [](const auto& why) { return why.empty(); })) {
    kind.rebuild(dataset, *surrogate);
  }
  return surrogate;
}

}  // namespace uq::studies
