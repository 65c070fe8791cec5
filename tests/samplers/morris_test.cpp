#include "samplers/morris.hpp"

#include "samplers/morris_scale.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/error.hpp"
#include "uq/core/model.hpp"
#include "uq/core/parallel.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <set>

using namespace uq::samplers;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::MorrisDesign;
using uq::Seed;
using uq::Vector;

namespace {

uq::Grouping singles(Index dims) {
  std::vector<std::string> names;
  for (Index i = 0; i < dims; ++i) {
    names.push_back("x" + std::to_string(i));
  }
  return uq::one_each(names);
}

std::vector<MorrisInput> continuous(Index dims) {
  return std::vector<MorrisInput>(static_cast<std::size_t>(dims));
}

MorrisDesign design(Index dims, const MorrisSampling& options, Seed seed = Seed{1}) {
  return morris(continuous(dims), singles(dims), options, seed);
}

// A model that is never asked: only its inputs matter.
struct Described {
  std::vector<uq::InputVariable> variables;
  std::vector<uq::OutputVariable> results{{.name = "y"}};

  const std::vector<uq::InputVariable>& inputs() const { return variables; }
  const std::vector<uq::OutputVariable>& outputs() const { return results; }
  std::string id() const { return "described"; }
  void evaluate(uq::MatrixRef, uq::BatchResult& out) const { out.y.setZero(); }
};

uq::Problem problem_of(std::vector<uq::UncertainInput> inputs,
                       std::vector<uq::InputVariable> variables) {
  uq::Problem problem{.model = Described{std::move(variables)},
                      .inputs = std::move(inputs),
                      .fixed = {},
                      .outputs = {0}};
  problem.fixed = Vector::Zero(static_cast<Index>(problem.inputs.size()));
  return problem;
}

}  // namespace

TEST_CASE("morris: trajectories move each input once, by the step, on the grid", "[morris][unit]") {
  for (const Index levels : {2, 4, 6, 64}) {
    for (const Index step : {Index{0}, Index{1}}) {
      CAPTURE(levels, step);
      const auto d = design(5, {.trajectories = 200, .levels = levels, .step = step});
      const double delta =
          static_cast<double>(step == 0 ? levels / 2 : step) / static_cast<double>(levels - 1);
      std::map<long, Index> hits;
      for (Index t = 0; t < 200; ++t) {
        std::set<Index> moved;
        Vector last = d.point(t, 0);
        for (Index e = 1; e < d.evaluations(); ++e) {
          const Vector now = d.point(t, e);
          Index changes = 0;
          for (Index i = 0; i < 5; ++i) {
            if (now[i] != last[i]) {
              ++changes;
              moved.insert(i);
              CHECK(std::abs(now[i] - last[i]) == Approx(delta));
              CHECK(d.step(t, i) == now[i] - last[i]);
              CHECK(d.before(t, i) == e - 1);
              CHECK(d.after(t, i) == e);
            }
            const double level = now[i] * static_cast<double>(levels - 1);
            CHECK(level == Approx(std::round(level)).margin(1e-12));
            CHECK((now[i] >= 0 && now[i] <= 1));
          }
          CHECK(changes == 1);
          last = now;
        }
        CHECK(moved.size() == 5);
        for (Index i = 0; i < 5; ++i) {
          ++hits[std::lround(d.start(t, i) * static_cast<double>(levels - 1))];
          ++hits[std::lround(d.target(t, i) * static_cast<double>(levels - 1))];
        }
      }
      if (step == 0 && levels <= 6) {  // every level is as frequent as any other
        Vector counts(levels);
        for (const auto& [level, count] : hits) {
          counts[level] = static_cast<double>(count);
        }
        CHECK(chi_square(counts) < chi_square_limit(static_cast<double>(levels - 1)));
      }
    }
  }
}

TEST_CASE("morris: any order of moves is as likely", "[morris][statistical]") {
  const auto d = design(3, {.trajectories = 6000});
  std::map<Index, double> seen;
  for (Index t = 0; t < 6000; ++t) {
    ++seen[d.order(t, 0) * 9 + d.order(t, 1) * 3 + d.order(t, 2)];
  }
  REQUIRE(seen.size() == 6);
  Vector counts(6);
  Index k = 0;
  for (const auto& entry : seen) {
    counts[k++] = entry.second;
  }
  CHECK(chi_square(counts) < chi_square_limit(5));
}

