#include "uq/core/philox.hpp"
#include "uq/distributions/distribution.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <utility>
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

uq::Empirical sample(std::size_t size) {
  std::vector<double> values(size);
  uq::philox_uniforms({2}, 0, values);
  return uq::empirical(std::move(values));
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
BENCHMARK_CAPTURE(quantiles, beta, uq::Distribution{uq::Beta{2, 5, 0, 1}});
BENCHMARK_CAPTURE(quantiles, beta_cut, uq::Distribution{uq::Beta{2, 5, 0, 1}, 0.1, 0.6});
BENCHMARK_CAPTURE(quantiles, beta_narrow, uq::Distribution{uq::Beta{2, 5, 0, 1}, 0.3, 0.301});
BENCHMARK_CAPTURE(quantiles, gamma, uq::Distribution{uq::Gamma{2.5, 1.5}});
BENCHMARK_CAPTURE(quantiles, gamma_tail, uq::Distribution{uq::Gamma{2.5, 1.5}, 40});
BENCHMARK_CAPTURE(quantiles, weibull, uq::Distribution{uq::Weibull{1.5, 2}});
BENCHMARK_CAPTURE(quantiles, student, uq::Distribution{uq::Student{4, 0, 1}});
BENCHMARK_CAPTURE(quantiles, logistic, uq::Distribution{uq::Logistic{0, 1}});
BENCHMARK_CAPTURE(quantiles, pareto, uq::Distribution{uq::Pareto{1, 2.5}});
BENCHMARK_CAPTURE(quantiles, gumbel, uq::Distribution{uq::Gumbel{1013, 558}});
BENCHMARK_CAPTURE(quantiles, integer, uq::Distribution{uq::Integer{1, 64}});
BENCHMARK_CAPTURE(quantiles, choice, uq::Distribution{uq::Discrete{{1, 2, 4, 8}, {1, 2, 3, 4}}});
BENCHMARK_CAPTURE(quantiles, empirical, uq::Distribution{sample(1000000)});

}  // namespace
