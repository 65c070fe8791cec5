#pragma once

#include "perfmodels/config.hpp"
#include "perfmodels/known/exact.hpp"
#include "uq/distributions/distribution.hpp"

#include <string>
#include <vector>

namespace uq::perfmodels {

struct KnownInput {
  std::string name;  ///< of the model's input
  Distribution law;
};

struct KnownQuantile {
  double p;
  double value;
  double tolerance;  ///< of `value`, absolute
};

/// A known function under laws for which the truth is known.
struct KnownCase {
  std::string name;   ///< "ishigami-7-0.1"
  std::string model;  ///< "known/ishigami"
  Config config;
  std::string output;              ///< name of the output in question
  std::vector<KnownInput> inputs;  ///< all of the model, in its order; independent
  ExactIndices truth;
  double tolerance;  ///< of the truth: absolute for indices, relative for mean and variance
  std::vector<KnownQuantile> quantiles;  ///< of the output, where they are known
  std::string source;                    ///< of the function and its laws
};

/// All cases, each function at least once; docs/methods/known.md. Built at the first call.
const std::vector<KnownCase>& known_cases();

}  // namespace uq::perfmodels
