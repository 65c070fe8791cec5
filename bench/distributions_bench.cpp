#include "uq/core/philox.hpp"
#include "uq/distributions/distribution.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

namespace {

// Time per value of mapping one column block of uniforms.
void quantiles(benchmark::State& state, const uq::Distribution& law) {
  std::vector<double> u(1024);
  std::vector<double> x(u.size());
  uq::philox_uniforms({1}, 0, u);
  for ([[maybe_unused]] auto _ : state) {
    uq::quantiles(law, u, x);
    benchmark::DoNotOptimize(x.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(u.size()));
}

BENCHMARK_CAPTURE(quantiles, uniform, uq::Distribution{uq::Uniform{-1, 3}});
BENCHMARK_CAPTURE(quantiles, loguniform, uq::Distribution{uq::Loguniform{1, 1000}});
BENCHMARK_CAPTURE(quantiles, normal, uq::Distribution{uq::Normal{0, 1}});
BENCHMARK_CAPTURE(quantiles, truncnormal, uq::Distribution{uq::Normal{0.84, 0.044}, 0.7, 0.97});
BENCHMARK_CAPTURE(quantiles, lognormal, uq::Distribution{uq::Lognormal{0.3, 0.5}});
BENCHMARK_CAPTURE(quantiles, exponential, uq::Distribution{uq::Exponential{2}});
BENCHMARK_CAPTURE(quantiles, triangular, uq::Distribution{uq::Triangular{0, 0.25, 1}});
BENCHMARK_CAPTURE(quantiles,
                  histogram,
                  uq::Distribution{uq::Histogram{{0, 1, 3, 4, 7}, {2, 0, 1, 3}}});

}  // namespace
