#include "uq/dependence/nataf_detail.hpp"

#include <Eigen/Core>
#include <boost/math/special_functions/owens_t.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace uq::detail {
namespace {

using Array = Eigen::ArrayXd;

double below(double z) {
  return 0.5 * std::erfc(-z * 0.70710678118654752440);
}

Array root_of_density(const Array& z) {
  const double scale = 1 / std::sqrt(std::sqrt(2 * std::numbers::pi));
  return z.unaryExpr([=](double value) { return scale * std::exp(-0.25 * value * value); });
}

// sum_i weight_i psi_k(z_i) for k = 0 … count - 1, where psi_k = He_k sqrt(phi / k!) are the
// orthonormal Hermite functions, which their recurrence gives stably.
std::vector<double> hermite_sums(const Array& z, const Array& weight, int count) {
  std::vector<double> sums;
  Array before = Array::Zero(z.size());
  Array psi = root_of_density(z);
  for (int k = 0; k < count; ++k) {
    sums.push_back((weight * psi).sum());
    before = (z * psi - std::sqrt(static_cast<double>(k)) * before) / std::sqrt(k + 1.0);
    psi.swap(before);
  }
  return sums;
}

// Coefficients 1 … count of a step function, which are known exactly (Eq. 7).
std::vector<double> coefficients(const std::vector<Jump>& jumps, int count) {
  const auto n = static_cast<Eigen::Index>(jumps.size());
  Array z(n);
  Array size(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    z[i] = jumps[static_cast<std::size_t>(i)].z;
    size[i] = jumps[static_cast<std::size_t>(i)].size;
  }
  std::vector<double> a = hermite_sums(z, size * root_of_density(z), count);
  for (int k = 1; k <= count; ++k) {
    a[static_cast<std::size_t>(k - 1)] /= std::sqrt(static_cast<double>(k));
  }
  return a;
}

// Coefficients 1 … count by quadrature (Eq. 6): panels of 8 / sqrt(count) hold little more than one
// wave of the last Hermite function.
std::vector<double> coefficients(const ScoreFunction& x, int count) {
  if (x.is_step()) {
    return coefficients(x.jumps(), count);
  }
  const Nodes at = nodes(x.lo(), x.hi(), 8 / std::sqrt(static_cast<double>(count)), x.breaks());
  const auto n = static_cast<Eigen::Index>(at.z.size());
  const std::vector<double> values = x(at.z);
  const Array z = Eigen::Map<const Array>(at.z.data(), n);
  const Array weight = Eigen::Map<const Array>(values.data(), n) *
                       Eigen::Map<const Array>(at.weight.data(), n) * root_of_density(z);
  std::vector<double> a = hermite_sums(z, weight, count + 1);
  a.erase(a.begin());
  return a;
}

// Share of the variance the coefficients leave out.
double rest(const std::vector<double>& a) {
  double sum = 0;
  for (const double value : a) {
    sum += value * value;
  }
  return std::max(1 - sum, 0.0);
}

// E[x(Z) y(sign Z)]: the scores run together or against each other.
double comonotone(const ScoreFunction& x, const ScoreFunction& y, int sign) {
  std::vector<double> breaks = x.breaks();
  for (const double z : y.breaks()) {
    breaks.push_back(sign * z);
  }
  const double lo = std::min(x.lo(), sign > 0 ? y.lo() : -y.hi());
  const double hi = std::max(x.hi(), sign > 0 ? y.hi() : -y.lo());
  Nodes at = nodes(lo, hi, 0.25, std::move(breaks));
  const std::vector<double> x_values = x(at.z);
  std::vector<double> other = at.z;
  for (double& z : other) {
    z *= sign;
  }
  const std::vector<double> y_values = y(other);
  const auto n = static_cast<Eigen::Index>(at.z.size());
  const Array root = root_of_density(Eigen::Map<const Array>(at.z.data(), n));
  return (Eigen::Map<const Array>(x_values.data(), n) * root *
          (Eigen::Map<const Array>(y_values.data(), n) * root) *
          Eigen::Map<const Array>(at.weight.data(), n))
      .sum();
}

std::vector<Jump> largest(std::vector<Jump> jumps) {
  constexpr std::size_t most = 100;
  std::stable_sort(
      jumps.begin(), jumps.end(), [](const Jump& a, const Jump& b) { return a.size > b.size; });
  jumps.resize(std::min(jumps.size(), most));
  return jumps;
}

}  // namespace

double quadrant_covariance(double s, double t, double r) {
  using boost::math::owens_t;
  using std::numbers::pi;
  if (r >= 1) {
    return below(std::min(s, t)) * below(-std::max(s, t));
  }
  if (r <= -1) {
    return -quadrant_covariance(s, -t, 1);
  }
  const double root = std::sqrt((1 - r) * (1 + r));
  if (s == 0 && t == 0) {
    return std::asin(r) / (2 * pi);
  }
  if (s == 0 || t == 0) {
    return owens_t(s == 0 ? t : s, r / root);
  }
  const double joint = 0.5 * (below(s) + below(t)) - owens_t(s, (t - r * s) / (s * root)) -
                       owens_t(t, (s - r * t) / (t * root)) - ((s < 0) != (t < 0) ? 0.5 : 0.0);
  return joint - below(s) * below(t);
}

Nataf::Nataf(const ScoreFunction& x, const ScoreFunction& y) {
  // Analytic laws need tens of terms; 4096 are the limit for those that jump or bend.
  constexpr double negligible = 1e-12;
  std::vector<double> a;
  std::vector<double> b;
  for (const int count : {256, 4096}) {
    a = coefficients(x, count);
    b = coefficients(y, count);
    if (std::sqrt(rest(a) * rest(b)) < negligible) {
      break;
    }
  }
  terms_.resize(a.size());
  std::transform(a.begin(), a.end(), b.begin(), terms_.begin(), std::multiplies<>());
  if (!x.jumps().empty() && !y.jumps().empty()) {
    x_jumps_ = largest(x.jumps());
    y_jumps_ = largest(y.jumps());
    const auto count = static_cast<int>(terms_.size());
    const std::vector<double> x_steps = coefficients(x_jumps_, count);
    const std::vector<double> y_steps = coefficients(y_jumps_, count);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      terms_[k] -= x_steps[k] * y_steps[k];
    }
  }
  ends_ = {comonotone(x, y, -1), comonotone(x, y, 1)};
  rest_ = {ends_[0] - series_and_jumps(-1), ends_[1] - series_and_jumps(1)};
}

double Nataf::series_and_jumps(double r) const {
  double sum = 0;
  for (std::size_t k = terms_.size(); k-- > 0;) {
    sum = (sum + terms_[k]) * r;
  }
  for (const Jump& x : x_jumps_) {
    for (const Jump& y : y_jumps_) {
      sum += x.size * y.size * quadrant_covariance(x.z, y.z, r);
    }
  }
  return sum;
}

double Nataf::operator()(double r) const {
  if (std::abs(r) >= 1) {
    return ends_[r > 0 ? 1 : 0];
  }
  const double unsummed = rest_[r > 0 ? 1 : 0];
  const double power = std::pow(std::abs(r), static_cast<double>(terms_.size() + 1));
  return series_and_jumps(r) + unsummed * power;  // Eq. 9
}

}  // namespace uq::detail
