#include "perfmodels/builtin.hpp"
#include "perfmodels/expression.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

// Rows a second of the built-in models through Model::evaluate, all outputs, one thread.
namespace {

using namespace uq;

// Rows around the nominal point: every value up to 20 % below it, counts and prices included.
Matrix rows_near_nominal(const Model& model, Index rows) {
  const auto columns = static_cast<Index>(model.inputs().size());
  Matrix x(rows, columns);
  for (Index k = 0; k < columns; ++k) {
    const InputVariable& input = model.inputs()[static_cast<std::size_t>(k)];
    for (Index i = 0; i < rows; ++i) {
      const double golden = std::fmod(static_cast<double>(i * (k + 1)) * 0.6180339887498949, 1.0);
      const double scale =
          input.name == "hbm_capacity" || input.name == "pue" ? 1 : 1 - 0.2 * golden;
      x(i, k) = std::isnan(input.nominal) ? 0.1 + golden : input.nominal * scale;
    }
  }
  return x;
}

void measure(benchmark::State& state, const Model& model) {
  const Index rows = state.range(0);
  const Matrix x = rows_near_nominal(model, rows);
  Matrix y(rows, static_cast<Index>(model.outputs().size()));
  std::vector<RowStatus> status(static_cast<std::size_t>(rows), RowStatus::ok);
  for (auto _ : state) {
    BatchResult out{y, status, {}};
    model.evaluate(x, out);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * rows);
  if (status[0] != RowStatus::ok) {
    state.SkipWithError("rows are not ok");
  }
}

void roofline(benchmark::State& state,
              const std::string& phase,
              const std::string& efficiency,
              const std::string& conventions) {
  measure(state,
          perfmodels::roofline_llm(
              {{"phase", phase}, {"efficiency", efficiency}, {"conventions", conventions}}));
}
BENCHMARK_CAPTURE(roofline, decode, "decode", "single", "standard")->Arg(512)->Arg(1024)->Arg(4096);
BENCHMARK_CAPTURE(roofline, prefill, "prefill", "single", "standard")->Arg(1024);
BENCHMARK_CAPTURE(roofline, request, "request", "single", "standard")->Arg(1024);
BENCHMARK_CAPTURE(roofline, decode_by_size, "decode", "by_size", "standard")->Arg(1024);
BENCHMARK_CAPTURE(roofline, decode_genz, "decode", "single", "genz")->Arg(1024);

void formula(benchmark::State& state, const std::string& text) {
  std::vector<InputVariable> inputs(3);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    inputs[k].name = std::string(1, static_cast<char>('x' + k));
  }
  measure(state, perfmodels::ExpressionModel(inputs, {{"out", text, "1"}}));
}
BENCHMARK_CAPTURE(formula, ten_operations, "(x + 2*y)*(z - x)/(1 + y*z) + 3*x - y")->Arg(1024);
BENCHMARK_CAPTURE(formula, maximum_of_quotients, "max(1.2/x, 1/y) + 0.1*z")->Arg(1024);

void ishigami(benchmark::State& state) {
  measure(state, perfmodels::ishigami({}));
}
BENCHMARK(ishigami)->Arg(1024);

void g_function(benchmark::State& state) {
  measure(state, perfmodels::g_function({}));
}
BENCHMARK(g_function)->Arg(1024);

}  // namespace
