#include "uq/distributions/distribution.hpp"
#include "uq/distributions/laws_detail.hpp"

#include <cmath>
#include <string>

namespace uq {

namespace {

class Rules {
 public:
  std::vector<ParameterFault> faults;

  bool finite(const char* name, double value) {
    return require(std::isfinite(value), name, "must be a finite number");
  }
  bool positive(const char* name, double value) {
    return finite(name, value) && require(value > 0, name, "must be greater than 0");
  }
  void ordered(double lo, double hi) {
    if (!finite("lo", lo) || !finite("hi", hi)) {
      return;
    }
    if (require(lo != hi, "hi", "equals `lo`: a constant is written { value = … }")) {
      require(lo < hi, "hi", "is below `lo`: the bounds are swapped");
    }
  }
  bool require(bool holds, const char* name, const char* message) {
    if (!holds) {
      faults.push_back({name, message});
    }
    return holds;
  }

  void operator()(const Uniform& law) { ordered(law.lo, law.hi); }
  void operator()(const Loguniform& law) {
    ordered(law.lo, law.hi);
    if (std::isfinite(law.lo)) {
      require(law.lo > 0, "lo", "must be greater than 0: the logarithm of the bounds is taken");
    }
  }
  void operator()(const Normal& law) {
    finite("mean", law.mean);
    positive("sd", law.sd);
  }
  void operator()(const Lognormal& law) {
    finite("mean_log", law.mean_log);
    positive("sd_log", law.sd_log);
  }
  void operator()(const Exponential& law) { positive("mean", law.mean); }
  void operator()(const Triangular& law) {
    ordered(law.lo, law.hi);
    if (finite("mode", law.mode) && law.lo < law.hi) {
      require(law.mode >= law.lo && law.mode <= law.hi, "mode", "must lie between `lo` and `hi`");
    }
  }
  void operator()(const Histogram& law) {
    if (!require(law.edges.size() >= 2, "edges", "needs at least two values")) {
      return;
    }
    require(law.weights.size() + 1 == law.edges.size(),
            "weights",
            "must be one fewer than `edges`: one weight for each bin between two edges");
    bool increasing = true;
    bool all_finite = std::isfinite(law.edges[0]);
    for (std::size_t i = 1; i < law.edges.size(); ++i) {
      increasing = increasing && law.edges[i - 1] < law.edges[i];
      all_finite = all_finite && std::isfinite(law.edges[i]);
    }
    if (require(all_finite, "edges", "must be finite numbers")) {
      require(increasing, "edges", "must increase");
    }
    double total = 0;
    bool proper = true;
    for (const double w : law.weights) {
      proper = proper && std::isfinite(w) && w >= 0;
      total += w;
    }
    if (require(proper, "weights", "must be finite and not negative")) {
      require(total > 0 && std::isfinite(total), "weights", "must have a positive, finite sum");
    }
  }
};

}  // namespace

std::vector<ParameterFault> check(const Distribution& d) {
  Rules rules;
  std::visit(rules, d.law);
  if (std::isnan(d.lower) || std::isnan(d.upper)) {
    rules.require(false, "truncate", "must be numbers, or \"-inf\" and \"inf\"");
  } else if (rules.require(
                 d.lower < d.upper, "truncate", "needs its lower end below its upper end") &&
             rules.faults.empty()) {
    constexpr double least_mass = 1e-290;  // below, quotients of masses lose digits to denormals
    const bool holds =
        detail::with_law(d, [](const auto& law) { return law.a < law.b && law.z > least_mass; });
    rules.require(holds, "truncate", "leaves none of the law's mass inside");
  }
  return std::move(rules.faults);
}

}  // namespace uq
