#include "studies/run/run_journal.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/journal/journaled.hpp"
#include "studies/journal/salvage.hpp"
#include "studies/run/interrupt.hpp"
#include "studies/run/study_identity.hpp"
#include "studies/store/store.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <random>

namespace uq::studies {

namespace {

/// 63 random bits from the system, for a study that sets no seed: a run must be repeatable
/// afterwards.
std::uint64_t fresh_seed() {
  std::random_device device;
  return ((static_cast<std::uint64_t>(device()) << 32) | device()) >> 1;
}

std::optional<std::uint64_t> seed_in(const std::string& path) {
  const Identity found = identity_in(path);
  const auto fact = found.facts.find("seed");
  std::uint64_t seed = 0;
  if (fact == found.facts.end() ||
      std::from_chars(fact->second.data(), fact->second.data() + fact->second.size(), seed).ec !=
          std::errc{}) {
    return std::nullopt;
  }
  return seed;
}

/// A value for a message: long ones are cut.
std::string shown(const Change& change) {
  constexpr std::size_t longest = 160;
  const auto cut = [&](const std::string& text) {
    return text.size() <= longest ? text : short_message(text).substr(0, longest) + "…";
  };
  return escaped(change_text({change.what, cut(change.before), cut(change.now)}));
}

[[noreturn]] void refuse(const Study& study,
                         const std::string& folder,
                         const std::vector<Change>& changes) {
  Diagnostics diagnostics;
  Diagnostic& error = diagnostics.error(
      "U520",
      fmt::format("the study is not the one whose evaluations are in `{}`", folder),
      Place{study.file});
  for (const Change& change : changes) {
    error.notes.push_back(shown(change));
  }
  error.notes.push_back(fmt::format("help: undo the change, or remove `{}` to begin anew", folder));
  throw StudyError(diagnostics.all());
}

std::shared_ptr<Journal> opened(const Study& study, const std::string& path, std::uint64_t seed) {
  try {
    return std::make_shared<Journal>(path, study_identity(study, seed));
  } catch (const IdentityChanged& changed) {
    refuse(study, std::filesystem::path(path).parent_path().string(), changed.changes);
  }
}

void say_what_was_found(const Journal& journal) {
  const Journal::Opened& found = journal.opened();
  if (found.repaired) {
    fmt::print(stderr,
               "warning[{}]: what a crash left unfinished at the end of {} was cut off at byte {} "
               "and is kept in {}\n",
               "W150",
               journal.path(),
               found.repaired->offset,
               found.torn);
  }
  if (found.existed) {
    fmt::print(stderr, "resuming: {} evaluations are in {}\n", found.rows, journal.path());
  }
}

Study behind(Study study, const Model& model) {
  study.problem.model = model;
  for (Analysis& analysis : study.analyses) {
    analysis.problem.model = model;
  }
  return study;
}

}  // namespace

std::string journal_path(const std::string& output) {
  return run_folder(output) + "/journal";
}

RunJournal::RunJournal(const Study& study, const std::string& output, const RunOptions& options)
    : study_(study), options_(options) {
  const std::string path = journal_path(output);
  const bool exists = std::filesystem::exists(path);
  if (exists && !options.resume) {
    throw IoError(fmt::format(
        "{}: evaluations of an unfinished run are in {}; go on with it by --resume, or remove that "
        "folder to begin anew",
        output,
        run_folder(output)));
  }
  const std::optional<std::uint64_t> found = exists ? seed_in(path) : std::nullopt;
  seed_ = study.seed ? *study.seed : found ? *found : fresh_seed();
  if (!study.seed && !options.quiet) {
    fmt::print(stderr, "note: the study sets no seed; this run uses seed = {}\n", seed_);
  }
  if (study.table) {
    return;  // nothing is evaluated
  }
  journal_ = opened(study, path, seed_);
  if (!options.quiet) {
    say_what_was_found(*journal_);
  }
  study_ = behind(study, Journaled(study.problem.model, journal_, {.between = [] {
                                     if (interruption_asked()) {
                                       throw Interrupted{};
                                     }
                                   }}));
}

std::string RunJournal::kept() {
  if (!journal_ || journal_->rows() == 0) {
    return {};
  }
  try {
    journal_->finish();
  } catch (const IoError&) {  // what made the run end; records before that are there
  }
  return fmt::format("{} evaluations are kept in {}; go on with\n  {}",
                     journal_->rows(),
                     journal_->path(),
                     options_.resume_command);
}

void RunJournal::end() {
  if (!journal_) {
    return;
  }
  if (options_.keep_journal) {
    journal_->finish();
  } else {
    journal_->discard();
  }
}

}  // namespace uq::studies
