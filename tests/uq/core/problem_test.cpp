#include "uq/core/problem.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

using uq::Index;
using uq::Matrix;
using uq::Problem;
using uq::restricted;
using uq::settle_constraints;

namespace {

struct Sum {
  std::vector<uq::InputVariable> in{{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}};
  std::vector<uq::OutputVariable> out{{.name = "y"}};
  const std::vector<uq::InputVariable>& inputs() const { return in; }
  const std::vector<uq::OutputVariable>& outputs() const { return out; }
  std::string id() const { return "sum"; }
  void evaluate(uq::MatrixRef x, uq::BatchResult& result) const {
    result.y.col(0) = x.rowwise().sum();
  }
};

/// Inputs a, b, c uncertain, d fixed at 4; a and b correlated.
Problem problem() {
  Problem p{Sum{}, {}, uq::Vector{{1, 2, 3, 4}}, {0}, {}, {}};
  for (const auto& [name, column] : {std::pair{"a", 0}, std::pair{"b", 1}, std::pair{"c", 2}}) {
    p.inputs.push_back({name, "1", column, {uq::Uniform{0, 1}}, 0.5, {}});
  }
  p.correlation = Matrix{{1, 0.5, 0}, {0.5, 1, 0.25}, {0, 0.25, 1}};
  return p;
}

uq::Constraint less(Index column, double bound) {
  return {"less", {column}, [=](uq::MatrixRef x, std::span<bool> holds) {
            for (Index row = 0; row < x.rows(); ++row) {
              holds[static_cast<std::size_t>(row)] = x(row, column) < bound;
            }
          }};
}

}  // namespace

TEST_CASE("problem: restricted keeps the copula's marginal in the order asked for",
          "[problem][unit]") {
  const Problem two = restricted(problem(), {2, 1});
  REQUIRE(two.dims() == 2);
  CHECK(two.inputs[0].name == "c");
  CHECK(two.inputs[1].name == "b");
  CHECK(two.correlation == Matrix{{1, 0.25}, {0.25, 1}});
  CHECK(two.fixed == problem().fixed);
}

TEST_CASE("problem: inputs left independent have no copula", "[problem][unit]") {
  CHECK(restricted(problem(), {0, 2}).correlation.size() == 0);
  CHECK(restricted(problem(), {}).correlation.size() == 0);
  CHECK_THROWS_AS(restricted(problem(), {0, 0}), uq::InvalidArgument);
  CHECK_THROWS_AS(restricted(problem(), {3}), uq::InvalidArgument);
}

TEST_CASE("problem: conditions on constants are settled, others stay", "[problem][unit]") {
  Problem p = problem();
  p.constraints = {less(0, 0.5), less(3, 5)};
  CHECK(settle_constraints(p).empty());
  REQUIRE(p.constraints.size() == 1);
  CHECK(p.constraints[0].columns == std::vector<Index>{0});
  p.constraints.push_back(less(3, 4));  // 4 < 4 is false
  CHECK(settle_constraints(p) == "less");
}
