#pragma once

#include "studies/criteria/criterion.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// What became of one `accept` criterion.
struct Acceptance {
  std::string criterion;
  bool accepted = false;
  std::vector<std::string> failures;  ///< cells that fail or are undefined, the first 20, in words
  std::size_t cells = 0;              ///< how many there are
};

/// Each criterion on the results: accepted when it has cells and holds in all of them. An undefined
/// cell is a failure with its reason.
std::vector<Acceptance> accept(const std::vector<Criterion>&, const Dataset& results);

/// Attributes accept, accepted ("true" or "false") and accept_failed ("CRITERION at CELL").
void record(Dataset& results, const std::vector<Acceptance>&);

/// "accept failed: hi(q95) < 60 ms at tpot, batch = 128: 63.1 ms", a line for each of the first
/// cells and one for the number of others. @param most cells of a criterion
std::vector<std::string> failures_text(const std::vector<Acceptance>&, std::size_t most);

}  // namespace uq::studies
