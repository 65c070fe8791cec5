// What the journal costs: appends with its syncs, looks, and a scan of what is there.
#include "studies/journal/journal.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace uq;
using namespace uq::studies;

Identity identity() {
  Identity all;
  for (int k = 0; k < 8; ++k) {
    all.inputs.push_back({"x" + std::to_string(k), "1"});
  }
  for (int k = 0; k < 4; ++k) {
    all.outputs.push_back({"y" + std::to_string(k), "1"});
  }
  return all;
}

std::vector<Answer> answers(double first, std::int64_t count) {
  std::vector<Answer> all;
  for (std::int64_t k = 0; k < count; ++k) {
    all.push_back({.inputs = std::vector<double>(8, first + static_cast<double>(k)),
                   .seconds = 1e-3,
                   .outputs = std::vector<double>(4, 0.1),
                   .message = {}});
  }
  return all;
}

// A file of its own in the current folder, whose disk is what is measured.
std::string fresh_path() {
  const std::string path = "journal_bench.journal";
  std::remove(path.c_str());
  return path;
}

// Records a second, syncs included: the interval and number of records are those of a run.
void append(benchmark::State& state) {
  const std::int64_t batch = state.range(0);
  const std::string path = fresh_path();
  Journal journal(path, identity());
  constexpr std::int64_t at_a_time = 4096;
  double next = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<std::vector<Answer>> batches;
    for (std::int64_t k = 0; k < at_a_time; k += batch) {
      batches.push_back(answers(next, batch));
      next += static_cast<double>(batch);
    }
    state.ResumeTiming();
    for (const std::vector<Answer>& some : batches) {
      journal.append(some);
    }
  }
  state.SetItemsProcessed(state.iterations() * at_a_time);
  journal.discard();
}
BENCHMARK(append)->Arg(1)->Arg(64)->Arg(1024)->UseRealTime()->Unit(benchmark::kMillisecond);

void look(benchmark::State& state) {
  const std::string path = fresh_path();
  Journal journal(path, identity());
  constexpr std::int64_t rows = 100'000;
  journal.append(answers(0, rows));
  double next = 0;
  for (auto _ : state) {
    const std::vector<double> inputs(8, next);
    benchmark::DoNotOptimize(journal.find(inputs));
    next = next + 1 == rows ? 0 : next + 1;
  }
  state.SetItemsProcessed(state.iterations());
  journal.discard();
}
BENCHMARK(look);

void open_again(benchmark::State& state) {
  const std::string path = fresh_path();
  constexpr std::int64_t rows = 100'000;
  {
    Journal journal(path, identity());
    journal.append(answers(0, rows));
  }
  for (auto _ : state) {
    const Journal journal(path, identity());
    benchmark::DoNotOptimize(journal.rows());
  }
  state.SetItemsProcessed(state.iterations() * rows);
  std::remove(path.c_str());
}
BENCHMARK(open_again)->Unit(benchmark::kMillisecond);

}  // namespace
