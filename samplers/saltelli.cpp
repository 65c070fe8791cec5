#include "samplers/saltelli.hpp"

#include "samplers/options_detail.hpp"
#include "samplers/sobol_sequence.hpp"
#include "uq/core/error.hpp"

namespace uq::samplers {
namespace {

// Each replicate is an estimate of its own, so it needs the rows that a single sample needs.
constexpr Index least_rows = 16;

// From here on replicates, although each has only n / R rows, give the narrower interval
// of the two kinds (docs/methods/designs.md, Replicates).
constexpr Index replicates_pay_from = 4096;

bool splits(const SaltelliOptions& options) {
  return options.replicates > 0 &&
         detail::split_fault(options.n, options.replicates, least_rows).empty();
}

}  // namespace

Index replicates(const SaltelliOptions& options) {
  switch (options.ci) {
    case Interval::bootstrap:
      return 1;
    case Interval::replicates:
      return options.replicates;
    case Interval::automatic:
      break;
  }
  return options.n >= replicates_pay_from && splits(options) ? options.replicates : 1;
}

SaltelliOptions as_used(SaltelliOptions options) {
  options.replicates = replicates(options);
  return options;
}

std::string fault(Index dims, const SaltelliOptions& options) {
  std::string fault = detail::limits_fault(options);
  if (fault.empty()) {
    fault = detail::dimension_fault(dims, 2, "Sobol'");
  }
  if (fault.empty() && options.ci == Interval::replicates) {
    fault = detail::split_fault(options.n, options.replicates, least_rows);
  }
  return fault;
}

Warnings warnings(const SaltelliOptions& options) {
  Warnings warnings = detail::balance_warnings(options.n, replicates(options));
  if (options.ci == Interval::automatic && options.n >= replicates_pay_from && !splits(options)) {
    warnings.push_back(
        {"W022",
         "ci = \"auto\" falls back to the bootstrap, whose intervals are wider than need be: " +
             detail::split_fault(options.n, options.replicates, least_rows)});
  }
  return warnings;
}

SaltelliDesign saltelli(Index dims, const SaltelliOptions& options, Seed seed) {
  const std::string broken = fault(dims, options);
  expects(broken.empty(), broken);
  const Index count = replicates(options);
  return {scrambled_sobol(options.n, 2 * dims, count, seed), PointKind::sobol, count};
}

}  // namespace uq::samplers
