#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// The words of the key that `key=value` assigns: a, b.c, d of "a.\"b.c\".d=1". All of it is the key
/// where there is no `=`.
std::vector<std::string> assigned_words(std::string_view assignment);

}  // namespace uq::studies
