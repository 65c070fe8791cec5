// expect: \bSeed\b
// No number turns into a seed unnoticed, and no seed has a default.
#include "uq/sensitivity/sobol.hpp"

uq::sensitivity::SobolIndices indices(const uq::SaltelliDesign& design,
                                      const std::vector<uq::Matrix>& y) {
  return uq::sensitivity::sobol(design, y, {}, 1);
}
