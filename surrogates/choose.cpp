#include "surrogates/choose_detail.hpp"
#include "surrogates/sparse_regression.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace uq::surrogates::detail {

namespace {

// An expansion of this error or less is as good as it gets: what differs below is rounding.
constexpr double exact = 1e-24;
// Degrees without an improvement after which higher ones are not tried, and the error from which on
// they may be left out: a product of centred inputs shows in its own degree for the first time.
constexpr Index patience = 2;
constexpr double good = 0.1;

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

// Terms chosen among many follow the points, not the model, long before there are as many as
// points, and a leave-one-out error that knows nothing of the choice does not tell: measured,
// docs/methods/pce.md. Shares of the points that may have a term.
Index most_terms(Index points, PceTerms how) {
  return std::max<Index>(2, points / (how == PceTerms::omp ? 3 : 2));
}

Regression fit_terms(MatrixRef psi, const Vector& y, PceTerms how) {
  switch (how) {
    case PceTerms::lars:
      return lars(psi, y, most_terms(psi.rows(), how));
    case PceTerms::omp:
      return omp(psi, y, most_terms(psi.rows(), how));
    case PceTerms::ls:
      break;
  }
  std::vector<Index> all(static_cast<std::size_t>(psi.cols()));
  std::iota(all.begin(), all.end(), 0);
  return least_squares(psi, y, std::move(all));
}

// The fit to one truncation, found with one row a group.
struct Candidate {
  MultiIndices terms;
  Regression fit;
  Index degree;
  double q;
};

// Errors of rows whose group was left out: for rows that repeat each other
// (I - H)^-1 e = e + h sum(e) / (1 - m h) (Eq. 15).
Vector left_out(const Regression& fit, const Groups& groups) {
  Vector sum = Vector::Zero(groups.count);
  Vector leverage = Vector::Zero(groups.count);  // m h
  for (std::size_t i = 0; i < groups.of.size(); ++i) {
    const auto row = static_cast<Index>(i);
    sum(groups.of[i]) += fit.residuals(row);
    leverage(groups.of[i]) += fit.leverages(row);
  }
  Vector loo(fit.residuals.size());
  for (std::size_t i = 0; i < groups.of.size(); ++i) {
    const auto row = static_cast<Index>(i);
    const Index g = groups.of[i];
    loo(row) = fit.residuals(row) + fit.leverages(row) * sum(g) / (1 - leverage(g));
  }
  return loo;
}

std::string whole(double value) {
  return std::to_string(static_cast<long long>(value));
}

// Terms below the rounding of the outputs are none: an exact fit has no others than its own.
void prune(Candidate& best, const Coordinates& coordinates, const Sample& points) {
  std::vector<Index> left;
  for (std::size_t k = 0; k < best.fit.columns.size(); ++k) {
    const double size = std::abs(best.fit.coefficients(static_cast<Index>(k)));
    if (best.fit.columns[k] == 0 || size > points.rounding) {
      left.push_back(best.fit.columns[k]);
    }
  }
  if (left.size() == best.fit.columns.size()) {
    return;
  }
  const MultiIndices terms = best.terms(left, Eigen::all);
  std::vector<Index> all(left.size());
  std::iota(all.begin(), all.end(), 0);
  best.fit = least_squares(basis(coordinates, terms, points.t), points.z, all);
  best.fit.columns = left;
}

// @param points `sample` with one row a group
Choice finished(const Coordinates& coordinates,
                const Sample& sample,
                const Sample& points,
                PceTerms how,
                Candidate&& best) {
  expects(std::isfinite(best.fit.loo_error),
          std::to_string(best.terms.rows()) + " terms and " + std::to_string(sample.groups.count) +
              " different points: nothing is left to judge the fit by");
  if (how != PceTerms::ls) {
    prune(best, coordinates, points);
  }
  Choice choice;
  choice.candidates = best.terms.rows();
  choice.degree = best.degree;
  choice.q = best.q;
  choice.terms = best.terms(best.fit.columns, Eigen::all);
  const double correction = best.fit.corrected_loo_error / best.fit.loo_error;
  choice.fit = std::move(best.fit);
  std::iota(choice.fit.columns.begin(), choice.fit.columns.end(), 0);
  if (!sample.groups.repeats()) {
    choice.loo = choice.fit.residuals.array() / (1 - choice.fit.leverages.array());
    choice.loo_error = choice.fit.loo_error;
    choice.corrected_loo_error = choice.fit.corrected_loo_error;
    return choice;
  }
  // Points count as often as they are there once the terms are known.
  choice.fit =
      least_squares(basis(coordinates, choice.terms, sample.t), sample.z, choice.fit.columns);
  choice.loo = left_out(choice.fit, sample.groups);
  const auto n = static_cast<double>(sample.rows());
  const double squares = (sample.z.array() - sample.z.mean()).square().sum();
  choice.loo_error = choice.loo.squaredNorm() / n / (squares / (n - 1));
  choice.corrected_loo_error =
      std::isfinite(correction) ? choice.loo_error * correction : choice.loo_error;
  return choice;
}

}  // namespace

