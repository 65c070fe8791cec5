#include "samplers/morris.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

using namespace uq::samplers;
using uq::Index;
using uq::Matrix;
using uq::MorrisDesign;
using uq::Seed;

namespace {

uq::Grouping singles(Index dims) {
  std::vector<std::string> names;
  for (Index i = 0; i < dims; ++i) {
    names.push_back("x" + std::to_string(i));
  }
  return uq::one_each(names);
}

MorrisDesign candidates(Index dims, Index count, Seed seed) {
  return morris(std::vector<MorrisInput>(static_cast<std::size_t>(dims)),
                singles(dims),
                {.trajectories = count},
                seed);
}

// The best of all choices, one by one.
double best_spread(const Matrix& distances, Index count) {
  std::vector<char> mask(static_cast<std::size_t>(distances.rows()), 0);
  std::fill(mask.begin(), mask.begin() + count, 1);
  double best = 0;
  do {
    std::vector<Index> chosen;
    for (std::size_t k = 0; k < mask.size(); ++k) {
      if (mask[k] != 0) {
        chosen.push_back(static_cast<Index>(k));
      }
    }
    best = std::max(best, spread(distances, chosen));
  } while (std::prev_permutation(mask.begin(), mask.end()));
  return best;
}

// The procedure of Ruano et al. (2012) as SALib runs it: for each i, the trajectory with its i
// furthest ones that has the largest spread, then whatever adds most; the best over i.
double ruano_spread(const Matrix& distances, Index count) {
  const Index all = distances.rows();
  double best = 0;
  for (Index i = 1; i < count; ++i) {
    std::vector<Index> chosen;
    double widest = -1;
    for (Index row = 0; row < all; ++row) {
      std::vector<Index> order(static_cast<std::size_t>(all));
      std::iota(order.begin(), order.end(), Index{0});
      std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
        return distances(row, a) > distances(row, b);
      });
      order.resize(static_cast<std::size_t>(i));
      order.push_back(row);
      if (spread(distances, order) > widest) {
        widest = spread(distances, order);
        chosen = order;
      }
    }
    while (static_cast<Index>(chosen.size()) < count) {
      std::vector<Index> longer = chosen;
      widest = -1;
      for (Index other = 0; other < all; ++other) {
        if (std::find(chosen.begin(), chosen.end(), other) == chosen.end()) {
          chosen.push_back(other);
          if (spread(distances, chosen) > widest) {
            widest = spread(distances, chosen);
            longer = chosen;
          }
          chosen.pop_back();
        }
      }
      chosen = longer;
    }
    best = std::max(best, spread(distances, chosen));
  }
  return best;
}

}  // namespace

TEST_CASE("morris: distances of trajectories by their definition", "[morris][unit]") {
  const uq::Grouping groups{{"a", "b", "c"}, {{0, 3}, {1}, {2}}};
  for (const auto& design :
       {candidates(6, 12, Seed{1}),
        morris({{}, {}, {.values = 3}, {.values = 10}}, groups, {.trajectories = 12}, Seed{2})}) {
    const Matrix distances = trajectory_distances(design);
    for (Index a = 0; a < 12; ++a) {
      for (Index b = 0; b < 12; ++b) {
        double sum = 0;
        for (Index i = 0; i < design.evaluations() && a != b; ++i) {
          for (Index j = 0; j < design.evaluations(); ++j) {
            sum += (design.point(a, i) - design.point(b, j)).norm();
          }
        }
        CHECK(distances(a, b) == Approx(sum).epsilon(1e-7));
      }
    }
  }
}

TEST_CASE("morris: the chosen trajectories are the most spread ones", "[morris][unit]") {
  for (std::uint64_t repeat = 0; repeat < 40; ++repeat) {
    const Matrix distances = trajectory_distances(candidates(3, 14, Seed{repeat}));
    for (const Index count : {1, 2, 3, 5, 7}) {
      CAPTURE(repeat, count);
      const auto chosen = most_spread(distances, count);
      CHECK(static_cast<Index>(chosen.size()) == count);
      CHECK(std::is_sorted(chosen.begin(), chosen.end()));
      CHECK(std::adjacent_find(chosen.begin(), chosen.end()) == chosen.end());
      CHECK(spread(distances, chosen) == Approx(best_spread(distances, count)).epsilon(1e-12));
    }
  }
}

TEST_CASE("morris: the choice is never below the greedy one", "[morris][unit]") {
  Index better = 0;
  for (std::uint64_t repeat = 0; repeat < 20; ++repeat) {
    const Matrix distances = trajectory_distances(candidates(10, 60, Seed{repeat}));
    for (const Index count : {4, 10, 30}) {
      const double greedy = spread(distances, most_spread_greedy(distances, count));
      const double ours = spread(distances, most_spread(distances, count));
      CHECK(ours >= greedy * (1 - 1e-12));
      CHECK((count > 10 || ours >= ruano_spread(distances, count) * (1 - 1e-12)));
      better += ours > greedy * (1 + 1e-9) ? 1 : 0;
    }
  }
  CHECK(better > 10);
}

TEST_CASE("morris: ten of a hundred trajectories of fifty inputs", "[morris][unit]") {
  const Matrix distances = trajectory_distances(candidates(50, 100, Seed{1}));
  const double ours = spread(distances, most_spread(distances, 10));
  CHECK(ours >= ruano_spread(distances, 10) * (1 - 1e-12));
}

TEST_CASE("morris: an optimal design has its trajectories from the candidates", "[morris][unit]") {
  const MorrisDesign all = candidates(5, 40, Seed{8});
  const MorrisSampling options{.trajectories = 6, .optimal_from = 40};
  uq::set_threads(3);
  const MorrisDesign best = morris(std::vector<MorrisInput>(5), singles(5), options, Seed{8});
  uq::set_threads(0);
  const auto chosen = most_spread(trajectory_distances(all), 6);
  CHECK(best.trajectories() == 6);
  CHECK(best.start == chosen_trajectories(all, chosen).start);
  CHECK(best.order == chosen_trajectories(all, chosen).order);
  CHECK_THROWS_AS(most_spread(trajectory_distances(all), 41), uq::InvalidArgument);
  CHECK_THROWS_AS(most_spread(trajectory_distances(all), 0), uq::InvalidArgument);
}
