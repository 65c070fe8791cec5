#pragma once

#include "uq/distributions/kernels_detail.hpp"

#include <array>

namespace uq::detail {

/// A kernel's law conditioned on [lo, hi] (Eq. 1, 11-14).
template <class Kernel>
struct Conditioned {
  Kernel kernel;
  double lo, hi;
  double below_lo;  ///< P(X <= lo) of the whole law
  double above_hi;  ///< P(X > hi) of the whole law
  double mass;      ///< P(lo < X <= hi) of the whole law
  bool narrow;      ///< the difference of two tails does not give the mass: it is an integral

  Conditioned(const Kernel& law, double lower, double upper);
  std::array<double, 2> bounds() const { return {lo, hi}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const { return moments().mean; }
  double variance() const { return moments().variance; }

 private:
  struct Mass {
    double value;
    bool integral;
  };
  Mass between(double a, double b) const;
  double weight_integral(double a, double s) const;
  double advance(double from, double side, double target) const;
  double reach(double origin, double side) const;
  Moments moments() const;
};

extern template struct Conditioned<BetaKernel>;
extern template struct Conditioned<GammaKernel>;
extern template struct Conditioned<WeibullKernel>;
extern template struct Conditioned<StudentKernel>;
extern template struct Conditioned<LogisticKernel>;
extern template struct Conditioned<ParetoKernel>;
extern template struct Conditioned<GumbelKernel>;

}  // namespace uq::detail
