#include "studies/cli/batch_command.hpp"

#include "studies/batch/plans.hpp"
#include "studies/batch/summary.hpp"
#include "studies/cli/explained.hpp"
#include "studies/cli/stray_output.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/files_read.hpp"
#include "studies/run/interrupt.hpp"
#include "studies/run/memory.hpp"
#include "studies/run/plan.hpp"
#include "studies/run/run.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>

namespace uq::studies {

namespace {

/// The studies of a command line, and what has been said of them.
class Batch {
 public:
  Batch(const std::vector<std::string>& files,
        const std::vector<std::string>& set,
        bool allow_exec,
        bool quiet = false)
      : files_(files),
        studies_(studies_of(files, set)),
        consent_(given_consent(allow_exec)),
        quiet_(quiet) {
    for (const BatchStudy& study : studies_) {
      outcomes_.push_back({.label = study.label});
    }
  }

  std::size_t size() const { return studies_.size(); }
  const BatchStudy& at(std::size_t k) const { return studies_[k]; }
  std::vector<Outcome>& outcomes() { return outcomes_; }

  /// Does the k-th part of the work and keeps its exit code; problems are printed, each with the
  /// study it is of, and the same ones of many combinations once.
  void attempt(std::size_t k, const std::function<int(const BatchStudy&)>& work) {
    const BatchStudy& study = studies_[k];
    outcomes_[k].code = explained([&] {
      try {
        if (study.fault) {
          std::rethrow_exception(study.fault);
        }
        return work(study);
      } catch (const StudyError& error) {
        say(error.diagnostics, study);
        return 2;
      } catch (const EvaluationFailed& error) {
        throw EvaluationFailed(study.label + ": " + error.what());
      } catch (const IoError& error) {
        fmt::print(stderr, "error: {}: {}\n", study.label, error.what());
        return 5;
      } catch (const InvalidArgument& error) {
        fmt::print(stderr, "error: {}: {}\n", study.label, error.what());
        return 2;
      }
    });
  }

  /// The study with its model. @param probe for budgets in time, see `read_study`
  /// @throws StudyError
  Study read(const BatchStudy& study, bool apart_quiet, const Probe& probe = {}) const {
    return kept_apart(
        [&] { return read_overridden(*study.text, study.file, study.overrides, consent_, probe); },
        apart_quiet);
  }

  void say(const std::vector<Diagnostic>& diagnostics, const BatchStudy& study) {
    std::string all;
    for (const Diagnostic& diagnostic : diagnostics) {
      all += diagnostic.code + diagnostic.message + "\n";
    }
    if (diagnostics.empty() || (quiet_ && !has_errors(diagnostics))) {
      return;
    }
    if (!said_.insert(study.file + "\n" + all).second) {
      fmt::print(stderr,
                 "{}: {}: the same as above\n\n",
                 has_errors(diagnostics) ? "error" : "warning",
                 study.label);
      return;
    }
    print_diagnostics(with_origin(diagnostics, study));
  }

  /// @throws StudyError when two studies write the same file
  void expect_own_outputs(const std::vector<std::string>& outputs,
                          const std::vector<std::vector<std::string>>& values) const {
    studies::expect_own_outputs(studies_, outputs, values, files_);
  }

 private:
  static bool has_errors(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.severity == Severity::error) {
        return true;
      }
    }
    return false;
  }

  std::vector<std::string> files_;
  std::vector<BatchStudy> studies_;
  Consent consent_;
  bool quiet_;
  std::vector<Outcome> outcomes_;
  std::set<std::string> said_;
};

std::string output_of(const BatchStudy& planned, const Study& study) {
  return planned.output.empty() ? study.output : planned.output;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Evaluations the file of a run says it took.
double evaluations_in(const ResultFile& file) {
  const Dataset* provenance = file.group("provenance");
  const Attribute* count = provenance == nullptr ? nullptr : provenance->attribute("evaluations");
  const auto* number = count == nullptr ? nullptr : std::get_if<std::int64_t>(count);
  return number == nullptr ? 0 : static_cast<double>(*number);
}

int run_one(Batch& batch,
            const BatchStudy& planned,
            Outcome& outcome,
            const std::string& output,
            const RunArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const Study study = batch.read(planned, true);
  batch.say(study.warnings, planned);
  if (!planned.output.empty()) {  // a folder of the batch's own choice, e.g. "out/{gpu}.h5"
    const auto folder = std::filesystem::path(output).parent_path();
    std::error_code failed;
    if (!folder.empty()) {
      std::filesystem::create_directories(folder, failed);
    }
    if (failed) {
      throw IoError(folder.string() + ": no such folder can be made: " + failed.message());
    }
  }
  const RunOptions options{.output = output,
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
  }
  outcome.seconds = seconds_since(start);
  outcome.output = report.output;
  outcome.evaluations = evaluations_in(report.file);
  outcome.headlines = headlines(report.file);
  if (report.exit_code == 3) {
    fmt::print(stderr,
               "error: {}: outputs lost more than the failure budget and have no results; see the "
               "warnings "
               "in {}\n",
               planned.label,
               report.output);
  }
  for (const std::string& line : report.unmet) {
    fmt::print(stderr, "error: {}: {}\n", planned.label, escaped(line));
  }
  return report.exit_code;
}

void run_all(Batch& batch,
             const std::vector<std::string>& outputs,
             const RunArguments& arguments,
             const InterruptGuard& guard) {
  for (std::size_t k = 0; k < batch.size(); ++k) {
    Outcome& outcome = batch.outcomes()[k];
    if (outcome.code > 0) {
      continue;  // could not be read
    }
    if (!arguments.quiet) {
      fmt::print(stderr, "[{}/{}] {}\n", k + 1, batch.size(), outcome.label);
    }
    batch.attempt(k, [&](const BatchStudy& planned) {
      guard.check();
      return run_one(batch, planned, outcome, outputs[k], arguments);
    });
    if (outcome.code == 130) {
      return;
    }
  }
}

}  // namespace

