#include "uq/core/parallel.hpp"
#include "uq/sensitivity/order_detail.hpp"
#include "uq/sensitivity/regression_detail.hpp"

#include <algorithm>
#include <cmath>

namespace uq::sensitivity::detail {
namespace {

using propagation::Interval;
using Column = Eigen::ArrayXd;

// Influences on covariances of linear combinations of the columns z: of the values themselves, and
// for ranks of the ranks each row gives to the others (Eq. 11).
class Influences {
 public:
  Influences(const Matrix& z, bool ranks) : z_(z) {
    if (ranks) {
      const auto columns = static_cast<std::size_t>(z.cols());
      orders_.resize(columns);
      units_.resize(columns);
      parallel_for(z.cols(), [&](Index j) {
        const auto k = static_cast<std::size_t>(j);
        orders_[k] = ascending({z.col(j).data(), static_cast<std::size_t>(z.rows())});
        units_[k] = unit_of(j);
      });
    }
  }

  // What row i does to cov(z_k, c) by its place among the values of column k: the mean of c over
  // the rows at or above it, ties by half, in units of the rank column.
  Column of_place(Index k, const Column& c) const {
    const auto& order = orders_[static_cast<std::size_t>(k)];
    const auto n = static_cast<double>(order.size());
    const auto column = z_.col(k);
    const double unit = units_[static_cast<std::size_t>(k)];
    Column influence(z_.rows());
    double above = 0;  // from the top down
    for (std::size_t last = order.size(); last > 0;) {
      std::size_t first = last - 1;
      double equal = c[order[first]];
      while (first > 0 && column[order[first - 1]] == column[order[last - 1]]) {
        --first;
        equal += c[order[first]];
      }
      for (std::size_t place = first; place < last; ++place) {
        influence[order[place]] = (above + equal / 2) / n * unit;
      }
      above += equal;
      last = first;
    }
    return influence - influence.mean();
  }

 private:
  // n over the standard deviation of the midranks: what an indicator's mean counts in z.
  double unit_of(Index k) const {
    const auto& order = orders_[static_cast<std::size_t>(k)];
    const auto n = static_cast<double>(order.size());
    double ties = 0;
    const auto column = z_.col(k);
    for (std::size_t first = 0; first < order.size();) {
      std::size_t last = first + 1;
      while (last < order.size() && column[order[last]] == column[order[first]]) {
        ++last;
      }
      const auto t = static_cast<double>(last - first);
      ties += t * (t * t - 1);
      first = last;
    }
    return n / std::sqrt((n * n - 1 - ties / n) / 12);
  }

  const Matrix& z_;
  std::vector<std::vector<std::uint32_t>> orders_;
  std::vector<double> units_;
};

// Variance of an estimate over n rows from the influences of some, less the degrees of freedom.
double variance_of(const Column& influence, Index n, Index inputs) {
  const double square = (influence - influence.mean()).square().mean();
  return square / static_cast<double>(n - inputs - 1);
}

Interval around(double centre, double half) {
  return {centre - half, centre + half};
}

// What is left to 1 below which there is nothing but rounding: no width on the scales below.
constexpr double no_rest = 1e-12;

// On Fisher's scale, so that it stays between -1 and 1.
Interval of_correlation(double r, double half) {
  const double slope = 1 - r * r;
  if (!(slope > no_rest)) {
    return {r, r};
  }
  return {std::tanh(std::atanh(r) - half / slope), std::tanh(std::atanh(r) + half / slope)};
}

// On the scale log(1 - R2), so that it stays below 1; below 0 it reaches where R2 is no more than
// chance.
Interval of_share(double share, double half) {
  const double rest = 1 - share;
  if (!(rest > no_rest)) {
    return {share, share};
  }
  return {1 - rest * std::exp(half / rest), 1 - rest * std::exp(-half / rest)};
}

}  // namespace

FitIntervals intervals(const Matrix& z, const Fit& of, Index n, bool ranks, double level) {
  const Index d = z.cols() - 1;
  const Fit local = fit(z);
  const double none = std::nan("");
  FitIntervals result{std::vector<Interval>(static_cast<std::size_t>(d), {none, none}),
                      std::vector<Interval>(static_cast<std::size_t>(d), {none, none}),
                      {none, none}};
  if (!local.sound()) {  // the part of the rows is degenerate, the whole is not
    return result;
  }
  const Influences influences(z, ranks);
  const Column y = z.col(d);
  const Column e = (z.col(d) - z.leftCols(d) * local.SRC).array();
  Vector a(d + 1);  // e = sum of a_k z_k
  a << -local.SRC, 1;
  // What each row does by its places to cov(z_k, e), and to cov(e, e), cov(y, y).
  std::vector<Column> place_e(static_cast<std::size_t>(ranks ? d + 1 : 0));
  parallel_for(static_cast<Index>(place_e.size()),
               [&](Index k) { place_e[static_cast<std::size_t>(k)] = influences.of_place(k, e); });
  Column ee = e.square();
  Column yy = y.square();
  if (ranks) {
    for (Index k = 0; k <= d; ++k) {
      ee += 2 * a[k] * place_e[static_cast<std::size_t>(k)];
    }
    yy += 2 * influences.of_place(d, y);
  }
  const double unexplained = 1 - local.R2;
  const double t = propagation::student_t_quantile((1 + level) / 2, static_cast<double>(n - d - 1));
  const auto rows = static_cast<double>(n);

  parallel_for(d, [&](Index j) {
    const Column x = z.col(j).array();
    const double own = local.inverse(j, j);
    const Vector b = local.inverse.col(j) / own;  // w = sum of b_k z_k: x_j without the others
    const Column w = (z.leftCols(d) * b).array();
    Column ew = e * w;
    Column ww = w.square();
    Column xx = x.square();
    if (ranks) {
      for (Index k = 0; k <= d; ++k) {
        const Column place_w = influences.of_place(k, w);
        ew += a[k] * place_w;
        if (k < d) {
          ew += b[k] * place_e[static_cast<std::size_t>(k)];
          ww += 2 * b[k] * place_w;
        }
      }
      xx += 2 * influences.of_place(j, x);
    }
    const double beta = local.SRC[j];
    const Column src = own * ew + beta / 2 * (xx - yy);  // Eq. 12
    // Partial correlation of u = e + beta w and w (Eq. 13).
    const Column uw = ew + beta * ww;
    const Column uu = ee + 2 * beta * ew + beta * beta * ww;
    const double w2 = 1 / own;
    const double u2 = unexplained + beta * beta * w2;
    const double rho = local.PCC[j];
    const Column pcc = uw / std::sqrt(u2 * w2) - rho / 2 * (uu / u2 + ww / w2);
    const auto at = static_cast<std::size_t>(j);
    result.SRC[at] = around(of.SRC[j], t * std::sqrt(variance_of(src, n, d)));
    result.PCC[at] = of_correlation(of.PCC[j], t * std::sqrt(variance_of(pcc, n, d)));
  });

  // R2 (Eq. 14): about the adjusted one; the second term is what chance alone explains.
  const Column r2 = ee - unexplained * yy;
  const double adjusted = 1 - (1 - of.R2) * (rows - 1) / static_cast<double>(n - d - 1);
  const double chance = 2 * static_cast<double>(d) * (1 - of.R2) * (1 - of.R2) / (rows * rows);
  result.R2 = of_share(adjusted, t * std::sqrt(variance_of(r2, n, d) + chance));
  return result;
}

}  // namespace uq::sensitivity::detail
