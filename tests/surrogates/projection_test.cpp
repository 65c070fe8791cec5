#include "surrogates/projection.hpp"

#include "samplers/quadrature.hpp"
#include "surrogates/pce_indices.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/uq/polynomials/laws.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

using uq::Index;
using uq::Matrix;
using uq::RuleKind;
using uq::Vector;
using uq::samplers::GridKind;
using uq::surrogates::Pce;
using uq::test::problem_of;

namespace {

using Function = std::function<double(const Vector& x)>;

// The expansion of a function on a grid of these laws' rules.
Pce expansion(const std::vector<uq::Distribution>& laws,
              GridKind grid_kind,
              RuleKind rule_kind,
              Index level,
              const Function& f) {
  auto coordinates = std::make_shared<uq::Coordinates>(uq::coordinates(problem_of(laws), 50));
  std::vector<uq::RuleLevels> rules;
  for (const uq::Coordinate& c : coordinates->each) {
    rules.push_back(uq::rule_levels(c, rule_kind, level + 1));
  }
  const uq::QuadratureGrid grid = uq::samplers::quadrature_grid(rules, grid_kind, level);
  const Matrix x = uq::from_variables(*coordinates, grid.t);
  Vector y(x.rows());
  for (Index i = 0; i < y.size(); ++i) {
    y(i) = f(x.row(i).transpose());
  }
  return uq::surrogates::project(coordinates, grid, y);
}

std::vector<uq::Distribution> mixed() {
  return {{uq::Uniform{2, 5}},
          {uq::Normal{1, 0.5}},
          {uq::Triangular{0, 1, 5}},
          {uq::Integer{1, 4}},
          {uq::Loguniform{1, 1e4}},
          {uq::Gamma{2, 3}, 0.5, 30}};
}

// Any coefficients of about 1.
Vector some(Index n) {
  Vector c(n);
  for (Index k = 0; k < n; ++k) {
    c(k) = std::sin(1.7 * static_cast<double>(k) + 0.3);
  }
  return c;
}

double coefficient(const Pce& pce, const std::vector<std::int32_t>& term) {
  for (Index k = 0; k < pce.terms.rows(); ++k) {
    if (std::equal(term.begin(), term.end(), pce.terms.row(k).begin())) {
      return pce.coefficients(k);
    }
  }
  return std::nan("");
}

// A function of a case of pce.json, and the inputs it is expanded in.
struct Case {
  std::vector<uq::Distribution> laws;
  Function f;
};

Case case_of(const std::string& id) {
  if (id.starts_with("pce-ishigami")) {
    const double pi = std::numbers::pi;
    return {std::vector<uq::Distribution>(3, {uq::Uniform{-pi, pi}}), [](const Vector& x) {
              return std::sin(x(0)) + 7 * std::pow(std::sin(x(1)), 2) +
                     0.1 * std::pow(x(2), 4) * std::sin(x(0));
            }};
  }
  if (id.starts_with("pce-exp-hermite")) {
    const double s = id.ends_with("1.0") ? 1 : 0.3;
    return {{{uq::Normal{0, 1}}}, [s](const Vector& x) { return std::exp(s * x(0)); }};
  }
  return {{{uq::Uniform{0, 1}}}, [](const Vector& x) { return std::abs(4 * x(0) - 2); }};
}

}  // namespace

TEST_CASE("projection: coefficients are the published ones", "[projection][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("pce.json")["cases"]; const auto& c : cases) {
    const auto id = c["id"].get<std::string>();
    if (id.starts_with("lsq-")) {
      continue;
    }
    INFO(id);
    const Case known = case_of(id);
    const auto check = [&](const Pce& pce, double tolerance) {
      for (const auto& entry : c["coefficients_nonzero"]) {
        const auto term = entry[0].get<std::vector<std::int32_t>>();
        const double want = uq::test::number(entry[1]);
        CHECK(std::abs(coefficient(pce, term) - want) <= tolerance);
      }
    };
    // 24 nodes leave what has degrees beyond 37 and more: nothing, but of a kink, at which no rule
    // converges faster than 1 / n^2.
    const bool kinked = id.starts_with("pce-gfactor");
    check(expansion(known.laws, GridKind::tensor, RuleKind::gauss, 23, known.f),
          kinked ? 3e-3 : 1e-12);
    if (kinked) {  // 2049 nodes
      check(expansion(known.laws, GridKind::tensor, RuleKind::nested, 11, known.f), 2e-6);
    } else if (id.starts_with("pce-ishigami")) {  // 33 nodes
      check(expansion(known.laws, GridKind::tensor, RuleKind::nested, 5, known.f), 1e-11);
    } else {  // 21 Leja nodes, exact up to degree 21: degree 14 aliases with 8, e^.5 / sqrt(14!)
      check(expansion(known.laws, GridKind::tensor, RuleKind::nested, 10, known.f), 5e-5);
    }
    ++checked;
  }
  CHECK(checked == 5);
}