TEST_CASE("morris: discrete inputs take their own values", "[morris][unit]") {
  // A boolean, three values, eight of a grid of four levels, and a hundred.
  const std::vector<MorrisInput> inputs{
      {.values = 2}, {.values = 3}, {.values = 8}, {.values = 100}};
  const auto d = morris(inputs, singles(4), {.trajectories = 400, .levels = 4}, Seed{2});
  std::vector<std::set<long>> seen(4);
  for (Index t = 0; t < 400; ++t) {
    for (std::size_t i = 0; i < 4; ++i) {
      const auto at = static_cast<Index>(i);
      const auto last = static_cast<double>(inputs[i].values - 1);
      for (const double position : {d.start(t, at), d.target(t, at)}) {
        CHECK(position * last == Approx(std::round(position * last)).margin(1e-12));
        seen[i].insert(std::lround(position * last));
      }
      CHECK(d.step(t, at) != 0);
    }
    CHECK(std::abs(d.step(t, 0)) == 1);
    CHECK(std::abs(d.step(t, 1)) == 0.5);
  }
  CHECK(seen[0] == std::set<long>{0, 1});
  CHECK(seen[1] == std::set<long>{0, 1, 2});
  CHECK(seen[2] == std::set<long>{0, 2, 5, 7});
  CHECK(seen[3] == std::set<long>{0, 33, 66, 99});
}

TEST_CASE("morris: categories are exchanged for any other", "[morris][statistical]") {
  const auto d =
      morris({{.values = 3, .ordered = false}}, singles(1), {.trajectories = 6000}, Seed{2});
  std::map<std::pair<long, long>, double> seen;
  for (Index t = 0; t < 6000; ++t) {
    ++seen[{std::lround(2 * d.start(t, 0)), std::lround(2 * d.target(t, 0))}];
    CHECK(d.step(t, 0) == 1);
  }
  REQUIRE(seen.size() == 6);  // ordered pairs of different ones
  Vector counts(6);
  Index k = 0;
  for (const auto& entry : seen) {
    counts[k++] = entry.second;
  }
  CHECK(chi_square(counts) < chi_square_limit(5));
}

TEST_CASE("morris: radial moves start from one point", "[morris][unit]") {
  const MorrisSampling options{.trajectories = 64, .variant = MorrisVariant::radial};
  const auto d = morris(
      {{}, {}, {.values = 3}, {.values = 2, .ordered = false}}, singles(4), options, Seed{2});
  for (Index t = 0; t < 64; ++t) {
    const Vector base = d.point(t, 0);
    for (Index i = 0; i < 4; ++i) {
      Vector moved = d.point(t, i + 1);
      CHECK(d.before(t, i) == 0);
      CHECK(moved[i] != base[i]);
      moved[i] = base[i];
      CHECK(moved == base);
    }
  }
}

// Points of a low-discrepancy sequence are so aligned in some pairs of their first hundred
// dimensions that one input is a function of another in a design of few trajectories.
TEST_CASE("morris: radial points are independent in every pair of inputs",
          "[morris][statistical]") {
  const Index dims = 40;
  const Index count = 64;
  const auto d = morris(continuous(dims),
                        singles(dims),
                        {.trajectories = count, .variant = MorrisVariant::radial},
                        Seed{2});
  Matrix u(count, 2 * dims);
  u << d.start, d.target;
  double largest = 0;
  for (Index a = 0; a < u.cols(); ++a) {
    for (Index b = 0; b < a; ++b) {
      const auto same = (u.col(a).array() < 0.5) == (u.col(b).array() < 0.5);
      largest = std::max(largest, std::abs(2 * static_cast<double>(same.count()) - count));
    }
  }
  // 3160 sums of 64 signs with standard deviation 8: above 6 of these with 6e-6.
  CHECK(largest <= 48);
  // More trajectories leave the first ones as they are.
  const auto more = morris(continuous(dims),
                           singles(dims),
                           {.trajectories = 2 * count, .variant = MorrisVariant::radial},
                           Seed{2});
  CHECK(more.start.topRows(count) == d.start);
  CHECK(more.target.topRows(count) == d.target);
}

