#include "surrogates/pce_indices.hpp"

#include "surrogates/fit_pce.hpp"
#include "tests/support/catch.hpp"
#include "tests/surrogates/known_points.hpp"

#include <cmath>
#include <memory>

using namespace uq::surrogates;
using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::Vector;

namespace {

// Terms 1, x1, x2, x1 x2, x2 x3, x1 x2 x3 with coefficients 7, 1, 2, 3, 4, 5: the parts of the
// variance are 1, 4, 9, 16, 25, in all 55.
Pce by_hand(double scale = 1) {
  auto coordinates = std::make_shared<uq::Coordinates>();
  for (int j = 0; j < 4; ++j) {
    const uq::Distribution law{uq::Uniform{-1, 1}};
    coordinates->each.push_back({.law = law, .polynomials = uq::recurrence(law, 1)});
  }
  Pce pce{.coordinates = coordinates};
  pce.terms.resize(6, 4);
  pce.terms << 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 0;
  pce.coefficients.resize(6);
  pce.coefficients << 7, 1, 2, 3, 4, 5;
  pce.coefficients *= scale;
  pce.replicates.resize(0, 6);
  return pce;
}

const std::vector<std::string> names{"a", "b", "c", "d"};

}  // namespace

TEST_CASE("pce indices: sums of squares of coefficients", "[surrogates][unit]") {
  for (const double scale : {1.0, 1e-180, 1e150}) {
    const auto r = pce_indices({by_hand(scale)}, uq::one_each(names), {.second_order = true});
    const std::vector<double> S1{1, 4, 0, 0};
    const std::vector<double> ST{35, 54, 41, 0};
    for (Index i = 0; i < 4; ++i) {
      CHECK(r.S1.at({0, i}) == Approx(S1[static_cast<std::size_t>(i)] / 55));
      CHECK(r.ST.at({0, i}) == Approx(ST[static_cast<std::size_t>(i)] / 55));
    }
    CHECK(r.S2.at({0, 0, 1}) == Approx(9.0 / 55));
    CHECK(r.S2.at({0, 1, 2}) == Approx(16.0 / 55));
    CHECK(r.S2.at({0, 0, 2}) == 0);
    CHECK(std::isnan(r.S2.at({0, 1, 0})));
    CHECK(r.ST.at({0, 3}) == 0);
    CHECK(r.dead.at({0, 3}) == 1);
    CHECK(r.mean.at({0}) == 7 * scale);
    CHECK(std::isnan(r.S1_ci.at({0, 0, 0})));  // no replicates
  }
  CHECK(pce_indices({by_hand()}, uq::one_each(names)).variance.at({0}) == Approx(55));
}

TEST_CASE("pce indices: groups get closed and total indices", "[surrogates][unit]") {
  const uq::Grouping groups{{"ab", "cd"}, {{0, 1}, {2, 3}}};
  const auto r = pce_indices({by_hand()}, groups, {.second_order = true});
  CHECK(r.S1.at({0, 0}) == Approx(14.0 / 55));
  CHECK(r.ST.at({0, 0}) == Approx(1));
  CHECK(r.S1.at({0, 1}) == 0);
  CHECK(r.ST.at({0, 1}) == Approx(41.0 / 55));
  CHECK(r.S2.at({0, 0, 1}) == Approx(41.0 / 55));
  CHECK_THROWS(pce_indices({by_hand()}, {{"ab"}, {{0, 1}}}));
}

TEST_CASE("pce indices: without replicates' spread intervals are what is missing",
          "[surrogates][unit]") {
  Pce pce = by_hand();
  pce.replicates = pce.coefficients.transpose().replicate(200, 1);
  pce.missing = 5;
  const auto r = pce_indices({pce}, uq::one_each(names));
  CHECK(r.S1_ci.at({0, 0, 0}) == Approx(1.0 / 60));
  CHECK(r.S1_ci.at({0, 0, 1}) == Approx(6.0 / 60));
  CHECK(r.ST_ci.at({0, 3, 0}) == 0);
  CHECK(r.ST_ci.at({0, 3, 1}) == Approx(5.0 / 60));
  CHECK(r.variance_ci.at({0, 0}) == Approx(55));
  CHECK(r.variance_ci.at({0, 1}) == Approx(65));
  CHECK(r.mean_ci.at({0, 1}) == 7);
  CHECK(r.stable_top.at({0}) >= 1);  // b leads by more than what is missing
  CHECK(r.below.at({0, 0}) == 0);
}

TEST_CASE("pce indices: dependent inputs are refused, constants and logarithms have none",
          "[surrogates][unit]") {
  Pce dependent = by_hand();
  auto coordinates = std::make_shared<uq::Coordinates>(*dependent.coordinates);
  coordinates->factor = Matrix::Identity(4, 4);
  dependent.coordinates = coordinates;
  CHECK_THROWS_WITH(pce_indices({dependent}, uq::one_each(names)),
                    Catch::Contains("belong to no input alone"));
  Pce constant = by_hand();
  constant.coefficients.tail(5).setZero();
  Pce log = by_hand();
  log.log = true;
  Pce undefined;
  undefined.undefined = "no reason";
  const auto r = pce_indices({constant, log, undefined, by_hand()}, uq::one_each(names));
  CHECK(r.undefined[0].find("constant") != std::string::npos);
  CHECK(r.variance.at({0}) == 0);
  CHECK(std::isnan(r.S1.at({0, 0})));
  CHECK(r.undefined[1].find("closed form") != std::string::npos);
  CHECK(std::isnan(r.mean.at({1})));
  CHECK(r.undefined[2] == "no reason");
  CHECK(r.undefined[3].empty());
}

TEST_CASE("pce indices: smooth functions within 1e-4 at the budgets of the docs",
          "[surrogates][reference][slow]") {
  struct Budget {
    const char* name;
    Index n, degree;
    std::vector<double> q;
  };
  // docs/methods/pce.md, "Accuracy".
  const std::vector<Budget> budgets{{"borehole", 500, 4, {1}},
                                    {"otl-circuit", 500, 9, {0.75}},
                                    {"piston-narrow", 1000, 6, {1}},
                                    {"wing-weight", 1000, 7, {0.75}},
                                    {"friedman-6", 200, 10, {0.75}}};
  for (const Budget& budget : budgets) {
    const auto known = uq::test::known(budget.name);
    const Matrix x = uq::test::sobol(known.problem, budget.n, Seed{3});
    PceOptions options;
    options.degree = budget.degree;
    options.q = budget.q;
    options.adaptive = false;
    options.replicates = 0;
    const auto fit = fit_pce(known.problem, x, {known.values(x)}, options, Seed{1});
    INFO(budget.name << ", Q2 " << fit.q2.data[0] << ", terms " << fit.terms.data[0]);
    REQUIRE(fit.undefined[0].empty());
    const auto r = pce_indices(fit.outputs, uq::one_each(known.names()));
    for (Index i = 0; i < known.dims(); ++i) {
      INFO("input " << i);
      CHECK(std::abs(r.S1.at({0, i}) - known.truth.first(i)) < 1e-4);
      CHECK(std::abs(r.ST.at({0, i}) - known.truth.total(i)) < 1e-4);
    }
  }
}
