#pragma once

#include "uq/core/error.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace uq::perfmodels {

/// Value of one configuration key of a built-in model.
using ConfigValue = std::variant<bool, std::int64_t, double, std::string, std::vector<double>>;
using Config = std::map<std::string, ConfigValue>;

/// A model refuses its configuration: `key` is the culprit (empty: the whole), `hint` the remedy.
struct ConfigError : ModelError {
  ConfigError(std::string key_, const std::string& message, std::string hint_ = {})
      : ModelError(message), key(std::move(key_)), hint(std::move(hint_)) {}
  std::string key, hint;
};

/// One key a built-in model understands, for `uq inspect` and for errors.
struct ConfigKey {
  std::string name, values, default_value, doc;
};

}  // namespace uq::perfmodels
