#include "studies/cli/batch_command.hpp"
#include "studies/cli/commands.hpp"
#include "studies/cli/stray_output.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/read_study.hpp"
#include "studies/report/show.hpp"
#include "studies/run/memory.hpp"
#include "studies/run/plan.hpp"
#include "studies/run/run.hpp"
#include "studies/store/store.hpp"
#include "uq/core/parallel.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace uq::studies {

namespace {

void print_warnings(const Study& study) {
  for (const Diagnostic& warning : study.warnings) {
    fmt::print(stderr, "{}\n", render(warning, study.text));
  }
}

}  // namespace

int run_command(const RunArguments& arguments) {
  if (is_several(arguments.studies)) {
    return run_batch(arguments);
  }
  set_threads(arguments.threads);
  const std::string& file = arguments.studies.front();
  const Consent consent = given_consent(arguments.allow_exec);
  const Study study = kept_apart(
      [&] { return read_study(read_file(file), file, arguments.set, consent); }, arguments.quiet);
  if (!arguments.quiet) {
    print_warnings(study);
  }
  const RunOptions options{.output = arguments.output,
                           .command_line = arguments.command_line,
                           .force = arguments.force,
                           .reproducible = arguments.reproducible,
                           .quiet = arguments.quiet,
                           .block = arguments.block,
                           .resume = arguments.resume,
                           .keep_journal = arguments.keep_journal,
                           .resume_command = arguments.resume_command};
  const RunReport report = kept_apart([&] { return run(study, options); }, arguments.quiet);
  if (!arguments.quiet) {
    report_workers(study);
    fmt::print("{}\nwritten to {}\n", show_text(report.file, ""), report.output);
  }
  if (report.exit_code == 3) {
    fmt::print(
        stderr,
        "error: outputs lost more than the failure budget and have no results; see the warnings\n");
  }
  for (const std::string& line : report.unmet) {
    fmt::print(stderr, "error: {}\n", escaped(line));
  }
  return report.exit_code;
}

int check_command(const StudyArguments& arguments) {
  if (is_several(arguments.studies)) {
    return check_batch(arguments);
  }
  const std::string& file = arguments.studies.front();
  std::vector<Diagnostic> diagnostics;
  int code = 0;
  try {
    const CheckedStudy checked = check_study(read_file(file), file, arguments.set);
    diagnostics = checked.warnings;
    if (checked.study) {
      check_memory(*checked.study, available_memory());
    }
  } catch (const StudyError& error) {
    if (!arguments.json) {
      throw;
    }
    diagnostics.insert(diagnostics.end(), error.diagnostics.begin(), error.diagnostics.end());
    code = 2;
  }
  if (arguments.json) {
    fmt::print("{}\n", to_json(diagnostics));
    return code;
  }
  const std::string text = read_file(file);
  for (const Diagnostic& warning : diagnostics) {
    fmt::print(stderr, "{}\n", render(warning, text));
  }
  fmt::print("{}: no errors\n", file);
  return 0;
}

int plan_command(const StudyArguments& arguments) {
  if (is_several(arguments.studies)) {
    return plan_batch(arguments);
  }
  const std::string& file = arguments.studies.front();
  set_threads(arguments.threads);
  const Consent consent = given_consent(arguments.allow_exec);
  const Study study = kept_apart([&] {
    return read_study(read_file(file), file, arguments.set, consent, &seconds_on_all_threads);
  });
  print_warnings(study);
  const Plan planned = kept_apart([&] { return plan(study); });
  report_workers(study);
  fmt::print("{}", arguments.json ? plan_json(planned) : plan_text(planned));
  return 0;
}

int show_command(const ShowArguments& arguments) {
  const ResultFile file = read_untrusted(arguments.file);
  fmt::print("{}",
             arguments.json  ? show_json(file, arguments.analysis)
             : arguments.csv ? show_csv(file, arguments.analysis)
                             : show_text(file, arguments.analysis));
  return 0;
}

}  // namespace uq::studies
