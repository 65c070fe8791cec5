#include "studies/report/view.hpp"

#include "studies/report/reason.hpp"
#include "studies/report/show.hpp"
#include "studies/store/layout.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::studies {

namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) {
    result += result.empty() ? "" : ", ";
    result += text;
  }
  return result;
}

}  // namespace

std::size_t View::offset(const Variable& variable, const Position& at) const {
  Index flat = 0;
  for (const std::string& name : variable.dims) {
    const auto index = at.find(name);
    expects(index != at.end(), "no index of `" + name + "` for `" + variable.name + "`");
    flat = flat * extent(*dataset_.dim(name)) + index->second;
  }
  return static_cast<std::size_t>(flat);
}

double View::number(const std::string& variable, const Position& at) const {
  const Variable* found = dataset_.variable(variable);
  return found == nullptr || is_text(*found) ? std::numeric_limits<double>::quiet_NaN()
                                             : found->data.data.at(offset(*found, at));
}

std::string View::text(const std::string& variable, const Position& at) const {
  const Variable* found = dataset_.variable(variable);
  return found == nullptr || !is_text(*found) ? std::string() : found->text.at(offset(*found, at));
}

std::string View::unit(const Variable& variable, const Position& at) const {
  if (variable.units == unit_of_output_squared) {
    return squared(text("unit", at));
  }
  // Beside outputs, `unit` is theirs and the inputs' is `input_unit`.
  const std::string input_unit = dataset_.variable("input_unit") != nullptr ? "input_unit" : "unit";
  if (variable.units == unit_of_output_per_input) {
    return quotient(text("unit", at), text(input_unit, at));
  }
  if (variable.units == unit_of_input) {
    return text(input_unit, at);
  }
  return variable.units == unit_of_output ? text("unit", at) : variable.units;
}

std::string View::label(const std::string& dimension, Index index) const {
  const Dimension& found = *dataset_.dim(dimension);
  const auto position = static_cast<std::size_t>(index);
  if (!found.labels.empty()) {
    return found.labels[position];
  }
  if (!found.values.empty()) {
    // A coordinate whose unit differs from place to place has the text variable NAME_unit beside
    // it.
    const std::string unit = text(dimension + "_unit", {{dimension, index}});
    const Scale scale =
        scale_for(std::abs(found.values[position]), unit.empty() ? found.units : unit);
    return scale.with_unit(plain(found.values[position] / scale.divisor));
  }
  return std::to_string(index);
}

std::vector<Position> View::positions(const std::vector<std::string>& dimensions,
                                      Position fixed) const {
  std::vector<Position> result{std::move(fixed)};
  for (const std::string& name : dimensions) {
    std::vector<Position> longer;
    for (const Position& position : result) {
      for (Index i = 0; i < extent(*dataset_.dim(name)); ++i) {
        longer.push_back(position);
        longer.back()[name] = i;
      }
    }
    result = std::move(longer);
  }
  return result;
}

bool View::is_undefined(const std::string& variable, const Position& at) const {
  return std::isnan(number(variable, at));
}

std::string View::undefined(const std::string& variable, const Position& at) const {
  const std::string reason = reason_of(*this, variable, at);
  return "undefined: " + (reason.empty() ? "no reason stored" : reason);
}

std::string View::cell(const Variable& variable, const Position& at, const Scale& scale) const {
  if (is_text(variable)) {
    return text(variable.name, at);
  }
  const double value = number(variable.name, at);
  if (std::isnan(value)) {
    return undefined(variable.name, at);
  }
  if (variable.storage == Storage::flags) {
    return variable.flag_meanings.at(static_cast<std::size_t>(value));
  }
  if (variable.storage == Storage::int64) {
    return std::to_string(static_cast<std::int64_t>(value));
  }
  if (dataset_.variable(variable.name + "_ci") == nullptr) {
    return plain(value / scale.divisor);
  }
  Position bound = at;
  bound["bound"] = 0;
  const double lo = number(variable.name + "_ci", bound);
  bound["bound"] = 1;
  const double hi = number(variable.name + "_ci", bound);
  return with_interval(value / scale.divisor, lo / scale.divisor, hi / scale.divisor);
}

std::string View::cell(const Variable& variable, const Position& at) const {
  if (is_text(variable) || is_undefined(variable.name, at) || variable.storage == Storage::flags) {
    return cell(variable, at, {});
  }
  const Scale scale = variable.storage == Storage::int64
                          ? Scale{1, variable.units == "1" ? "" : variable.units}
                          : scale_for(std::abs(number(variable.name, at)), unit(variable, at));
  return scale.with_unit(cell(variable, at, scale));
}

