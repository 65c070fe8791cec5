#include "studies/rows/heavy_tails.hpp"

#include "uq/core/parallel.hpp"
#include "uq/propagation/tail_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace uq::studies {

void warn_of_heavy_tails(AnalysisResult& out,
                         const Problem& problem,
                         Index settings,
                         const std::function<std::vector<double>(Index s, Index q)>& values) {
  const auto outputs = static_cast<Index>(problem.outputs.size());
  std::vector<propagation::TailIndex> tails(static_cast<std::size_t>(outputs * settings));
  parallel_for(outputs * settings, [&](Index cell) {
    std::vector<double> own = values(cell % settings, cell / settings);
    std::erase_if(own, [](double y) { return !std::isfinite(y); });
    tails[static_cast<std::size_t>(cell)] = propagation::tail_index(own);
  });
  for (Index q = 0; q < outputs; ++q) {
    const auto first = tails.begin() + q * settings;
    const auto heaviest = std::min_element(
        first, first + settings, [](const auto& a, const auto& b) { return a.upper < b.upper; });
    if (heaviest->has_no_variance()) {
      const OutputVariable& output =
          problem.model
              .outputs()[static_cast<std::size_t>(problem.outputs[static_cast<std::size_t>(q)])];
      out.warnings.push_back(
          {"W046",
           fmt::format("a tail of `{}` falls like a power with index {:.2g} (its {} furthest "
                       "values): it seems to have no {}; trust quantiles, not {}",
                       output.name,
                       heaviest->index,
                       heaviest->values,
                       heaviest->upper < 1 ? "mean" : "variance",
                       heaviest->upper < 1 ? "moments or indices" : "its sd or indices")});
    }
  }
}

}  // namespace uq::studies
