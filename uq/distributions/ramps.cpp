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
  return 2 * mass / (f0 + std::sqrt(f0 * f0 + 2 * (f1 - f0) / width * mass));
}

// Point of a piece with `below` and `above` of its mass at either side, from the smaller of them.
double point(const Ramp& ramp, double below, double above) {
  const double x = below <= above
                       ? ramp.x0 + distance(ramp.f0, ramp.f1, ramp.width(), std::max(below, 0.0))
                       : ramp.x1 - distance(ramp.f1, ramp.f0, ramp.width(), std::max(above, 0.0));
  return std::clamp(x, ramp.x0, ramp.x1);
}

}  // namespace

Ramps::Ramps(std::vector<Ramp> ramps)
    : pieces(std::move(ramps)), left(pieces.size()), right(pieces.size()), total(0) {
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    left[k] = total;
    total += pieces[k].mass();
  }
  double sum = 0;
  for (std::size_t k = pieces.size(); k-- > 0;) {
    right[k] = sum;
    sum += pieces[k].mass();
  }
}

std::size_t Ramps::piece_at(double x) const {
  const auto after =
      std::upper_bound(pieces.begin(), pieces.end() - 1, x, [](double value, const Ramp& p) {
        return value < p.x1;
      });
  return static_cast<std::size_t>(after - pieces.begin());
}

double Ramps::density(double x) const {
  return height(pieces[piece_at(x)], x) / total;
}

double Ramps::below(double x) const {
  const std::size_t k = piece_at(x);
  const Ramp& p = pieces[k];
  return std::min((left[k] + Ramp{p.x0, x, p.f0, height(p, x)}.mass()) / total, 1.0);
}

double Ramps::above(double x) const {
  const std::size_t k = piece_at(x);
  const Ramp& p = pieces[k];
  return std::min((right[k] + Ramp{x, p.x1, height(p, x), p.f1}.mass()) / total, 1.0);
}

double Ramps::quantile(double p) const {
  if (p > 0.5) {
    return quantile_upper(1 - p);
  }
  const double mass = p * total;
  // The last piece that begins below the mass sought; empty pieces are never chosen.
  const auto after = std::lower_bound(left.begin() + 1, left.end(), mass);
  const auto k = static_cast<std::size_t>(after - left.begin()) - 1;
  const double below = mass - left[k];
  return point(pieces[k], below, pieces[k].mass() - below);
}

double Ramps::quantile_upper(double q) const {
  if (q > 0.5) {
    return quantile(1 - q);
  }
  const double mass = q * total;
  std::size_t k = pieces.size() - 1;
  if (right.front() >= mass) {
    // `right` falls: the first piece with less than the mass sought to its right.
    k = static_cast<std::size_t>(
        std::partition_point(right.begin(), right.end(), [&](double r) { return r >= mass; }) -
        right.begin());
  } else {
    k = 0;
  }
  const double above = mass - right[k];
  return point(pieces[k], pieces[k].mass() - above, above);
}

// Eq. 10: mean and variance as mixtures of the pieces; every term is positive.
double Ramps::mean() const {
  const double origin = pieces.front().x0;
  double sum = 0;
  for (const Ramp& p : pieces) {
    const double centroid = p.x0 - origin + p.width() * (p.f0 + 2 * p.f1) / (3 * (p.f0 + p.f1));
    sum += p.mass() > 0 ? p.mass() * centroid : 0;
  }
  return origin + sum / total;
}

double Ramps::variance() const {
  const double center = mean();
  double sum = 0;
  for (const Ramp& p : pieces) {
    const double f = p.f0 + p.f1;
    if (p.mass() > 0) {
      const double off = p.x0 - center + p.width() * (p.f0 + 2 * p.f1) / (3 * f);
      const double own =
          p.width() * p.width() * (p.f0 * p.f0 + 4 * p.f0 * p.f1 + p.f1 * p.f1) / (18 * f * f);
      sum += p.mass() * (off * off + own);
    }
  }
  return sum / total;
}

}  // namespace uq::detail
