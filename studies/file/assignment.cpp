#include "studies/file/assignment.hpp"

#include "studies/file/node.hpp"
#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace uq::studies {

namespace {

[[noreturn]] void refuse(std::string message,
                         std::string label,
                         std::vector<std::string> notes,
                         const Place& from) {
  Diagnostics found;
  found.error("U009", std::move(message), from, std::move(label)).notes = std::move(notes);
  throw StudyError(found.all());
}

/// "a.\"b.c\".d" -> a, b.c, d.
std::vector<std::string> segments_of(std::string_view path) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (const char c : path) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == '.' && !quoted) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

void place_at(Node& node, const Place& from) {
  node.place = from;
  if (auto* array = std::get_if<Node::Array>(&node.value)) {
    for (Node& element : *array) {
      place_at(element, from);
    }
  } else if (auto* table = std::get_if<Node::Table>(&node.value)) {
    for (Node::Entry& entry : *table) {
      entry.place = from;
      place_at(entry.value, from);
    }
  }
}

/// A text the command line gives, as strict as the reader of files. @throws StudyError
void expect_text(const std::string& text, const Place& from) {
  if (first_invalid_byte(text) != std::string_view::npos) {
    refuse(fmt::format("`{}` is not UTF-8 text", text), {}, {}, from);
  }
  if (has_control_character(text)) {
    refuse(fmt::format("`{}` holds a control character", text), {}, {}, from);
  }
}

/// The name by which `--set` addresses an entry of [[analysis]]: its `name`, else its `method`,
/// as in the results.
const std::string* name_of(const Node& element) {
  for (const char* key : {"name", "method"}) {
    const Node::Entry* entry = element.is_table() ? element.find(key) : nullptr;
    if (entry != nullptr && entry->value.is_string()) {
      return &entry->value.string();
    }
  }
  return nullptr;
}

/// Names one may go on with from `node`, for the message: keys, or the names of [[…]] entries.
std::vector<std::string> names_in(const Node& node) {
  std::vector<std::string> names;
  if (node.is_table()) {
    for (const Node::Entry& entry : node.table()) {
      names.push_back(entry.key);
    }
  } else if (node.is_array()) {
    for (const Node& element : node.array()) {
      if (const std::string* name = name_of(element)) {
        names.push_back(*name);
      }
    }
  }
  return names;
}

Node* step(Node& node, const std::string& segment) {
  if (auto* table = std::get_if<Node::Table>(&node.value)) {
    const auto found = std::find_if(table->begin(), table->end(), [&](const Node::Entry& entry) {
      return entry.key == segment;
    });
    return found == table->end() ? nullptr : &found->value;
  }
  if (auto* array = std::get_if<Node::Array>(&node.value)) {
    const auto found = std::find_if(array->begin(), array->end(), [&](const Node& element) {
      const std::string* name = name_of(element);
      return name != nullptr && *name == segment;
    });
    return found == array->end() ? nullptr : &*found;
  }
  return nullptr;
}

std::size_t equals_sign(std::string_view assignment) {
  bool quoted = false;
  for (std::size_t at = 0; at < assignment.size(); ++at) {
    quoted = quoted != (assignment[at] == '"');
    if (assignment[at] == '=' && !quoted) {
      return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::vector<std::string> assigned_words(std::string_view assignment) {
  return segments_of(assignment.substr(0, equals_sign(assignment)));
}

Node command_line_value(const std::string& text, const Place& from) {
  expect_text(text, from);
  Node node{text, from};
  std::optional<Node> parsed;
  try {
    parsed = read_toml("value = " + text, from.file);
  } catch (const StudyError& error) {
    if (error.diagnostics.front().code != "U001") {
      throw;
    }
    return node;  // no TOML: text, as in `--set context.hardware=H100`
  }
  auto& entries = std::get<Node::Table>(parsed->value);
  if (entries.size() != 1 || entries.front().key != "value") {
    return node;  // text of several lines that happen to be TOML
  }
  node = std::move(entries.front().value);
  place_at(node, from);
  return node;
}

void set_value(Node& root, const std::string& assignment, const Place& from) {
  expect_text(assignment, from);
  const std::size_t equals = equals_sign(assignment);
  if (equals == std::string_view::npos || equals == 0) {
    refuse(fmt::format("`{}` sets nothing", assignment),
           {},
           {"help: write key=value, e.g. --set analysis.indices.n=8192"},
           from);
  }
  const std::string path = assignment.substr(0, equals);
  const std::vector<std::string> segments = segments_of(path);
  Node* node = &root;
  std::string walked = "the study";
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    Node* next = step(*node, segments[i]);
    auto* whole = std::get_if<Node::Table>(&node->value);
    if (next == nullptr && i == 0 && whole != nullptr && !segments[0].empty() &&
        nearest(segments[0], names_in(root)).empty()) {
      // A section the study does not have; one that no study has is refused later, by its name.
      whole->push_back({segments[0], from, Node{Node::Table{}, from}});
      next = &whole->back().value;
    }
    if (next == nullptr) {
      const std::vector<std::string> names = names_in(*node);
      const std::string near = nearest(segments[i], names);
      refuse(fmt::format("`{}` leads nowhere: there is no `{}` in {}", path, segments[i], walked),
             near.empty() ? std::string{} : fmt::format("did you mean `{}`?", near),
             names.empty() ? std::vector<std::string>{}
                           : std::vector<std::string>{"known: " + joined(names)},
             from);
    }
    node = next;
    walked = fmt::format("`{}`", segments[i]);
  }
  auto* table = std::get_if<Node::Table>(&node->value);
  if (table == nullptr || segments.back().empty()) {
    const std::vector<std::string> names = names_in(*node);
    refuse(
        fmt::format("`{}` leads nowhere: {} is {}", path, walked, node->kind()),
        {},
        names.empty()
            ? std::vector<std::string>{}
            : std::vector<std::string>{fmt::format(
                  "help: name an entry and a key, e.g. {}.{}.n", segments.front(), names.front())},
        from);
  }
  Node value = command_line_value(assignment.substr(equals + 1), from);
  if (Node* old = step(*node, segments.back())) {
    *old = std::move(value);
  } else {
    table->push_back({segments.back(), from, std::move(value)});
  }
}

}  // namespace uq::studies
