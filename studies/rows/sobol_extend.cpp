#include "studies/rows/sobol_extend.hpp"

#include <algorithm>
#include <utility>

namespace uq::studies {

SaltelliDesign second_halves(const SaltelliDesign& longer) {
  SaltelliDesign design = longer;
  const Index half = longer.n() / longer.replicates / 2;
  design.points.count = longer.n() / 2;
  design.points.block = [block = longer.points.block, half](Index first, MutableMatrixRef u) {
    for (Index done = 0; done < u.rows();) {
      const Index row = first + done;
      const Index within = row % half;
      const Index count = std::min(half - within, u.rows() - done);
      block(2 * half * (row / half) + half + within, u.middleRows(done, count));
      done += count;
    }
  };
  return design;
}

Evaluations joined(const Evaluations& first,
                   const Evaluations& second,
                   Index replicates,
                   Index blocks) {
  const Index n = static_cast<Index>(first.status.size()) / blocks;
  const Index half = n / replicates;
  // Where row k of one of the parts goes.
  const auto place = [&](Index k, Index part) {
    return 2 * half * (k / half) + part * half + k % half;
  };
  Evaluations all;
  all.status.resize(first.status.size() + second.status.size());
  for (std::size_t q = 0; q < first.y.size(); ++q) {
    all.y.emplace_back(2 * n, blocks);
  }
  Index part = 0;
  for (const Evaluations* from : {&first, &second}) {
    for (std::size_t q = 0; q < from->y.size(); ++q) {
      for (Index r = 0; r < replicates; ++r) {
        all.y[q].middleRows(place(r * half, part), half) = from->y[q].middleRows(r * half, half);
      }
    }
    for (Index row = 0; row < n * blocks; ++row) {
      all.status[static_cast<std::size_t>(row / n * 2 * n + place(row % n, part))] =
          from->status[static_cast<std::size_t>(row)];
    }
    for (std::size_t s = 0; s < all.counts.size(); ++s) {
      all.counts[s] += from->counts[s];
    }
    for (Failure failure : from->failures) {
      failure.row = failure.row / n * 2 * n + place(failure.row % n, part);
      all.failures.push_back(std::move(failure));
    }
    ++part;
  }
  std::sort(all.failures.begin(), all.failures.end(), [](const Failure& a, const Failure& b) {
    return a.row < b.row;
  });
  if (all.failures.size() > static_cast<std::size_t>(Evaluations::max_failures)) {
    all.failures.resize(static_cast<std::size_t>(Evaluations::max_failures));
  }
  return all;
}

}  // namespace uq::studies
