#include "studies/report/csv_cell.hpp"
#include "studies/report/show.hpp"
#include "studies/report/surrogate_view.hpp"
#include "studies/report/view.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

// Dimensions with a place of their own; any other is a setting with a column of its name.
const std::vector<std::string> fixed{
    "output", "input", "group", "bound", "probability", "threshold"};

std::vector<std::string> settings_of(const std::vector<const Dataset*>& chosen) {
  std::vector<std::string> settings;
  for (const Dataset* dataset : chosen) {
    for (const Variable& variable : dataset->variables) {
      for (const std::string& name : dims_without(variable, fixed)) {
        if (std::find(settings.begin(), settings.end(), name) == settings.end()) {
          settings.push_back(name);
        }
      }
    }
  }
  return settings;
}

std::string coordinate_cell(const View& view,
                            const Variable& variable,
                            const std::string& name,
                            const Position& at) {
  if (!has_dim(variable, name)) {
    return {};
  }
  const Dimension& dimension = *view.dataset().dim(name);
  const Index index = at.at(name);
  return dimension.values.empty() ? csv_text(view.label(name, index))
                                  : csv_number(dimension.values[static_cast<std::size_t>(index)]);
}

std::string quantity(const View& view, const Variable& variable, const Position& at) {
  std::string name = variable.name;
  if (has_dim(variable, "probability")) {
    const std::string quantile = quantile_name(view, at);
    name = name == "quantile" ? quantile : name + "(" + quantile + ")";
  }
  return csv_text(has_dim(variable, "threshold")
                      ? name + "(" + view.label("threshold", at.at("threshold")) + ")"
                      : name);
}

std::string value_cells(const View& view, const Variable& variable, const Position& at) {
  if (is_text(variable)) {
    return csv_text(view.text(variable.name, at)) + ",,,";
  }
  if (variable.storage == Storage::flags) {
    return csv_text(view.cell(variable, at)) + ",,,";
  }
  const auto [lo, hi] = interval_of(view, variable.name, at);
  return csv_number(view.number(variable.name, at)) + "," + csv_number(lo) + "," + csv_number(hi) +
         "," + csv_text(view.unit(variable, at));
}

std::string line(const View& view,
                 const Variable& variable,
                 const std::vector<std::string>& settings,
                 const Position& at) {
  std::string cells =
      csv_text(analysis_name(view.dataset())) + "," +
      coordinate_cell(view, variable, "output", at) + "," +
      coordinate_cell(view, variable, has_dim(variable, "group") ? "group" : "input", at) + ",";
  for (const std::string& name : settings) {
    cells += coordinate_cell(view, variable, name, at) + ",";
  }
  return cells + quantity(view, variable, at) + "," + value_cells(view, variable, at) + "\r\n";
}

}  // namespace

std::string show_csv(const ResultFile& file, const std::string& analysis) {
  const std::vector<const Dataset*> chosen = analyses(file, analysis);
  const std::vector<std::string> settings = settings_of(chosen);
  std::string text = "analysis,output,input,";
  for (const std::string& name : settings) {
    text += name + ",";
  }
  text += "quantity,value,lo,hi,unit\r\n";
  for (const Dataset* dataset : chosen) {
    const View view(*dataset);
    for (const Variable& variable : dataset->variables) {
      if (is_interval(*dataset, variable) || variable.name == "unit" ||
          is_of_fit(*dataset, variable)) {
        continue;
      }
      for (const Position& at : view.positions(variable.dims)) {
        const bool empty = is_text(variable) ? view.text(variable.name, at).empty()
                                             : is_empty_by_design(view, variable, at);
        text += empty ? "" : line(view, variable, settings, at);
      }
    }
  }
  return text;
}

}  // namespace uq::studies
