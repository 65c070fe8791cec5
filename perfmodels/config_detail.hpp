#pragma once

#include "perfmodels/config.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace uq::perfmodels {

/// Reads the configuration of one built-in model and refuses, by name, all it does not understand.
class ConfigReader {
 public:
  /// @throws ConfigError when a key of `config` is not in `known`.
  ConfigReader(std::string model, const Config& config, const std::vector<ConfigKey>& known);

  const std::string& model() const { return model_; }

  /// Value of `key`, or the default when it is absent.
  /// @throws ConfigError when the value has another type (an integer serves as a number).
  bool flag(const std::string& key, bool absent) const;
  std::int64_t integer(const std::string& key, std::int64_t absent) const;
  double number(const std::string& key, double absent) const;
  std::vector<double> numbers(const std::string& key, std::vector<double> absent) const;

  /// Position in `choices` of the text at `key`, or of the default when it is absent.
  std::size_t choice(const std::string& key,
                     const std::vector<std::string>& choices,
                     std::string_view absent) const;

 private:
  const ConfigValue* find(const std::string& key) const;
  [[noreturn]] void wrong_type(const std::string& key, std::string_view required) const;

  std::string model_;
  const Config& config_;
};

/// "a, b, c".
std::string joined(const std::vector<std::string>& words);

/// Shortest text that reads back as the same double, whatever the locale.
std::string number_text(double value);

}  // namespace uq::perfmodels
