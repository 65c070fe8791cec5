// compiles: each estimator with the design it is written for, as the other files here are but for
// one word.
#include "uq/propagation/propagate.hpp"
#include "uq/sensitivity/sobol.hpp"

uq::sensitivity::SobolIndices indices(const uq::SaltelliDesign& design,
                                      const std::vector<uq::Matrix>& y) {
  return uq::sensitivity::sobol(design, y, {}, uq::Seed{1});
}

uq::propagation::Bands bands(const uq::IndependentDesign& design,
                             const std::vector<std::vector<uq::Vector>>& y) {
  return uq::propagation::bands(design, y, {}, {});
}
