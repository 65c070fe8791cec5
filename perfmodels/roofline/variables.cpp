#include "perfmodels/roofline/setup_detail.hpp"

#include <limits>
#include <string_view>

namespace uq::perfmodels::roofline {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

enum class Bounds { fraction, positive, non_negative, at_least_one };

struct Description {
  std::string_view name, unit;
  Bounds bounds;
  std::string_view doc;
};

constexpr std::array<Description, input_count> descriptions{{
    {"eta_compute", "1", Bounds::fraction, "share of peak_flops an operator reaches"},
    {"eta_compute_large", "1", Bounds::fraction, "share of peak_flops, operators >= 128 GFLOP"},
    {"eta_compute_medium", "1", Bounds::fraction, "share of peak_flops, operators >= 16 GFLOP"},
    {"eta_compute_small", "1", Bounds::fraction, "share of peak_flops, operators below 16 GFLOP"},
    {"eta_memory", "1", Bounds::fraction, "share of hbm_bw an operator reaches"},
    {"eta_memory_large", "1", Bounds::fraction, "share of hbm_bw, operators >= 100 MB"},
    {"eta_memory_medium", "1", Bounds::fraction, "share of hbm_bw, operators >= 10 MB"},
    {"eta_memory_small", "1", Bounds::fraction, "share of hbm_bw, operators below 10 MB"},
    {"eta_network", "1", Bounds::fraction, "share of link_bw a collective reaches"},
    {"peak_flops", "FLOP/s", Bounds::positive, "dense bf16 peak of one GPU"},
    {"hbm_bw", "B/s", Bounds::positive, "memory bandwidth of one GPU"},
    {"link_bw", "B/s", Bounds::positive, "link bandwidth of one GPU, per direction"},
    {"allreduce_latency", "s", Bounds::non_negative, "fixed time of one whole collective"},
    {"kernel_overhead", "s", Bounds::non_negative, "fixed time of one kernel"},
    {"hop_latency", "s", Bounds::non_negative, "latency of one hop of a ring"},
    {"onchip_bw", "B/s", Bounds::positive, "bandwidth of on-chip memory"},
    {"batch", "1", Bounds::at_least_one, "sequences processed together"},
    {"context_tokens",
     "1",
     Bounds::at_least_one,
     "tokens each sequence attends to, the current one included"},
    {"prompt_tokens", "1", Bounds::at_least_one, "tokens of each prompt"},
    {"output_tokens", "1", Bounds::at_least_one, "tokens generated for each sequence"},
    {"hbm_capacity", "B", Bounds::positive, "memory of one GPU"},
    {"gpu_power", "W", Bounds::non_negative, "power of one GPU"},
    {"pue", "1", Bounds::at_least_one, "power usage effectiveness of the site"},
    {"gpu_price", "$/h", Bounds::non_negative, "price of one GPU, energy excluded"},
    {"electricity_price",
     "$/kWh",
     Bounds::non_negative,
     "price of energy; 0 if the hire includes it"},
}};

double nominal_of(Input input, const Setup& setup) {
  switch (input) {
    // H100, implied by the measured operator times of microsoft/vidur (commit 7d47513).
    case Input::eta_compute:
    case Input::eta_compute_medium:
      return 0.583;
    case Input::eta_compute_large:
      return 0.687;
    case Input::eta_compute_small:
      return 0.368;
    case Input::eta_memory:
    case Input::eta_memory_large:
      return 0.840;
    case Input::eta_memory_medium:
      return 0.639;
    case Input::eta_memory_small:
      return 0.350;
    case Input::eta_network:  // 349 of 450 GB/s, all-reduce over 8 H100, same source
      return 0.775;
    case Input::peak_flops:
      return setup.gpu.peak_flops;
    case Input::hbm_bw:
      return setup.gpu.hbm_bw;
    case Input::link_bw:
      return setup.gpu.link_bw;
    case Input::allreduce_latency:
      return 32e-6;
    case Input::kernel_overhead:  // the efficiency classes already contain the launch time
      return setup.by_size() ? 0 : 3.3e-6;
    case Input::hop_latency:
      return 1.9e-6;
    case Input::onchip_bw:
      return 18e12;
    case Input::batch:
      return 64;
    case Input::context_tokens:
    case Input::prompt_tokens:
      return 1024;
    case Input::output_tokens:
      return 256;
    case Input::hbm_capacity:
      return setup.gpu.hbm_capacity;
    case Input::gpu_power:
      return setup.gpu.power;
    case Input::pue:  // this and the prices: illustrative
      return 1.2;
    case Input::gpu_price:
      return 2.5;
    case Input::electricity_price:
      return 0.10;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

OutputVariable output(
    std::string name, std::string unit, std::string doc, OutputRole role, Index parent = -1) {
  return {.name = std::move(name),
          .unit = std::move(unit),
          .doc = std::move(doc),
          .kind = OutputKind::real,
          .role = role,
          .parent = parent,
          .categories = {}};
}

}  // namespace

std::vector<Input> inputs_of(const Setup& setup) {
  std::vector<Input> inputs;
  const auto add = [&](std::initializer_list<Input> more) {
    for (const Input input : more) {
      inputs.push_back(input);
    }
  };
  if (setup.by_size()) {
    add({Input::eta_compute_large,
         Input::eta_compute_medium,
         Input::eta_compute_small,
         Input::eta_memory_large,
         Input::eta_memory_medium,
         Input::eta_memory_small});
  } else {
    add({Input::eta_compute, Input::eta_memory});
  }
  add({Input::eta_network, Input::peak_flops, Input::hbm_bw, Input::link_bw});
  if (setup.genz()) {
    add({Input::hop_latency, Input::onchip_bw});
  } else {
    add({Input::allreduce_latency, Input::kernel_overhead});
  }
  add({Input::batch});
  switch (setup.phase) {
    case Phase::decode:
      add({Input::context_tokens});
      break;
    case Phase::prefill:
      add({Input::prompt_tokens});
      break;
    case Phase::request:
      add({Input::prompt_tokens, Input::output_tokens});
      break;
  }
  add({Input::hbm_capacity,
       Input::gpu_power,
       Input::pue,
       Input::gpu_price,
       Input::electricity_price});
  return inputs;
}

InputVariable variable_of(Input input, const Setup& setup) {
  const Description& about = descriptions[static_cast<std::size_t>(input)];
  return {.name = std::string(about.name),
          .unit = std::string(about.unit),
          .doc = std::string(about.doc),
          .lower = about.bounds == Bounds::at_least_one ? 1.0 : 0.0,
          .upper = about.bounds == Bounds::fraction ? 1.0 : unlimited,
          .nominal = nominal_of(input, setup),
          .lower_open = about.bounds == Bounds::fraction || about.bounds == Bounds::positive};
}

std::vector<OutputVariable> outputs_of(const Setup& setup) {
  std::vector<OutputVariable> outputs;
  const auto metric = [&](std::string name, std::string unit, std::string doc) {
    outputs.push_back(output(std::move(name), std::move(unit), std::move(doc), OutputRole::metric));
  };
  if (setup.phase != Phase::decode) {
    metric("ttft", "s", "time to first token: the prefill pass");
  }
  if (setup.phase != Phase::prefill) {
    metric("tpot", "s", "time per output token: one decode step");
  }
  if (setup.phase == Phase::request) {
    metric("e2e", "s", "end-to-end latency of a request");
  }
  const Index total = static_cast<Index>(outputs.size()) - 1;
  metric("throughput", "tokens/s", "of the whole group; output tokens, in prefill prompt tokens");
  outputs.push_back(output("weights", "B", "weights on one GPU", OutputRole::diagnostic));
  outputs.push_back(output("kv_cache", "B", "keys and values on one GPU", OutputRole::diagnostic));
  metric("memory", "B", "weights, KV cache and activations on one GPU");
  metric("energy_per_token", "J", "energy of the group and its site");
  metric("cost_per_mtok", "$", "hire and energy for a million tokens");
  for (const char* stage : {"qkv", "attention", "out_proj", "ffn", "head", "comm", "overhead"}) {
    outputs.push_back(output(std::string("stage_") + stage,
                             "s",
                             "part of " + outputs[static_cast<std::size_t>(total)].name,
                             OutputRole::stage,
                             total));
  }
  // A second partition of the same total: diagnostic, so that the stages of a parent sum to it
  // once.
  for (const char* resource : {"compute", "memory", "network", "overhead"}) {
    outputs.push_back(output(std::string("time_") + resource,
                             "s",
                             std::string("time limited by ") + resource,
                             OutputRole::diagnostic));
  }
  outputs.push_back({.name = "regime",
                     .unit = "1",
                     .doc = "resource with the largest time_*",
                     .kind = OutputKind::categorical,
                     .role = OutputRole::regime,
                     .parent = -1,
                     .categories = {"compute", "memory", "network", "overhead"}});
  return outputs;
}

}  // namespace uq::perfmodels::roofline
