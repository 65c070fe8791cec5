#include "studies/rows/designed.hpp"

namespace uq::studies {

std::string flagged_inputs(const Problem& problem, const NdArray& flags, Index output) {
  std::string names;
  for (Index i = 0; i < problem.dims(); ++i) {
    if (flags.at({output, i}) == 1) {
      names +=
          (names.empty() ? "`" : ", `") + problem.inputs[static_cast<std::size_t>(i)].name + "`";
    }
  }
  return names;
}

}  // namespace uq::studies
