#include "studies/file/diagnostic.hpp"

#include "studies/file/text_detail.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace uq::studies {

namespace {

/// By place; a problem that two readers met is said once.
std::vector<Diagnostic> sorted_by_place(std::vector<Diagnostic> all) {
  std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) {
    return a.code == b.code && a.message == b.message && a.place == b.place;
  };
  // No place on the command line tells two apart: equal ones need not stand side by side.
  std::vector<Diagnostic> once;
  for (Diagnostic& diagnostic : all) {
    if (std::none_of(once.begin(), once.end(), [&](const Diagnostic& seen) {
          return same(seen, diagnostic);
        })) {
      once.push_back(std::move(diagnostic));
    }
  }
  return once;
}

/// What `what()` shows where nobody renders: the first error and how many more there are.
std::string summary(const std::vector<Diagnostic>& all) {
  const auto first = std::find_if(all.begin(), all.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::error;
  });
  if (first == all.end()) {
    return "the study cannot be used";
  }
  const auto errors = std::count_if(all.begin(), all.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::error;
  });
  std::string text = "[" + first->code + "] " + escaped(first->message);
  return errors > 1 ? text + " (and " + std::to_string(errors - 1) + " more)" : text;
}

Diagnostic& add(std::vector<Diagnostic>& all, Diagnostic diagnostic) {
  return all.emplace_back(std::move(diagnostic));
}

}  // namespace

Diagnostic& Diagnostics::error(std::string code,
                               std::string message,
                               Place place,
                               std::string label) {
  return add(all_,
             {std::move(code),
              Severity::error,
              std::move(message),
              std::move(place),
              std::move(label),
              {}});
}

Diagnostic& Diagnostics::warning(std::string code,
                                 std::string message,
                                 Place place,
                                 std::string label) {
  return add(all_,
             {std::move(code),
              Severity::warning,
              std::move(message),
              std::move(place),
              std::move(label),
              {}});
}

void Diagnostics::take(const std::vector<Diagnostic>& found) {
  all_.insert(all_.end(), found.begin(), found.end());
}

std::size_t Diagnostics::error_count() const {
  return static_cast<std::size_t>(
      std::count_if(all_.begin(), all_.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::error;
      }));
}

void Diagnostics::throw_if_errors() const {
  if (has_errors()) {
    throw StudyError(all_);
  }
}

StudyError::StudyError(std::vector<Diagnostic> all)
    : std::runtime_error(summary(all)), diagnostics(sorted_by_place(std::move(all))) {}

std::string to_json(const std::vector<Diagnostic>& all) {
  auto records = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : all) {
    std::vector<std::string> hints = diagnostic.notes;
    if (!diagnostic.label.empty()) {
      hints.insert(hints.begin(), diagnostic.label);
    }
    records.push_back({{"code", diagnostic.code},
                       {"severity", diagnostic.severity == Severity::error ? "error" : "warning"},
                       {"message", diagnostic.message},
                       {"file", diagnostic.place.file},
                       {"line", diagnostic.place.line},
                       {"column", diagnostic.place.column},
                       {"hint", joined(hints, "; ")}});
  }
  return records.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace uq::studies
