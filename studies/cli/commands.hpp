#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// Parses the command line, runs the command, and turns every exception into its message and exit
/// code: 0 ok, 1 internal or a failed self-test, 2 usage or study file, 3 failed evaluations, 4 a
/// plugin that breaks rules, or results that differ, 5 input or output.
int command_line(int argc, const char* const* argv);

// The commands; each prints its result on stdout and returns the exit code.

struct RunArguments {
  std::vector<std::string> studies, set;
  std::string output;
  int threads = 0;
  long block = 1024;
  bool reproducible = false, force = false, quiet = false, allow_exec = false;
  bool resume = false, keep_journal = false;
  std::string command_line, resume_command;
};
int run_command(const RunArguments& arguments);

struct StudyArguments {
  std::vector<std::string> studies;
  std::vector<std::string> set;
  bool json = false, allow_exec = false;
  int threads = 0;
};
int check_command(const StudyArguments& arguments);
int plan_command(const StudyArguments& arguments);
int eval_command(const StudyArguments& arguments);

struct ShowArguments {
  std::string file, analysis;
  bool json = false, csv = false;
};
int show_command(const ShowArguments& arguments);

struct AskArguments {
  std::string study, analysis, output;
  std::vector<std::string> set;
  bool force = false, allow_exec = false;
  int threads = 0;
};
int ask_command(const AskArguments& arguments);

struct ExportArguments {
  std::string file, folder;
  bool force = false;
};
int export_command(const ExportArguments& arguments);

struct DiffArguments {
  std::string first, second, analysis, variable, input;
  std::optional<double> tolerance;  ///< of figures without interval
  bool json = false;
};
int diff_command(const DiffArguments& arguments);

struct SelftestArguments {
  std::vector<std::string> names;
  long n = 32768;
  std::uint64_t seed = 20261130;
  int threads = 0;
  bool json = false;
};
int selftest_command(const SelftestArguments& arguments);

int models_command();
int methods_command();
int describe_command(const std::string& method);

struct InspectArguments {
  std::string model;       ///< built-in model or file of a plugin
  std::string id, config;  ///< of a plugin: its model, its configuration as JSON
  int timeout = 120;       ///< seconds until a plugin counts as hanging
};
int inspect_command(const InspectArguments& arguments);

}  // namespace uq::studies
