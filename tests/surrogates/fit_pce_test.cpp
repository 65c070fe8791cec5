#include "surrogates/fit_pce.hpp"

#include "surrogates/pce_indices.hpp"
#include "tests/support/catch.hpp"
#include "tests/surrogates/known_points.hpp"

#include <cmath>

using namespace uq::surrogates;
using uq::Index;
using uq::Matrix;
using uq::Seed;

TEST_CASE("pce: an expansion recovers the indices of a smooth function", "[surrogates][unit]") {
  const auto known = uq::test::known("wing-weight");
  const Matrix x = uq::test::latin(known.problem, 300, Seed{1});
  const auto fit = fit_pce(known.problem, x, {known.values(x)}, {}, Seed{2});
  CHECK(fit.undefined[0].empty());
  CHECK(fit.q2.data[0] > 0.99);
  const auto indices = pce_indices(fit.outputs, uq::one_each(known.names()));
  for (Index i = 0; i < known.dims(); ++i) {
    CHECK(std::abs(indices.S1.at({0, i}) - known.truth.first(i)) < 0.01);
    CHECK(std::abs(indices.ST.at({0, i}) - known.truth.total(i)) < 0.01);
  }
}
