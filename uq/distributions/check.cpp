#include "uq/distributions/distribution.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace uq {
namespace {

// A truncation that holds less cannot be told from an empty one: the tails of a double end here.
constexpr double smallest_mass = 1e-300;

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

// Collects the broken rules of one law; a parameter that is not a finite number is reported once
// and spares the rules that build on it.
class Faults {
 public:
  void add(const std::string& parameter, const std::string& message) {
    list_.push_back({parameter, message});
  }
  bool finite(const std::string& parameter, double value) {
    if (!std::isfinite(value)) {
      add(parameter, "is " + text(value) + ", but must be a finite number");
    }
    return std::isfinite(value);
  }
  void positive(const std::string& parameter, double value) {
    if (finite(parameter, value) && !(value > 0)) {
      add(parameter, "is " + text(value) + ", but must be > 0");
    }
  }
  // Both bounds finite and in order.
  bool bounds(double lo, double hi) {
    const bool lo_fine = finite("lo", lo);
    const bool hi_fine = finite("hi", hi);
    if (!lo_fine || !hi_fine) {
      return false;
    }
    if (lo == hi) {
      add("hi", "equals lo = " + text(lo) + ": for a constant use `value = " + text(lo) + "`");
    } else if (lo > hi) {
      add("hi", "is " + text(hi) + ", below lo = " + text(lo) + ": are the bounds swapped?");
    } else if (!std::isfinite(hi - lo)) {
      add("hi", "minus lo overflows: the width must be a finite number");
    } else {
      return true;
    }
    return false;
  }
  bool empty() const { return list_.empty(); }
  std::vector<ParameterFault> take() { return std::move(list_); }

 private:
  std::vector<ParameterFault> list_;
};

class Check {
 public:
  explicit Check(Faults& list) : faults(list) {}

  void operator()(const Uniform& law) const { faults.bounds(law.lo, law.hi); }
  void operator()(const Loguniform& law) const {
    if (law.lo <= 0) {
      faults.add("lo", "is " + text(law.lo) + ", but a log-uniform law needs lo > 0");
    }
    faults.bounds(law.lo, law.hi);
  }
  void operator()(const Normal& law) const {
    faults.finite("mean", law.mean);
    faults.positive("sd", law.sd);
  }
  void operator()(const Lognormal& law) const {
    faults.finite("mean_log", law.mean_log);
    faults.positive("sd_log", law.sd_log);
  }
  void operator()(const Exponential& law) const { faults.positive("mean", law.mean); }
  void operator()(const Triangular& law) const {
    const bool mode_fine = faults.finite("mode", law.mode);
    if (faults.bounds(law.lo, law.hi) && mode_fine && (law.mode < law.lo || law.mode > law.hi)) {
      faults.add("mode",
                 "is " + text(law.mode) + ", but must lie in [lo, hi] = [" + text(law.lo) + ", " +
                     text(law.hi) + "]");
    }
  }
  void operator()(const Histogram& law) const {
    increasing("edges", law.edges);
    if (law.weights.empty() || law.edges.size() != law.weights.size() + 1) {
      faults.add("weights",
                 "has " + std::to_string(law.weights.size()) + " values for " +
                     std::to_string(law.edges.size()) +
                     " edges: required is one weight per bin, one less than edges");
    }
    weights(law.weights);
  }
  void operator()(const Beta& law) const {
    faults.positive("alpha", law.alpha);
    faults.positive("beta", law.beta);
    faults.bounds(law.lo, law.hi);
  }
  void operator()(const Gamma& law) const {
    faults.positive("shape", law.shape);
    faults.positive("scale", law.scale);
  }
  void operator()(const Weibull& law) const {
    faults.positive("shape", law.shape);
    faults.positive("scale", law.scale);
  }
  void operator()(const Student& law) const {
    faults.positive("df", law.df);
    faults.finite("mean", law.mean);
    faults.positive("scale", law.scale);
  }
  void operator()(const Logistic& law) const {
    faults.finite("mean", law.mean);
    faults.positive("scale", law.scale);
  }
  void operator()(const Pareto& law) const {
    faults.positive("scale", law.scale);
    faults.positive("shape", law.shape);
  }
  void operator()(const Gumbel& law) const {
    faults.finite("mode", law.mode);
    faults.positive("scale", law.scale);
  }
  void operator()(const Integer& law) const {
    if (!faults.bounds(law.lo, law.hi)) {
      return;
    }
    whole("lo", law.lo);
    whole("hi", law.hi);
  }
  void operator()(const Discrete& law) const {
    increasing("values", law.values);
    if (law.values.empty() || law.values.size() != law.weights.size()) {
      faults.add("weights",
                 "has " + std::to_string(law.weights.size()) + " values for " +
                     std::to_string(law.values.size()) +
                     " values: required is one weight per value, and at least one value");
    }
    weights(law.weights);
  }
  void operator()(const Empirical& law) const {
    if (law.values.empty()) {
      faults.add("values", "is empty: required is at least one value");
    }
    for (std::size_t k = 0; k < law.values.size(); ++k) {
      if (!faults.finite("values", law.values[k])) {
        return;
      }
      if (k > 0 && law.values[k] < law.values[k - 1]) {
        faults.add(
            "values",
            "must be sorted, but " + text(law.values[k]) + " follows " + text(law.values[k - 1]));
        return;
      }
    }
  }

