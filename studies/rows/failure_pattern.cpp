#include "studies/rows/failure_pattern.hpp"

#include "uq/sensitivity/failure_dependence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace uq::studies {

namespace {

using sensitivity::FailureDependence;
using sensitivity::FailureSide;

/// Adjusted p-values below this are told: one false alarm in a hundred outputs.
constexpr double level = 0.01;

const char* where(FailureSide side) {
  switch (side) {
    case FailureSide::low:
      return "where it is small";
    case FailureSide::high:
      return "where it is large";
    case FailureSide::middle:
      return "in its middle";
    case FailureSide::ends:
      return "at its ends";
    case FailureSide::levels:
      break;
  }
  return "at some of its values";
}

/// One output that lost evaluations, at one setting of a sweep.
struct Loss {
  double share = 0;
  FailureDependence found = {};
  double least() const { return found.p_value.size() > 0 ? found.p_value.minCoeff() : 1; }
};

Loss loss(const Matrix& x, const Vector& y, const std::vector<bool>& unordered) {
  std::vector<bool> failed;
  for (Index k = 0; k < x.rows(); ++k) {
    failed.push_back(!std::isfinite(y[k]));
  }
  const auto lost = std::count(failed.begin(), failed.end(), true);
  if (lost == 0) {
    return {};
  }
  return {static_cast<double>(lost) / static_cast<double>(x.rows()),
          sensitivity::failure_dependence(x, failed, unordered)};
}

void warn(AnalysisResult& out,
          const Problem& problem,
          const std::string& output,
          const Loss& loss) {
  std::vector<std::string> inputs;
  for (Index i = 0; i < problem.dims(); ++i) {
    if (loss.found.p_value[i] < level) {
      inputs.push_back(fmt::format("`{}` ({}, p = {:.1g})",
                                   problem.inputs[static_cast<std::size_t>(i)].name,
                                   where(loss.found.side[static_cast<std::size_t>(i)]),
                                   loss.found.p_value[i]));
    }
  }
  out.warnings.push_back(
      {"W034",
       fmt::format("`{}` has no value in {:.3g} % of its evaluations, and that depends on {}: its "
                   "results describe the region that survives, not the whole law of the inputs",
                   output,
                   100 * loss.share,
                   fmt::join(inputs, ", "))});
}

std::vector<bool> unordered_inputs(const Problem& problem) {
  std::vector<bool> unordered;
  for (const UncertainInput& input : problem.inputs) {
    const InputKind kind = problem.model.inputs()[static_cast<std::size_t>(input.column)].kind;
    unordered.push_back(kind == InputKind::categorical || kind == InputKind::boolean);
  }
  return unordered;
}

}  // namespace

void add_failure_pattern(AnalysisResult& out,
                         Dataset& dataset,
                         AxisDimensions axes,
                         const Problem& problem,
                         const Matrix& x,
                         const std::vector<std::vector<Vector>>& y) {
  const std::vector<bool> unordered = unordered_inputs(problem);
  const auto settings = static_cast<Index>(y.size());
  const auto outputs = static_cast<Index>(problem.outputs.size());
  NdArray p({outputs, problem.dims(), settings});
  bool any = false;
  for (Index q = 0; q < outputs; ++q) {
    Loss clearest;
    for (Index s = 0; s < settings; ++s) {
      Loss here = loss(x, y[static_cast<std::size_t>(s)][static_cast<std::size_t>(q)], unordered);
      any = any || here.share > 0;
      for (Index i = 0; i < here.found.p_value.size(); ++i) {
        p.at({q, i, s}) = here.found.p_value[i];
      }
      if (here.least() < clearest.least()) {
        clearest = std::move(here);
      }
    }
    if (clearest.least() < level) {
      warn(out,
           problem,
           problem.model
               .outputs()[static_cast<std::size_t>(problem.outputs[static_cast<std::size_t>(q)])]
               .name,
           clearest);
    }
  }
  if (any) {
    axes.emplace(Axis::sweep, std::vector<Dimension>{});
    add_variable(dataset,
                 axes,
                 problem,
                 "failure_p",
                 "p-value of a rank test of whether failure depends on the input",
                 Unit::one,
                 std::array{Axis::output, Axis::input, Axis::sweep},
                 p);
  }
}

}  // namespace uq::studies
