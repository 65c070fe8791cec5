// Dense least squares with leverages and leave-one-out errors, as of bench/README.md.
#include "surrogates/regression.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <benchmark/benchmark.h>

#include <numeric>
#include <span>
#include <vector>

namespace {

// Columns of an orthonormal basis look like independent ones of variance 1.
void least_squares(benchmark::State& state) {
  const uq::Index n = state.range(0);
  const uq::Index p = state.range(1);
  uq::set_threads(static_cast<int>(state.range(2)));
  uq::Matrix psi(n, p);
  uq::philox_uniforms(uq::Seed{1}, 0, {psi.data(), static_cast<std::size_t>(psi.size())});
  psi = (psi.array() - 0.5) * 3.4641016151377544;
  psi.col(0).setOnes();
  const uq::Vector y = psi.rowwise().sum();
  std::vector<uq::Index> columns(static_cast<std::size_t>(p));
  std::iota(columns.begin(), columns.end(), 0);
  for (auto _ : state) {
    benchmark::DoNotOptimize(uq::surrogates::least_squares(psi, y, columns));
  }
  uq::set_threads(0);
}

}  // namespace

BENCHMARK(least_squares)
    ->Args({5000, 1001, 1})
    ->Args({5000, 1001, 2})
    ->Args({1000, 495, 2})
    ->Args({200, 84, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
