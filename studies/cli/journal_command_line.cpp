#include "studies/cli/journal_command_line.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/journal/salvage.hpp"
#include "studies/run/memory.hpp"
#include "studies/run/run_journal.hpp"
#include "studies/store/store.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace uq::studies {

namespace {

/// The result file of a name that may be the folder of its unfinished run.
std::string output_of(std::string name) {
  while (name.ends_with("/")) {
    name.pop_back();
  }
  return name.ends_with(".uq") ? name.substr(0, name.size() - 3) + ".h5" : name;
}

std::string counts_text(const JournalSummary& summary) {
  std::string text;
  for (std::size_t k = 0; k < summary.counts.size(); ++k) {
    if (summary.counts[k] > 0) {
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ", summary.counts[k], row_status_names[k]);
    }
  }
  return text;
}

std::string text_of(const Attribute* attribute) {
  if (attribute == nullptr) {
    return "unknown";
  }
  const auto* text = std::get_if<std::string>(attribute);
  const auto* number = std::get_if<std::int64_t>(attribute);
  return text != nullptr ? *text : number != nullptr ? std::to_string(*number) : "unknown";
}

void print_result(const std::string& output) {
  const ResultFile file = read_untrusted(output);
  const Dataset* facts = file.group("provenance");
  const auto fact = [&](const char* name) {
    return text_of(facts == nullptr ? nullptr : facts->attribute(name));
  };
  std::string status = "unknown";
  for (const auto& [name, value] : file.attributes) {
    status = name == "status" ? text_of(&value) : status;
  }
  fmt::print("{}: {}\n  evaluations  {}, {} of them failed\n",
             escaped(output),
             escaped(status),
             fact("evaluations"),
             fact("failures"));
}

void print_journal(const std::string& output) {
  const std::string path = journal_path(output);
  const std::string owner = lock_owner(path);
  const JournalSummary seen = summary(path);
  const auto study = seen.identity.notes.find("study");
  fmt::print("{}: unfinished, {}\n",
             escaped(run_folder(output)),
             owner.empty() ? "nobody is running it" : "process " + owner + " is running it");
  if (study != seen.identity.notes.end()) {
    fmt::print("  study        {}\n", escaped(study->second));
  }
  fmt::print(
      "  evaluations  {}{}\n", seen.rows, seen.rows > 0 ? " (" + counts_text(seen) + ")" : "");
  fmt::print("  model time   {:.3g} s\n  journal      {}\n",
             seen.seconds,
             bytes_text(static_cast<double>(seen.bytes)));
  if (seen.damage && seen.damage->is_torn_tail && owner.empty()) {
    fmt::print("  torn         from byte {} on; `uq run --resume` repairs it\n",
               seen.damage->offset);
  } else if (seen.damage && !seen.damage->is_torn_tail) {
    fmt::print("  damaged      at byte {}, {} sound records behind it; `uq salvage {}`\n",
               seen.damage->offset,
               seen.damage->sound_after,
               escaped(run_folder(output)));
  }
}

int status_command(const std::string& name) {
  const std::string output = output_of(name);
  const bool finished = std::filesystem::exists(output);
  const bool unfinished = std::filesystem::exists(journal_path(output));
  if (!finished && !unfinished) {
    throw IoError(name + ": neither a result nor an unfinished run with evaluations");
  }
  if (finished) {
    print_result(output);
  }
  if (unfinished) {
    print_journal(output);
  }
  return 0;
}

int salvage_command(const std::string& name) {
  const Salvaged done = salvage(journal_path(output_of(name)));
  fmt::print("{} evaluations saved, {} bytes lost; the damaged journal is kept in {}\n",
             done.rows,
             done.lost_bytes,
             escaped(done.damaged));
  if (done.conflicting > 0) {
    fmt::print(
        "{} evaluations had two answers each and are left out: the model is not deterministic\n",
        done.conflicting);
  }
  return 0;
}

}  // namespace

void JournalCommandLine::add_to(CLI::App& app, std::function<int()>& chosen) {
  CLI::App* status_app =
      app.add_subcommand("status", "what a run has done so far, or has left unfinished");
  status_app->add_option("file", status, "result file or the folder NAME.uq beside it")->required();
  status_app->footer("Example:\n  uq status decode.uq");
  status_app->callback([&, this] { chosen = [this] { return status_command(status); }; });

  CLI::App* salvage_app =
      app.add_subcommand("salvage", "save the evaluations of a damaged journal");
  salvage_app->add_option("folder", salvage, "folder NAME.uq of an unfinished run")->required();
  salvage_app->footer("Example:\n  uq salvage decode.uq");
  salvage_app->callback([&, this] { chosen = [this] { return salvage_command(salvage); }; });
}

}  // namespace uq::studies
