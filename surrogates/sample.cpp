#include "surrogates/sample_detail.hpp"

#include <algorithm>
#include <numeric>

namespace uq::surrogates::detail {

Groups groups_of(MatrixRef x) {
  const auto n = static_cast<std::size_t>(x.rows());
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), 0);
  // -1, 0 or 1 as row a is before, equal to or behind row b.
  const auto compare = [&](Index a, Index b) {
    for (Index j = 0; j < x.cols(); ++j) {
      if (x(a, j) != x(b, j)) {
        return x(a, j) < x(b, j) ? -1 : 1;
      }
    }
    return 0;
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const int c = compare(a, b);
    return c != 0 ? c < 0 : a < b;
  });
  std::vector<Index> first(n);  // row that a row repeats
  for (std::size_t k = 0; k < n; ++k) {
    const auto row = static_cast<std::size_t>(order[k]);
    first[row] = k > 0 && compare(order[k - 1], order[k]) == 0
                     ? first[static_cast<std::size_t>(order[k - 1])]
                     : order[k];
  }
  Groups groups;
  groups.of.resize(n);
  for (std::size_t row = 0; row < n; ++row) {
    const auto of = static_cast<std::size_t>(first[row]);
    groups.of[row] = of == row ? groups.count++ : groups.of[of];
  }
  return groups;
}

std::vector<Index> rows_of(const Groups& groups, const std::vector<char>& kept) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < groups.of.size(); ++i) {
    if (kept[static_cast<std::size_t>(groups.of[i])] != 0) {
      rows.push_back(static_cast<Index>(i));
    }
  }
  return rows;
}

Sample part(const Sample& sample, const std::vector<char>& kept) {
  const std::vector<Index> rows = rows_of(sample.groups, kept);
  std::vector<Index> number(kept.size());
  Sample some{sample.t(rows, Eigen::all), sample.z(rows), {}, sample.rounding};
  for (std::size_t g = 0; g < kept.size(); ++g) {
    number[g] = some.groups.count;
    some.groups.count += kept[g] != 0 ? 1 : 0;
  }
  for (const Index row : rows) {
    const auto g = static_cast<std::size_t>(sample.groups.of[static_cast<std::size_t>(row)]);
    some.groups.of.push_back(number[g]);
  }
  return some;
}

Sample merged(const Sample& sample) {
  Sample one;
  one.rounding = sample.rounding;
  one.t.resize(sample.groups.count, sample.t.cols());
  one.z = Vector::Zero(sample.groups.count);
  Vector members = Vector::Zero(sample.groups.count);
  one.groups.count = sample.groups.count;
  for (Index i = 0; i < sample.rows(); ++i) {
    const Index g = sample.groups.of[static_cast<std::size_t>(i)];
    one.t.row(g) = sample.t.row(i);
    one.z(g) += sample.z(i);
    ++members(g);
  }
  one.z.array() /= members.array();
  one.groups.of.resize(static_cast<std::size_t>(one.groups.count));
  std::iota(one.groups.of.begin(), one.groups.of.end(), 0);
  return one;
}

}  // namespace uq::surrogates::detail
