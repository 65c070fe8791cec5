#include "studies/batch/batch.hpp"

#include "studies/file/assignment.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace uq::studies {

namespace {

std::string place_text(const Place& place) {
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

/// One spelling for each file, whether or not it exists.
std::string spelled_once(const std::string& path) {
  std::error_code ignored;
  const auto spelled = std::filesystem::weakly_canonical(std::filesystem::absolute(path), ignored);
  return ignored ? path : spelled.string();
}

std::string who(const BatchStudy& study) {
  return "`" + study.label + "`";
}

/// Whether one key is the other, or the table that holds it.
bool overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::equal(
      a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin());
}

/// Refuses `--set` on keys that a batch gives their values: names of studies and files would go on
/// to tell of the batch's values, and combinations of a matrix would become the same study.
void expect_other_keys(const std::vector<BatchStudy>& studies,
                       const std::vector<std::string>& set) {
  Diagnostics diagnostics;
  for (const std::string& assignment : set) {
    const std::vector<std::string> words = assigned_words(assignment);
    const Override* found = nullptr;
    for (const BatchStudy& study : studies) {
      for (const Override& own : study.overrides) {
        if (found == nullptr && overlap(words, assigned_words(own.assignment))) {
          found = &own;
        }
      }
    }
    if (found != nullptr) {
      diagnostics.error("U463",
                        fmt::format("`--set {}`, but the batch {} assigns `{}`",
                                    assignment,
                                    found->place.file,
                                    fmt::join(assigned_words(found->assignment), ".")),
                        found->place,
                        "change it there, or run the study file itself with `--set`");
    }
  }
  diagnostics.throw_if_errors();
}

}  // namespace

std::vector<BatchStudy> studies_of(const std::vector<std::string>& files,
                                   const std::vector<std::string>& set) {
  std::vector<BatchStudy> studies;
  for (const std::string& file : files) {
    try {
      auto text = std::make_shared<const std::string>(read_file(file));
      if (is_batch(*text, file)) {
        std::vector<BatchStudy> included = read_batch(*text, file);
        std::move(included.begin(), included.end(), std::back_inserter(studies));
      } else {
        studies.push_back({.label = file, .file = file, .text = std::move(text)});
      }
    } catch (...) {
      studies.push_back({.label = file, .file = file, .fault = std::current_exception()});
    }
  }
  expect_other_keys(studies, set);
  for (BatchStudy& study : studies) {
    for (const std::string& assignment : set) {
      study.overrides.push_back({.assignment = assignment});
    }
  }
  return studies;
}

std::vector<Diagnostic> with_origin(std::vector<Diagnostic> diagnostics, const BatchStudy& study) {
  if (study.included) {
    for (Diagnostic& diagnostic : diagnostics) {
      diagnostic.notes.push_back(
          fmt::format("note: {} is included at {}", who(study), place_text(*study.included)));
    }
  }
  return diagnostics;
}

void expect_own_outputs(const std::vector<BatchStudy>& studies,
                        const std::vector<std::string>& outputs,
                        const std::vector<std::vector<std::string>>& values,
                        const std::vector<std::string>& files) {
  std::map<std::string, std::string> read;
  for (const std::vector<std::string>& of_study : values) {
    for (const std::string& file : of_study) {
      read.emplace(spelled_once(file), file);
    }
  }
  for (const std::string& file : files) {
    read.emplace(spelled_once(file), file);
  }
  for (const BatchStudy& study : studies) {
    read.emplace(spelled_once(study.file), study.file);
  }
  Diagnostics diagnostics;
  std::map<std::string, std::size_t> writers;
  constexpr std::size_t enough = 20;  // a whole matrix may write one file
  for (std::size_t k = 0; k < studies.size() && diagnostics.error_count() < enough; ++k) {
    if (outputs[k].empty()) {
      continue;
    }
    const BatchStudy& study = studies[k];
    const Place place = study.included.value_or(Place{study.file});
    const std::string output = spelled_once(outputs[k]);
    if (const auto found = read.find(output); found != read.end()) {
      diagnostics.error(
          "U459",
          fmt::format("{} would write over `{}`, which is read here", who(study), found->second),
          place,
          "choose another `output`");
    }
    const auto [first, is_new] = writers.emplace(output, k);
    if (!is_new) {
      const BatchStudy& other = studies[first->second];
      const bool siblings = study.included && other.included == study.included;
      diagnostics.error(
          "U459",
          fmt::format(
              "{} and {} would write the same file `{}`", who(other), who(study), outputs[k]),
          place,
          siblings ? "let `output` name every key of the matrix, e.g. "
                     "output = \"out/{KEY}.h5\""
                   : "give each its own `output`");
    }
  }
  diagnostics.throw_if_errors();
}

}  // namespace uq::studies
