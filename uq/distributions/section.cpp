#include "uq/distributions/sections_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::detail {
namespace {

class Cut {
 public:
  Cut(double from, double to) : lower(from), upper(to) {}

  Section operator()(const Uniform& law) const {
    return Flat{std::max(law.lo, lower), std::min(law.hi, upper)};
  }
  Section operator()(const Loguniform& law) const {
    return LogFlat(std::max(law.lo, lower), std::min(law.hi, upper));
  }
  Section operator()(const Normal& law) const { return NormalSection(law, lower, upper); }
  Section operator()(const Lognormal& law) const { return LognormalSection(law, lower, upper); }
  Section operator()(const Exponential& law) const {
    return ExponentialSection(law.mean, std::max(0.0, lower), upper);
  }
  Section operator()(const Triangular& law) const {
    const double lo = std::max(law.lo, lower);
    const double hi = std::min(law.hi, upper);
    const auto rising = [&](double x) { return (x - law.lo) / (law.mode - law.lo); };
    const auto falling = [&](double x) { return (law.hi - x) / (law.hi - law.mode); };
    std::vector<Ramp> pieces;
    if (lo < law.mode) {
      const double end = std::min(law.mode, hi);
      pieces.push_back({lo, end, rising(lo), rising(end)});
    }
    if (hi > law.mode) {
      const double begin = std::max(law.mode, lo);
      pieces.push_back({begin, hi, falling(begin), falling(hi)});
    }
    return Ramps(std::move(pieces));
  }
  Section operator()(const Histogram& law) const {
    std::vector<Ramp> pieces;
    for (std::size_t k = 0; k < law.weights.size(); ++k) {
      const double x0 = std::max(law.edges[k], lower);
      const double x1 = std::min(law.edges[k + 1], upper);
      const double height = law.weights[k] / (law.edges[k + 1] - law.edges[k]);
      const bool leading = pieces.empty() && height == 0;  // empty bins at the ends hold nothing
      if (x0 < x1 && !leading) {
        pieces.push_back({x0, x1, height, height});
      }
    }
    while (pieces.size() > 1 && pieces.back().f0 == 0) {
      pieces.pop_back();
    }
    return Ramps(std::move(pieces));
  }
  Section operator()(const Beta& law) const { return conditioned<BetaKernel>(law); }
  Section operator()(const Gamma& law) const { return conditioned<GammaKernel>(law); }
  Section operator()(const Weibull& law) const { return conditioned<WeibullKernel>(law); }
  Section operator()(const Student& law) const { return conditioned<StudentKernel>(law); }
  Section operator()(const Logistic& law) const { return conditioned<LogisticKernel>(law); }
  Section operator()(const Pareto& law) const { return conditioned<ParetoKernel>(law); }
  Section operator()(const Gumbel& law) const { return conditioned<GumbelKernel>(law); }
  // Discrete laws have no truncation: `check` refuses it.
  Section operator()(const Integer& law) const { return IntegerSection(law); }
  Section operator()(const Discrete& law) const { return AtomsSection(law); }
  Section operator()(const Empirical& law) const { return EmpiricalSection(law); }

 private:
  template <class Kernel, class Law>
  Section conditioned(const Law& law) const {
    return Conditioned<Kernel>(Kernel(law), lower, upper);
  }

  double lower, upper;
};

}  // namespace

Section section(const Distribution& d) {
  return std::visit(Cut{d.lower, d.upper}, d.law);
}

}  // namespace uq::detail
