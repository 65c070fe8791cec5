#pragma once

#include "studies/file/diagnostic.hpp"

#include <cstddef>
#include <string>

namespace uq::studies {

inline constexpr std::size_t max_file_bytes = std::size_t{4} << 20U;
inline constexpr std::size_t max_nesting = 32;
inline constexpr std::size_t max_keys = 100'000;
inline constexpr std::size_t max_string_bytes = std::size_t{64} << 10U;

/// What is refused before the parser sees the text, because the parser recurses and trusts its
/// input: size, bytes that are not UTF-8, nesting of brackets and of dotted names, number of keys.
/// One pass, no recursion. @throws StudyError
void precheck(const std::string& text, const std::string& file);

}  // namespace uq::studies
