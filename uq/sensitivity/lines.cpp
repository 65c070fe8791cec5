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
  failures_.assign(static_cast<std::size_t>(y.cols()), 0);
  count(y_nominal_);
}

void Lines::count(const Vector& y) {
  ++evaluations_;
  for (Index j = 0; j < y.size(); ++j) {
    failures_[static_cast<std::size_t>(j)] += std::isfinite(y[j]) ? 0 : 1;
  }
}

bool Lines::ready(Index input, double x) {
  if (x == nominal_[input] || known_[static_cast<std::size_t>(input)].contains(x)) {
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

double Lines::nearest(Index input, double x, Index column) const {
  double best = nominal_[input];
  for (const auto& [known, value] : known_[static_cast<std::size_t>(input)]) {
    if (std::abs(known - x) < std::abs(best - x) && std::isfinite(value[column])) {
      best = known;
    }
  }
  return y(input, best, column);
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
    const Vector answer = y.row(row++).transpose();
    count(answer);
    known_[static_cast<std::size_t>(input)].emplace(value, answer);
  }
  wanted_.clear();
  return true;
}

bool Lines::unchanged(Index input, Index column) const {
  const auto& known = known_[static_cast<std::size_t>(input)];
  return std::all_of(known.begin(), known.end(), [&](const auto& point) {
    return point.second[column] == y_nominal_[column] || std::isnan(point.second[column]);
  });
}

bool Line::ready(std::initializer_list<double> points) const {
  return ready(std::vector<double>(points));
}

bool Line::ready(const std::vector<double>& points) const {
  bool all = true;
  for (const double x : points) {
    all = lines.ready(input, x) && all;
  }
  return all;
}

}  // namespace uq::sensitivity::detail
