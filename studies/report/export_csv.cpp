#include "studies/report/csv_cell.hpp"
#include "studies/report/export.hpp"
#include "studies/report/figures.hpp"
#include "studies/report/stamp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace uq::studies {

namespace {

/// Columns for dimensions that differ from file to file, beside fixed ones.
class DimensionColumns {
 public:
  explicit DimensionColumns(std::set<std::string> taken) : taken_(std::move(taken)) {}

  void add(const Dataset& dataset, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
        names_.push_back(name);
        std::string heading = name;
        while (!taken_.insert(heading).second) {
          heading += "_swept";  // a swept input may be called `unit`
        }
        headings_.push_back(heading);
        const Dimension& dimension = *dataset.dim(name);
        has_unit_.push_back(!dimension.values.empty());
      }
    }
  }

  std::string headings() const {
    std::string text;
    for (const std::string& heading : headings_) {
      text += csv_text(heading) + ",";
    }
    return text;
  }

  std::string unit_headings() const {
    std::string text;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      text += has_unit_[k] ? csv_text(headings_[k] + "_unit") + "," : "";
    }
    return text;
  }

  std::string cells(const View& view, const Position& at) const {
    std::string text;
    for (const std::string& name : names_) {
      const auto found = at.find(name);
      if (found != at.end()) {
        const Dimension& dimension = *view.dataset().dim(name);
        text += dimension.values.empty()
                    ? csv_text(view.label(name, found->second))
                    : csv_number(dimension.values[static_cast<std::size_t>(found->second)]);
      }
      text += ",";
    }
    return text;
  }

  std::string unit_cells(const View& view, const Position& at) const {
    std::string text;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      if (!has_unit_[k]) {
        continue;
      }
      const auto found = at.find(names_[k]);
      if (found != at.end()) {
        const Dimension& dimension = *view.dataset().dim(names_[k]);
        const std::string own = view.text(names_[k] + "_unit", {{names_[k], found->second}});
        text += csv_text(own.empty() ? dimension.units : own);
      }
      text += ",";
    }
    return text;
  }

 private:
  std::set<std::string> taken_;
  std::vector<std::string> names_, headings_;
  std::vector<bool> has_unit_;
};

std::string value_cells(const Figure& figure) {
  return csv_number(figure.value) + "," + csv_number(figure.lo) + "," + csv_number(figure.hi);
}

std::string heading_of(const std::string& name) {
  return name + "," + name + "_lo," + name + "_hi,";
}

/// Names of the quantiles of all bands, by probability.
std::map<double, std::string> all_quantiles(const std::vector<const Dataset*>& bands) {
  std::map<double, std::string> names;
  for (const Dataset* dataset : bands) {
    const View view(*dataset);
    const Dimension& dimension = *dataset->dim("probability");
    for (const Position& at : view.positions({"probability"})) {
      const auto k = static_cast<std::size_t>(at.at("probability"));
      const double probability =
          dimension.values.empty() ? static_cast<double>(k) : dimension.values[k];
      names.emplace(probability, quantile_name(view, at));
    }
  }
  return names;
}

/// Figures of one row by the name of their column.
std::map<std::string, Figure> figures_at(const View& view, const Position& setting) {
  std::map<std::string, Figure> row;
  const Dataset& dataset = view.dataset();
  for (const char* name : {"mean", "sd"}) {
    const Variable* variable = dataset.variable(name);
    const bool fits = variable != nullptr && is_figure(dataset, *variable) &&
                      std::all_of(variable->dims.begin(),
                                  variable->dims.end(),
                                  [&](const std::string& dim) { return setting.contains(dim); });
    if (fits) {
      row.emplace(name, figure(view, *variable, setting));
    }
  }
  for (const Position& at : view.positions({"probability"}, setting)) {
    row.emplace(quantile_name(view, at), figure(view, *quantiles(dataset), at));
  }
  return row;
}

}  // namespace

