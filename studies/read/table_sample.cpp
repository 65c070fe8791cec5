#include "studies/read/keys.hpp"
#include "studies/read/read_table.hpp"
#include "uq/sensitivity/rank_correlation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace uq::studies {

std::optional<ReadLaw> table_law(const Node& law,
                                 const ReadTable& table,
                                 Index at,
                                 const std::string& folder,
                                 Diagnostics& diagnostics) {
  const InputVariable& input = table.model.inputs()[static_cast<std::size_t>(at)];
  const CsvColumn& column = table.file.columns[table.inputs[static_cast<std::size_t>(at)]];
  const Node::Entry* dist = law.find("dist");
  const bool own =
      dist == nullptr || (dist->value.is_string() && dist->value.string() == "empirical" &&
                          law.find("values") == nullptr && law.find("file") == nullptr);
  if (!own) {
    return read_law(law, input, folder, diagnostics);
  }
  check_keys(law, {"dist"}, "an input of a table that has its column's law", diagnostics);
  std::vector<double> values;
  std::copy_if(
      column.values.begin(), column.values.end(), std::back_inserter(values), [](double value) {
        return std::isfinite(value);
      });
  if (values.empty()) {
    diagnostics.error(
        "U433",
        fmt::format("column `{}` of `{}` has no values", column.name, table.file.file),
        law.place);
    return {};
  }
  ReadLaw result;
  result.law.law = empirical(std::move(values));
  result.source = table.file.file + ", column " + column.name;
  return result;
}

double rows_of(const ReadTable& table) {
  return static_cast<double>(table.file.columns.front().values.size());
}

GivenTable given_table(const ReadTable& table, const Problem& problem) {
  const auto rows = static_cast<Index>(table.file.columns.front().values.size());
  auto sample = std::make_shared<Sample>(Sample{problem,
                                                Matrix(rows, problem.dims()),
                                                {},
                                                {},
                                                table.file.kind,
                                                table.file.replicates,
                                                table.file.no_draws});
  sample->status.assign(static_cast<std::size_t>(rows), RowStatus::ok);
  const auto take = [&](const std::vector<double>& cells, auto&& column) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      column[static_cast<Index>(k)] = cells[k];
      if (std::isnan(cells[k])) {
        sample->status[k] = RowStatus::missing;
      }
    }
  };
  for (Index j = 0; j < problem.dims(); ++j) {
    const auto input = static_cast<std::size_t>(problem.inputs[static_cast<std::size_t>(j)].column);
    take(table.file.columns[table.inputs[input]].values, sample->x.col(j));
  }
  for (const Index output : problem.outputs) {
    sample->y.emplace_back(rows);
    take(table.file.columns[table.outputs[static_cast<std::size_t>(output)]].values,
         sample->y.back());
  }
  Matrix spearman = sensitivity::rank_correlation(sample->x);
  return {table.file.file, table.file.sha256, std::move(sample), std::move(spearman)};
}

}  // namespace uq::studies
