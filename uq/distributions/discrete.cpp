#include "uq/distributions/discrete_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::detail {
namespace {

// Smallest k of 1 … n with k / n >= p, the quotient rounded as `below` rounds it.
double first_reaching(double p, double n) {
  double k = std::clamp(std::ceil(p * n), 1.0, n);
  while (k > 1 && (k - 1) / n >= p) {
    k -= 1;
  }
  while (k < n && k / n < p) {
    k += 1;
  }
  return k;
}

// Greatest j of 0 … n - 1 with j / n <= q.
double last_within(double q, double n) {
  double j = std::clamp(std::floor(q * n), 0.0, n - 1);
  while (j < n - 1 && (j + 1) / n <= q) {
    j += 1;
  }
  while (j > 0 && j / n > q) {
    j -= 1;
  }
  return j;
}

}  // namespace

double IntegerSection::density(double x) const {
  return x == std::floor(x) ? 1 / count : 0;
}
double IntegerSection::below(double x) const {
  return (std::floor(x) - lo + 1) / count;
}
double IntegerSection::above(double x) const {
  return (hi - std::floor(x)) / count;
}
double IntegerSection::quantile(double p) const {
  return lo + (first_reaching(p, count) - 1);
}
double IntegerSection::quantile_upper(double q) const {
  return hi - last_within(q, count);
}

double EmpiricalSection::density(double x) const {
  const auto [first, last] = std::equal_range(values.begin(), values.end(), x);
  return static_cast<double>(last - first) / count();
}
double EmpiricalSection::below(double x) const {
  const auto after = std::upper_bound(values.begin(), values.end(), x);
  return static_cast<double>(after - values.begin()) / count();
}
double EmpiricalSection::above(double x) const {
  const auto after = std::upper_bound(values.begin(), values.end(), x);
  return static_cast<double>(values.end() - after) / count();
}
double EmpiricalSection::quantile(double p) const {
  return values[static_cast<std::size_t>(first_reaching(p, count())) - 1];
}
double EmpiricalSection::quantile_upper(double q) const {
  return values[values.size() - 1 - static_cast<std::size_t>(last_within(q, count()))];
}
double EmpiricalSection::mean() const {
  const double origin = values.front();
  long double sum = 0;
  for (const double value : values) {
    sum += value - origin;
  }
  return origin + static_cast<double>(sum / static_cast<long double>(values.size()));
}
double EmpiricalSection::variance() const {
  const double center = mean();
  long double sum = 0;
  for (const double value : values) {
    sum += (value - center) * (value - center);
  }
  return static_cast<double>(sum / static_cast<long double>(values.size()));
}

AtomsSection::AtomsSection(const Discrete& law) {
  for (std::size_t k = 0; k < law.values.size(); ++k) {
    if (law.weights[k] > 0) {
      values.push_back(law.values[k]);
      weights.push_back(law.weights[k]);
    }
  }
  // Equal weights count as 1, so that k / n comes out exactly.
  if (std::adjacent_find(weights.begin(), weights.end(), std::not_equal_to<>()) == weights.end()) {
    std::fill(weights.begin(), weights.end(), 1.0);
  }
  // Summed from both ends, so that either tail keeps its digits.
  const std::size_t count = values.size();
  std::vector<long double> left(count);
  std::vector<long double> right(count);
  long double sum = 0;
  for (std::size_t k = 0; k < count; ++k) {
    sum += weights[k];
    left[k] = sum;
  }
  total = static_cast<double>(sum);
  sum = 0;
  for (std::size_t k = count; k-- > 0;) {
    right[k] = sum;
    sum += weights[k];
  }
  for (std::size_t k = 0; k < count; ++k) {
    up_to.push_back(static_cast<double>(left[k] / left.back()));
    beyond.push_back(static_cast<double>(right[k] / left.back()));
  }
}

// Last atom that is not greater than x.
std::size_t AtomsSection::last_at(double x) const {
  const auto after = std::upper_bound(values.begin() + 1, values.end(), x);
  return static_cast<std::size_t>(after - values.begin()) - 1;
}
double AtomsSection::density(double x) const {
  const std::size_t k = last_at(x);
  return values[k] == x ? weights[k] / total : 0;
}
double AtomsSection::below(double x) const {
  return up_to[last_at(x)];
}
double AtomsSection::above(double x) const {
  return beyond[last_at(x)];
}
double AtomsSection::quantile(double p) const {
  const auto found = std::lower_bound(up_to.begin(), up_to.end() - 1, p);
  return values[static_cast<std::size_t>(found - up_to.begin())];
}
double AtomsSection::quantile_upper(double q) const {
  const auto found =
      std::partition_point(beyond.begin(), beyond.end() - 1, [q](double tail) { return tail > q; });
  return values[static_cast<std::size_t>(found - beyond.begin())];
}
double AtomsSection::mean() const {
  const double origin = values.front();
  long double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    sum += static_cast<long double>(weights[k]) * (values[k] - origin);
  }
  return origin + static_cast<double>(sum / total);
}
double AtomsSection::variance() const {
  const double center = mean();
  long double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    sum += static_cast<long double>(weights[k]) * (values[k] - center) * (values[k] - center);
  }
  return static_cast<double>(sum / total);
}

}  // namespace uq::detail
