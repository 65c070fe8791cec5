#include "studies/surrogates/missed_variance.hpp"

#include "studies/report/view.hpp"
#include "studies/surrogates/surrogate_part.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace uq::studies {

namespace {

/// The variance of the output at a position, from what the result has of it.
double variance_at(const View& view, const Position& at) {
  if (view.dataset().variable("variance") != nullptr) {
    return view.number("variance", at);
  }
  const double sd = view.number("sd", at);
  return sd * sd;
}

/// The bounds of one cell with the missed variance taken into account.
Bounds widened(
    const std::string& name, const View& view, const Position& at, Bounds bounds, double missed) {
  const double variance = variance_at(view, at);
  if (!(variance > 0) || !(missed > 0)) {
    return bounds;
  }
  const double whole = variance + missed;
  if (name == "S1" || name == "ST" || name == "S2") {
    return {std::min(bounds.lo, bounds.lo * variance / whole),
            std::max(bounds.hi, (bounds.hi * variance + missed) / whole)};
  }
  if (name == "variance") {
    return {bounds.lo, bounds.hi + missed};
  }
  if (name == "sd") {
    return {bounds.lo, bounds.hi < 0 ? bounds.hi : std::hypot(bounds.hi, std::sqrt(missed))};
  }
  if (name == "quantile") {
    const double mean = view.number("mean", at);
    const double stretch = std::sqrt(whole / variance);
    return {std::min(bounds.lo, mean + (bounds.lo - mean) * stretch),
            std::max(bounds.hi, mean + (bounds.hi - mean) * stretch)};
  }
  return bounds;
}

}  // namespace

void widen_by_missed_variance(Dataset& dataset, const std::vector<double>& missed) {
  for (const char* name : {"S1", "ST", "S2", "variance", "sd", "quantile"}) {
    const Variable* of = dataset.variable(name);
    const auto interval = std::find_if(
        dataset.variables.begin(), dataset.variables.end(), [&](const Variable& variable) {
          return variable.name == std::string(name) + surrogate_part_suffix;
        });
    if (of == nullptr || interval == dataset.variables.end()) {
      continue;
    }
    std::vector<double> wide;
    const View view(dataset);
    for (const Position& at : view.positions(of->dims)) {
      const auto [lo, hi] = widened(name,
                                    view,
                                    at,
                                    interval_of(view, name, at, IntervalPart::surrogate),
                                    missed[static_cast<std::size_t>(at.at("output"))]);
      wide.push_back(lo);
      wide.push_back(hi);
    }
    interval->data.data = std::move(wide);
  }
}

}  // namespace uq::studies
