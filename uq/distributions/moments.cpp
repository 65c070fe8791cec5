#include "uq/distributions/distribution.hpp"
#include "uq/distributions/laws_detail.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <algorithm>
#include <cmath>

namespace uq {

namespace {

using detail::Tail;
using detail::with_law;

/// E[(X - centre)^power] of a cut law: the density integrated piece by piece between the law's
/// knots, with the power taken about a centre inside so that nothing cancels. Tails of less than
/// 1e-30 are left out.
template <class Law>
double moment(const Law& law, double centre, int power) {
  using boost::math::quadrature::gauss_kronrod;
  constexpr double nothing = 1e-30;
  const double lo = std::isinf(law.a) ? law.quantile(Tail{nothing, 1}) : law.a;
  const double hi = std::isinf(law.b) ? law.quantile(Tail{1, nothing}) : law.b;
  std::vector<double> ends{lo};
  for (const double knot : law.law.knots()) {
    if (knot > ends.back() && knot < hi) {
      ends.push_back(knot);
    }
  }
  // The bulk is where the integrand lives: without these ends a wide range hides a narrow peak.
  for (const double p : {1e-12, 1e-3, 0.5}) {
    ends.push_back(law.quantile(Tail{p, 1 - p}));
    ends.push_back(law.quantile(Tail{1 - p, p}));
  }
  ends.push_back(hi);
  std::sort(ends.begin(), ends.end());
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    // Mid-points only: at a knot the density belongs to one side.
    if (ends[i] < ends[i + 1]) {
      sum += gauss_kronrod<double, 31>::integrate(
          [&](double x) { return law.pdf(x) * std::pow(x - centre, power); },
          ends[i],
          ends[i + 1],
          10,
          1e-14);
    }
  }
  return sum;
}

}  // namespace

double mean(const Distribution& d) {
  return with_law(d, [](const auto& law) {
    if (law.whole()) {
      return law.law.mean();
    }
    const double centre = law.quantile(Tail{0.5, 0.5});
    return centre + moment(law, centre, 1);
  });
}

double variance(const Distribution& d) {
  return with_law(d, [](const auto& law) {
    if (law.whole()) {
      return law.law.variance();
    }
    const double centre = law.quantile(Tail{0.5, 0.5});
    const double shift = moment(law, centre, 1);
    return moment(law, centre + shift, 2);
  });
}

}  // namespace uq
