#include "samplers/digital_kernel_detail.hpp"
#include "samplers/discrepancy.hpp"
#include "samplers/halton.hpp"
#include "samplers/halton_kernel_detail.hpp"
#include "samplers/independent.hpp"
#include "samplers/lhs.hpp"
#include "samplers/owen_kernel_detail.hpp"
#include "samplers/permutation_detail.hpp"
#include "samplers/sobol_sequence.hpp"

#include <benchmark/benchmark.h>
#include <boost/random/sobol.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace {

using uq::Index;

constexpr Index block_rows = 1024;  // rows the engine asks for at a time
constexpr Index points = Index{1} << 20;

void count_coordinates(benchmark::State& state, Index dims) {
  state.SetItemsProcessed(state.iterations() * block_rows * dims);
}

// Fills the same block over and over, as a thread of the engine does with its workspace.
template <class Fill>
void fill_blocks(benchmark::State& state, Index dims, Fill fill) {
  uq::Matrix u(block_rows, dims);
  Index first = 0;
  for ([[maybe_unused]] auto _ : state) {
    fill(first, u);
    benchmark::DoNotOptimize(u.data());
    benchmark::ClobberMemory();
    first = (first + block_rows) % points;
  }
  count_coordinates(state, dims);
}

void sobol_scrambled(benchmark::State& state) {
  const Index dims = state.range(0);
  fill_blocks(state, dims, uq::samplers::scrambled_sobol(points, dims, 1, {1}).block);
}
BENCHMARK(sobol_scrambled)->Arg(10)->Arg(20)->Arg(50);

void sobol_scrambled_replicates(benchmark::State& state) {
  const Index dims = state.range(0);
  fill_blocks(state, dims, uq::samplers::scrambled_sobol(points, dims, 8, {1}).block);
}
BENCHMARK(sobol_scrambled_replicates)->Arg(20);

void sobol_raw(benchmark::State& state) {
  const Index dims = state.range(0);
  const std::vector<std::uint64_t> directions = uq::samplers::sobol_directions(dims);
  fill_blocks(state, dims, [&](Index first, uq::Matrix& u) {
    uq::samplers::sobol_raw(directions, first, u);
  });
}
BENCHMARK(sobol_raw)->Arg(10)->Arg(20);

void monte_carlo(benchmark::State& state) {
  const Index dims = state.range(0);
  fill_blocks(state, dims, uq::samplers::independent(dims, {.n = points}, {1}).points.block);
}
BENCHMARK(monte_carlo)->Arg(10)->Arg(20);

void sobol_owen(benchmark::State& state) {
  const Index dims = state.range(0);
  fill_blocks(state, dims, uq::samplers::owen_sobol(points, dims, 1, {1}).block);
}
BENCHMARK(sobol_owen)->Arg(10)->Arg(20);

// 20 dimensions in replicates of so many rows: a shuffle each, or the permutation network.
void lhs(benchmark::State& state) {
  const Index rows = state.range(0);
  fill_blocks(state,
              20,
              uq::samplers::lhs(
                  points / rows * rows, 20, points / rows, uq::samplers::LatinPlace::random, {1})
                  .block);
}
BENCHMARK(lhs)->Arg(128)->Arg(1024)->Arg(10000)->Arg(points);

void halton_scrambled(benchmark::State& state) {
  const Index dims = state.range(0);
  fill_blocks(state, dims, uq::samplers::scrambled_halton(points, dims, 1, {1}).block);
}
BENCHMARK(halton_scrambled)->Arg(10)->Arg(20);

// The peer of sobol_raw at its best: Boost's 64-bit engine, which needs no range check, filling
// rows in its own order.
void sobol_boost(benchmark::State& state) {
  const Index dims = state.range(0);
  boost::random::sobol engine(static_cast<std::size_t>(dims));
  std::vector<double> rows(static_cast<std::size_t>(block_rows * dims));
  for ([[maybe_unused]] auto _ : state) {
    for (double& u : rows) {
      u = static_cast<double>(engine() >> 11) * 0x1p-53;
    }
    benchmark::DoNotOptimize(rows.data());
    benchmark::ClobberMemory();
  }
  count_coordinates(state, dims);
}
BENCHMARK(sobol_boost)->Arg(10)->Arg(20);

