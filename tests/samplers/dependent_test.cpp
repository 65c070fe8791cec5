#include "samplers/dependent.hpp"

#include "samplers/iman_conover.hpp"
#include "samplers/independent.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/core/parallel.hpp"
#include "uq/dependence/transform.hpp"

#include <cmath>
#include <string>
#include <vector>

using Catch::Contains;
using uq::IndependentDesign;
using uq::Index;
using uq::Matrix;
using uq::PointKind;
using uq::samplers::dependence_fault;
using uq::samplers::dependent;
using uq::samplers::Dependent;
using uq::samplers::Sampler;
using uq::test::all;

namespace {

// Three inputs; the output is the second minus the first.
struct Difference {
  std::vector<uq::InputVariable> in = std::vector<uq::InputVariable>(3);
  std::vector<uq::OutputVariable> out = std::vector<uq::OutputVariable>(1);

  const std::vector<uq::InputVariable>& inputs() const { return in; }
  const std::vector<uq::OutputVariable>& outputs() const { return out; }
  std::string id() const { return "difference"; }
  void evaluate(uq::MatrixRef x, uq::BatchResult& result) const {
    result.y.col(0) = x.col(1) - x.col(0);
  }
};

// x0 uniform on [0, 2], x2 on [1, 3]; x1 is fixed at 1.5.
uq::Problem problem() {
  return {Difference{},
          {{"c", "1", 2, {uq::Uniform{1, 3}}, 2}, {"a", "1", 0, {uq::Uniform{0, 2}}, 1}},
          uq::Vector{{-9, 1.5, -9}},
          {0},
          {},
          {}};
}

uq::Constraint constraint(std::string text, bool (*holds)(double a, double b, double c)) {
  return {std::move(text), {0, 1, 2}, [holds](uq::MatrixRef x, std::span<bool> result) {
            for (Index i = 0; i < x.rows(); ++i) {
              result[static_cast<std::size_t>(i)] = holds(x(i, 0), x(i, 1), x(i, 2));
            }
          }};
}

uq::Problem correlated() {
  uq::Problem p = problem();
  p.correlation = Matrix{{1, 0.8}, {0.8, 1}};
  return p;
}

uq::Problem constrained() {
  uq::Problem p = correlated();
  p.constraints.push_back(constraint("a < b", [](double a, double b, double) { return a < b; }));
  p.constraints.push_back(
      constraint("a + c > 2", [](double a, double, double c) { return a + c > 2; }));
  return p;
}

IndependentDesign monte_carlo(Index n) {
  return uq::samplers::independent(2, {.n = n}, {7});
}

IndependentDesign sobol(Index n) {
  return uq::samplers::independent(2, {.n = n, .sampler = Sampler::sobol, .replicates = 4}, {7});
}

IndependentDesign lhs(Index n) {
  IndependentDesign design = monte_carlo(n);
  design.kind = PointKind::lhs;
  return design;
}

}  // namespace

TEST_CASE("dependent: independent inputs take the candidates as they are", "[dependent][unit]") {
  const Dependent result = dependent(problem(), 200, sobol);
  REQUIRE(result.design);
  CHECK_FALSE(result.design->dependent);
  CHECK(all(result.design->points) == all(sobol(200).points));
  CHECK(result.acceptance.tried == 0);
}

TEST_CASE("dependent: a copula transforms points, but rearranges a latin hypercube",
          "[dependent][unit]") {
  const uq::Problem p = correlated();
  for (const auto& candidates : {monte_carlo, sobol}) {
    const IndependentDesign design = dependent(p, 800, candidates).design.value();
    CHECK(design.dependent);
    CHECK(design.replicates == candidates(800).replicates);
    Matrix expected = all(candidates(800).points);
    uq::to_dependent(uq::copula_factor(p), expected);
    CHECK(all(design.points) == expected);
    CHECK(uq::test::all_in_pieces(design.points) == expected);
  }
  const IndependentDesign rearranged = dependent(p, 800, lhs).design.value();
  CHECK(rearranged.dependent);
  CHECK(all(rearranged.points) == all(uq::samplers::iman_conover(lhs(800), p.correlation).points));
}

TEST_CASE("dependent: constraints hold in physical units, after the copula", "[dependent][unit]") {
  const uq::Problem p = constrained();
  const Dependent result = dependent(p, 1000, sobol);
  REQUIRE(result.design);
  CHECK(result.design->dependent);
  CHECK(result.acceptance.accepted == 1000);
  const Matrix u = all(result.design->points);
  CHECK(((2 * u.col(1)).array() < 1.5).all());          // a < b
  CHECK((2 * u.col(1) + 2 * u.col(0)).minCoeff() > 1);  // a + c > 2
  // They are rows of the candidates under the copula, in order.
  Matrix candidates = uq::test::rows(sobol(100000).points, 0, 25000);
  uq::to_dependent(uq::copula_factor(p), candidates);
  Index at = 0;
  for (Index i = 0; i < 250; ++i) {
    while (candidates.row(at) != u.row(i)) {
      REQUIRE(((2 * candidates(at, 1) >= 1.5) ||
               (2 * candidates(at, 1) + 2 * candidates(at, 0) + 1 <= 2)));
      ++at;
    }
    ++at;
  }
}

TEST_CASE("dependent: impossible constraints say how many were tried", "[dependent][unit]") {
  uq::Problem p = problem();
  p.constraints.push_back(constraint("a > 3", [](double a, double, double) { return a > 3; }));
  const Dependent result = dependent(p, 100, monte_carlo);
  CHECK_FALSE(result.design);
  CHECK(result.acceptance.accepted == 0);
  CHECK(result.acceptance.tried == 100 * uq::samplers::candidates_per_row);
}

TEST_CASE("dependent: what cannot be is refused", "[dependent][unit]") {
  CHECK(dependence_fault(constrained(), PointKind::sobol).empty());
  CHECK(dependence_fault(correlated(), PointKind::lhs).empty());
  CHECK_THAT(dependence_fault(constrained(), PointKind::lhs),
             Contains("`a < b`") && Contains("strata"));
  CHECK_THROWS_WITH(dependent(constrained(), 100, lhs), Contains("strata"));
  uq::Problem p = correlated();
  p.correlation = Matrix::Ones(2, 2);
  CHECK_THAT(dependence_fault(p, PointKind::sobol), Contains("`c`, `a`"));
  CHECK_THROWS_WITH(dependent(p, 100, monte_carlo), Contains("contradict"));
}

TEST_CASE("dependent: the design evaluates with its problem", "[dependent][unit]") {
  const uq::Problem p = constrained();
  const IndependentDesign design = dependent(p, 1000, sobol).design.value();
  const uq::Evaluations e = evaluate(p, design);
  CHECK(e.y[0].minCoeff() > 0);  // b - a
  CHECK(e.y[0].maxCoeff() <= 1.5);
}
