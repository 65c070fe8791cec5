#pragma once

#include "studies/rows/method.hpp"
#include "uq/sensitivity/given_data.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Why an output has no regression coefficients, by names; empty texts where it has.
std::vector<std::string> regression_faults(const sensitivity::GivenData&, const Problem&);

/// What a reader of the estimates must know: rows left out and the budget that would be needed,
/// low-discrepancy samples, correlated inputs, inputs that do not vary, regressions that explain
/// little or do not exist.
Warnings given_data_warnings(const sensitivity::GivenData&,
                             const Problem&,
                             const Sample&,
                             bool regression);

}  // namespace uq::studies
