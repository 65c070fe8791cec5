#include "uq/sensitivity/sobol_convergence.hpp"

#include "uq/propagation/intervals.hpp"
#include "uq/propagation/moments.hpp"
#include "uq/sensitivity/sobol_intervals_detail.hpp"
#include "uq/sensitivity/sobol_products_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::sensitivity {
namespace {

using detail::ProductLayout;
using propagation::Interval;

// Whole rows of y, empty when all are; false when too few remain.
bool whole_rows(MatrixRef y, std::vector<Index>& rows) {
  CompleteRows complete = complete_rows(y);
  const bool enough =
      static_cast<Index>(complete.rows.size()) >= std::min(detail::least_rows, y.rows());
  rows = complete.all() ? std::vector<Index>{} : std::move(complete.rows);
  return enough;
}

// Figures of the first m rows of each replicate and their intervals; empty where there are none.
struct Checkpoint {
  Vector figures;
  std::vector<Interval> intervals;
};

Checkpoint of_rows(MatrixRef y, const ProductLayout& layout, double level) {
  std::vector<Index> rows;
  if (!whole_rows(y, rows)) {
    return {};
  }
  const auto blocks = detail::centre(y, rows);
  if (detail::is_constant(blocks)) {
    return {};
  }
  Checkpoint all{detail::figures(blocks, layout), {}};
  const auto influence = detail::influence({blocks}, layout).front();
  for (Index k = 0; k < all.figures.size(); ++k) {
    all.intervals.push_back(
        detail::asymptotic_interval(all.figures[k], detail::standard_error(influence, k), level));
  }
  return all;
}

Checkpoint of_replicates(
    const Matrix& y, Index replicates, Index m, const ProductLayout& layout, double level) {
  const Index size = y.rows() / replicates;
  std::vector<std::vector<double>> values(static_cast<std::size_t>(layout.figures()));
  for (Index r = 0; r < replicates; ++r) {
    std::vector<Index> rows;
    const MatrixRef own = y.middleRows(r * size, m);
    if (!whole_rows(own, rows)) {
      return {};
    }
    const auto blocks = detail::centre(own, rows);
    if (detail::is_constant(blocks)) {
      return {};
    }
    const Vector figures = detail::figures(blocks, layout);
    for (std::size_t k = 0; k < values.size(); ++k) {
      values[k].push_back(figures[static_cast<Index>(k)]);
    }
  }
  Checkpoint all{Vector(layout.figures()), {}};
  for (std::size_t k = 0; k < values.size(); ++k) {
    all.figures[static_cast<Index>(k)] = propagation::moments(values[k]).mean;
    all.intervals.push_back(detail::over_replicates(values[k], level, false, true));
  }
  return all;
}

}  // namespace

std::vector<double> checkpoints(const SaltelliDesign& design) {
  const Index size = design.n() / design.replicates;
  std::vector<double> rows;
  for (const Index part : {8, 4, 2, 1}) {
    if (part == 1 || size / part >= detail::least_rows) {
      rows.push_back(static_cast<double>(size / part * design.replicates));
    }
  }
  return rows;
}

SobolConvergence sobol_convergence(const SaltelliDesign& design,
                                   const std::vector<Matrix>& y,
                                   const SobolOptions& options,
                                   const SobolIndices& indices) {
  ProductLayout layout = detail::layout(design, options);
  layout.second_order = false;  // S2 has no record
  const Index f = layout.factors;
  SobolConvergence out;
  out.rows = checkpoints(design);
  const auto c = static_cast<Index>(out.rows.size());
  const auto q = static_cast<Index>(y.size());
  out.S1 = out.ST = NdArray({q, f, c});
  out.S1_ci = out.ST_ci = NdArray({q, f, c, 2});
  const auto put = [&](NdArray& value, NdArray& ci, Index place, double v, const Interval& i) {
    value.data[static_cast<std::size_t>(place)] = v;
    ci.data[static_cast<std::size_t>(2 * place)] = i.lower;
    ci.data[static_cast<std::size_t>(2 * place + 1)] = i.upper;
  };
  for (Index o = 0; o < q; ++o) {
    if (!indices.undefined[static_cast<std::size_t>(o)].empty()) {
      continue;
    }
    const Matrix& values = y[static_cast<std::size_t>(o)];
    for (Index k = 0; k < c; ++k) {
      const auto m = static_cast<Index>(out.rows[static_cast<std::size_t>(k)]) / design.replicates;
      const Checkpoint at =
          design.replicates == 1
              ? of_rows(values.topRows(m), layout, options.confidence)
              : of_replicates(values, design.replicates, m, layout, options.confidence);
      for (Index i = 0; at.figures.size() > 0 && i < f; ++i) {
        const bool dead = indices.dead.at({o, i}) == 1;
        const Index place = (o * f + i) * c + k;
        const auto write = [&](NdArray& value, NdArray& ci, Index figure) {
          put(value,
              ci,
              place,
              dead ? 0 : at.figures[figure],
              dead ? Interval{0, 0} : at.intervals[static_cast<std::size_t>(figure)]);
        };
        write(out.S1, out.S1_ci, layout.S1(i));
        write(out.ST, out.ST_ci, layout.ST(i));
      }
    }
  }
  return out;
}

}  // namespace uq::sensitivity
