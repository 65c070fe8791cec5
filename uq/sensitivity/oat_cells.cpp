#include "uq/sensitivity/oat_cells_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::sensitivity::detail {
namespace {

double& at(NdArray& array, Index place) {
  return array.data[static_cast<std::size_t>(place)];
}

std::vector<double> between(const OatInput& input, Index points) {
  std::vector<double> x;
  if (!input.values.empty()) {
    std::vector<double> inside;
    for (const double value : input.values) {
      if (!input.ordered || (value >= input.low && value <= input.high)) {
        inside.push_back(value);
      }
    }
    if (!input.ordered || static_cast<Index>(inside.size()) <= points) {
      return inside;
    }
    for (Index k = 0; k < points; ++k) {
      x.push_back(inside[static_cast<std::size_t>(k * (static_cast<Index>(inside.size()) - 1) /
                                                  (points - 1))]);
    }
    return x;
  }
  for (Index k = 0; k < points; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(points - 1);
    double value = k == points - 1 ? input.high : input.low + (input.high - input.low) * share;
    value = input.whole ? std::round(value) : value;
    if (x.empty() || value != x.back()) {
      x.push_back(value);
    }
  }
  return x;
}

}  // namespace

Stops stops(const OatInput& input, Index points) {
  Stops result{{input.low, input.high}, between(input, points)};
  if (!input.ordered) {
    result.ends.clear();
    std::copy_if(input.values.begin(),
                 input.values.end(),
                 std::back_inserter(result.ends),
                 [&](double value) { return value != input.nominal; });
  }
  return result;
}

Index sweep_length(const std::vector<OatInput>& inputs, Index points) {
  Index length = points;
  for (const OatInput& input : inputs) {
    length = input.ordered ? length : std::max(length, static_cast<Index>(input.values.size()));
  }
  return length;
}

OatResult empty_oat(Index outputs, Index inputs, Index points) {
  OatResult r;
  for (NdArray* array : {&r.y_nominal, &r.rows, &r.lost_share}) {
    *array = NdArray({outputs});
  }
  for (NdArray* array : {&r.x_nominal, &r.x_low, &r.x_high, &r.regime_at_low, &r.regime_at_high}) {
    *array = NdArray({inputs});
  }
  for (NdArray* array : {&r.y_low,
                         &r.y_high,
                         &r.x_at_low,
                         &r.x_at_high,
                         &r.elasticity,
                         &r.elasticity_error,
                         &r.elasticity_low,
                         &r.elasticity_low_error,
                         &r.elasticity_high,
                         &r.elasticity_high_error,
                         &r.kink,
                         &r.kink_at,
                         &r.kink_at_low,
                         &r.kink_at_high,
                         &r.kink_change,
                         &r.jump,
                         &r.jump_at,
                         &r.dead}) {
    *array = NdArray({outputs, inputs});
  }
  r.sweep_x = NdArray({inputs, points});
  r.sweep_y = NdArray({outputs, inputs, points});
  r.undefined.resize(static_cast<std::size_t>(outputs));
  r.reason.resize(static_cast<std::size_t>(outputs * inputs));
  r.regime_low.resize(static_cast<std::size_t>(inputs));
  r.regime_high.resize(static_cast<std::size_t>(inputs));
  return r;
}

void explain(OatResult& result, Index cell, const std::string& reason) {
  std::string& all = result.reason[static_cast<std::size_t>(cell)];
  if (!reason.empty() && all.find(reason) == std::string::npos) {
    all += (all.empty() ? "" : "; ") + reason;
  }
}

void write_elasticities(OatResult& result, Index cell, const Elasticities& found) {
  at(result.elasticity, cell) = found.both.value;
  at(result.elasticity_error, cell) = found.both.error;
  at(result.elasticity_low, cell) = found.low.value;
  at(result.elasticity_low_error, cell) = found.low.error;
  at(result.elasticity_high, cell) = found.high.value;
  at(result.elasticity_high_error, cell) = found.high.error;
  explain(result, cell, found.reason);
}

void write_breaks(OatResult& result, Index cell, const Breaks& found, const OatInput& input) {
  const Break* nearest_kink = nullptr;
  const Break* nearest_jump = nullptr;
  const auto nearer = [&](const Break* old, const Break& now) {
    return old == nullptr || std::abs(now.at - input.nominal) < std::abs(old->at - input.nominal)
               ? &now
               : old;
  };
  for (const Break* side : {&found.low, &found.high}) {
    if (side->kind == BreakKind::unknown) {
      explain(result, cell, std::string(side == &found.low ? "below: " : "above: ") + side->reason);
    } else if (side->kind == BreakKind::kink) {
      at(side == &found.low ? result.kink_at_low : result.kink_at_high, cell) = side->at;
      nearest_kink = nearer(nearest_kink, *side);
    } else if (side->kind == BreakKind::jump) {
      nearest_jump = nearer(nearest_jump, *side);
    }
  }
  const bool known = found.low.kind != BreakKind::unknown && found.high.kind != BreakKind::unknown;
  if (nearest_kink != nullptr) {
    at(result.kink, cell) = 1;
    at(result.kink_at, cell) = nearest_kink->at;
    if (nearest_kink->y_at != 0) {
      at(result.kink_change, cell) =
          nearest_kink->slope_change * nearest_kink->at / nearest_kink->y_at;
    }
  } else if (known) {
    at(result.kink, cell) = 0;
  }
  if (nearest_jump != nullptr) {
    at(result.jump, cell) = nearest_jump->jump;
    at(result.jump_at, cell) = nearest_jump->at;
  }
}

void write_stops(OatResult& result,
                 Index output,
                 Index i,
                 const OatInput& input,
                 const Stops& stops,
                 const Line& line) {
  const Index inputs = result.x_nominal.shape[0];
  const Index cell = output * inputs + i;
  bool failed = false;
  if (input.ordered) {
    at(result.y_low, cell) = line(input.low);
    at(result.y_high, cell) = line(input.high);
    at(result.x_at_low, cell) = input.low;
    at(result.x_at_high, cell) = input.high;
    failed = std::isnan(line(input.low)) || std::isnan(line(input.high));
  } else {
    std::vector<double> all = stops.ends;
    all.push_back(input.nominal);
    failed = std::any_of(all.begin(), all.end(), [&](double x) { return std::isnan(line(x)); });
    if (!failed) {
      std::sort(all.begin(), all.end());  // ties go to the first category
      const auto less = [&](double a, double b) { return line(a) < line(b); };
      const double low = *std::min_element(all.begin(), all.end(), less);
      const double high = *std::max_element(all.begin(), all.end(), less);
      at(result.y_low, cell) = line(low);
      at(result.y_high, cell) = line(high);
      at(result.x_at_low, cell) = low;
      at(result.x_at_high, cell) = high;
    }
  }
  if (failed) {
    explain(result, cell, "an evaluation at low or high failed");
  } else {
    at(result.dead, cell) = line.lines.unchanged(i, output) ? 1 : 0;
  }
  const Index points = result.sweep_x.shape[1];
  for (std::size_t k = 0; k < stops.sweep.size(); ++k) {
    at(result.sweep_x, i * points + static_cast<Index>(k)) = stops.sweep[k];
    at(result.sweep_y, cell * points + static_cast<Index>(k)) = line(stops.sweep[k]);
  }
}

}  // namespace uq::sensitivity::detail
