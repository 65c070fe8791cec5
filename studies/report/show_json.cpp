#include "studies/report/show.hpp"
#include "studies/report/view.hpp"
#include "studies/store/layout.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace uq::studies {

namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN and no infinity: "no value" is null, an open bound a text.
Json number(double value) {
  if (std::isinf(value)) {
    return value > 0 ? "Infinity" : "-Infinity";
  }
  return std::isnan(value) ? Json() : Json(value);
}

Json attributes(const Attributes& list) {
  Json result = Json::object();
  for (const auto& [name, value] : list) {
    if (const auto* real = std::get_if<double>(&value)) {
      result[name] = number(*real);
    } else if (const auto* reals = std::get_if<std::vector<double>>(&value)) {
      result[name] = Json::array();
      for (const double entry : *reals) {
        result[name].push_back(number(entry));
      }
    } else {
      std::visit([&, key = name](const auto& other) { result[key] = other; }, value);
    }
  }
  return result;
}

Json cell(const Variable& variable, std::size_t position) {
  if (is_text(variable)) {
    return variable.text[position];
  }
  const double value = variable.data.data[position];
  return variable.storage == Storage::float64 ? number(value)
                                              : Json(static_cast<std::int64_t>(value));
}

// Nested lists, one level per dimension.
Json values(const Dataset& dataset, const Variable& variable, std::size_t axis, std::size_t& next) {
  if (axis == variable.dims.size()) {
    return cell(variable, next++);
  }
  Json list = Json::array();
  for (Index i = 0; i < extent(*dataset.dim(variable.dims[axis])); ++i) {
    list.push_back(values(dataset, variable, axis + 1, next));
  }
  return list;
}

Json coordinates(const Dataset& dataset) {
  Json result = Json::object();
  for (const Dimension& dimension : dataset.dims) {
    if (!dimension.labels.empty()) {
      result[dimension.name] = dimension.labels;
    } else if (!dimension.values.empty()) {
      result[dimension.name] = Json::array();
      for (const double value : dimension.values) {
        result[dimension.name].push_back(number(value));
      }
    }
  }
  return result;
}

Json body(const Dataset& dataset) {
  Json result{{"attributes", attributes(dataset.attributes)},
              {"coordinates", coordinates(dataset)},
              {"variables", Json::object()}};
  for (const Variable& variable : dataset.variables) {
    std::size_t next = 0;
    Json entry{
        {"dims", variable.dims}, {"units", variable.units}, {"long_name", variable.long_name}};
    if (!variable.flag_meanings.empty()) {
      entry["flag_meanings"] = variable.flag_meanings;
    }
    entry["values"] = values(dataset, variable, 0, next);
    result["variables"][variable.name] = std::move(entry);
  }
  return result;
}

}  // namespace

std::string show_json(const ResultFile& file, const std::string& analysis) {
  Json result{{"attributes", attributes(file.attributes)},
              {"inputs", Json::object()},
              {"analyses", Json::array()}};
  if (const Dataset* inputs = file.group("inputs"); inputs != nullptr) {
    result["inputs"] = body(*inputs);
  }
  for (const Dataset* dataset : analyses(file, analysis)) {
    Json entry{{"name", analysis_name(*dataset)}};
    entry.update(body(*dataset));
    result["analyses"].push_back(std::move(entry));
  }
  return result.dump(2) + "\n";
}

}  // namespace uq::studies
