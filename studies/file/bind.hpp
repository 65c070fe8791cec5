#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "studies/file/node.hpp"
#include "uq/core/describe.hpp"
#include "uq/core/types.hpp"

namespace uq::studies {

/// A quantity of the file in `unit`: a plain number is taken to be in it, a string must have its dimension.
/// Reports and returns empty when it is neither (wrong dimension, text where a number belongs, not finite).
/// @param subject what is being read, e.g. "`hbm_bw`", for messages.
std::optional<double> read_quantity(const Node&, const std::string& unit, const std::string& subject,
                                    Diagnostics&);

/// What the generic reader tells of one option, for `uq describe`, docs and unknown-key messages.
struct OptionInfo {
  std::string name, type, default_value, doc, limits;
  std::vector<std::string> choices;  ///< of an enum
};

/// Description of all options of T, from T::fields().
template <class T>
std::vector<OptionInfo> describe_options();

/// Reads the keys of T::fields() present in `table` over the defaults of T; wrong types and values out of
/// limits are reported with their place. Keys of `table` that T does not know are left to `check_keys`.
template <class T>
T bind_options(const Node& table, Diagnostics&);

/// Reports every key of `table` that is not in `known`, with the nearest one.
/// @param owner e.g. "method `sobol`", for the message.
void check_keys(const Node& table, const std::vector<std::string>& known, const std::string& owner,
                Diagnostics&);

}  // namespace uq::studies

#include "studies/file/bind_detail.hpp"  // IWYU pragma: keep: definitions of the templates
