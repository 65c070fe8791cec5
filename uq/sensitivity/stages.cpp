#include "uq/sensitivity/stages.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace uq::sensitivity {
namespace {

constexpr double rounding = 1e-9;   // relative; parts are sums of their own
constexpr double tolerance = 1e-6;  // of elasticities

// A node with the rule of its parts.
struct Ruled {
  Index column = -1;
  Composition rule = Composition::unknown;
  std::vector<Ruled> parts = {};
};

bool is_close(double a, double b, double scale) {
  return std::abs(a - b) <= rounding * scale;
}

// The rule that holds at every point.
Composition rule_of(const StageNode& node, const Matrix& y) {
  bool sum = true;
  bool maximum = true;
  for (Index row = 0; row < y.rows(); ++row) {
    double total = 0;
    double size = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (const StageNode& part : node.parts) {
      total += y(row, part.column);
      size += std::abs(y(row, part.column));
      most = std::max(most, y(row, part.column));
    }
    const double scale = std::max(size, std::abs(y(row, node.column)));
    sum = sum && is_close(total, y(row, node.column), scale);
    maximum = maximum && is_close(most, y(row, node.column), scale);
  }
  return sum ? Composition::sum : maximum ? Composition::maximum : Composition::unknown;
}

Ruled ruled(const StageNode& node, const Matrix& y) {
  Ruled result{node.column, node.parts.empty() ? Composition::sum : rule_of(node, y), {}};
  for (const StageNode& part : node.parts) {
    result.parts.push_back(ruled(part, y));
  }
  return result;
}

bool is_known(const Ruled& node) {
  return node.rule != Composition::unknown &&
         std::all_of(node.parts.begin(), node.parts.end(), is_known);
}

// Value of a node at one point when the leaf in column `stage` is multiplied by `factor`.
double value(const Ruled& node, const Matrix& y, Index row, Index stage, double factor) {
  if (node.parts.empty()) {
    return y(row, node.column) * (node.column == stage ? factor : 1);
  }
  double result = node.rule == Composition::sum ? 0 : -std::numeric_limits<double>::infinity();
  for (const Ruled& part : node.parts) {
    const double v = value(part, y, row, stage, factor);
    result = node.rule == Composition::sum ? result + v : std::max(result, v);
  }
  return result;
}

void leaves(const Ruled& node, std::vector<Index>& columns) {
  if (node.parts.empty()) {
    columns.push_back(node.column);
  }
  for (const Ruled& part : node.parts) {
    leaves(part, columns);
  }
}

void rules(const Ruled& node, bool& sum, bool& maximum) {
  if (!node.parts.empty()) {
    (node.rule == Composition::sum ? sum : maximum) = true;
  }
  for (const Ruled& part : node.parts) {
    rules(part, sum, maximum);
  }
}

std::string rule_text(const Ruled& node) {
  bool sum = false;
  bool maximum = false;
  rules(node, sum, maximum);
  return sum && maximum ? "sums and maxima" : sum ? "sum" : "maximum";
}

// The factor on one stage of one total.
class Scaling {
 public:
  Scaling(const Ruled& total, const Matrix& y, Index row, Index stage)
      : total_(total), y_(y), row_(row), stage_(stage), unscaled_(at(0)) {}

  double change(double delta) const { return (at(delta) - unscaled_) / unscaled_; }
  double elasticity(double delta) const { return change(delta) / delta; }

  // Where the change leaves the straight line it starts on, on the side of `end`; NaN: nowhere.
  double breakpoint(double end) const {
    const double slope = elasticity(end * start);
    const auto straight = [&](double delta) {
      return std::abs(change(delta) - slope * delta) <= tolerance * std::abs(delta);
    };
    if (straight(end)) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    double good = end * start;
    double bad = end;
    for (int level = 0; level < 60 && std::abs(bad - good) > 1e-12; ++level) {
      const double middle = good + (bad - good) / 2;
      (straight(middle) ? good : bad) = middle;
    }
    return good + (bad - good) / 2;
  }

  static constexpr double start = 1e-6;  // share of the band that counts as "at 0"

 private:
  double at(double delta) const { return value(total_, y_, row_, stage_, 1 + delta); }

