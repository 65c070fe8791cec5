// What the plugin interface costs: the roofline of perfmodels/plugin/examples, through
// Model::evaluate, against the same loop called directly, compiled with the same flags.
#include "perfmodels/plugin/load.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace uq;

Matrix rows(Index n) {
  Matrix x(n, 4);
  for (Index i = 0; i < n; ++i) {
    const auto t = static_cast<double>(i % 97);
    x.row(i) << 1e12 * (1 + t), 8e9 * (1 + 0.5 * static_cast<double>(i % 7)), 1e15 / (1 + 0.01 * t),
        3e12 + 1e9 * t;
  }
  return x;
}

// The loop of roofline.c, statuses included, not inlined into the measurement.
[[gnu::noinline]] void bare(const double* x,
                            double* y,
                            std::uint8_t* status,
                            std::size_t n,
                            std::size_t x_col,
                            std::size_t y_col) {
  for (std::size_t i = 0; i < n; ++i) {
    const double compute = x[i] / x[i + 2 * x_col];
    const double memory = x[i + x_col] / x[i + 3 * x_col];
    y[i] = compute > memory ? compute : memory;
    y[i + y_col] = compute > memory ? 0 : 1;
  }
  std::fill_n(status, n, std::uint8_t{0});
}

void bare_loop(benchmark::State& state) {
  const Index n = state.range(0);
  const Matrix x = rows(n);
  Matrix y(n, 2);
  std::vector<std::uint8_t> status(static_cast<std::size_t>(n));
  for (auto _ : state) {
    bare(x.data(),
         y.data(),
         status.data(),
         static_cast<std::size_t>(n),
         static_cast<std::size_t>(x.outerStride()),
         static_cast<std::size_t>(y.outerStride()));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * n);
}
BENCHMARK(bare_loop)->Arg(1)->Arg(1024);

void plugin(benchmark::State& state, const std::string& library) {
  const Model model =
      perfmodels::load_plugin(std::string(UQ_BENCH_PLUGINS) + "/" + library + ".so", "", "").model;
  const Index n = state.range(0);
  const Matrix x = rows(n);
  Matrix y(n, 2);
  std::vector<RowStatus> status(static_cast<std::size_t>(n), RowStatus::ok);
  for (auto _ : state) {
    BatchResult out{y, status, {}};
    model.evaluate(x, out);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * n);
  if (status[0] != RowStatus::ok) {
    state.SkipWithError("rows are not ok");
  }
}
BENCHMARK_CAPTURE(plugin, c, "roofline_c")->Arg(1)->Arg(1024);
BENCHMARK_CAPTURE(plugin, wrapper, "roofline_cpp")->Arg(1)->Arg(1024);
BENCHMARK_CAPTURE(plugin, per_thread, "roofline_instances")->Arg(1)->Arg(1024);
BENCHMARK_CAPTURE(plugin, one_call, "roofline_one_call")->Arg(1)->Arg(1024);
BENCHMARK_CAPTURE(plugin, by_rows, "roofline_rows")->Arg(1)->Arg(1024);

}  // namespace
