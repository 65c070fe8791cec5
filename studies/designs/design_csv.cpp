#include "studies/designs/design_csv.hpp"

#include "studies/report/csv_cell.hpp"

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

/// A value of an input as a cell: the name of a category, else the number.
std::string cell(const DesignColumn& column, double value) {
  const bool named = value >= 0 && value < static_cast<double>(column.categories.size());
  return named ? csv_text(column.categories[static_cast<std::size_t>(value)]) : csv_number(value);
}

}  // namespace

std::vector<DesignColumn> input_columns(const Problem& problem) {
  std::vector<DesignColumn> columns;
  for (const UncertainInput& input : problem.inputs) {
    columns.push_back({input.name,
                       input.unit,
                       problem.model.inputs()[static_cast<std::size_t>(input.column)].categories});
  }
  return columns;
}

std::vector<DesignColumn> output_columns(const Problem& problem) {
  std::vector<DesignColumn> columns;
  for (const Index output : problem.outputs) {
    const OutputVariable& variable = problem.model.outputs()[static_cast<std::size_t>(output)];
    columns.push_back({variable.name, variable.unit});
  }
  return columns;
}

std::string heading(const DesignColumn& column) {
  return column.unit.empty() || column.unit == "1" ? column.name
                                                   : column.name + " [" + column.unit + "]";
}

std::string row_heading(const std::vector<DesignColumn>& inputs,
                        const std::vector<DesignColumn>& outputs) {
  std::string name = "row";
  const auto is_taken = [&](const std::vector<DesignColumn>& columns) {
    return std::any_of(columns.begin(), columns.end(), [&](const DesignColumn& column) {
      return heading(column) == name || column.name == name;
    });
  };
  while (is_taken(inputs) || is_taken(outputs)) {
    name += "_";
  }
  return name;
}

std::string design_csv(const std::vector<DesignColumn>& inputs,
                       const std::vector<DesignColumn>& outputs,
                       const NdArray& x,
                       const NdArray& y,
                       const std::string& hash,
                       const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) {
    text += "# " + note + "\n";
  }
  text += design_line + hash + "\n" + csv_text(row_heading(inputs, outputs));
  for (const auto* columns : {&inputs, &outputs}) {
    for (const DesignColumn& column : *columns) {
      text += "," + csv_text(heading(column));
    }
  }
  text += "\n";
  const std::size_t d = inputs.size();
  const std::size_t q = outputs.size();
  const std::size_t n = d == 0 ? 0 : x.data.size() / d;
  for (std::size_t k = 0; k < n; ++k) {
    text += std::to_string(k);
    for (std::size_t j = 0; j < d; ++j) {
      text += "," + cell(inputs[j], x.data[k * d + j]);
    }
    for (std::size_t o = 0; o < q; ++o) {
      text += ",";
      text += y.data.empty() ? "" : csv_number(y.data[k * q + o]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace uq::studies
