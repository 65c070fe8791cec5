#pragma once

#include "perfmodels/plugin/load.hpp"
#include "tests/perfmodels/evaluate_rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <filesystem>
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

/// {"fault": "NAME"}, a fault of an instance or its calls of tests/plugins/faulty.cpp.
inline std::string fault(const std::string& name) {
  return "{\"fault\": \"" + name + "\"}";
}

/// tests/plugins/faulty.cpp under another name, which chooses a fault of the library.
class FaultyLibrary {
 public:
  explicit FaultyLibrary(const std::string& name) : file_(folder_.path() + "/" + name + ".so") {
    std::filesystem::copy_file(plugin("faulty"), file_);
  }
  const std::string& file() const { return file_; }

 private:
  TemporaryFolder folder_;
  std::string file_;
};

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
