#pragma once

#include "perfmodels/known/cases.hpp"
#include "uq/core/seed.hpp"

#include <string>
#include <vector>

namespace uq::studies {

struct SelftestOptions {
  Index n = 32768;  ///< base rows of the Saltelli design, rows of the sample; at least 4096
  Seed seed{20261130};
  /// Chance that anything fails although all is right, over a fresh choice of the seed.
  double false_alarms = 1e-4;
};

/// One estimate beside the truth.
struct SelftestCheck {
  std::string method;    ///< "sobol" or "propagate"
  std::string quantity;  ///< "mean", "variance", "S1", "ST", "sd", "q0.95"
  std::string input;     ///< of an index, else empty
  double truth;
  double estimate, lower, upper;  ///< with the engine's 95 % interval
  /// estimate - truth beyond the truth's tolerance, in standard errors: half the 95 % interval over
  /// its quantile, which overstates the error of means and variances over replicates.
  double deviation;
  bool inside;  ///< the 95 % interval holds the truth
  bool ok;      ///< so does the interval whose chance to miss is its share of false_alarms
};

struct SelftestCase {
  std::string name, model;
  Index evaluations;
  std::vector<SelftestCheck> checks;
};

/// The whole way from laws to intervals on functions whose answers are known: Saltelli design,
/// evaluation and Sobol' indices; independent points, evaluation and bands. An estimate is ok when
/// the engine's own interval of level 1 - false_alarms / (number of checks) holds the truth: honest
/// intervals then raise a false alarm in a share false_alarms of all seeds at most.
/// @source docs/methods/known.md Eq. 41.
/// @throws InvalidArgument when n is below 4096 or does not suit the designs, or a case names a
/// model, input or output that does not exist.
std::vector<SelftestCase> selftest(const std::vector<perfmodels::KnownCase>& cases,
                                   const SelftestOptions& options);

/// Cases called `name`, or all cases of the model called `name`; none when there is neither.
std::vector<perfmodels::KnownCase> known_cases_named(const std::string& name);

}  // namespace uq::studies
