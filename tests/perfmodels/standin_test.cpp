#include "perfmodels/builtin.hpp"
#include "tests/perfmodels/evaluate_rows.hpp"
#include "tests/support/catch.hpp"

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

using namespace uq;
using namespace uq::perfmodels;

namespace {

enum Output { time_of, energy, stall, regime };

Matrix nominal(const Model& model) {
  Matrix x(1, static_cast<Index>(model.inputs().size()));
  for (Index j = 0; j < x.cols(); ++j) {
    x(0, j) = model.inputs()[static_cast<std::size_t>(j)].nominal;
  }
  return x;
}

Index column(const Model& model, const std::string& name) {
  for (std::size_t j = 0; j < model.inputs().size(); ++j) {
    if (model.inputs()[j].name == name) {
      return static_cast<Index>(j);
    }
  }
  FAIL("no input " + name);
  return -1;
}

// Outputs at the nominal point with one input changed.
Matrix with(const Model& model, const std::string& name, double value) {
  Matrix x = nominal(model);
  x(0, column(model, name)) = value;
  const auto result = test::evaluate_rows(model, x);
  REQUIRE(result.status[0] == RowStatus::ok);
  return result.y;
}

}  // namespace

TEST_CASE("cycle_standin: the nominal point by hand", "[standin][unit]") {
  const Model model = cycle_standin({});
  const auto y = test::evaluate_rows(model, nominal(model)).y;
  // 2 x 64 tiles on 108 units: two waves of 128^2 8192 / (1024 0.8) + 4000 cycles at 1.41 GHz.
  const double compute = 2 * (163840.0 + 4000) / 1.41e9;
  // 16-bit weights, four passes (128 MiB in 40 MB) over 256 x 8192 activations, and the result.
  const double bytes = 2 * (8192.0 * 8192 + 256.0 * 8192 * 4 + 256.0 * 8192);
  const double bandwidth = bytes / 1.55e12;
  const double load =
      0.9 * bandwidth / std::pow(std::pow(compute, 4) + std::pow(bandwidth, 4), 0.25);
  const double latency =
      2 * bytes / (128.0 * 512 * 128) * 6e-7 * (1 + load * load / (2 * (1 - load)));
  const double time =
      std::pow(std::pow(compute, 4) + std::pow(bandwidth, 4) + std::pow(latency, 4), 0.25);
  CHECK(y(0, time_of) == Approx(time).epsilon(1e-12));
  CHECK(y(0, energy) ==
        Approx(90 * time + 1e-12 * 256 * 8192.0 * 8192 + 40e-12 * bytes).epsilon(1e-12));
  CHECK(y(0, stall) == Approx(1 - compute / time).epsilon(1e-9));
  CHECK(y(0, regime) == 0);
}

TEST_CASE("cycle_standin: times move the way hardware does", "[standin][property]") {
  const Model model = cycle_standin({});
  const std::vector<std::pair<std::string, int>> ways{{"tokens", 1},
                                                      {"units", -1},
                                                      {"clock_rate", -1},
                                                      {"issue_efficiency", -1},
                                                      {"tile_overhead", 1},
                                                      {"hbm_bw", -1},
                                                      {"dram_latency", 1},
                                                      {"l2_capacity", -1},
                                                      {"static_power", 0}};
  REQUIRE(ways.size() == model.inputs().size());
  for (const auto& [name, way] : ways) {
    INFO(name);
    const double from = model.inputs()[static_cast<std::size_t>(column(model, name))].nominal;
    double before = with(model, name, 0.5 * from)(0, time_of);
    for (int k = 1; k <= 40; ++k) {
      const double value = from * (0.5 + 0.0125 * k);
      const double now = with(model, name, value)(0, time_of);
      CHECK(way * (now - before) >= 0);
      before = now;
    }
    CHECK((before == with(model, name, 0.5 * from)(0, time_of)) == (way == 0));
  }
  CHECK(with(model, "static_power", 180)(0, energy) > with(model, "static_power", 90)(0, energy));
}

