#pragma once

#include "studies/store/dataset.hpp"
#include "surrogates/pce.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// Adds the expansions to a dataset that has the dimensions output and input:
/// coefficient(output, term), replicate_coefficient(output, refit, term), both NaN where an
/// output's expansion has no such term; multi_index(term, input), each term named ("x1^2 x3");
/// and the coordinates: law, coordinate, centre, scale (input), recurrence_a,
/// recurrence_b(input, degree), copula_factor(input, input2).
void store_expansions(Dataset&, const std::vector<surrogates::Pce>&);

/// The same expansions, bit for bit but for the order of terms, which is that of the file.
/// @throws InvalidArgument for what is no such dataset.
std::vector<surrogates::Pce> load_expansions(const Dataset&);

/// "x1^2 x3"; of the constant "1".
std::string term_name(const MultiIndices& terms,
                      Index term,
                      const std::vector<std::string>& inputs);

}  // namespace uq::studies
