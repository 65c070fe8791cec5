// One struct per published estimator. z is centred by the pooled mean of A and B; m is what is left
// of that mean in the rows or the resample at hand. Equation numbers: docs/methods/sobol.md.
#include "uq/sensitivity/sobol_estimators_detail.hpp"

#include <cstddef>

namespace uq::sensitivity::detail {
namespace {

// Mean of (y - m)(z - m) from the means of y z, y and z.
template <class T>
T recentred(const T& product, const T& y, const T& z, const T& m) {
  return product - m * (y + z) + m * m;
}

// A variance that formulas divide by, NaN where it is rounding.
// @param square the mean square it is left over from
template <class T>
T resolved(const T& variance, const T& square) {
  return std::real(variance) > cancelled * std::real(square)
             ? variance
             : T(std::numeric_limits<double>::quiet_NaN());
}

// Eq. 4: Saltelli et al. (2010), Table 2 (b); the first-order estimator of Mauntz and Kucherenko.
struct Saltelli2010 {
  static constexpr Index products = 2;
  static constexpr bool apart = false;
  static constexpr bool third_base = false;
  static void write(const RowValues& z, const ProductColumns& out) {
    out(0) = z.b * (z.ab - z.a);
    out(1) = z.ab - z.a;
  }
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    return (p[0] - base.mean * p[1]) / base.variance;
  }
};

// Eq. 5: Jansen (1999).
struct JansenFirst {
  static constexpr Index products = 1;
  static constexpr bool apart = false;
  static constexpr bool third_base = false;
  static void write(const RowValues& z, const ProductColumns& out) {
    out(0) = (z.b - z.ab).square();
  }
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    return (base.variance - p[0] / 2.0) / base.variance;
  }
};

struct JansenTotal {
  static constexpr Index products = 1;
  static constexpr bool apart = false;
  static constexpr bool third_base = false;
  static void write(const RowValues& z, const ProductColumns& out) {
    out(0) = (z.a - z.ab).square();
  }
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    return p[0] / 2.0 / base.variance;
  }
};

// Eq. 11: Sobol' (1993), the first-order estimator of Homma and Saltelli (1996).
struct HommaFirst {
  static constexpr Index products = 2;
  static constexpr bool apart = true;
  static constexpr bool third_base = false;
  static void write(const RowValues& z, const ProductColumns& out) {
    out(0) = z.b * z.ab;
    out(1) = z.ab;
  }
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    const T mean_product = (base.mean_a - base.mean) * (base.mean_b - base.mean);
    return (recentred(p[0], base.mean_b, p[1], base.mean) - mean_product) / base.variance;
  }
};

// Eq. 12: Homma and Saltelli (1996), with the variance of A.
struct HommaTotal {
  static constexpr Index products = 2;
  static constexpr bool apart = true;
  static constexpr bool third_base = false;
  static void write(const RowValues& z, const ProductColumns& out) {
    out(0) = z.a * z.ab;
    out(1) = z.ab;
  }
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    const T square = recentred(base.square_a, base.mean_a, base.mean_a, base.mean);
    const T product = recentred(p[0], base.mean_a, p[1], base.mean);
    return (square - product) / resolved(base.square_a - base.mean_a * base.mean_a, base.square_a);
  }
};

// Eq. 13: Sobol', Tarantola et al. (2007), after Mauntz (2002).
struct MauntzTotal {
  static constexpr Index products = 2;
  static constexpr bool apart = false;
  static constexpr bool third_base = false;
  static void write(const RowValues& z, const ProductColumns& out) {
    out(0) = z.a * (z.a - z.ab);
    out(1) = z.a - z.ab;
  }
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    return (p[0] - base.mean * p[1]) / base.variance;
  }
};

// Products of AB with A or B that Martinez and Janon share.
template <bool with_a>
struct Pairs {
  static constexpr Index products = 3;
  static constexpr bool apart = true;
  static constexpr bool third_base = false;
  static void write(const RowValues& z, const ProductColumns& out) {
    out(0) = z.ab * (with_a ? z.a : z.b);
    out(1) = z.ab;
    out(2) = z.ab * z.ab;
  }
  template <class T>
  static T mean(const BaseMoments<T>& base) {
    return with_a ? base.mean_a : base.mean_b;
  }
  template <class T>
  static T square(const BaseMoments<T>& base) {
    return with_a ? base.square_a : base.square_b;
  }
};

// Eq. 14: Martinez (2011), the correlation of the outputs that share the factor.
template <bool total>
struct Martinez : Pairs<total> {
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    using std::sqrt;
    const T mean = Pairs<total>::mean(base);
    const T own = resolved(Pairs<total>::square(base) - mean * mean, Pairs<total>::square(base));
    const T other = resolved(p[2] - p[1] * p[1], p[2]);
    const T correlation = (p[0] - mean * p[1]) / sqrt(own * other);
    return total ? 1.0 - correlation : correlation;
  }
};

// Eq. 15: Monod et al. (2006), Janon et al. (2014): both samples give mean and variance.
template <bool total>
struct Janon : Pairs<total> {
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    const T mean = (Pairs<total>::mean(base) + p[1]) / 2.0;
    const T square = (Pairs<total>::square(base) + p[2]) / 2.0;
    const T share = (p[0] - mean * mean) / resolved(square - mean * mean, square);
    return total ? 1.0 - share : share;
  }
};

// Eq. 16: Owen (2013), correlation 2, with A, B and C for y, x and z.
struct Owen {
  static constexpr Index products = 1;
  static constexpr bool apart = false;
  static constexpr bool third_base = true;
  static void write(const RowValues& z, const ProductColumns& out) {
    out(0) = (z.b - z.bc) * (z.ab - z.a);
  }
  template <class T>
  static T index(const T* p, const BaseMoments<T>& base) {
    return p[0] / base.variance;
  }
};

template <class E>
constexpr Estimator described{E::products,
                              E::apart,
                              E::third_base,
                              &E::write,
                              &E::template index<double>,
                              &E::template index<std::complex<double>>};

}  // namespace

const Estimator& estimator(FirstOrder kind) {
  switch (kind) {
    case FirstOrder::saltelli2010:
    case FirstOrder::mauntz:
      break;
    case FirstOrder::jansen:
      return described<JansenFirst>;
    case FirstOrder::martinez:
      return described<Martinez<false>>;
    case FirstOrder::janon:
      return described<Janon<false>>;
    case FirstOrder::owen:
      return described<Owen>;
    case FirstOrder::homma:
      return described<HommaFirst>;
  }
  return described<Saltelli2010>;
}

const Estimator& estimator(TotalOrder kind) {
  switch (kind) {
    case TotalOrder::jansen:
      break;
    case TotalOrder::martinez:
      return described<Martinez<true>>;
    case TotalOrder::janon:
      return described<Janon<true>>;
    case TotalOrder::mauntz:
      return described<MauntzTotal>;
    case TotalOrder::homma:
      return described<HommaTotal>;
  }
  return described<JansenTotal>;
}

}  // namespace uq::sensitivity::detail
