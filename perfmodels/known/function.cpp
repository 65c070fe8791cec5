#include "perfmodels/builtin.hpp"
#include "perfmodels/known/function_detail.hpp"

#include <cmath>

namespace uq::perfmodels {

std::vector<ConfigKey> no_config() {
  return {};
}

namespace known {

std::string outside(const std::vector<InputVariable>& inputs, const Vector& point) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const InputVariable& input = inputs[i];
    const double x = point(static_cast<Index>(i));
    const bool above = input.lower_open ? x > input.lower : x >= input.lower;
    if (above && x <= input.upper) {
      continue;
    }
    std::string text = input.name + " = " + number_text(x) + " must be ";
    if (std::isfinite(input.lower)) {
      text += (input.lower_open ? "> " : ">= ") + number_text(input.lower);
    }
    if (std::isfinite(input.upper)) {
      text += (std::isfinite(input.lower) ? " and <= " : "<= ") + number_text(input.upper);
    }
    if (!std::isfinite(input.lower) && !std::isfinite(input.upper)) {
      text += "finite";
    }
    return text;
  }
  return {};
}

std::vector<InputVariable> numbered(std::size_t count, const std::string& doc, double nominal) {
  std::vector<InputVariable> inputs;
  for (std::size_t i = 1; i <= count; ++i) {
    std::string name = "x";
    inputs.push_back({.name = name.append(std::to_string(i)), .doc = doc, .nominal = nominal});
  }
  return inputs;
}

InputVariable positive(std::string name, std::string unit, std::string doc, double nominal) {
  return {.name = std::move(name),
          .unit = std::move(unit),
          .doc = std::move(doc),
          .lower = 0,
          .nominal = nominal,
          .lower_open = true};
}

InputVariable free(std::string name, std::string unit, std::string doc, double nominal) {
  return {
      .name = std::move(name), .unit = std::move(unit), .doc = std::move(doc), .nominal = nominal};
}

std::vector<OutputVariable> output_y(std::string doc) {
  return {{.name = "y", .doc = std::move(doc), .categories = {}}};
}

std::string list_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) {
    text += (text.empty() ? "[" : ", ") + number_text(value);
  }
  return text + "]";
}

double finite(const ConfigReader& read, const std::string& key, double absent) {
  const double value = read.number(key, absent);
  if (!std::isfinite(value)) {
    throw ConfigError(key, "`" + key + "` of model " + read.model() + " must be finite");
  }
  return value;
}

std::vector<double> finite(const ConfigReader& read,
                           const std::string& key,
                           std::vector<double> absent) {
  std::vector<double> values = read.numbers(key, std::move(absent));
  if (values.empty()) {
    throw ConfigError(key, "`" + key + "` of model " + read.model() + " is empty");
  }
  for (const double value : values) {
    if (!std::isfinite(value)) {
      throw ConfigError(
          key, "`" + key + "` of model " + read.model() + " holds a number that is not finite");
    }
  }
  return values;
}

std::size_t input_count(const ConfigReader& read, const std::string& key, std::int64_t absent) {
  const std::int64_t count = read.integer(key, absent);
  if (count < 1 || count > 1000) {
    throw ConfigError(key,
                      "`" + key + "` of model " + read.model() + " is " + std::to_string(count),
                      "it is the number of inputs, from 1 to 1000");
  }
  return static_cast<std::size_t>(count);
}

}  // namespace known
}  // namespace uq::perfmodels
