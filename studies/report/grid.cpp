#include "studies/report/grid.hpp"

#include "studies/report/figures.hpp"
#include "studies/report/show.hpp"
#include "studies/report/surrogate_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace uq::studies {

namespace {

/// One column: a variable, at a probability or threshold where it has one.
struct Column {
  const Variable* variable;
  Position at;  ///< of probability and threshold
};

/// Columns that share their rows.
struct Block {
  std::vector<std::string> dims;  ///< of the rows
  bool per_output;
  std::vector<Column> columns;
};

bool is_shown(const Dataset& dataset, const Variable& variable) {
  const bool unit = variable.name == "unit" || variable.name.ends_with("_unit");
  return !unit && !is_silent(variable) && variable.name != "undefined" &&
         !variable.name.ends_with("_undefined") && !has_dim(variable, "bound") &&
         !is_interval(dataset, variable) && !is_of_fit(dataset, variable);
}

std::vector<Block> blocks_of(const View& view) {
  std::vector<Block> blocks;
  for (const Variable& variable : view.dataset().variables) {
    if (!is_shown(view.dataset(), variable)) {
      continue;
    }
    const std::vector<std::string> dims =
        dims_without(variable, {"output", "probability", "threshold"});
    const bool per_output = has_dim(variable, "output");
    auto same = std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) {
      return block.dims == dims && block.per_output == per_output;
    });
    if (same == blocks.end()) {
      same = blocks.insert(blocks.end(), {dims, per_output, {}});
    }
    std::vector<std::string> own;
    for (const char* name : {"probability", "threshold"}) {
      if (has_dim(variable, name)) {
        own.emplace_back(name);
      }
    }
    for (const Position& at : view.positions(own)) {
      same->columns.push_back({&variable, at});
    }
  }
  return blocks;
}

Position joined(Position row, const Column& column) {
  row.insert(column.at.begin(), column.at.end());
  return row;
}

bool is_plain(const Variable& variable) {
  return is_text(variable) || variable.storage != Storage::float64;
}

/// The scale all cells of a column share, when they have one unit.
std::optional<Scale> scale_of(const View& view,
                              const Column& column,
                              const std::vector<Position>& rows) {
  std::optional<std::string> unit;
  double largest = 0;
  for (const Position& row : rows) {
    const Figure cell = figure(view, *column.variable, joined(row, column));
    if (unit && *unit != cell.unit) {
      return {};
    }
    unit = cell.unit;
    largest = std::isfinite(cell.value) ? std::max(largest, std::abs(cell.value)) : largest;
  }
  return scale_for(largest, unit.value_or("1"));
}

GridCell cell_of(const View& view,
                 const Column& column,
                 const Position& row,
                 const std::optional<Scale>& shared) {
  const Position at = joined(row, column);
  if (is_empty_by_design(view, *column.variable, at)) {
    return {};
  }
  if (is_plain(*column.variable)) {
    return {view.cell(*column.variable, at), column.variable->storage == Storage::int64};
  }
  const Figure cell = figure(view, *column.variable, at);
  if (std::isnan(cell.value)) {
    // Without a reason it is no failure: a figure that is not there, like the place of no kink.
    return {cell.reason == no_reason ? "-" : "undefined: " + cell.reason};
  }
  const Scale scale = shared ? *shared : scale_for(std::abs(cell.value), cell.unit);
  const std::string number = cell.has_interval() ? with_interval(cell.value / scale.divisor,
                                                                 cell.lo / scale.divisor,
                                                                 cell.hi / scale.divisor)
                                                 : plain(cell.value / scale.divisor);
  return {shared ? number : scale.with_unit(number), true};
}

std::string with_bracketed_unit(const std::string& name, const Scale& scale) {
  return scale.unit.empty() ? name : name + " [" + scale.unit + "]";
}

/// Figures that have nothing but an output, or not even that: a row for each.
Grid list(const View& view, const Block& block, const Position& output) {
  Grid grid{.title = {}, .headings = {{"figure"}, {"value"}}, .rows = {}, .note = {}};
  for (const Column& column : block.columns) {
    const std::string name = figure_name(view, *column.variable, joined(output, column));
    if (const GridCell cell = cell_of(view, column, output, {}); !cell.text.empty()) {
      grid.rows.push_back({{name}, cell});
    }
  }
  return grid;
}

Grid table(const View& view, const Block& block, const Position& output) {
  Grid grid;
  for (const std::string& dim : block.dims) {
    grid.headings.push_back({dim});
  }
  const std::vector<Position> positions = view.positions(block.dims, output);
  if (positions.size() > static_cast<std::size_t>(most_rows)) {
    grid.note = fmt::format("{} rows: in the result file", positions.size());
    return grid;
  }
  grid.rows.resize(positions.size());
  for (std::size_t r = 0; r < positions.size(); ++r) {
    for (const std::string& dim : block.dims) {
      grid.rows[r].push_back({view.label(dim, positions[r].at(dim))});
    }
  }
  for (const Column& column : block.columns) {
    const bool plain_cells = is_plain(*column.variable);
    const std::optional<Scale> scale =
        plain_cells || positions.empty() ? std::nullopt : scale_of(view, column, positions);
    std::vector<GridCell> cells;
    for (const Position& row : positions) {
      cells.push_back(cell_of(view, column, row, scale));
    }
    if (std::all_of(cells.begin(), cells.end(), [](const GridCell& c) { return c.text.empty(); })) {
      continue;  // the exceedance of another output's threshold
    }
    const std::string name = figure_name(view, *column.variable, joined(positions.front(), column));
    grid.headings.push_back({scale ? with_bracketed_unit(name, *scale) : name});
    for (std::size_t r = 0; r < cells.size(); ++r) {
      grid.rows[r].push_back(std::move(cells[r]));
    }
  }
  const std::size_t lead = block.dims.size();
  std::erase_if(grid.rows, [&](const std::vector<GridCell>& row) {  // S2 of an input with itself
    return std::all_of(row.begin() + static_cast<std::ptrdiff_t>(lead),
                       row.end(),
                       [](const GridCell& cell) { return cell.text.empty(); });
  });
  return grid;
}

}  // namespace

std::vector<Grid> grids(const Dataset& analysis) {
  const View view(analysis);
  std::vector<Grid> all;
  const std::vector<Block> blocks = blocks_of(view);
  const auto add = [&](const Block& block, const Position& at, const std::string& title) {
    Grid grid = block.dims.empty() ? list(view, block, at) : table(view, block, at);
    grid.title = title;
    if (!grid.rows.empty() || !grid.note.empty()) {
      all.push_back(std::move(grid));
    }
  };
  if (analysis.dim("output") != nullptr) {
    for (const Position& output : view.positions({"output"})) {
      for (const Block& block : blocks) {
        if (block.per_output) {
          add(block, output, view.label("output", output.at("output")));
        }
      }
    }
  }
  for (const Block& block : blocks) {
    if (!block.per_output) {
      add(block, {}, "");
    }
  }
  return all;
}

}  // namespace uq::studies
