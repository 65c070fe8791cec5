#include "uq/sensitivity/order_detail.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace uq::sensitivity::detail {
namespace {

// Unsigned key with the order of the doubles: negative numbers are flipped, -0 becomes 0.
std::uint64_t key_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

struct Entry {
  std::uint64_t key;
  std::uint32_t position;
};

constexpr int digit_bits = 11;
constexpr int passes = 6;  // 66 bits hold the 64 of a key
constexpr std::size_t digits = std::size_t{1} << digit_bits;

std::size_t digit(std::uint64_t key, int pass) {
  return static_cast<std::size_t>(key >> (digit_bits * pass)) & (digits - 1);
}

// Least significant digit first; every pass keeps the order of equal digits.
void radix_sort(std::vector<Entry>& entries) {
  std::array<std::vector<std::uint32_t>, passes> counts;
  counts.fill(std::vector<std::uint32_t>(digits, 0));
  for (const Entry& entry : entries) {
    for (int pass = 0; pass < passes; ++pass) {
      ++counts[static_cast<std::size_t>(pass)][digit(entry.key, pass)];
    }
  }
  std::vector<Entry> other(entries.size());
  for (int pass = 0; pass < passes; ++pass) {
    std::vector<std::uint32_t>& place = counts[static_cast<std::size_t>(pass)];
    if (place[digit(entries.front().key, pass)] == entries.size()) {
      continue;  // one digit throughout
    }
    std::exclusive_scan(place.begin(), place.end(), place.begin(), std::uint32_t{0});
    for (const Entry& entry : entries) {
      other[place[digit(entry.key, pass)]++] = entry;
    }
    entries.swap(other);
  }
}

}  // namespace

std::vector<std::uint32_t> ascending(std::span<const double> values) {
  std::vector<Entry> entries(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    entries[k] = {key_of(values[k]), static_cast<std::uint32_t>(k)};
  }
  if (entries.size() > digits) {
    radix_sort(entries);
  } else {
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.key < b.key;
    });
  }
  std::vector<std::uint32_t> order(values.size());
  std::transform(
      entries.begin(), entries.end(), order.begin(), [](const Entry& e) { return e.position; });
  return order;
}

Vector midranks(std::span<const double> values, std::span<const std::uint32_t> order) {
  Vector ranks(static_cast<Index>(values.size()));
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && values[order[last]] == values[order[first]]) {
      ++last;
    }
    for (std::size_t k = first; k < last; ++k) {
      ranks[order[k]] = 0.5 * static_cast<double>(first + last + 1);
    }
    first = last;
  }
  return ranks;
}

}  // namespace uq::sensitivity::detail
