#pragma once

#include "perfmodels/plugin/load.hpp"
#include "studies/file/node.hpp"
#include "uq/core/model.hpp"

#include <string>

namespace uq::studies {

/// The first word of a text that speaks of a tail, a percentile of the latencies of requests: p9…
/// (p95, p99.9), tail, percentile; else empty. Quantiles over uncertain inputs are named q95.
std::string tail_word(const std::string& text);

/// What to do about it.
std::string tail_help();

/// Refuses an slo about a tail where the model is analytical and has no output named after it:
/// one figure for each point has no tail (U483).
void check_tails(const Node& root,
                 const Model& model,
                 perfmodels::Fidelity fidelity,
                 Diagnostics& diagnostics);

}  // namespace uq::studies
