#include "perfmodels/config_detail.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace uq::perfmodels {

ConfigReader::ConfigReader(std::string model,
                           const Config& config,
                           const std::vector<ConfigKey>& known)
    : model_(std::move(model)), config_(config) {
  std::vector<std::string> names;
  for (const ConfigKey& key : known) {
    names.push_back(key.name);
  }
  for (const auto& [key, value] : config) {
    if (std::find(names.begin(), names.end(), key) == names.end()) {
      throw ConfigError(key,
                        "model " + model_ + " has no configuration key `" + key + "`",
                        names.empty() ? "it has none" : "known keys: " + joined(names));
    }
  }
}

const ConfigValue* ConfigReader::find(const std::string& key) const {
  const auto found = config_.find(key);
  return found == config_.end() ? nullptr : &found->second;
}

void ConfigReader::wrong_type(const std::string& key, std::string_view required) const {
  throw ConfigError(key, "`" + key + "` of model " + model_ + " must be " + std::string(required));
}

bool ConfigReader::flag(const std::string& key, bool absent) const {
  const ConfigValue* value = find(key);
  if (value == nullptr) {
    return absent;
  }
  if (const bool* held = std::get_if<bool>(value)) {
    return *held;
  }
  wrong_type(key, "true or false");
}

std::int64_t ConfigReader::integer(const std::string& key, std::int64_t absent) const {
  const ConfigValue* value = find(key);
  if (value == nullptr) {
    return absent;
  }
  if (const auto* held = std::get_if<std::int64_t>(value)) {
    return *held;
  }
  wrong_type(key, "an integer");
}

double ConfigReader::number(const std::string& key, double absent) const {
  const ConfigValue* value = find(key);
  if (value == nullptr) {
    return absent;
  }
  if (const double* held = std::get_if<double>(value)) {
    return *held;
  }
  if (const auto* held = std::get_if<std::int64_t>(value)) {
    return static_cast<double>(*held);
  }
  wrong_type(key, "a number");
}

std::vector<double> ConfigReader::numbers(const std::string& key,
                                          std::vector<double> absent) const {
  const ConfigValue* value = find(key);
  if (value == nullptr) {
    return absent;
  }
  if (const auto* held = std::get_if<std::vector<double>>(value)) {
    return *held;
  }
  wrong_type(key, "an array of numbers");
}

std::size_t ConfigReader::choice(const std::string& key,
                                 const std::vector<std::string>& choices,
                                 std::string_view absent) const {
  std::string wanted(absent);
  if (const ConfigValue* value = find(key)) {
    const auto* held = std::get_if<std::string>(value);
    if (held == nullptr) {
      wrong_type(key, "one of the texts " + joined(choices));
    }
    wanted = *held;
  }
  const auto found = std::find(choices.begin(), choices.end(), wanted);
  if (found == choices.end()) {
    throw ConfigError(key,
                      "model " + model_ + " knows no " + key + " `" + wanted + "`",
                      "known: " + joined(choices));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string number_text(double value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

}  // namespace uq::perfmodels
