#include "samplers/independent.hpp"

#include "samplers/halton.hpp"
#include "samplers/lhs.hpp"
#include "samplers/options_detail.hpp"
#include "samplers/points_detail.hpp"
#include "samplers/sobol_sequence.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

std::string_view name(Sampler sampler) {
  return enum_names(sampler)[static_cast<std::size_t>(sampler)];
}

// An option that would be ignored is a misunderstanding.
std::string effect_fault(const IndependentOptions& options) {
  const auto fault = [&](const char* option, Sampler belongs_to) {
    return std::string(option) + " has no effect on sampler = \"" +
           std::string(name(options.sampler)) + "\": leave it out, or take sampler = \"" +
           std::string(name(belongs_to)) + "\"";
  };
  if (options.scramble != Scramble::lms && options.sampler != Sampler::sobol) {
    return fault("scramble = \"owen\"", Sampler::sobol);
  }
  if (options.centred && options.sampler != Sampler::lhs) {
    return fault("centred = true", Sampler::lhs);
  }
  return {};
}

std::string dimension_fault(Index dims, Sampler sampler) {
  switch (sampler) {
    case Sampler::sobol:
      return detail::dimension_fault(dims, 1, "Sobol'");
    case Sampler::halton:
      return detail::dimension_fault(dims, 1, "Halton");
    case Sampler::monte_carlo:
    case Sampler::lhs:
      break;
  }
  return detail::no_input_fault(dims);
}

}  // namespace

PointKind kind(const IndependentOptions& options) {
  switch (options.sampler) {
    case Sampler::lhs:
      return PointKind::lhs;
    case Sampler::sobol:
      return PointKind::sobol;
    case Sampler::halton:
      return PointKind::halton;
    case Sampler::monte_carlo:
      break;
  }
  return PointKind::monte_carlo;
}

IndependentOptions as_used(IndependentOptions options) {
  if (options.sampler == Sampler::monte_carlo ||
      (options.sampler == Sampler::lhs && options.centred)) {
    options.replicates = 1;
  }
  return options;
}

std::string fault(Index dims, const IndependentOptions& options) {
  std::string fault = detail::limits_fault(options);
  if (fault.empty()) {
    fault = effect_fault(options);
  }
  if (fault.empty()) {
    fault = dimension_fault(dims, options.sampler);
  }
  if (const Index replicates = as_used(options).replicates; fault.empty() && replicates > 1) {
    fault = detail::split_fault(options.n, replicates, least_rows);
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
  const Index n = options.n;
  const Index replicates = as_used(options).replicates;
  switch (options.sampler) {
    case Sampler::lhs: {
      const LatinPlace place = options.centred ? LatinPlace::centred : LatinPlace::random;
      return {lhs(n, dims, replicates, place, seed), kind(options), replicates};
    }
    case Sampler::sobol:
      return {options.scramble == Scramble::owen ? owen_sobol(n, dims, replicates, seed)
                                                 : scrambled_sobol(n, dims, replicates, seed),
              kind(options),
              replicates};
    case Sampler::halton:
      return {scrambled_halton(n, dims, replicates, seed), kind(options), replicates};
    case Sampler::monte_carlo:
      break;
  }
  return {monte_carlo(n, dims, seed), kind(options), replicates};
}

}  // namespace uq::samplers
