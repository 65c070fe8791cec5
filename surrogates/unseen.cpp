#include "surrogates/unseen_detail.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace uq::surrogates::detail {

std::vector<Index> parts_of(Index groups, Index parts, Seed seed) {
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(groups));
  philox_bits(seed, 0, keys);
  std::vector<Index> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const auto x = static_cast<std::size_t>(a);
    const auto y = static_cast<std::size_t>(b);
    return keys[x] != keys[y] ? keys[x] < keys[y] : a < b;
  });
  std::vector<Index> part(keys.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    part[static_cast<std::size_t>(order[k])] = static_cast<Index>(k) * parts / groups;
  }
  return part;
}

Vector predicted_by_folds(const Coordinates& coordinates,
                          const Sample& sample,
                          const PceOptions& options,
                          Seed seed) {
  const Index folds = std::min(options.folds, sample.groups.count);
  const std::vector<Index> fold = parts_of(sample.groups.count, folds, seed.child("folds"));
  Vector predictions(sample.rows());
  parallel_for(folds, [&](Index f) {
    std::vector<char> kept(fold.size());
    std::vector<char> left(fold.size());
    for (std::size_t g = 0; g < fold.size(); ++g) {
      left[g] = static_cast<char>(fold[g] == f);
      kept[g] = static_cast<char>(fold[g] != f);
    }
    const Choice choice = choose(coordinates, part(sample, kept), options);
    const std::vector<Index> rows = rows_of(sample.groups, left);
    predictions(rows) = predicted(coordinates, choice, sample.t(rows, Eigen::all));
  });
  return predictions;
}

Vector unseen_errors(const Coordinates& coordinates,
                     const Sample& sample,
                     const Choice& choice,
                     const PceOptions& options,
                     Seed seed) {
  Vector errors = choice.loo;
  if (options.fit != PceTerms::ls) {
    PceOptions fixed = options;
    fixed.adaptive = false;
    fixed.degree = choice.degree;
    fixed.q = {choice.q};
    fixed.folds = 10;
    errors = sample.z - predicted_by_folds(coordinates, sample, fixed, seed.child("unseen"));
  }
  const double rounding = sample.rounding;
  return errors.unaryExpr([rounding](double error) { return std::hypot(error, rounding); });
}

}  // namespace uq::surrogates::detail