bool is_several(const std::vector<std::string>& files) {
  if (files.size() != 1) {
    return true;
  }
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(files.front(), ignored)) {
    return false;  // a pipe can be read only once, by the reader of studies
  }
  try {
    return is_batch(read_file(files.front()), files.front());
  } catch (const IoError&) {
    return false;  // said by whoever reads the study
  }
}

int run_batch(const RunArguments& arguments) {
  set_threads(arguments.threads);
  Batch batch(arguments.studies, arguments.set, arguments.allow_exec, arguments.quiet);
  if (!arguments.output.empty() && batch.size() != 1) {
    throw InvalidArgument(
        fmt::format("-o names one file, but these are {} studies; give each its `output`, or "
                    "[[include]] an `output` with {{placeholders}}",
                    batch.size()));
  }
  const InterruptGuard guard;
  std::vector<std::string> outputs(batch.size());
  std::vector<std::vector<std::string>> values(batch.size());
  // Every study is read before any is run: two that write one file are refused in time.
  for (std::size_t k = 0; k < batch.size(); ++k) {
    batch.attempt(k, [&](const BatchStudy& planned) {
      guard.check();
      const Study study = batch.read(planned, arguments.quiet);
      outputs[k] = arguments.output.empty() ? output_of(planned, study) : arguments.output;
      values[k] = files_read(study);
      return 0;
    });
    if (batch.outcomes()[k].code == 130) {
      return 130;
    }
  }
  batch.expect_own_outputs(outputs, values);
  for (Outcome& outcome : batch.outcomes()) {
    outcome.code = outcome.code == 0 ? -1 : outcome.code;
  }
  run_all(batch, outputs, arguments, guard);
  if (!arguments.quiet) {
    fmt::print("{}", summary_text(batch.outcomes()));
  }
  return exit_code(batch.outcomes());
}

int check_batch(const StudyArguments& arguments) {
  Batch batch(arguments.studies, arguments.set, false);
  std::vector<Diagnostic> all;
  std::vector<std::string> outputs(batch.size());
  std::vector<std::vector<std::string>> values(batch.size());
  for (std::size_t k = 0; k < batch.size(); ++k) {
    batch.attempt(k, [&](const BatchStudy& planned) {
      try {
        const CheckedStudy checked =
            check_overridden(*planned.text, planned.file, planned.overrides);
        if (checked.study) {
          check_memory(*checked.study, available_memory());
          outputs[k] = output_of(planned, *checked.study);
          values[k] = files_read(*checked.study);
        }
        if (arguments.json) {
          const auto noted = with_origin(checked.warnings, planned);
          all.insert(all.end(), noted.begin(), noted.end());
        } else {
          batch.say(checked.warnings, planned);
          fmt::print("{}: no errors\n", planned.label);
        }
        return 0;
      } catch (const StudyError& error) {
        if (!arguments.json) {
          throw;
        }
        const auto noted = with_origin(error.diagnostics, planned);
        all.insert(all.end(), noted.begin(), noted.end());
        return 2;
      }
    });
  }
  int code = exit_code(batch.outcomes());
  try {
    batch.expect_own_outputs(outputs, values);
  } catch (const StudyError& error) {
    if (!arguments.json) {
      throw;
    }
    all.insert(all.end(), error.diagnostics.begin(), error.diagnostics.end());
    code = code == 0 ? 2 : std::min(code, 2);
  }
  if (arguments.json) {
    fmt::print("{}\n", to_json(all));
  }
  return code;
}

int plan_batch(const StudyArguments& arguments) {
  set_threads(arguments.threads);
  Batch batch(arguments.studies, arguments.set, arguments.allow_exec);
  std::vector<NamedPlan> plans;
  std::vector<std::string> outputs(batch.size());
  std::vector<std::vector<std::string>> values(batch.size());
  for (std::size_t k = 0; k < batch.size(); ++k) {
    batch.attempt(k, [&](const BatchStudy& planned) {
      const Study study = batch.read(planned, false, &seconds_on_all_threads);
      batch.say(study.warnings, planned);
      outputs[k] = output_of(planned, study);
      values[k] = files_read(study);
      plans.push_back({planned.label, kept_apart([&] { return plan(study); })});
      return 0;
    });
  }
  batch.expect_own_outputs(outputs, values);
  fmt::print("{}", arguments.json ? plans_json(plans) : plans_text(plans));
  return exit_code(batch.outcomes());
}

}  // namespace uq::studies
