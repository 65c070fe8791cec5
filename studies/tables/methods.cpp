#include "studies/tables/methods.hpp"

#include "studies/rows/propagate.hpp"
#include "studies/rows/sobol.hpp"

#include <algorithm>

namespace uq::studies {

const std::vector<Method>& methods() {
  static const std::vector<Method> table{
      sobol_method("sobol", "variance decomposition: Sobol' indices", "docs/methods/sobol.md"),
      propagate_method("propagate",
                       "law of the outputs: moments, quantile bands, exceedances",
                       "docs/methods/propagate.md"),
  };
  return table;
}

const Method* find_method(std::string_view name) {
  const auto found = std::find_if(
      methods().begin(), methods().end(), [&](const Method& m) { return m.name == name; });
  return found == methods().end() ? nullptr : &*found;
}

}  // namespace uq::studies
