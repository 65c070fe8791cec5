#pragma once

#include "studies/file/diagnostic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace uq::studies::test {

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Compares the rendered problems of each NAME.toml of a folder with NAME.txt.
/// With UQ_UPDATE_GOLDEN set the texts are written anew, to be read before they are committed.
/// @param problems_of (text, file name) -> diagnostics
template <class ProblemsOf>
void check_golden(const std::string& folder, std::size_t at_least, const ProblemsOf& problems_of) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(uq::test::source_dir() + folder)) {
    if (entry.path().extension() == ".toml") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() >= at_least);
  for (const std::filesystem::path& path : files) {
    const std::string source = contents(path);
    std::string shown;
    const std::vector<Diagnostic> problems = problems_of(source, path.filename().string());
    for (const Diagnostic& problem : problems) {
      shown += shown.empty() ? "" : "\n";
      shown += render(problem, source);
    }
    INFO(path.filename().string());
    CHECK_FALSE(problems.empty());
    const auto expected = std::filesystem::path(path).replace_extension(".txt");
    if (std::getenv("UQ_UPDATE_GOLDEN") != nullptr) {
      std::ofstream(expected, std::ios::binary) << shown;
    }
    CHECK(shown == contents(expected));
  }
}

}  // namespace uq::studies::test
