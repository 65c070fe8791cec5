#include "surrogates/column_kernel_detail.hpp"
#include "surrogates/sparse_path_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>

namespace uq::surrogates::detail {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// What is known of the columns, all of it in terms of the centred columns of unit norm, z_j.
struct Columns {
  std::vector<Index> candidates;    // ascending: not active and not found collinear
  std::vector<const double*> data;  // of the candidates
  Vector mean, norm;                // (P)
  Vector correlation;               // (P): z_j^T e with the least-squares residual e
  Vector equiangular;               // (P): z_j^T u of LARS, u the direction with z_a^T u = s_a
  Vector outside;                   // (P): 1 - |Q^T z_j|^2, squared sine of the angle to psi_A
};

// Columns are handled a block at a time, the blocks in parallel if there is enough to do.
void each_block(Index count, Index rows, const std::function<void(Index first, Index count)>& f) {
  constexpr Index block = 32;
  constexpr Index worth_threads = 4'000'000;  // a few ms: waking threads at each step costs too
  if (count * rows < worth_threads) {
    f(0, count);
    return;
  }
  parallel_for((count + block - 1) / block,
               [&](Index task) { f(task * block, std::min(block, count - task * block)); });
}

Columns standardise(MatrixRef psi) {
  const Index n = psi.rows();
  const Index terms = psi.cols();
  Columns columns;
  columns.mean = columns.norm = columns.correlation = columns.equiangular = Vector::Zero(terms);
  columns.outside = Vector::Ones(terms);
  each_block(terms, n, [&](Index first, Index count) {
    for (Index j = first; j < first + count; ++j) {
      columns.mean(j) = psi.col(j).mean();
      columns.norm(j) = (psi.col(j).array() - columns.mean(j)).matrix().norm();
    }
  });
  for (Index j = 1; j < terms; ++j) {
    expects(std::isfinite(columns.norm(j)),
            "column " + std::to_string(j) + " of the basis is not finite");
    const double length = std::hypot(columns.norm(j), columns.mean(j) * std::sqrt(n));
    if (columns.norm(j) > 1.5e-8 * length) {  // else another constant
      columns.candidates.push_back(j);
      columns.data.push_back(psi.col(j).data());
    }
  }
  return columns;
}

// z_j^T q of each candidate, for a q with the sum `total`, handed to use(place, j, product).
template <class Use>
void project(const Columns& columns, const Vector& q, const Use& use) {
  const ColumnKernel& kernel = column_kernels().front();
  const double total = q.sum();
  const auto count = static_cast<Index>(columns.candidates.size());
  each_block(count, q.size(), [&](Index first, Index size) {
    std::vector<double> products(static_cast<std::size_t>(size));
    const auto part = std::span(columns.data)
                          .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(size));
    kernel.dots(part, q.data(), q.size(), products.data());
    for (Index i = 0; i < size; ++i) {
      const Index j = columns.candidates[static_cast<std::size_t>(first + i)];
      use(j, (products[static_cast<std::size_t>(i)] - columns.mean(j) * total) / columns.norm(j));
    }
  });
}

// Place among the candidates of the next column, -1 if none has a correlation beyond rounding.
Index choose(const Columns& columns, Selection selection, double rounding) {
  Index chosen = -1;
  double highest = 0;
  for (std::size_t i = 0; i < columns.candidates.size(); ++i) {
    const Index j = columns.candidates[i];
    const double size = std::abs(columns.correlation(j));
    if (size <= rounding) {
      continue;
    }
    double level = size;
    if (selection == Selection::lars) {
      const double towards =
          columns.correlation(j) > 0 ? columns.equiangular(j) : -columns.equiangular(j);
      level /= std::max(1 - towards, epsilon);
    }
    if (level > highest) {
      highest = level;
      chosen = static_cast<Index>(i);
    }
  }
  return chosen;
}

// By chance: if the residuals were noise in `free` + 1 dimensions, the best of `count` columns
// would with this probability leave no less than this share of their squares (the squared cosine of
// one column is below a Beta(1, free / 2) variate, in law). docs/methods/pce.md Eq. 28, 29.
double share_left(double probability, double count, double free) {
  return free > 0 ? std::pow(probability / count, 2 / free) : 0;
}

