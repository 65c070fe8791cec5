// Optimised Latin hypercubes: CPU time of one search on one thread, with what it reaches.

#include "samplers/discrepancy.hpp"
#include "samplers/optimal_lhs.hpp"
#include "uq/core/parallel.hpp"

#include <benchmark/benchmark.h>

namespace {

using uq::Index;
using uq::samplers::LatinCriterion;

void search(benchmark::State& state, LatinCriterion criterion) {
  uq::set_threads(1);
  const Index proposals = state.range(0);
  std::uint64_t seed = 0;
  double distance = 0;
  double phi = 0;
  double discrepancy = 0;
  for ([[maybe_unused]] auto _ : state) {
    const uq::Matrix u = uq::samplers::optimal_lhs(200,
                                                   10,
                                                   {.criterion = criterion, .proposals = proposals},
                                                   uq::samplers::LatinPlace::random,
                                                   uq::Seed{++seed});
    state.PauseTiming();
    distance += uq::samplers::min_distance(u);
    phi += uq::samplers::phi_p(u, 50);
    discrepancy +=
        uq::samplers::discrepancy(u, uq::samplers::DiscrepancyKind::centred).squared;
    state.ResumeTiming();
  }
  const auto count = static_cast<double>(seed);
  state.counters["min_distance"] = distance / count;
  state.counters["phi_50"] = phi / count;
  state.counters["CD2"] = discrepancy / count;
}

void maximin(benchmark::State& state) {
  search(state, LatinCriterion::maximin);
}
BENCHMARK(maximin)->Arg(2000)->Arg(40000)->Unit(benchmark::kMillisecond);

void centred_discrepancy(benchmark::State& state) {
  search(state, LatinCriterion::centred_discrepancy);
}
BENCHMARK(centred_discrepancy)->Arg(2000)->Arg(11000)->Arg(40000)->Unit(benchmark::kMillisecond);

}  // namespace
