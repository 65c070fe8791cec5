#pragma once

#include "perfmodels/plugin/load.hpp"
#include "tests/perfmodels/evaluate_rows.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace uq::test {

/// A library of tests/plugins.
inline std::string plugin(const std::string& name) {
  return std::string(UQ_TEST_PLUGINS) + "/" + name + ".so";
}

inline Model plugin_model(const std::string& library,
                          const std::string& config = "{}",
                          const std::string& id = "") {
  return perfmodels::load_plugin(plugin(library), id, config).model;
}

/// What the loader says without the name of the file, and its hint.
struct Refusal {
  std::string text, hint;
};

inline Refusal refusal(const std::string& file,
                       const std::string& id = "",
                       const std::string& config = "{}") {
  try {
    perfmodels::load_plugin(file, id, config);
  } catch (const perfmodels::PluginError& error) {
    const std::string text = error.what();
    REQUIRE(text.starts_with(file + ": "));
    return {text.substr(file.size() + 2), error.hint};
  }
  FAIL("no refusal of " << file << " with " << config);
  return {};
}

}  // namespace uq::test
