#pragma once

#include "studies/store/dataset.hpp"
#include "uq/core/describe.hpp"

#include <string>
#include <type_traits>
#include <vector>

namespace uq::studies {

/// Every option of T as used, as attributes of the analysis: defaults included.
template <class T>
Attributes used_options(const T& options) {
  Attributes used;
  for_each_field<T>([&](const auto& field) {
    const auto& value = options.*field.member;
    using V = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_enum_v<V>) {
      used.emplace_back(std::string(field.name),
                        std::string(enum_names(V{})[static_cast<std::size_t>(value)]));
    } else if constexpr (std::is_integral_v<V>) {
      used.emplace_back(std::string(field.name), static_cast<std::int64_t>(value));
    } else {
      used.emplace_back(std::string(field.name), value);
    }
  });
  return used;
}

}  // namespace uq::studies
