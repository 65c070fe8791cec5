// expect: SaltelliDesign.*IndependentDesign|IndependentDesign.*SaltelliDesign
#include "uq/propagation/propagate.hpp"

uq::propagation::Bands bands(const uq::SaltelliDesign& design,
                             const std::vector<std::vector<uq::Vector>>& y) {
  return uq::propagation::bands(design, y, {}, {});
}
