#pragma once

#include "studies/file/node.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace uq::studies {

/// A key of a matrix and the values it takes.
struct MatrixKey {
  std::string key;   ///< dotted: "model.config.gpu"
  std::string word;  ///< its last word: "gpu"
  Place place;
  std::vector<Node> values;
};

/// One combination of a matrix: an index for each key.
using Combination = std::vector<std::size_t>;

/// The last word of a dotted key: "gpu" of "model.config.gpu", "a.b" of "analysis.\"a.b\"".
std::string last_word(const std::string& key);

/// How a key is told from the others: its last word, or all of it where that is ambiguous.
std::string short_name(const std::vector<MatrixKey>& keys, std::size_t index);

enum class Filling {
  text,      ///< values as they are
  file_name  ///< what a file name cannot hold, or should not, becomes "_"
};

/// `pattern` with each {placeholder} replaced by the value of its key; "{{" and "}}" stand for
/// braces. Reports a placeholder that is unknown, ambiguous, or stands for a list or a table; that
/// does not depend on the combination.
std::string filled(const std::string& pattern,
                   const std::vector<MatrixKey>& keys,
                   const Combination& at,
                   Filling filling,
                   const Place& place,
                   Diagnostics& diagnostics);

/// `filled` for every text within a value.
Node filled(Node node,
            const std::vector<MatrixKey>& keys,
            const Combination& at,
            Diagnostics& diagnostics);

/// A value as TOML of one line: reads back as the same value.
std::string toml_text(const Node& node);

/// A value in words: text without quotes.
std::string value_text(const Node& node);

}  // namespace uq::studies
