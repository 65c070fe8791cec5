#include "perfmodels/roofline/kernel_detail.hpp"

namespace uq::perfmodels::roofline {
namespace {

// Efficiency classes of by_size, FLOP and bytes of the single operator on one GPU (Eq. 7).
constexpr double large_flop = 128e9;
constexpr double medium_flop = 16e9;
constexpr double large_bytes = 100e6;
constexpr double medium_bytes = 10e6;

template <Variant variant>
void run(const Pass& pass,
         const Rates& __restrict rates,
         const Load& __restrict load,
         Index rows,
         Times& __restrict times) {
  const auto ops = pass.operators;
  for (Index row = 0; row < rows; ++row) {
    const auto i = static_cast<std::size_t>(row);
    const double tokens = load.tokens[i];
    // Read outside the choices below: a load that happens only sometimes keeps a loop scalar.
    const double compute_medium = variant == Variant::by_size ? rates.compute[1][i] : 0.0;
    const double compute_small = variant == Variant::by_size ? rates.compute[2][i] : 0.0;
    const double memory_medium = variant == Variant::by_size ? rates.memory[1][i] : 0.0;
    const double memory_small = variant == Variant::by_size ? rates.memory[2][i] : 0.0;
    double compute = 0;
    double memory = 0;
    const auto compute_rate_of = [&](double flop) {
      double rate = rates.compute[0][i];
      if constexpr (variant == Variant::by_size) {
        rate = flop >= large_flop ? rate : compute_medium;
        rate = flop >= medium_flop ? rate : compute_small;
      }
      return rate;
    };
    const auto memory_rate_of = [&](double bytes) {
      double rate = rates.memory[0][i];
      if constexpr (variant == Variant::by_size) {
        rate = bytes >= large_bytes ? rate : memory_medium;
        rate = bytes >= medium_bytes ? rate : memory_small;
      }
      return rate;
    };
    // Eq. 1 without t0: the larger of both times; compute-bound only if strictly larger.
    const auto roofline = [&](const Operator& op, double flop, double bytes, double chip) {
      const double flop_time = flop * compute_rate_of(flop);
      double byte_time = bytes * memory_rate_of(bytes);
      if constexpr (variant == Variant::genz) {
        byte_time += chip * rates.on_chip[i];
      }
      // `limit` is the time if compute-bound, else 0; so written gcc needs no branch.
      const double limit = flop_time > byte_time ? flop_time : 0.0;
      const double time = op.times * (byte_time > limit ? byte_time : limit);
      const double compute_part = op.times * limit;
      compute += compute_part;
      memory += time - compute_part;
      return time;
    };
    const auto product = [&](Slot slot, double m) {
      const Operator& op = ops[slot];
      return roofline(op, op.flop * m, op.byte_fixed + op.byte_row * m, op.chip_row * m);
    };
    const auto attend = [&](Slot slot) {
      const Operator& op = ops[slot];
      return roofline(op,
                      op.flop * load.pairs[i],
                      op.byte_row * tokens + op.byte_cached * load.cached[i],
                      op.chip_row * tokens + op.chip_pair * load.pairs[i]);
    };
    const double t_qkv = product(qkv, tokens);
    double t_attention = attend(attention);
    if constexpr (variant == Variant::genz) {
      t_attention += attend(values);
    }
    const double t_out_proj = product(out_proj, tokens);
    const double t_up = product(up, tokens);
    const double t_ffn = t_up + product(down, tokens);
    double t_embedding = 0;
    if constexpr (variant == Variant::genz) {
      t_embedding = product(embedding, tokens);
    } else {  // a look-up: no FLOP
      const double bytes = ops[embedding].byte_row * tokens;
      t_embedding = bytes * memory_rate_of(bytes);
      memory += t_embedding;
    }
    const double t_head = t_embedding + product(lm_head, load.head[i]);

    const double volume = pass.volume_row * tokens + pass.volume_head * load.head[i];
    double t_comm = pass.latencies * rates.latency[i] + volume * rates.network[i];
    double t_overhead = 0;
    if constexpr (variant == Variant::genz) {
      t_comm += pass.fixed * rates.start[i];
    } else {
      t_overhead = pass.kernels * rates.kernel[i];
    }
    times.stage[s_qkv][i] = t_qkv;
    times.stage[s_attention][i] = t_attention;
    times.stage[s_out_proj][i] = t_out_proj;
    times.stage[s_ffn][i] = t_ffn;
    times.stage[s_head][i] = t_head;
    times.stage[s_comm][i] = t_comm;
    times.stage[s_overhead][i] = t_overhead;
    times.compute[i] = compute;
    times.memory[i] = memory;
    times.total[i] = (t_qkv + t_attention) + (t_out_proj + t_ffn) + (t_head + t_comm) + t_overhead;
  }
}

}  // namespace

void run_pass(Variant variant,
              const Pass& pass,
              const Rates& rates,
              const Load& load,
              Index rows,
              Times& times) {
  switch (variant) {
    case Variant::single:
      return run<Variant::single>(pass, rates, load, rows, times);
    case Variant::by_size:
      return run<Variant::by_size>(pass, rates, load, rows, times);
    case Variant::genz:
      return run<Variant::genz>(pass, rates, load, rows, times);
  }
}

}  // namespace uq::perfmodels::roofline
