#include "studies/report/surrogate_view.hpp"
#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"
#include "studies/store/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace uq::studies {

namespace {

constexpr std::size_t most_terms = 8;
constexpr double least_share = 0.0005;  ///< of the variance, for a term to be named

/// A row per output, a column per error.
std::string error_table(const View& view, const std::vector<Position>& outputs) {
  const std::vector<std::string> names{"q2", "rmse", "mape", "ape_p95", "ape_max", "rows", "terms"};
  Table table;
  std::vector<std::string> heading{"output"};
  heading.insert(heading.end(), names.begin(), names.end());
  table.row(std::move(heading));
  for (const Position& at : outputs) {
    std::vector<std::string> cells{view.label("output", at.at("output"))};
    if (const std::string why = view.text("undefined", at); !why.empty()) {
      cells.push_back("undefined: " + why);
    } else {
      for (const std::string& name : names) {
        const Variable* variable = view.dataset().variable(name);
        cells.push_back(variable == nullptr                     ? ""
                        : view.is_undefined(variable->name, at) ? "undefined"
                                                                : view.cell(*variable, at));
      }
    }
    table.row(std::move(cells));
  }
  return table.text();
}

/// The terms of an output with the largest shares of its expansion's variance: "x1^2 x3 (0.31)".
std::string largest_terms(const View& view, const Position& at) {
  const Variable* coefficients = view.dataset().variable("coefficient");
  const Dimension* terms = view.dataset().dim("term");
  if (coefficients == nullptr || terms == nullptr) {
    return {};
  }
  std::vector<std::pair<double, Index>> parts;
  double variance = 0;
  for (Index k = 0; k < extent(*terms); ++k) {
    Position cell = at;
    cell["term"] = k;
    const double c = view.number("coefficient", cell);
    if (!std::isnan(c) && view.label("term", k) != "1") {
      parts.emplace_back(std::abs(c), k);
    }
  }
  const auto largest = std::max_element(parts.begin(), parts.end());
  if (largest == parts.end() || largest->first == 0) {
    return {};
  }
  const double unit = largest->first;  // a square of 1e-200 is none
  for (const auto& [size, k] : parts) {
    variance += (size / unit) * (size / unit);
  }
  std::stable_sort(
      parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  std::size_t named = 0;
  for (std::size_t i = 0; i < std::min(parts.size(), most_terms); ++i) {
    const double share = (parts[i].first / unit) * (parts[i].first / unit) / variance;
    if (share < least_share) {
      break;
    }
    ++named;
    text += fmt::format(
        "{}{} ({:.3f})", i == 0 ? "" : ", ", view.label("term", parts[i].second), share);
  }
  return parts.size() > named ? text + fmt::format(", and {} smaller", parts.size() - named) : text;
}

}  // namespace

bool is_of_fit(const Dataset& dataset, const Variable& variable) {
  return attribute_text(dataset.attribute("method")) == "surrogate" &&
         variable.dims != std::vector<std::string>{"output"};
}

std::string surrogate_tables(const View& view) {
  const Dimension* outputs = view.dataset().dim("output");
  if (outputs == nullptr || view.dataset().variable("q2") == nullptr) {
    return generic_tables(view);
  }
  const std::vector<Position> all = view.positions({"output"});
  std::string text = fmt::format("  {} points ({}), errors of points it has not seen\n",
                                 attribute_text(view.dataset().attribute("points")),
                                 attribute_text(view.dataset().attribute("kind")));
  text += error_table(view, all);
  for (const Position& at : all) {
    if (const std::string terms = largest_terms(view, at); !terms.empty()) {
      const bool log = view.number("log", at) == 1;
      text += fmt::format("  {}{}, shares of the variance: {}\n",
                          log ? "ln " : "",
                          view.label("output", at.at("output")),
                          terms);
    }
  }
  return text;
}

}  // namespace uq::studies
