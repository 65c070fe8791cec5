#include "uq/core/parallel.hpp"
#include "uq/sensitivity/sobol_products_detail.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace uq::sensitivity::detail {
namespace {

using Complex = std::complex<double>;

double real(double value) {
  return value;
}
double real(const Complex& value) {
  return value.real();
}

template <class T>
BaseMoments<T> base_moments(const T* p, const ProductLayout& layout, double resolution) {
  BaseMoments<T> base{p[0] / 2.0, {}};
  base.variance = p[1] / 2.0 - base.mean * base.mean;  // Eq. 2; the mean is small: z is centred
  const double noise = std::max(resolution, cancelled * real(p[1]) / 2);
  if (!(real(base.variance) > noise)) {
    base.variance = std::numeric_limits<double>::quiet_NaN();
  }
  if (layout.base() == 4) {
    base.mean_a = p[2];
    base.square_a = p[3];
    base.mean_b = p[0] - p[2];
    base.square_b = p[1] - p[3];
  }
  return base;
}

double index(const Estimator& e, const double* p, const BaseMoments<double>& base) {
  return std::isnan(base.variance) ? base.variance : e.index(p, base);
}
Complex index(const Estimator& e, const Complex* p, const BaseMoments<Complex>& base) {
  return e.complex_index(p, base);
}

// S2 of the pair i < j (Eq. 17).
template <class T>
T second_order(
    const T* p, const ProductLayout& layout, const BaseMoments<T>& base, Index i, Index j) {
  const T linear = p[layout.linear_column(i)] + p[layout.linear_column(j)];
  const T closed =
      (p[layout.pair_column(layout.pair(i, j))] - base.mean * linear / 2.0) / base.variance;
  const T alone = index(*layout.first, p + layout.first_column(i), base) +
                  index(*layout.first, p + layout.first_column(j), base);
  return closed - alone;
}

// The columns a figure depends on.
std::vector<Index> columns_of(const ProductLayout& layout, Index figure, Index i, Index j) {
  std::vector<Index> columns;
  const auto add = [&](Index first, Index count) {
    for (Index k = 0; k < count; ++k) {
      columns.push_back(first + k);
    }
  };
  add(0, layout.base());
  if (figure >= layout.S2(0)) {
    columns.push_back(layout.pair_column(figure - layout.S2(0)));
    for (const Index f : {i, j}) {
      add(layout.first_column(f), layout.first->products);
      columns.push_back(layout.linear_column(f));
    }
  } else if (figure >= layout.ST(0)) {
    add(layout.total_column(i), layout.total->products);
  } else if (figure >= layout.S1(0)) {
    add(layout.first_column(i), layout.first->products);
  }
  return columns;
}

// Mean in z units is that of what is left after centring; derivatives are those of the mean.
template <class T>
T figure(const T* p, const ProductLayout& layout, double resolution, Index k, Index i, Index j) {
  const BaseMoments<T> base = base_moments(p, layout, resolution);
  if (k == 0) {
    return base.mean;
  }
  if (k == 1) {
    return p[1] / 2.0 - base.mean * base.mean;
  }
  if (k < layout.ST(0)) {
    return index(*layout.first, p + layout.first_column(i), base);
  }
  return k < layout.S2(0) ? index(*layout.total, p + layout.total_column(i), base)
                          : second_order(p, layout, base, i, j);
}

// Calls visit(figure, i, j) for every figure; i and j are its factors, if it has any.
template <class Visit>
void for_each_figure(const ProductLayout& layout, const Visit& visit) {
  visit(0, 0, 0);
  visit(1, 0, 0);
  for (Index f = 0; f < layout.factors; ++f) {
    visit(layout.S1(f), f, f);
    visit(layout.ST(f), f, f);
  }
  for (Index i = 0; layout.second_order && i < layout.factors; ++i) {
    for (Index j = i + 1; j < layout.factors; ++j) {
      visit(layout.S2(layout.pair(i, j)), i, j);
    }
  }
}

}  // namespace

ProductLayout layout(const SaltelliDesign& design, const SobolOptions& options) {
  return {design.factors(),
          &estimator(options.estimator_first),
          &estimator(options.estimator_total),
          design.second_order,
          design.bc(0)};
}

