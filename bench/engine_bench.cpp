// The whole of a Sobol' study but its file: design, evaluation, estimation with intervals.
#include "perfmodels/builtin.hpp"
#include "perfmodels/known/exact.hpp"
#include "samplers/saltelli.hpp"
#include "uq/core/evaluate.hpp"
#include "uq/core/parallel.hpp"
#include "uq/distributions/distribution.hpp"
#include "uq/sensitivity/sobol.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace uq;

const std::vector<double> g_coefficients{0, 0.5, 1, 2, 4, 8, 16, 32, 64, 99};

Problem g_problem() {
  const Model model = perfmodels::g_function({{"a", g_coefficients}});
  const auto dims = static_cast<Index>(model.inputs().size());
  Problem problem{model, {}, Vector::Zero(dims), {0}};
  for (Index i = 0; i < dims; ++i) {
    const auto& name = model.inputs()[static_cast<std::size_t>(i)].name;
    problem.inputs.push_back({name, "1", i, {Uniform{0, 1}}, 0.5});
  }
  return problem;
}

// Lets VmHWM start again from what the process holds now.
void reset_peak_memory() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

// Peak memory of the process since the last reset, program included.
double peak_memory_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) {
      return std::stod(line.substr(6)) * 1.024e-3;
    }
  }
  return std::nan("");
}

// Arguments: base rows, resamples (0: replicates), threads.
void g_function_sobol(benchmark::State& state) {
  const Problem problem = g_problem();
  samplers::SaltelliOptions sampling;
  sampling.n = state.range(0);
  sensitivity::SobolOptions estimation;
  const bool replicates = state.range(1) == 0;
  sampling.ci = replicates ? samplers::Interval::replicates : samplers::Interval::bootstrap;
  if (!replicates) {
    estimation.resamples = state.range(1);
  }
  set_threads(static_cast<int>(state.range(2)));
  reset_peak_memory();
  const double exact = perfmodels::g_function_exact(g_coefficients).first[0];
  double error = 0;
  for ([[maybe_unused]] auto _ : state) {
    const SaltelliDesign design = samplers::saltelli(problem.dims(), sampling, Seed{1});
    const Evaluations evaluations = evaluate(problem, design);
    const auto indices = sensitivity::sobol(design, evaluations.y, estimation, Seed{2});
    error = std::abs(indices.S1.data[0] - exact);
    benchmark::DoNotOptimize(indices);
  }
  state.counters["peak_MB"] = peak_memory_mb();
  state.counters["S1_error"] = error;
  state.SetItemsProcessed(state.iterations() * sampling.n * (problem.dims() + 2));
  set_threads(0);
}
BENCHMARK(g_function_sobol)
    ->Args({65536, 1000, 1})
    ->Args({65536, 1000, 2})
    ->Args({65536, 100, 1})
    ->Args({65536, 100, 2})
    ->Args({1 << 22, 0, 2})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
