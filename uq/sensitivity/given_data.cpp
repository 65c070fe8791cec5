#include "uq/sensitivity/given_data.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/moments.hpp"
#include "uq/sensitivity/conditional_mean_detail.hpp"
#include "uq/sensitivity/order_detail.hpp"
#include "uq/sensitivity/regression_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

namespace uq::sensitivity {
namespace {

using detail::Explained;
using propagation::Interval;
using Order = std::vector<std::uint32_t>;

// Rows an estimate needs: with fewer, even its interval means nothing.
constexpr Index least_rows = 10;
// Rows that influences are taken from at most: they then know their variance to one per cent.
constexpr Index influence_rows = Index{1} << 16;

// Rows of the inputs that are used together, and the order of each input among them.
struct Rows {
  Matrix x;
  std::vector<Order> orders;
  std::vector<char> tied;  // per input: whether any two values are equal
  Matrix ranks;            // midranks
  detail::Subsamples subsamples;
};

std::shared_ptr<const Rows> sorted(Matrix x, const GivenDataOptions& options, Seed seed) {
  auto rows = std::make_shared<Rows>();
  rows->x = std::move(x);
  const auto d = static_cast<std::size_t>(rows->x.cols());
  const auto n = static_cast<std::size_t>(rows->x.rows());
  rows->orders.resize(d);
  rows->tied.assign(d, 0);
  rows->ranks.resize(rows->x.rows(), rows->x.cols());
  parallel_for(rows->x.cols(), [&](Index j) {
    const std::span<const double> column(rows->x.col(j).data(), n);
    Order order = detail::ascending(column);
    char tied = 0;
    for (std::size_t k = 1; k < n; ++k) {
      tied |= static_cast<char>(column[order[k]] == column[order[k - 1]]);
    }
    rows->tied[static_cast<std::size_t>(j)] = tied;
    rows->ranks.col(j) = detail::midranks(column, order);
    rows->orders[static_cast<std::size_t>(j)] = std::move(order);
  });
  if (n >= static_cast<std::size_t>(least_rows)) {
    rows->subsamples = detail::draw_subsamples(rows->x.rows(), options.subsamples, seed);
  }
  return rows;
}

// Every `stride`-th row of the columns, as a sample of its own.
Matrix thinned(const Matrix& x, Index count) {
  Matrix part(count, x.cols());
  for (Index k = 0; k < count; ++k) {
    part.row(k) = x.row(k * x.rows() / count);
  }
  return part;
}

// Writes the figures of one output into its places.
struct Writer {
  GivenData& result;
  Index output;
  Index inputs;

