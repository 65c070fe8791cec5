#include "studies/designs/design_csv.hpp"
#include "studies/report/export.hpp"
#include "studies/report/view.hpp"
#include "studies/rows/design_hash.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace uq::studies {

namespace {

std::string text_at(const Variable* variable, std::size_t at) {
  return variable != nullptr && at < variable->text.size() ? variable->text[at] : std::string();
}

/// Names of the values of an input; empty of numbers.
std::vector<std::string> categories_of(const ResultFile& file, const std::string& input) {
  const Dataset* inputs = file.group("inputs");
  const Dimension* names = inputs == nullptr ? nullptr : inputs->dim("input");
  if (names == nullptr) {
    return {};
  }
  const auto at = std::find(names->labels.begin(), names->labels.end(), input);
  const auto list = nlohmann::json::parse(
      text_at(inputs->variable("categories"), static_cast<std::size_t>(at - names->labels.begin())),
      nullptr,
      false);
  std::vector<std::string> categories;
  for (const auto& one : list.is_array() ? list : nlohmann::json::array()) {
    categories.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  }
  return categories;
}

std::vector<DesignColumn> columns_of(const Dataset& samples,
                                     const std::string& dimension,
                                     const char* unit) {
  std::vector<DesignColumn> columns;
  const std::vector<std::string>& names = samples.dim(dimension)->labels;
  for (std::size_t k = 0; k < names.size(); ++k) {
    columns.push_back({names[k], text_at(samples.variable(unit), k)});
  }
  return columns;
}

}  // namespace

std::vector<TextFile> design_files(const ResultFile& file) {
  std::vector<TextFile> files;
  for (const Dataset* analysis : analyses(file, "")) {
    const Dataset* samples = file.group(analysis->path + "/samples");
    if (attribute_text(analysis->attribute("method")) != "sample" || samples == nullptr ||
        !design_fault(*samples).empty() || !outputs_fault(*samples).empty()) {
      continue;
    }
    std::vector<DesignColumn> inputs = columns_of(*samples, "input", "input_unit");
    for (DesignColumn& input : inputs) {
      input.categories = categories_of(file, input.name);
    }
    std::string claim;
    for (const auto& [key, value] : file.attributes) {
      claim = key == "claim" ? attribute_text(&value) : claim;
    }
    const std::string name = analysis_name(*analysis);
    files.push_back({"designs/" + name + ".csv",
                     design_csv(inputs,
                                columns_of(*samples, "output", "unit"),
                                samples->variable("x")->data,
                                samples->variable("y")->data,
                                attribute_text(samples->attribute(design_attribute)),
                                {"design " + name, "claim = " + claim})});
  }
  return files;
}

}  // namespace uq::studies
