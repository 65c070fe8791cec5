#pragma once

#include "studies/store/dataset.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// How wide an interval will be, as far as that can be said before the run.
struct Expected {
  std::string figure;  ///< "S1", "q95"
  double width;        ///< NaN: cannot be said, or there will be no interval
  std::string unit;    ///< "" of a plain number, "sd" of the output, "share of mu_star"
  std::string basis;   ///< what it rests on, or why there is none
  std::string advice = {};
};

// One function per kind of result; each takes the options as used (docs/methods/planning.md).

/// Sobol' indices of 0.5 and 0.1, from n, ci, replicates, confidence. @source
/// docs/methods/planning.md Eqs. 1-2.
std::vector<Expected> expected_sobol(const Attributes& used);
/// Mean and the outermost quantiles, from n, quantiles, sampler, confidence. @source
/// docs/methods/planning.md Eqs. 3-4.
std::vector<Expected> expected_bands(const Attributes& used);
/// mu_star, from trajectories and confidence. @source docs/methods/planning.md Eq. 5.
std::vector<Expected> expected_morris(const Attributes& used);
/// None: differences of single evaluations have no sampling error.
std::vector<Expected> expected_oat(const Attributes& used);

/// Width of the interval of a first-order index of size s from n rows at level `confidence`.
double sobol_width(double s, double n, double confidence);
/// Width of the interval of mu_star, as a share of it, from r trajectories.
double morris_width(double r, double confidence);

}  // namespace uq::studies
