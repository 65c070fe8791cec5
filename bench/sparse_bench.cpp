// Sparse polynomial chaos: LARS and OMP with corrected leave-one-out errors on a basis that is
// there, with what they keep and Q2 on 10^4 fresh points. Peer: OpenTURNS (README).
#include "surrogates/pce.hpp"
#include "surrogates/sparse_regression.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace {

using uq::Index;
using uq::Matrix;
using uq::Vector;

double borehole(const auto& u) {
  constexpr std::array<double, 8> lower{0.05, 100, 63070, 990, 63.1, 700, 1120, 9855};
  constexpr std::array<double, 8> upper{0.15, 50000, 115600, 1110, 116, 820, 1680, 12045};
  std::array<double, 8> x{};
  for (std::size_t j = 0; j < x.size(); ++j) {
    x[j] = lower[j] + (upper[j] - lower[j]) * u(static_cast<Index>(j));
  }
  const double log = std::log(x[1] / x[0]);
  return 2 * std::numbers::pi * x[2] * (x[3] - x[5]) /
         (log * (1 + 2 * x[6] * x[2] / (log * x[0] * x[0] * x[7]) + x[2] / x[4]));
}

double g_function(const auto& u) {
  constexpr std::array<double, 10> a{0, 0.5, 1, 2, 4, 8, 16, 32, 64, 99};
  double product = 1;
  for (Index j = 0; j < u.size(); ++j) {
    const double shift = a[static_cast<std::size_t>(j)];
    product *= (std::abs(4 * u(j) - 2) + shift) / (1 + shift);
  }
  return product;
}

struct Sample {
  Matrix psi;
  Vector y;
};

Sample sample(Index dims, Index degree, Index n, bool is_borehole, std::uint64_t seed) {
  Matrix u(n, dims);
  uq::philox_uniforms(uq::Seed{seed}, 0, {u.data(), static_cast<std::size_t>(u.size())});
  uq::Coordinates coordinates;
  for (Index j = 0; j < dims; ++j) {
    const uq::Distribution law{uq::Uniform{-1, 1}};
    coordinates.each.push_back({.law = law, .polynomials = uq::recurrence(law, degree)});
  }
  Sample made;
  made.psi = uq::surrogates::basis(
      coordinates, uq::multi_indices(dims, {.degree = degree}), Matrix(2 * u.array() - 1));
  made.y.resize(n);
  for (Index i = 0; i < n; ++i) {
    made.y(i) = is_borehole ? borehole(u.row(i)) : g_function(u.row(i));
  }
  return made;
}

// Arguments: inputs (8 is the borehole, else G), degree, points, threads, whether OMP.
void sparse(benchmark::State& state) {
  const Index dims = state.range(0);
  const Sample train = sample(dims, state.range(1), state.range(2), dims == 8, 1);
  uq::set_threads(static_cast<int>(state.range(3)));
  const auto fit = state.range(4) != 0 ? &uq::surrogates::omp : &uq::surrogates::lars;
  uq::surrogates::Regression fitted;
  for ([[maybe_unused]] auto _ : state) {
    fitted = fit(train.psi, train.y, 0);
  }
  uq::set_threads(0);
  const Sample test = sample(dims, state.range(1), 10'000, dims == 8, 2);
  const Vector error = test.y - test.psi(Eigen::all, fitted.columns) * fitted.coefficients;
  state.counters["terms"] = static_cast<double>(train.psi.cols());
  state.counters["kept"] = static_cast<double>(fitted.columns.size());
  state.counters["Q2_loo"] = 1 - fitted.loo_error;
  state.counters["Q2_fresh"] =
      1 - error.squaredNorm() / (test.y.array() - test.y.mean()).square().sum();
}
BENCHMARK(sparse)
    ->ArgNames({"d", "degree", "n", "threads", "omp"})
    ->Args({8, 4, 1000, 1, 0})
    ->Args({8, 4, 1000, 2, 0})
    ->Args({8, 4, 1000, 2, 1})
    ->Args({8, 3, 500, 1, 0})
    ->Args({10, 3, 1000, 1, 0})
    ->Args({5, 6, 1000, 1, 0})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace
