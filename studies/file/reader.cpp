#include "studies/file/node.hpp"
#include "studies/file/precheck_detail.hpp"
#include "studies/file/syntax_detail.hpp"
#include "studies/file/text_detail.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace uq::studies {

namespace {

Place place_from(const toml::source_region& region, const std::string& file) {
  const int line = static_cast<int>(region.begin.line);
  const int column = static_cast<int>(region.begin.column);
  const bool one_line = region.end.line == region.begin.line;
  const int length = one_line ? static_cast<int>(region.end.column) - column : 1;
  return {file, line, column, std::max(length, 1)};
}

/// Turns the parser's tree into ours; reports values a study cannot hold.
class Converter {
 public:
  Converter(const std::string& file, Diagnostics& problems) : file_(file), problems_(problems) {}

  Node convert(const toml::node& from, std::size_t level) {
    Node node{false, place_from(from.source(), file_)};
    if (level > max_nesting) {
      problems_.error("U004",
                      fmt::format("the file nests more than {} levels deep here", max_nesting),
                      node.place);
      return node;
    }
    from.visit([&](const auto& value) { node.value = convert_value(value, node.place, level); });
    return node;
  }

 private:
  void expect_printable(std::string_view text, const char* what, const Place& place) {
    if (has_control_character(text)) {
      problems_.error(
          "U010", fmt::format("{} holds a control character", what), place, "leave it out");
    }
  }

  using Value = decltype(Node::value);

  template <class T>
  Value convert_value(const T& value, const Place& place, std::size_t level) {
    if constexpr (toml::is_table<T>) {
      return convert_table(value, level);
    } else if constexpr (toml::is_array<T>) {
      Node::Array out;
      out.reserve(value.size());
      for (const toml::node& element : value) {
        out.push_back(convert(element, level + 1));
      }
      return out;
    } else if constexpr (toml::is_string<T>) {
      if (value.get().size() > max_string_bytes) {
        problems_.error("U008",
                        fmt::format("a text of {} bytes; at most {} (64 KiB) are allowed",
                                    value.get().size(),
                                    max_string_bytes),
                        place);
      }
      expect_printable(value.get(), "a text", place);
      return value.get();
    } else if constexpr (toml::is_integer<T> || toml::is_floating_point<T> || toml::is_boolean<T>) {
      return value.get();
    } else {
      problems_.error(
          "U007", "dates and times are not used in studies", place, "write text in quotes");
      return false;
    }
  }

  Value convert_table(const toml::table& table, std::size_t level) {
    Node::Table out;
    out.reserve(table.size());
    for (const auto& [key, value] : table) {
      expect_printable(key.str(), "a name", place_from(key.source(), file_));
      out.push_back(
          {std::string(key.str()), place_from(key.source(), file_), convert(value, level + 1)});
    }
    std::stable_sort(out.begin(), out.end(), [](const Node::Entry& a, const Node::Entry& b) {
      return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    return out;
  }

  const std::string& file_;
  Diagnostics& problems_;
};

/// The diagnostic of a key or table given twice; the parser stops behind the second key.
Diagnostic duplicate_diagnostic(const std::string& text,
                                std::size_t offset,
                                const std::string& file) {
  const RepeatedKey repeated = repeated_key(text, offset);
  Diagnostic diagnostic{"U006",
                        Severity::error,
                        fmt::format("`{}` is given twice", repeated.name),
                        place_of(text, repeated.offset, file, repeated.length),
                        {},
                        {}};
  if (repeated.first) {
    const Place first = place_of(text, *repeated.first, file);
    diagnostic.label = fmt::format("first given at line {}, column {}", first.line, first.column);
  }
  diagnostic.notes = {"help: keep one of them; a table is opened once and holds all its keys"};
  return diagnostic;
}

}  // namespace

Node read_toml(const std::string& whole, const std::string& file) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  const std::string text = whole.starts_with(byte_order_mark) ? whole.substr(3) : whole;
  precheck(text, file);
  Diagnostics problems;
  std::optional<Node> root;
  try {
    const toml::table table = toml::parse(std::string_view(text));
    root = Converter(file, problems).convert(table, 0);
    root->place = {file, 1, 1, 1};
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin;
    const std::size_t offset =
        offset_of(text, static_cast<int>(at.line), static_cast<int>(at.column));
    const std::string reason(error.description());
    const bool twice = reason.find("redefine existing") != std::string::npos;
    throw StudyError({twice ? duplicate_diagnostic(text, offset, file)
                            : syntax_diagnostic(text, offset, reason, file)});
  }
  problems.throw_if_errors();
  return *std::move(root);
}

}  // namespace uq::studies
