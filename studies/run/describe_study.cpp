#include "studies/run/describe_study.hpp"

#include "studies/tables/distributions.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

const UncertainInput* uncertain(const Problem& problem, Index column) {
  const auto found = std::find_if(problem.inputs.begin(),
                                  problem.inputs.end(),
                                  [&](const UncertainInput& u) { return u.column == column; });
  return found == problem.inputs.end() ? nullptr : &*found;
}

nlohmann::json to_value(const Attribute& attribute) {
  return std::visit([](const auto& value) { return nlohmann::json(value); }, attribute);
}

}  // namespace

Dataset inputs_dataset(const Study& study) {
  const std::vector<InputVariable>& inputs = study.problem.model.inputs();
  const auto count = static_cast<Index>(inputs.size());
  Dimension dim{.name = "input", .size = count, .long_name = "input of the model"};
  std::vector<std::string> unit;
  std::vector<std::string> law;
  NdArray kind({count});
  NdArray lower({count});
  NdArray upper({count});
  NdArray nominal({count});
  NdArray average({count});
  NdArray spread({count});
  for (Index i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    dim.labels.push_back(inputs[k].name);
    unit.push_back(inputs[k].unit);
    const UncertainInput* input = uncertain(study.problem, i);
    kind.data[k] = input != nullptr ? 1 : 0;
    law.push_back(input != nullptr ? to_json(input->law) : "");
    const auto [lo, hi] = input != nullptr
                              ? support(input->law)
                              : std::array{study.problem.fixed(i), study.problem.fixed(i)};
    lower.data[k] = lo;
    upper.data[k] = hi;
    nominal.data[k] = study.problem.fixed(i);
    average.data[k] = input != nullptr ? mean(input->law) : study.problem.fixed(i);
    spread.data[k] = input != nullptr ? std::sqrt(variance(input->law)) : 0;
  }
  const auto number = [&](const char* name, const char* doc, NdArray data) {
    return Variable{.name = name,
                    .dims = {"input"},
                    .data = std::move(data),
                    .units = unit_of_input,
                    .long_name = doc};
  };
  const auto text = [&](const char* name, const char* doc, std::vector<std::string> values) {
    Variable variable{.name = name, .dims = {"input"}, .text = std::move(values), .long_name = doc};
    return variable;
  };
  Dataset dataset{.path = "inputs", .dims = {dim}};
  dataset.variables = {
      {.name = "kind",
       .dims = {"input"},
       .data = std::move(kind),
       .units = "1",
       .long_name = "whether the input is held constant or follows a law",
       .storage = Storage::flags,
       .flag_meanings = {"constant", "uncertain"}},
      text("unit", "unit of the input", std::move(unit)),
      number("lower", "lower end of the law", std::move(lower)),
      number("upper", "upper end of the law", std::move(upper)),
      number("nominal", "value when the input is held constant", std::move(nominal)),
      text("distribution", "the law, as JSON; empty for a constant", std::move(law)),
      number("mean", "mean of the law", std::move(average)),
      number("sd", "standard deviation of the law", std::move(spread)),
  };
  return dataset;
}

std::string resolved_json(const Study& study, std::uint64_t seed) {
  nlohmann::ordered_json json;
  json["name"] = study.name;
  json["seed"] = seed;
  json["model"] = study.problem.model.id();
  const std::vector<InputVariable>& inputs = study.problem.model.inputs();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const UncertainInput* input = uncertain(study.problem, static_cast<Index>(i));
    nlohmann::ordered_json entry;
    if (input != nullptr) {
      entry = nlohmann::ordered_json::parse(to_json(input->law));
      entry["nominal"] = input->nominal;
    } else {
      entry["value"] = study.problem.fixed(static_cast<Index>(i));
    }
    entry["unit"] = inputs[i].unit;
    json["inputs"][inputs[i].name] = std::move(entry);
  }
  for (const Analysis& analysis : study.analyses) {
    nlohmann::ordered_json entry;
    entry["name"] = analysis.name;
    entry["method"] = std::string(analysis.method->name);
    for (const auto& [key, value] : analysis.method->used(analysis.options)) {
      entry[key] = to_value(value);
    }
    json["analyses"].push_back(std::move(entry));
  }
  return json.dump(1);
}

}  // namespace uq::studies
