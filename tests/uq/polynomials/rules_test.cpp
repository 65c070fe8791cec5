#include "uq/polynomials/rules.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/uq/polynomials/laws.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using uq::Index;
using uq::RuleKind;
using uq::RuleLevels;

namespace {

// Nodes of a level, and their weights, in increasing order.
uq::Rule level_of(const RuleLevels& rule, Index level) {
  const auto at = static_cast<std::size_t>(level);
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < rule.level[at].size(); ++i) {
    pairs.emplace_back(rule.nodes(rule.level[at][i]), rule.weights[at](static_cast<Index>(i)));
  }
  std::sort(pairs.begin(), pairs.end());
  const auto n = static_cast<Index>(pairs.size());
  uq::Rule sorted{uq::Vector(n), uq::Vector(n)};
  for (Index i = 0; i < n; ++i) {
    sorted.nodes(i) = pairs[static_cast<std::size_t>(i)].first;
    sorted.weights(i) = pairs[static_cast<std::size_t>(i)].second;
  }
  return sorted;
}

// Greatest error of the means of the polynomials up to `degree`, over the size of their terms.
double error_of(const uq::Coordinate& c, const uq::Rule& rule, Index degree) {
  uq::Matrix p(rule.nodes.size(), std::min(degree, c.polynomials.degree()) + 1);
  uq::orthonormal(
      c.polynomials, {rule.nodes.data(), static_cast<std::size_t>(rule.nodes.size())}, p);
  double worst = 0;
  for (Index k = 0; k < p.cols(); ++k) {
    const double sum = rule.weights.dot(p.col(k));
    const double size = std::max(1.0, rule.weights.cwiseAbs().dot(p.col(k).cwiseAbs()));
    worst = std::max(worst, std::abs(sum - (k == 0 ? 1 : 0)) / size);
  }
  return worst;
}

}  // namespace

TEST_CASE("rules: Clenshaw-Curtis rules have their published digits", "[polynomials][reference]") {
  const RuleLevels rules = uq::clenshaw_curtis(5);
  int checked = 0;
  for (const auto cases = uq::test::reference("quadrature.json")["cases"]; const auto& c : cases) {
    if (c["kind"] != "clenshaw_curtis") {
      continue;
    }
    INFO(c["id"]);
    const auto n = c["n"].get<Index>();
    const uq::Rule rule = level_of(rules, n == 3 ? 1 : n == 5 ? 2 : 3);
    REQUIRE(rule.nodes.size() == n);
    for (Index i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      CHECK(std::abs(rule.nodes(i) - uq::test::number(c["nodes"][at])) <= 4e-16);
      CHECK(std::abs(rule.weights(i) - uq::test::number(c["weights_sum_to_one"][at])) <= 4e-16);
    }
    ++checked;
  }
  CHECK(checked == 3);
  CHECK_THROWS_AS(uq::clenshaw_curtis(0), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::clenshaw_curtis(13), uq::InvalidArgument);
}

TEST_CASE("rules: every rule of every law is exact as far as it says", "[polynomials][property]") {
  auto laws = uq::test::laws_with_all_moments();
  laws.insert(laws.end(),
              {{"lognormal, wide", {uq::Lognormal{2, 1}}},
               {"loguniform, wide", {uq::Loguniform{1e-3, 1e6}}},
               {"pareto", {uq::Pareto{2, 0.5}}},
               {"student", {uq::Student{3, 1, 2}}},
               {"integer, too many to list", {uq::Integer{0, 1e6}}}});
  for (const auto& [name, law] : laws) {
    const uq::Coordinate c = uq::coordinate(law, 34);
    for (const RuleKind kind : {RuleKind::gauss, RuleKind::nested}) {
      INFO(name << ", " << enum_names(kind)[static_cast<std::size_t>(kind)]);
      const RuleLevels rules = uq::rule_levels(c, kind, 6);
      CHECK(rules.levels() >= (name == "discrete" ? 3 : name == "empirical" ? 5 : 6));
      for (Index l = 0; l < rules.levels(); ++l) {
        INFO("level " << l);
        const uq::Rule rule = level_of(rules, l);
        const bool values = uq::is_discrete(law);
        CHECK(rules.exact[static_cast<std::size_t>(l)] >= (values && l == 0 ? 0 : 2 * l + 1));
        // Weights of both signs lose the digits by which their sizes exceed 1.
        const double digits = rule.weights.cwiseAbs().sum();
        CHECK(error_of(c, rule, rules.exact[static_cast<std::size_t>(l)]) <= 1e-12 * digits);
        CHECK(digits <= 20);
        CHECK(rule.weights.sum() == Approx(1).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("rules: a nested level keeps all nodes of the one before", "[polynomials][property]") {
  for (const auto& [name, law] : uq::test::laws_with_all_moments()) {
    INFO(name);
    const uq::Coordinate c = uq::coordinate(law, 16);
    const RuleLevels rules = uq::rule_levels(c, RuleKind::nested, 5);
    for (Index l = 0; l + 1 < rules.levels(); ++l) {
      const auto& fewer = rules.level[static_cast<std::size_t>(l)];
      const auto& more = rules.level[static_cast<std::size_t>(l) + 1];
      for (const Index node : fewer) {
        CHECK(std::find(more.begin(), more.end(), node) != more.end());
      }
    }
    // A longer sequence begins with the shorter one, bit by bit.
    const RuleLevels fewer = uq::rule_levels(c, RuleKind::nested, 3);
    CHECK(rules.nodes.head(fewer.nodes.size()) == fewer.nodes);
    // Nodes lie where the input can be.
    uq::Coordinates one;
    one.each = {c};
    const uq::Matrix x = uq::from_variables(one, rules.nodes);
    const auto [lo, hi] = uq::support(law);
    const double rounding = 1e-14 * x.cwiseAbs().maxCoeff();
    CHECK(x.minCoeff() >= lo - rounding);
    CHECK(x.maxCoeff() <= hi + rounding);
  }
}

TEST_CASE("rules: nodes of a discrete law are its values, and all of them are the law",
          "[polynomials][property]") {
  const uq::Distribution law{uq::Discrete{{1, 2, 4, 8, 16}, {1, 0, 2, 1, 0.5}}};
  for (const RuleKind kind : {RuleKind::gauss, RuleKind::nested}) {
    const RuleLevels rules = uq::rule_levels(uq::coordinate(law, 20), kind, 9);
    REQUIRE(rules.levels() == 2);
    CHECK(rules.exact == std::vector<Index>{0, 7});
    const uq::Coordinate c = uq::coordinate(law, 20);
    const uq::Rule rule = level_of(rules, 1);
    const std::vector<double> values{1, 4, 8, 16};
    for (Index i = 0; i < 4; ++i) {
      const double x = values[static_cast<std::size_t>(i)];
      CHECK(c.centre + c.scale * rule.nodes(i) == Approx(x).epsilon(1e-14));
      CHECK(rule.weights(i) == Approx(uq::pdf(law, x)).epsilon(1e-13));
    }
  }
  const RuleLevels point =
      uq::rule_levels(uq::coordinate({uq::Discrete{{3}, {1}}}, 4), RuleKind::nested, 4);
  CHECK(point.levels() == 1);
  CHECK(point.weights[0](0) == 1);
}
