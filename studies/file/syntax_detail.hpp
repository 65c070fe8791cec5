#pragma once

#include "studies/file/diagnostic.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace uq::studies {

/// The diagnostic for text the parser refused at byte `offset`: names the usual slip where the
/// source shows one (a word without quotes, no value, an open bracket), else says what the parser
/// expected.
/// @param reason the parser's words
Diagnostic syntax_diagnostic(const std::string& text,
                             std::size_t offset,
                             const std::string& reason,
                             const std::string& file);

/// A key or table header given a second time.
struct RepeatedKey {
  std::string name;  ///< dotted, from the root
  std::size_t offset = 0;
  int length = 1;
  std::optional<std::size_t> first;  ///< offset of the first one
};

/// The key the parser met a second time when it stopped at byte `fault`, and where it was given first.
RepeatedKey repeated_key(const std::string& text, std::size_t fault);

/// Offset after the string that begins at `offset` with a quote. A one-line string ends with its
/// line at the latest: what is wrong with it is the parser's to say.
std::size_t after_string(std::string_view text, std::size_t offset);

}  // namespace uq::studies
