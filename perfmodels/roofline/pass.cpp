#include "perfmodels/roofline/pass_detail.hpp"

#include <cmath>

namespace uq::perfmodels::roofline {
namespace {

constexpr double bytes = 2;  // per element, of weights, activations and cache

// Sizes on one GPU of the tensor-parallel group.
struct Slice {
  double head_width;   // d
  double heads;        // H
  double kv_heads;     // K
  double ffn;          // f'
  double vocabulary;   // V'
  double up_products;  // g
};

Slice slice_of(const Setup& setup) {
  const Shape& m = setup.shape;
  return {.head_width = m.hidden / m.heads,
          .heads = m.heads / setup.tp,
          .kv_heads = std::ceil(m.kv_heads / setup.tp),
          .ffn = std::ceil(m.ffn / setup.tp),
          .vocabulary = std::ceil(m.vocabulary / setup.tp),
          .up_products = m.gated ? 2.0 : 1.0};
}

// M x N x k with all three tensors off-chip (Eq. 2).
Operator product(double times, double n, double k) {
  return {
      .times = times, .flop = 2 * n * k, .byte_fixed = bytes * n * k, .byte_row = bytes * (n + k)};
}

// The same with the activations on chip: the layer products of a genz decode step.
Operator product_on_chip(double times, double n, double k) {
  return {
      .times = times, .flop = 2 * n * k, .byte_fixed = bytes * n * k, .chip_row = bytes * (n + k)};
}

Pass standard_pass(const Setup& setup) {
  const Shape& m = setup.shape;
  const Slice s = slice_of(setup);
  Pass pass;
  auto& op = pass.operators;
  op[embedding] = {.times = 1, .byte_row = 2 * bytes * m.hidden};
  op[qkv] = product(m.layers, (s.heads + 2 * s.kv_heads) * s.head_width, m.hidden);
  // Fused: scores stay on chip; M of the FLOP is the number of attended pairs (Eq. 3).
  op[attention] = {.times = m.layers,
                   .flop = 4 * s.heads * s.head_width,
                   .byte_row = bytes * 2 * s.heads * s.head_width,
                   .byte_cached = bytes * 2 * s.kv_heads * s.head_width};
  op[out_proj] = product(m.layers, m.hidden, s.heads * s.head_width);
  op[up] = product(m.layers, s.up_products * s.ffn, m.hidden);
  op[down] = product(m.layers, m.hidden, s.ffn);
  op[lm_head] = product(1, s.vocabulary, m.hidden);
  pass.kernels = m.layers * (5 + setup.elementwise_kernels) + 2;
  if (setup.tp > 1) {
    // Eq. 4: 2 L + 1 all-reduces of the hidden state and one all-gather of the logits.
    const double share = (setup.tp - 1) / setup.tp;
    const double allreduces = 2 * m.layers + 1;
    pass.latencies = allreduces + 1;
    pass.volume_row = allreduces * 2 * share * bytes * m.hidden;
    pass.volume_head = share * bytes * m.vocabulary;
  }
  return pass;
}

Pass genz_pass(const Setup& setup, PassKind kind) {
  const bool prefill = kind == PassKind::prefill;
  const Shape& m = setup.shape;
  const Slice s = slice_of(setup);
  const double vocabulary = std::floor(m.vocabulary / setup.tp);
  const auto layer_product = prefill ? product : product_on_chip;
  Pass pass;
  auto& op = pass.operators;
  if (prefill) {
    op[embedding] = product(1, m.hidden, vocabulary);
  }
  op[qkv] = layer_product(m.layers, (s.heads + 2 * s.kv_heads) * s.head_width, m.hidden);
  const double query = bytes * s.heads * s.head_width;
  op[attention] = {.times = m.layers,
                   .flop = 2 * s.heads * s.head_width,
                   .byte_row = prefill ? query : 0,
                   .byte_cached = bytes * s.kv_heads * s.head_width,
                   .chip_row = prefill ? 0 : query,
                   .chip_pair = bytes * s.heads};
  op[values] = op[attention];
  op[out_proj] = layer_product(m.layers, m.hidden, s.heads * s.head_width);
  op[up] = layer_product(m.layers, s.up_products * s.ffn, m.hidden);
  op[down] = layer_product(m.layers, m.hidden, s.ffn);
  op[lm_head] = product(1, vocabulary, m.hidden);
  if (setup.tp > 1) {
    // Eq. 8: ring(k) starts once, hops k (n - 1) times and moves k (n - 1)/n of its volume.
    constexpr double start = 5e-6;
    const double peers = setup.tp - 1;
    const double allreduces = 2 * m.layers + (prefill ? 1 : 0);
    pass.fixed = (allreduces + 1) * start;
    pass.latencies = (2 * allreduces + 1) * peers;
    pass.volume_row = 2 * allreduces * peers / setup.tp * bytes * m.hidden;
    pass.volume_head = peers / setup.tp * bytes * m.vocabulary;
  }
  return pass;
}

}  // namespace

Pass pass_of(const Setup& setup, PassKind kind) {
  return setup.genz() ? genz_pass(setup, kind) : standard_pass(setup);
}

Footprint footprint_of(const Setup& setup) {
  const Shape& m = setup.shape;
  const Slice s = slice_of(setup);
  const double layer = m.hidden * (s.heads + 2 * s.kv_heads) * s.head_width +
                       s.heads * s.head_width * m.hidden + (s.up_products + 1) * m.hidden * s.ffn;
  const double tables = s.vocabulary * m.hidden * (m.tied ? 1 : 2);
  return {.weights = bytes * (m.layers * layer + tables),
          .cache_position = 2 * bytes * m.layers * s.kv_heads * s.head_width,
          .activation_token = bytes * (2 * m.hidden + s.up_products * s.ffn)};
}

}  // namespace uq::perfmodels::roofline
