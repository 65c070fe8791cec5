#pragma once

#include "studies/report/view.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// A cell of a table for a reader.
struct GridCell {
  std::string text;
  bool is_number = false;  ///< with interval and unit, perhaps
};

/// A table for a reader, before it becomes Markdown or LaTeX.
struct Grid {
  std::string title;
  std::vector<GridCell> headings;
  std::vector<std::vector<GridCell>> rows;
  std::string note;  ///< what was left out; else empty
};

/// Most rows of a table; what has more is data.
inline constexpr Index most_rows = 500;

/// The results of an analysis of any method: for each output and each set of dimensions a table
/// with a row per position and a column per figure; figures without a dimension are a row each. A
/// column has one SI-scaled unit, in its heading, where all its cells share one.
std::vector<Grid> grids(const Dataset& analysis);

}  // namespace uq::studies
