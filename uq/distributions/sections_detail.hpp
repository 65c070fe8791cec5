#pragma once

#include "uq/distributions/conditioned_detail.hpp"
#include "uq/distributions/discrete_detail.hpp"
#include "uq/distributions/distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <variant>
#include <vector>

/// Laws with their truncation worked in: six shapes cover the first seven families, `Conditioned`
/// the other smooth ones, three more the discrete ones. Each offers the same functions, for x
/// inside its bounds and p, q in (0, 1); the equations are in docs/methods/distributions.md.
namespace uq::detail {

/// Uniform on [lo, hi]; a truncated uniform law is uniform.
struct Flat {
  double lo, hi;

  std::array<double, 2> bounds() const { return {lo, hi}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const { return std::min(lo + p * (hi - lo), hi); }
  double quantile_upper(double q) const;
  double mean() const;
  double variance() const;
};

/// ln x uniform on [ln lo, ln hi]; a truncated log-uniform law is log-uniform.
struct LogFlat {
  double lo, hi;
  double log_ratio;  ///< ln(hi / lo)

  LogFlat(double lo, double hi);
  std::array<double, 2> bounds() const { return {lo, hi}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const;
  double variance() const;
};

/// Exponential law from `lo` on, up to lo + mean * width: memoryless, so truncation from below
/// shifts.
struct ExponentialSection {
  double scale, lo, hi;
  double width;  ///< (hi - lo) / scale, may be infinite

  ExponentialSection(double scale, double lo, double hi);
  std::array<double, 2> bounds() const { return {lo, hi}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const;
  double variance() const;
};

/// Standard normal law conditioned on [alpha, beta].
struct StandardSection {
  double alpha, beta;
  double mass;         ///< P(alpha < Z <= beta)
  double below_alpha;  ///< P(Z <= alpha)
  double above_beta;   ///< P(Z > beta)

  StandardSection(double alpha, double beta);
  double quantile(double p) const;
  double quantile_upper(double q) const;
  void quantiles(std::span<const double> u, std::span<double> z) const;
};

struct NormalSection {
  double center, scale, lo, hi;
  StandardSection z;

  double from_standard(double value) const { return std::clamp(center + scale * value, lo, hi); }
  NormalSection(const Normal&, double lo, double hi);
  std::array<double, 2> bounds() const { return {lo, hi}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const;
  double variance() const;
};

struct LognormalSection {
  double center, scale, lo, hi;
  StandardSection z;

  double from_standard(double value) const {
    return std::clamp(std::exp(center + scale * value), lo, hi);
  }
  LognormalSection(const Lognormal&, double lo, double hi);
  std::array<double, 2> bounds() const { return {lo, hi}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const;
  double variance() const;
};

/// One piece of a piecewise linear density, from height f0 at x0 to f1 at x1 (not normalised).
struct Ramp {
  double x0, x1, f0, f1;

  double width() const { return x1 - x0; }
};

/// Piecewise linear density: triangular laws (two pieces) and histograms (one per bin). Heights and
/// widths are measured in powers of two of their size, exactly, so that no product underflows.
struct Ramps {
  std::vector<Ramp> pieces;
  double unit;                ///< of widths
  std::vector<double> left;   ///< mass left of piece k
  std::vector<double> right;  ///< mass right of piece k
  double total;

  explicit Ramps(std::vector<Ramp> ramps);
  std::array<double, 2> bounds() const { return {pieces.front().x0, pieces.back().x1}; }
  double density(double x) const;
  double below(double x) const;
  double above(double x) const;
  double quantile(double p) const;
  double quantile_upper(double q) const;
  double mean() const;
  double variance() const;

 private:
  double mass(const Ramp&) const;
  double point(const Ramp&, double below, double above) const;
  std::size_t piece_at(double x) const;
};

using Section = std::variant<Flat,
                             LogFlat,
                             NormalSection,
                             LognormalSection,
                             ExponentialSection,
                             Ramps,
                             Conditioned<BetaKernel>,
                             Conditioned<GammaKernel>,
                             Conditioned<WeibullKernel>,
                             Conditioned<StudentKernel>,
                             Conditioned<LogisticKernel>,
                             Conditioned<ParetoKernel>,
                             Conditioned<GumbelKernel>,
                             IntegerSection,
                             AtomsSection,
                             EmpiricalSection>;

/// The law conditioned on its truncation. It may look at the distribution's own values, so that
/// must outlive it.
Section section(const Distribution&);

/// P(alpha < Z <= beta) of a standard normal Z, with full relative accuracy for narrow intervals
/// and far tails.
double normal_mass(double alpha, double beta);

/// z with P(Z <= z) = p. @source Wichura (1988), Algorithm AS 241 (PPND16), Appl. Statist. 37.
double normal_quantile(double p);

}  // namespace uq::detail
