// What worker processes cost: rows per second of trivial models, and how much of two workers' time
// a model of a millisecond gets.
#include "perfmodels/plugin/load.hpp"
#include "studies/foreign/library_file.hpp"
#include "studies/workers/lines.hpp"
#include "studies/workers/plugin_worker.hpp"
#include "studies/workers/worker_program.hpp"
#include "uq/core/parallel.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace uq;
using namespace uq::studies;

Model in_workers(const std::string& name, Index workers, Index batch) {
  set_worker_program(UQ_BENCH_PROGRAM);
  const std::string file = std::string(UQ_BENCH_PLUGINS) + "/" + name + ".so";
  return load_in_workers({.file = file,
                          .sha256 = LibraryFile(file).sha256(),
                          .id = std::nullopt,
                          .config = "{}"},
                         {},
                         {.prefix = {}, .workers = workers},
                         {.batch = batch})
      .loaded.model;
}

/// Blocks of 1024 rows by as many threads as workers, as the engine asks for them.
void evaluate(const Model& model, const Matrix& x, Index blocks, int threads) {
  set_threads(threads);
  parallel_for(blocks, [&](Index) {
    Matrix y(x.rows(), static_cast<Index>(model.outputs().size()));
    std::vector<RowStatus> status(static_cast<std::size_t>(x.rows()), RowStatus::ok);
    BatchResult out{y, status, {}};
    model.evaluate(x, out);
    if (status.front() != RowStatus::ok) {
      throw std::runtime_error("the model failed");
    }
  });
  set_threads(0);
}

Matrix roofline_rows() {
  Matrix x(1024, 4);
  for (Index i = 0; i < x.rows(); ++i) {
    x.row(i) << 1e12 * (1 + static_cast<double>(i % 97)), 8e9, 1e15, 3e12;
  }
  return x;
}

void plugin(benchmark::State& state) {
  const Model model = in_workers("roofline_cpp", 2, state.range(0));
  const Matrix x = roofline_rows();
  constexpr Index blocks = 64;
  evaluate(model, x, blocks, 2);
  for (auto _ : state) {
    evaluate(model, x, blocks, 2);
  }
  state.SetItemsProcessed(state.iterations() * blocks * x.rows());
}
BENCHMARK(plugin)->Arg(1)->Arg(64)->Arg(256)->Arg(1024)->Arg(0)->UseRealTime()->Unit(
    benchmark::kMillisecond);

void lines(benchmark::State& state) {
  set_worker_program(UQ_BENCH_PROGRAM);
  const std::vector<InputVariable> inputs{{.name = "a"}, {.name = "b"}};
  const std::vector<OutputVariable> outputs{{.name = "y"}};
  const auto pool = std::make_shared<WorkerPool>(
      PoolOptions{.argv = worker_command_line({}, "/", {UQ_BENCH_PEER}),
                  .dialogue = [=] { return lines_dialogue(inputs, outputs); },
                  .workers = state.range(0),
                  .policy = {},
                  .batch = state.range(1)});
  const Model model = PooledModel(pool, "peer", inputs, outputs);
  const Matrix x = (Matrix::Random(1024, 2).array() + 1.0).matrix();
  constexpr Index blocks = 16;
  evaluate(model, x, blocks, static_cast<int>(state.range(0)));
  for (auto _ : state) {
    evaluate(model, x, blocks, static_cast<int>(state.range(0)));
  }
  state.SetItemsProcessed(state.iterations() * blocks * x.rows());
}
BENCHMARK(lines)->Args({1, 64})->Args({1, 0})->Args({2, 0})->UseRealTime()->Unit(
    benchmark::kMillisecond);

/// `of_ideal`: rows times a row alone, over the time of all workers.
void millisecond(benchmark::State& state) {
  const Index workers = state.range(0);
  const Model model = in_workers("sleeper", workers, 0);
  const Model here =
      perfmodels::load_plugin(std::string(UQ_BENCH_PLUGINS) + "/sleeper.so", "", "{}").model;
  const Matrix x = Matrix::Constant(250, 1, 0.5);
  constexpr Index blocks = 8;
  const auto seconds = [](const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  evaluate(model, x, blocks, static_cast<int>(state.range(1)));
  double alone = 0;
  double together = 0;
  for (auto _ : state) {
    alone += seconds([&] { evaluate(here, x, 1, 1); }) * static_cast<double>(blocks);
    together += seconds([&] { evaluate(model, x, blocks, static_cast<int>(state.range(1))); });
  }
  state.counters["of_ideal"] = alone / together / static_cast<double>(workers);
}
BENCHMARK(millisecond)
    ->Args({2, 2})
    ->Args({2, 1})
    ->Args({4, 2})
    ->Iterations(5)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
