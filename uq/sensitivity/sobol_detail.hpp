#pragma once

#include "uq/propagation/intervals.hpp"
#include "uq/sensitivity/sobol.hpp"
#include "uq/sensitivity/sobol_products_detail.hpp"

#include <span>
#include <string>
#include <vector>

namespace uq::sensitivity::detail {

/// What the two kinds of interval share: what is asked, and where results go.
struct SobolTask {
  const SaltelliDesign& design;
  const std::vector<Matrix>& y;
  const SobolOptions& options;
  ProductLayout layout;
  std::vector<Index> outputs;            ///< those that have enough whole rows
  std::vector<std::vector<Index>> kept;  ///< (q): their whole rows; empty where all are
  SobolIndices& result;

  const Matrix& values(Index output) const { return y[static_cast<std::size_t>(output)]; }
  std::span<const Index> rows(Index output) const { return kept[static_cast<std::size_t>(output)]; }
  bool is_dead(Index output, Index factor) const {
    return result.dead.data[static_cast<std::size_t>(output * layout.factors + factor)] == 1;
  }
};

/// Sets the indices of factors that change no bit to the zero they are: not every formula gives it.
void zero_dead(Eigen::Ref<Vector> figures, const SobolTask&, Index output);

/// An output that does not vary keeps its mean; it has no indices, and 0 would be a lie.
void refuse(const SobolTask&, Index output, double mean, const std::string& reason);

/// Takes a variance that is beyond the range of doubles, and intervals with such ends, for what
/// they are: none, and `moments_undefined` says why.
void confine(Vector& figures,
             std::vector<propagation::Interval>& intervals,
             const SobolTask&,
             Index output);

inline bool is_out_of_range(const SobolTask& task, Index output) {
  return !task.result.moments_undefined[static_cast<std::size_t>(output)].empty();
}

/// Writes the figures of one output, in the order of `ProductLayout`, with their intervals.
void write(const SobolTask&,
           Index output,
           const Vector& figures,
           const std::vector<propagation::Interval>& intervals);

/// The same for the figures of all outputs together, of which only S1 and ST have a meaning.
void write_aggregated(const SobolTask&,
                      const Vector& figures,
                      const std::vector<propagation::Interval>& intervals);

/// What some outputs lack.
struct Gaps {
  bool values = false;     ///< indices
  bool intervals = false;  ///< intervals of figures that have a value

  /// @param out_of_range mean or variance is beyond the range of doubles, which is said elsewhere
  void add(const Vector& figures,
           const std::vector<propagation::Interval>& intervals,
           bool out_of_range = false);
};

/// W082 where indices have no value.
void warn_of_values(const SobolTask&, const Gaps&);

/// Whether the order of an output's factors is to be judged: every ST has an interval. Draws that
/// cannot tell how far ST may be off cannot tell the order either.
bool order_is_known(const SobolTask&, const std::vector<propagation::Interval>& intervals);

/// Writes how sure the order of one output's factors by ST is.
/// @param totals (f) ST  @param draws (f, B) of them: resamples, or draws of the mean of replicates
void write_ranking(const SobolTask&, Index output, const Vector& totals, MatrixRef draws);

/// Why there are no indices of all outputs together where at most one has any.
inline constexpr const char* too_few_outputs = "fewer than two outputs have indices";

/// Writes all figures of a design without replicates.
void estimate_rows(const SobolTask&, Seed);

/// Writes all figures of a design with replicates.
void estimate_replicates(const SobolTask&, Seed);

}  // namespace uq::sensitivity::detail
