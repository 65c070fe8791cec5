#include "surrogates/pce_indices.hpp"

#include "uq/core/error.hpp"

#include <cstdint>
#include <limits>

namespace uq::surrogates {

PceIndices pce_indices(const std::vector<Pce>& outputs,
                       const Grouping& factors,
                       const PceIndicesOptions& options) {
  const auto q = static_cast<Index>(outputs.size());
  const Index f = factors.size();
  PceIndices r;
  r.S1 = r.ST = r.below = r.dead = NdArray({q, f});
  r.S1_ci = r.ST_ci = NdArray({q, f, 2});
  if (options.second_order) {
    r.S2 = NdArray({q, f, f});
    r.S2_ci = NdArray({q, f, f, 2});
  }
  r.mean = r.variance = r.stable_top = r.stable_top_share = NdArray({q});
  r.mean_ci = r.variance_ci = NdArray({q, 2});
  r.before = NdArray({q, f, f});
  r.undefined.resize(outputs.size());
  for (Index k = 0; k < q; ++k) {
    const Pce& pce = outputs[static_cast<std::size_t>(k)];
    std::string& undefined = r.undefined[static_cast<std::size_t>(k)];
    if (!pce.undefined.empty()) {
      undefined = pce.undefined;
      continue;
    }
    if (pce.log) {
      undefined = "expanded in its logarithm: indices have no closed form, sample the surrogate";
      continue;
    }
    expects(pce.coordinates->factor.size() == 0,
            "the inputs are dependent: the variables of the expansion belong to no input alone");
    const auto at = static_cast<std::size_t>(k);
    Vector first = Vector::Zero(f);
    Vector total = Vector::Zero(f);
    double variance = 0;
    for (Index j = 1; j < pce.terms.rows(); ++j) {
      const double part = pce.coefficients(j) * pce.coefficients(j);
      variance += part;
      std::vector<Index> active;
      for (Index g = 0; g < f; ++g) {
        for (const Index i : factors.members[static_cast<std::size_t>(g)]) {
          if (pce.terms(j, i) > 0) {
            active.push_back(g);
            break;
          }
        }
      }
      for (const Index g : active) {
        total(g) += part;
      }
      if (active.size() == 1) {
        first(active.front()) += part;
      }
    }
    r.mean.data[at] = pce.coefficients(0);
    r.variance.data[at] = variance;
    for (Index g = 0; g < f; ++g) {
      r.S1.at({k, g}) = first(g) / variance;
      r.ST.at({k, g}) = total(g) / variance;
      r.dead.at({k, g}) = total(g) == 0 ? 1 : 0;
    }
  }
  return r;
}

}  // namespace uq::surrogates
