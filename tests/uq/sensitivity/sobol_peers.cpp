#include "tests/uq/sensitivity/sobol_peers.hpp"

#include <cmath>

namespace uq::test {
namespace {

using Column = Eigen::Ref<const Vector>;

double mean(const Column& v) {
  return v.mean();
}
double dot(const Column& v, const Column& w) {
  return v.dot(w);
}
double variance(const Column& v, double ddof) {
  return (v.array() - v.mean()).square().sum() / (static_cast<double>(v.size()) - ddof);
}
double correlation(const Column& v, const Column& w) {
  const Vector a = v.array() - v.mean();
  const Vector b = w.array() - w.mean();
  return a.dot(b) / std::sqrt(a.squaredNorm() * b.squaredNorm());
}

Index inputs(const Matrix& y) {
  return (y.cols() - 2) / 2;
}
double rows(const Matrix& y) {
  return static_cast<double>(y.rows());
}

}  // namespace

PeerIndices salib(const Matrix& y) {
  const Matrix z = (y.array() - y.mean()) / std::sqrt((y.array() - y.mean()).square().mean());
  const Index d = inputs(y);
  const double n = rows(y);
  Vector both(2 * y.rows());
  both << z.col(0), z.col(1);
  const double v = variance(both, 0);
  PeerIndices out;
  for (Index i = 0; i < d; ++i) {
    out.first.push_back(dot(z.col(1), z.col(2 + i) - z.col(0)) / n / v);
    out.total.push_back(0.5 * (z.col(0) - z.col(2 + i)).squaredNorm() / n / v);
  }
  for (Index j = 0; j < d; ++j) {
    for (Index k = j + 1; k < d; ++k) {
      const double closed = (dot(z.col(2 + d + j), z.col(2 + k)) - dot(z.col(0), z.col(1))) / n / v;
      out.second.push_back(closed - out.first[static_cast<std::size_t>(j)] -
                           out.first[static_cast<std::size_t>(k)]);
    }
  }
  return out;
}

namespace {

// The frame of OpenTURNS's estimators; `blocks` is what its sample holds: A, B, E_i (= AB_i).
template <class First, class Total>
PeerIndices openturns(const Matrix& y, First first, Total total) {
  const Index d = inputs(y);
  const Matrix used = y.leftCols(d + 2);
  const Matrix z = used.array() - used.mean();
  const double v = variance(z.col(0), 1);
  PeerIndices out;
  for (Index i = 0; i < d; ++i) {
    out.first.push_back(first(z, z.col(2 + i), v) / v);
    out.total.push_back(total(z, z.col(2 + i), v) / v);
  }
  return out;
}

}  // namespace

PeerIndices openturns_saltelli(const Matrix& y) {
  const double n = rows(y);
  return openturns(
      y,
      [&](const Matrix& z, const Column& e, double) {
        return dot(z.col(1), e) / (n - 1) - mean(z.col(0)) * mean(z.col(1));
      },
      [&](const Matrix& z, const Column& e, double v) {
        const double m = mean(z.col(0));
        return v + m * m - dot(z.col(0), e) / (n - 1);
      });
}

PeerIndices openturns_jansen(const Matrix& y) {
  const double n = rows(y);
  return openturns(
      y,
      [&](const Matrix& z, const Column& e, double v) {
        return v - (e - z.col(1)).squaredNorm() / (2 * n - 1);
      },
      [&](const Matrix& z, const Column& e, double) {
        return (e - z.col(0)).squaredNorm() / (2 * n - 1);
      });
}

PeerIndices openturns_mauntz(const Matrix& y) {
  const double n = rows(y);
  return openturns(
      y,
      [&](const Matrix& z, const Column& e, double) {
        return dot(z.col(1), e - z.col(0)) / (n - 1);
      },
      [&](const Matrix& z, const Column& e, double) {
        return dot(z.col(0), z.col(0) - e) / (n - 1);
      });
}

PeerIndices openturns_martinez(const Matrix& y) {
  return openturns(
      y,
      [&](const Matrix& z, const Column& e, double v) { return v * correlation(z.col(1), e); },
      [&](const Matrix& z, const Column& e, double v) {
        return v * (1 - correlation(z.col(0), e));
      });
}

PeerIndices r_jansen(const Matrix& y) {
  const double n = rows(y);
  const double v = variance(y.col(0), 1);
  PeerIndices out;
  for (Index i = 0; i < inputs(y); ++i) {
    out.first.push_back((v - (y.col(1) - y.col(2 + i)).squaredNorm() / (2 * n - 1)) / v);
    out.total.push_back((y.col(0) - y.col(2 + i)).squaredNorm() / (2 * n - 1) / v);
  }
  return out;
}

}  // namespace uq::test
