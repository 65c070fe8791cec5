#pragma once

#include "uq/core/ndarray.hpp"
#include "uq/core/problem.hpp"
#include "uq/core/types.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// A column of a design file: an input or an output.
struct DesignColumn {
  std::string name;
  std::string unit;
  std::vector<std::string> categories = {};  ///< of an input that takes names: those of 0, 1, …
};

std::vector<DesignColumn> input_columns(const Problem&);
std::vector<DesignColumn> output_columns(const Problem&);

/// "latency [ms]", or the name alone where the unit is 1: what a header says.
std::string heading(const DesignColumn&);

/// What the column with the numbers of the rows is called: a name no other column has.
std::string row_heading(const std::vector<DesignColumn>& inputs,
                        const std::vector<DesignColumn>& outputs);

/// The line of a comment that says whose points the rows are.
inline constexpr const char* design_line = "# design_sha256 = ";

/// Points as CSV (RFC 4180, UTF-8), one row each with its number, and a column for each output:
/// empty where there is no value yet. Numbers have the shortest digits that read back to the same
/// double.
/// @param x (n, inputs), last axis fastest @param y (n, outputs), or empty: none yet
/// @param notes lines of comments before the header @param hash of the design
std::string design_csv(const std::vector<DesignColumn>& inputs,
                       const std::vector<DesignColumn>& outputs,
                       const NdArray& x,
                       const NdArray& y,
                       const std::string& hash,
                       const std::vector<std::string>& notes);

}  // namespace uq::studies