TEST_CASE("cycle_standin: tiles, waves and passes come whole", "[standin][unit]") {
  const Model model = cycle_standin({});
  // 3 x 64 tiles are two waves; one more row of tiles is a third, up to its end.
  const double full = with(model, "tokens", 384)(0, time_of);
  const double step = with(model, "tokens", 384.001)(0, time_of);
  CHECK(step > 1.3 * full);
  CHECK(with(model, "tokens", 400)(0, time_of) < 1.01 * step);
  // 128 tiles: 127 units need two waves, 128 one; a part of a unit does nothing.
  CHECK(with(model, "units", 127)(0, time_of) > 1.3 * with(model, "units", 128)(0, time_of));
  CHECK(with(model, "units", 42.9)(0, time_of) == with(model, "units", 42)(0, time_of));
  // 128 MiB of weights: the fourth pass goes at a third of them.
  const double third = 2.0 * 8192 * 8192 / 3;
  CHECK(with(model, "l2_capacity", third * 1.0001)(0, energy) <
        with(model, "l2_capacity", third * 0.9999)(0, energy));
  CHECK(with(model, "l2_capacity", third * 0.99)(0, energy) ==
        with(model, "l2_capacity", third * 0.9)(0, energy));
}

TEST_CASE("cycle_standin: each regime can be reached", "[standin][unit]") {
  const Model model = cycle_standin({});
  CHECK(with(model, "hbm_bw", 5e11)(0, regime) == 1);
  CHECK(with(model, "dram_latency", 2e-5)(0, regime) == 2);
  // Bandwidth that is all used multiplies the latency by 1 + 0.81 / 0.2 at most.
  CHECK(with(model, "hbm_bw", 1e6)(0, time_of) < 1.6 * 2 * (8192.0 * 8192 * 1.2) / 1e6);
  for (const double bandwidth : {1e6, 1e9, 1e12, 1e15}) {
    const Matrix y = with(model, "hbm_bw", bandwidth);
    CHECK(y(0, stall) >= 0);
    CHECK(y(0, stall) < 1);
  }
}

TEST_CASE("cycle_standin: it takes the time it is told to, and means the same", "[standin][unit]") {
  const Model quick = cycle_standin({});
  const Model slow = cycle_standin({{"seconds", 0.02}});
  Matrix x = nominal(slow).replicate(3, 1);
  x(1, 0) = 500;
  const auto start = std::chrono::steady_clock::now();
  const auto result = test::evaluate_rows(slow, x);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  CHECK(taken.count() >= 0.06);  // three rows; sleep_for never sleeps less
  CHECK(result.y == test::evaluate_rows(quick, x).y);
  CHECK(slow.id() == quick.id());
  CHECK(cycle_standin({{"tile", std::int64_t{64}}}).id() != quick.id());
}

TEST_CASE("cycle_standin: what it cannot be is refused by name", "[standin][unit]") {
  CHECK_THROWS_WITH(cycle_standin({{"seconds", -1.0}}), Catch::Contains("seconds = -1"));
  CHECK_THROWS_WITH(cycle_standin({{"seconds", 1e9}}), Catch::Contains("3600"));
  CHECK_THROWS_WITH(cycle_standin({{"tile", std::int64_t{0}}}), Catch::Contains("tile = 0"));
  CHECK_THROWS_AS(cycle_standin({{"second", 1.0}}), ConfigError);
  const Model model = cycle_standin({});
  Matrix x = nominal(model).replicate(2, 1);
  x(1, column(model, "hbm_bw")) = 0;
  const auto result = test::evaluate_rows(model, x);
  CHECK(result.status[0] == RowStatus::ok);
  CHECK(result.status[1] == RowStatus::exception);
  CHECK(result.messages.at(1) == "hbm_bw = 0 must be > 0");
}
