#include "samplers/saltelli.hpp"

#include "samplers/options_detail.hpp"
#include "samplers/sobol_sequence.hpp"
#include "uq/core/error.hpp"
#include "uq/dependence/transform.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <utility>

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
    case Interval::bca:
    case Interval::asymptotic:
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
    fault = detail::dimension_fault(dims, options.third_base ? 3 : 2, "Sobol'");
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
  if (const Index count = replicates(options); count > options.n / count) {
    const auto most = static_cast<Index>(std::sqrt(static_cast<double>(options.n)));
    warnings.push_back(
        {"W081",
         std::to_string(count) + " replicates of " + std::to_string(options.n / count) +
             " rows: intervals may cover less than their level, for what each is biased by does "
             "not average out; take " +
             std::to_string(most) + " or fewer"});
  }
  return warnings;
}

SaltelliDesign saltelli(Index dims, const SaltelliOptions& options, Seed seed) {
  const std::string broken = fault(dims, options);
  expects(broken.empty(), broken);
  const Index count = replicates(options);
  const Index bases = options.third_base ? 3 : 2;
  return {scrambled_sobol(options.n, bases * dims, count, seed),
          PointKind::sobol,
          count,
          options.second_order,
          options.third_base,
          options.groups};
}

SaltelliDesign dependent(SaltelliDesign design, Matrix factor) {
  const Index d = design.dims();
  expects(factor.rows() == d,
          "a copula of " + std::to_string(factor.rows()) + " inputs, the design has " +
              std::to_string(d));
  const Index n = design.points.count;
  const Index columns = design.points.dims;
  design.points = {n,
                   columns,
                   [independent = std::move(design.points),
                    shared = std::make_shared<const Matrix>(std::move(factor)),
                    d](Index first, MutableMatrixRef u) {
                     independent.block(first, u);
                     for (Index base = 0; base < u.cols(); base += d) {
                       to_dependent(*shared, u.middleCols(base, d));
                     }
                   }};
  design.dependent = true;
  return design;
}

}  // namespace uq::samplers
