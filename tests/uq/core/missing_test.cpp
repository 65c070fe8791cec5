#include "uq/core/missing.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <limits>

using uq::Index;

TEST_CASE("missing: a unit is whole when each of its evaluations has a finite value",
          "[missing][unit]") {
  const double inf = std::numeric_limits<double>::infinity();
  uq::Matrix y{{1, 2}, {std::nan(""), 2}, {1, 2}, {1, -inf}, {0, 0}};
  const uq::CompleteRows complete = uq::complete_rows(y);
  CHECK(complete.rows == std::vector<Index>{0, 2, 4});
  CHECK(complete.units == 5);
  CHECK(complete.lost() == 2);
  CHECK(complete.lost_share() == 0.4);
  CHECK_FALSE(complete.all());
  CHECK(uq::complete_rows(uq::Matrix::Zero(3, 2)).all());
}

TEST_CASE("missing: an output within the budget has a result, one above it says what it lost",
          "[missing][unit]") {
  uq::CompleteRows complete{{0, 2, 4}, 5};
  CHECK(uq::loss_fault(complete, {0.4}, 2, "base rows").empty());
  CHECK(uq::loss_fault(complete, {0.39}, 2, "base rows") ==
        "2 of 5 base rows (40 %) are incomplete; budget 39 %");
  CHECK(uq::loss_fault(complete, {}, 2, "trajectories") ==
        "2 of 5 trajectories (40 %) are incomplete; budget 0 %");
  CHECK(uq::loss_fault(complete, {0.5}, 4, "rows") ==
        "2 of 5 rows (40 %) are incomplete; at least 4 whole ones are needed");
  CHECK(uq::loss_fault({{0}, 1}, {}, 2, "rows") == "1 rows, at least 2 are needed");
}
