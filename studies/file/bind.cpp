#include "studies/file/bind.hpp"

#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace uq::studies {

namespace detail {

namespace {

std::string subject_of(const Node::Entry& entry) {
  return fmt::format("`{}`", entry.key);
}

void refuse_type(const std::string& subject,
                 const Node& value,
                 std::string_view expected,
                 Diagnostics& problems) {
  problems.error("U201",
                 fmt::format("{} must be {}, but it is {}", subject, expected, value.kind()),
                 value.place,
                 fmt::format("expected {}", expected));
}

/// Reports a value outside its limits; a percentage where a share belongs gets its remedy.
bool within(double value,
            const Limits& limits,
            const std::string& subject,
            const Node& node,
            Diagnostics& problems) {
  const bool inside = limits.open ? limits.lower < value && value < limits.upper
                                  : limits.lower <= value && value <= limits.upper;
  if (!inside) {
    Diagnostic& problem = problems.error(
        "U202",
        fmt::format(
            "{} must be {}, but it is {}", subject, limits_text(limits), number_text(value)),
        node.place,
        "out of range");
    if (limits.upper == 1 && value > 1 && value < 100) {
      problem.notes.push_back(fmt::format("help: write {}", number_text(value / 100)));
    }
  }
  return inside;
}

/// Reads an array element by element; a refused element refuses the whole.
template <class Element, class Read>
void read_array(const Node::Entry& entry,
                std::string_view expected,
                std::vector<Element>& value,
                Diagnostics& problems,
                const Read& read) {
  if (!entry.value.is_array()) {
    refuse_type(subject_of(entry), entry.value, expected, problems);
    return;
  }
  std::vector<Element> elements;
  for (const Node& node : entry.value.array()) {
    const std::optional<Element> element =
        read(node, fmt::format("element {} of `{}`", elements.size() + 1, entry.key));
    if (!element) {
      return;
    }
    elements.push_back(*element);
  }
  value = std::move(elements);
}

}  // namespace

std::string limits_text(const Limits& limits) {
  std::vector<std::string> parts;
  if (std::isfinite(limits.lower)) {
    parts.push_back(
        fmt::format("{} {}", limits.open ? "greater than" : "at least", number_text(limits.lower)));
  }
  if (std::isfinite(limits.upper)) {
    parts.push_back(
        fmt::format("{} {}", limits.open ? "less than" : "at most", number_text(limits.upper)));
  }
  return joined(parts, " and ");
}

void read_option(const Node::Entry& entry,
                 const Limits& limits,
                 Index& value,
                 Diagnostics& problems) {
  constexpr double largest_exact = 9007199254740992.0;  // 2^53
  const std::string subject = subject_of(entry);
  if (!entry.value.is_number()) {
    refuse_type(subject, entry.value, "an integer", problems);
    return;
  }
  const double number = entry.value.number();
  if (!std::isfinite(number) || std::trunc(number) != number) {
    problems.error("U204",
                   fmt::format("{} must be an integer, but it is {}", subject, number_text(number)),
                   entry.value.place,
                   "expected an integer");
  } else if (const Limits exact{std::max(limits.lower, -largest_exact),
                                std::min(limits.upper, largest_exact),
                                limits.open};
             within(number, exact, subject, entry.value, problems)) {
    value = static_cast<Index>(number);
  }
}

void read_option(const Node::Entry& entry,
                 const Limits& limits,
                 double& value,
                 Diagnostics& problems) {
  const auto number = read_quantity(entry.value, "1", subject_of(entry), problems);
  if (number && within(*number, limits, subject_of(entry), entry.value, problems)) {
    value = *number;
  }
}

void read_option(const Node::Entry& entry, const Limits&, bool& value, Diagnostics& problems) {
  if (const bool* flag = std::get_if<bool>(&entry.value.value)) {
    value = *flag;
  } else {
    refuse_type(subject_of(entry), entry.value, "true or false", problems);
  }
}

void read_option(const Node::Entry& entry,
                 const Limits&,
                 std::string& value,
                 Diagnostics& problems) {
  if (entry.value.is_string()) {
    value = entry.value.string();
  } else {
    refuse_type(subject_of(entry), entry.value, "text in quotes", problems);
  }
}

void read_option(const Node::Entry& entry,
                 const Limits& limits,
                 std::vector<double>& value,
                 Diagnostics& problems) {
  read_array(entry,
             "an array of numbers",
             value,
             problems,
             [&](const Node& node, const std::string& subject) -> std::optional<double> {
               const auto number = read_quantity(node, "1", subject, problems);
               return number && within(*number, limits, subject, node, problems) ? number
                                                                                 : std::nullopt;
             });
}

void read_option(const Node::Entry& entry,
                 const Limits&,
                 std::vector<std::string>& value,
                 Diagnostics& problems) {
  read_array(entry,
             "an array of texts",
             value,
             problems,
             [&](const Node& node, const std::string& subject) -> std::optional<std::string> {
               if (node.is_string()) {
                 return node.string();
               }
               refuse_type(subject, node, "text in quotes", problems);
               return std::nullopt;
             });
}

std::optional<std::size_t> read_choice(const Node::Entry& entry,
                                       std::span<const std::string_view> names,
                                       Diagnostics& problems) {
  if (!entry.value.is_string()) {
    refuse_type(subject_of(entry), entry.value, "text in quotes", problems);
    return std::nullopt;
  }
  const std::string& text = entry.value.string();
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) {
    return static_cast<std::size_t>(found - names.begin());
  }
  const std::vector<std::string> known(names.begin(), names.end());
  const std::string near = nearest(text, known);
  problems
      .error("U203",
             fmt::format("`{}` is no choice of `{}`", text, entry.key),
             entry.value.place,
             near.empty() ? std::string{} : fmt::format("did you mean `{}`?", near))
      .notes = {"known: " + joined(known)};
  return std::nullopt;
}

std::string type_of(Index) {
  return "integer";
}
std::string type_of(double) {
  return "number";
}
std::string type_of(bool) {
  return "true or false";
}
std::string type_of(const std::string&) {
  return "text";
}
std::string type_of(const std::vector<double>&) {
  return "array of numbers";
}
std::string type_of(const std::vector<std::string>&) {
  return "array of texts";
}

std::string text_of(Index value) {
  return fmt::format("{}", value);
}
std::string text_of(double value) {
  return number_text(value);
}
std::string text_of(bool value) {
  return value ? "true" : "false";
}
std::string text_of(const std::string& value) {
  return fmt::format("\"{}\"", value);
}

std::string text_of(const std::vector<double>& value) {
  std::vector<std::string> parts(value.size());
  std::transform(value.begin(), value.end(), parts.begin(), number_text);
  return fmt::format("[{}]", joined(parts));
}

std::string text_of(const std::vector<std::string>& value) {
  std::vector<std::string> parts;
  for (const std::string& text : value) {
    parts.push_back(text_of(text));
  }
  return fmt::format("[{}]", joined(parts));
}

}  // namespace detail

void check_keys(const Node& table,
                const std::vector<std::string>& known,
                const std::string& owner,
                Diagnostics& problems) {
  for (const Node::Entry& entry : table.table()) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) {
      continue;
    }
    const std::string near = nearest(entry.key, known);
    problems
        .error("U101",
               fmt::format("unknown key `{}` in {}", entry.key, owner),
               entry.place,
               near.empty() ? std::string{} : fmt::format("did you mean `{}`?", near))
        .notes = {"known: " + joined(known)};
  }
}

}  // namespace uq::studies
