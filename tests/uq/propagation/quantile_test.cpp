#include "uq/propagation/quantile.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace uq::propagation;
using uq::Index;

TEST_CASE("quantile: all nine definitions equal exact arithmetic", "[quantile][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("intervals.json")["cases"]; const auto& c : cases) {
    if (c["kind"] != "sample_quantiles") {
      continue;
    }
    auto x = c["x"].get<std::vector<double>>();
    std::sort(x.begin(), x.end());
    for (const auto& [p, types] : c["quantile_by_HyndmanFan_type"].items()) {
      for (const auto& [type, expected] : types.items()) {
        INFO(c["id"] << ", p = " << p << ", type " << type);
        const double got =
            sorted_quantile(x, std::stod(p), static_cast<QuantileType>(std::stoi(type)));
        CHECK(std::abs(got - expected.get<double>()) <= 1e-13 * std::abs(expected.get<double>()));
        ++checked;
      }
    }
  }
  CHECK(checked >= 90);
}

TEST_CASE("quantile: selected ranks hold what a sort would put there", "[quantile][property]") {
  std::vector<double> values(1000);
  uq::philox_uniforms(uq::Seed{3}, 0, values);
  for (std::size_t i = 0; i < 300; ++i) {
    values[3 * i] = 0.25;  // many ties
  }
  auto sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const std::vector<std::vector<Index>> rank_sets{
      {}, {1}, {1000}, {500, 500}, {1, 2, 3, 250, 251, 600, 999, 1000}};
  for (const auto& ranks : rank_sets) {
    auto selected = values;
    select_ranks(selected, ranks);
    for (const Index rank : ranks) {
      CHECK(selected[static_cast<std::size_t>(rank - 1)] ==
            sorted[static_cast<std::size_t>(rank - 1)]);
    }
    std::sort(selected.begin(), selected.end());
    CHECK(selected == sorted);
  }
}

TEST_CASE("quantile: Hazen's type is exact on the midpoints of equal strata",
          "[quantile][property]") {
  // Type 5 is the one that returns p itself on (i - 1/2) / n.
  for (const Index n : {8, 64, 1000}) {
    std::vector<double> midpoints;
    for (Index i = 0; i < n; ++i) {
      midpoints.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(n));
    }
    for (const double p : {0.1, 0.25, 0.5, 0.9}) {
      CHECK(sorted_quantile(midpoints, p, QuantileType::hazen) == Approx(p).epsilon(1e-13));
    }
  }
}