  static void put(NdArray& value, NdArray& ci, Index at, double v, Interval i) {
    value.data[static_cast<std::size_t>(at)] = v;
    ci.data[static_cast<std::size_t>(2 * at)] = i.lower;
    ci.data[static_cast<std::size_t>(2 * at + 1)] = i.upper;
  }
  Index cell(Index input) const { return output * inputs + input; }
};

// S1 of one output for every input (Eq. 1 to 5).
void explain(const Writer& out,
             const Rows& rows,
             const Vector& y,
             PointKind kind,
             const GivenDataOptions& options) {
  const bool sequence = kind == PointKind::sobol || kind == PointKind::halton;
  const double low = y.minCoeff();
  const auto map = propagation::scaling(low, low, y.maxCoeff());
  const auto n = static_cast<std::size_t>(y.size());
  const double t =
      propagation::student_t_quantile((1 + options.confidence) / 2, static_cast<double>(n - 1));
  parallel_for(out.inputs, [&](Index j) {
    const auto at = static_cast<std::size_t>(j);
    const Order& order = rows.orders[at];
    std::vector<double> v(n);
    for (std::size_t k = 0; k < n; ++k) {
      v[k] = map.scaled(y[order[k]]);
    }
    const auto column = rows.x.col(j);
    EstimatorUsed used = EstimatorUsed::none;
    Explained index{std::nan(""), std::nan("")};
    if (column[order.front()] != column[order.back()]) {
      const bool bins =
          sequence || rows.tied[at] != 0 || options.estimator == GivenEstimator::binned;
      if (bins) {
        std::vector<char> starts(n, 1);
        for (std::size_t k = 1; k < n; ++k) {
          starts[k] = static_cast<char>(column[order[k]] != column[order[k - 1]]);
        }
        index = detail::binned(v, detail::bin_ends(starts), !sequence);
        used = sequence ? EstimatorUsed::binned_uncorrected : EstimatorUsed::binned;
      } else {
        index = detail::rank_based(v, rows.subsamples);
        used = EstimatorUsed::rank;
      }
    }
    out.result.estimator_used.data[static_cast<std::size_t>(out.cell(j))] =
        static_cast<double>(used);
    const double half = t * index.standard_error;
    Writer::put(out.result.S1,
                out.result.S1_ci,
                out.cell(j),
                index.S1,
                {index.S1 - index.chance - half, index.S1 + half});
  });
}

// One regression, of the values or of their ranks, into its arrays.
void regress(const Writer& out,
             const Matrix& x,
             const Vector& y,
             bool ranks,
             const GivenDataOptions& options) {
  const Index d = out.inputs;
  RegressionFault& fault = out.result.regression_fault[static_cast<std::size_t>(out.output)];
  Matrix z = detail::standardised(x, y);
  const detail::Fit fit = detail::fit(z);
  if (!fit.sound()) {
    fault.constant = fit.constant;
    fault.collinear = fit.collinear;
    return;
  }
  const Index n = x.rows();
  if (n > influence_rows) {
    const Matrix part = thinned(x, influence_rows);
    const Vector part_y = thinned(y, influence_rows);
    z = ranks
            ? detail::standardised(detail::rank_columns(part), detail::rank_columns(part_y).col(0))
            : detail::standardised(part, part_y);
  }
  const detail::FitIntervals ci = detail::intervals(z, fit, n, ranks, options.confidence);
  GivenData& r = out.result;
  for (Index j = 0; j < d; ++j) {
    const auto at = static_cast<std::size_t>(j);
    Writer::put(
        ranks ? r.SRRC : r.SRC, ranks ? r.SRRC_ci : r.SRC_ci, out.cell(j), fit.SRC[j], ci.SRC[at]);
    Writer::put(
        ranks ? r.PRCC : r.PCC, ranks ? r.PRCC_ci : r.PCC_ci, out.cell(j), fit.PCC[j], ci.PCC[at]);
  }
  Writer::put(ranks ? r.R2_rank : r.R2, ranks ? r.R2_rank_ci : r.R2_ci, out.output, fit.R2, ci.R2);
}

// Whether an output varies beyond the rounding of a constant.
bool varies(const Vector& y) {
  constexpr double ulps = 8 * std::numeric_limits<double>::epsilon();
  const double low = y.minCoeff();
  const double high = y.maxCoeff();
  return high - low > ulps * std::max(std::abs(low), std::abs(high));
}

void analyse(const Writer& out,
             const Rows& rows,
             const Vector& y,
             PointKind kind,
             const GivenDataOptions& options) {
  explain(out, rows, y, kind, options);
  if (!options.regression) {
    return;
  }
  if (y.size() <= out.inputs + 1) {
    out.result.regression_fault[static_cast<std::size_t>(out.output)].few_rows = true;
    return;
  }
  regress(out, rows.x, y, false, options);
  if (out.result.regression_fault[static_cast<std::size_t>(out.output)].none()) {
    regress(out, rows.ranks, detail::rank_columns(y).col(0), true, options);
  }
}

GivenData empty_result(Index q, Index d) {
  const NdArray cells({q, d});
  const NdArray cell_bounds({q, d, 2});
  const NdArray figures({q});
  const NdArray figure_bounds({q, 2});
  const auto outputs = static_cast<std::size_t>(q);
  GivenData r;
  r.S1 = r.SRC = r.SRRC = r.PCC = r.PRCC = cells;
  r.S1_ci = r.SRC_ci = r.SRRC_ci = r.PCC_ci = r.PRCC_ci = cell_bounds;
  r.R2 = r.R2_rank = r.rows = r.lost_share = figures;
  r.R2_ci = r.R2_rank_ci = figure_bounds;
  r.estimator_used = NdArray({q, d}, 0);
  r.undefined.assign(outputs, "");
  r.regression_fault.resize(outputs);
  return r;
}

std::string ci_method_of(PointKind kind) {
  const char* method = "rank: subsampling; binned: asymptotic; regression: influence functions";
  return kind == PointKind::monte_carlo ? method : std::string(method) + "; conservative";
}

}  // namespace

GivenData given_data(MatrixRef x,
                     const std::vector<Vector>& y,
                     PointKind kind,
                     const GivenDataOptions& options,
                     Seed seed,
                     const MissingPolicy& missing) {
  expects(x.cols() > 0, "a sample without inputs");
  expects(x.rows() < (Index{1} << 32), "a sample of 2^32 rows or more");
  expects(options.confidence > 0 && options.confidence < 1,
          "confidence = " + std::to_string(options.confidence) + ", required is 0 < . < 1");
  expects(options.subsamples >= 2,
          "subsamples = " + std::to_string(options.subsamples) + ", required are two or more");
  for (const Vector& output : y) {
    expects(output.size() == x.rows(),
            "outputs of " + std::to_string(output.size()) + " rows, the inputs have " +
                std::to_string(x.rows()));
  }
  const auto q = static_cast<Index>(y.size());
  GivenData result = empty_result(q, x.cols());
  result.ci_method = ci_method_of(kind);
  const Seed stream = seed.child("given data");
  const std::vector<Index> whole = complete_rows(x).rows;
  std::shared_ptr<const Rows> rows = sorted(detail::rows_of(x, whole), options, stream);
  const Matrix correlation = detail::correlation_of_ranks(rows->ranks);
  result.correlation = NdArray({x.cols(), x.cols()});
  std::copy(correlation.data(),
            correlation.data() + correlation.size(),
            result.correlation.data.begin());  // symmetric
  std::vector<Index> of = whole;               // the rows that `rows` holds
  for (Index k = 0; k < q; ++k) {
    const auto at = static_cast<std::size_t>(k);
    CompleteRows complete{{}, x.rows()};
    std::copy_if(whole.begin(), whole.end(), std::back_inserter(complete.rows), [&](Index row) {
      return std::isfinite(y[at][row]);
    });
    result.rows.data[at] = static_cast<double>(complete.rows.size());
    result.lost_share.data[at] = complete.lost_share();
    result.undefined[at] = loss_fault(complete, missing, least_rows, "rows");
    if (!result.undefined[at].empty()) {
      continue;
    }
    if (complete.rows != of) {
      rows = sorted(detail::rows_of(x, complete.rows), options, stream);
      of = complete.rows;
    }
    const Vector values = detail::rows_of(y[at], complete.rows);
    if (!varies(values)) {
      result.undefined[at] = "the output does not vary beyond rounding";
      continue;
    }
    analyse({result, k, x.cols()}, *rows, values, kind, options);
  }
  return result;
}

}  // namespace uq::sensitivity