TEST_CASE("morris: groups move as one", "[morris][unit]") {
  const uq::Grouping groups{{"a", "b"}, {{0, 2}, {1}}};
  for (const auto variant : {MorrisVariant::trajectory, MorrisVariant::radial}) {
    const auto d = morris(continuous(3), groups, {.trajectories = 50, .variant = variant}, Seed{2});
    CHECK(d.evaluations() == 3);
    for (Index t = 0; t < 50; ++t) {
      const Vector before = d.point(t, d.before(t, 0));
      const Vector after = d.point(t, d.after(t, 0));
      CHECK(before[0] != after[0]);
      CHECK(before[1] == after[1]);
      CHECK(before[2] != after[2]);
      CHECK(d.step(t, 0) ==
            Approx((std::abs(after[0] - before[0]) + std::abs(after[2] - before[2])) / 2));
    }
  }
}

TEST_CASE("morris: a trajectory depends on the seed and its number only", "[morris][unit]") {
  const auto some = design(7, {.trajectories = 30});
  uq::set_threads(3);
  const auto more = design(7, {.trajectories = 500});
  uq::set_threads(0);
  CHECK(some.start == more.start.topRows(30));
  CHECK(some.target == more.target.topRows(30));
  CHECK(some.order == more.order.topRows(30));
  CHECK(some.start != design(7, {.trajectories = 30}, Seed{2}).start);
}

TEST_CASE("morris: what makes no sense is refused with a remedy", "[morris][unit]") {
  CHECK(fault(MorrisSampling{.levels = 5}).find("odd") != std::string::npos);
  CHECK(fault(MorrisSampling{.levels = 3}).find("take 4") != std::string::npos);
  CHECK(fault(MorrisSampling{.levels = 4, .step = 4}).find("at most 3") != std::string::npos);
  CHECK(fault(MorrisSampling{.trajectories = 30, .optimal_from = 20}).find("30") !=
        std::string::npos);
  CHECK(!fault(MorrisSampling{.trajectories = 0}).empty());
  CHECK(!fault(MorrisSampling{
                   .trajectories = 5, .variant = MorrisVariant::radial, .optimal_from = 20})
             .empty());
  CHECK(fault(MorrisSampling{}).empty());
  CHECK_THROWS_AS(design(3, {.levels = 3}), uq::InvalidArgument);
  CHECK_THROWS_AS(design(0, {}), uq::InvalidArgument);
  CHECK_THROWS_AS(morris(continuous(2), singles(3), {}, Seed{1}), uq::InvalidArgument);
  REQUIRE(warnings(MorrisSampling{.levels = 2}).size() == 1);
  CHECK(warnings(MorrisSampling{.levels = 2})[0].code == "W070");
  CHECK(warnings(MorrisSampling{}).empty());
}

TEST_CASE("morris: the aliasing check moves off the grid by another step", "[morris][unit]") {
  const MorrisSampling options{.trajectories = 30};
  CHECK(aliasing_trajectory_count(options) == 15);
  CHECK(aliasing_trajectory_count({.trajectories = 12}) == 10);
  CHECK(aliasing_trajectory_count({.trajectories = 4}) == 4);
  CHECK(aliasing_trajectory_count({.trajectories = 1}) == 0);
  CHECK(aliasing_trajectory_count({.aliasing_check = false}) == 0);
  CHECK(aliasing_trajectory_count({.variant = MorrisVariant::radial}) == 0);
  const auto d =
      aliasing_trajectories({{}, {.values = 3}, {.values = 50}}, singles(3), options, Seed{2});
  std::set<double> starts;
  for (Index t = 0; t < 15; ++t) {
    CHECK(std::abs(d.step(t, 0)) == Approx(0.309).epsilon(1e-3));
    CHECK(std::abs(d.step(t, 1)) == 1);  // the grid moves it by one of its two steps
    CHECK(std::abs(d.step(t, 2)) == Approx(15.0 / 49));
    starts.insert(d.start(t, 0));
    CHECK((d.point(t, 3).minCoeff() >= 0 && d.point(t, 3).maxCoeff() <= 1));
  }
  CHECK(starts.size() == 15);
}

