#pragma once

#include "studies/store/dataset.hpp"

#include <string>
#include <utility>
#include <vector>

namespace uq::studies {

/// The figures of one analysis and output that a reader wants first, to be set beside those of
/// other files: of bands the outer quantiles and the median (at the first and last setting of a
/// sweep), of indices the input that has the largest one.
struct Headline {
  std::string analysis, output;
  std::vector<std::pair<std::string, std::string>> cells;  ///< heading, text
};

/// Headlines of every analysis of a file, in its order.
std::vector<Headline> headlines(const ResultFile& file);

}  // namespace uq::studies
