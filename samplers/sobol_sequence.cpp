#include "samplers/sobol_sequence.hpp"

#include "samplers/digital_kernel_detail.hpp"
#include "samplers/points_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace uq::samplers {
namespace {

constexpr double lowest_unit = 0x1p-54;  // contract C4: what 0 becomes

// Binary digits of the indices 0 … points - 1.
Index index_digits(Index points) {
  return static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(points) - 1));
}

// Digital sequences, one per replicate and dimension: column r * dims + j.
struct Net {
  Index digits;                           // directions a column has: enough for its last point
  std::vector<std::uint64_t> directions;  // [column * digits + bit]
  std::vector<std::uint64_t> shifts;      // [column]

  Net(Index points, Index columns)
      : digits(std::max<Index>(detail::tile_digits, index_digits(points))),
        directions(static_cast<std::size_t>(columns * digits)),
        shifts(static_cast<std::size_t>(columns)) {}

  std::span<std::uint64_t> column(Index j) {
    return std::span(directions)
        .subspan(static_cast<std::size_t>(j * digits), static_cast<std::size_t>(digits));
  }
};

UnitPoints points_of(Net net, Index n, Index dims, Index replicates) {
  return detail::replicated_points(
      n, dims, replicates, [net = std::move(net)](Index column, Index row, std::span<double> u) {
        static const detail::DigitalKernel kernel = detail::digital_kernels().front();
        kernel.fill({net.directions.data() + column * net.digits,
                     net.shifts[static_cast<std::size_t>(column)],
                     lowest_unit},
                    static_cast<std::uint64_t>(row),
                    u);
      });
}

// Replaces the leading directions v_0, v_1, … of a column by L v_0, L v_1, … with a random unit
// lower triangular L, and returns the digital shift (docs/methods/designs.md Eq. 6). Column c of L
// is draw c + 1, the shift draw 0, so more directions leave the earlier ones as they are.
std::uint64_t scramble(std::span<const std::uint64_t> plain,
                       std::span<std::uint64_t> scrambled,
                       Seed stream) {
  std::array<std::uint64_t, detail::digits + 1> draws;
  philox_bits(stream, 0, std::span(draws).first(scrambled.size() + 1));
  constexpr std::uint64_t top_digit = std::uint64_t{1} << (detail::digits - 1);
  for (std::size_t bit = 0; bit < scrambled.size(); ++bit) {
    std::uint64_t product = 0;
    for (std::size_t c = 0; c <= bit; ++c) {  // v_bit ends at digit `bit`
      const std::uint64_t diagonal = top_digit >> c;
      const std::uint64_t column = diagonal | (draws[c + 1] & (diagonal - 1));
      product ^= (plain[bit] & diagonal) != 0 ? column : 0;
    }
    scrambled[bit] = product;
  }
  return draws[0] >> (64 - detail::digits);
}

}  // namespace

void sobol_raw(const std::vector<std::uint64_t>& directions, Index first, MutableMatrixRef u) {
  constexpr auto stride = static_cast<std::size_t>(detail::digits);
  const auto dims = static_cast<Index>(directions.size() / stride);
  constexpr Index points = Index{1} << detail::digits;
  expects(u.cols() <= dims, std::to_string(u.cols()) + " columns of " + std::to_string(dims));
  expects(first >= 0 && first <= points - u.rows(),
          "first = " + std::to_string(first) + ", the sequence has 2^53 points from 0 on");
  for (Index j = 0; j < u.cols(); ++j) {
    detail::digital_kernels().front().fill(
        {directions.data() + static_cast<std::size_t>(j) * stride, 0, 0},
        static_cast<std::uint64_t>(first),
        {u.data() + j * u.outerStride(), static_cast<std::size_t>(u.rows())});
  }
}

UnitPoints sobol_points(Index n, Index dims) {
  expects(n >= 1 && n <= Index{1} << (detail::digits - 1),
          "n = " + std::to_string(n) + ", must be 1 to 2^52");
  const std::vector<std::uint64_t> plain = sobol_directions(dims);
  // Half a cell of the smallest net that holds the n points (Eq. 3): one more digit, always 1.
  const Index cell_digits = index_digits(n);
  const std::uint64_t half_cell = std::uint64_t{1} << (detail::digits - 1 - cell_digits);
  Net net(n, dims);
  for (Index j = 0; j < dims; ++j) {
    std::copy_n(plain.begin() + j * detail::digits, net.digits, net.column(j).begin());
  }
  std::fill(net.shifts.begin(), net.shifts.end(), half_cell);
  return points_of(std::move(net), n, dims, 1);
}

UnitPoints scrambled_sobol(Index n, Index dims, Index replicates, Seed seed) {
  detail::check_replicates(n, replicates, Index{1} << detail::digits);
  const std::vector<std::uint64_t> plain = sobol_directions(dims);
  Net net(n / replicates, replicates * dims);
  for (Index r = 0; r < replicates; ++r) {
    const Seed replicate = seed.child("scramble", static_cast<std::uint64_t>(r));
    for (Index j = 0; j < dims; ++j) {
      const Index column = r * dims + j;
      net.shifts[static_cast<std::size_t>(column)] =
          scramble(std::span(plain).subspan(static_cast<std::size_t>(j) * detail::digits),
                   net.column(column),
                   replicate.child("dimension", static_cast<std::uint64_t>(j)));
    }
  }
  return points_of(std::move(net), n, dims, replicates);
}

}  // namespace uq::samplers
