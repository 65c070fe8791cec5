#pragma once

#include "uq/core/seed.hpp"
#include "uq/core/types.hpp"
#include "uq/propagation/intervals.hpp"
#include "uq/sensitivity/morris.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace uq::sensitivity::detail {

/// The effects of one output, those of a group absolute, in a unit of their own, so that squares
/// neither over- nor underflow (contract C4).
struct ScaledEffects {
  Matrix values;      ///< (r, g): NaN where a group did not move
  double unit = 1;    ///< of the values, in units of the outputs: powers of two at most the largest
  double y_unit = 1;  ///< of the outputs

  /// In the unit of the output, which may be beyond the range of a double: see `is_in_range`.
  double physical(double value) const { return value * unit * y_unit; }
};

/// @throws InvalidArgument when outputs of that shape do not fit the design.
void check_outputs(const MorrisDesign& design, Index rows, Index columns);

/// Effects of one output in these trajectories. @source docs/methods/morris.md Eq. 1.
ScaledEffects scaled_effects(const MorrisDesign& design,
                             MatrixRef y,
                             const std::vector<Index>& rows);

/// Statistics of the resamples of one output: row i of each belongs to group i.
struct EffectResamples {
  Matrix mu, mu_star, sigma;  ///< (g, resamples)
};

/// Mean, mean absolute value and standard deviation of the effects of each resample of whole
/// trajectories. sigma is multiplied by sqrt(n / (n - 1)), which undoes the loss of spread that
/// resampling n values brings. NaN where a resample holds no effect (for sigma, fewer than two).
/// @source docs/methods/morris.md Eq. 6.
EffectResamples resample_effects(const Matrix& effects, Index resamples, Seed seed);

/// Resamples a kernel call works on, and columns it takes at a time: `width` is a multiple of it.
inline constexpr Index product_tile = 32;
inline constexpr Index product_columns = 32;

/// Code for one kind of processor; all kernels give the same bits, for each sum runs over the rows
/// one after another.
struct ProductKernel {
  std::string_view name;
  /// sums(b, c) += sum over rows k of counts(k, b) products(k, c), all row-major: (product_tile,
  /// width), (rows, product_tile), (rows, width).
  void (*add)(const double* counts, const double* products, Index rows, Index width, double* sums);
};

/// Kernels this processor can run, the fastest first.
std::span<const ProductKernel> product_kernels();

/// Probability below the lower end of the percentile interval that a t law of n - 1 degrees of
/// freedom asks for. @source Hesterberg (2015), Am. Stat. 69, section 5.3; docs/methods/morris.md
/// Eq. 7.
double expanded_tail(Index n, double level);

/// Percentile interval with this probability beyond either end; none when a value is NaN. Reorders
/// `values`.
propagation::Interval percentile_interval(std::span<double> values, double tail);

/// What intervals of n effects have in common. The median's ends are order statistics: exact for
/// any law of the effects, and free of resampling. Where even the extremes do not enclose the
/// median with the level, resampling cannot show what the effects have not, and no figure has an
/// interval.
struct IntervalRule {
  Index n;
  double level;
  bool sampled;   ///< of effects that were drawn, not chosen
  bool of_sigma;  ///< not of radial steps: small ones make effects whose square may have no mean
  double tail = expanded_tail(n, level);
  std::optional<propagation::Ranks> median = propagation::order_statistic_ranks(n, 0.5, level);

  bool exists() const { return sampled && median.has_value(); }
};

/// The place of one output in a result.
struct MorrisPlace {
  MorrisEffects& result;
  Index output;
  Index groups;

  Index of(Index group) const { return output * groups + group; }
};

/// Writes all figures of one group of one output. @param rule of effects without gaps
void write_group(const MorrisPlace& out,
                 const ScaledEffects& effects,
                 EffectResamples& resamples,
                 Index group,
                 bool is_signed,
                 const IntervalRule& rule);

/// Writes how sure the order of one output is; nothing where a mu_star has no interval, for no
/// order is surer than what it orders. @param mu_star resampled, in the unit of `effects`
void write_ranking(const MorrisPlace& out,
                   const ScaledEffects& effects,
                   const Matrix& mu_star,
                   const MorrisOptions& options);

}  // namespace uq::sensitivity::detail
