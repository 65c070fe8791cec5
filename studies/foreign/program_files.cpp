#include "studies/foreign/program_files.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/foreign/sha256.hpp"
#include "uq/core/error.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace uq::studies {

namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
}

/// @throws IoError
std::string found(const std::string& word, const std::string& folder) {
  if (word.find('/') != std::string::npos) {
    const fs::path path = fs::path(folder) / word;
    if (!is_program(path)) {
      throw IoError("`" + word + "` is no program that may be run, relative to the study's folder");
    }
    return fs::absolute(path).lexically_normal().string();
  }
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable == nullptr ? "/usr/bin:/bin" : variable);
  for (std::string one; std::getline(folders, one, ':');) {
    // An empty entry means the current folder: nothing is run because of where one stands.
    if (one.starts_with('/') && is_program(fs::path(one) / word)) {
      return (fs::path(one) / word).string();
    }
  }
  throw IoError("no program `" + word + "` in the folders of PATH");
}

std::string hash_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream bytes;
  if (!stream || !(bytes << stream.rdbuf())) {
    throw IoError(path.string() + ": cannot be read: " + std::strerror(errno));
  }
  return sha256(bytes.str());
}

}  // namespace

ProgramFiles find_program(const std::vector<std::string>& words, const std::string& folder) {
  const std::string here = folder.empty() ? "." : folder;
  ProgramFiles program{.words = words,
                       .argv = words,
                       .folder = fs::absolute(here).lexically_normal().string(),
                       .files = {},
                       .digest = {}};
  program.argv.front() = found(words.front(), here);
  program.files.emplace_back(program.argv.front(), hash_of(program.argv.front()));
  for (std::size_t k = 1; k < words.size(); ++k) {
    const fs::path path = fs::path(here) / words[k];
    std::error_code failed;
    if (!words[k].empty() && fs::is_regular_file(path, failed)) {
      program.files.emplace_back(words[k], hash_of(path));
    }
  }
  std::string all;
  for (const std::string& word : words) {
    all += std::to_string(word.size()) + ":" + word;
  }
  for (const auto& [name, hash] : program.files) {
    all += hash;
  }
  program.digest = sha256(all);
  return program;
}

std::string command_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || std::strchr("_-./=:,+@%", c) != nullptr;
    });
    text += (text.empty() ? "" : " ") + (plain ? word : "'" + escaped(word) + "'");
  }
  return text;
}

}  // namespace uq::studies
