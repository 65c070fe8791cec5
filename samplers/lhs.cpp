#include "samplers/lhs.hpp"

#include "samplers/cell_detail.hpp"
#include "samplers/permutation_detail.hpp"
#include "samplers/points_detail.hpp"
#include "uq/core/philox.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace uq::samplers {
namespace {

struct Column {
  detail::Permutation order;
  Seed places;  // draw k is the place of row k within its cell

  Column(Index rows, Seed stream)
      : order(static_cast<std::uint32_t>(rows), stream.child("order")), places(stream) {}
};

// Moves places within cells to where row's cells are (docs/methods/designs.md Eq. 12).
void place_in_cells(const Column& column,
                    const detail::Cells& cells,
                    Index row,
                    std::span<double> u) {
  std::array<std::uint32_t, detail::shuffled_size> order;  // a shuffle is done once
  for (std::size_t done = 0; done < u.size(); done += order.size()) {
    const std::size_t count = std::min(order.size(), u.size() - done);
    detail::permute(column.order,
                    static_cast<std::uint32_t>(row) + static_cast<std::uint32_t>(done),
                    std::span(order).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      u[done + i] = cells.place(static_cast<std::int32_t>(order[i]), u[done + i]);
    }
  }
}

}  // namespace

UnitPoints lhs(Index n, Index dims, Index replicates, LatinPlace place, Seed seed) {
  detail::check_replicates(n, replicates, detail::most_rows);
  expects(dims >= 0, "dims = " + std::to_string(dims) + ", must be 0 or more");
  const Index rows = n / replicates;
  std::vector<Column> columns;
  columns.reserve(static_cast<std::size_t>(replicates * dims));
  for (Index r = 0; r < replicates; ++r) {
    const Seed replicate = seed.child("lhs", static_cast<std::uint64_t>(r));
    for (Index j = 0; j < dims; ++j) {
      columns.emplace_back(rows, replicate.child("dimension", static_cast<std::uint64_t>(j)));
    }
  }
  return detail::replicated_points(
      n,
      dims,
      replicates,
      [columns = std::move(columns), cells = detail::Cells(static_cast<double>(rows)), place](
          Index at, Index row, std::span<double> u) {
        const Column& column = columns[static_cast<std::size_t>(at)];
        if (place == LatinPlace::random) {
          philox_uniforms(column.places, static_cast<std::uint64_t>(row), u);
        } else {
          std::fill(u.begin(), u.end(), 0.5);
        }
        place_in_cells(column, cells, row, u);
      });
}

}  // namespace uq::samplers