TEST_CASE("morris: scales of laws", "[morris][unit]") {
  using uq::Distribution;
  const double infinity = std::numeric_limits<double>::infinity();
  const auto input = [](uq::Distribution law) {
    return uq::UncertainInput{.name = "x", .unit = "1", .column = 0, .law = std::move(law)};
  };
  uq::InputVariable variable;
  const auto at = [&](const Distribution& law, double position) {
    return value_at(input(law), variable, position);
  };
  CHECK(at({uq::Uniform{2, 6}}, 0) == 2);
  CHECK(at({uq::Uniform{2, 6}}, 0.25) == Approx(3));
  CHECK(at({uq::Uniform{2, 6}}, 1) == 6);
  CHECK(at({uq::Triangular{0, 1, 2}}, 1) == 2);
  CHECK(at({uq::Loguniform{1, 100}}, 0.5) == Approx(10));
  CHECK(at({uq::Normal{0, 1}, -2, 2}, 0) == -2);
  // Infinite ends: nothing infinite, and both ends are drawn in, so that no lognormal is 0.
  for (const Distribution& law : {Distribution{uq::Normal{0, 1}},
                                  Distribution{uq::Lognormal{0, 1}},
                                  Distribution{uq::Exponential{1}},
                                  Distribution{uq::Student{1, 0, 1}},
                                  Distribution{uq::Normal{0, 1}, -infinity, 1}}) {
    CHECK(at(law, 0) == Approx(quantile(law, 0.01)));
    CHECK(at(law, 1) == Approx(quantile(law, 0.99)));
    CHECK(at(law, 0.5) == Approx(quantile(law, 0.5)).margin(1e-12));
    CHECK(std::isfinite(at(law, 0)));
  }
  CHECK(at({uq::Lognormal{0, 1}}, 0) > 0);
  CHECK(at({uq::Integer{3, 5}}, 0.5) == 4);
  CHECK(at({uq::Integer{3, 5}}, 1) == 5);
  CHECK(at({uq::Discrete{{16, 32, 64, 99}, {1, 2, 1, 0}}}, 1) == 64);
  CHECK(at({uq::Discrete{{16, 32, 64}, {1, 2, 1}}}, 0.5) == 32);
  CHECK(at({uq::Empirical{{1, 1, 1, 5, 9}}}, 0.5) == 5);
  // An end that the model excludes is not touched.
  const uq::InputVariable positive{.name = "x", .lower = 0, .lower_open = true};
  const double least = value_at(input({uq::Uniform{0, 1}}), positive, 0);
  CHECK((least > 0 && least < 1e-15));

  const auto problem = problem_of(
      {{.name = "a", .unit = "1", .column = 0, .law = {uq::Normal{0, 1}}},
       {.name = "b", .unit = "1", .column = 1, .law = {uq::Integer{1, 8}}},
       {.name = "c", .unit = "1", .column = 2, .law = {uq::Discrete{{0, 1, 2}, {1, 1, 0}}}},
       {.name = "d", .unit = "1", .column = 3, .law = {uq::Empirical{{1, 1, 2}}}}},
      {{.name = "a"},
       {.name = "b", .kind = uq::InputKind::integer},
       {.name = "c", .kind = uq::InputKind::categorical, .categories = {"u", "v", "w"}},
       {.name = "d"}});
  const auto inputs = morris_inputs(problem);
  CHECK(inputs[0].values == 0);
  CHECK(inputs[1].values == 8);
  CHECK(inputs[2].values == 2);
  CHECK(!inputs[2].ordered);
  CHECK(inputs[1].ordered);
  CHECK(inputs[3].values == 2);
}

TEST_CASE("morris: points in units are those of the design", "[morris][unit]") {
  const auto problem =
      problem_of({{.name = "a", .unit = "1", .column = 0, .law = {uq::Uniform{10, 20}}},
                  {.name = "b", .unit = "1", .column = 1, .law = {uq::Normal{0, 1}}}},
                 {{.name = "a"}, {.name = "b"}});
  const auto first = design(2, {.trajectories = 9});
  const auto second =
      aliasing_trajectories(continuous(2), singles(2), {.trajectories = 9}, Seed{4});
  const auto points = both(physical_points(problem, first), physical_points(problem, second));
  CHECK(points.count == 18);
  CHECK(points.blocks == 3);
  for (Index e = 0; e < 3; ++e) {
    Matrix all(18, 2);
    points.fill(0, e, all);
    for (Index t = 0; t < 18; ++t) {
      const Vector u = t < 9 ? first.point(t, e) : second.point(t - 9, e);
      CHECK(all(t, 0) == Approx(10 + 10 * u[0]));
      CHECK(all(t, 1) ==
            Approx(quantile(uq::Distribution{uq::Normal{0, 1}}, 0.01 + 0.98 * u[1])).margin(1e-12));
    }
    for (const Index from : {0, 5, 8, 9, 13}) {  // any piece is a piece of the whole
      Matrix piece(4, 2);
      points.fill(from, e, piece);
      CHECK(piece == all.middleRows(from, 4));
    }
  }
}
