#include "studies/designs/placed.hpp"

#include "samplers/factorial.hpp"
#include "samplers/halton.hpp"
#include "samplers/lhs.hpp"
#include "samplers/nested_lhs.hpp"
#include "samplers/oa_lhs.hpp"
#include "samplers/optimal_lhs.hpp"
#include "samplers/sobol_sequence.hpp"
#include "studies/rows/joint_sample.hpp"
#include "studies/rows/samples.hpp"
#include "uq/core/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace uq::studies {

namespace {

using samplers::IndependentOptions;
using samplers::LatinCriterion;
using samplers::LatinPlace;

samplers::Sampler sampler_of(Placing placing) {
  switch (placing) {
    case Placing::sobol:
      return samplers::Sampler::sobol;
    case Placing::halton:
      return samplers::Sampler::halton;
    case Placing::monte_carlo:
    case Placing::factorial:
    case Placing::quadrature:
      return samplers::Sampler::monte_carlo;
    case Placing::lhs:
    case Placing::maximin_lhs:
    case Placing::phi_p_lhs:
    case Placing::discrepancy_lhs:
    case Placing::oa_lhs:
      break;
  }
  return samplers::Sampler::lhs;
}

LatinPlace place_in_cells(const DesignOptions& options) {
  return options.centred ? LatinPlace::centred : LatinPlace::random;
}

samplers::OptimalLhsOptions search(const DesignOptions& options) {
  return {.criterion = options.sampler == Placing::maximin_lhs ? LatinCriterion::maximin
                       : options.sampler == Placing::phi_p_lhs
                           ? LatinCriterion::phi_p
                           : LatinCriterion::centred_discrepancy,
          .starts = options.starts};
}

/// Points that are held.
UnitPoints held(Matrix u) {
  const Index n = u.rows();
  const Index d = u.cols();
  return {n,
          d,
          [shared = std::make_shared<const Matrix>(std::move(u))](
              Index first, MutableMatrixRef out) { out = shared->middleRows(first, out.rows()); }};
}

/// One sample: replicates would be designs of their own.
UnitPoints points(Index dims, const DesignOptions& options, Index n, Seed seed) {
  switch (options.sampler) {
    case Placing::lhs:
      return samplers::lhs(n, dims, 1, place_in_cells(options), seed);
    case Placing::sobol:
      return options.scramble == samplers::Scramble::owen
                 ? samplers::owen_sobol(n, dims, 1, seed)
                 : samplers::scrambled_sobol(n, dims, 1, seed);
    case Placing::halton:
      return samplers::scrambled_halton(n, dims, 1, seed);
    case Placing::factorial:
      return samplers::factorial(options.levels);
    case Placing::maximin_lhs:
    case Placing::phi_p_lhs:
    case Placing::discrepancy_lhs:
      return held(samplers::optimal_lhs(n, dims, search(options), place_in_cells(options), seed));
    case Placing::oa_lhs:
      return held(samplers::oa_lhs(n, dims, place_in_cells(options), seed));
    case Placing::quadrature:  // is made in the units of the inputs
    case Placing::monte_carlo:
      break;
  }
  return samplers::independent(dims, {.n = n}, seed).points;
}

/// Why there are no such points of so many inputs, else empty.
std::string size_fault(Index dims, const DesignOptions& options) {
  if (is_optimised(options.sampler)) {
    return samplers::fault(rows_before(options) + options.n, dims, search(options));
  }
  if (options.sampler == Placing::oa_lhs) {
    return samplers::oa_lhs_fault(options.n, dims);
  }
  // Of n and replicates nothing is asked here but that they fit.
  return samplers::fault(dims, {.n = 4, .sampler = sampler_of(options.sampler), .replicates = 2});
}

/// What a design that cannot be bent is called, else empty.
std::string rigid(const DesignOptions& options) {
  return options.sampler == Placing::factorial || options.sampler == Placing::oa_lhs ||
                 is_optimised(options.sampler)
             ? fmt::format("{} {} design",
                           options.sampler == Placing::oa_lhs ? "an" : "a",
                           name(options.sampler))
         : options.earlier && !goes_on(options) ? "a hypercube around an earlier sample"
                                                : "";
}

/// Rows first, first + 1, … of points whose column j is column order[j] of these.
UnitPoints part(UnitPoints points, Index first, std::vector<Index> order) {
  const Index n = points.count - first;
  const Index d = points.dims;
  return {
      n,
      d,
      [points = std::move(points), first, order = std::move(order)](Index row, MutableMatrixRef u) {
        Matrix own(u.rows(), u.cols());
        points.block(first + row, own);
        for (Index j = 0; j < u.cols(); ++j) {
          u.col(j) = own.col(order[static_cast<std::size_t>(j)]);
        }
      }};
}

/// Where values lie in the inputs' laws; a value of a discrete law in the middle of its step.
Matrix probabilities(const Problem& problem, const Matrix& x) {
  Matrix u(x.rows(), x.cols());
  for (Index j = 0; j < x.cols(); ++j) {
    const Distribution& law = problem.inputs[static_cast<std::size_t>(j)].law;
    const bool steps = is_discrete(law);
    for (Index i = 0; i < x.rows(); ++i) {
      const double p = cdf(law, x(i, j)) - (steps ? pdf(law, x(i, j)) / 2 : 0);
      u(i, j) = std::clamp(p, 0x1p-54, 1 - 0x1p-53);
    }
  }
  return u;
}

/// The next rows of the sequence the earlier ones come from.
Placed next_rows(const Problem& problem, const DesignOptions& options, const EarlierRows& earlier) {
  // Columns of a sequence belong to inputs: it goes on in the order it began with.
  const std::vector<Index> positions = positions_of(earlier.inputs, problem);
  std::vector<Index> order(positions.size());
  for (std::size_t k = 0; k < positions.size(); ++k) {
    order[static_cast<std::size_t>(positions[k])] = static_cast<Index>(k);
  }
  const Problem began = restricted(problem, positions);
  const Index first = earlier.x.rows();
  samplers::Dependent longer = joint_sample(began, first + options.n, [&](Index rows) {
    return IndependentDesign{points(began.dims(), options, rows, earlier.stream),
                             kind_of(options.sampler)};
  });
  UnitPoints all = part(longer.design->points, 0, order);
  longer.design->points = part(longer.design->points, first, order);
  return {std::move(longer), std::move(all), earlier.x(Eigen::all, order), earlier.stream};
}

/// Rows between the earlier ones.
Placed filled_in(const Problem& problem,
                 const DesignOptions& options,
                 Seed own,
                 const EarlierRows& earlier) {
  const std::vector<Index> positions = positions_of(earlier.inputs, problem);
  Matrix before(earlier.x.rows(), earlier.x.cols());
  for (std::size_t k = 0; k < positions.size(); ++k) {
    before.col(positions[k]) = earlier.x.col(static_cast<Index>(k));
  }
  const Matrix u = probabilities(problem, before);
  const std::optional<samplers::OptimalLhsOptions> apart =
      is_optimised(options.sampler) ? std::optional(search(options)) : std::nullopt;
  Matrix fresh = samplers::extend_lhs(u, options.n, place_in_cells(options), apart, own);
  Matrix all(u.rows() + fresh.rows(), u.cols());
  all.topRows(u.rows()) = u;
  all.bottomRows(fresh.rows()) = fresh;
  return {{IndependentDesign{held(std::move(fresh)), PointKind::lhs}, {}},
          held(std::move(all)),
          std::move(before),
          own};
}

/// Nodes of a rule, and where they lie in the laws.
Placed nodes(const Problem& problem, const DesignOptions& options, Seed own) {
  samplers::QuadratureDesign design = samplers::quadrature(problem, options.quadrature);
  Matrix x(design.points.count, problem.dims());
  design.points.fill(0, 0, x);
  const UnitPoints u = held(probabilities(problem, x));
  return {{IndependentDesign{u, PointKind::monte_carlo}, {}},
          u,
          Matrix(0, problem.dims()),
          own,
          std::move(design.points),
          std::move(design.grid.weights)};
}

}  // namespace

