#include "uq/distributions/sections_detail.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace uq::detail {
namespace {

double height(const Ramp& ramp, double x) {
  // From the nearer end, so that a height that vanishes there keeps its relative accuracy.
  const double slope = (ramp.f1 - ramp.f0) / ramp.width();
  return x - ramp.x0 < ramp.x1 - x ? ramp.f0 + slope * (x - ramp.x0)
                                   : ramp.f1 - slope * (ramp.x1 - x);
}

// Eq. 9: distance from the end of height f0 that encloses `mass`, at most half of the piece's.
double distance(double f0, double f1, double width, double mass) {
  return mass > 0 ? 2 * mass / (f0 + std::sqrt(f0 * f0 + 2 * (f1 - f0) / width * mass)) : 0;
}

// The power of two below a size; 1 where there is none, in a section that holds nothing.
double power_of_two(double size) {
  return size > 0 ? std::ldexp(1.0, std::ilogb(size)) : 1;
}

}  // namespace

Ramps::Ramps(std::vector<Ramp> ramps)
    : pieces(std::move(ramps)),
      unit(pieces.empty() ? 1 : power_of_two(pieces.back().x1 - pieces.front().x0)),
      left(pieces.size()),
      right(pieces.size()),
      total(0) {
  double highest = 0;
  for (const Ramp& p : pieces) {
    highest = std::max({highest, p.f0, p.f1});
  }
  const double height_unit = power_of_two(highest);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    pieces[k].f0 /= height_unit;
    pieces[k].f1 /= height_unit;
    left[k] = total;
    total += mass(pieces[k]);
  }
  double sum = 0;
  for (std::size_t k = pieces.size(); k-- > 0;) {
    right[k] = sum;
    sum += mass(pieces[k]);
  }
}

// Eq. 8.
double Ramps::mass(const Ramp& ramp) const {
  return 0.5 * (ramp.f0 + ramp.f1) * (ramp.width() / unit);
}

// Point of a piece with `below` and `above` of its mass at either side, from the smaller of them.
double Ramps::point(const Ramp& ramp, double below, double above) const {
  const double width = ramp.width() / unit;
  const double x = below <= above ? ramp.x0 + unit * distance(ramp.f0, ramp.f1, width, below)
                                  : ramp.x1 - unit * distance(ramp.f1, ramp.f0, width, above);
  return std::clamp(x, ramp.x0, ramp.x1);
}

std::size_t Ramps::piece_at(double x) const {
  const auto after =
      std::upper_bound(pieces.begin(), pieces.end() - 1, x, [](double value, const Ramp& p) {
        return value < p.x1;
      });
  return static_cast<std::size_t>(after - pieces.begin());
}

double Ramps::density(double x) const {
  return height(pieces[piece_at(x)], x) / total / unit;
}

double Ramps::below(double x) const {
  const std::size_t k = piece_at(x);
  const Ramp& p = pieces[k];
  return std::min((left[k] + mass({p.x0, x, p.f0, height(p, x)})) / total, 1.0);
}

double Ramps::above(double x) const {
  const std::size_t k = piece_at(x);
  const Ramp& p = pieces[k];
  return std::min((right[k] + mass({x, p.x1, height(p, x), p.f1})) / total, 1.0);
}

double Ramps::quantile(double p) const {
  if (p > 0.5) {
    return quantile_upper(1 - p);
  }
  const double sought = p * total;
  // The last piece that begins below the mass sought; empty pieces are never chosen.
  const auto after = std::lower_bound(left.begin() + 1, left.end(), sought);
  const auto k = static_cast<std::size_t>(after - left.begin()) - 1;
  const double below = sought - left[k];
  return point(pieces[k], below, mass(pieces[k]) - below);
}

double Ramps::quantile_upper(double q) const {
  if (q > 0.5) {
    return quantile(1 - q);
  }
  const double sought = q * total;
  std::size_t k = pieces.size() - 1;
  if (right.front() >= sought) {
    // `right` falls: the first piece with less than the mass sought to its right.
    k = static_cast<std::size_t>(
        std::partition_point(right.begin(), right.end(), [&](double r) { return r >= sought; }) -
        right.begin());
  } else {
    k = 0;
  }
  const double above = sought - right[k];
  return point(pieces[k], mass(pieces[k]) - above, above);
}

// Eq. 10: mean and variance as mixtures of the pieces; every term is positive.
double Ramps::mean() const {
  const double origin = pieces.front().x0;
  double sum = 0;
  for (const Ramp& p : pieces) {
    const double centroid = p.x0 - origin + p.width() * (p.f0 + 2 * p.f1) / (3 * (p.f0 + p.f1));
    sum += mass(p) > 0 ? mass(p) * centroid : 0;
  }
  return origin + sum / total;
}

double Ramps::variance() const {
  const double center = mean();
  double sum = 0;
  for (const Ramp& p : pieces) {
    const double f = p.f0 + p.f1;
    if (mass(p) > 0) {
      const double off = p.x0 - center + p.width() * (p.f0 + 2 * p.f1) / (3 * f);
      const double own =
          p.width() * p.width() * (p.f0 * p.f0 + 4 * p.f0 * p.f1 + p.f1 * p.f1) / (18 * f * f);
      sum += mass(p) * (off * off + own);
    }
  }
  return sum / total;
}

}  // namespace uq::detail
