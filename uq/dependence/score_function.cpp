#include "uq/core/error.hpp"
#include "uq/dependence/score_function_detail.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <variant>

namespace uq::detail {
namespace {

double below(double z) {
  return 0.5 * std::erfc(-z * 0.70710678118654752440);
}

// Score with the masses `left` and `right` on its two sides.
double score(double left, double right) {
  const double total = left + right;
  return left < right ? normal_quantile(left / total) : -normal_quantile(right / total);
}

// Values of a discrete law and their probabilities, up to a factor.
using Atoms = std::map<double, double>;

template <class Law>
Atoms atoms_of(const Law& law, const Distribution& d) {
  Atoms atoms;
  if constexpr (requires { law.values; }) {
    for (std::size_t i = 0; i < law.values.size(); ++i) {
      double weight = 1;
      if constexpr (requires { law.weights; }) {
        weight = law.weights[i];
      }
      if (weight > 0 && law.values[i] >= d.lower && law.values[i] <= d.upper) {
        atoms[law.values[i]] += weight;
      }
    }
  } else {  // from value to value by the law's own functions
    const double last = support(d)[1];
    double p = 0;
    for (double x = support(d)[0];; x = quantile(d, std::nextafter(p, 1.0))) {
      const double through = cdf(d, x);
      atoms[x] = through - p;
      if (x >= last || !(through > p)) {
        break;
      }
      p = through;
    }
  }
  return atoms;
}

}  // namespace

Nodes nodes(double lo, double hi, double width, std::vector<double> breaks) {
  using Gauss = boost::math::quadrature::gauss<double, 20>;
  const auto cells = static_cast<int>(std::ceil((hi - lo) / width));
  for (int i = 0; i <= cells; ++i) {
    breaks.push_back(lo + (hi - lo) * i / cells);
  }
  std::sort(breaks.begin(), breaks.end());
  Nodes result;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    const double half = 0.5 * (breaks[i + 1] - breaks[i]);
    const double centre = breaks[i] + half;
    if (half <= 0 || breaks[i] < lo || breaks[i + 1] > hi) {
      continue;
    }
    for (const int side : {-1, 1}) {
      for (std::size_t k = 0; k < Gauss::abscissa().size(); ++k) {
        result.z.push_back(centre + side * half * Gauss::abscissa()[k]);
        result.weight.push_back(half * Gauss::weights()[k]);
      }
    }
  }
  return result;
}

ScoreFunction::ScoreFunction(const Distribution& law, const char* function)
    : law_(law), mean_(mean(law)), sd_(std::sqrt(variance(law))) {
  expects(std::isfinite(mean_) && std::isfinite(sd_) && sd_ > 0,
          "a law has mean " + std::to_string(mean_) + " and standard deviation " +
              std::to_string(sd_) + ": a Pearson correlation needs a positive, finite one",
          function);
  // P(Z > 12) = 2e-33; an unbounded law is followed as far as a double can go.
  lo_ = std::isfinite(support(law)[0]) ? -12 : -37;
  hi_ = std::isfinite(support(law)[1]) ? 12 : 37;
  if (is_discrete(law)) {
    find_atoms();
  } else {
    find_bends();
  }
}

void ScoreFunction::find_bends() {
  const auto add = [this](double x) {
    const double left = cdf(law_, x);
    const double right = survival(law_, x);
    if (left > 0 && right > 0) {
      breaks_.push_back(score(left, right));
      return true;
    }
    return false;
  };
  if (const auto* triangular = std::get_if<Triangular>(&law_.law)) {
    add(triangular->mode);
  } else if (const auto* histogram = std::get_if<Histogram>(&law_.law)) {
    for (std::size_t k = 0; k < histogram->weights.size(); ++k) {
      const bool inside = add(histogram->edges[k]);
      if (inside && histogram->weights[k] == 0) {  // an empty bin is jumped over
        const double size = (histogram->edges[k + 1] - histogram->edges[k]) / sd_;
        const bool goes_on = k > 0 && histogram->weights[k - 1] == 0 && !jumps_.empty();
        if (goes_on) {
          jumps_.back().size += size;
        } else {
          jumps_.push_back({breaks_.back(), size});
        }
      }
    }
  }
}

void ScoreFunction::find_atoms() {
  step_ = true;
  const Atoms atoms = std::visit([this](const auto& law) { return atoms_of(law, law_); }, law_.law);
  std::vector<double> right(atoms.size());  // mass right of each value
  double mass = 0;
  auto rest = right.rbegin();
  for (auto atom = atoms.rbegin(); atom != atoms.rend(); ++atom) {
    *rest++ = mass;
    mass += atom->second;
  }
  double left = 0;
  std::size_t i = 0;
  for (const auto& [x, weight] : atoms) {
    if (i > 0) {
      jumps_.push_back({score(left, right[i - 1]), (x - mean_) / sd_ - values_.back()});
      breaks_.push_back(jumps_.back().z);
    }
    values_.push_back((x - mean_) / sd_);
    left += weight;
    ++i;
  }
}

std::vector<double> ScoreFunction::operator()(std::span<const double> z) const {
  std::vector<double> x(z.size());
  if (step_) {
    std::transform(z.begin(), z.end(), x.begin(), [this](double value) {
      const auto passed = std::lower_bound(breaks_.begin(), breaks_.end(), value);
      return values_[static_cast<std::size_t>(passed - breaks_.begin())];
    });
    return x;
  }
  std::vector<double> p(z.size());  // the lower half in one call, the upper by the survival
  std::transform(
      z.begin(), z.end(), p.begin(), [](double value) { return value <= 0 ? below(value) : 0.5; });
  quantiles(law_, p, x);
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (z[i] > 0) {
      x[i] = quantile_upper(law_, below(-z[i]));
    }
    x[i] = (x[i] - mean_) / sd_;
  }
  return x;
}

}  // namespace uq::detail
