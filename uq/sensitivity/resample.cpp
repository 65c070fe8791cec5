#include "uq/core/philox.hpp"
#include "uq/sensitivity/resample_detail.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace uq::sensitivity::detail {
namespace {

// Draws of one stream, fetched in batches.
class Draws {
 public:
  static constexpr std::size_t batch = 128;

  Draws(Seed stream, std::uint64_t first) : stream_(stream), next_(first) {}

  const std::array<std::uint64_t, batch>& fetch() {
    philox_bits(stream_, next_, batch_);
    next_ += batch;
    used_ = 0;
    return batch_;
  }

  std::uint64_t one() {
    if (used_ == batch) {
      fetch();
    }
    return batch_[used_++];
  }

 private:
  Seed stream_;
  std::uint64_t next_;
  std::size_t used_ = batch;
  std::array<std::uint64_t, batch> batch_;
};

// The hits of chunks use draws 0 …, the rows of chunk c draws (c + 1) 2^32 …
constexpr std::uint64_t draws_of_chunk(Index chunk) {
  return static_cast<std::uint64_t>(chunk + 1) << 32;
}

// Number of heads of `tosses` fair coins.
Index fair_heads(Draws& draws, Index tosses) {
  Index heads = 0;
  for (; tosses >= 64; tosses -= 64) {
    heads += std::popcount(draws.one());
  }
  return tosses > 0 ? heads + std::popcount(draws.one() >> (64 - tosses)) : heads;
}

// Binomial with probability a / b, exact: each trial compares the binary digits of a uniform with
// those of a / b, and only trials undecided so far need another digit. Half of them drop out at
// each digit, so 2 bits per trial are used on average, one when a / b = 1/2.
Index binomial(Draws& draws, Index trials, Index a, Index b) {
  Index successes = 0;
  while (trials > 0 && a > 0) {
    a *= 2;
    const bool digit = a >= b;
    a -= digit ? b : 0;
    const Index ones = fair_heads(draws, trials);
    if (digit) {
      successes += trials - ones;  // a 0 below the digit 1: the uniform is smaller
      trials = ones;
    } else {
      trials -= ones;  // a 1 above the digit 0: larger
    }
  }
  return successes;
}

// Shares `total` hits among chunks of together `rows` rows by halves, each split binomial.
void split(Draws& draws, Index total, Index rows, std::span<Index> hits) {
  if (hits.size() == 1) {
    hits[0] = total;
    return;
  }
  const std::size_t half = hits.size() / 2;
  const Index left_rows = static_cast<Index>(half) * resample_chunk;
  const Index left = binomial(draws, total, left_rows, rows);
  split(draws, left, left_rows, hits.first(half));
  split(draws, total - left, rows - left_rows, hits.subspan(half));
}

}  // namespace

void draw_chunk_hits(Seed stream, Index n, std::span<Index> hits) {
  Draws draws(stream, 0);
  split(draws, n, n, hits);
}

void draw_counts(Seed stream, Index chunk, Index hits, std::span<double> counts) {
  std::fill(counts.begin(), counts.end(), 0.0);
  const auto size = counts.size();
  // A draw holds several row numbers of `bits` bits; numbers beyond the last row are skipped.
  const int bits = std::max(1, static_cast<int>(std::bit_width(size - 1)));
  const int per_draw = 64 / bits;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  Draws draws(stream, draws_of_chunk(chunk));
  while (hits > 0) {
    for (std::uint64_t word : draws.fetch()) {
      for (int k = 0; k < per_draw && hits > 0; ++k, word >>= bits) {
        const std::uint64_t row = word & mask;
        if (row < size) {
          counts[row] += 1;
          --hits;
        }
      }
    }
  }
}

}  // namespace uq::sensitivity::detail
