#pragma once

#include "studies/report/view.hpp"

#include <string>

namespace uq::studies {

/// Variance decomposition: per output (and setting) a row per input, dead inputs named, then the
/// other figures.
std::string sobol_tables(const View& view);
/// Uncertainty bands: per output a row per setting, or per quantity when nothing is swept.
std::string propagate_tables(const View& view);
/// One input at a time: per output a tornado, widest bar first, then elasticities, kinks and
/// stages.
std::string oat_tables(const View& view);
/// Elementary effects: per output a row per input or group, how sure their order is, then the other
/// figures.
std::string morris_tables(const View& view);
/// Estimates from a sample: per output S1 and the regression coefficients of each input, with R2.
std::string given_data_tables(const View& view);
/// A design: per output the values on its rows, then how the rows fill the cube.
std::string sample_tables(const View& view);
/// A surrogate: its errors, a row per output, then the largest terms of each.
std::string surrogate_tables(const View& view);
/// Any dataset: one table per set of dimensions, a row per position, a column per variable.
std::string generic_tables(const View& view);

}  // namespace uq::studies
