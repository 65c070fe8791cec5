#pragma once

#include "studies/file/bind.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace uq::studies {

namespace detail {

/// One overload per type an option may have; `value` stays as it is when the entry is refused.
void read_option(const Node::Entry&, const Limits&, Index& value, Diagnostics&);
void read_option(const Node::Entry&, const Limits&, double& value, Diagnostics&);
void read_option(const Node::Entry&, const Limits&, bool& value, Diagnostics&);
void read_option(const Node::Entry&, const Limits&, std::string& value, Diagnostics&);
void read_option(const Node::Entry&, const Limits&, std::vector<double>& value, Diagnostics&);
void read_option(const Node::Entry&, const Limits&, std::vector<std::string>& value, Diagnostics&);
/// Position of the entry's text among `names`.
std::optional<std::size_t> read_choice(const Node::Entry&,
                                       std::span<const std::string_view> names,
                                       Diagnostics&);

/// "integer", "number", …, and the value as a study file writes it.
std::string type_of(Index), type_of(double), type_of(bool), type_of(const std::string&);
std::string type_of(const std::vector<double>&), type_of(const std::vector<std::string>&);
std::string text_of(Index), text_of(double), text_of(bool), text_of(const std::string&);
std::string text_of(const std::vector<double>&), text_of(const std::vector<std::string>&);

/// "at least 16 and at most 1e9", "greater than 0 and less than 1"; empty without limits.
std::string limits_text(const Limits&);

}  // namespace detail

template <class T>
std::vector<OptionInfo> describe_options() {
  const T defaults{};
  std::vector<OptionInfo> options;
  for_each_field<T>([&](const auto& field) {
    const auto& value = defaults.*field.member;
    OptionInfo info;
    info.name = field.name;
    info.doc = field.doc;
    info.limits = detail::limits_text(field.limits);
    if constexpr (std::is_enum_v<std::decay_t<decltype(value)>>) {
      const auto names = enum_names(value);
      info.type = "choice";
      info.choices.assign(names.begin(), names.end());
      info.default_value = info.choices[static_cast<std::size_t>(value)];
    } else {
      info.type = detail::type_of(value);
      info.default_value = detail::text_of(value);
    }
    options.push_back(std::move(info));
  });
  return options;
}

template <class T>
T bind_options(const Node& table, Diagnostics& problems) {
  T options{};
  for_each_field<T>([&](const auto& field) {
    const Node::Entry* entry = table.find(field.name);
    if (entry == nullptr) {
      return;
    }
    auto& value = options.*field.member;
    using Member = std::decay_t<decltype(value)>;
    if constexpr (std::is_enum_v<Member>) {
      const auto names = enum_names(value);
      if (const auto choice = detail::read_choice(*entry, names, problems)) {
        value = static_cast<Member>(*choice);
      }
    } else {
      detail::read_option(*entry, field.limits, value, problems);
    }
  });
  return options;
}

}  // namespace uq::studies
