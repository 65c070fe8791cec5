#include "uq/dependence/transform.hpp"

#include "uq/core/error.hpp"
#include "uq/dependence/correlation.hpp"
#include "uq/distributions/sections_detail.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace uq {
namespace {

constexpr double sqrt_half = 0.70710678118654752440;
constexpr double largest = 1 - 0x1p-53;  // the double below 1

double below(double w) {
  return 0.5 * std::erfc(-w * sqrt_half);
}

void expects_factor(const Matrix& factor, MatrixRef u, const char* function) {
  expects(factor.rows() == u.cols() && factor.cols() == u.cols(),
          "the factor is " + std::to_string(factor.rows()) + " by " +
              std::to_string(factor.cols()) + ", the points have " + std::to_string(u.cols()) +
              " columns",
          function);
}

void expects_inputs(const Problem& problem, MatrixRef points, const char* function) {
  expects(points.cols() == problem.dims(),
          "the problem has " + std::to_string(problem.dims()) + " inputs, the points " +
              std::to_string(points.cols()) + " columns",
          function);
}

std::span<double> column(MutableMatrixRef& u, Index j, Index first, Index count) {
  return {u.data() + j * u.outerStride() + first, static_cast<std::size_t>(count)};
}

void to_scores(std::span<double> u) {
  static const detail::StandardSection everything(-std::numeric_limits<double>::infinity(),
                                                  std::numeric_limits<double>::infinity());
  everything.quantiles(u, u);
}

// C4: no uniform is 0 or 1.
void to_uniforms(std::span<double> w) {
  for (double& value : w) {
    value = std::clamp(below(value), std::numeric_limits<double>::min(), largest);
  }
}

// w = L z in place, last column first: a score needs no later one.
void multiply(const Matrix& factor, MutableMatrixRef z) {
  for (Index j = z.cols() - 1; j >= 0; --j) {
    z.col(j) *= factor(j, j);
    for (Index k = 0; k < j; ++k) {
      z.col(j) += factor(j, k) * z.col(k);
    }
  }
}

// z = L^-1 w in place.
void solve(const Matrix& factor, MutableMatrixRef w) {
  for (Index j = 0; j < w.cols(); ++j) {
    for (Index k = 0; k < j; ++k) {
      w.col(j) -= factor(j, k) * w.col(k);
    }
    w.col(j) /= factor(j, j);
  }
}

// Scores, `change` on them, uniforms again, for pieces of rows that stay in the cache.
template <class Change>
void through_scores(MutableMatrixRef u, const Change& change) {
  constexpr Index piece = 256;
  for (Index first = 0; first < u.rows(); first += piece) {
    const Index count = std::min(piece, u.rows() - first);
    for (Index j = 0; j < u.cols(); ++j) {
      to_scores(column(u, j, first, count));
    }
    change(u.middleRows(first, count));
    for (Index j = 0; j < u.cols(); ++j) {
      to_uniforms(column(u, j, first, count));
    }
  }
}

// Eq. 10.
double from_score(const Distribution& law, double w) {
  return w <= 0 ? quantile(law, below(w)) : quantile_upper(law, below(-w));
}

double to_score(const Distribution& law, double x) {
  const double lower = cdf(law, x);
  return lower < 0.5 ? detail::normal_quantile(lower) : -detail::normal_quantile(survival(law, x));
}

}  // namespace

std::string correlation_fault(const Problem& problem) {
  const Matrix& correlation = problem.correlation;
  if (correlation.size() == 0) {
    return {};
  }
  if (correlation.rows() != problem.dims() || correlation.cols() != problem.dims()) {
    return "the correlation matrix is " + std::to_string(correlation.rows()) + " by " +
           std::to_string(correlation.cols()) + ", the problem has " +
           std::to_string(problem.dims()) + " inputs";
  }
  std::string names;
  for (const Index i : contradicting_inputs(correlation)) {
    names += (names.empty() ? "`" : ", `") + problem.inputs[static_cast<std::size_t>(i)].name + "`";
  }
  return names.empty()
             ? names
             : "the correlations of " + names + " contradict each other: no joint law has them all";
}

Matrix copula_factor(const Problem& problem) {
  const std::string fault = correlation_fault(problem);
  expects(fault.empty(), fault);
  return problem.correlation.size() == 0 ? Matrix() : *correlation_factor(problem.correlation);
}

void to_dependent(const Matrix& factor, MutableMatrixRef u) {
  expects_factor(factor, u, __func__);
  through_scores(u, [&](MutableMatrixRef z) { multiply(factor, z); });
}

void to_independent(const Matrix& factor, MutableMatrixRef u) {
  expects_factor(factor, u, __func__);
  through_scores(u, [&](MutableMatrixRef w) { solve(factor, w); });
}

Matrix from_standard(const Problem& problem, MatrixRef z) {
  expects_inputs(problem, z, __func__);
  Matrix x = z;
  if (const Matrix factor = copula_factor(problem); factor.size() > 0) {
    multiply(factor, x);
  }
  for (Index j = 0; j < problem.dims(); ++j) {
    const Distribution& law = problem.inputs[static_cast<std::size_t>(j)].law;
    for (double& value : x.col(j)) {
      value = from_score(law, value);
    }
  }
  return x;
}

Matrix to_standard(const Problem& problem, MatrixRef x) {
  expects_inputs(problem, x, __func__);
  for (const UncertainInput& input : problem.inputs) {
    expects(!is_discrete(input.law),
            "input `" + input.name +
                "` is discrete: many scores give one value, so that only from_standard is defined; "
                "use a continuous law");
  }
  Matrix z = x;
  for (Index j = 0; j < problem.dims(); ++j) {
    const Distribution& law = problem.inputs[static_cast<std::size_t>(j)].law;
    for (double& value : z.col(j)) {
      value = to_score(law, value);
    }
  }
  if (const Matrix factor = copula_factor(problem); factor.size() > 0) {
    solve(factor, z);
  }
  return z;
}

}  // namespace uq
