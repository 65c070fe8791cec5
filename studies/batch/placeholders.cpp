#include "studies/batch/placeholders.hpp"

#include "studies/read/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace uq::studies {

namespace {

/// "{gpu}, {model}": what may stand in a pattern.
std::string choices(const std::vector<MatrixKey>& keys) {
  std::string text;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    text += (k == 0 ? "{" : ", {") + short_name(keys, k) + "}";
  }
  return text;
}

void report(std::string code,
            std::string message,
            const std::vector<MatrixKey>& keys,
            const Place& place,
            Diagnostics& diagnostics) {
  Diagnostic& found = diagnostics.error(std::move(code), std::move(message), place);
  found.notes = {keys.empty() ? "help: without `matrix` there are none; for a brace write {{ or }}"
                              : "known: " + choices(keys) + "; for a brace write {{ or }}"};
}

/// The key a placeholder means; reports when it is none, or one of several.
std::optional<std::size_t> key_of(const std::string& name,
                                  const std::vector<MatrixKey>& keys,
                                  const Place& place,
                                  Diagnostics& diagnostics) {
  std::optional<std::size_t> found;
  std::vector<std::string> all;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (keys[k].key == name) {
      return k;
    }
    if (keys[k].word == name) {
      found = k;
      all.push_back("{" + keys[k].key + "}");
    }
  }
  if (all.empty()) {
    report("U454", "`{" + name + "}` is no key of the matrix", keys, place, diagnostics);
  } else if (all.size() > 1) {
    diagnostics.error("U455",
                      "`{" + name + "}` is ambiguous: several keys of the matrix end so",
                      place,
                      "write " + fmt::format("{}", fmt::join(all, " or ")));
    return {};
  }
  return found;
}

bool is_plain(const Node& node) {
  return !node.is_table() && !node.is_array();
}

/// One path segment that every file system takes and no shell or URL trips over.
std::string as_file_name(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool bad = byte <= 0x20U || byte == 0x7FU ||
                     std::string_view("/\\:*?\"'<>|&;$`").find(c) != std::string_view::npos;
    safe += bad ? '_' : c;
  }
  if (safe.empty() || safe.find_first_not_of('.') == std::string::npos) {
    return std::string(std::max<std::size_t>(safe.size(), 1), '_');
  }
  return safe;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += c;
    }
  }
  return out + "\"";
}

/// A float stays one: 2.0 is not the integer 2.
std::string float_text(double value) {
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".ein") == std::string::npos ? text + ".0" : text;
}

}  // namespace

std::string last_word(const std::string& key) {
  std::string word;
  bool in_quotes = false;
  for (const char c : key) {
    if (c == '"') {
      in_quotes = !in_quotes;
    } else if (c == '.' && !in_quotes) {
      word.clear();
    } else {
      word += c;
    }
  }
  return word;
}

std::string short_name(const std::vector<MatrixKey>& keys, std::size_t index) {
  const auto same = std::count_if(
      keys.begin(), keys.end(), [&](const MatrixKey& key) { return key.word == keys[index].word; });
  return same > 1 ? keys[index].key : keys[index].word;
}

std::string filled(const std::string& pattern,
                   const std::vector<MatrixKey>& keys,
                   const Combination& at,
                   Filling filling,
                   const Place& place,
                   Diagnostics& diagnostics) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if ((c == '{' || c == '}') && i + 1 < pattern.size() && pattern[i + 1] == c) {
      out += c;
      ++i;
      continue;
    }
    if (c != '{' && c != '}') {
      out += c;
      continue;
    }
    const std::size_t close = c == '{' ? pattern.find('}', i) : std::string::npos;
    if (close == std::string::npos) {
      report("U456", fmt::format("a `{}` stands alone", c), keys, place, diagnostics);
      return out;
    }
    const std::string name = pattern.substr(i + 1, close - i - 1);
    i = close;
    const std::optional<std::size_t> key = key_of(name, keys, place, diagnostics);
    if (!key) {
      continue;
    }
    const std::vector<Node>& values = keys[*key].values;
    if (!std::all_of(values.begin(), values.end(), is_plain)) {
      diagnostics.error("U456",
                        "`{" + name + "}` cannot stand in a text: a value of `" + keys[*key].key +
                            "` is a list or a table",
                        place,
                        "name a key whose values are texts or numbers");
      continue;
    }
    const std::string value = value_text(values[at[*key]]);
    out += filling == Filling::file_name ? as_file_name(value) : value;
  }
  return out;
}

Node filled(Node node,
            const std::vector<MatrixKey>& keys,
            const Combination& at,
            Diagnostics& diagnostics) {
  if (auto* text = std::get_if<std::string>(&node.value)) {
    *text = filled(*text, keys, at, Filling::text, node.place, diagnostics);
  } else if (auto* array = std::get_if<Node::Array>(&node.value)) {
    for (Node& element : *array) {
      element = filled(std::move(element), keys, at, diagnostics);
    }
  } else if (auto* table = std::get_if<Node::Table>(&node.value)) {
    for (Node::Entry& entry : *table) {
      entry.value = filled(std::move(entry.value), keys, at, diagnostics);
    }
  }
  return node;
}

std::string toml_text(const Node& node) {
  if (node.is_string()) {
    return quoted(node.string());
  }
  if (const auto* flag = std::get_if<bool>(&node.value)) {
    return *flag ? "true" : "false";
  }
  if (const auto* integer = std::get_if<std::int64_t>(&node.value)) {
    return std::to_string(*integer);
  }
  if (const auto* real = std::get_if<double>(&node.value)) {
    return float_text(*real);
  }
  std::string inner;
  if (node.is_array()) {
    for (const Node& element : node.array()) {
      inner += (inner.empty() ? "" : ", ") + toml_text(element);
    }
    return "[" + inner + "]";
  }
  for (const Node::Entry& entry : node.table()) {
    inner += (inner.empty() ? "" : ", ") + quoted(entry.key) + " = " + toml_text(entry.value);
  }
  return inner.empty() ? "{}" : "{ " + inner + " }";
}

std::string value_text(const Node& node) {
  if (const auto* real = std::get_if<double>(&node.value)) {
    return fmt::format("{}", *real);
  }
  return node.is_string() ? node.string() : toml_text(node);
}

}  // namespace uq::studies