Matrix Placed::x(const Problem& problem) const {
  const UnitPoints& points = drawn.design->points;
  if (!given) {
    return physical(problem, points, points.count);
  }
  Matrix all_rows(given->count, given->dims);
  given->fill(0, 0, all_rows);
  return all_rows;
}

PointKind kind_of(Placing placing) {
  return samplers::kind({.sampler = sampler_of(placing)});
}

double placed_bytes(const Problem& problem, const DesignOptions& options) {
  const double n = rows_of(options) + static_cast<double>(rows_before(options));
  const auto d = static_cast<double>(problem.dims());
  const bool is_held = options.earlier || is_optimised(options.sampler) ||
                       options.sampler == Placing::oa_lhs || options.sampler == Placing::quadrature;
  // Distances of all pairs in each search at work; points twice more with those before.
  return joint_bytes(problem, kind_of(options.sampler), n) + (is_held ? 3 * 8 * n * d : 0) +
         (is_optimised(options.sampler)
              ? 8 * n * n * std::min<double>(static_cast<double>(options.starts), threads())
              : 0);
}

void check_placed(const Node& table,
                  const Problem& problem,
                  const DesignOptions& options,
                  Diagnostics& diagnostics) {
  const auto place = [&](const char* key) {
    const Node::Entry* entry = table.find(key);
    return entry != nullptr ? entry->value.place : table.place;
  };
  if (options.sampler == Placing::quadrature) {
    return;  // its rule has been made
  }
  if (const std::string broken = size_fault(problem.dims(), options); !broken.empty()) {
    const bool of_rows = is_optimised(options.sampler) || options.sampler == Placing::oa_lhs;
    diagnostics.error("U306", broken, place(of_rows ? "n" : "sampler"));
    return;
  }
  if (const std::string what = rigid(options); !what.empty()) {
    if (problem.correlation.size() > 0 || !problem.constraints.empty()) {
      diagnostics.error(
          "U492",
          fmt::format("{} follows no {}",
                      what,
                      problem.correlation.size() > 0 ? "[correlation]" : "[constraints]"),
          place("sampler"),
          "take sampler = \"monte_carlo\", \"sobol\" or \"halton\"");
    }
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
  for (const Warning& warning : placed_warnings(problem, options)) {
    diagnostics.warning(warning.code, warning.message, place("n"));
  }
}

Warnings placed_warnings(const Problem& problem, const DesignOptions& options) {
  if (options.sampler != Placing::sobol || !problem.constraints.empty()) {
    return {};
  }
  if (!options.earlier) {
    return joint_warnings(problem,
                          {.n = options.n, .sampler = samplers::Sampler::sobol, .replicates = 1});
  }
  const auto all = static_cast<std::uint64_t>(rows_before(options) + options.n);
  if (std::has_single_bit(all)) {
    return {};
  }
  const Index balanced = static_cast<Index>(std::bit_ceil(all)) - rows_before(options);
  return {{"W130",
           fmt::format("{} rows after {} make {} of the sequence, not a power of two: they lose "
                       "their exact balance; take n = {}",
                       options.n,
                       rows_before(options),
                       all,
                       balanced)}};
}

Placed placed(const Problem& problem,
              const DesignOptions& options,
              Seed own,
              const EarlierRows* earlier) {
  if (earlier != nullptr) {
    return goes_on(options) ? next_rows(problem, options, *earlier)
                            : filled_in(problem, options, own, *earlier);
  }
  if (options.sampler == Placing::quadrature) {
    return nodes(problem, options, own);
  }
  samplers::Dependent drawn =
      joint_sample(problem, static_cast<Index>(rows_of(options)), [&](Index rows) {
        return IndependentDesign{points(problem.dims(), options, rows, own),
                                 kind_of(options.sampler)};
      });
  UnitPoints all = drawn.design->points;
  return {std::move(drawn), std::move(all), Matrix(0, problem.dims()), own};
}

}  // namespace uq::studies
