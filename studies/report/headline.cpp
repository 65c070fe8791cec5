#include "studies/report/headline.hpp"

#include "studies/report/figures.hpp"
#include "studies/report/show.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace uq::studies {

namespace {

using Cells = std::vector<std::pair<std::string, std::string>>;

std::string text_of(const Figure& figure) {
  if (std::isnan(figure.value)) {
    return "undefined: " + figure.reason;
  }
  const Scale scale = scale_for(std::abs(figure.value), figure.unit.empty() ? "1" : figure.unit);
  return scale.with_unit(figure.has_interval() ? with_interval(figure.value / scale.divisor,
                                                               figure.lo / scale.divisor,
                                                               figure.hi / scale.divisor)
                                               : plain(figure.value / scale.divisor));
}

/// Outer quantiles and the one nearest to the median, without repeats.
std::vector<Index> shown_quantiles(const Dimension& probability) {
  std::vector<Index> order(probability.values.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    order[k] = static_cast<Index>(k);
  }
  const auto value = [&](Index k) { return probability.values[static_cast<std::size_t>(k)]; };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return value(a) < value(b); });
  if (order.size() <= 3) {
    return order;
  }
  const Index middle = *std::min_element(order.begin(), order.end(), [&](Index a, Index b) {
    return std::abs(value(a) - 0.5) < std::abs(value(b) - 0.5);
  });
  std::vector<Index> shown{order.front(), middle, order.back()};
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  return shown;
}

Cells band_cells(const View& view, const Variable& quantile, const Position& output) {
  const std::vector<std::string> swept = dims_without(quantile, {"output", "probability"});
  std::vector<Position> settings = view.positions(swept, output);
  if (settings.size() > 2) {
    settings = {settings.front(), settings.back()};
  }
  Cells cells;
  for (const Position& setting : settings) {
    for (const Index k : shown_quantiles(*view.dataset().dim("probability"))) {
      Position at = setting;
      at["probability"] = k;
      const std::string where = setting_text(view, swept, at);
      cells.emplace_back(quantile_name(view, at) + (where.empty() ? "" : " at " + where),
                         text_of(figure(view, quantile, at)));
    }
  }
  return cells;
}

/// The index that ranks inputs best, of those an analysis has.
const Variable* ranking_index(const Dataset& dataset) {
  for (const char* name : {"ST", "S1", "mu_star", "shapley", "elasticity"}) {
    const Variable* variable = dataset.variable(name);
    if (variable != nullptr && is_index(dataset, *variable)) {
      return variable;
    }
  }
  const auto found = std::find_if(
      dataset.variables.begin(), dataset.variables.end(), [&](const Variable& variable) {
        return is_index(dataset, variable);
      });
  return found == dataset.variables.end() ? nullptr : &*found;
}

Cells index_cells(const View& view, const Variable& index, const Position& output) {
  const std::string row = row_dimension(index);
  const std::vector<std::string> settings = dims_without(index, {"output", row});
  std::optional<Position> top;
  for (const Position& setting : view.positions(settings, output)) {
    for (const Position& at : view.positions({row}, setting)) {
      const double value = std::abs(view.number(index.name, at));
      if (!std::isnan(value) && (!top || value > std::abs(view.number(index.name, *top)))) {
        top = at;
      }
    }
  }
  if (!top) {
    const std::vector<Position> all = view.positions(dims_without(index, {"output"}), output);
    return {{"top " + row, all.empty() ? "none" : text_of(figure(view, index, all.front()))}};
  }
  const std::string where = setting_text(view, settings, *top);
  return {{"top " + row, view.label(row, top->at(row)) + (where.empty() ? "" : " at " + where)},
          {index.name, text_of(figure(view, index, *top))}};
}

}  // namespace

std::vector<Headline> headlines(const ResultFile& file) {
  std::vector<Headline> found;
  for (const Dataset* dataset : analyses(file, "")) {
    const View view(*dataset);
    const Variable* bands = quantiles(*dataset);
    const Variable* index = bands == nullptr ? ranking_index(*dataset) : nullptr;
    if (bands == nullptr && index == nullptr) {
      continue;
    }
    for (const Position& output : view.positions({"output"})) {
      found.push_back({analysis_name(*dataset),
                       view.label("output", output.at("output")),
                       bands != nullptr ? band_cells(view, *bands, output)
                                        : index_cells(view, *index, output)});
    }
  }
  return found;
}

}  // namespace uq::studies
