#pragma once

#include "perfmodels/plugin/load.hpp"
#include "perfmodels/plugin/uq_plugin.h"
#include "uq/core/variable.hpp"

#include <string>
#include <vector>

namespace uq::perfmodels::plugin {

/// Sizes of the structs in version 1.0, below which nobody can be.
template <class T>
inline constexpr std::uint32_t first_size = 0;
template <>
inline constexpr std::uint32_t first_size<uqpm_input> = 80;
template <>
inline constexpr std::uint32_t first_size<uqpm_output> = 64;
template <>
inline constexpr std::uint32_t first_size<uqpm_descriptor> = 56;
template <>
inline constexpr std::uint32_t first_size<uqpm_batch> = 120;
template <>
inline constexpr std::uint32_t first_size<uqpm_model> = 80;
template <>
inline constexpr std::uint32_t first_size<uqpm_library> = 32;

/// Collects what is said of one thing, so that every complaint names file and place.
struct Place {
  std::string file, what;

  Place inside(const std::string& part) const {
    return {file, what.empty() ? part : what + ", " + part};
  }
  [[noreturn]] void refuse(const std::string& fault, const std::string& hint = {}) const;
};

/// Bytes a struct of another version of the interface has in common with ours; absent fields are 0.
/// @throws PluginError when its struct_size cannot be
template <class T>
T common_part(const T* theirs, const Place& place, const char* type);

/// What a model says of itself, checked and translated.
struct Description {
  std::vector<InputVariable> inputs;
  std::vector<OutputVariable> outputs;
  std::vector<int> senses;  ///< of the outputs: -1 less is better, +1 more, 0 neither
  double cost_hint = 0;
  Index preferred_batch = 0;
};

/// @throws PluginError for the first rule of uq_plugin.h that is broken.
PluginModelInfo describe_model(const uqpm_descriptor* descriptor, bool minor_known, const Place&);
Description describe_instance(const uqpm_model* model, bool minor_known, const Place&);

}  // namespace uq::perfmodels::plugin
