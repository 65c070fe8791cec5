#pragma once

#include <string>
#include <utility>
#include <vector>

namespace uq::studies {

/// A command of a study, its files found and hashed. Nothing has been run.
struct ProgramFiles {
  std::vector<std::string> words;                          ///< as the study has them
  std::vector<std::string> argv;                           ///< the first one resolved to a path
  std::string folder;                                      ///< of the study: where it runs
  std::vector<std::pair<std::string, std::string>> files;  ///< words that are files: path, SHA-256
  std::string digest;  ///< SHA-256 of words and files: what consent is given to
};

/// Finds what the command would run. The first word is relative to the study's folder if it has a
/// slash, else looked for in PATH; other words are passed as they are, and count as files where one
/// of that name lies in the folder.
/// @throws IoError when the program cannot be found or a file cannot be read
ProgramFiles find_program(const std::vector<std::string>& words, const std::string& folder);

/// The command as a person types it.
std::string command_text(const std::vector<std::string>& words);

}  // namespace uq::studies
