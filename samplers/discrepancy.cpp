#include "samplers/discrepancy.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace uq::samplers {
namespace {

constexpr Index task_rows = 32;   // rows of a parallel task: fixed, so the sums are
constexpr Index pair_tile = 256;  // pairs whose products are formed together, in cache

void check(const MatrixRef& points) {
  expects(points.rows() >= 1 && points.cols() >= 1,
          std::to_string(points.rows()) + " points in " + std::to_string(points.cols()) +
              " dimensions, required are at least one of each");
  expects((points.array() >= 0 && points.array() <= 1).all(),
          "a coordinate outside [0, 1]: map the points to the unit cube first");
}

// Each kind is the mean over i and k of Π_j two(x_ij, x_kj), less twice that over i of Π_j
// one(x_ij), plus a constant c^d (Eq. 19 to 22). c^d is also what points spread evenly give for
// either product, so it is taken off each product and falls out of the sum: what is added are small
// numbers, not large ones whose differences matter.
struct Star {
  static constexpr double constant = 1.0 / 3;
  static double one(double x) { return 0.5 * (1 - x * x); }
  static double two(double x, double y) { return 1 - (x > y ? x : y); }
};

struct Centred {
  static constexpr double constant = 13.0 / 12;
  static double one(double x) {
    const double c = std::abs(x - 0.5);
    return 1 + 0.5 * c - 0.5 * c * c;
  }
  static double two(double x, double y) {
    return 1 + 0.5 * (std::abs(x - 0.5) + std::abs(y - 0.5) - std::abs(x - y));
  }
};

struct WrapAround {
  static constexpr double constant = 4.0 / 3;
  static double one(double) { return constant; }
  static double two(double x, double y) {
    const double gap = std::abs(x - y);
    return 1.5 - gap * (1 - gap);
  }
};

struct Mixture {
  static constexpr double constant = 19.0 / 12;
  static double one(double x) {
    const double c = std::abs(x - 0.5);
    return 5.0 / 3 - 0.25 * c - 0.25 * c * c;
  }
  static double two(double x, double y) {
    const double gap = std::abs(x - y);
    return 1.875 - 0.25 * (std::abs(x - 0.5) + std::abs(y - 0.5)) - 0.75 * gap + 0.5 * gap * gap;
  }
};

// Folds the coordinates of row i and of each row before it into one value, from `start` on, and
// hands each value to `use`, in order.
template <class Fold, class Use>
void over_pairs(const MatrixRef& points, Index i, double start, Fold fold, Use use) {
  std::array<double, pair_tile> results;
  for (Index first = 0; first < i; first += pair_tile) {
    const Index count = std::min(pair_tile, i - first);
    std::fill_n(results.begin(), count, start);
    for (Index j = 0; j < points.cols(); ++j) {
      const double x = points(i, j);
      const double* const y = points.col(j).data() + first;
      for (Index k = 0; k < count; ++k) {
        results[static_cast<std::size_t>(k)] = fold(results[static_cast<std::size_t>(k)], x, y[k]);
      }
    }
    for (Index k = 0; k < count; ++k) {
      use(results[static_cast<std::size_t>(k)]);
    }
  }
}

// Values of task(first, last) for fixed pieces of the rows, in order.
template <class Task>
std::vector<double> by_tasks(Index rows, Task task) {
  const Index tasks = (rows + task_rows - 1) / task_rows;
  std::vector<double> values(static_cast<std::size_t>(tasks));
  parallel_for(tasks, [&](Index t) {
    values[static_cast<std::size_t>(t)] = task(t * task_rows, std::min(rows, (t + 1) * task_rows));
  });
  return values;
}

template <class Kind>
double squared(const MatrixRef& points) {
  const auto n = static_cast<double>(points.rows());
  double even = 1;
  for (Index j = 0; j < points.cols(); ++j) {
    even *= Kind::constant;
  }
  const std::vector<double> singles = by_tasks(points.rows(), [&](Index first, Index last) {
    double sum = 0;
    for (Index i = first; i < last; ++i) {
      double product = 1;
      for (Index j = 0; j < points.cols(); ++j) {
        product *= Kind::one(points(i, j));
      }
      sum += product - even;
    }
    return sum;
  });
  const std::vector<double> pairs = by_tasks(points.rows(), [&](Index first, Index last) {
    double sum = 0;
    for (Index i = first; i < last; ++i) {
      double product = 1;
      for (Index j = 0; j < points.cols(); ++j) {
        product *= Kind::two(points(i, j), points(i, j));
      }
      double others = 0;
      over_pairs(
          points,
          i,
          1,
          [](double value, double x, double y) { return value * Kind::two(x, y); },
          [&others, even](double value) { others += value - even; });
      sum += product - even + 2 * others;
    }
    return sum;
  });
  return tree_sum(pairs) / (n * n) - 2 * tree_sum(singles) / n;
}

}  // namespace

Discrepancy discrepancy(MatrixRef points, DiscrepancyKind kind) {
  check(points);
  double value = 0;
  switch (kind) {
    case DiscrepancyKind::l2_star:
      value = squared<Star>(points);
      break;
    case DiscrepancyKind::centred:
      value = squared<Centred>(points);
      break;
    case DiscrepancyKind::wrap_around:
      value = squared<WrapAround>(points);
      break;
    case DiscrepancyKind::mixture:
      value = squared<Mixture>(points);
      break;
  }
  return {value, std::sqrt(std::max(value, 0.0))};
}

double min_distance(MatrixRef points) {
  check(points);
  if (points.rows() == 1) {
    return 0;
  }
  const std::vector<double> least = by_tasks(points.rows(), [&](Index first, Index last) {
    double smallest = std::numeric_limits<double>::infinity();
    for (Index i = first; i < last; ++i) {
      over_pairs(
          points,
          i,
          0,
          [](double value, double x, double y) { return value + (x - y) * (x - y); },
          [&smallest](double value) { smallest = std::min(smallest, value); });
    }
    return smallest;
  });
  return std::sqrt(*std::min_element(least.begin(), least.end()));
}

}  // namespace uq::samplers
