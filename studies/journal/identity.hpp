#pragma once

#include <map>
#include <string>
#include <vector>

namespace uq::studies {

/// A column of a model as a journal knows it.
struct JournalColumn {
  std::string name, unit;
  bool operator==(const JournalColumn&) const = default;
};

/// What the answers in a journal are valid for (docs/reliability.md).
struct Identity {
  /// Named facts of which each must be the same for an answer to be used again, as text for people:
  /// {"seed", "7"}, {"file libfoo.so", "sha256 3a7b…"}.
  std::map<std::string, std::string> facts;
  std::map<std::string, std::string> notes;    ///< kept for people, never compared
  std::vector<JournalColumn> inputs, outputs;  ///< of the model, in its order
};

/// A fact that differs; empty text where one side lacks it.
struct Change {
  std::string what, before, now;
};

/// What of the identity has changed; empty: answers may be used.
std::vector<Change> changes(const Identity& before, const Identity& now);

/// "WHAT was BEFORE, is NOW".
std::string change_text(const Change& change);

/// As JSON and back. @throws InvalidArgument when the text is no identity
std::string identity_json(const Identity& identity);
Identity identity_of_json(const std::string& text);

}  // namespace uq::studies
