#include "uq/core/philox.hpp"
#include "uq/dependence/correlation.hpp"
#include "uq/dependence/transform.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>

namespace {

uq::Matrix factor(uq::Index d) {
  uq::Matrix correlation = uq::Matrix::Constant(d, d, 0.5);
  correlation.diagonal().setOnes();
  return uq::correlation_factor(correlation).value();
}

// Rows per second of giving one block of points the copula, in place. The points are restored each
// time, as the engine draws each block afresh; that is a copy of 8 d bytes a row.
void to_dependent(benchmark::State& state) {
  const uq::Index d = state.range(0);
  const uq::Matrix l = factor(d);
  uq::Matrix points(1024, d);
  uq::philox_uniforms({1}, 0, {points.data(), static_cast<std::size_t>(points.size())});
  uq::Matrix u = points;
  for ([[maybe_unused]] auto _ : state) {
    u = points;
    uq::to_dependent(l, u);
    benchmark::DoNotOptimize(u.data());
  }
  state.SetItemsProcessed(state.iterations() * points.rows());
}

void latent_from_pearson(benchmark::State& state,
                         const uq::Distribution& x,
                         const uq::Distribution& y) {
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(uq::latent_from_pearson(x, y, 0.5));
  }
}

BENCHMARK(to_dependent)->Arg(2)->Arg(5)->Arg(20);
BENCHMARK_CAPTURE(latent_from_pearson,
                  closed,
                  uq::Distribution{uq::Lognormal{0, 0.5}},
                  uq::Distribution{uq::Lognormal{0, 1}});
BENCHMARK_CAPTURE(latent_from_pearson,
                  smooth,
                  uq::Distribution{uq::Normal{0.84, 0.044}, 0.7, 0.97},
                  uq::Distribution{uq::Exponential{2}});
BENCHMARK_CAPTURE(latent_from_pearson,
                  bends,
                  uq::Distribution{uq::Triangular{0, 0.25, 1}},
                  uq::Distribution{uq::Triangular{0, 0.5, 1}});

}  // namespace
