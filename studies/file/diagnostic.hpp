#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace uq::studies {

/// A place in a study file; line and column count from 1 (columns in characters, not bytes), 0: no
/// place.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  int length = 1;  ///< characters to underline

  bool operator==(const Place&) const = default;
};

enum class Severity { error, warning };

/// One problem of a study file, as a user reads it.
struct Diagnostic {
  std::string code;  ///< stable, e.g. "U103"; listed in docs/messages.md
  Severity severity = Severity::error;
  std::string message;  ///< one sentence, names the culprit in backquotes
  Place place;
  std::string label;               ///< beside the underline, e.g. "did you mean `truncnormal`?"
  std::vector<std::string> notes;  ///< lines "= …", e.g. "known: normal, uniform", "help: write …"
};

/// Collects every problem of a pass, in the order found; sorted by place when thrown or printed.
class Diagnostics {
 public:
  Diagnostic& error(std::string code, std::string message, Place place, std::string label = {});
  Diagnostic& warning(std::string code, std::string message, Place place, std::string label = {});
  void take(const std::vector<Diagnostic>& found);  ///< what a reader of its own has thrown
  const std::vector<Diagnostic>& all() const { return all_; }
  std::size_t error_count() const;
  bool has_errors() const { return error_count() > 0; }
  void throw_if_errors() const;  ///< @throws StudyError with every diagnostic, warnings included

 private:
  std::vector<Diagnostic> all_;
};

/// A study cannot be used; exit code 2.
struct StudyError : std::runtime_error {
  explicit StudyError(std::vector<Diagnostic> all);
  std::vector<Diagnostic> diagnostics;
};

/// The layout of formats.md: "error[U103]: …", "  --> file:line:col", the line with an underline,
/// notes. Control characters of the source are escaped. @param source text of the file; empty: no
/// excerpt.
std::string render(const Diagnostic&, const std::string& source);
/// Records {code, severity, message, file, line, column, hint} as a JSON array.
std::string to_json(const std::vector<Diagnostic>&);

/// The candidate nearest to `word` (edit distance <= a third of its length, or a known synonym such
/// as std/sigma -> sd, mu -> mean, min -> lo, max -> hi, runs/samples -> n), else empty.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace uq::studies
