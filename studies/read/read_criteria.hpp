#pragma once

#include "studies/study.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// Reads `accept`, a formula or a list of them, against the result the analysis will have.
void read_accept(const Node& table, Analysis& analysis, Diagnostics& diagnostics);

/// The name under `from` where `inputs` is a table; reports what is wrong with it.
/// @param names of all analyses
std::optional<std::string> screen_named(const Node& table,
                                        const std::string& own,
                                        const std::vector<std::string>& names,
                                        Diagnostics& diagnostics);

/// Reads `inputs = { from = …, keep = … }` of an analysis whose screen has been read: its problem
/// gets the inputs of the screen's, which it keeps at most.
/// @pre screen_named(table, …) is the screen's name
void read_screening(const Node& table,
                    const Analysis& screen,
                    Analysis& analysis,
                    Diagnostics& diagnostics);

}  // namespace uq::studies
