#include "surrogates/choose_detail.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace uq::surrogates::detail {

namespace {

Truncation truncation(const Coordinates& coordinates,
                      const PceOptions& options,
                      Index degree,
                      double q) {
  Truncation t{.degree = degree,
               .q = q,
               .interaction = options.interaction,
               .weights = options.weights,
               .limits = {}};
  for (const Coordinate& c : coordinates.each) {
    t.limits.push_back(c.polynomials.degree());
  }
  return t;
}

// An expansion of this error or less is as good as it gets: what differs below is rounding.
constexpr double exact = 1e-24;
// Degrees without an improvement after which higher ones are not tried, and the error from which on
// they may be left out: a product of centred inputs shows in its own degree for the first time.
constexpr Index patience = 3;
constexpr double good = 0.1;

}  // namespace

Regression fit_terms(MatrixRef psi, const Vector& y, PceTerms) {
  std::vector<Index> all(static_cast<std::size_t>(psi.cols()));
  std::iota(all.begin(), all.end(), 0);
  return least_squares(psi, y, std::move(all));
}

Choice choose(const Coordinates& coordinates,
              MatrixRef t,
              const Vector& y,
              const PceOptions& options) {
  Choice best;
  const auto n = static_cast<double>(t.rows());
  bool found = false;
  const auto consider = [&](Index degree, double q) {
    const MultiIndices terms = multi_indices(t.cols(), truncation(coordinates, options, degree, q));
    Choice choice{terms, fit_terms(basis(coordinates, terms, t), y, options.fit), degree, q};
    if (found && !(choice.fit.corrected_loo_error < best.fit.corrected_loo_error)) {
      return false;
    }
    best = std::move(choice);
    found = true;
    return true;
  };
  if (!options.adaptive) {
    consider(options.degree, options.q.back());
    return best;
  }
  for (const double q : options.q) {
    Index since = 0;
    for (Index degree = 1; degree <= options.degree; ++degree) {
      const double terms = count_terms(t.cols(), truncation(coordinates, options, degree, q));
      // Beyond a term for every other point least squares follows the points, not the model.
      const double most = static_cast<double>(options.max_terms);
      if (found && (terms > most || terms > n / 2)) {
        break;
      }
      since = consider(degree, q) ? 0 : since + 1;
      const double error = best.fit.corrected_loo_error;
      if (error < exact || (since >= patience && error < good)) {
        break;
      }
    }
  }
  return best;
}

}  // namespace uq::surrogates::detail
