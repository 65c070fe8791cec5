#include "uq/core/error.hpp"
#include "uq/sensitivity/lines_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::sensitivity::detail {

Lines::Lines(const PointModel& model, Vector nominal)
    : model_(model),
      nominal_(std::move(nominal)),
      known_(static_cast<std::size_t>(nominal_.size())) {
  const Matrix y = model_(nominal_.transpose());
  expects(y.rows() == 1,
          "the model answers one point with " + std::to_string(y.rows()) + " rows",
          "oat");
  y_nominal_ = y.row(0).transpose();
  asked_.resize(static_cast<std::size_t>(nominal_.size() * y.cols()));
  evaluations_ = 1;
}

bool Lines::ready(Index input, Index column, double x) {
  if (x == nominal_[input]) {
    return true;
  }
  asked_[static_cast<std::size_t>(input * columns() + column)].insert(x);
  if (known_[static_cast<std::size_t>(input)].contains(x)) {
    return true;
  }
  wanted_.emplace(input, x);
  return false;
}

double Lines::y(Index input, double x, Index column) const {
  const double value = x == nominal_[input] ? y_nominal_[column]
                                            : known_[static_cast<std::size_t>(input)].at(x)[column];
  return std::isfinite(value) ? value : no_value;
}

bool Lines::evaluate_wanted() {
  if (wanted_.empty()) {
    return false;
  }
  Matrix x = nominal_.transpose().replicate(static_cast<Index>(wanted_.size()), 1);
  Index row = 0;
  for (const auto& [input, value] : wanted_) {
    x(row++, input) = value;
  }
  const Matrix y = model_(x);
  expects(y.rows() == x.rows() && y.cols() == columns(),
          "the model answers " + std::to_string(x.rows()) + " points with another shape",
          "oat");
  row = 0;
  for (const auto& [input, value] : wanted_) {
    known_[static_cast<std::size_t>(input)].emplace(value, y.row(row++).transpose());
  }
  evaluations_ += row;
  wanted_.clear();
  return true;
}

Lines::Asked Lines::asked(Index column) const {
  Asked all{1, std::isfinite(y_nominal_[column]) ? 0 : 1};
  for (Index input = 0; input < nominal_.size(); ++input) {
    for (const double x : asked(input, column)) {
      ++all.points;
      all.failures += std::isnan(y(input, x, column)) ? 1 : 0;
    }
  }
  return all;
}

bool Lines::unchanged(Index input, Index column) const {
  const std::set<double>& points = asked(input, column);
  return std::all_of(points.begin(), points.end(), [&](double x) {
    const double value = y(input, x, column);
    return value == y_nominal_[column] || std::isnan(value);
  });
}

bool Line::ready(std::initializer_list<double> points) const {
  return ready(std::vector<double>(points));
}

bool Line::ready(const std::vector<double>& points) const {
  bool all = true;
  for (const double x : points) {
    all = lines.ready(input, column, x) && all;
  }
  return all;
}

}  // namespace uq::sensitivity::detail
