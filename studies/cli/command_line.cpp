#include "studies/cli/commands.hpp"
#include "studies/cli/explained.hpp"
#include "studies/cli/journal_command_line.hpp"
#include "studies/cli/plugin_command_line.hpp"
#include "studies/cli/result_command_line.hpp"
#include "studies/cli/stray_output.hpp"
#include "studies/cli/worker_command.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/foreign/exit_watch.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <functional>
#include <system_error>

namespace uq::studies {

namespace {

int guarded(const std::function<int()>& command) {
  const ExitWatchScope watch;
  return explained([&] {
    const int code = command();
    end_results();
    return code;
  });
}

std::string joined(int argc, const char* const* argv) {
  std::string text;
  for (int k = 0; k < argc; ++k) {
    text += (k == 0 ? "" : " ") + std::string(argv[k]);
  }
  return text;
}

/// The command line as a shell takes it, with --resume.
std::string resume_command(int argc, const char* const* argv) {
  std::string text;
  bool resumes = false;
  for (int k = 0; k < argc; ++k) {
    const std::string word = argv[k];
    resumes = resumes || word == "--resume";
    const bool plain =
        !word.empty() && word.find_first_not_of(
                             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456"
                             "789_-+=./:,@%") == std::string::npos;
    std::string quoted;
    for (const char c : word) {
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    text += (k == 0 ? "" : " ") + (plain ? word : "'" + quoted + "'");
  }
  return resumes ? text : text + " --resume";
}

CLI::App* study_command(CLI::App& app,
                        StudyArguments& arguments,
                        const char* name,
                        const char* summary,
                        const char* example,
                        const char* set_help,
                        std::function<int()>& chosen,
                        int (*command)(const StudyArguments&)) {
  CLI::App* sub = app.add_subcommand(name, summary);
  sub->add_option("study", arguments.studies, "study files, or batches of them")->required();
  sub->add_option("--set", arguments.set, set_help)->allow_extra_args(false);
  sub->add_flag("--json", arguments.json, "print JSON");
  sub->add_option(
         "-j,--threads", arguments.threads, "threads; default: the CPUs this process may use")
      ->check(CLI::Range(1, 1 << 16));
  sub->footer(std::string("Example:\n  ") + example);
  sub->callback([&chosen, &arguments, command] {
    chosen = [&arguments, command] { return command(arguments); };
  });
  return sub;
}

std::string usage_error(const CLI::App* app, const CLI::Error& error) {
  return "error: " + CLI::FailureMessage::simple(app, error);
}

/// What is wrong with the first word, which names the command; empty: nothing.
std::string objection_to_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    names.push_back(command->get_name());
  }
  if (word.starts_with("-") || std::find(names.begin(), names.end(), word) != names.end()) {
    return {};
  }
  const std::string near = nearest(word, names);
  return fmt::format("no command `{}`{} known: {}",
                     word,
                     near.empty() ? ";" : ", did you mean `" + near + "`?",
                     fmt::join(names, ", "));
}

const char* const allow_exec_help =
    "run the plugin or command the study names, this once (see `uq trust`)";

}  // namespace

