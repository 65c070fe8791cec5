#include "studies/file/bind.hpp"
#include "tests/studies/probe.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace uq::studies {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void read_quantities(const Node& table, Diagnostics& problems) {
  for (const Node::Entry& entry : table.table()) {
    const auto& pair = entry.value.array();  // [unit of the model, what the user wrote]
    read_quantity(pair.at(1), pair.at(0).string(), "`" + entry.key + "`", problems);
  }
}

/// All problems of a file with the tables `options` (of Probe) and `quantities`.
std::vector<Diagnostic> problems_of(const std::string& text, const std::string& name) {
  try {
    Diagnostics problems;
    const Node root = read_toml(text, name);
    if (const auto* options = root.find("options")) {
      test::Probe probe = bind_options<test::Probe>(options->value, problems);
      std::vector<std::string> known;
      for (const OptionInfo& option : describe_options<test::Probe>()) {
        known.push_back(option.name);
      }
      check_keys(options->value, known, "method `probe`", problems);
    }
    if (const auto* quantities = root.find("quantities")) {
      read_quantities(quantities->value, problems);
    }
    problems.throw_if_errors();
  } catch (const StudyError& error) {
    return error.diagnostics;
  }
  return {};
}

TEST_CASE("messages: each faulty file gives exactly the expected text", "[messages][golden]") {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(uq::test::source_dir() + "/tests/studies/messages")) {
    if (entry.path().extension() == ".toml") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() >= 25);
  for (const fs::path& path : files) {
    const std::string source = contents(path);
    std::string shown;
    for (const Diagnostic& problem : problems_of(source, path.filename().string())) {
      shown += shown.empty() ? "" : "\n";
      shown += render(problem, source);
    }
    INFO(path.filename().string());
    const fs::path expected = fs::path(path).replace_extension(".txt");
    if (std::getenv("UQ_UPDATE_GOLDEN") != nullptr) {
      std::ofstream(expected, std::ios::binary) << shown;  // to be read before it is committed
    }
    CHECK(shown == contents(expected));
  }
}

}  // namespace
}  // namespace uq::studies