bool has_dim(const Variable& variable, const std::string& dimension) {
  return std::find(variable.dims.begin(), variable.dims.end(), dimension) != variable.dims.end();
}

std::string row_dimension(const Variable& variable) {
  return has_dim(variable, "input") ? "input" : has_dim(variable, "group") ? "group" : "";
}

std::vector<std::string> dims_without(const Variable& variable,
                                      const std::vector<std::string>& names) {
  std::vector<std::string> rest;
  std::copy_if(variable.dims.begin(),
               variable.dims.end(),
               std::back_inserter(rest),
               [&](const std::string& name) {
                 return std::find(names.begin(), names.end(), name) == names.end();
               });
  return rest;
}

bool is_interval(const Dataset& dataset, const Variable& variable) {
  return variable.name.ends_with("_ci") && has_dim(variable, "bound") &&
         dataset.variable(variable.name.substr(0, variable.name.size() - 3)) != nullptr;
}

bool is_silent(const Variable& variable) {
  return variable.name == "failure_p" ||
         (variable.name == "lost_share" && std::all_of(variable.data.data.begin(),
                                                       variable.data.data.end(),
                                                       [](double share) { return share == 0; }));
}

bool is_empty_by_design(const View& view, const Variable& variable, const Position& at) {
  if (is_text(variable) || !view.is_undefined(variable.name, at)) {
    return false;
  }
  if (has_dim(variable, "input2") && has_dim(variable, "input")) {
    return at.at("input2") <= at.at("input");
  }
  if (has_dim(variable, "group2") && has_dim(variable, "group")) {
    return at.at("group2") <= at.at("group");
  }
  // Figures an input or group cannot have, for the reason its `remark` gives. What it could have
  // had (an output that is withheld, an input that was not sampled) is undefined, not empty.
  const Variable* remark = view.dataset().variable("remark");
  if (remark != nullptr && has_dim(variable, remark->dims.front()) &&
      !variable.name.starts_with("mu_star") &&
      view.text("remark", at).starts_with("mu_star only")) {
    return true;
  }
  if (!has_dim(variable, "threshold")) {
    return false;
  }
  Position fixed = at;
  const std::vector<std::string> settings = dims_without(variable, {"output", "threshold"});
  for (const std::string& name : settings) {
    fixed.erase(name);
  }
  const auto all = view.positions(settings, fixed);
  return std::all_of(all.begin(), all.end(), [&](const Position& other) {
    return view.is_undefined(variable.name, other);
  });
}

std::string quantile_name(const View& view, const Position& at) {
  const Index index = at.at("probability");
  const Dimension& dimension = *view.dataset().dim("probability");
  if (dimension.values.empty()) {
    return fmt::format("q{}", view.label("probability", index));
  }
  const double percent = dimension.values[static_cast<std::size_t>(index)] * 100;
  return fmt::format("{}{:.10g}", percent < 10 ? "q0" : "q", percent);
}

std::string analysis_name(const Dataset& dataset) {
  return dataset.path.substr(std::string_view("analysis/").size());
}

std::vector<const Dataset*> analyses(const ResultFile& file, const std::string& name) {
  std::vector<const Dataset*> found;
  std::vector<std::string> known;
  for (const Dataset& group : file.groups) {
    if (group.path.starts_with("analysis/") &&
        analysis_name(group).find('/') == std::string::npos) {
      known.push_back(analysis_name(group));
      if (name.empty() || name == known.back()) {
        found.push_back(&group);
      }
    }
  }
  if (!name.empty() && found.empty()) {
    throw InvalidArgument(
        fmt::format("no analysis `{}` in this file; known: {}", name, joined(known)));
  }
  return found;
}

std::vector<std::string> attribute_list(const Attribute* attribute) {
  if (attribute == nullptr) {
    return {};
  }
  if (const auto* texts = std::get_if<std::vector<std::string>>(attribute)) {
    return *texts;
  }
  if (const auto* numbers = std::get_if<std::vector<double>>(attribute)) {
    std::vector<std::string> result(numbers->size());
    std::transform(numbers->begin(), numbers->end(), result.begin(), plain);
    return result;
  }
  if (const auto* number = std::get_if<double>(attribute)) {
    return {plain(*number)};
  }
  const auto* integer = std::get_if<std::int64_t>(attribute);
  return {integer != nullptr ? std::to_string(*integer) : std::get<std::string>(*attribute)};
}

std::string attribute_text(const Attribute* attribute) {
  return joined(attribute_list(attribute));
}

}  // namespace uq::studies
