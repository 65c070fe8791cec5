#pragma once

#include "perfmodels/config.hpp"
#include "perfmodels/roofline/hardware_detail.hpp"
#include "uq/core/variable.hpp"

#include <string>
#include <vector>

namespace uq::perfmodels::roofline {

enum class Phase { decode, prefill, request };
enum class Efficiency { single, by_size };
enum class Conventions { standard, genz };

/// The configuration of a roofline_llm, checked.
struct Setup {
  Gpu gpu;
  Shape shape;
  double tp;
  Phase phase;
  Efficiency efficiency;
  Conventions conventions;
  double elementwise_kernels;
  bool check_memory;

  bool genz() const { return conventions == Conventions::genz; }
  bool by_size() const { return efficiency == Efficiency::by_size; }
};

/// @throws ConfigError
Setup setup_of(const Config& config);
std::string text_of(const Setup& setup);

/// All inputs any setup has. by_size takes the three classes of each efficiency, large first.
enum class Input {
  eta_compute,
  eta_compute_large,
  eta_compute_medium,
  eta_compute_small,
  eta_memory,
  eta_memory_large,
  eta_memory_medium,
  eta_memory_small,
  eta_network,
  peak_flops,
  hbm_bw,
  link_bw,
  allreduce_latency,
  kernel_overhead,
  hop_latency,
  onchip_bw,
  batch,
  context_tokens,
  prompt_tokens,
  output_tokens,
  hbm_capacity,
  gpu_power,
  pue,
  gpu_price,
  electricity_price,
};
inline constexpr std::size_t input_count = 25;

/// The inputs that exist under a setup, in the order of their columns.
std::vector<Input> inputs_of(const Setup& setup);
InputVariable variable_of(Input input, const Setup& setup);
std::vector<OutputVariable> outputs_of(const Setup& setup);

}  // namespace uq::perfmodels::roofline
