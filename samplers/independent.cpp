#include "samplers/independent.hpp"

#include "samplers/options_detail.hpp"
#include "samplers/points_detail.hpp"
#include "samplers/sobol_sequence.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace uq::samplers {
namespace {

constexpr Index least_rows = 2;  // a replicate has a standard deviation of its own

UnitPoints monte_carlo(Index n, Index dims, Seed seed) {
  std::vector<Seed> columns;
  for (Index j = 0; j < dims; ++j) {
    columns.push_back(seed.child("column", static_cast<std::uint64_t>(j)));
  }
  return {n, dims, [n, dims, columns = std::move(columns)](Index first, MutableMatrixRef u) {
            detail::check_block(first, u, n, dims);
            for (Index j = 0; j < dims; ++j) {
              philox_uniforms(columns[static_cast<std::size_t>(j)],
                              static_cast<std::uint64_t>(first),
                              {u.data() + j * u.outerStride(), static_cast<std::size_t>(u.rows())});
            }
          }};
}

}  // namespace

IndependentOptions as_used(IndependentOptions options) {
  if (options.sampler == Sampler::monte_carlo) {
    options.replicates = 1;
  }
  return options;
}

std::string fault(Index dims, const IndependentOptions& options) {
  std::string fault = detail::limits_fault(options);
  const bool sobol = options.sampler == Sampler::sobol;
  if (fault.empty() && (sobol || dims < 1)) {
    fault = detail::dimension_fault(dims, 1);
  }
  if (fault.empty() && sobol) {
    fault = detail::split_fault(options.n, options.replicates, least_rows);
  }
  return fault;
}

Warnings warnings(const IndependentOptions& options) {
  return options.sampler == Sampler::sobol ? detail::balance_warnings(options.n, options.replicates)
                                           : Warnings{};
}

IndependentDesign independent(Index dims, const IndependentOptions& options, Seed seed) {
  const std::string broken = fault(dims, options);
  expects(broken.empty(), broken);
  if (options.sampler == Sampler::monte_carlo) {
    return {monte_carlo(options.n, dims, seed), PointKind::monte_carlo, 1};
  }
  return {scrambled_sobol(options.n, dims, options.replicates, seed),
          PointKind::sobol,
          options.replicates};
}

}  // namespace uq::samplers
