#include "studies/designs/placed.hpp"

#include "samplers/factorial.hpp"
#include "samplers/halton.hpp"
#include "samplers/lhs.hpp"
#include "samplers/sobol_sequence.hpp"
#include "studies/rows/joint_sample.hpp"

#include <utility>

namespace uq::studies {

namespace {

using samplers::IndependentOptions;

samplers::Sampler sampler_of(Placing placing) {
  switch (placing) {
    case Placing::lhs:
      return samplers::Sampler::lhs;
    case Placing::sobol:
      return samplers::Sampler::sobol;
    case Placing::halton:
      return samplers::Sampler::halton;
    case Placing::monte_carlo:
    case Placing::factorial:
      break;
  }
  return samplers::Sampler::monte_carlo;
}

/// One sample: replicates would be designs of their own.
UnitPoints points(Index dims, const DesignOptions& options, Index n, Seed seed) {
  switch (options.sampler) {
    case Placing::lhs:
      return samplers::lhs(
          n,
          dims,
          1,
          options.centred ? samplers::LatinPlace::centred : samplers::LatinPlace::random,
          seed);
    case Placing::sobol:
      return options.scramble == samplers::Scramble::owen
                 ? samplers::owen_sobol(n, dims, 1, seed)
                 : samplers::scrambled_sobol(n, dims, 1, seed);
    case Placing::halton:
      return samplers::scrambled_halton(n, dims, 1, seed);
    case Placing::factorial:
      return samplers::factorial(options.levels);
    case Placing::monte_carlo:
      break;
  }
  return samplers::independent(dims, {.n = n}, seed).points;
}

}  // namespace

PointKind kind_of(Placing placing) {
  return samplers::kind({.sampler = sampler_of(placing)});
}

void check_placed(const Node& table,
                  const Problem& problem,
                  const DesignOptions& options,
                  Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find("sampler");
  const Place place = entry != nullptr ? entry->value.place : table.place;
  // Of n and replicates nothing is asked here but that they fit.
  const IndependentOptions any{.n = 4, .sampler = sampler_of(options.sampler), .replicates = 2};
  if (const std::string broken = samplers::fault(problem.dims(), any); !broken.empty()) {
    diagnostics.error("U306", broken, place);
    return;
  }
  check_dependence(
      table,
      problem,
      kind_of(options.sampler),
      [&] {
        return IndependentDesign{points(problem.dims(), options, options.n, Seed{0}),
                                 kind_of(options.sampler)};
      },
      diagnostics);
  const Node::Entry* n = table.find("n");
  for (const Warning& warning : placed_warnings(problem, options)) {
    diagnostics.warning(warning.code, warning.message, n != nullptr ? n->value.place : table.place);
  }
}

Warnings placed_warnings(const Problem& problem, const DesignOptions& options) {
  return joint_warnings(problem,
                        {.n = options.n, .sampler = sampler_of(options.sampler), .replicates = 1});
}

samplers::Dependent placed(const Problem& problem, const DesignOptions& options, Seed seed) {
  const auto n = static_cast<Index>(rows_of(options));
  return joint_sample(problem, n, [&](Index rows) {
    return IndependentDesign{points(problem.dims(), options, rows, seed), kind_of(options.sampler)};
  });
}

}  // namespace uq::studies
