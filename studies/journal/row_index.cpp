#include "studies/journal/row_index.hpp"

#include <bit>

namespace uq::studies {

namespace {

/// The finaliser of SplitMix64. @source Steele, Lea, Flood, OOPSLA 2014
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

std::uint64_t row_hash(std::span<const double> inputs, std::uint64_t seed) {
  std::uint64_t hash = mixed(seed + inputs.size());
  for (const double value : inputs) {
    hash = mixed(hash + 0x9e3779b97f4a7c15 + std::bit_cast<std::uint64_t>(value));
  }
  return hash;
}

void RowIndex::put(std::vector<Slot>& slots, Slot slot) {
  std::size_t at = slot.hash & (slots.size() - 1);
  while (slots[at].offset != 0) {
    at = (at + 1) & (slots.size() - 1);
  }
  slots[at] = slot;
}

void RowIndex::add(std::uint64_t hash, std::int64_t offset) {
  if (2 * (size_ + 1) > slots_.size()) {  // at least half stay free; always a power of two
    constexpr std::size_t first_slots = 1024;
    std::vector<Slot> larger(slots_.empty() ? first_slots : 2 * slots_.size());
    for (const Slot& slot : slots_) {
      if (slot.offset != 0) {
        put(larger, slot);
      }
    }
    slots_ = std::move(larger);
  }
  put(slots_, {hash, offset});
  ++size_;
}

std::int64_t RowIndex::find(std::uint64_t hash, std::size_t k) const {
  if (slots_.empty()) {
    return -1;
  }
  for (std::size_t at = hash & (slots_.size() - 1); slots_[at].offset != 0;
       at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].hash == hash && k-- == 0) {
      return slots_[at].offset;
    }
  }
  return -1;
}

}  // namespace uq::studies
