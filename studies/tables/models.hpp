#pragma once

#include <string>
#include <vector>

#include "perfmodels/builtin.hpp"

namespace uq::studies {

/// One built-in model of `builtin = "NAME"`.
struct BuiltinModel {
  std::string name;     ///< "roofline_llm", "known/ishigami"
  std::string summary;
  std::string page;     ///< docs page
  Model (*make)(const perfmodels::Config&);
  std::vector<perfmodels::ConfigKey> (*config)();
};
const std::vector<BuiltinModel>& builtin_models();

}  // namespace uq::studies
