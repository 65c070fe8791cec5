// Cost of the estimators on random outputs: their time does not depend on the values.
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"
#include "uq/propagation/propagate.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <benchmark/benchmark.h>

#include <vector>

namespace {

using uq::Index;
using uq::Matrix;

Matrix random_matrix(Index rows, Index columns) {
  Matrix y(rows, columns);
  uq::philox_uniforms(uq::Seed{1}, 0, {y.data(), static_cast<std::size_t>(y.size())});
  return y;
}

// Arguments: base rows, inputs, resamples (0: estimates and replicate intervals only), threads.
void sobol(benchmark::State& state) {
  const Index n = state.range(0);
  const Index d = state.range(1);
  uq::set_threads(static_cast<int>(state.range(3)));
  uq::SaltelliDesign design{{n, 2 * d, {}}, uq::PointKind::sobol, state.range(2) == 0 ? 8 : 1};
  const std::vector<Matrix> y{random_matrix(n, d + 2)};
  uq::sensitivity::SobolOptions options;
  options.resamples = state.range(2);
  for (auto _ : state) {
    benchmark::DoNotOptimize(uq::sensitivity::sobol(design, y, options, uq::Seed{2}));
  }
  uq::set_threads(0);
}
BENCHMARK(sobol)
    ->Args({65536, 10, 1000, 1})
    ->Args({65536, 10, 1000, 2})
    ->Args({65536, 10, 100, 2})
    ->Args({1 << 20, 10, 0, 1})
    ->Args({1 << 20, 10, 0, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// Arguments: base rows, inputs, resamples, threads, interval (SobolInterval). Pairs and their
// intervals as well: SALib takes 3.6 s for 16384 rows, 10 inputs, 100 resamples.
void second_order(benchmark::State& state) {
  const Index n = state.range(0);
  const Index d = state.range(1);
  uq::set_threads(static_cast<int>(state.range(3)));
  uq::SaltelliDesign design{{n, 2 * d, {}}, uq::PointKind::sobol, 1, true};
  const std::vector<Matrix> y{random_matrix(n, design.blocks())};
  uq::sensitivity::SobolOptions options;
  options.resamples = state.range(2);
  options.interval = static_cast<uq::sensitivity::SobolInterval>(state.range(4));
  for (auto _ : state) {
    benchmark::DoNotOptimize(uq::sensitivity::sobol(design, y, options, uq::Seed{2}));
  }
  uq::set_threads(0);
}
BENCHMARK(second_order)
    ->Args({16384, 10, 100, 1, 0})
    ->Args({16384, 10, 100, 2, 0})
    ->Args({16384, 10, 1000, 2, 0})
    ->Args({16384, 10, 1000, 2, 1})
    ->Args({16384, 10, 100, 2, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// Argument: points. One output, the default quantiles.
void bands(benchmark::State& state) {
  const Index n = state.range(0);
  const uq::IndependentDesign design{{n, 1, {}}, uq::PointKind::monte_carlo, 1};
  const std::vector<std::vector<uq::Vector>> y{{random_matrix(n, 1)}};
  for (auto _ : state) {
    benchmark::DoNotOptimize(uq::propagation::bands(design, y, {{0, 0.9}}, {}));
  }
}
BENCHMARK(bands)->Arg(1 << 20)->Arg(10'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
