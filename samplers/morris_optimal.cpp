#include "samplers/morris.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace uq::samplers {
namespace {

// The positions of a design with those of one trajectory next to each other, and the group of each
// input.
struct Positions {
  Matrix start, target;       // (d, r)
  MorrisDesign::Order order;  // (g, r)
  std::vector<Index> group;   // (d)
};

Positions positions_of(const MorrisDesign& design) {
  Positions all{design.start.transpose(),
                design.target.transpose(),
                design.order.transpose(),
                std::vector<Index>(static_cast<std::size_t>(design.dims()))};
  for (Index g = 0; g < design.groups.size(); ++g) {
    for (const Index input : design.groups.members[static_cast<std::size_t>(g)]) {
      all.group[static_cast<std::size_t>(input)] = g;
    }
  }
  return all;
}

// From one point of a trajectory to the next: the inputs that change and their positions before and
// after.
struct Change {
  Index input;
  double from, to;
};
std::vector<std::vector<Change>> changes_of(const MorrisDesign& design, Index t) {
  std::vector<std::vector<Change>> changes(static_cast<std::size_t>(design.groups.size()));
  for (Index g = 0; g < design.groups.size(); ++g) {
    for (const Index input : design.groups.members[static_cast<std::size_t>(g)]) {
      changes[static_cast<std::size_t>(design.order(t, g))].push_back(
          {input, design.start(t, input), design.target(t, input)});
    }
  }
  return changes;
}

// Sum of the distances from every point of one trajectory to every point of another. Squared
// distances from one point are those from the point before, less what the moved input had to do
// with it: O(1) for each pair of points instead of O(d). An input of the other trajectory has two
// positions only, so that no points are needed: its start at the first `moved`, then its target.
double distance(const Positions& all,
                Index from,
                const std::vector<std::vector<Change>>& changes,
                Index to,
                Vector& squared) {
  const Index points = squared.size();
  const auto moved = [&](Index input) {
    return Index{all.order(all.group[static_cast<std::size_t>(input)], to)} + 1;
  };
  // From the first point: to the first, and what each move of the other trajectory adds.
  squared.setZero();
  for (Index i = 0; i < all.start.rows(); ++i) {
    const double here = all.start(i, from);
    const double a = all.start(i, to);
    const double b = all.target(i, to);
    squared[0] += (a - here) * (a - here);
    squared[moved(i)] += (b - a) * (a + b - 2 * here);
  }
  for (Index e = 1; e < points; ++e) {
    squared[e] += squared[e - 1];
  }
  double sum = squared.cwiseMax(0).cwiseSqrt().sum();
  for (const auto& step : changes) {
    for (const Change& change : step) {
      // (b - y)² - (a - y)² = (b - a) (a + b - 2 y)
      const double length = change.to - change.from;
      const double both = change.to + change.from;
      const Index r = moved(change.input);
      squared.head(r).array() += length * (both - 2 * all.start(change.input, to));
      squared.tail(points - r).array() += length * (both - 2 * all.target(change.input, to));
    }
    sum += squared.cwiseMax(0).cwiseSqrt().sum();
  }
  return sum;
}

// Sum of squared distances from each candidate to the chosen ones.
Vector gains(const Matrix& squared, const std::vector<Index>& chosen) {
  Vector gain = Vector::Zero(squared.rows());
  for (const Index c : chosen) {
    gain += squared.col(c);
  }
  return gain;
}

double total(const Vector& gain, const std::vector<Index>& chosen) {
  double sum = 0;
  for (const Index c : chosen) {
    sum += gain[c];
  }
  return sum / 2;
}

// Adds the candidate that adds most until there are `count`.
void extend(const Matrix& squared, Index count, std::vector<Index>& chosen) {
  Vector gain = gains(squared, chosen);
  for (const Index c : chosen) {
    gain[c] = -1;
  }
  while (static_cast<Index>(chosen.size()) < count) {
    Index best = 0;
    gain.maxCoeff(&best);
    chosen.push_back(best);
    gain += squared.col(best);
    for (const Index c : chosen) {
      gain[c] = -1;
    }
  }
}

// Exchanges a chosen one for another candidate, the best such pair each time, while that helps.
void improve(const Matrix& squared, std::vector<Index>& chosen) {
  std::vector<char> inside(static_cast<std::size_t>(squared.rows()), 0);
  for (const Index c : chosen) {
    inside[static_cast<std::size_t>(c)] = 1;
  }
  Vector gain = gains(squared, chosen);
  const double resolution = 1e-12 * total(gain, chosen);
  for (;;) {
    double best = resolution;
    std::size_t out = 0;
    Index in = -1;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const Index c = chosen[k];
      for (Index other = 0; other < squared.rows(); ++other) {
        const double better = gain[other] - squared(other, c) - gain[c];
        if (better > best && inside[static_cast<std::size_t>(other)] == 0) {
          best = better;
          out = k;
          in = other;
        }
      }
    }
    if (in < 0) {
      return;
    }
    gain += squared.col(in) - squared.col(chosen[out]);
    inside[static_cast<std::size_t>(chosen[out])] = 0;
    inside[static_cast<std::size_t>(in)] = 1;
    chosen[out] = in;
  }
}

