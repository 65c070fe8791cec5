#include "uq/polynomials/recurrence.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/uq/polynomials/laws.hpp"
#include "uq/core/error.hpp"
#include "uq/polynomials/coordinate.hpp"
#include "uq/polynomials/gauss.hpp"

#include <cmath>
#include <map>
#include <string>

using uq::Distribution;
using uq::Index;

namespace {

const std::map<std::string, Distribution>& reference_laws() {
  static const std::map<std::string, Distribution> laws{
      {"orthonormal-legendre", {uq::Uniform{-1, 1}}},
      {"orthonormal-hermite", {uq::Normal{0, 1}}},
      {"orthonormal-laguerre-0", {uq::Gamma{1, 1}}},
      {"orthonormal-jacobi-4-1", {uq::Beta{2, 5, -1, 1}}},
      {"recurrence-triangular(0,0.25,1)", {uq::Triangular{0, 0.25, 1}}},
      {"recurrence-truncnormal(0,1,[-1,2])", {uq::Normal{0, 1}, -1, 2}},
      {"recurrence-lognormal(mu=0,sigma=0.25)", {uq::Lognormal{0, 0.25}}}};
  return laws;
}

// Largest deviation of E[p_j p_k] from the unit matrix, over an independent rule.
double deviation(const uq::Coordinate& c, const Distribution& law) {
  const uq::test::Points points = uq::test::points_of(law);
  const auto n = static_cast<Index>(points.x.size());
  const uq::Vector weights = uq::Vector::Map(points.weight.data(), n);
  uq::Coordinates coordinates;
  coordinates.each.push_back(c);
  const uq::Matrix t = uq::to_variables(coordinates, uq::Vector::Map(points.x.data(), n));
  uq::Matrix p(n, c.polynomials.a.size());
  uq::orthonormal(c.polynomials, {t.data(), static_cast<std::size_t>(n)}, p);
  const uq::Matrix gram = p.transpose() * (p.array().colwise() * weights.array()).matrix();
  return (gram - uq::Matrix::Identity(p.cols(), p.cols())).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("recurrence: classical and built polynomials have their published values",
          "[polynomials][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("orthopoly.json")["cases"]; const auto& c : cases) {
    const auto id = c["id"].get<std::string>();
    INFO(id);
    const Distribution& law = reference_laws().at(id);
    const uq::Recurrence r = uq::recurrence(law, 12);
    REQUIRE(r.degree() == 12);
    if (c.contains("values")) {
      for (const auto& value : c["values"]) {
        const double t = uq::test::number(value["x"]);
        uq::Matrix p(1, 13);
        uq::orthonormal(r, {&t, 1}, p);
        for (Index k = 0; k < 13; ++k) {
          const double want = uq::test::number(value["p"][static_cast<std::size_t>(k)]);
          CHECK(std::abs(p(0, k) - want) <= 1e-12 * std::max(1.0, std::abs(want)));
        }
      }
    } else {
      // Coefficients of degree k grow with moments up to 2 k + 1, whose digits they lose.
      for (std::size_t k = 0; k < c["recurrence_monic_a"].size(); ++k) {
        const auto at = static_cast<Index>(k);
        CHECK(r.a(at) == Approx(uq::test::number(c["recurrence_monic_a"][k])).epsilon(1e-12));
        CHECK(r.b(at) == Approx(uq::test::number(c["recurrence_monic_b"][k])).epsilon(1e-12));
      }
      const uq::Rule rule = uq::gauss(r, 5);
      for (std::size_t k = 0; k < 5; ++k) {
        const auto at = static_cast<Index>(k);
        CHECK(rule.nodes(at) == Approx(uq::test::number(c["gauss5_nodes"][k])).epsilon(1e-12));
        CHECK(rule.weights(at) == Approx(uq::test::number(c["gauss5_weights"][k])).epsilon(1e-12));
      }
    }
    ++checked;
  }
  CHECK(checked == 7);
}

TEST_CASE("recurrence: polynomials of every law are orthonormal up to degree 30",
          "[polynomials][property]") {
  for (const auto& [name, law] : uq::test::laws_with_all_moments()) {
    INFO(name);
    const uq::Coordinate c = uq::coordinate(law, 30);
    const std::map<std::string, Index> few{{"discrete", 4}, {"empirical", 11}};
    CHECK(c.polynomials.degree() == (few.contains(name) ? few.at(name) : 30));
    // The densities of these are not known well near an end that is not 0: the test's own error.
    const bool steep = name == "beta, infinite at its ends" || name == "beta, alpha + beta = 1";
    CHECK(deviation(c, law) <= (steep ? 3e-8 : 1e-12));
  }
}

TEST_CASE("recurrence: the polynomials do not depend on the unit of the input",
          "[polynomials][property]") {
  constexpr double unit = 1e-3;  // seconds to milliseconds
  const std::vector<std::pair<Distribution, Distribution>> pairs{
      {{uq::Uniform{2, 5}}, {uq::Uniform{2 * unit, 5 * unit}}},
      {{uq::Normal{5, 1}, 4, 7}, {uq::Normal{5 * unit, unit}, 4 * unit, 7 * unit}},
      {{uq::Lognormal{0, 0.25}}, {uq::Lognormal{std::log(unit), 0.25}}},
      {{uq::Lognormal{0, 1.5}}, {uq::Lognormal{std::log(unit), 1.5}}},
      {{uq::Loguniform{1, 1e4}}, {uq::Loguniform{unit, 1e4 * unit}}},
      {{uq::Pareto{1, 2}}, {uq::Pareto{unit, 2}}},
      {{uq::Pareto{1, 2}, 2, 30}, {uq::Pareto{unit, 2}, 2 * unit, 30 * unit}},
      {{uq::Student{3, 1, 2}}, {uq::Student{3, unit, 2 * unit}}},
      {{uq::Triangular{1, 2, 5}}, {uq::Triangular{unit, 2 * unit, 5 * unit}}},
      {{uq::Gamma{2.5, 4}, 1, 30}, {uq::Gamma{2.5, 4 * unit}, unit, 30 * unit}},
      {{uq::Weibull{0.4, 2}}, {uq::Weibull{0.4, 2 * unit}}},
      {{uq::Gumbel{3, 1}}, {uq::Gumbel{3 * unit, unit}}},
      {{uq::Discrete{{1, 2, 7}, {1, 2, 1}}}, {uq::Discrete{{unit, 2 * unit, 7 * unit}, {1, 2, 1}}}},
  };
  for (const auto& [in_seconds, scaled] : pairs) {
    INFO("law " << in_seconds.law.index());
    uq::Coordinates s, ms;
    s.each = {uq::coordinate(in_seconds, 12)};
    ms.each = {uq::coordinate(scaled, 12)};
    const uq::Recurrence& r = s.each[0].polynomials;
    const uq::Recurrence& r_ms = ms.each[0].polynomials;
    REQUIRE(r.degree() == r_ms.degree());
    CHECK((r.a - r_ms.a).cwiseAbs().maxCoeff() <= 1e-12 * std::max(1.0, r.a.cwiseAbs().maxCoeff()));
    CHECK((r.b - r_ms.b).cwiseAbs().maxCoeff() <= 1e-12 * r.b.maxCoeff());
    for (const double p : {0.01, 0.4, 0.9, 0.999}) {
      uq::Matrix x(1, 1);
      x << uq::quantile(in_seconds, p);
      CHECK(uq::to_variables(s, x)(0, 0) ==
            Approx(uq::to_variables(ms, x * unit)(0, 0)).epsilon(1e-12));
    }
  }
}

TEST_CASE("recurrence: a law of m values has polynomials up to degree m - 1",
          "[polynomials][unit]") {
  CHECK(uq::recurrence({uq::Discrete{{3}, {1}}}, 5).degree() == 0);
  CHECK(uq::recurrence({uq::Integer{1, 2}}, 5).degree() == 1);
  CHECK(uq::recurrence({uq::Discrete{{1, 2, 3}, {1, 0, 1}}}, 5).degree() == 1);
  CHECK(uq::recurrence({uq::Empirical{{1, 1, 2, 2, 5}}}, 5).degree() == 2);
  CHECK(uq::recurrence({uq::Integer{1, 100}}, 5).degree() == 5);
}

TEST_CASE("recurrence: it ends where rounding spoils the next polynomial", "[polynomials][unit]") {
  // Moments of x up to 2 k of this law lie at scores of 2 k sd_log: no double reaches 2 * 30 * 1.
  const Index degree = uq::recurrence({uq::Lognormal{0, 1}}, 30).degree();
  CHECK(degree >= 10);
  CHECK(degree < 20);
  // As many equidistant values as that have polynomials no forward recurrence can compute.
  CHECK(uq::recurrence({uq::Integer{1, 200}}, 199).degree() < 150);
  CHECK(uq::recurrence({uq::Integer{1, 200}}, 199).degree() >= 20);
}

TEST_CASE("recurrence: laws without the moments are refused", "[polynomials][unit]") {
  CHECK_THROWS_AS(uq::recurrence({uq::Student{5, 0, 1}}, 2), uq::InvalidArgument);
  CHECK(uq::recurrence({uq::Student{5.5, 0, 1}}, 2).degree() == 2);
  CHECK_THROWS_AS(uq::recurrence({uq::Pareto{1, 3}}, 1), uq::InvalidArgument);
  CHECK(uq::recurrence({uq::Pareto{1, 3}, 1, 50}, 8).degree() == 8);
  CHECK_THROWS_AS(uq::recurrence({uq::Normal{0, 1}}, -1), uq::InvalidArgument);
}
