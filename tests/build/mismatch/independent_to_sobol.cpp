// expect: SaltelliDesign.*IndependentDesign|IndependentDesign.*SaltelliDesign
#include "uq/sensitivity/sobol.hpp"

uq::sensitivity::SobolIndices indices(const uq::IndependentDesign& design,
                                      const std::vector<uq::Matrix>& y) {
  return uq::sensitivity::sobol(design, y, {}, uq::Seed{1});
}
