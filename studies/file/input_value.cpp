#include "studies/file/input_value.hpp"

#include "studies/file/bind.hpp"
#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

std::optional<double> read_category(const Node& node,
                                    const InputVariable& input,
                                    const std::string& subject,
                                    Diagnostics& diagnostics) {
  const std::string known = "known: " + joined(input.categories);
  if (!node.is_string()) {
    diagnostics
        .error("U133",
               fmt::format("{} takes one of its categories, but it is {}", subject, node.kind()),
               node.place,
               "expected a name in quotes")
        .notes.push_back(known);
    return {};
  }
  const auto found = std::find(input.categories.begin(), input.categories.end(), node.string());
  if (found == input.categories.end()) {
    const std::string near = nearest(node.string(), input.categories);
    diagnostics
        .error("U133",
               fmt::format("the model knows no `{}` for `{}`", node.string(), input.name),
               node.place,
               near.empty() ? "" : fmt::format("did you mean `{}`?", near))
        .notes.push_back(known);
    return {};
  }
  return static_cast<double>(found - input.categories.begin());
}

std::optional<double> read_truth(const Node& node,
                                 const std::string& subject,
                                 Diagnostics& diagnostics) {
  if (const auto* flag = std::get_if<bool>(&node.value)) {
    return *flag ? 1 : 0;
  }
  if (node.is_number() && (node.number() == 0 || node.number() == 1)) {
    return node.number();
  }
  diagnostics.error("U133",
                    fmt::format("{} must be true or false, but it is {}", subject, node.kind()),
                    node.place,
                    "expected true or false");
  return {};
}

}  // namespace

std::optional<double> read_input_value(const Node& node,
                                       const InputVariable& input,
                                       const std::string& subject,
                                       Diagnostics& diagnostics) {
  if (input.kind == InputKind::categorical) {
    return read_category(node, input, subject, diagnostics);
  }
  if (input.kind == InputKind::boolean) {
    return read_truth(node, subject, diagnostics);
  }
  const std::optional<double> value = read_quantity(node, input.unit, subject, diagnostics);
  if (value && input.kind == InputKind::integer && *value != std::floor(*value)) {
    diagnostics.error(
        "U204",
        fmt::format("{} must be a whole number, but it is {}", subject, number_text(*value)),
        node.place);
    return {};
  }
  return value;
}

std::string input_value_text(const InputVariable& input, double value) {
  if (input.kind == InputKind::boolean) {
    return value == 1 ? "true" : "false";
  }
  const bool named = input.kind == InputKind::categorical && value >= 0 &&
                     value < static_cast<double>(input.categories.size());
  return named ? input.categories[static_cast<std::size_t>(value)] : number_text(value);
}

}  // namespace uq::studies