// One column by each kernel of this processor: what other processors would get.
void sobol_kernel(benchmark::State& state) {
  const auto kernels = uq::samplers::detail::digital_kernels();
  const auto choice = static_cast<std::size_t>(state.range(0));
  if (choice >= kernels.size()) {
    state.SkipWithError("this processor has fewer kernels");
    return;
  }
  state.SetLabel(std::string(kernels[choice].name));
  const std::vector<std::uint64_t> directions = uq::samplers::sobol_directions(1);
  fill_blocks(state, 1, [&](Index first, uq::Matrix& u) {
    kernels[choice].fill({directions.data(), 1, 0x1p-54},
                         static_cast<std::uint64_t>(first),
                         {u.data(), static_cast<std::size_t>(u.rows())});
  });
}
BENCHMARK(sobol_kernel)->DenseRange(0, 2);

// One column of 2^20 points of the other designs by each kernel of this processor.
template <class Kernels, class Fill>
void by_kernel(benchmark::State& state, Kernels kernels, Fill fill) {
  const auto choice = static_cast<std::size_t>(state.range(0));
  if (choice >= kernels.size()) {
    state.SkipWithError("this processor has fewer kernels");
    return;
  }
  state.SetLabel(std::string(kernels[choice].name));
  fill_blocks(state, 1, [&](Index first, uq::Matrix& u) {
    fill(kernels[choice],
         static_cast<std::uint32_t>(first),
         std::span(u.data(), static_cast<std::size_t>(u.rows())));
  });
}

void owen_kernel(benchmark::State& state) {
  using namespace uq::samplers;
  std::vector<std::uint32_t> directions;
  for (const std::uint64_t direction : sobol_directions(1)) {
    directions.push_back(static_cast<std::uint32_t>(direction >> 23));
  }
  const detail::OwenTree tree({1});
  by_kernel(state, detail::owen_kernels(), [&](const auto& kernel, auto first, auto u) {
    kernel.fill({directions.data(), &tree}, first, u);
  });
}
BENCHMARK(owen_kernel)->DenseRange(0, 2);

void permutation_kernel(benchmark::State& state) {
  using namespace uq::samplers;
  const detail::Permutation permutation(points, {1});
  std::vector<std::uint32_t> images(block_rows);
  by_kernel(state, detail::permutation_kernels(), [&](const auto& kernel, auto first, auto) {
    kernel.images(permutation, first, images);
    benchmark::DoNotOptimize(images.data());
  });
}
BENCHMARK(permutation_kernel)->DenseRange(0, 2);

// Base 5, 13 digits.
void halton_kernel(benchmark::State& state) {
  using namespace uq::samplers;
  const std::vector<detail::HaltonDigit> digits(13, {2, {1, 2, 3}});
  const detail::HaltonColumn column{detail::Divisor(5), digits, detail::Cells(1220703125)};
  by_kernel(state, detail::halton_kernels(), [&](const auto& kernel, auto first, auto u) {
    kernel.fill(column, first, u);
  });
}
BENCHMARK(halton_kernel)->DenseRange(0, 2);

// Pairs of points per second, 10 dimensions, one thread or all.
void discrepancy(benchmark::State& state) {
  const Index n = state.range(0);
  uq::Matrix u(n, 10);
  uq::samplers::scrambled_sobol(n, 10, 1, {1}).block(0, u);
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(
        uq::samplers::discrepancy(u, uq::samplers::DiscrepancyKind::centred).squared);
  }
  state.SetItemsProcessed(state.iterations() * n * (n - 1) / 2);
}
BENCHMARK(discrepancy)->Arg(200)->Arg(2000)->UseRealTime();

// What a run pays once before its first point.
void sobol_set_up(benchmark::State& state) {
  const Index dims = state.range(0);
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(uq::samplers::scrambled_sobol(points, dims, 8, {1}));
  }
}
BENCHMARK(sobol_set_up)->Arg(20)->Arg(3667)->Unit(benchmark::kMillisecond);

}  // namespace