 private:
  void increasing(const std::string& parameter, const std::vector<double>& values) const {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (!faults.finite(parameter, values[k])) {
        return;
      }
      if (k > 0 && !(values[k - 1] < values[k])) {
        faults.add(parameter,
                   "must increase, but " + text(values[k]) + " follows " + text(values[k - 1]));
        return;
      }
    }
  }
  void weights(const std::vector<double>& values) const {
    double sum = 0;
    for (const double weight : values) {
      if (!faults.finite("weights", weight)) {
        return;
      }
      if (weight < 0) {
        faults.add("weights", "contains " + text(weight) + ", but no weight may be negative");
        return;
      }
      sum += weight;
    }
    if (!values.empty() && !(sum > 0 && std::isfinite(sum))) {
      faults.add("weights", "sum to " + text(sum) + ": required is a finite sum > 0");
    }
  }
  void whole(const std::string& parameter, double value) const {
    if (value != std::floor(value)) {
      faults.add(parameter, "is " + text(value) + ", but must be a whole number");
    } else if (std::abs(value) > 0x1p53) {
      faults.add(parameter, "is " + text(value) + ", beyond 2^53: there not every integer exists");
    }
  }

  Faults& faults;
};

// The mass a section of a smooth law knows.
struct ConditionedMass {
  template <class Kernel>
  std::optional<double> operator()(const detail::Conditioned<Kernel>& section) const {
    return section.lo < section.hi ? section.mass : 0;
  }
  template <class Other>
  std::optional<double> operator()(const Other&) const {
    return std::nullopt;
  }
};

// Probability of the untruncated law in [lower, upper]; the law itself is fine.
double mass_within(const Distribution& d) {
  if (const auto* law = std::get_if<Normal>(&d.law)) {
    return detail::normal_mass((d.lower - law->mean) / law->sd, (d.upper - law->mean) / law->sd);
  }
  if (const auto* law = std::get_if<Lognormal>(&d.law)) {
    const auto z = [&](double x) {
      return x > 0 ? (std::log(x) - law->mean_log) / law->sd_log
                   : -std::numeric_limits<double>::infinity();
    };
    return detail::normal_mass(z(d.lower), z(d.upper));
  }
  if (const auto mass = std::visit(ConditionedMass(), detail::section(d))) {
    return *mass;
  }
  const Distribution whole{d.law};
  const double below = cdf(whole, d.upper);
  return below <= 0.5 ? below - cdf(whole, d.lower)
                      : survival(whole, d.lower) - survival(whole, d.upper);
}

// Reports the shape of a law whose tail leaves the range of a double within what a design samples:
// 2^-54 is its smallest probability.
void overflow(const Distribution& d, Faults& faults) {
  constexpr double smallest = 0x1p-54;
  const bool lognormal = std::holds_alternative<Lognormal>(d.law);
  const bool student = std::holds_alternative<Student>(d.law);
  if ((lognormal || student || std::holds_alternative<Pareto>(d.law) ||
       std::holds_alternative<Weibull>(d.law)) &&
      !(std::isfinite(quantile(d, smallest)) && std::isfinite(quantile_upper(d, smallest)))) {
    faults.add(lognormal ? "sd_log"
               : student ? "df"
                         : "shape",
               lognormal ? "is so large that the law's tail overflows: make it smaller or truncate"
                         : "is so small that the law's tail overflows: make it larger or truncate");
  }
}

std::string discrete_truncation(const Distribution& d) {
  return std::string("does not go with a discrete law: ") +
         (std::holds_alternative<Integer>(d.law) ? "set `lo` and `hi` instead"
                                                 : "leave the values outside out of `values`");
}

}  // namespace

std::vector<ParameterFault> check(const Distribution& d) {
  Faults faults;
  std::visit(Check(faults), d.law);
  if (std::isnan(d.lower) || std::isnan(d.upper)) {
    faults.add("truncate", "contains NaN: required are two numbers, \"-inf\" and \"inf\" allowed");
  } else if (!(d.lower < d.upper)) {
    faults.add("truncate",
               "is [" + text(d.lower) + ", " + text(d.upper) +
                   "]: the lower limit must be below the upper one");
  } else if (is_discrete(d)) {
    if (std::isfinite(d.lower) || std::isfinite(d.upper)) {
      faults.add("truncate", discrete_truncation(d));
    }
  } else if (faults.empty() && !(mass_within(d) >= smallest_mass)) {
    faults.add(
        "truncate",
        "is [" + text(d.lower) + ", " + text(d.upper) + "], which holds no probability of the law");
  } else if (faults.empty()) {
    overflow(d, faults);
  }
  return faults.take();
}

}  // namespace uq
