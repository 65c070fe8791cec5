#include "uq/sensitivity/ranking.hpp"
#include "uq/sensitivity/sobol_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::sensitivity::detail {
namespace {

using propagation::Interval;

void put(NdArray& values, NdArray& cis, Index place, double value, const Interval& ci) {
  values.data[static_cast<std::size_t>(place)] = value;
  cis.data[static_cast<std::size_t>(2 * place)] = ci.lower;
  cis.data[static_cast<std::size_t>(2 * place + 1)] = ci.upper;
}

}  // namespace

void zero_dead(Eigen::Ref<Vector> figures, const SobolTask& task, Index output) {
  const ProductLayout& layout = task.layout;
  for (Index i = 0; i < layout.factors; ++i) {
    if (!task.is_dead(output, i)) {
      continue;
    }
    figures[layout.S1(i)] = figures[layout.ST(i)] = 0;
    for (Index j = 0; layout.second_order && j < layout.factors; ++j) {
      if (j != i) {
        figures[layout.S2(layout.pair(std::min(i, j), std::max(i, j)))] = 0;
      }
    }
  }
}

void refuse(const SobolTask& task, Index output, double mean, const std::string& reason) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  put(task.result.mean, task.result.mean_ci, output, mean, {none, none});
  task.result.undefined[static_cast<std::size_t>(output)] = reason;
}

void confine(Vector& figures,
             std::vector<Interval>& intervals,
             const SobolTask& task,
             Index output) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const auto beyond = [](double bound) {
    return std::isinf(bound) || std::fpclassify(bound) == FP_SUBNORMAL;
  };
  for (std::size_t k = 0; k < 2; ++k) {
    double& value = figures[static_cast<Index>(k)];
    Interval& interval = intervals[k];
    // A variance of 0 has been refused, and a mean is within the values: these only have lost both
    // ends of their interval.
    const bool lost = k == 1 && !propagation::is_in_range(value);
    if (lost || beyond(interval.lower) || beyond(interval.upper)) {
      value = lost ? none : value;
      interval = {none, none};
      task.result.moments_undefined[static_cast<std::size_t>(output)] = propagation::out_of_range;
    }
  }
}

void write(const SobolTask& task,
           Index output,
           const Vector& figures,
           const std::vector<Interval>& intervals) {
  const ProductLayout& layout = task.layout;
  SobolIndices& out = task.result;
  const auto at = [&](NdArray& values, NdArray& cis, Index place, Index figure) {
    put(values, cis, place, figures[figure], intervals[static_cast<std::size_t>(figure)]);
  };
  at(out.mean, out.mean_ci, output, 0);
  at(out.variance, out.variance_ci, output, 1);
  for (Index i = 0; i < layout.factors; ++i) {
    at(out.S1, out.S1_ci, output * layout.factors + i, layout.S1(i));
    at(out.ST, out.ST_ci, output * layout.factors + i, layout.ST(i));
    for (Index j = i + 1; layout.second_order && j < layout.factors; ++j) {
      at(out.S2,
         out.S2_ci,
         (output * layout.factors + i) * layout.factors + j,
         layout.S2(layout.pair(i, j)));
    }
  }
}

void Gaps::add(const Vector& figures, const std::vector<Interval>& cis, bool out_of_range) {
  for (std::size_t k = 0; k < cis.size(); ++k) {
    if (k < 2 && out_of_range) {
      continue;  // said where the moments are
    }
    const bool missing = std::isnan(figures[static_cast<Index>(k)]);
    values = values || missing;
    intervals = intervals || (!missing && std::isnan(cis[k].lower));
  }
}

void warn_of_values(const SobolTask& task, const Gaps& gaps) {
  if (gaps.values) {
    task.result.warnings.push_back(
        {"W082",
         "an index has no value: its formula divides by the variance of a block of evaluations "
         "that does not vary; `saltelli2010` and `jansen` divide by the variance of A and B"});
  }
}

bool order_is_known(const SobolTask& task, const std::vector<Interval>& intervals) {
  const auto first = intervals.begin() + task.layout.ST(0);
  return !task.result.before.data.empty() &&
         std::none_of(first, first + task.layout.factors, [](const Interval& interval) {
           return std::isnan(interval.lower);
         });
}

void write_ranking(const SobolTask& task, Index output, const Vector& totals, MatrixRef draws) {
  SobolIndices& out = task.result;
  const Index factors = task.layout.factors;
  const Ranking ranking = rank(
      totals, draws, Vector::Constant(draws.cols(), task.options.epsilon), task.options.confidence);
  for (Index i = 0; i < factors; ++i) {
    const auto place = static_cast<std::size_t>(output * factors + i);
    out.below.data[place] = ranking.below[i];
    for (Index j = 0; j < factors; ++j) {
      out.before.data[place * static_cast<std::size_t>(factors) + static_cast<std::size_t>(j)] =
          ranking.before(i, j);
    }
  }
  if (ranking.draws > 0) {
    const auto q = static_cast<std::size_t>(output);
    out.stable_top.data[q] = static_cast<double>(ranking.stable_top);
    out.stable_top_share.data[q] = ranking.top[std::max(ranking.stable_top, Index{1}) - 1];
  }
}

void write_aggregated(const SobolTask& task,
                      const Vector& figures,
                      const std::vector<Interval>& intervals) {
  const ProductLayout& layout = task.layout;
  SobolIndices& out = task.result;
  for (Index i = 0; i < layout.factors; ++i) {
    const Index first = layout.S1(i);
    const Index total = layout.ST(i);
    put(out.S1_aggregated,
        out.S1_aggregated_ci,
        i,
        figures[first],
        intervals[static_cast<std::size_t>(first)]);
    put(out.ST_aggregated,
        out.ST_aggregated_ci,
        i,
        figures[total],
        intervals[static_cast<std::size_t>(total)]);
  }
}

}  // namespace uq::sensitivity::detail
