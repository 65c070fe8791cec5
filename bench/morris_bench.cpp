// Screening: trajectories, effects with intervals, the choice of trajectories. Peer: SALib
// (README).
#include "samplers/morris.hpp"
#include "uq/sensitivity/morris.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::samplers::MorrisInput;

uq::Grouping singles(Index dims) {
  std::vector<std::string> names;
  for (Index i = 0; i < dims; ++i) {
    names.push_back("x" + std::to_string(i));
  }
  return uq::one_each(names);
}

// A sum of squares with one product: cheap beside everything else.
Matrix outputs(const uq::MorrisDesign& design) {
  Matrix y = Matrix::Zero(design.trajectories(), design.evaluations());
  for (Index e = 0; e < y.cols(); ++e) {
    for (Index i = 0; i < design.dims(); ++i) {
      for (Index t = 0; t < y.rows(); ++t) {
        const double u = design.has_moved(t, i, e) ? design.target(t, i) : design.start(t, i);
        y(t, e) += static_cast<double>(i) * u * u;
      }
    }
  }
  return y;
}

void morris_effects(benchmark::State& state) {
  const Index dims = 50;
  const uq::samplers::MorrisSampling sampling{.trajectories = state.range(0)};
  const auto made = [&] {
    return uq::samplers::morris(std::vector<MorrisInput>(dims), singles(dims), sampling, {1});
  };
  const std::vector<Matrix> y{outputs(made())};
  for ([[maybe_unused]] auto _ : state) {
    const auto design = made();
    const auto effects = uq::sensitivity::morris(design, y, {.resamples = 1000}, {2});
    benchmark::DoNotOptimize(effects.mu_star.data.data());
  }
}
BENCHMARK(morris_effects)->Arg(20)->Arg(1000)->UseRealTime()->Unit(benchmark::kMillisecond);

void optimal_trajectories(benchmark::State& state) {
  const Index dims = 50;
  for ([[maybe_unused]] auto _ : state) {
    const auto design = uq::samplers::morris(std::vector<MorrisInput>(dims),
                                             singles(dims),
                                             {.trajectories = 10, .optimal_from = 100},
                                             {1});
    benchmark::DoNotOptimize(design.start.data());
  }
  const auto all = uq::samplers::morris(
      std::vector<MorrisInput>(dims), singles(dims), {.trajectories = 100}, {1});
  const Matrix distances = uq::samplers::trajectory_distances(all);
  state.counters["spread"] =
      uq::samplers::spread(distances, uq::samplers::most_spread(distances, 10));
  state.counters["greedy"] =
      uq::samplers::spread(distances, uq::samplers::most_spread_greedy(distances, 10));
}
BENCHMARK(optimal_trajectories)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
