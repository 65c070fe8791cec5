#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"

#include <vector>

namespace uq::studies {

namespace {

// Variables that share their dimensions, in the order of the file; intervals go with what they
// belong to.
std::vector<std::vector<const Variable*>> by_dimensions(const Dataset& dataset) {
  std::vector<std::vector<const Variable*>> groups;
  for (const Variable& variable : dataset.variables) {
    if (is_interval(dataset, variable) || is_silent(variable) || variable.name == "unit" ||
        variable.name == "undefined") {
      continue;
    }
    auto same = groups.begin();
    while (same != groups.end() && same->front()->dims != variable.dims) {
      ++same;
    }
    if (same == groups.end()) {
      groups.push_back({&variable});
    } else {
      same->push_back(&variable);
    }
  }
  return groups;
}

}  // namespace

std::string generic_tables(const View& view) {
  std::string result;
  for (const auto& group : by_dimensions(view.dataset())) {
    Table table;
    const auto& dims = group.front()->dims;
    std::vector<std::string> heading = dims;
    for (const Variable* variable : group) {
      heading.push_back(variable->name);
    }
    table.row(heading);
    for (const Position& at : view.positions(dims)) {
      std::vector<std::string> cells;
      for (const std::string& dim : dims) {
        cells.push_back(view.label(dim, at.at(dim)));
      }
      for (const Variable* variable : group) {
        cells.push_back(is_empty_by_design(view, *variable, at) ? "" : view.cell(*variable, at));
      }
      table.row(std::move(cells));
    }
    result += result.empty() ? "" : "\n";
    result += table.text();
  }
  return result;
}

}  // namespace uq::studies
