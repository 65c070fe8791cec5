#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace uq::studies {

/// A row's key as one number: its inputs by their bits (0.0 and -0.0 differ, each NaN is its own),
/// and its seed.
std::uint64_t row_hash(std::span<const double> inputs, std::uint64_t seed);

/// Where in the journal the rows of each hash lie: 16 to 32 bytes a row, however many inputs it
/// has. (A table of its own, because the order of std::unordered_map is left to the library.)
class RowIndex {
 public:
  void add(std::uint64_t hash, std::int64_t offset);

  /// Offset of the k-th row added with this hash; -1 when there is none. Two rows share a hash once
  /// in about 2^64 pairs.
  std::int64_t find(std::uint64_t hash, std::size_t k = 0) const;

  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t hash;
    std::int64_t offset;  // 0: free; the header lies there
  };
  static void put(std::vector<Slot>& slots, Slot slot);
  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace uq::studies
