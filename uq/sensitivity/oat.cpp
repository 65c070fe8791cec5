#include "uq/sensitivity/oat.hpp"

#include "uq/core/error.hpp"
#include "uq/sensitivity/oat_cells_detail.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace uq::sensitivity {
namespace {

using detail::Breaks;
using detail::Change;
using detail::Elasticities;
using detail::Line;
using detail::Lines;
using detail::Stops;

void check(const std::vector<OatInput>& inputs,
           const OatColumns& columns,
           const OatOptions& options) {
  expects(!inputs.empty(), "no inputs", "oat");
  expects(columns.outputs > 0, "no outputs", "oat");
  expects(options.points >= 2,
          "points = " + std::to_string(options.points) + ", required are two or more",
          "oat");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const OatInput& input = inputs[i];
    const bool finite =
        std::isfinite(input.nominal) && std::isfinite(input.low) && std::isfinite(input.high);
    expects(finite && input.low <= input.nominal && input.nominal <= input.high,
            "input " + std::to_string(i) + " moves from " + std::to_string(input.nominal) + " to " +
                std::to_string(input.low) + " and " + std::to_string(input.high) +
                ", required is low <= nominal <= high",
            "oat");
    expects(std::is_sorted(input.values.begin(), input.values.end()),
            "the values of input " + std::to_string(i) + " are not in ascending order",
            "oat");
  }
}

Vector nominal_of(const std::vector<OatInput>& inputs) {
  Vector nominal(static_cast<Index>(inputs.size()));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    nominal[static_cast<Index>(i)] = inputs[i].nominal;
  }
  return nominal;
}

// Everything that is looked for, each until it is found.
struct Searches {
  std::vector<std::optional<Elasticities>> elasticities;  // (q, d)
  std::vector<std::optional<Breaks>> breaks;              // (q, d)
  std::vector<std::optional<Change>> low, high;           // (d, regimes)
};

class Walk {
 public:
  Walk(const PointModel& model,
       const std::vector<OatInput>& inputs,
       const OatColumns& columns,
       const OatOptions& options)
      : inputs_(inputs), columns_(columns), options_(options), lines_(model, nominal_of(inputs)) {
    expects(columns.outputs + columns.regimes <= lines_.columns(),
            "the model has " + std::to_string(lines_.columns()) + " columns",
            "oat");
    const std::size_t cells = inputs.size() * static_cast<std::size_t>(columns.outputs);
    found_.elasticities.resize(cells);
    found_.breaks.resize(cells);
    const std::size_t changes = inputs.size() * static_cast<std::size_t>(columns.regimes);
    found_.low.resize(changes);
    found_.high.resize(changes);
    for (const OatInput& input : inputs) {
      stops_.push_back(detail::stops(input, options.points));
    }
  }

  void run() {
    do {
      for (Index i = 0; i < dims(); ++i) {
        advance(i);
      }
    } while (lines_.evaluate_wanted());
  }

  OatResult result(const MissingPolicy& missing) {
    OatResult r =
        detail::empty_oat(columns_.outputs, dims(), detail::sweep_length(inputs_, options_.points));
    r.evaluations = lines_.evaluations();
    for (Index q = 0; q < columns_.outputs; ++q) {
      const CompleteRows complete = complete_of(q);
      const auto k = static_cast<std::size_t>(q);
      r.rows.data[k] = static_cast<double>(complete.rows.size());
      r.lost_share.data[k] = complete.lost_share();
      r.undefined[k] = std::isnan(line(0, q)(inputs_[0].nominal))
                           ? "the evaluation at the nominal point failed"
                           : loss_fault(complete, missing, 1, "evaluations");
      if (r.undefined[k].empty()) {
        r.y_nominal.data[k] = lines_.nominal(q);
        write(r, q);
      }
    }
    for (Index i = 0; i < dims(); ++i) {
      write_input(r, i);
    }
    r.corners = corners();
    return r;
  }

 private:
  Index dims() const { return static_cast<Index>(inputs_.size()); }
  const OatInput& input(Index i) const { return inputs_[static_cast<std::size_t>(i)]; }
  Line line(Index i, Index column) { return {lines_, i, column}; }

  // Calls each search of an input that is not done; it asks for what it needs.
  void advance(Index i) {
    const Stops& at = stops_[static_cast<std::size_t>(i)];
    for (Index q = 0; q < columns_.outputs; ++q) {
      line(i, q).ready(at.ends);
      line(i, q).ready(at.sweep);
      const auto cell = static_cast<std::size_t>(q * dims() + i);
      if (options_.elasticities && !input(i).on_grid() && !found_.elasticities[cell]) {
        found_.elasticities[cell] = detail::elasticities(line(i, q), input(i));
      }
      if (options_.kinks && !input(i).on_grid() && !found_.breaks[cell]) {
        found_.breaks[cell] = detail::breaks(line(i, q), input(i));
      }
    }
    for (Index k = 0; options_.kinks && input(i).ordered && k < columns_.regimes; ++k) {
      const auto cell = static_cast<std::size_t>(i * columns_.regimes + k);
      const Line regime = line(i, columns_.outputs + k);
      if (!found_.low[cell]) {
        found_.low[cell] = detail::first_change(regime, input(i), input(i).low);
      }
      if (!found_.high[cell]) {
        found_.high[cell] = detail::first_change(regime, input(i), input(i).high);
      }
    }
  }

