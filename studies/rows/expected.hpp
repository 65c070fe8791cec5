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

/// Sobol' indices of 0.5 and 0.1, with second_order those of a pair, and what `stop` makes of them;
/// from n, ci, replicates, confidence, second_order, stop_ci_width. @source
/// docs/methods/planning.md Eqs. 1-2, 6.
std::vector<Expected> expected_sobol(const Attributes& used);
/// Mean and the outermost quantiles, from n, quantiles, sampler, confidence. @source
/// docs/methods/planning.md Eqs. 3-4.
std::vector<Expected> expected_bands(const Attributes& used);
/// mu_star, from trajectories and confidence. @source docs/methods/planning.md Eq. 5.
std::vector<Expected> expected_morris(const Attributes& used);
/// S1 of a given sample, from estimator, confidence, and of the sample rows and points (its kind).
/// @source docs/methods/planning.md Eqs. 7-9.
std::vector<Expected> expected_given_data(const Attributes& used);
/// None: facts of a design and its rows, which estimate nothing.
std::vector<Expected> expected_design(const Attributes& used);
/// None: differences of single evaluations have no sampling error.
std::vector<Expected> expected_oat(const Attributes& used);

/// Width of the interval of a first-order index of size s from n rows at level `confidence`.
double sobol_width(double s, double n, double confidence);
/// The same of a total-order index.
double sobol_total_width(double s, double n, double confidence);
/// The same of the index of a pair that does not interact, of inputs with these indices.
double sobol_pair_width(double first, double second, double n, double confidence);
/// The same of a first-order index from a given sample of independent rows, by ranks.
double given_data_width(double s, double n, double confidence);
/// The same by bins. @param corrected independent rows, not those of a low-discrepancy sequence
double binned_width(double s, double n, double confidence, bool corrected);
/// Width of the interval of mu_star, as a share of it, from r trajectories.
double morris_width(double r, double confidence);

}  // namespace uq::studies
