#include "studies/run/run.hpp"

#include "studies/criteria/accept.hpp"
#include "studies/read/analysis_order.hpp"
#include "studies/read/files_read.hpp"
#include "studies/rows/joint_sample.hpp"
#include "studies/run/chain.hpp"
#include "studies/run/describe_study.hpp"
#include "studies/run/interrupt.hpp"
#include "studies/run/memory.hpp"
#include "studies/run/progress.hpp"
#include "studies/run/provenance.hpp"
#include "studies/run/run_journal.hpp"
#include "studies/store/store.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

namespace uq::studies {

namespace {

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void label(const Analysis& analysis, AnalysisResult& result) {
  const std::string path = "analysis/" + analysis.name;
  Dataset& own = result.groups.front();
  own.path = path;
  Attributes head{{"method", std::string(analysis.method->name)}};
  Attributes used = analysis.method->used(analysis.options);
  // The results tell what was left of what was asked: a screen takes members out of groups.
  std::erase_if(used, [&](const auto& option) { return own.attribute(option.first) != nullptr; });
  head.insert(head.end(), used.begin(), used.end());
  head.insert(head.end(), analysis.chosen.begin(), analysis.chosen.end());
  head.emplace_back("evaluations", static_cast<std::int64_t>(result.evaluations));
  head.emplace_back("failures", static_cast<std::int64_t>(result.failures));
  head.insert(head.end(), own.attributes.begin(), own.attributes.end());
  std::vector<std::string> warnings;
  for (const Warning& warning : result.warnings) {
    warnings.push_back(warning.code + ": " + warning.message);
  }
  head.emplace_back("warnings", std::move(warnings));
  own.attributes = std::move(head);
  for (std::size_t k = 1; k < result.groups.size(); ++k) {
    result.groups[k].path = path + "/" + result.groups[k].path;
  }
}

/// The group of an analysis that did not run: its options, and why.
void skip(const Analysis& analysis,
          const std::string& why,
          AnalysisResult& result,
          std::vector<std::string>& unmet) {
  result.groups.emplace_back();
  result.groups.front().attributes.emplace_back("skipped", why);
  result.warnings.push_back({"W110", "skipped: " + why});
  unmet.push_back(fmt::format("{}: skipped: {}", analysis.name, why));
}

/// The `accept` criteria of an analysis on its results.
void apply_accept(const Analysis& analysis,
                  AnalysisResult& result,
                  std::vector<std::string>& unmet) {
  constexpr std::size_t most_shown = 3;
  const std::vector<Acceptance> all = accept(analysis.accept, result.groups.front());
  record(result.groups.front(), all);
  for (const std::string& line : failures_text(all, most_shown)) {
    unmet.push_back(analysis.name + ": " + line);
  }
}

/// Whatever the library objects to here is no fault of the study, which has been checked.
[[noreturn]] void throw_internal(const std::string& where, const InvalidArgument& error) {
  throw std::logic_error(where + ": " + error.what());
}

std::string on_a_line_of_its_own(const std::string& text) {
  return text.empty() ? text : "\n" + text;
}

AnalysisResult run_of(const Analysis& analysis, const Problem& problem, const RunContext& context) {
  try {
    return analysis.method->run(analysis.options, problem, context);
  } catch (const InvalidArgument& error) {
    throw_internal("analysis `" + analysis.name + "`", error);
  }
}

/// The same, or, of inputs that a screen has left too few draws of, why it did not run.
AnalysisResult run_unless_refused(const Analysis& analysis,
                                  Chained& chain,
                                  const RunContext& context) {
  try {
    return run_of(analysis, chain.problem, context);
  } catch (const TooFewDraws& refused) {
    chain.skipped = refused.what();
    return {};
  }
}

/// Samples that no analysis after `last` asks for go.
void drop_samples(const Study& study,
                  const Analysis& last,
                  std::map<std::string, Finished>& finished) {
  std::set<std::string> needed;
  for (auto k = study.analyses.size(); k-- > 0 && study.analyses[k].name != last.name;) {
    const std::vector<std::string> names = sampled_by(study.analyses[k]);
    needed.insert(names.begin(), names.end());
  }
  for (auto& [name, one] : finished) {
    if (!needed.contains(name)) {
      one.sample.reset();
    }
  }
}

Attributes root_attributes(const Study& study,
                           std::uint64_t seed,
                           bool complete,
                           const RunOptions& options,
                           std::chrono::system_clock::time_point start) {
  Attributes root{{"Conventions", "CF-1.10 UQ-1.0"},
                  {"title", study.name},
                  {"study", study.file.substr(study.file.rfind('/') + 1)},
                  {"source", std::string("uq ") + UQ_VERSION},
                  {"model", study.model_text},
                  {"seed", static_cast<std::int64_t>(seed)},
                  {"workload", study.context.workload},
                  {"hardware", study.context.hardware},
                  {"slo", study.context.slo},
                  {"claim", "relative-ranking-only"}};
  if (!options.reproducible) {
    root.emplace_back("created", iso_time(start));
  }
  root.emplace_back("status", complete ? "complete" : "partial");
  return root;
}

}  // namespace

Seed stream(const Analysis& analysis, std::uint64_t seed) {
  return analysis.seed ? Seed{*analysis.seed} : Seed{seed}.child("analysis " + analysis.name);
}

RunReport compute(const Study& study, std::uint64_t seed, const RunOptions& options) {
  check_memory(study, available_memory());
  RunFacts facts{.command_line = options.command_line,
                 .start = std::chrono::system_clock::now(),
                 .end = {},
                 .threads = threads()};
  RunReport report;
  const double cpu_before = cpu_seconds();  // a batch runs many studies in one process
  report.file.groups.push_back(inputs_dataset(study));
  bool withheld = false;
  const InterruptGuard interrupt;
  std::map<std::string, Finished> finished;
  std::map<std::string, std::string> skipped;
  if (study.table) {
    finished.emplace(table_name, Finished{table_name, nullptr, nullptr, study.table->sample});
  }
  for (const Analysis& analysis : study.analyses) {
    Chained chain = chained(analysis, study, finished, skipped);
    AnalysisResult result;
    if (chain.skipped.empty()) {
      const Cost cost = analysis.method->cost(analysis.options, chain.problem);
      Progress progress(analysis.name, cost.evaluations, options.quiet);
      const RunContext context{.seed = stream(analysis, seed),
                               .evaluate = {.block = options.block,
                                            .progress =
                                                [&](Index done) {
                                                  interrupt.check();
                                                  progress(done);
                                                },
                                            .stop_at_first_failure = study.failures.stop_at_first},
                               .store_limit = store_limit(study.store_samples),
                               .missing = study.failures.missing,
                               .keep_sample = is_built_on(study, analysis.name),
                               .finished = [&](const std::string& name) -> const Finished& {
                                 return finished.at(name);
                               }};
      result = run_unless_refused(analysis, chain, context);
    }
    if (!chain.skipped.empty()) {
      skip(analysis, chain.skipped, result, report.unmet);
      skipped.emplace(analysis.name, chain.skipped);
    }
    interrupt.check();
    warn_of_unsampled(chain, analysis, result);
    if (analysis.screening && finished.contains(analysis.screening->from)) {
      record_screening(
          chain, analysis, study, *finished.at(analysis.screening->from).results, result);
    }
    if (chain.skipped.empty()) {
      apply_accept(analysis, result, report.unmet);
    }
    facts.evaluations += result.evaluations;
    facts.failures += result.failures;
    withheld = withheld || result.withheld;
    label(analysis, result);
    const auto own = std::make_shared<const Dataset>(result.groups.front());
    for (Dataset& group : result.groups) {
      report.file.groups.push_back(std::move(group));
    }
    finished.emplace(analysis.name,
                     Finished{analysis.name, analysis.method, own, std::move(result.sample)});
    drop_samples(study, analysis, finished);
  }
  facts.end = std::chrono::system_clock::now();
  facts.cpu_seconds = cpu_seconds() - cpu_before;
  report.file.groups.push_back(provenance(study, seed, facts, options.reproducible));
  const bool complete = !withheld && skipped.empty();
  report.file.attributes = root_attributes(study, seed, complete, options, facts.start);
  report.exit_code = withheld ? 3 : report.unmet.empty() ? 0 : 4;
  return report;
}

RunReport run(const Study& study, const RunOptions& options) {
  const std::string output = options.output.empty() ? study.output : options.output;
  std::error_code ignored;
  if (std::filesystem::equivalent(output, study.file, ignored)) {
    throw IoError(output + ": the study itself; write elsewhere with -o FILE");
  }
  for (const std::string& read : files_read(study)) {
    if (std::filesystem::equivalent(output, read, ignored)) {
      throw IoError(output + ": the study reads it (" + read + "); write elsewhere with -o FILE");
    }
  }
  const OutputLock lock(output, options.force);
  RunJournal journal(study, output, options);
  RunReport report;
  try {
    report = compute(journal.study(), journal.seed(), options);
    write(report.file, output);
  } catch (const InvalidArgument& error) {
    throw_internal(output, error);
  } catch (Interrupted& interrupted) {
    interrupted.kept = journal.kept();
    throw;
  } catch (const IoError& error) {
    throw IoError(error.what() + on_a_line_of_its_own(journal.kept()));
  } catch (const EvaluationFailed& error) {
    throw EvaluationFailed(error.what() + on_a_line_of_its_own(journal.kept()));
  }
  journal.end();
  report.output = output;
  return report;
}

}  // namespace uq::studies