  CompleteRows complete_of(Index column) const {
    CompleteRows complete;
    const Lines::Asked asked = lines_.asked(column);
    complete.units = asked.points;
    complete.rows.resize(static_cast<std::size_t>(asked.points - asked.failures));
    return complete;
  }

  void write(OatResult& r, Index q) {
    for (Index i = 0; i < dims(); ++i) {
      const Index cell = q * dims() + i;
      const auto place = static_cast<std::size_t>(cell);
      detail::write_stops(r, q, i, input(i), stops_[static_cast<std::size_t>(i)], line(i, q));
      if (found_.elasticities[place]) {
        detail::write_elasticities(r, cell, *found_.elasticities[place]);
      }
      if (found_.breaks[place]) {
        detail::write_breaks(r, cell, *found_.breaks[place], input(i));
      }
      if (input(i).on_grid() && (options_.elasticities || options_.kinks)) {
        detail::explain(r, cell, "the input moves on a grid and has no derivative");
      }
    }
  }

  void write_input(OatResult& r, Index i) {
    const auto k = static_cast<std::size_t>(i);
    r.x_nominal.data[k] = input(i).nominal;
    if (input(i).ordered) {
      r.x_low.data[k] = input(i).low;
      r.x_high.data[k] = input(i).high;
    }
    first_of(i, found_.low, r.regime_at_low.data[k], r.regime_low[k]);
    first_of(i, found_.high, r.regime_at_high.data[k], r.regime_high[k]);
  }

  // The change nearest to the nominal value over all regimes.
  void first_of(Index i,
                const std::vector<std::optional<Change>>& all,
                double& at,
                OatResult::RegimeChange& change) const {
    for (Index k = 0; k < columns_.regimes; ++k) {
      const auto& found = all[static_cast<std::size_t>(i * columns_.regimes + k)];
      if (found && !std::isnan(found->at) &&
          !(std::abs(found->at - input(i).nominal) >= std::abs(at - input(i).nominal))) {
        at = found->at;
        change = {columns_.outputs + k, found->before, found->after};
      }
    }
  }

  Matrix corners() {
    std::vector<std::pair<Index, double>> points{{0, inputs_[0].nominal}};
    for (Index i = 0; i < dims(); ++i) {
      for (const double x : stops_[static_cast<std::size_t>(i)].ends) {
        if (x != input(i).nominal) {
          points.emplace_back(i, x);
        }
      }
    }
    Matrix y(static_cast<Index>(points.size()), lines_.columns());
    for (Index row = 0; row < y.rows(); ++row) {
      for (Index j = 0; j < y.cols(); ++j) {
        const auto& point = points[static_cast<std::size_t>(row)];
        y(row, j) = lines_.y(point.first, point.second, j);
      }
    }
    return y;
  }

  const std::vector<OatInput>& inputs_;
  OatColumns columns_;
  const OatOptions& options_;
  Lines lines_;
  std::vector<Stops> stops_;
  Searches found_;
};

}  // namespace

OatResult oat(const PointModel& model,
              const std::vector<OatInput>& inputs,
              const OatColumns& columns,
              const OatOptions& options,
              const MissingPolicy& missing) {
  check(inputs, columns, options);
  Walk walk(model, inputs, columns, options);
  walk.run();
  return walk.result(missing);
}

double oat_evaluations(const std::vector<OatInput>& inputs,
                       const OatColumns& columns,
                       const OatOptions& options) {
  using namespace detail;
  double most = 1;
  for (const OatInput& input : inputs) {
    const Stops at = stops(input, options.points);
    most += static_cast<double>(at.ends.size() + at.sweep.size());
    if (input.ordered && options.kinks) {
      most += 2 * cells + 2.0 * change_levels * static_cast<double>(columns.regimes);
    }
    if (input.on_grid()) {
      continue;
    }
    most += options.elasticities ? 4.0 * max_levels : 0;  // sides cut differently share no step
    // A place that is smooth is left after eight halvings; a break takes twelve and its finish.
    const double place = 2 * 8 * (2 * candidates + 1) + 2 * (2 * 12 + 20);
    most += options.kinks ? place * static_cast<double>(columns.outputs) : 0;
  }
  return most;
}

}  // namespace uq::sensitivity
