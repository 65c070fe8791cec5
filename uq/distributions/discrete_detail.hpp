#pragma once

#include "uq/distributions/distribution.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

/// Sections of the discrete laws: steps at atoms. P(X <= v_k) of n equally likely atoms is the
/// double nearest k / n, and a quantile is the first atom whose own P(X <= v_k) reaches p, so that
/// quantile(cdf(v)) = v. The bounds are the first and the last atom, so x may be either.
namespace uq::detail {

/// Every integer of [lo, hi]. @cost constant.
struct IntegerSection {
  double lo, hi;
  double count;  ///< hi - lo + 1

  explicit IntegerSection(const Integer& law) : lo(law.lo), hi(law.hi), count(hi - lo + 1) {}
  std::array<double, 2> bounds() const { return {lo, hi}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const { return lo + 0.5 * (hi - lo); }
  double variance() const { return (count - 1) * (count + 1) / 12; }
};

/// A sorted sample, looked at in place: the law must outlive the section. @cost logarithmic for
/// probabilities, constant for quantiles, linear for moments.
struct EmpiricalSection {
  std::span<const double> values;

  explicit EmpiricalSection(const Empirical& law) : values(law.values) {}
  std::array<double, 2> bounds() const { return {values.front(), values.back()}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const;
  double variance() const;

 private:
  double count() const { return static_cast<double>(values.size()); }
};

/// Weighted atoms; those without weight are left out. @cost linear to make, then logarithmic.
struct AtomsSection {
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<double> up_to;   ///< P(X <= values[k])
  std::vector<double> beyond;  ///< P(X > values[k])
  double total;

  explicit AtomsSection(const Discrete&);
  std::array<double, 2> bounds() const { return {values.front(), values.back()}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const;
  double variance() const;

 private:
  std::size_t last_at(double x) const;
};

}  // namespace uq::detail
