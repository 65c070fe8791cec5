#pragma once

#include "studies/designs/earlier.hpp"

namespace uq::studies {

/// The sample "FILE.h5:ANALYSIS" of an earlier result. Reports (U495) inputs whose law, unit or
/// names are others, and for a sequence correlations or conditions that are.
/// @param folder of the study file, which the path is relative to
/// @throws CsvError when there is no such sample, or its rows are not those it was stored with
std::optional<Earlier> earlier_of_file(
    const std::string& name, const std::string& folder, const Scope&, const Place&, Diagnostics&);

}  // namespace uq::studies
