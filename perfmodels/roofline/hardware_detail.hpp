#pragma once

#include <array>
#include <string_view>

namespace uq::perfmodels::roofline {

/// Data-sheet figures of one accelerator: upper limits, in SI units.
struct Gpu {
  std::string_view name;
  double peak_flops;    ///< FLOP/s, dense bf16
  double hbm_bw;        ///< B/s
  double hbm_capacity;  ///< B
  double link_bw;       ///< B/s per direction
  double power;         ///< W, thermal design power
};

// Dense rates are half the figures the documents print for 2:4 sparsity.
inline constexpr std::array gpus{
    // NVIDIA A100 Tensor Core GPU Datasheet (80 GB SXM).
    Gpu{"A100-SXM", 312e12, 2.039e12, 80e9, 300e9, 400},
    // NVIDIA H100 Tensor Core GPU Datasheet (SXM); NVIDIA H100 Tensor Core GPU Architecture.
    Gpu{"H100-SXM", 989.4e12, 3.35e12, 80e9, 450e9, 700},
    // NVIDIA H200 Tensor Core GPU Datasheet (SXM).
    Gpu{"H200-SXM", 989.4e12, 4.8e12, 141e9, 450e9, 700},
    // NVIDIA DGX B200 Datasheet (1,440 GB and 64 TB/s over 8); NVIDIA Blackwell Architecture
    // Technical Brief.
    Gpu{"B200", 2250e12, 8.0e12, 180e9, 900e9, 1000},
    // AMD Instinct MI300X Accelerator Data Sheet; links: 7 peers x 64 GB/s.
    Gpu{"MI300X", 1307.4e12, 5.3e12, 192e9, 448e9, 750},
};

/// A dense decoder: sizes that fix its parameters and operators.
struct Shape {
  std::string_view name;
  double hidden, ffn, layers, heads, kv_heads, vocabulary;
  bool gated;  ///< the feed-forward block has a gate beside the up-projection
  bool tied;   ///< the embedding serves as LM head
};

inline constexpr std::array shapes{
    // Touvron et al. (2023), arXiv 2307.09288.
    Shape{"llama2-7b", 4096, 11008, 32, 32, 32, 32000, true, false},
    Shape{"llama2-13b", 5120, 13824, 40, 40, 40, 32000, true, false},
    Shape{"llama2-70b", 8192, 28672, 80, 64, 8, 32000, true, false},
    // Grattafiori et al. (2024), arXiv 2407.21783, Table 3.
    Shape{"llama3-8b", 4096, 14336, 32, 32, 8, 128256, true, false},
    Shape{"llama3-70b", 8192, 28672, 80, 64, 8, 128256, true, false},
    Shape{"llama3-405b", 16384, 53248, 126, 128, 8, 128256, true, false},
    // Brown et al. (2020), arXiv 2005.14165, Table 2.1.
    Shape{"gpt3-175b", 12288, 49152, 96, 96, 96, 50257, false, true},
};

}  // namespace uq::perfmodels::roofline