std::string bands_csv(const ResultFile& file) {
  std::vector<const Dataset*> bands;
  for (const Dataset* dataset : analyses(file, "")) {
    if (quantiles(*dataset) != nullptr) {
      bands.push_back(dataset);
    }
  }
  if (bands.empty()) {
    return {};
  }
  std::vector<std::string> columns{"mean"};
  for (const auto& [probability, name] : all_quantiles(bands)) {
    columns.push_back(name);
  }
  columns.emplace_back("sd");
  std::set<std::string> taken{"output", "unit", "analysis", "claim", "reason"};
  for (const std::string& name : columns) {
    taken.insert({name, name + "_lo", name + "_hi"});
  }
  DimensionColumns swept(std::move(taken));
  for (const Dataset* dataset : bands) {
    swept.add(*dataset, dims_without(*quantiles(*dataset), {"output", "probability"}));
  }
  std::string text = "output,unit," + swept.headings();
  for (const std::string& name : columns) {
    text += heading_of(name);
  }
  text += "analysis," + swept.unit_headings() + "claim,reason\r\n";
  for (const Dataset* dataset : bands) {
    const View view(*dataset);
    const Variable& quantile = *quantiles(*dataset);
    std::vector<std::string> dims = dims_without(quantile, {"output", "probability"});
    dims.insert(dims.begin(), "output");
    for (const Position& at : view.positions(dims)) {
      const std::map<std::string, Figure> row = figures_at(view, at);
      const std::string unit = row.begin()->second.unit;
      text += csv_text(view.label("output", at.at("output"))) + "," + csv_text(unit) + "," +
              swept.cells(view, at);
      std::string reason;
      for (const std::string& name : columns) {
        const auto found = row.find(name);
        text += (found == row.end() ? ",," : value_cells(found->second)) + ",";
        reason = reason.empty() && found != row.end() ? found->second.reason : reason;
      }
      text += csv_text(analysis_name(*dataset)) + "," + swept.unit_cells(view, at) +
              csv_text(claim_of(file)) + "," + csv_text(reason) + "\r\n";
    }
  }
  return text;
}

namespace {

/// Calls `each` for every variable of indices of every analysis.
void for_each_index(const ResultFile& file,
                    const std::function<void(const Dataset&, const Variable&)>& each) {
  for (const Dataset* dataset : analyses(file, "")) {
    for (const Variable& variable : dataset->variables) {
      if (is_index(*dataset, variable)) {
        each(*dataset, variable);
      }
    }
  }
}

const std::vector<std::string> placed{"output", "probability", "threshold"};

std::vector<std::string> further_dimensions(const Variable& index) {
  std::vector<std::string> rest = dims_without(index, placed);
  std::erase(rest, row_dimension(index));
  return rest;
}

}  // namespace

std::string indices_csv(const ResultFile& file) {
  DimensionColumns settings(
      {"analysis", "output", "input", "index", "value", "lo", "hi", "unit", "claim", "reason"});
  bool any = false;
  for_each_index(file, [&](const Dataset& dataset, const Variable& index) {
    settings.add(dataset, further_dimensions(index));
    any = true;
  });
  if (!any) {
    return {};
  }
  std::string text = "analysis,output,input,index,value,lo,hi,unit," + settings.headings() +
                     settings.unit_headings() + "claim,reason\r\n";
  for_each_index(file, [&](const Dataset& dataset, const Variable& index) {
    const View view(dataset);
    const std::string row = row_dimension(index);
    const std::vector<std::string> further = further_dimensions(index);
    for (const Position& at : view.positions(index.dims)) {
      if (is_empty_by_design(view, index, at)) {
        continue;
      }
      Position own;  // the settings alone: an input is no setting
      for (const std::string& name : further) {
        own[name] = at.at(name);
      }
      const Figure cell = figure(view, index, at);
      text += csv_text(analysis_name(dataset)) + "," +
              csv_text(view.label("output", at.at("output"))) + "," +
              csv_text(view.label(row, at.at(row))) + "," + csv_text(figure_name(view, index, at)) +
              "," + value_cells(cell) + "," + csv_text(cell.unit) + "," +
              settings.cells(view, own) + settings.unit_cells(view, own) +
              csv_text(claim_of(file)) + "," + csv_text(cell.reason) + "\r\n";
    }
  });
  return text;
}

}  // namespace uq::studies
