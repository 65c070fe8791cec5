#include "studies/rows/finish.hpp"

#include "studies/rows/samples.hpp"

#include <algorithm>

namespace uq::studies {

void finish(AnalysisResult& out,
            Dataset& dataset,
            const Evaluations& evaluations,
            const NdArray& lost_share,
            const MissingPolicy& policy) {
  out.evaluations = static_cast<Index>(evaluations.status.size());
  out.failures = static_cast<Index>(out.evaluations -
                                    evaluations.counts[static_cast<std::size_t>(RowStatus::ok)]);
  if (const std::string summary = failure_summary(evaluations); !summary.empty()) {
    out.warnings.push_back({"W030", summary});
  }
  out.withheld = is_withheld(lost_share, policy);
  add_failures(dataset, evaluations.failures);
}

bool is_withheld(const NdArray& lost_share, const MissingPolicy& policy) {
  return std::any_of(lost_share.data.begin(), lost_share.data.end(), [&](double share) {
    return share > policy.budget;
  });
}

void warn_of_dead_inputs(AnalysisResult& out, const Problem& problem, const NdArray& dead) {
  for (std::size_t k = 0; k < problem.outputs.size(); ++k) {
    std::string names;
    for (Index i = 0; i < problem.dims(); ++i) {
      if (dead.at({static_cast<Index>(k), i}) == 1) {
        names +=
            (names.empty() ? "`" : ", `") + problem.inputs[static_cast<std::size_t>(i)].name + "`";
      }
    }
    if (!names.empty()) {
      const OutputVariable& output =
          problem.model.outputs()[static_cast<std::size_t>(problem.outputs[k])];
      out.warnings.push_back(
          {"W020", "dead for `" + output.name + "`, changing no bit of it: " + names});
    }
  }
}

}  // namespace uq::studies
