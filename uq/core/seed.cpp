#include "uq/core/seed.hpp"

#include "uq/core/philox.hpp"

namespace uq {
namespace {

// FNV-1a: purposes are a handful of short names fixed in the source, so any hash that separates
// them will do. @source Fowler, Noll, Vo; draft-eastlake-fnv, 64-bit parameters.
constexpr std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325;
  for (const char c : text) {
    value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return value;
}

}  // namespace

Seed Seed::child(std::string_view purpose, std::uint64_t item) const {
  // Draws of this seed use counters (block, 0) with block < 2^63; the top bit keeps children apart.
  const std::uint64_t name = hash(purpose) | std::uint64_t{1} << 63;
  const auto word = [](std::uint64_t x, int shift) {
    return static_cast<std::uint32_t>(x >> shift);
  };
  const auto block = philox4x32({word(name, 0), word(name, 32), word(item, 0), word(item, 32)},
                                {word(value, 0), word(value, 32)});
  return {block[0] | std::uint64_t{block[1]} << 32};
}

}  // namespace uq
