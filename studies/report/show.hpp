#pragma once

#include "studies/store/dataset.hpp"

#include <string>

namespace uq::studies {

/// The tables `uq show` prints: heading (name, model, claim, seed, status), inputs, then each
/// analysis: a row per input (sobol) or per setting (propagate) with `value [lo, hi]` in SI-scaled
/// units, "undefined: REASON" where there is no value, dead inputs named, warnings last. Control
/// characters of names are escaped.
/// @param analysis empty: all.
/// @throws InvalidArgument naming the known ones when there is none of that name.
std::string show_text(const ResultFile&, const std::string& analysis);
/// Everything but raw samples as JSON: {attributes, inputs, analyses: [{name, attributes,
/// coordinates: {dim: values}, variables: {name: {dims, units, long_name, values}}}]}. Values are
/// nested lists, one level per dimension; NaN is null, infinities are "Infinity" and "-Infinity".
std::string show_json(const ResultFile&, const std::string& analysis);
/// Long CSV, RFC 4180: analysis,output,input,setting…,quantity,value,lo,hi,unit; a row per cell, in
/// the units of the file. No value is an empty cell, its reason the row of quantity `undefined`.
/// Text that begins like a formula (= + - @) is preceded by '.
std::string show_csv(const ResultFile&, const std::string& analysis);

/// "0.314 [0.302, 0.326]": three significant digits of the value, or as many as the interval
/// resolves. A missing bound reads "[no interval]".
std::string with_interval(double value, double lo, double hi);

}  // namespace uq::studies
