// Importance of stages under sums, maxima and both, against closed forms.

#include "uq/sensitivity/stages.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <limits>
#include <string>

using uq::Index;
using uq::Matrix;
using uq::sensitivity::stage_deltas;
using uq::sensitivity::stage_importance;
using uq::sensitivity::StageImportance;
using uq::sensitivity::StageNode;

namespace {

constexpr std::size_t deltas = stage_deltas.size();

double change(const StageImportance& r, std::size_t stage, std::size_t delta) {
  return r.stage_change.data[stage * deltas + delta];
}

/// Total in column 0, stages 1, 2, 3.
std::vector<StageNode> flat() {
  return {{0, {{1}, {2}, {3}}}};
}

}  // namespace

TEST_CASE("stages: in series the elasticity is the share and the sum is 1", "[oat][stages][unit]") {
  Matrix y(3, 4);
  y << 10, 6, 3, 1, 11, 7, 3, 1, 9, 5, 3, 1;
  const StageImportance r = stage_importance(flat(), {1, 2, 3}, y);
  const double share[] = {0.6, 0.3, 0.1};
  CHECK(r.composition[0] == "sum");
  CHECK(r.stage_sum.data[0] == Approx(1).epsilon(1e-12));
  CHECK(r.stage_overlap.data[0] == Approx(0).margin(1e-12));
  for (std::size_t s = 0; s < 3; ++s) {
    CHECK(r.stage_share.data[s] == Approx(share[s]));
    CHECK(std::isnan(r.stage_breakpoint.data[s]));
    CHECK(r.stage_criticality.data[s] == 1);
    for (std::size_t k = 0; k < deltas; ++k) {
      CHECK(change(r, s, k) == Approx(share[s] * stage_deltas[k]).epsilon(1e-12));
      CHECK(r.stage_elasticity.data[s * deltas + k] == Approx(share[s]).epsilon(1e-12));
    }
  }
}

TEST_CASE("stages: side by side the longest decides until it is overtaken", "[oat][stages][unit]") {
  Matrix y(4, 4);
  y << 10, 10, 8, 1, 10, 10, 8, 1, 12, 9, 12, 1, 10, 10, 8, 1;
  const StageImportance r = stage_importance(flat(), {1, 2, 3}, y);
  CHECK(r.composition[0] == "maximum");
  CHECK(r.stage_sum.data[0] == Approx(1).epsilon(1e-12));
  CHECK(r.stage_overlap.data[0] == Approx(0.9));
  // Stage 1 shrinks to 8 at -20 %; stage 2 grows to 10 at +25 %; stage 3 never gets there.
  CHECK(r.stage_breakpoint.data[0] == Approx(-0.2).margin(1e-6));
  CHECK(r.stage_breakpoint.data[1] == Approx(0.25).margin(1e-6));
  CHECK(std::isnan(r.stage_breakpoint.data[2]));
  CHECK(change(r, 0, 0) == Approx(-0.2));  // -50 % of stage 1 gains no more than 20 %
  CHECK(change(r, 0, deltas - 1) == Approx(0.5));
  CHECK(change(r, 1, deltas - 1) == Approx(0.2));  // 8 -> 12
  CHECK(change(r, 1, 7) == 0);
  CHECK(r.stage_criticality.data[0] == 0.75);
  CHECK(r.stage_criticality.data[1] == 0.25);
  CHECK(r.stage_criticality.data[2] == 0);
}

TEST_CASE("stages: two that tie switch at once", "[oat][stages][unit]") {
  Matrix y(1, 4);
  y << 10, 10, 10, 1;
  const StageImportance r = stage_importance(flat(), {1, 2, 3}, y);
  CHECK(r.stage_breakpoint.data[0] == 0);
  CHECK(r.stage_breakpoint.data[1] == 0);
  CHECK(r.stage_sum.data[0] == Approx(2).epsilon(1e-12));  // each alone lengthens the total
  CHECK(change(r, 0, 0) == 0);
}

TEST_CASE("stages: a sum of a maximum", "[oat][stages][unit]") {
  // T = a + max(b, c); columns: T, a, m, b, c.
  Matrix y(1, 5);
  y << 10, 4, 6, 6, 5;
  const StageImportance r = stage_importance({{0, {{1}, {2, {{3}, {4}}}}}}, {1, 3, 4}, y);
  CHECK(r.composition[0] == "sums and maxima");
  CHECK(r.stage_share.data[0] == Approx(0.4));
  CHECK(r.stage_sum.data[0] == Approx(1).epsilon(1e-9));
  CHECK(r.stage_breakpoint.data[1] == Approx(5.0 / 6 - 1).margin(1e-6));
  CHECK(r.stage_breakpoint.data[2] == Approx(0.2).margin(1e-6));
  CHECK(r.stage_overlap.data[0] == Approx(0.5));
}

TEST_CASE("stages: what cannot be told is not told", "[oat][stages][unit]") {
  Matrix y(2, 4);
  y << 9, 6, 3, 1, 11, 7, 3, 1;
  const StageImportance neither = stage_importance(flat(), {1, 2, 3}, y);
  CHECK(neither.stage_reason[0].find("no rule") != std::string::npos);
  CHECK(std::isnan(neither.stage_share.data[0]));
  // A rule must hold at every point, not at the nominal one only.
  y << 10, 6, 3, 1, 12, 7, 3, 1;
  CHECK(!stage_importance(flat(), {1, 2, 3}, y).stage_reason[0].empty());
  y << 0, 0, 0, 0, 0, 0, 0, 0;
  CHECK(stage_importance(flat(), {1, 2, 3}, y).stage_reason[0] ==
        "the nominal total is not positive");
  const StageImportance none = stage_importance({{0}, {1}}, {}, y);
  CHECK(none.stage_reason[1] == "the model declares no stages of this output");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  y << nan, 6, 3, 1, 10, 6, 3, 1;
  CHECK(stage_importance(flat(), {1, 2, 3}, y).stage_reason[0].find("failed") != std::string::npos);
  // Elsewhere a missing point is left out.
  y << 10, 6, 3, 1, nan, nan, nan, nan;
  CHECK(stage_importance(flat(), {1, 2, 3}, y).stage_reason[0].empty());
  // A stage that is absent changes nothing.
  y << 9, 6, 3, 0, 10, 7, 3, 0;
  const StageImportance absent = stage_importance(flat(), {1, 2, 3}, y);
  CHECK(change(absent, 2, deltas - 1) == 0);
  CHECK(absent.stage_criticality.data[2] == 0);
  CHECK(absent.stage_share.data[2] == 0);
}
