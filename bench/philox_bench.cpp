#include "uq/core/philox.hpp"
#include "uq/core/philox_detail.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

// One column block of the evaluation pipeline: the result stays in the first-level cache.
constexpr std::size_t column = 4096;

void count_items(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(column));
}

void philox_uniforms(benchmark::State& state) {
  std::vector<double> u(column);
  std::uint64_t first = 0;
  for ([[maybe_unused]] auto _ : state) {
    uq::philox_uniforms({1}, first, u);
    benchmark::DoNotOptimize(u.data());
    first += column;
  }
  count_items(state);
}
BENCHMARK(philox_uniforms);

void philox_bits(benchmark::State& state) {
  std::vector<std::uint64_t> bits(column);
  std::uint64_t first = 0;
  for ([[maybe_unused]] auto _ : state) {
    uq::philox_bits({1}, first, bits);
    benchmark::DoNotOptimize(bits.data());
    first += column;
  }
  count_items(state);
}
BENCHMARK(philox_bits);

// Uniforms by each kernel of this processor: what other processors would get.
void philox_kernel(benchmark::State& state) {
  const auto kernels = uq::detail::philox_kernels();
  const auto choice = static_cast<std::size_t>(state.range(0));
  if (choice >= kernels.size()) {
    state.SkipWithError("this processor has fewer kernels");
    return;
  }
  const auto kernel = kernels[choice];
  state.SetLabel(std::string(kernel.name));
  std::vector<std::uint64_t> draws(uq::detail::philox_tile_draws);
  std::vector<double> u(column);
  std::uint64_t block = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t i = 0; i < column; i += uq::detail::philox_tile_draws) {
      kernel.tile({1}, block, draws.data());
      kernel.uniforms(draws.data(), u.data() + i);
      block += uq::detail::philox_tile_blocks;
    }
    benchmark::DoNotOptimize(u.data());
  }
  count_items(state);
}
BENCHMARK(philox_kernel)->DenseRange(0, 2);

}  // namespace
