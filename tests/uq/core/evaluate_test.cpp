#include "uq/core/evaluate.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

using namespace uq;

namespace {

/// Three outputs of two inputs and a constant: their product plus the constant, a partly NaN one,
/// and one that cannot be had (infeasible above 0.9, an exception above 0.95).
struct Toy {
  std::vector<InputVariable> in{{.name = "a"}, {.name = "c"}, {.name = "b"}};
  std::vector<OutputVariable> out{{.name = "y"}, {.name = "z"}};
  bool faults = false;
  const std::vector<InputVariable>& inputs() const { return in; }
  const std::vector<OutputVariable>& outputs() const { return out; }
  std::string id() const { return "toy"; }
  void evaluate(MatrixRef x, BatchResult& result) const {
    for (Index k = 0; k < x.rows(); ++k) {
      result.y(k, 0) = std::sin(x(k, 0)) * x(k, 2) + x(k, 1);
      result.y(k, 1) = faults && x(k, 0) < 0.1 ? std::numeric_limits<double>::infinity() : x(k, 2);
      if (faults && x(k, 0) > 0.95) {
        throw std::runtime_error("cannot");
      }
      if (faults && x(k, 0) > 0.9) {
        result.status[static_cast<std::size_t>(k)] = RowStatus::infeasible;
        result.message(k, "too large");
      }
    }
  }
};

Problem problem(bool faults) {
  Toy toy;
  toy.faults = faults;
  return {toy,
          {{"a", "1", 0, {Uniform{0, 1}}, 0.5}, {"b", "1", 2, {Uniform{0, 2}}, 1}},
          (Vector(3) << 0, 10, 0).finished(),
          {1, 0}};
}

UnitPoints points(Index n, Index dims) {
  return {n, dims, [](Index first, MutableMatrixRef u) {
            for (Index j = 0; j < u.cols(); ++j) {
              philox_uniforms(Seed{5}.child("column", static_cast<std::uint64_t>(j)),
                              static_cast<std::uint64_t>(first),
                              std::span(u.col(j).data(), static_cast<std::size_t>(u.rows())));
            }
          }};
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("evaluate: a Saltelli design gives A, B and A with one column of B", "[evaluate][unit]") {
  const Problem p = problem(false);
  const SaltelliDesign design{points(5, 4)};
  const Evaluations e = evaluate(p, design);
  Matrix u(5, 4);
  design.points.block(0, u);
  REQUIRE(e.y.size() == 2);
  for (Index k = 0; k < 5; ++k) {
    const double a1 = u(k, 0), b1 = 2 * u(k, 1), a2 = u(k, 2), b2 = 2 * u(k, 3);
    CHECK(e.y[1](k, 0) == std::sin(a1) * b1 + 10);
    CHECK(e.y[1](k, 1) == std::sin(a2) * b2 + 10);
    CHECK(e.y[1](k, 2) == std::sin(a2) * b1 + 10);
    CHECK(e.y[1](k, 3) == std::sin(a1) * b2 + 10);
    CHECK(e.y[0](k, 3) == b2);
  }
  CHECK(e.counts[0] == 20);
}

TEST_CASE("evaluate: bits depend neither on block size nor on threads", "[evaluate][property]") {
  const Problem p = problem(true);
  const SaltelliDesign design{points(3000, 4)};
  set_threads(1);
  const Evaluations reference = evaluate(p, design, {.block = 1024});
  CHECK(reference.failures.size() == 1000);
  for (const int team : {1, 2, 3, 7}) {
    set_threads(team);
    for (const Index block : {1, 512, 1000, 4096}) {
      const Evaluations e = evaluate(p, design, {.block = block});
      CHECK(same_bits(e.y[0], reference.y[0]));
      CHECK(same_bits(e.y[1], reference.y[1]));
      CHECK(e.status == reference.status);
      CHECK(e.counts == reference.counts);
      bool same_failures = e.failures.size() == reference.failures.size();
      for (std::size_t k = 0; same_failures && k < e.failures.size(); ++k) {
        same_failures = e.failures[k].row == reference.failures[k].row &&
                        e.failures[k].message == reference.failures[k].message;
      }
      CHECK(same_failures);
    }
  }
  set_threads(0);
}

TEST_CASE("evaluate: a row that fails is lost alone, a NaN output loses itself alone",
          "[evaluate][unit]") {
  const Evaluations good = evaluate(problem(false), IndependentDesign{points(2000, 2)});
  const Evaluations bad = evaluate(problem(true), IndependentDesign{points(2000, 2)});
  Matrix u(2000, 2);
  points(2000, 2).block(0, u);
  for (Index k = 0; k < 2000; ++k) {
    const RowStatus status = bad.status[static_cast<std::size_t>(k)];
    if (u(k, 0) > 0.95) {
      CHECK(status == RowStatus::exception);
      CHECK(std::isnan(bad.y[1](k, 0)));
    } else if (u(k, 0) > 0.9) {
      CHECK(status == RowStatus::infeasible);
      CHECK(std::isnan(bad.y[1](k, 0)));
    } else {
      CHECK(status == (u(k, 0) < 0.1 ? RowStatus::nonfinite : RowStatus::ok));
      CHECK(bad.y[1](k, 0) == good.y[1](k, 0));
      CHECK(std::isnan(bad.y[0](k, 0)) == (u(k, 0) < 0.1));
    }
  }
  CHECK(std::any_of(bad.failures.begin(), bad.failures.end(), [](const Failure& f) {
    return f.message == "cannot";
  }));
  CHECK(std::any_of(bad.failures.begin(), bad.failures.end(), [](const Failure& f) {
    return f.message == "too large";
  }));
}

TEST_CASE("evaluate: a design that does not fit the problem is refused", "[evaluate][unit]") {
  CHECK_THROWS_WITH(evaluate(problem(false), SaltelliDesign{points(4, 6)}),
                    Catch::Contains("6 columns"));
  CHECK_THROWS_AS(evaluate(problem(false), IndependentDesign{points(4, 2)}, {.block = 0}),
                  InvalidArgument);
}
