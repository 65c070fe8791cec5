#include "studies/read/table_file.hpp"

#include "studies/designs/placing.hpp"
#include "studies/foreign/sha256.hpp"
#include "studies/rows/design_hash.hpp"
#include "studies/store/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace uq::studies {

namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string text_attribute(const Dataset& dataset, const char* name) {
  const Attribute* attribute = dataset.attribute(name);
  const auto* text = attribute == nullptr ? nullptr : std::get_if<std::string>(attribute);
  return text == nullptr ? "" : *text;
}

PointKind kind_of(const std::string& sampler, bool saltelli) {
  return sampler.ends_with("lhs")         ? PointKind::lhs
         : sampler == "halton"            ? PointKind::halton
         : sampler == "sobol" || saltelli ? PointKind::sobol
                                          : PointKind::monte_carlo;
}

/// Why rows of a sampler are no draws, else empty.
std::string no_draws_of(const std::string& sampler) {
  const auto names = enum_names(Placing{});
  const auto found = std::find(names.begin(), names.end(), sampler);
  return found == names.end() ? "" : why_no_draws(static_cast<Placing>(found - names.begin()));
}

/// The sample of one analysis. The parts of a message that name the file are the caller's.
struct StoredSample {
  const Dataset& analysis;
  const Dataset& samples;

  /// Rows that follow the inputs' law: of a Saltelli design those of A and B, which come first.
  Index rows() const { return is_saltelli() ? 2 * base_rows() : all(); }
  Index all() const { return x().data.shape[0]; }
  Index base_rows() const {
    for (const char* name : {"n_reached", "n"}) {
      const Attribute* attribute = analysis.attribute(name);
      if (const auto* n = attribute == nullptr ? nullptr : std::get_if<std::int64_t>(attribute)) {
        return *n > 0 && *n <= all() / 2 ? static_cast<Index>(*n) : 0;
      }
    }
    return 0;
  }

  /// What is wrong with its arrays, which any file may hold, else empty.
  std::string fault() const {
    for (const auto& [name, second] : {std::pair{"x", "input"}, std::pair{"y", "output"}}) {
      const Variable* variable = samples.variable(name);
      const Dimension* names = samples.dim(second);
      if (variable == nullptr || names == nullptr) {
        return fmt::format("its samples have no `{}`", variable == nullptr ? name : second);
      }
      if (is_text(*variable) || variable->dims.size() < 2 || variable->dims[0] != "sample" ||
          variable->dims[1] != second || variable->data.shape.size() != variable->dims.size() ||
          names->labels.empty() ||
          static_cast<Index>(names->labels.size()) != variable->data.shape[1]) {
        return fmt::format(
            "`{0}` of its samples is not {0}(sample, {1}) with a name for each {1}", name, second);
      }
    }
    if (x().dims.size() != 2) {
      return "`x` of its samples has a third axis";
    }
    if (is_saltelli() && base_rows() == 0) {
      return "its `n` is missing, or more than its samples have";
    }
    return {};
  }
  bool is_saltelli() const { return text_attribute(analysis, "method") == "sobol"; }
  const Variable& x() const { return *samples.variable("x"); }
  const Variable& y() const { return *samples.variable("y"); }

  std::vector<double> column(const Variable& variable, Index at) const {
    const Index width = variable.data.shape[1];
    std::vector<double> values;
    for (Index row = 0; row < rows(); ++row) {
      const double value = variable.data.data[static_cast<std::size_t>(row * width + at)];
      values.push_back(std::isfinite(value) ? value : std::nan(""));
    }
    return values;
  }

  void append(const Variable& variable,
              const std::string& dimension,
              const std::string& unit_variable,
              TableFile& table) const {
    const Dimension* names = samples.dim(dimension);
    const Variable* units = samples.variable(unit_variable);
    for (std::size_t k = 0; k < names->labels.size(); ++k) {
      table.columns.push_back({names->labels[k], column(variable, static_cast<Index>(k)), {}});
      table.units.push_back(units != nullptr && k < units->text.size() ? units->text[k] : "");
    }
  }
};

TableFile read_result(const std::string& name, std::size_t colon, const std::string& folder) {
  const std::string file = name.substr(0, colon);
  const std::string analysis = name.substr(colon + 1);
  const std::string path = (std::filesystem::path(folder) / file).string();
  if (!std::filesystem::exists(path)) {
    throw CsvError(fmt::format("there is no file `{}`", file),
                   "the path is relative to the study file");
  }
  ResultFile result;
  try {
    result = read_untrusted(path);
  } catch (const IoError& error) {
    throw CsvError(error.what());
  }
  const Dataset* own = result.group("analysis/" + analysis);
  if (own == nullptr) {
    throw CsvError(fmt::format("`{}` has no analysis `{}`", file, analysis),
                   fmt::format("`uq show {}` lists them", file));
  }
  const std::string method = text_attribute(*own, "method");
  if (method == "morris" || method == "oat") {
    throw CsvError(
        fmt::format("the points of analysis `{}` of `{}` follow no law: they are steps of "
                    "method `{}`",
                    analysis,
                    file,
                    method),
        "take an analysis with method = \"propagate\"");
  }
  const Dataset* samples = result.group("analysis/" + analysis + "/samples");
  if (samples == nullptr) {
    throw CsvError(fmt::format("analysis `{}` of `{}` has no stored samples", analysis, file),
                   "run it with store_samples = true in [run]");
  }
  const StoredSample sample{*own, *samples};
  for (const std::string& fault :
       {design_fault(*samples), sample.fault(), outputs_fault(*samples)}) {
    if (!fault.empty()) {
      throw CsvError(fmt::format("analysis `{}` of `{}` is refused: {}", analysis, file, fault),
                     "run that study again");
    }
  }
  if (sample.y().data.shape.size() != 2) {
    throw CsvError(
        fmt::format(
            "analysis `{}` of `{}` is swept: its outputs are not one per row", analysis, file),
        "run it without `sweep`");
  }
  TableFile table;
  table.file = name;
  table.sha256 = sha256(bytes_of(path));
  table.kind = kind_of(text_attribute(*own, "sampler"), sample.is_saltelli());
  table.no_draws = no_draws_of(text_attribute(*own, "sampler"));
  sample.append(sample.x(), "input", "input_unit", table);
  sample.append(sample.y(), "output", "unit", table);
  return table;
}

}  // namespace

TableFile read_table_file(const std::string& name, const std::string& folder) {
  constexpr std::string_view mark = ".h5:";
  if (const auto at = name.rfind(mark); at != std::string::npos) {
    return read_result(name, at + mark.size() - 1, folder);
  }
  if (name.ends_with(".h5")) {
    throw CsvError(fmt::format("`{}` does not say whose samples are meant", name),
                   fmt::format("write \"{}:ANALYSIS\"", name));
  }
  const std::string path = (std::filesystem::path(folder) / name).string();
  TableFile table;
  table.file = name;
  table.columns = read_csv_table(name, path);
  table.units.resize(table.columns.size());
  table.sha256 = sha256(bytes_of(path));
  return table;
}

}  // namespace uq::studies
