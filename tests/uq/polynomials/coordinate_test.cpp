#include "uq/polynomials/coordinate.hpp"

#include "tests/support/catch.hpp"
#include "tests/uq/polynomials/laws.hpp"
#include "uq/core/error.hpp"
#include "uq/dependence/transform.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using uq::CoordinateMap;
using uq::Index;
using uq::Matrix;
using uq::test::problem_of;

TEST_CASE("coordinate: the map follows the law", "[polynomials][unit]") {
  const auto map = [](const uq::Distribution& law) { return uq::coordinate(law, 3).map; };
  CHECK(map({uq::Uniform{1, 1e9}}) == CoordinateMap::affine);
  CHECK(map({uq::Lognormal{3, 0.5}}) == CoordinateMap::affine);
  CHECK(map({uq::Lognormal{3, 0.7}}) == CoordinateMap::logarithm);
  CHECK(map({uq::Lognormal{0, 3}, 1, 2}) == CoordinateMap::affine);
  CHECK(map({uq::Loguniform{1, 8}}) == CoordinateMap::affine);
  CHECK(map({uq::Loguniform{1, 1000}}) == CoordinateMap::logarithm);
  CHECK(map({uq::Loguniform{1, 1000}, 1, 8}) == CoordinateMap::affine);
  CHECK(map({uq::Pareto{1, 50}}) == CoordinateMap::logarithm);
  CHECK(map({uq::Pareto{1, 2}, 1, 4}) == CoordinateMap::affine);
  CHECK(map({uq::Student{30, 0, 1}}) == CoordinateMap::score);
  CHECK(map({uq::Student{30, 0, 1}, -9}) == CoordinateMap::score);
  CHECK(map({uq::Student{2, 0, 1}, -9, 9}) == CoordinateMap::affine);
  CHECK(map({uq::Weibull{0.4, 1}}) == CoordinateMap::score);
  CHECK(map({uq::Weibull{0.5, 1}}) == CoordinateMap::affine);
  CHECK(map({uq::Weibull{0.4, 1}, 0, 9}) == CoordinateMap::affine);
  CHECK(map({uq::Gamma{0.1, 1}}) == CoordinateMap::affine);
}

TEST_CASE("coordinate: variables and inputs are each other's inverse, in the tails too",
          "[polynomials][property]") {
  std::vector<uq::Distribution> laws;
  for (const auto& [name, law] : uq::test::laws_with_all_moments()) {
    laws.push_back(law);
  }
  laws.insert(laws.end(),
              {{uq::Lognormal{2, 1}},
               {uq::Loguniform{1e-3, 1e6}},
               {uq::Pareto{2, 0.5}},
               {uq::Pareto{2, 0.5}, 3, 1e4},
               {uq::Student{3, 1, 2}},
               {uq::Weibull{0.3, 1}}});
  const uq::Coordinates c = uq::coordinates(problem_of(laws), 2);
  Matrix x(4, c.dims());
  for (Index j = 0; j < c.dims(); ++j) {
    const uq::Distribution& law = laws[static_cast<std::size_t>(j)];
    x.col(j) << uq::quantile(law, 1e-9), uq::quantile(law, 0.3), uq::quantile_upper(law, 0.01),
        uq::quantile_upper(law, 1e-20);
  }
  const Matrix back = uq::from_variables(c, uq::to_variables(c, x));
  for (Index j = 0; j < c.dims(); ++j) {
    INFO("law " << j);
    const double spread = x.col(j).cwiseAbs().maxCoeff();
    CHECK((back.col(j) - x.col(j)).cwiseAbs().maxCoeff() <= 1e-12 * spread);
  }
}

TEST_CASE("coordinate: variables of correlated inputs are the scores of the joint law",
          "[polynomials][property]") {
  uq::Problem problem =
      problem_of({{uq::Uniform{2, 5}}, {uq::Lognormal{0, 1}}, {uq::Student{3, 0, 1}}});
  problem.correlation.resize(3, 3);
  problem.correlation << 1, 0.6, -0.3, 0.6, 1, 0.2, -0.3, 0.2, 1;
  const uq::Coordinates c = uq::coordinates(problem, 4);
  Matrix z(4, 3);
  z << 0.1, -0.4, 2, -6, 1, 0.3, 4, 5, -3, 0, 0, 0;
  const Matrix x = uq::from_standard(problem, z);
  CHECK((uq::from_variables(c, z) - x).cwiseAbs().maxCoeff() <= 1e-14 * x.cwiseAbs().maxCoeff());
  // The uniform input knows its distance to its ends to 4 roundings of 5, over 3 phi(6).
  CHECK((uq::to_variables(c, x) - z).topRows(1).cwiseAbs().maxCoeff() <= 1e-13);
  CHECK((uq::to_variables(c, x) - z).cwiseAbs().maxCoeff() <= 1e-7);
  for (const uq::Coordinate& each : c.each) {
    CHECK(each.map == CoordinateMap::score);
  }
}

TEST_CASE("coordinate: a correlated discrete input is refused by name", "[polynomials][unit]") {
  uq::Problem problem = problem_of({{uq::Uniform{2, 5}}, {uq::Integer{1, 8}}});
  CHECK(uq::coordinates(problem, 4).each[1].polynomials.degree() == 4);
  problem.correlation.resize(2, 2);
  problem.correlation << 1, 0.5, 0.5, 1;
  CHECK_THROWS_WITH(uq::coordinates(problem, 4),
                    Catch::Contains("`x2` is discrete") && Catch::Contains("continuous"));
}

TEST_CASE("coordinate: points outside a support stay finite and in order", "[polynomials][unit]") {
  const uq::Coordinates c = uq::coordinates(
      problem_of({{uq::Uniform{2, 5}}, {uq::Loguniform{1, 1e4}}, {uq::Weibull{0.4, 1}}}), 3);
  Matrix x(4, 3);
  x << 1, -1, -1,    //
      2, 1, 0,       //
      5, 1e4, 1e40,  //
      8, 1e9, std::numeric_limits<double>::infinity();
  const Matrix t = uq::to_variables(c, x);
  CHECK(t.col(0) == uq::Vector{{-5.0 / 3, -1, 1, 3}});  // extrapolated
  CHECK(t(0, 1) == Approx(-1));                         // clipped
  CHECK(t(1, 1) == Approx(-1));
  CHECK(t(3, 1) == Approx(1));
  CHECK(t(0, 2) == -12);
  CHECK(t(1, 2) == -12);
  CHECK(t(3, 2) == 12);
}

TEST_CASE("coordinate: any block of rows gives the same bits", "[polynomials][property]") {
  uq::Problem problem = problem_of({{uq::Uniform{2, 5}}, {uq::Lognormal{0, 1}}});
  for (const bool correlated : {false, true}) {
    if (correlated) {
      problem.correlation.resize(2, 2);
      problem.correlation << 1, 0.5, 0.5, 1;
    }
    const uq::Coordinates c = uq::coordinates(problem, 3);
    Matrix x(37, 2);
    for (Index i = 0; i < x.rows(); ++i) {
      x(i, 0) = 2.01 + 0.08 * static_cast<double>(i);
      x(i, 1) = 0.05 + 0.3 * static_cast<double>(i);
    }
    const Matrix whole = uq::to_variables(c, x);
    for (const Index first : {0, 5, 36}) {
      CHECK(uq::to_variables(c, x.middleRows(first, 1)) == whole.middleRows(first, 1));
    }
  }
}
