// Estimates from a sample that is there: a million rows of ten inputs.
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"
#include "uq/sensitivity/given_data.hpp"

#include <benchmark/benchmark.h>

#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::Vector;

// Arguments: rows, inputs, whether the regression is wanted, threads.
void given_data(benchmark::State& state) {
  const Index n = state.range(0);
  const Index d = state.range(1);
  uq::set_threads(static_cast<int>(state.range(3)));
  Matrix x(n, d);
  uq::philox_uniforms(uq::Seed{1}, 0, {x.data(), static_cast<std::size_t>(x.size())});
  const std::vector<Vector> y{x.rowwise().squaredNorm()};
  const uq::sensitivity::GivenDataOptions options{.regression = state.range(2) != 0};
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        uq::sensitivity::given_data(x, y, uq::PointKind::monte_carlo, options, uq::Seed{2}));
  }
  uq::set_threads(0);
}
BENCHMARK(given_data)
    ->Args({1'000'000, 10, 0, 1})
    ->Args({1'000'000, 10, 0, 2})
    ->Args({1'000'000, 10, 1, 2})
    ->Args({5'000, 10, 1, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
