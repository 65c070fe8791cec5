#pragma once

#include "studies/file/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace uq::studies {

/// A value of a study file with its place: the tree between the parser and the binding, so that the
/// format is one file's business.
struct Node {
  struct Entry;
  using Array = std::vector<Node>;
  using Table = std::vector<Entry>;  ///< in the order of the file

  std::variant<bool, std::int64_t, double, std::string, Array, Table> value;
  Place place;

  bool is_table() const { return std::holds_alternative<Table>(value); }
  bool is_array() const { return std::holds_alternative<Array>(value); }
  bool is_string() const { return std::holds_alternative<std::string>(value); }
  bool is_number() const {
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
  }
  const Table& table() const { return std::get<Table>(value); }
  const Array& array() const { return std::get<Array>(value); }
  const std::string& string() const { return std::get<std::string>(value); }
  double number() const;  ///< of an integer or a float

  /// Entry of a table, or null. @pre is_table()
  const Entry* find(std::string_view key) const;
  /// "a string", "a table", "the number 3", … for messages.
  std::string kind() const;
};

struct Node::Entry {
  std::string key;
  Place place;  ///< of the key
  Node value;
};

/// Parses TOML text into a tree. Before parsing it refuses more than 4 MiB, more than 32 levels of
/// nesting (brackets, dotted keys), and bytes that are not UTF-8, each with its place; afterwards
/// texts of more than 64 KiB and names and texts with control characters, which no result file and
/// no terminal can take.
/// @throws StudyError (a syntax error stops the pass: nothing after it can be trusted).
Node read_toml(const std::string& text, const std::string& file);

/// Where a value of the command line stands.
inline const Place on_command_line{"--set", 0, 0, 1};

/// The value of a `--set key=value`: TOML, or a bare string where it is none. Its place is
/// `from`.
/// @throws StudyError when it is text a study cannot hold (see read_toml).
Node command_line_value(const std::string& text, const Place& from = on_command_line);

/// One `--set key=value`: `path` is dotted, `[[analysis]]` entries are addressed by name
/// ("analysis.indices.n"); the value is TOML, or a bare string where it is none. Adds the key when
/// the table exists. Its place is `from`. @throws StudyError when the path leads nowhere.
void set_value(Node& root, const std::string& assignment, const Place& from = on_command_line);

}  // namespace uq::studies
