#pragma once

#include "studies/report/view.hpp"

namespace uq::studies {

/// Whether a variable is what a surrogate was fitted to or is rebuilt from: no figure for tables,
/// and different in every fit.
bool is_of_fit(const Dataset& dataset, const Variable& variable);

}  // namespace uq::studies
