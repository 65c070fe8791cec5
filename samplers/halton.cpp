#include "samplers/halton.hpp"

#include "samplers/halton_kernel_detail.hpp"
#include "samplers/points_detail.hpp"
#include "uq/core/philox.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace uq::samplers {
namespace {

void check_dims(Index dims) {
  expects(dims >= 0 && dims <= max_halton_dims,
          "dims = " + std::to_string(dims) + ", must be 0 to " + std::to_string(max_halton_dims));
}

// Digits the numbers 0 … count - 1 have in a base.
Index digits_of(Index count, Index base) {
  Index digits = 0;
  for (Index cells = 1; cells < count; cells *= base) {
    ++digits;
  }
  return digits;
}

// Digits of `index`, `digits` of them, lowest first, read as one number with the lowest in front.
Index reversed(Index index, Index base, Index digits) {
  Index number = 0;
  for (; digits > 0; --digits, index /= base) {
    number = number * base + index % base;
  }
  return number;
}

// Exact, for the powers below 2^53 there are here.
double power(Index base, Index exponent) {
  double result = 1;
  for (; exponent > 0; --exponent) {
    result *= static_cast<double>(base);
  }
  return result;
}

// Random digits of one coordinate (docs/methods/designs.md Eq. 17): words 4k and 4k + 1 … 4k + 3 of
// the stream are the factor and the key of digit k.
void append_digits(std::uint32_t base, Seed stream, std::vector<detail::HaltonDigit>& all) {
  const auto words = detail::random_words<4 * std::size_t{30}>(stream);
  const auto digits = static_cast<std::size_t>(digits_of(detail::most_rows, base));
  for (std::size_t k = 0; k < digits; ++k) {
    const std::uint32_t* word = words.data() + 4 * k;
    all.push_back({1 + detail::below(base - 1, word[0]), {word[1], word[2], word[3]}});
  }
}

// The scramble of every column, and where its digits are.
struct Scramble {
  std::vector<std::uint32_t> bases;
  std::vector<std::size_t> starts;  // of dimension j within a replicate; then the digits of one
  std::vector<detail::HaltonDigit> digits;
  std::vector<Seed> places;  // draw k is the place of point k within its cell

  detail::HaltonColumn column(Index at) const {
    const auto j = static_cast<std::size_t>(at) % bases.size();
    const auto replicate = static_cast<std::size_t>(at) / bases.size();
    const std::size_t count = starts[j + 1] - starts[j];
    return {detail::Divisor(bases[j]),
            std::span(digits).subspan(replicate * starts.back() + starts[j], count),
            detail::Cells(power(bases[j], static_cast<Index>(count)))};
  }
};

}  // namespace

std::vector<std::uint32_t> primes(Index count) {
  expects(count >= 0, "a number of primes below 0");
  std::vector<std::uint32_t> found;
  found.reserve(static_cast<std::size_t>(count));
  const auto is_prime = [&](std::uint32_t candidate) {
    for (const std::uint32_t prime : found) {
      if (candidate % prime == 0) {
        return false;
      }
      if (prime * prime > candidate) {
        break;
      }
    }
    return true;
  };
  for (std::uint32_t candidate = 2; static_cast<Index>(found.size()) < count; ++candidate) {
    if (is_prime(candidate)) {
      found.push_back(candidate);
    }
  }
  return found;
}

void halton_raw(Index first, MutableMatrixRef u) {
  check_dims(u.cols());
  constexpr Index points = Index{1} << 39;  // b^m of an index below stays below 2^53 in every base
  expects(first >= 0 && first <= points - u.rows(),
          "first = " + std::to_string(first) + ", there are 2^39 points from 0 on");
  const std::vector<std::uint32_t> bases = primes(u.cols());
  for (Index j = 0; j < u.cols(); ++j) {
    const Index base = bases[static_cast<std::size_t>(j)];
    for (Index i = 0; i < u.rows(); ++i) {
      const Index digits = digits_of(first + i + 1, base);
      u(i, j) = static_cast<double>(reversed(first + i, base, digits)) / power(base, digits);
    }
  }
}

UnitPoints halton_points(Index n, Index dims) {
  check_dims(dims);
  detail::check_replicates(n, 1, detail::most_rows);
  return detail::replicated_points(
      n, dims, 1, [n, bases = primes(dims)](Index column, Index row, std::span<double> u) {
        const Index base = bases[static_cast<std::size_t>(column)];
        const Index digits = digits_of(n, base);
        const double cells = power(base, digits);
        for (double& x : u) {
          x = (static_cast<double>(reversed(row++, base, digits)) + 0.5) / cells;
        }
      });
}

UnitPoints scrambled_halton(Index n, Index dims, Index replicates, Seed seed) {
  check_dims(dims);
  detail::check_replicates(n, replicates, detail::most_rows);
  Scramble scramble;
  scramble.bases = primes(dims);
  scramble.starts.push_back(0);
  for (const std::uint32_t base : scramble.bases) {
    scramble.starts.push_back(scramble.starts.back() +
                              static_cast<std::size_t>(digits_of(detail::most_rows, base)));
  }
  scramble.digits.reserve(static_cast<std::size_t>(replicates) * scramble.starts.back());
  for (Index r = 0; r < replicates; ++r) {
    const Seed replicate = seed.child("halton", static_cast<std::uint64_t>(r));
    for (std::size_t j = 0; j < scramble.bases.size(); ++j) {
      const Seed stream = replicate.child("dimension", j);
      append_digits(scramble.bases[j], stream.child("digits"), scramble.digits);
      scramble.places.push_back(stream);
    }
  }
  return detail::replicated_points(
      n,
      dims,
      replicates,
      [scramble = std::move(scramble)](Index column, Index row, std::span<double> u) {
        static const detail::HaltonKernel kernel = detail::halton_kernels().front();
        philox_uniforms(
            scramble.places[static_cast<std::size_t>(column)], static_cast<std::uint64_t>(row), u);
        kernel.fill(scramble.column(column), static_cast<std::uint32_t>(row), u);
      });
}

}  // namespace uq::samplers