  const Ruled& total_;
  const Matrix& y_;
  Index row_, stage_;
  double unscaled_;
};

// The breakpoint: at 0 itself when growing and shrinking differ from the start. There is one at
// most, as sums and maxima of stages grow with a stage at slope 0 first and then 1.
double breakpoint(const Scaling& scaling) {
  const double band = stage_deltas.back();
  const double tiny = Scaling::start * band;
  if (std::abs(scaling.elasticity(tiny) - scaling.elasticity(-tiny)) > 1e-3) {
    return 0;
  }
  const double up = scaling.breakpoint(band);
  const double down = scaling.breakpoint(-band);
  return std::isnan(up) ? down : up;
}

// A stage decides the total when the total grows with it.
bool is_critical(const Ruled& total, const Matrix& y, Index row, Index stage) {
  const double before = value(total, y, row, stage, 1);
  return value(total, y, row, stage, 1 + 1e-3) - before > rounding * std::abs(before);
}

// Rows in which the total and all its parts have values.
Matrix whole_rows(const StageNode& node, const Matrix& y) {
  std::vector<Index> columns{node.column};
  const std::function<void(const StageNode&)> collect = [&](const StageNode& at) {
    for (const StageNode& part : at.parts) {
      columns.push_back(part.column);
      collect(part);
    }
  };
  collect(node);
  std::vector<Index> rows;
  for (Index row = 0; row < y.rows(); ++row) {
    if (std::all_of(
            columns.begin(), columns.end(), [&](Index c) { return std::isfinite(y(row, c)); })) {
      rows.push_back(row);
    } else if (row == 0) {
      return {};  // without the nominal point there is nothing to compare with
    }
  }
  Matrix whole(static_cast<Index>(rows.size()), y.cols());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    whole.row(static_cast<Index>(k)) = y.row(rows[k]);
  }
  return whole;
}

void write(
    StageImportance& result, Index q, Index s, const Ruled& total, const Matrix& y, Index stage) {
  const auto stages = result.stage_time.shape[1];
  const auto cell = static_cast<std::size_t>(q * stages + s);
  const auto count = stage_deltas.size();
  const double time = y(0, stage);
  const Scaling scaling(total, y, 0, stage);
  result.stage_time.data[cell] = time;
  result.stage_share.data[cell] = time / y(0, total.column);
  for (std::size_t k = 0; k < count; ++k) {
    result.stage_change.data[cell * count + k] = scaling.change(stage_deltas[k]);
    result.stage_elasticity.data[cell * count + k] = scaling.elasticity(stage_deltas[k]);
  }
  result.stage_breakpoint.data[cell] = breakpoint(scaling);
  Index critical = 0;
  for (Index row = 0; row < y.rows(); ++row) {
    critical += is_critical(total, y, row, stage) ? 1 : 0;
  }
  result.stage_criticality.data[cell] =
      static_cast<double>(critical) / static_cast<double>(y.rows());
}

}  // namespace

StageImportance stage_importance(const std::vector<StageNode>& totals,
                                 const std::vector<Index>& stages,
                                 const Matrix& y) {
  const auto q = static_cast<Index>(totals.size());
  const auto s = static_cast<Index>(stages.size());
  const auto deltas = static_cast<Index>(stage_deltas.size());
  StageImportance result;
  for (NdArray* array : {&result.stage_time,
                         &result.stage_share,
                         &result.stage_breakpoint,
                         &result.stage_criticality}) {
    *array = NdArray({q, s});
  }
  result.stage_change = NdArray({q, s, deltas});
  result.stage_elasticity = NdArray({q, s, deltas});
  result.stage_sum = NdArray({q});
  result.stage_overlap = NdArray({q});
  result.composition.resize(totals.size());
  result.stage_reason.resize(totals.size());
  for (std::size_t k = 0; k < totals.size(); ++k) {
    std::string& reason = result.stage_reason[k];
    if (totals[k].parts.empty()) {
      reason = "the model declares no stages of this output";
      continue;
    }
    const Matrix whole = whole_rows(totals[k], y);
    if (whole.rows() == 0) {
      reason = "the evaluation at the nominal point failed";
      continue;
    }
    const Ruled total = ruled(totals[k], whole);
    if (!is_known(total)) {
      reason =
          "the stages neither sum to the total nor is it their maximum: no rule to scale one by";
      continue;
    }
    if (!(whole(0, total.column) > 0)) {
      reason = "the nominal total is not positive";
      continue;
    }
    result.composition[k] = rule_text(total);
    std::vector<Index> columns;
    leaves(total, columns);
    double sum = 0;
    double shares = 0;
    for (const Index column : columns) {
      const auto found = std::find(stages.begin(), stages.end(), column);
      expects(found != stages.end(), "a stage is not among the stages of the axis");
      const Index place = found - stages.begin();
      write(result, static_cast<Index>(k), place, total, whole, column);
      const auto cell = k * stages.size() + static_cast<std::size_t>(place);
      sum += Scaling(total, whole, 0, column).elasticity(stage_deltas[stage_deltas.size() / 2]);
      shares += result.stage_share.data[cell];
    }
    result.stage_sum.data[k] = sum;
    result.stage_overlap.data[k] = shares - 1;
  }
  return result;
}

}  // namespace uq::sensitivity
