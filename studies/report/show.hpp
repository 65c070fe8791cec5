#pragma once

#include <string>

#include "studies/store/dataset.hpp"

namespace uq::studies {

/// The tables `uq show` prints: heading (name, model, claim, seed, status), inputs, then each analysis:
/// a row per input (sobol) or per quantile and setting (propagate) with `value [lo, hi]`, SI-scaled units,
/// "undefined: REASON" where there is no value, warnings, dead inputs named.
/// @param analysis empty: all. @throws InvalidArgument naming the known ones when there is none of that name.
std::string show_text(const ResultFile&, const std::string& analysis);
/// Everything as JSON: {attributes, inputs, analyses: [{name, attributes, variables: {name: {dims, units, values}}}]}; NaN is null.
std::string show_json(const ResultFile&, const std::string& analysis);
/// Long CSV, RFC 4180: analysis,output,input,setting…,quantity,value,lo,hi,unit.
std::string show_csv(const ResultFile&, const std::string& analysis);

/// "0.314 [0.302, 0.326]": three significant digits of the value, or as many as the interval resolves.
std::string with_interval(double value, double lo, double hi);

}  // namespace uq::studies
