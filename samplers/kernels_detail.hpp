#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace uq::samplers::detail {

/// Of three kernels for AVX-512F, AVX2 and any processor, those this processor can run; elsewhere
/// than on x86-64 there is only the last.
template <class Kernel, std::size_t Count>
std::span<const Kernel> runnable(const std::array<Kernel, Count>& kernels) {
#if defined(__x86_64__)
  const std::size_t unsupported = __builtin_cpu_supports("avx512f") ? 0
                                  : __builtin_cpu_supports("avx2")  ? 1
                                                                    : 2;
  return std::span<const Kernel>(kernels).subspan(unsupported);
#else
  return kernels;
#endif
}

}  // namespace uq::samplers::detail
