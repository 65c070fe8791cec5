#pragma once

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/paths.hpp"

namespace uq::test {

/// A file of tests/reference as JSON. Each begins with its provenance ("about", "how", "source").
inline nlohmann::json reference(const std::string& name) {
  std::ifstream file(source_dir() + "/tests/reference/" + name);
  return nlohmann::json::parse(file);
}

/// A number of a reference file: JSON number, digit string, "Infinity", "-Infinity" or "NaN".
inline double number(const nlohmann::json& value) {
  return value.is_string() ? std::strtod(value.get<std::string>().c_str(), nullptr) : value.get<double>();
}

}  // namespace uq::test
