#pragma once

#include "samplers/saltelli.hpp"
#include "studies/file/bind.hpp"
#include "studies/rows/groups.hpp"
#include "studies/rows/method.hpp"
#include "studies/rows/sweep.hpp"
#include "uq/core/grouping.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// `stop = { ci_width, max_evaluations }`.
struct SobolStop {
  double ci_width;
  double max_evaluations;
};

/// An analysis of method sobol as the study writes it.
struct SobolStudy {
  samplers::SaltelliOptions sampling;
  sensitivity::SobolOptions estimation;
  std::optional<NamedGroups> groups;
  Sweep sweep;
  std::optional<SobolStop> stop;
  bool exact = false;  ///< from the coefficients of the surrogate it runs on: nothing is sampled
};

std::vector<OptionInfo> sobol_options();
SobolStudy read_sobol(const Node& table, const Scope&, Diagnostics&);
Attributes used_sobol(const SobolStudy&);

/// Sampling options as the problem at hand needs them, with n base rows: groups, third base.
samplers::SaltelliOptions sampling_for(const SobolStudy&, const Problem&, Index n);

/// Evaluations of a base row at all settings of the sweep.
double evaluations_per_row(const SobolStudy&, const Problem&);

/// The largest n that doubling from the study's n within `stop` can reach.
Index largest_n(const SobolStudy&, const Problem&);

}  // namespace uq::studies
