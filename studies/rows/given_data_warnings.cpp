#include "studies/rows/given_data_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

using sensitivity::GivenData;
using sensitivity::RegressionFault;

/// Below it a linear model misses so much that its coefficients rank nothing.
/// @source Saltelli, Chan, Scott (2000), "Sensitivity Analysis", section 2.3: 0.7.
constexpr double little = 0.7;
/// A correlation that is named: certain at 4 standard errors, and not negligible.
constexpr double certain = 4;
constexpr double notable = 0.1;

std::string output_name(const Problem& problem, std::size_t k) {
  return problem.model.outputs()[static_cast<std::size_t>(problem.outputs[k])].name;
}

std::string input_names(const Problem& problem, const std::vector<Index>& inputs) {
  std::string text;
  for (const Index input : inputs) {
    text +=
        (text.empty() ? "`" : ", `") + problem.inputs[static_cast<std::size_t>(input)].name + "`";
  }
  return text;
}

std::string fault_text(const RegressionFault& fault, const Problem& problem, double rows) {
  if (fault.few_rows) {
    return fmt::format("{:.0f} rows, a regression on {} inputs needs {}",
                       rows,
                       problem.dims(),
                       problem.dims() + 2);
  }
  if (!fault.constant.empty()) {
    return fmt::format("{} {} not vary",
                       input_names(problem, fault.constant),
                       fault.constant.size() == 1 ? "does" : "do");
  }
  return fault.collinear.empty() ? ""
                                 : fmt::format("{} {} linear in the inputs before",
                                               input_names(problem, fault.collinear),
                                               fault.collinear.size() == 1 ? "is" : "are");
}

void warn_of_rows(const GivenData& result, std::size_t k, const Problem& problem, Warnings& out) {
  const double lost = result.lost_share.data[k];
  if (!(lost > 0)) {
    return;
  }
  const std::string share =
      fmt::format("`{}`: {:.3g} % of the rows are incomplete", output_name(problem, k), 100 * lost);
  if (std::isnan(result.S1.data[k * static_cast<std::size_t>(problem.dims())]) &&
      !result.undefined[k].empty()) {
    out.push_back(
        {"W095",
         fmt::format("{} and its results are withheld; budget = {:.2g} in [failures] lets "
                     "the others stand",
                     share,
                     std::min(std::ceil(lost * 100) / 100, 0.99))});
  } else {
    out.push_back({"W097", share + " and left out: the results are those of the others"});
  }
}

void warn_of_regression(const GivenData& result,
                        std::size_t k,
                        const Problem& problem,
                        Warnings& out) {
  const std::string name = output_name(problem, k);
  const std::string fault = fault_text(result.regression_fault[k], problem, result.rows.data[k]);
  if (!fault.empty()) {
    out.push_back({"W094", fmt::format("`{}` has no regression coefficients: {}", name, fault)});
  } else if (result.R2.data[k] < little) {
    const double ranks = result.R2_rank.data[k];
    out.push_back(
        {"W093",
         fmt::format("a linear model explains {:.0f} % of the variance of `{}`, so SRC and "
                     "PCC rank little; one of ranks {:.0f} %, so SRRC and PRCC {}",
                     100 * result.R2.data[k],
                     name,
                     100 * ranks,
                     ranks < little ? "neither" : "do")});
  }
}

void warn_of_inputs(const GivenData& result, const Problem& problem, Warnings& out) {
  const Index d = problem.dims();
  std::vector<Index> fixed;
  std::string pairs;
  const double rows = *std::max_element(result.rows.data.begin(), result.rows.data.end());
  for (Index i = 0; i < d; ++i) {
    if (std::isnan(result.correlation.data[static_cast<std::size_t>(i * d + i)])) {
      fixed.push_back(i);
    }
    for (Index j = i + 1; j < d; ++j) {
      const double r = result.correlation.data[static_cast<std::size_t>(i * d + j)];
      if (std::abs(r) > notable && std::abs(r) * std::sqrt(rows - 1) > certain) {
        pairs += fmt::format("{}`{}` and `{}` ({:.2f})",
                             pairs.empty() ? "" : ", ",
                             problem.inputs[static_cast<std::size_t>(i)].name,
                             problem.inputs[static_cast<std::size_t>(j)].name,
                             r);
      }
    }
  }
  if (!pairs.empty()) {
    out.push_back(
        {"W091",
         "correlated inputs: " + pairs +
             "; S1 of an input includes what it carries of the others, so they may sum to "
             "more than 1"});
  }
  if (!fixed.empty() && rows >= 2) {
    out.push_back({"W096", "without variation in the sample: " + input_names(problem, fixed)});
  }
}

}  // namespace

std::vector<std::string> regression_faults(const GivenData& result, const Problem& problem) {
  std::vector<std::string> faults;
  for (std::size_t k = 0; k < result.regression_fault.size(); ++k) {
    faults.push_back(result.undefined[k].empty()
                         ? fault_text(result.regression_fault[k], problem, result.rows.data[k])
                         : result.undefined[k]);
  }
  return faults;
}

Warnings given_data_warnings(const GivenData& result,
                             const Problem& problem,
                             const Sample& sample,
                             bool regression) {
  Warnings out;
  if (sample.kind == PointKind::sobol || sample.kind == PointKind::halton) {
    out.push_back(
        {"W090",
         "the points are a low-discrepancy sequence, whose neighbours are no random ones: "
         "S1 is binned, not rank-based, and its intervals are wider than they need be"});
  }
  warn_of_inputs(result, problem, out);
  for (std::size_t k = 0; k < problem.outputs.size(); ++k) {
    warn_of_rows(result, k, problem, out);
    if (regression && result.undefined[k].empty()) {
      warn_of_regression(result, k, problem, out);
    }
  }
  return out;
}

}  // namespace uq::studies
