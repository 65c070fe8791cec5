#include "samplers/optimal_lhs.hpp"

#include "samplers/discrepancy.hpp"
#include "samplers/options_detail.hpp"
#include "samplers/spread_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace uq::samplers {
namespace {

/// How far a search may climb: a proposal is taken when its change is below u T value, u uniform; T
/// falls geometrically. @source docs/methods/designs.md Eq. 28
struct Schedule {
  double first;
  double last;
  double at_the_worst;  ///< share of proposals that move the most crowded point
};

constexpr std::size_t draws_per_proposal = 5;

template <class Energy>
Matrix anneal(Energy energy, Index fixed, Index proposals, const Schedule& schedule, Seed seed) {
  const Index n = energy.points().rows();
  const Index d = energy.points().cols();
  const Index movable = n - fixed;
  if (movable < 2 || d < 2) {
    return energy.points();  // an exchange renames points
  }
  Matrix best = energy.points();
  double least = energy.value();
  constexpr Index refreshed = 2000;
  constexpr Index batch = 512;
  std::array<double, draws_per_proposal * batch> draws;
  const auto chosen = [](double u, Index count) {
    return std::min(static_cast<Index>(u * static_cast<double>(count)), count - 1);
  };
  Index worst = energy.worst(fixed);
  bool moved = false;
  double ceiling = schedule.first;
  const double cooling =
      std::pow(schedule.last / schedule.first, 1 / static_cast<double>(proposals));
  for (Index k = 0; k < proposals; ++k, ceiling *= cooling) {
    if (k % batch == 0) {
      philox_uniforms(seed, static_cast<std::uint64_t>(k) * draws_per_proposal, draws);
    }
    const double* u = &draws[static_cast<std::size_t>(k % batch) * draws_per_proposal];
    const Index column = chosen(u[0], d);
    if (moved && u[1] < schedule.at_the_worst) {
      worst = energy.worst(fixed);
      moved = false;
    }
    const Index a = u[1] < schedule.at_the_worst ? worst : fixed + chosen(u[2], movable);
    Index b = fixed + chosen(u[3], movable - 1);
    b += b >= a ? 1 : 0;
    const double change = energy.change(column, a, b);
    if (change < ceiling * u[4] * energy.scale_of_change()) {
      energy.accept(column, a, b, change);
      moved = true;
      if (energy.is_stale()) {
        energy.refresh();
      }
      if (2 * k > proposals && energy.value() < least) {
        least = energy.value();
        best = energy.points();
      }
    }
    if (k % refreshed == refreshed - 1 && k + 1 < proposals) {
      energy.refresh();
    }
  }
  return best;
}

/// Smaller is better. @pre no two options compare different criteria
double score(const Matrix& points, const OptimalLhsOptions& options) {
  switch (options.criterion) {
    case LatinCriterion::maximin:
      return -min_distance(points);
    case LatinCriterion::phi_p:
      return phi_p(points, options.p);
    case LatinCriterion::centred_discrepancy:
      break;
  }
  return discrepancy(points, DiscrepancyKind::centred).squared;
}

Matrix search(Matrix points, Index fixed, const OptimalLhsOptions& options, Seed seed) {
  const Index proposals = options.proposals > 0
                              ? options.proposals
                              : default_proposals(points.rows() - fixed, points.cols());
  if (options.criterion == LatinCriterion::centred_discrepancy) {
    return anneal(detail::Unevenness(std::move(points)), fixed, proposals, {2e-3, 2e-5, 0}, seed);
  }
  return anneal(
      detail::Repulsion(std::move(points), options.p), fixed, proposals, {0.1, 1e-3, 0.5}, seed);
}

/// The best of searches that each begin with their own points, the first of equals.
template <class Begin>
Matrix best_of(Index fixed, const OptimalLhsOptions& options, Seed seed, Begin begin) {
  std::vector<Matrix> found(static_cast<std::size_t>(options.starts));
  parallel_for(options.starts, [&](Index s) {
    found[static_cast<std::size_t>(s)] =
        search(begin(s), fixed, options, seed.child("exchanges", static_cast<std::uint64_t>(s)));
  });
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < found.size() && found.size() > 1; ++s) {
    if (const double one = score(found[s], options); one < least) {
      least = one;
      best = s;
    }
  }
  return std::move(found[best]);
}

}  // namespace

Index default_proposals(Index n, Index dims) {
  constexpr Index most_distances = 400'000'000;
  return std::clamp<Index>(20 * n * dims, 5000, std::max<Index>(most_distances / n, 20 * n));
}

std::string fault(Index n, Index dims, const OptimalLhsOptions& options) {
  if (dims < 1) {
    return detail::no_input_fault(dims);
  }
  if (n < 2 || n > most_optimal_rows) {
    return "an optimised hypercube has 2 to " + std::to_string(most_optimal_rows) + " rows, not " +
           std::to_string(n) + ": all their distances are looked at";
  }
  if (options.p < 2 || options.p > 100 || options.p % 2 != 0) {
    return "p = " + std::to_string(options.p) + " must be even, 2 to 100";
  }
  if (options.starts < 1 || options.proposals < 0) {
    return "starts must be 1 or more, proposals 0 or more";
  }
  return {};
}

Matrix optimal_lhs(
    Index n, Index dims, const OptimalLhsOptions& options, LatinPlace place, Seed seed) {
  const std::string broken = fault(n, dims, options);
  expects(broken.empty(), broken);
  const UnitPoints plain = lhs(n * options.starts, dims, options.starts, place, seed);
  return best_of(0, options, seed, [&](Index s) {
    Matrix points(n, dims);
    plain.block(s * n, points);
    return points;
  });
}

Matrix spread_apart(Matrix points, Index fixed, const OptimalLhsOptions& options, Seed seed) {
  const std::string broken = fault(points.rows(), points.cols(), options);
  expects(broken.empty(), broken);
  expects(fixed >= 0 && fixed <= points.rows(),
          "fixed = " + std::to_string(fixed) + " of " + std::to_string(points.rows()) + " rows");
  return best_of(fixed, options, seed, [&](Index) { return points; });
}

double phi_p(MatrixRef points, Index p) {
  double nearest = std::numeric_limits<double>::infinity();
  std::vector<double> squared;
  for (Index i = 0; i < points.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      squared.push_back((points.row(i) - points.row(j)).squaredNorm());
      nearest = std::min(nearest, squared.back());
    }
  }
  double sum = 0;  // in units of the nearest pair, so that nothing overflows
  for (const double one : squared) {
    sum += std::pow(nearest / one, static_cast<double>(p) / 2);
  }
  return squared.empty() ? 0
         : nearest == 0  ? std::numeric_limits<double>::infinity()
                         : std::pow(sum, 1 / static_cast<double>(p)) / std::sqrt(nearest);
}

}  // namespace uq::samplers
