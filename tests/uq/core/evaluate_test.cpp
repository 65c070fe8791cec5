#include "uq/core/evaluate.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <stdexcept>

using uq::Index;
using uq::RowStatus;

namespace {

// Four inputs; outputs: a smooth function, one that is NaN at times, and one nobody asks for.
struct Probe {
  std::vector<uq::InputVariable> in = std::vector<uq::InputVariable>(4);
  std::vector<uq::OutputVariable> out = std::vector<uq::OutputVariable>(3);
  double limit = 0.05;  // share of rows that are infeasible; a tenth of it throws

  Probe() { out[2].name = "broken"; }

  const std::vector<uq::InputVariable>& inputs() const { return in; }
  const std::vector<uq::OutputVariable>& outputs() const { return out; }
  std::string id() const { return "probe"; }
  static double smooth(double a, double b, double c, double d) {
    return std::exp(a) + 10 * b + 100 * c * d;
  }
  void evaluate(uq::MatrixRef x, uq::BatchResult& result) const {
    for (Index i = 0; i < x.rows(); ++i) {
      result.y(i, 0) = std::nan("");
      result.y(i, 1) = smooth(x(i, 0), x(i, 1), x(i, 2), x(i, 3));
      result.y(i, 2) = x(i, 3) > 2.9 ? std::nan("") : x(i, 3);
      if (x(i, 0) < limit) {
        result.status[static_cast<std::size_t>(i)] = RowStatus::infeasible;
        result.message(i, "a = " + std::to_string(x(i, 0)));
      }
      if (x(i, 0) > 1 - limit / 10) {
        throw std::runtime_error("a is too large");
      }
    }
  }
};

// Inputs d (column 3) and a (column 0) vary, in this order; b and c are fixed.
uq::Problem problem(double limit = 0.05) {
  Probe probe;
  probe.limit = limit;
  return {probe,
          {{"d", "1", 3, {uq::Uniform{1, 3}}, 2}, {"a", "1", 0, {uq::Uniform{0, 1}}, 0.5}},
          uq::Vector{{-9, 0.25, 0.5, -9}},
          {1, 2}};
}

uq::UnitPoints points(Index n, Index dims) {
  return {n, dims, [dims](Index first, uq::MutableMatrixRef u) {
            for (Index j = 0; j < dims; ++j) {
              uq::philox_uniforms(uq::Seed{5}.child("column", static_cast<std::uint64_t>(j)),
                                  static_cast<std::uint64_t>(first),
                                  {u.col(j).data(), static_cast<std::size_t>(u.rows())});
            }
          }};
}

bool same_bits(const uq::Matrix& a, const uq::Matrix& b) {
  return a.size() == b.size() &&
         std::equal(a.data(), a.data() + a.size(), b.data(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

void check_same(const uq::Evaluations& a, const uq::Evaluations& b) {
  REQUIRE(a.y.size() == b.y.size());
  for (std::size_t q = 0; q < a.y.size(); ++q) {
    CHECK(same_bits(a.y[q], b.y[q]));
  }
  CHECK(a.status == b.status);
  CHECK(a.counts == b.counts);
  REQUIRE(a.failures.size() == b.failures.size());
  for (std::size_t i = 0; i < a.failures.size(); ++i) {
    REQUIRE(a.failures[i].row == b.failures[i].row);
    REQUIRE(a.failures[i].status == b.failures[i].status);
    REQUIRE(a.failures[i].message == b.failures[i].message);
  }
}

template <class Design>
void check_any_blocks_and_threads(const Design& design) {
  uq::set_threads(1);
  const uq::Evaluations expected = uq::evaluate(problem(), design, {.block = 1024, .progress = {}});
  CHECK(static_cast<Index>(expected.failures.size()) == uq::Evaluations::max_failures);
  for (const int threads : {1, 2, 3, 7}) {
    uq::set_threads(threads);
    for (const Index block : {512, 1000, 4096}) {
      INFO(threads << " threads, blocks of " << block);
      check_same(uq::evaluate(problem(), design, {.block = block, .progress = {}}), expected);
    }
  }
  uq::set_threads(0);
}

}  // namespace

TEST_CASE("evaluate: outputs do not depend on threads or block size", "[evaluate][property]") {
  check_any_blocks_and_threads(uq::IndependentDesign{points(30011, 2)});
  check_any_blocks_and_threads(uq::SaltelliDesign{points(9001, 4)});
}

TEST_CASE("evaluate: Saltelli blocks are A, B and A with one column of B", "[evaluate][unit]") {
  const Index n = 300;
  const uq::SaltelliDesign design{points(n, 4)};
  uq::Matrix u(n, 4);
  design.points.block(0, u);
  const uq::Evaluations e = uq::evaluate(problem(-1), design);
  REQUIRE(e.y.size() == 2);
  REQUIRE(e.y[0].cols() == 4);
  for (Index k = 0; k < n; ++k) {
    const double d_a = 1 + 2 * u(k, 0);
    const double a_a = u(k, 1);
    const double d_b = 1 + 2 * u(k, 2);
    const double a_b = u(k, 3);
    CHECK(e.y[0](k, 0) == Probe::smooth(a_a, 0.25, 0.5, d_a));
    CHECK(e.y[0](k, 1) == Probe::smooth(a_b, 0.25, 0.5, d_b));
    CHECK(e.y[0](k, 2) == Probe::smooth(a_a, 0.25, 0.5, d_b));
    CHECK(e.y[0](k, 3) == Probe::smooth(a_b, 0.25, 0.5, d_a));
  }
}

TEST_CASE("evaluate: failures are counted, explained and kept in row order", "[evaluate][unit]") {
  const Index n = 2000;
  const uq::IndependentDesign design{points(n, 2)};
  uq::Matrix u(n, 2);
  design.points.block(0, u);
  const uq::Evaluations e = uq::evaluate(problem(), design);
  std::array<Index, uq::row_status_names.size()> counts{};
  std::size_t f = 0;
  for (Index k = 0; k < n; ++k) {
    const bool throws = u(k, 1) > 0.995;
    const bool infeasible = u(k, 1) < 0.05;
    const bool broken = 1 + 2 * u(k, 0) > 2.9;
    const RowStatus status = throws       ? RowStatus::exception
                             : infeasible ? RowStatus::infeasible
                             : broken     ? RowStatus::nonfinite
                                          : RowStatus::ok;
    REQUIRE(e.status[static_cast<std::size_t>(k)] == status);
    ++counts[static_cast<std::size_t>(status)];
    if (status == RowStatus::ok) {
      continue;
    }
    REQUIRE(e.failures[f].row == k);
    REQUIRE(e.failures[f].status == status);
    REQUIRE(e.failures[f++].message == (throws       ? "a is too large"
                                        : infeasible ? "a = " + std::to_string(u(k, 1))
                                                     : "output 'broken' is not finite"));
    CHECK(std::isnan(e.y[1](k, 0)));
    CHECK(std::isnan(e.y[0](k, 0)) == (status != RowStatus::nonfinite));
  }
  CHECK(f == e.failures.size());
  CHECK(e.counts == counts);
}

TEST_CASE("evaluate: an output nobody asked for does not count", "[evaluate][unit]") {
  uq::Problem p = problem(-1);
  p.outputs = {1};
  const uq::Evaluations e = uq::evaluate(p, uq::IndependentDesign{points(100, 2)});
  CHECK(e.counts[0] == 100);
  CHECK(e.failures.empty());
}

TEST_CASE("evaluate: progress reaches the number of evaluations and may stop", "[evaluate][unit]") {
  const uq::SaltelliDesign design{points(5000, 4)};
  std::mutex mutex;
  Index most = 0;
  uq::evaluate(problem(-1), design, {.block = 512, .progress = [&](Index done) {
                                       const std::lock_guard lock(mutex);
                                       most = std::max(most, done);
                                     }});
  CHECK(most == 5000 * 4);
  CHECK_THROWS_WITH(
      uq::evaluate(problem(-1),
                   design,
                   {.block = 512, .progress = [](Index) { throw std::runtime_error("stop"); }}),
      "stop");
}

TEST_CASE("evaluate: a problem that does not fit is refused", "[evaluate][unit]") {
  const uq::IndependentDesign design{points(10, 2)};
  CHECK_THROWS_WITH(uq::evaluate(problem(), uq::IndependentDesign{points(10, 3)}),
                    "evaluate: the problem has 2 inputs, the design 3");
  CHECK_THROWS_AS(uq::evaluate(problem(), uq::SaltelliDesign{points(10, 5)}), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::evaluate(problem(), design, {.block = 0, .progress = {}}),
                  uq::InvalidArgument);
  uq::Problem twice = problem();
  twice.inputs[1].column = 3;
  CHECK_THROWS_WITH(uq::evaluate(twice, design), Catch::Contains("input 'a' has column 3"));
  uq::Problem unknown = problem();
  unknown.outputs = {3};
  CHECK_THROWS_WITH(uq::evaluate(unknown, design), "evaluate: output 3 of a model of 3 outputs");
}

TEST_CASE("evaluate: the design follows the problem's dependence or is refused",
          "[evaluate][unit]") {
  using Catch::Contains;
  const uq::IndependentDesign independent{points(8, 2)};
  uq::IndependentDesign dependent = independent;
  dependent.dependent = true;
  const uq::SaltelliDesign saltelli{points(8, 4)};

  uq::Problem correlated = problem();
  correlated.correlation = uq::Matrix{{1, 0.5}, {0.5, 1}};
  uq::Problem constrained = problem();
  constrained.constraints.push_back({"a < 1", {0}, [](uq::MatrixRef, std::span<bool>) {}});

  CHECK_NOTHROW(uq::evaluate(problem(), independent));
  CHECK_THROWS_WITH(uq::evaluate(problem(), dependent), Contains("the problem has neither"));
  for (const uq::Problem& p : {correlated, constrained}) {
    CHECK_NOTHROW(uq::evaluate(p, dependent));
    CHECK_THROWS_WITH(uq::evaluate(p, independent), Contains("takes them as independent"));
    CHECK_THROWS_WITH(uq::evaluate(p, saltelli), Contains("Sobol' indices need independent"));
  }
}

TEST_CASE(
    "evaluate: given points arrive unit by unit, with the same bits for any block and threads",
    "[evaluate][property]") {
  // Evaluation b of unit k: d = 1 + k / 100 + b, a = 0.5.
  const uq::PhysicalPoints points{37, 3, 2, [](Index first, Index block, uq::MutableMatrixRef x) {
                                    for (Index k = 0; k < x.rows(); ++k) {
                                      x(k, 0) = 1 + 0.01 * static_cast<double>(first + k) +
                                                static_cast<double>(block) / 2;
                                      x(k, 1) = 0.5;
                                    }
                                  }};
  const uq::Problem problem = ::problem();
  const uq::Evaluations evaluations = uq::evaluate(problem, points);
  REQUIRE(evaluations.y.size() == 2);
  REQUIRE(evaluations.y[0].rows() == 37);
  REQUIRE(evaluations.y[0].cols() == 3);
  for (Index k = 0; k < 37; ++k) {
    for (Index b = 0; b < 3; ++b) {
      const double d = 1 + 0.01 * static_cast<double>(k) + static_cast<double>(b) / 2;
      CHECK(evaluations.y[0](k, b) == Probe::smooth(0.5, 0.25, 0.5, d));
    }
  }
  uq::set_threads(1);
  check_same(uq::evaluate(problem, points, {.block = 5}), evaluations);
  uq::set_threads(0);
  CHECK_THROWS_AS(uq::evaluate(problem, uq::PhysicalPoints{3, 1, 1, points.fill}),
                  uq::InvalidArgument);
}

TEST_CASE("evaluate: stops at the first failure when asked, naming its row and what the model said",
          "[evaluate][unit]") {
  const uq::IndependentDesign design{points(500, 2)};
  CHECK_THROWS_WITH(
      uq::evaluate(problem(), design, {.stop_at_first_failure = true}),
      Catch::Contains("evaluation ") && Catch::Contains("gave no value (infeasible): a = "));
  CHECK_NOTHROW(uq::evaluate(
      problem(-1), uq::IndependentDesign{points(5, 2)}, {.stop_at_first_failure = true}));
}
