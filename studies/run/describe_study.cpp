#include "studies/run/describe_study.hpp"

#include "studies/read/keys.hpp"
#include "studies/tables/distributions.hpp"

#include <fmt/format.h>
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

/// Names of the categories as a JSON list; empty for inputs that are numbers.
std::string categories_json(const InputVariable& input) {
  return input.categories.empty() ? "" : nlohmann::json(input.categories).dump();
}

/// correlation(input, input2) of the normal scores of all inputs.
void add_correlation(Dataset& dataset, const Study& study) {
  const Matrix& between = study.table ? study.table->spearman : study.problem.correlation;
  if (between.size() == 0) {
    return;
  }
  Dimension second = dataset.dims.front();
  second.name = "input2";
  second.long_name = "input of the model, a second time";
  const auto count = static_cast<Index>(study.problem.model.inputs().size());
  NdArray correlation({count, count}, 0);
  for (Index i = 0; i < count; ++i) {
    correlation.at({i, i}) = 1;
  }
  const std::vector<UncertainInput>& inputs = study.problem.inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t j = 0; j < inputs.size(); ++j) {
      correlation.at({inputs[i].column, inputs[j].column}) =
          between(static_cast<Index>(i), static_cast<Index>(j));
    }
  }
  dataset.dims.push_back(std::move(second));
  dataset.variables.push_back(
      {.name = "correlation",
       .dims = {"input", "input2"},
       .data = std::move(correlation),
       .units = "1",
       .long_name = study.table ? "Spearman's coefficient of the table's rows"
                                : "correlation of the normal scores (Gaussian copula)"});
}

/// What the study says of the inputs together, as it says it.
Attributes joint_attributes(const Study& study) {
  std::vector<std::string> correlations;
  for (const WrittenCorrelation& pair : study.correlations) {
    correlations.push_back(
        fmt::format("{} {} {} {}", pair.kind, pair.first, pair.second, pair.value));
  }
  std::vector<std::string> derived;
  for (const DerivedInput& input : study.derived) {
    derived.push_back(input.name + " = " + input.text);
  }
  std::vector<std::string> conditions;
  for (const Constraint& constraint : study.problem.constraints) {
    conditions.push_back(constraint.text);
  }
  Attributes attributes;
  for (auto& [name, list] : {std::pair{"correlations", correlations},
                             std::pair{"derived", derived},
                             std::pair{"constraints", conditions}}) {
    if (!list.empty()) {
      attributes.emplace_back(name, list);
    }
  }
  return attributes;
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
  std::vector<std::string> source;
  std::vector<std::string> categories;
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
    source.push_back(input != nullptr ? input->source : "");
    categories.push_back(categories_json(inputs[k]));
    const bool named = inputs[k].kind == InputKind::categorical;  // has no mean
    const auto [lo, hi] = input != nullptr
                              ? support(input->law)
                              : std::array{study.problem.fixed(i), study.problem.fixed(i)};
    lower.data[k] = lo;
    upper.data[k] = hi;
    nominal.data[k] = study.problem.fixed(i);
    average.data[k] = named              ? std::nan("")
                      : input != nullptr ? mean(input->law)
                                         : study.problem.fixed(i);
    spread.data[k] = named ? std::nan("") : input != nullptr ? std::sqrt(variance(input->law)) : 0;
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
      text("categories", "names of the values 0, 1, … as JSON; empty for numbers", categories),
      text("source", "file the law's values come from; empty: the study", std::move(source)),
  };
  add_correlation(dataset, study);
  dataset.attributes = joint_attributes(study);
  if (study.table) {
    dataset.attributes.emplace_back("table", study.table->file);
    dataset.attributes.emplace_back("table_sha256", study.table->sha256);
  }
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
  for (const auto& [name, list] : joint_attributes(study)) {
    json[name] = to_value(list);
  }
  for (const Analysis& analysis : study.analyses) {
    nlohmann::ordered_json entry;
    entry["name"] = analysis.name;
    entry["method"] = std::string(analysis.method->name);
    for (const auto& [key, value] : analysis.method->used(analysis.options)) {
      entry[key] = to_value(value);
    }
    for (const auto& [key, value] : analysis.chosen) {
      entry[key] = to_value(value);
    }
    for (const Criterion& criterion : analysis.accept) {
      entry["accept"].push_back(criterion.text);
    }
    if (analysis.seed) {
      entry["seed"] = *analysis.seed;
    }
    if (analysis.screening) {
      entry["inputs"] = {{"from", analysis.screening->from},
                         {"keep", analysis.screening->keep.text}};
    } else {
      entry["inputs"] = names_of(analysis.problem.inputs);
    }
    for (const Index output : analysis.problem.outputs) {
      entry["outputs"].push_back(
          analysis.problem.model.outputs()[static_cast<std::size_t>(output)].name);
    }
    json["analyses"].push_back(std::move(entry));
  }
  return json.dump(1);
}

}  // namespace uq::studies
