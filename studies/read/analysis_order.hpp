#pragma once

#include "studies/study.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Names of the analyses whose samples it works on.
std::vector<std::string> sampled_by(const Analysis&);

/// Names of the analyses this one builds on, which must run before it.
std::vector<std::string> needed_by(const Analysis&);

/// The analyses in an order in which each comes after those it builds on, otherwise as in the file;
/// a circle is reported.
std::vector<Analysis> in_order(std::vector<Analysis>, Diagnostics&);

/// Whether an analysis of the study asks for the sample of the one of that name.
bool is_built_on(const Study&, const std::string& name);

/// What `analysis` asks for and `base` lacks is left out of it, by name.
std::vector<std::string> leave_out(Analysis& analysis, const Analysis& base);

/// Narrows analyses that work on the sample of another one to the inputs and outputs it has (W092),
/// and reports samples that there are not, that have none of them, or too few rows.
/// @param table_rows of a study whose model is a table
void keep_to_samples(std::vector<Analysis>& ordered, double table_rows, Diagnostics& diagnostics);

}  // namespace uq::studies
