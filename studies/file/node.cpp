#include "studies/file/node.hpp"

#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uq::studies {

namespace {

constexpr std::size_t longest_quote = 40;  // bytes of a string shown in a message

std::string quoted(const std::string& text) {
  return '"' + shortened(text, longest_quote) + '"';
}

}  // namespace

double Node::number() const {
  const auto* integer = std::get_if<std::int64_t>(&value);
  return integer != nullptr ? static_cast<double>(*integer) : std::get<double>(value);
}

const Node::Entry* Node::find(std::string_view key) const {
  const Table& entries = table();
  const auto found = std::find_if(
      entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

std::string Node::kind() const {
  if (const auto* flag = std::get_if<bool>(&value)) {
    return *flag ? "true" : "false";
  }
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return fmt::format("the number {}", *integer);
  }
  if (const auto* real = std::get_if<double>(&value)) {
    return "the number " + number_text(*real);
  }
  if (is_string()) {
    return "the text " + quoted(string());
  }
  if (is_array()) {
    return array().empty() ? "an empty array" : "an array";
  }
  return table().empty() ? "an empty table" : "a table";
}

}  // namespace uq::studies
