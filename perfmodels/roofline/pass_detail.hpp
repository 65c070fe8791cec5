#pragma once

#include "perfmodels/roofline/setup_detail.hpp"

#include <array>

namespace uq::perfmodels::roofline {

/// Operators of one pass on one GPU. `values` is used by genz only: attention as two operators.
enum Slot { embedding, qkv, attention, out_proj, up, down, lm_head, values, slot_count };

/// FLOP and bytes of one operator, linear in what varies from row to row (docs/methods/roofline_llm.md Eq. 2-4):
/// F = flop M, B = byte_fixed + byte_row M + byte_cached C, on chip: chip M. M is the number of
/// tokens T = b q; for the LM head that of the positions it sees; for the FLOP and on-chip bytes of
/// attention that of the token pairs, which the kernel passes.
struct Operator {
  double times = 0;  ///< per pass: 1 or the number of layers; 0: absent
  double flop = 0;
  double byte_fixed = 0;
  double byte_row = 0;
  double byte_cached = 0;  ///< per cached position of all sequences
  double chip_row = 0;
  double chip_pair = 0;
};

/// One pass over the network, prefill or decode, with all that is constant worked out.
struct Pass {
  std::array<Operator, slot_count> operators;
  double kernels = 0;      ///< kernel overheads
  double latencies = 0;    ///< allreduce_latency; genz: hop_latency / eta_network
  double fixed = 0;        ///< s / eta_network; genz only
  double volume_row = 0;   ///< network bytes per token
  double volume_head = 0;  ///< network bytes per position of the LM head
};

enum class PassKind { decode, prefill };
Pass pass_of(const Setup& setup, PassKind kind);

/// Bytes on one GPU: `weights`, per cached position, and of activations per token (Eq. 9).
struct Footprint {
  double weights, cache_position, activation_token;
};
Footprint footprint_of(const Setup& setup);

}  // namespace uq::perfmodels::roofline
