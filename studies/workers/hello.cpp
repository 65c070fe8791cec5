#include "studies/workers/message.hpp"
#include "uq/core/numerics.hpp"

#include <gnu/libc-version.h>
#include <unistd.h>

namespace uq::studies {

namespace {

constexpr std::uint32_t protocol = 1;

/// The C library chooses variants of exp, log, sin and others by these; they differ in last bits.
std::string cpu_class() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  std::string features = "x86-64";
  features += __builtin_cpu_supports("sse4.1") != 0 ? " sse4.1" : "";
  features += __builtin_cpu_supports("avx") != 0 ? " avx" : "";
  features += __builtin_cpu_supports("avx2") != 0 ? " avx2" : "";
  features += __builtin_cpu_supports("fma") != 0 ? " fma" : "";
  features += __builtin_cpu_supports("fma4") != 0 ? " fma4" : "";
  features += __builtin_cpu_supports("avx512f") != 0 ? " avx512f" : "";
  return features;
#else
  return "other";
#endif
}

}  // namespace

Hello this_process() {
  return {.protocol = protocol,
          .numerics = numerics_version,
          .version = UQ_VERSION,
          .libm = gnu_get_libc_version(),
          .cpu = cpu_class(),
          .pid = ::getpid()};
}

std::string difference(const Hello& worker, const Hello& engine) {
  const auto differs = [](const std::string& what, const auto& a, const auto& b) {
    if constexpr (std::is_same_v<std::decay_t<decltype(a)>, std::string>) {
      return "its " + what + " is " + a + ", the engine's " + b;
    } else {
      return "its " + what + " is " + std::to_string(a) + ", the engine's " + std::to_string(b);
    }
  };
  if (worker.protocol != engine.protocol) {
    return differs("protocol", worker.protocol, engine.protocol);
  }
  if (worker.version != engine.version) {
    return differs("version", worker.version, engine.version);
  }
  if (worker.numerics != engine.numerics) {
    return differs("numerics version", worker.numerics, engine.numerics);
  }
  if (worker.libm != engine.libm) {
    return differs("C library", worker.libm, engine.libm);
  }
  return worker.cpu != engine.cpu ? differs("class of CPU", worker.cpu, engine.cpu) : "";
}

}  // namespace uq::studies