TEST_CASE("projection: an expansion of the grid's terms is met exactly", "[projection][property]") {
  for (const GridKind grid : {GridKind::tensor, GridKind::smolyak}) {
    for (const RuleKind rule : {RuleKind::gauss, RuleKind::nested}) {
      for (const double offset : {0.0, 1e8}) {
        for (const double scale : {1.0, 1e-200}) {
          if (offset > 0 && scale < 1) {
            continue;
          }
          const Index level = grid == GridKind::tensor ? 2 : 4;
          INFO(enum_names(grid)[static_cast<std::size_t>(grid)]
               << ", " << enum_names(rule)[static_cast<std::size_t>(rule)] << ", offset " << offset
               << ", scale " << scale);
          Pce truth = expansion(mixed(), grid, rule, level, [](const Vector&) { return 0; });
          truth.coefficients = some(truth.terms.rows()) * scale;
          truth.coefficients(0) += offset;
          const Pce found = expansion(mixed(), grid, rule, level, [&](const Vector& x) {
            Matrix y(1, 1);
            uq::surrogates::predict({truth}, -1, x.transpose(), y);
            return y(0, 0);
          });
          REQUIRE(found.terms == truth.terms);
          // An output of 1e8 is known to 1e-8; so are then its coefficients.
          const double tolerance = offset > 0 ? 2e-6 : 1e-10 * scale;
          CHECK((found.coefficients - truth.coefficients).cwiseAbs().maxCoeff() <= tolerance);
        }
      }
    }
  }
}

TEST_CASE("projection: terms are those whose products the grid's parts integrate",
          "[projection][unit]") {
  const std::vector<uq::Distribution> normal(2, {uq::Normal{0, 1}});
  const Pce pce = expansion(
      normal, GridKind::smolyak, RuleKind::gauss, 3, [](const Vector& x) { return x(0); });
  // Levels k with k1 + k2 <= 3 have terms up to the degrees k: the total degree 3.
  const uq::MultiIndices want = uq::multi_indices(2, {.degree = 3});
  CHECK(pce.terms == want);
}

TEST_CASE("projection: the one input that matters is found in each place",
          "[projection][property]") {
  for (const Index d : {1, 2, 15, 40}) {
    for (Index special = 0; special < d; special += d > 15 ? 13 : 1) {
      INFO("d " << d << ", input " << special);
      const std::vector<uq::Distribution> laws(static_cast<std::size_t>(d), {uq::Uniform{0, 1}});
      const Pce pce =
          expansion(laws, GridKind::smolyak, RuleKind::nested, 2, [special](const Vector& x) {
            return 3 + 6 * x(special) * x(special);
          });
      // 6 x^2 = 2 + 3 t + 3/2 (t^2 - 1/3) + … of t = 2 x - 1.
      std::vector<std::int32_t> term(static_cast<std::size_t>(d), 0);
      CHECK(coefficient(pce, term) == Approx(5).epsilon(1e-11));
      term[static_cast<std::size_t>(special)] = 1;
      CHECK(coefficient(pce, term) == Approx(3 / std::sqrt(3)).epsilon(1e-11));
      term[static_cast<std::size_t>(special)] = 2;
      CHECK(coefficient(pce, term) == Approx(1 / std::sqrt(5)).epsilon(1e-11));
      CHECK(pce.coefficients.tail(pce.coefficients.size() - 1).squaredNorm() ==
            Approx(3.2).epsilon(1e-10));  // variance: nothing leaks into other terms
    }
  }
}

TEST_CASE("projection: indices of Ishigami's function", "[projection][reference]") {
  const Case known = case_of("pce-ishigami-7-0.1-deg10");
  const Pce pce = expansion(known.laws, GridKind::smolyak, RuleKind::nested, 8, known.f);
  const auto indices = uq::surrogates::pce_indices({pce}, uq::one_each({"x1", "x2", "x3"}), {});
  const double v = 13.844587940719256;  // pce.json, variance_true
  const double pi = std::numbers::pi;
  const double v1 = std::pow(1 + 0.1 * std::pow(pi, 4) / 5, 2) / 2;
  const double v13 = 0.01 * std::pow(pi, 8) * (1.0 / 18 - 1.0 / 50);
  CHECK(indices.variance.data[0] == Approx(v).epsilon(1e-4));
  CHECK(indices.S1.data[0] == Approx(v1 / v).margin(1e-4));
  CHECK(indices.S1.data[1] == Approx(49.0 / 8 / v).margin(1e-4));
  CHECK(indices.S1.data[2] == Approx(0).margin(1e-4));
  CHECK(indices.ST.data[2] == Approx(v13 / v).margin(1e-4));
}

TEST_CASE("projection: an output that is missing is refused by its place", "[projection][unit]") {
  const auto problem = problem_of(mixed());
  const auto design = uq::samplers::quadrature(problem, {.level = 1});
  Vector y = Vector::Ones(design.grid.t.rows());
  CHECK_THROWS_AS(uq::surrogates::project(design.coordinates, design.grid, y.head(3)),
                  uq::InvalidArgument);
  y(4) = std::nan("");
  CHECK_THROWS_WITH(uq::surrogates::project(design.coordinates, design.grid, y),
                    Catch::Contains("point 4") && Catch::Contains("least squares"));
}
