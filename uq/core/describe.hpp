#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

namespace uq {

/// Axes a result may have; the name of an axis is its dimension's name in HDF5.
enum class Axis {
  output,
  input,
  input2,
  group,
  group2,
  bound,
  probability,
  threshold,
  sweep,
  replicate,
  point,
  delta,
  stage,
  checkpoint
};
inline constexpr std::array<std::string_view, 14> axis_names{"output",
                                                             "input",
                                                             "input2",
                                                             "group",
                                                             "group2",
                                                             "bound",
                                                             "probability",
                                                             "threshold",
                                                             "sweep",
                                                             "replicate",
                                                             "point",
                                                             "delta",
                                                             "stage",
                                                             "checkpoint"};
constexpr std::string_view name(Axis axis) {
  return axis_names[static_cast<std::size_t>(axis)];
}

/// Unit of a result as a token, resolved when the outputs are known.
enum class Unit { one, output, output_squared, rows, input, output_per_input };

/// Description of one member of a Result struct (an NdArray): name, one sentence, unit, axes in
/// order. `Axis::sweep` stands for all swept inputs, and for none when nothing is swept.
template <class Struct, class Member>
struct ResultField {
  Member Struct::* member;
  std::string_view name;
  std::string_view doc;
  Unit unit;
  std::array<Axis, 5> axes{};
  std::size_t axis_count = 0;
};

template <class Struct, class Member, class... Axes>
constexpr auto result(
    Member Struct::* member, std::string_view name, std::string_view doc, Unit unit, Axes... axes) {
  return ResultField<Struct, Member>{member, name, doc, unit, {axes...}, sizeof...(axes)};
}

/// Limits of a numeric option; an open end excludes the limit itself.
struct Limits {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool open = false;
};

/// Description of one member of an Options struct: the study-file key, its sentence, its limits.
/// Type and default come from the member. An enum member needs `enum_names(Enum)` beside the enum:
/// an array of names in the order of its values.
template <class Struct, class Member>
struct OptionField {
  Member Struct::* member;
  std::string_view name;
  std::string_view doc;
  Limits limits;
};

template <class Struct, class Member>
constexpr auto option(Member Struct::* member,
                      std::string_view name,
                      std::string_view doc,
                      Limits limits = {}) {
  return OptionField<Struct, Member>{member, name, doc, limits};
}

/// Calls visit(field) for each field of T::fields(), in order.
template <class T, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, T::fields());
}

}  // namespace uq
