#include "uq/propagation/tail_index.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/statistics.hpp"
#include "uq/core/philox.hpp"
#include "uq/distributions/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using uq::Index;
using uq::Seed;
using uq::propagation::tail_index;

namespace {

std::vector<double> sample(const uq::Distribution& law, std::size_t n, Seed seed) {
  std::vector<double> values(n);
  uq::philox_uniforms(seed, 0, values);
  uq::quantiles(law, values, values);
  return values;
}

}  // namespace

TEST_CASE("tail index: Hill's formula by hand, of the heavier tail", "[tail][unit]") {
  // 400 values: 0 but for the 20 largest above the 21st, at 1, and a light lower tail.
  std::vector<double> values(400, 0);
  for (std::size_t k = 0; k < 21; ++k) {
    values[3 * k] = std::exp(0.1 * static_cast<double>(k));
  }
  values[1] = -1e3;  // one value makes no tail: the 21st lowest is the median
  const auto found = tail_index(values);
  CHECK(found.values == 20);
  CHECK(found.index == Approx(20 / (0.1 * 210)).epsilon(1e-14));  // logarithms 0.1, 0.2, ... 2.0
  CHECK(found.upper == Approx(found.index * (1 + 1.6448536269514722 / std::sqrt(20.0))));
  for (double& value : values) {
    value = 5 - 3 * value;
  }
  CHECK(tail_index(values).index == Approx(20 / 21.0).epsilon(1e-14));
}

TEST_CASE("tail index: a sample too small, constant or with a constant tail has none",
          "[tail][unit]") {
  std::vector<double> few(399);
  uq::philox_uniforms(Seed{1}, 0, few);
  CHECK(std::isinf(tail_index(few).index));
  std::vector<double> constant(1000, 7.0);
  CHECK(std::isinf(tail_index(constant).upper));
  std::vector<double> two(1000, 0.0);
  std::fill_n(two.begin(), 300, 1.0);
  CHECK(std::isinf(tail_index(two).index));
}

TEST_CASE("tail index: finds the index of power laws and none in bounded and normal outputs",
          "[tail][statistical]") {
  constexpr std::size_t n = 1 << 16;
  for (const double shape : {0.7, 1.5, 3.0}) {
    auto values = sample({uq::Pareto{1, shape}}, n, Seed{2}.child("pareto"));
    const auto found = tail_index(values);
    // The median shifts the tail: index and estimate differ by a bias of order (k/n)^(1/shape).
    const double se = shape / 16;
    CHECK(std::abs(found.index - shape) <
          uq::test::allowed_standard_errors * se + 0.5 * shape * std::pow(1.0 / 256, 1 / shape));
    CHECK(found.has_no_variance() == (shape < 1.8));
  }
  for (const std::size_t size : {std::size_t{400}, std::size_t{4096}, n}) {
    int alarms = 0;
    for (std::uint64_t r = 0; r < 200; ++r) {
      auto normal = sample({uq::Normal{0, 1}}, size, Seed{r}.child("normal"));
      auto flat = sample({uq::Uniform{0, 1}}, size, Seed{r}.child("uniform"));
      auto skewed = sample({uq::Exponential{1}}, size, Seed{r}.child("exponential"));
      alarms += tail_index(normal).has_no_variance() + tail_index(flat).has_no_variance() +
                tail_index(skewed).has_no_variance();
    }
    CHECK(alarms == 0);
  }
}

TEST_CASE("tail index: scale, offset, sign and order change nothing", "[tail][property]") {
  auto values = sample({uq::Pareto{1, 1.5}}, 5001, Seed{3});
  auto other = values;
  const auto found = tail_index(values);
  std::reverse(other.begin(), other.end());
  CHECK(tail_index(other).index == found.index);
  for (double& value : other) {
    value = 1e8 - 0.25 * value;
  }
  CHECK(tail_index(other).index == Approx(found.index).epsilon(1e-5));
}