Choice choose(const Coordinates& coordinates, const Sample& sample, const PceOptions& options) {
  const Sample points = sample.groups.repeats() ? merged(sample) : sample;
  const Index d = points.t.cols();
  const auto n = static_cast<double>(points.rows());
  std::optional<Candidate> best;
  std::optional<IndistinctTerms> indistinct;
  const auto fitted = [&](Index degree, double q) {
    Candidate candidate{
        multi_indices(d, truncation(coordinates, options, degree, q)), {}, degree, q};
    try {
      candidate.fit =
          fit_terms(basis(coordinates, candidate.terms, points.t), points.z, options.fit);
    } catch (const IndistinctColumns& error) {
      throw IndistinctTerms{error.columns, candidate.terms};
    }
    return candidate;
  };
  const auto count = [&](Index degree, double q) {
    return count_terms(d, truncation(coordinates, options, degree, q));
  };
  const auto most = static_cast<double>(options.max_terms);
  if (!options.adaptive) {
    const double terms = count(options.degree, options.q.back());
    expects(terms <= most,
            whole(terms) + " terms, more than max_terms = " + std::to_string(options.max_terms));
    return finished(
        coordinates, sample, points, options.fit, fitted(options.degree, options.q.back()));
  }
  // Beyond a term for every other point least squares follows the points, not the model.
  const double least_squares_most = n / 2;
  for (const double q : options.q) {
    Index since = 0;      // degrees tried after the best one of this q
    double previous = 0;  // number of terms
    double lowest = std::numeric_limits<double>::infinity();  // error of this q
    for (Index degree = 1; degree <= options.degree; ++degree) {
      const double terms = count(degree, q);
      if (degree > 1 &&
          (terms > most || (options.fit == PceTerms::ls && terms > least_squares_most))) {
        break;
      }
      if (terms == previous) {
        continue;  // no variable has more degrees, or none is short enough for a new product
      }
      previous = terms;
      try {
        Candidate candidate = fitted(degree, q);
        const double error = candidate.fit.corrected_loo_error;
        since = error < lowest ? 0 : since + 1;
        lowest = std::min(error, lowest);
        if (!best || error < best->fit.corrected_loo_error) {
          best = std::move(candidate);
        }
      } catch (const IndistinctTerms& error) {
        indistinct = error;
        break;  // higher degrees have these columns too
      }
      if (lowest < exact || (since >= patience && lowest < good)) {
        break;
      }
    }
  }
  if (!best) {
    throw *indistinct;
  }
  return finished(coordinates, sample, points, options.fit, *std::move(best));
}

Vector predicted(const Coordinates& coordinates, const Choice& choice, MatrixRef t) {
  const Matrix psi = basis(coordinates, choice.terms, t);
  Vector y = Vector::Zero(t.rows());
  for (Index k = 0; k < psi.cols(); ++k) {
    y += choice.fit.coefficients(k) * psi.col(k);
  }
  return y;
}

}  // namespace uq::surrogates::detail
