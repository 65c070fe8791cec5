// expect: SaltelliDesign.*UnitPoints|UnitPoints.*SaltelliDesign
// Bare points carry no structure: whoever has them must say what they are.
#include "uq/sensitivity/sobol.hpp"

uq::sensitivity::SobolIndices indices(const uq::UnitPoints& points,
                                      const std::vector<uq::Matrix>& y) {
  return uq::sensitivity::sobol(points, y, {}, uq::Seed{1});
}