void check(const Matrix& distances, Index count) {
  expects(distances.rows() == distances.cols() && count >= 1 && count <= distances.rows(),
          std::to_string(count) + " of " + std::to_string(distances.rows()) +
              " trajectories, required are at least one and at most all",
          "most_spread");
}

}  // namespace

Matrix trajectory_distances(const MorrisDesign& design) {
  const Index count = design.trajectories();
  const Positions all = positions_of(design);
  Matrix distances = Matrix::Zero(count, count);
  parallel_for(count, [&](Index t) {
    const auto changes = changes_of(design, t);
    Vector squared(design.evaluations());
    for (Index other = 0; other < t; ++other) {
      distances(other, t) = distance(all, t, changes, other, squared);
    }
  });
  return distances + distances.transpose().eval();
}

double spread(const Matrix& distances, const std::vector<Index>& chosen) {
  double sum = 0;
  for (const Index a : chosen) {
    for (const Index b : chosen) {
      sum += distances(a, b) * distances(a, b);
    }
  }
  return std::sqrt(sum / 2);
}

std::vector<Index> most_spread_greedy(const Matrix& distances, Index count) {
  check(distances, count);
  Index a = 0;
  Index b = 0;
  distances.maxCoeff(&a, &b);
  std::vector<Index> chosen{std::min(a, b)};
  if (a != b && count > 1) {
    chosen.push_back(std::max(a, b));
  }
  extend(distances.cwiseAbs2(), count, chosen);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::vector<Index> most_spread(const Matrix& distances, Index count) {
  check(distances, count);
  constexpr Index most_starts = 100;
  constexpr Index most_exchanges = 1'000'000;  // looked at for each that is made
  const Matrix squared = distances.cwiseAbs2();
  const Index all = squared.rows();
  const Index starts = std::min(all, most_starts);
  const bool exchanges = count * all <= most_exchanges;
  std::vector<std::vector<Index>> found(static_cast<std::size_t>(starts + 1));
  parallel_for(starts + 1, [&](Index s) {
    std::vector<Index>& chosen = found[static_cast<std::size_t>(s)];
    if (s == starts) {
      chosen = most_spread_greedy(distances, count);
    } else {
      chosen = {s * all / starts};
      extend(squared, count, chosen);
    }
    if (exchanges) {
      improve(squared, chosen);
    }
    std::sort(chosen.begin(), chosen.end());
  });
  const auto best = std::max_element(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    return spread(distances, a) < spread(distances, b);
  });
  return *best;
}

}  // namespace uq::samplers