int command_line(int argc, const char* const* argv) {
  // A file beyond the limit of its size (ulimit -f) is an error like a full disk, not a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app{"uq: uncertainty and sensitivity of performance models", "uq"};
  app.set_version_flag("--version", std::string("uq ") + UQ_VERSION);
  app.require_subcommand(1);
  app.failure_message(usage_error);
  app.footer(
      "Example:\n  uq run studies/gallery/llama2_70b_h100_decode.toml\n\n"
      "Exit codes: 0 ok, 1 internal error or failed self-test, 2 usage or study file,\n"
      "3 failed evaluations, 4 a criterion not met, an analysis skipped, a plugin breaks rules or\n"
      "results differ, 5 input or output");
  std::function<int()> chosen;

  RunArguments run;
  run.command_line = joined(argc, argv);
  run.resume_command = resume_command(argc, argv);
  CLI::App* run_app = app.add_subcommand("run", "run studies and write their result files");
  run_app->add_option("study", run.studies, "study files, or batches of them")->required();
  run_app->add_option("-o,--output", run.output, "result file; default: the study's `output`");
  run_app
      ->add_option("-j,--threads", run.threads, "threads; default: the CPUs this process may use")
      ->check(CLI::Range(1, 1 << 16));
  run_app->add_option("--set", run.set, "override a key, e.g. --set analysis.drivers.n=8192")
      ->allow_extra_args(false);
  run_app->add_option("--block", run.block, "rows a model call gets; no result depends on it")
      ->check(CLI::Range(1, 1 << 20));
  run_app->add_flag("--reproducible",
                    run.reproducible,
                    "leave out times, host and command line: equal runs give equal bytes");
  run_app->add_flag("--force", run.force, "overwrite an existing result file");
  run_app->add_flag(
      "--resume", run.resume, "go on with an unfinished run: its evaluations are not made again");
  run_app->add_flag("--keep-journal",
                    run.keep_journal,
                    "keep the evaluations for later runs with --resume, e.g. of more analyses");
  run_app->add_flag("--allow-exec", run.allow_exec, allow_exec_help);
  run_app->add_flag("-q,--quiet", run.quiet, "say nothing but errors");
  run_app->footer("Example:\n  uq run study.toml -o result.h5 --set analysis.drivers.n=8192");
  run_app->callback([&] { chosen = [&] { return run_command(run); }; });

  StudyArguments study;
  study_command(app,
                study,
                "check",
                "check a study file; runs nothing",
                "uq check study.toml",
                "override a key, e.g. --set analysis.drivers.n=8192",
                chosen,
                &check_command);
  study_command(app,
                study,
                "plan",
                "what a study would cost: evaluations, memory, time",
                "uq plan study.toml",
                "override a key, e.g. --set analysis.drivers.n=8192",
                chosen,
                &plan_command)
      ->add_flag("--allow-exec", study.allow_exec, allow_exec_help);
  CLI::App* eval_app =
      study_command(app,
                    study,
                    "eval",
                    "the model at one point: the nominal one, or as set",
                    "uq eval study.toml --set batch=128 --set \"hbm_bw=3.2 TB/s\" --json",
                    "value of an input, e.g. --set batch=128",
                    chosen,
                    &eval_command);
  eval_app->get_option("study")->expected(1);
  eval_app->add_flag("--allow-exec", study.allow_exec, allow_exec_help);

  AskArguments ask;
  CLI::App* ask_app = app.add_subcommand(
      "ask", "the points of a design as CSV, to be evaluated elsewhere; evaluates nothing");
  ask_app->add_option("study", ask.study, "study file")->required();
  ask_app->add_option("analysis", ask.analysis, "which design; default: the only one");
  ask_app->add_option("-o,--output", ask.output, "CSV file; default: standard output");
  ask_app->add_option("--set", ask.set, "override a key, e.g. --set analysis.design.n=120")
      ->allow_extra_args(false);
  ask_app
      ->add_option("-j,--threads", ask.threads, "threads; default: the CPUs this process may use")
      ->check(CLI::Range(1, 1 << 16));
  ask_app->add_flag("--force", ask.force, "overwrite an existing file");
  ask_app->add_flag("--allow-exec", ask.allow_exec, allow_exec_help);
  ask_app->footer("Example:\n  uq ask study.toml design -o points.csv");
  ask_app->callback([&] { chosen = [&] { return ask_command(ask); }; });

  ShowArguments show;
  CLI::App* show_app = app.add_subcommand("show", "print the tables of a result file");
  show_app->add_option("file", show.file, "result file")->required();
  show_app->add_option("analysis", show.analysis, "only this analysis");
  auto* json = show_app->add_flag("--json", show.json, "print JSON");
  show_app->add_flag("--csv", show.csv, "print CSV")->excludes(json);
  show_app->footer("Example:\n  uq show llama2_70b_h100_decode.h5 drivers");
  show_app->callback([&] { chosen = [&] { return show_command(show); }; });

  std::string name;
  CLI::App* models = app.add_subcommand("models", "list the built-in models");
  models->footer("Example:\n  uq models");
  models->callback([&] { chosen = [] { return models_command(); }; });
  CLI::App* methods = app.add_subcommand("methods", "list the methods");
  methods->footer("Example:\n  uq methods");
  methods->callback([&] { chosen = [] { return methods_command(); }; });
  CLI::App* describe = app.add_subcommand("describe", "options of a method");
  describe->add_option("method", name, "method")->required();
  describe->footer("Example:\n  uq describe sobol");
  describe->callback([&] { chosen = [&] { return describe_command(name); }; });
  ResultCommandLine results;
  results.add_to(app, chosen);
  JournalCommandLine journal;
  journal.add_to(app, chosen);
  PluginCommandLine plugin;
  plugin.add_to(app, chosen);

  SelftestArguments selftest;
  CLI::App* selftest_app =
      app.add_subcommand("selftest", "run the engine on functions whose answers are known");
  selftest_app->add_option("names", selftest.names, "known functions or cases; default: all");
  selftest_app->add_option("-n", selftest.n, "base rows of each case; default 32768")
      ->check(CLI::Range(4096, 1 << 22));
  selftest_app->add_option("--seed", selftest.seed, "seed of all points; default 20261130")
      ->check([](const std::string& text) {  // else it would wrap round
        return text.starts_with("-") ? "`" + text + "` is negative" : std::string();
      });
  selftest_app
      ->add_option(
          "-j,--threads", selftest.threads, "threads; default: the CPUs this process may use")
      ->check(CLI::Range(1, 1 << 16));
  selftest_app->add_flag("--json", selftest.json, "print JSON: one record for each check");
  selftest_app->footer("Example:\n  uq selftest known/ishigami");
  selftest_app->callback([&] { chosen = [&] { return selftest_command(selftest); }; });

  WorkerArguments worker;
  CLI::App* worker_app =
      app.add_subcommand("worker", "evaluates for an engine that started it; not for people");
  worker_app->group("");  // not in the help
  worker_app->add_option("--lifeline", worker.lifeline, "descriptor of the engine's lifeline");
  worker_app->add_option("--folder", worker.folder, "where to run the command");
  worker_app->add_option("command", worker.command, "a program to become instead, with its words");
  worker_app->callback([&] { chosen = [&] { return worker_command(worker); }; });

  if (argc > 1) {
    if (const std::string objection = objection_to_command(app, argv[1]); !objection.empty()) {
      fmt::print(stderr, "error: {}\n", objection);
      return 2;
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return guarded(chosen);
}

}  // namespace uq::studies
