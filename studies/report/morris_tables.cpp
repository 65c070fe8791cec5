#include "studies/report/ranking_text.hpp"
#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace uq::studies {

namespace {

// What is to be known of one input beside its figures.
std::string remark(const View& view, const Position& row) {
  // "not sampled: …", "mu_star only: …": the reason in full is in the file.
  const std::string reason = view.text("remark", row);
  if (!reason.empty()) {
    return reason.substr(0, reason.find(':'));
  }
  return view.number("aliased", row) == 1 ? "too small: turns within a step" : "";
}

std::string effects_table(const View& view, const std::string& row_dim, const Position& at) {
  constexpr std::array columns{"mu_star", "mu", "sigma"};
  Table table;
  table.row({view.label("output", at.at("output")), "mu_star", "mu", "sigma", "unimportant"});
  if (!view.text("undefined", at).empty()) {
    table.row({"every " + row_dim, view.undefined("mu_star", at)});
    return table.text();
  }
  for (const Position& row : view.positions({row_dim}, at)) {
    std::vector<std::string> cells{view.label(row_dim, row.at(row_dim))};
    if (view.number("dead", row) == 1) {
      cells.emplace_back("dead: changes nothing");
      table.row(std::move(cells));
      continue;
    }
    for (const char* name : columns) {
      const Variable& column = *view.dataset().variable(name);
      cells.push_back(is_empty_by_design(view, column, row) ? "-"
                      : view.is_undefined(name, row)        ? "none"
                                                            : view.cell(column, row));
    }
    const double below = view.number("below", row);
    cells.push_back(std::isnan(below) ? "-" : fmt::format("{:.0f} %", 100 * below));
    if (std::string text = remark(view, row); !text.empty()) {
      cells.push_back(std::move(text));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string morris_tables(const View& view) {
  const Variable* first = view.dataset().variable("mu_star");
  if (first == nullptr || first->dims.size() != 2 || view.dataset().variable("mu") == nullptr ||
      view.dataset().variable("sigma") == nullptr) {
    return generic_tables(view);
  }
  const std::string row_dim = first->dims.back();
  std::string result;
  for (const Position& at : view.positions({"output"})) {
    result += result.empty() ? "" : "\n";
    result += effects_table(view, row_dim, at) + ranking_sentence(view, "mu_star", row_dim, at);
    if (const Variable* rows = view.dataset().variable("rows"); rows != nullptr) {
      result += "  trajectories  " + view.cell(*rows, at) + "\n";
    }
  }
  return result;
}

}  // namespace uq::studies
