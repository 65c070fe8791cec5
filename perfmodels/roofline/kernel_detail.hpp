#pragma once

#include "perfmodels/roofline/pass_detail.hpp"
#include "uq/core/types.hpp"

#include <array>

namespace uq::perfmodels::roofline {

/// Rows worked on at a time: few enough that all columns below stay in the L1 cache.
inline constexpr Index chunk = 128;
using Column = std::array<double, chunk>;

/// Reciprocal speeds of one chunk of rows. by_size fills the three classes, large first; else only
/// [0].
struct Rates {
  std::array<Column, 3> compute;  ///< s/FLOP
  std::array<Column, 3> memory;   ///< s/B
  Column on_chip;                 ///< s/B, genz only
  Column network;                 ///< s/B
  Column latency;                 ///< s
  Column start;                   ///< 1/eta_network, genz only
  Column kernel;                  ///< s
};

/// Work of one pass of one chunk of rows.
struct Load {
  Column tokens;  ///< T = b q
  Column head;    ///< positions the LM head sees
  Column pairs;   ///< b A: attended (query, key) pairs; genz: b q c
  Column cached;  ///< b c
};

enum Stage { s_qkv, s_attention, s_out_proj, s_ffn, s_head, s_comm, s_overhead, stage_count };

/// Times of one pass of one chunk of rows, in s. Network is stage comm, overhead is stage overhead.
struct Times {
  std::array<Column, stage_count> stage;
  Column compute, memory;
  Column total;
};

/// Which equations a pass follows; each is its own loop, free of branches, so that it vectorises.
enum class Variant { single, by_size, genz };
void run_pass(Variant variant,
              const Pass& pass,
              const Rates& rates,
              const Load& load,
              Index rows,
              Times& times);

}  // namespace uq::perfmodels::roofline