void products(const SaltelliBlocks& blocks,
              const ProductLayout& layout,
              Index first,
              Index count,
              Matrix& out) {
  const Index f = layout.factors;
  const Chunk a = centred(blocks, 0, first, count);
  const Chunk b = centred(blocks, 1, first, count);
  const auto column = [&](Index j) { return out.col(j).head(count).array(); };
  column(0) = a + b;
  column(1) = a * a + b * b;
  if (layout.base() == 4) {
    column(2) = a;
    column(3) = a * a;
  }
  for (Index i = 0; i < f; ++i) {
    const Chunk ab = centred(blocks, 2 + i, first, count);
    const Chunk bc =
        layout.first->third_base ? centred(blocks, layout.bc_first + i, first, count) : Chunk();
    const RowValues values{a, b, ab, bc};
    layout.first->write(values, {out, layout.first_column(i), count});
    layout.total->write(values, {out, layout.total_column(i), count});
    if (layout.second_order) {
      column(layout.linear_column(i)) = (ab - a) + (centred(blocks, 2 + f + i, first, count) - b);
    }
  }
  if (!layout.second_order) {
    return;
  }
  // Eq. 17: both ways of exchanging the pair.
  const Chunk product = a * b;
  std::vector<Chunk> ab;
  std::vector<Chunk> ba;
  for (Index i = 0; i < f; ++i) {
    ab.push_back(centred(blocks, 2 + i, first, count));
    ba.push_back(centred(blocks, 2 + f + i, first, count));
  }
  for (Index i = 0; i < f; ++i) {
    const auto p = static_cast<std::size_t>(i);
    for (Index j = i + 1; j < f; ++j) {
      const auto q = static_cast<std::size_t>(j);
      column(layout.pair_column(layout.pair(i, j))) =
          (ba[p] * ab[q] + ba[q] * ab[p]) * 0.5 - product;
    }
  }
}

Vector product_means(const SaltelliBlocks& blocks, const ProductLayout& layout) {
  Vector sums = tree_sum(blocks.rows(), layout.used(), [&](Index first, Index count, double* out) {
    Matrix chunk(count, layout.used());
    products(blocks, layout, first, count, chunk);
    for (Index j = 0; j < layout.used(); ++j) {
      // From a buffer of fixed alignment, as all sums.
      const Chunk values = chunk.col(j).array();
      out[j] = values.sum();
    }
  });
  return sums / static_cast<double>(blocks.rows());
}

bool is_constant(const SaltelliBlocks& blocks) {
  const ProductLayout layout{0, &estimator(FirstOrder::jansen), &estimator(TotalOrder::jansen)};
  const Vector means = product_means(blocks, layout);
  return std::isnan(base_moments(means.data(), layout, blocks.resolution).variance);
}

Vector figures(const double* means, const ProductLayout& layout, double resolution) {
  Vector all(layout.figures());
  const BaseMoments<double> base = base_moments(means, layout, resolution);
  all[0] = base.mean;
  all[1] = means[1] / 2 - base.mean * base.mean;
  for (Index f = 0; f < layout.factors; ++f) {
    all[layout.S1(f)] = index(*layout.first, means + layout.first_column(f), base);
    all[layout.ST(f)] = index(*layout.total, means + layout.total_column(f), base);
  }
  for (Index i = 0; layout.second_order && i < layout.factors; ++i) {
    for (Index j = i + 1; j < layout.factors; ++j) {
      all[layout.S2(layout.pair(i, j))] = second_order(means, layout, base, i, j);
    }
  }
  return all;
}

void to_physical(Eigen::Ref<Vector> figures, const SaltelliBlocks& blocks) {
  figures[0] = blocks.scaling.physical(blocks.mean + figures[0]);
  figures[1] = blocks.scaling.variance(figures[1]);
}

Vector figures(const SaltelliBlocks& blocks, const ProductLayout& layout) {
  const Vector means = product_means(blocks, layout);
  Vector all = figures(means.data(), layout, blocks.resolution);
  to_physical(all, blocks);
  return all;
}

// A complex step (Squire, Trapp 1998) is exact to rounding: no difference is ever formed.
std::vector<Gradient> gradients(const Vector& means,
                                const ProductLayout& layout,
                                double resolution) {
  constexpr double step = 1e-100;
  std::vector<Gradient> all(static_cast<std::size_t>(layout.figures()));
  Eigen::VectorXcd at = means.cast<Complex>();
  for_each_figure(layout, [&](Index k, Index i, Index j) {
    Gradient& gradient = all[static_cast<std::size_t>(k)];
    gradient.columns = columns_of(layout, k, i, j);
    gradient.derivatives.resize(static_cast<Index>(gradient.columns.size()));
    for (std::size_t c = 0; c < gradient.columns.size(); ++c) {
      Complex& mean = at[gradient.columns[c]];
      mean.imag(step);
      gradient.derivatives[static_cast<Index>(c)] =
          figure(at.data(), layout, resolution, k, i, j).imag() / step;
      mean.imag(0);
    }
  });
  return all;
}

}  // namespace uq::sensitivity::detail
