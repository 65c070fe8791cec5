#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uq::perfmodels::plugin {

/// Whether the bytes are well-formed UTF-8: no overlong forms, surrogates or values above U+10FFFF.
bool is_utf8(std::string_view text);

/// Whether the text has control characters (below U+0020, and U+007F).
bool has_control(std::string_view text);

/// Foreign text fit for a message: at most `limit` bytes, control characters as \n or \x1b, bytes
/// that are no UTF-8 as U+FFFD.
std::string cleaned(std::string_view text, std::size_t limit = 200);

}  // namespace uq::perfmodels::plugin
