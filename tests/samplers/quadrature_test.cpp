#include "samplers/quadrature.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/uq/polynomials/laws.hpp"
#include "uq/core/error.hpp"
#include "uq/dependence/transform.hpp"

#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using uq::Index;
using uq::Matrix;
using uq::RuleKind;
using uq::samplers::GridKind;
using uq::samplers::QuadratureDesign;
using uq::samplers::QuadratureOptions;
using uq::test::problem_of;

namespace {

std::vector<uq::Distribution> mixed() {
  return {{uq::Uniform{2, 5}},
          {uq::Normal{1, 0.5}},
          {uq::Triangular{0, 1, 5}},
          {uq::Integer{1, 4}},
          {uq::Loguniform{1, 1e4}},
          {uq::Weibull{0.4, 1}},
          {uq::Gamma{2, 3}, 0.5, 30},
          {uq::Discrete{{0, 1}, {1, 3}}}};
}

// Lowest level of a rule that is exact for a degree, or one the rule does not have.
Index level_for(const uq::RuleLevels& rule, Index degree) {
  Index level = 0;
  while (level < rule.levels() && rule.exact[static_cast<std::size_t>(level)] < degree) {
    ++level;
  }
  return level;
}

// Greatest error of the means of products, over the size of their sums: of those up to a total
// degree, or of those of them whose variables' levels add to no more than `level`.
double error_of(const QuadratureDesign& design, Index degree, Index level = 1000) {
  const Matrix& t = design.grid.t;
  std::vector<Matrix> p;
  std::vector<Index> limits;
  for (Index j = 0; j < t.cols(); ++j) {
    const uq::Recurrence& r = design.coordinates->each[static_cast<std::size_t>(j)].polynomials;
    limits.push_back(std::min(degree, r.degree()));
    p.emplace_back(t.rows(), limits.back() + 1);
    uq::orthonormal(r, {t.col(j).data(), static_cast<std::size_t>(t.rows())}, p.back());
  }
  const uq::MultiIndices terms = uq::multi_indices(t.cols(), {.degree = degree, .limits = limits});
  double worst = 0;
  for (Index k = 0; k < terms.rows(); ++k) {
    uq::Vector product = design.grid.weights;
    Index levels = 0;
    for (Index j = 0; j < t.cols(); ++j) {
      if (terms(k, j) > 0) {
        product.array() *= p[static_cast<std::size_t>(j)].col(terms(k, j)).array();
        levels += level_for(design.grid.rules[static_cast<std::size_t>(j)], terms(k, j));
      }
    }
    if (levels <= level) {
      const double size = std::max(1.0, product.cwiseAbs().sum());
      worst = std::max(worst, std::abs(product.sum() - (k == 0 ? 1 : 0)) / size);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("quadrature: sparse grids have the published numbers of points",
          "[quadrature][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("indexsets.json")["cases"]; const auto& c : cases) {
    const auto id = c["id"].get<std::string>();
    if (!id.starts_with("smolyak-cc")) {
      continue;
    }
    INFO(id);
    const Index d = id[12] - '0';
    const Index level = id[15] - '0';
    const std::vector<uq::RuleLevels> rules(static_cast<std::size_t>(d),
                                            uq::clenshaw_curtis(level + 1));
    const auto points = c["points"].get<Index>();
    CHECK(uq::samplers::count_points(rules, GridKind::smolyak, level) ==
          static_cast<double>(points));
    const uq::QuadratureGrid grid = uq::samplers::quadrature_grid(rules, GridKind::smolyak, level);
    CHECK(grid.t.rows() == points);
    CHECK(grid.weights.sum() == Approx(1).epsilon(1e-13));
    std::set<std::vector<double>> distinct;
    for (Index i = 0; i < grid.t.rows(); ++i) {
      const uq::Vector row = grid.t.row(i);
      distinct.emplace(row.begin(), row.end());
    }
    CHECK(static_cast<Index>(distinct.size()) == points);
    ++checked;
  }
  CHECK(checked == 6);
}

TEST_CASE("quadrature: a sparse grid of level l is exact for all polynomials up to degree 2 l + 1",
          "[quadrature][property]") {
  const auto problem = problem_of({{uq::Uniform{2, 5}},
                                   {uq::Normal{1, 0.5}},
                                   {uq::Triangular{0, 1, 5}},
                                   {uq::Loguniform{1, 1e4}},
                                   {uq::Weibull{0.4, 1}},
                                   {uq::Gamma{2, 3}, 0.5, 30},
                                   {uq::Exponential{2}}});
  for (const RuleKind rule : {RuleKind::nested, RuleKind::gauss}) {
    for (Index level = 0; level <= 3; ++level) {
      INFO("level " << level << ", " << enum_names(rule)[static_cast<std::size_t>(rule)]);
      const QuadratureDesign design =
          uq::samplers::quadrature(problem, {.rule = rule, .level = level});
      CHECK(design.grid.weights.sum() == Approx(1).epsilon(1e-12));
      CHECK(error_of(design, 2 * level + 1) <= 1e-10);
      // And no further, lest the test be one of rounding.
      CHECK(error_of(design, 2 * level + 2) > 1e-4);
    }
  }
}

TEST_CASE("quadrature: a sparse grid is exact for products whose levels it has",
          "[quadrature][property]") {
  const auto problem = problem_of(mixed());  // with discrete inputs, whose level 0 is not the mean
  for (const RuleKind rule : {RuleKind::nested, RuleKind::gauss}) {
    for (Index level = 0; level <= 3; ++level) {
      INFO("level " << level << ", " << enum_names(rule)[static_cast<std::size_t>(rule)]);
      const QuadratureDesign design =
          uq::samplers::quadrature(problem, {.rule = rule, .level = level});
      CHECK(design.grid.weights.sum() == Approx(1).epsilon(1e-12));
      CHECK(error_of(design, 2 * level + 1, level) <= 1e-10);
      CHECK(error_of(design, level) <= 1e-10);  // whatever the laws
    }
  }
}

TEST_CASE("quadrature: a tensor grid is exact in each variable as far as its rule",
          "[quadrature][property]") {
  const auto problem = problem_of({{uq::Uniform{2, 5}}, {uq::Exponential{2}}, {uq::Integer{1, 3}}});
  const QuadratureDesign design = uq::samplers::quadrature(
      problem, {.grid = GridKind::tensor, .rule = RuleKind::gauss, .level = 3});
  CHECK(design.grid.t.rows() == 4 * 4 * 3);
  CHECK(design.grid.parts.size() == 1);
  CHECK(design.grid.weights.minCoeff() > 0);
  const Matrix& t = design.grid.t;
  for (Index a = 0; a <= 7; ++a) {
    for (Index b = 0; b <= 7; ++b) {
      uq::Coordinates wide = *design.coordinates;
      wide.each[0] = uq::coordinate({uq::Uniform{2, 5}}, 8);
      wide.each[1] = uq::coordinate({uq::Exponential{2}}, 8);
      Matrix p(t.rows(), 9), q(t.rows(), 9);
      const auto n = static_cast<std::size_t>(t.rows());
      uq::orthonormal(wide.each[0].polynomials, {t.col(0).data(), n}, p);
      uq::orthonormal(wide.each[1].polynomials, {t.col(1).data(), n}, q);
      const double mean = design.grid.weights.dot(p.col(a).cwiseProduct(q.col(b)));
      CHECK(std::abs(mean - (a + b == 0 ? 1 : 0)) <= 1e-11);
    }
  }
}

TEST_CASE("quadrature: points have the inputs' units, and values of discrete inputs exactly",
          "[quadrature][property]") {
  const auto problem = problem_of(mixed());
  const QuadratureDesign design = uq::samplers::quadrature(problem, {.level = 2});
  REQUIRE(design.points.count == design.grid.t.rows());
  Matrix x(design.points.count, design.points.dims);
  design.points.fill(0, 0, x);
  for (Index j = 0; j < x.cols(); ++j) {
    const auto [lo, hi] = uq::support(mixed()[static_cast<std::size_t>(j)]);
    CHECK(x.col(j).minCoeff() >= lo);
    CHECK(x.col(j).maxCoeff() <= hi);
  }
  for (Index i = 0; i < x.rows(); ++i) {
    CHECK(x(i, 3) == std::round(x(i, 3)));
    CHECK((x(i, 7) == 0 || x(i, 7) == 1));
  }
  Matrix some(3, x.cols());
  design.points.fill(5, 0, some);
  CHECK(some == x.middleRows(5, 3));
  // Means of the inputs themselves, where the variable is affine.
  for (const Index j : {0, 1, 2, 3, 6, 7}) {
    CHECK(design.grid.weights.dot(x.col(j)) ==
          Approx(uq::mean(mixed()[static_cast<std::size_t>(j)])).epsilon(1e-11));
  }
}

TEST_CASE("quadrature: a higher level of nested rules keeps all points", "[quadrature][property]") {
  const auto problem = problem_of(mixed());
  const auto rows_of = [&](Index level) {
    const QuadratureDesign design = uq::samplers::quadrature(problem, {.level = level});
    Matrix x(design.points.count, design.points.dims);
    design.points.fill(0, 0, x);
    std::set<std::vector<double>> rows;
    for (Index i = 0; i < x.rows(); ++i) {
      const uq::Vector row = x.row(i);
      rows.emplace(row.begin(), row.end());
    }
    return rows;
  };
  const auto fewer = rows_of(1);
  const auto more = rows_of(2);
  for (const auto& row : fewer) {
    CHECK(more.contains(row));
  }
  CHECK(more.size() > fewer.size());
}

TEST_CASE("quadrature: correlated inputs have their points in the scores behind the copula",
          "[quadrature][property]") {
  auto problem = problem_of({{uq::Normal{2, 1}}, {uq::Normal{-1, 3}}, {uq::Lognormal{0, 0.2}}});
  problem.correlation.resize(3, 3);
  problem.correlation << 1, 0.6, 0, 0.6, 1, 0.3, 0, 0.3, 1;
  const QuadratureDesign design = uq::samplers::quadrature(problem, {.level = 2});
  Matrix x(design.points.count, 3);
  design.points.fill(0, 0, x);
  const auto mean_of = [&](const uq::Vector& y) { return design.grid.weights.dot(y); };
  CHECK(mean_of(x.col(0)) == Approx(2).epsilon(1e-12));
  CHECK(mean_of(x.col(0).cwiseProduct(x.col(1))) == Approx(-2 + 0.6 * 3).epsilon(1e-11));
  CHECK(mean_of(x.col(1).cwiseAbs2()) == Approx(10).epsilon(1e-11));
  CHECK(mean_of(x.col(2)) == Approx(std::exp(0.02)).epsilon(1e-4));  // not a polynomial
}

TEST_CASE("quadrature: points are counted before they are made", "[quadrature][unit]") {
  for (const Index d : {1, 2, 15, 40, 120}) {
    INFO("d " << d);
    const std::vector<uq::Distribution> laws(static_cast<std::size_t>(d), {uq::Normal{0, 1}});
    const auto n = static_cast<double>(d);
    const QuadratureDesign design = uq::samplers::quadrature(problem_of(laws), {.level = 2});
    CHECK(design.points.count == static_cast<Index>(1 + 4 * n + 2 * n * (n - 1)));
    // Added in double, weights that add up to 3000 in size lose 1e-10 of their sum.
    const long double sum =
        std::accumulate(design.grid.weights.begin(), design.grid.weights.end(), 0.0L);
    CHECK(std::abs(static_cast<double>(sum - 1)) <= 1e-11);
    CHECK(error_of(design, d > 15 ? 2 : 5) <= 1e-10);
  }
  const std::vector<uq::Distribution> laws(40, {uq::Uniform{0, 1}});
  const auto problem = problem_of(laws);
  CHECK_THAT(uq::samplers::fault(problem, {.grid = GridKind::tensor, .level = 2}),
             Catch::Contains("lower `level`") && Catch::Contains("smolyak"));
  CHECK_THAT(uq::samplers::fault(problem, {.level = 8}), Catch::Contains("lower `level`"));
  CHECK_THROWS_AS(uq::samplers::quadrature(problem, {.level = 8}), uq::InvalidArgument);
  CHECK(uq::samplers::fault(problem, {.level = 3}).empty());
}

TEST_CASE("quadrature: faults name the culprit", "[quadrature][unit]") {
  auto problem = problem_of({{uq::Uniform{0, 1}}, {uq::Integer{1, 8}}});
  CHECK_THAT(uq::samplers::fault(problem, {.level = 12}), Catch::Contains("level = 12"));
  CHECK_THAT(uq::samplers::fault(problem_of({}), {}), Catch::Contains("input"));
  problem.correlation.resize(2, 2);
  problem.correlation << 1, 0.5, 0.5, 1;
  CHECK_THAT(uq::samplers::fault(problem, {}), Catch::Contains("`x2` is discrete"));
  problem.correlation.resize(0, 0);
  problem.constraints.push_back({.text = "x1 < 0.5", .columns = {0}, .holds = {}});
  CHECK_THAT(uq::samplers::fault(problem, {}), Catch::Contains("`x1 < 0.5`"));
}

TEST_CASE("quadrature: a law of few values ends its levels and loses nothing",
          "[quadrature][property]") {
  // Two values: levels 0 and 1, and all polynomials of such an input are among them.
  const auto problem = problem_of(
      {{uq::Discrete{{0, 1}, {1, 3}}}, {uq::Uniform{0, 1}}, {uq::Discrete{{2, 7}, {2, 1}}}});
  const QuadratureDesign design = uq::samplers::quadrature(problem, {.level = 4});
  CHECK(design.grid.rules[0].levels() == 2);
  CHECK(error_of(design, 9, 4) <= 1e-11);
  CHECK(error_of(design, 7) <= 1e-11);  // 1 + 1 + 2 levels
  const auto all = problem_of({{uq::Discrete{{0, 1}, {1, 3}}}, {uq::Discrete{{2, 7}, {2, 1}}}});
  const QuadratureDesign corners = uq::samplers::quadrature(all, {.level = 9});
  CHECK(corners.points.count == 4);
  CHECK(corners.grid.weights.minCoeff() == Approx(0.25 / 3).epsilon(1e-13));
}
