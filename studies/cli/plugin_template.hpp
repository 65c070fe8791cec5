#pragma once

#include <string>

namespace uq::studies {

/// Texts of a new plugin; @NAME@, @HINTS@ and @INCLUDE@ are to be replaced.
struct PluginTemplate {
  std::string source, cmake, study;
};
PluginTemplate plugin_template(bool c);

void replace_all(std::string& text, const std::string& mark, const std::string& by);

}  // namespace uq::studies