// Whether one more column could still lower the residual sum of squares by more than chance would.
bool promising(const Columns& columns, const GrowingFit& fit) {
  const auto free = static_cast<double>(fit.residuals.size() - fit.size() - 1);
  const auto count = static_cast<double>(columns.candidates.size());
  const double by_chance = 1 - share_left(0.05, count, free);
  const double squares = fit.residuals.squaredNorm();
  return std::any_of(columns.candidates.begin(), columns.candidates.end(), [&](Index j) {
    const double correlation = columns.correlation(j);
    return correlation * correlation > by_chance * squares * std::max(columns.outside(j), 1e-8);
  });
}

// Keeps the errors of each step and the step to choose.
struct Judge {
  Selection selection;
  double variance;
  double selected = 1;  // product of Eq. 28

  // @param count columns of which the last was chosen; 0: the constant
  void record(Index count, SparsePath& path) {
    const LooErrors errors = loo_errors(path.fit, variance);
    path.loo.push_back(errors.plain);
    path.corrected.push_back(errors.corrected);
    path.criterion.push_back(errors.corrected);
    if (path.fit.residuals.norm() <= path.fit.rounding) {
      path.end = PathEnd::exact;
    } else if (count > 0) {
      const auto free = static_cast<double>(path.fit.residuals.size() - path.fit.size());
      const auto columns = static_cast<double>(count);
      if (selection == Selection::omp) {
        const double one = free / (free + 1);
        selected *= std::max(1.0, one / share_left(1, columns + 1, free));
        path.criterion.back() *= selected;
      } else if (share_left(0.05, columns, free) < 0.1) {
        path.criterion.back() = std::numeric_limits<double>::infinity();
      }
    }
    if (path.criterion.back() < path.criterion[static_cast<std::size_t>(path.best)]) {
      path.best = path.fit.size() - 1;
    }
  }
};

}  // namespace

SparsePath sparse_path(
    MatrixRef psi, const ScaledOutput& y, Selection selection, Index most, bool whole) {
  const Index n = psi.rows();
  Columns columns = standardise(psi);
  const double variance = y.values.squaredNorm() / static_cast<double>(n - 1);
  const Index limit = std::min(n - 1, most > 0 ? most : n - 1);
  // Steps without a new best after which it counts as passed.
  const Index patience = std::max<Index>(50, std::min(psi.cols(), limit) / 5);

  SparsePath path;
  path.fit = constant_fit(y.values, y.rounding);
  path.order = {0};
  Judge judge{.selection = selection, .variance = variance};
  judge.record(0, path);
  project(columns, y.values, [&](Index j, double product) { columns.correlation(j) = product; });
  std::vector<double> v = {0};  // Q^T u

  while (path.fit.size() < limit && path.end != PathEnd::exact) {
    const bool worked = path.criterion[static_cast<std::size_t>(path.best)] < 1;
    if (!whole && worked && path.fit.size() - 1 - path.best >= patience &&
        !promising(columns, path.fit)) {
      path.end = PathEnd::passed;
      break;
    }
    const Index place = choose(columns, selection, path.fit.rounding);
    if (place < 0) {
      break;
    }
    const auto count = static_cast<Index>(columns.candidates.size());
    const Index j = columns.candidates[static_cast<std::size_t>(place)];
    columns.candidates.erase(columns.candidates.begin() + place);
    columns.data.erase(columns.data.begin() + place);
    if (!add(path.fit,
             {psi.col(j).data(), static_cast<std::size_t>(n)},
             columns.mean(j),
             columns.norm(j))) {
      continue;
    }
    path.order.push_back(j);
    judge.record(count, path);

    // docs/methods/pce.md Eq. 25, 26
    const Vector& r = path.fit.r.back();
    const auto k = static_cast<Index>(v.size());
    const double sign = columns.correlation(j) > 0 ? 1 : -1;
    const double along = (sign * columns.norm(j) - r.head(k).dot(Vector::Map(v.data(), k))) / r(k);
    v.push_back(along);
    const double b = path.fit.b.back();
    project(columns, path.fit.q.back(), [&](Index other, double product) {
      columns.correlation(other) -= b * product;
      columns.equiangular(other) += along * product;
      columns.outside(other) -= product * product;
    });
  }
  return path;
}

}  // namespace uq::surrogates::detail
