#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"

#include <fmt/format.h>

#include <cmath>

namespace uq::studies {

namespace {

std::string outputs_table(const View& view) {
  Table table;
  std::vector<std::string> heading{"output"};
  std::vector<const Variable*> columns;
  for (const char* name : {"rows", "lost_share", "lowest", "highest"}) {
    const Variable* variable = view.dataset().variable(name);
    if (variable != nullptr && !is_silent(*variable)) {
      columns.push_back(variable);
      heading.emplace_back(name);
    }
  }
  table.row(std::move(heading));
  for (const Position& at : view.positions({"output"})) {
    std::vector<std::string> cells{view.label("output", at.at("output"))};
    for (const Variable* column : columns) {
      cells.push_back(view.cell(*column, at));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

/// How the rows fill the cube: one line each; why not where they are not to.
std::string spread(const View& view) {
  Table table;
  if (const std::string why = view.text("spread_undefined", {}); !why.empty()) {
    table.row({"discrepancy", "undefined: " + why});
  } else {
    const auto number = [&](const char* name) { return view.number(name, {}); };
    table.row({"discrepancy",
               fmt::format("{:.3g} (independent points: {:.3g})",
                           number("discrepancy"),
                           number("discrepancy_random"))});
    table.row({"min_distance", fmt::format("{:.3g}", number("min_distance"))});
  }
  double most = -1;
  std::string pair;
  for (const Position& at : view.positions({"input", "input2"})) {
    const double r = view.number("correlation", at);
    if (at.at("input") < at.at("input2") && std::abs(r) > most) {
      most = std::abs(r);
      pair = fmt::format("{:.2g} of {} and {}",
                         r,
                         view.label("input", at.at("input")),
                         view.label("input2", at.at("input2")));
    }
  }
  if (!pair.empty()) {
    table.row({"largest correlation", pair});
  }
  return table.text();
}

}  // namespace

std::string sample_tables(const View& view) {
  const Dataset& dataset = view.dataset();
  if (dataset.variable("rows") == nullptr || dataset.variable("correlation") == nullptr ||
      dataset.variable("discrepancy") == nullptr || dataset.dim("input2") == nullptr) {
    return generic_tables(view);
  }
  return outputs_table(view) + spread(view);
}

}  // namespace uq::studies
