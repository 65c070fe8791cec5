#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace uq::studies {

namespace {

// One figure of the band: a variable at a probability, a threshold, or as it is.
struct Figure {
  std::string heading;
  const Variable* variable;
  Position at;
  bool in_unit_of_output;
};

bool is_everywhere_empty(const View& view,
                         const Figure& figure,
                         const std::vector<Position>& settings) {
  return std::all_of(settings.begin(), settings.end(), [&](const Position& setting) {
    Position at = setting;
    at.insert(figure.at.begin(), figure.at.end());
    return is_empty_by_design(view, *figure.variable, at);
  });
}

std::vector<Figure> figures_of(const View& view, const std::vector<Position>& settings) {
  std::vector<Figure> figures;
  for (const Variable& variable : view.dataset().variables) {
    if (is_text(variable) || is_interval(view.dataset(), variable) || has_dim(variable, "bound") ||
        !has_dim(variable, "output") || is_silent(variable)) {
      continue;
    }
    std::vector<std::string> own;
    for (const std::string name : {"probability", "threshold"}) {
      if (has_dim(variable, name)) {
        own.push_back(name);
      }
    }
    const bool scaled = variable.storage == Storage::float64 && variable.units != "1";
    for (const Position& at : view.positions(own)) {
      std::string heading = variable.name;
      if (at.contains("probability") && variable.name == "quantile") {
        heading = quantile_name(view, at);
      } else if (at.contains("threshold") && variable.name == "exceedance") {
        const bool number = !view.dataset().dim("threshold")->values.empty();
        heading = (number ? "P(> " : "P(") + view.label("threshold", at.at("threshold")) + ")";
      }
      Figure figure{heading, &variable, at, scaled};
      if (!is_everywhere_empty(view, figure, settings)) {
        figures.push_back(std::move(figure));
      }
    }
  }
  return figures;
}

std::string cell(const View& view,
                 const Figure& figure,
                 const Position& setting,
                 const Scale& scale) {
  Position at = setting;
  at.insert(figure.at.begin(), figure.at.end());
  return view.cell(*figure.variable, at, figure.in_unit_of_output ? scale : Scale{});
}

// One scale for all settings of an output, so that a column can be read down.
Scale scale_of(const View& view, const Variable& mean, const std::vector<Position>& settings) {
  double largest = 0;
  for (const Position& at : settings) {
    const double value = std::abs(view.number(mean.name, at));
    largest = std::isfinite(value) ? std::max(largest, value) : largest;
  }
  return scale_for(largest, view.unit(mean, settings.front()));
}

bool is_undefined(const View& view, const std::vector<Figure>& figures, const Position& setting) {
  return std::all_of(figures.begin(), figures.end(), [&](const Figure& figure) {
    Position at = setting;
    at.insert(figure.at.begin(), figure.at.end());
    return figure.variable->storage != Storage::float64 ||
           view.is_undefined(figure.variable->name, at);
  });
}

std::string output_table(const View& view,
                         const Variable& mean,
                         const std::vector<std::string>& swept,
                         Index output) {
  const std::vector<Position> settings = view.positions(swept, {{"output", output}});
  if (settings.empty()) {
    return {};
  }
  const std::vector<Figure> figures = figures_of(view, settings);
  const Scale scale = scale_of(view, mean, settings);
  const std::string title =
      view.label("output", output) + (scale.unit.empty() ? "" : " [" + scale.unit + "]");
  Table table;
  if (swept.empty()) {
    for (const Figure& figure : figures) {
      table.row({figure.heading, cell(view, figure, settings.front(), scale)});
    }
    return "  " + printable(title) + "\n" + table.text();
  }
  std::vector<std::string> heading = swept;
  for (const Figure& figure : figures) {
    heading.push_back(figure.heading);
  }
  table.row(std::move(heading));
  for (const Position& setting : settings) {
    std::vector<std::string> cells;
    for (const std::string& name : swept) {
      cells.push_back(view.label(name, setting.at(name)));
    }
    if (is_undefined(view, figures, setting)) {
      cells.push_back(view.undefined("quantile", setting));
    } else {
      for (const Figure& figure : figures) {
        cells.push_back(cell(view, figure, setting, scale));
      }
    }
    table.row(std::move(cells));
  }
  return "  " + printable(title) + "\n" + table.text();
}

}  // namespace

std::string propagate_tables(const View& view) {
  const Variable* mean = view.dataset().variable("mean");
  if (mean == nullptr || !has_dim(*mean, "output")) {
    return generic_tables(view);
  }
  const std::vector<std::string> swept = dims_without(*mean, {"output"});
  std::string result;
  for (const Position& at : view.positions({"output"})) {
    result += result.empty() ? "" : "\n";
    result += output_table(view, *mean, swept, at.at("output"));
  }
  return result;
}

}  // namespace uq::studies
