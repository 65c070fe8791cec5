#include "studies/report/diff.hpp"
#include "studies/report/show.hpp"
#include "studies/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

using Json = nlohmann::ordered_json;

std::string place_text(const Difference& difference) {
  std::string text;
  for (const auto& [dimension, label] : difference.where) {
    const bool named = dimension != "output" && dimension != "input" && dimension != "group" &&
                       dimension != "input2" && dimension != "group2";
    text += (text.empty() ? "" : ", ") + (named ? dimension + " = " : "") + label;
  }
  return text;
}

double finite(double value) {
  return std::isfinite(value) ? std::abs(value) : 0;
}

std::string figure_text(const Figure& figure, const Scale& scale) {
  if (std::isnan(figure.value)) {
    return "undefined";
  }
  const std::string number = figure.has_interval() ? with_interval(figure.value / scale.divisor,
                                                                   figure.lo / scale.divisor,
                                                                   figure.hi / scale.divisor)
                                                   : plain(figure.value / scale.divisor);
  return scale.with_unit(number);
}

std::string rows_text(const std::vector<Difference>& differences) {
  Table table;
  table.row({"analysis", "figure", "of", "first", "second", "difference", "allowed"});
  for (const Difference& d : differences) {
    const Scale scale = scale_for(std::max(finite(d.a.value), finite(d.b.value)),
                                  d.a.unit.empty() ? "1" : d.a.unit);
    std::vector<std::string> row{
        d.analysis, d.name, place_text(d), figure_text(d.a, scale), figure_text(d.b, scale)};
    if (!d.reason.empty()) {
      row.push_back(d.reason);
    } else {
      row.push_back(scale.with_unit(plain(d.size / scale.divisor)));
      row.push_back(std::isnan(d.allowed) ? "-"
                                          : scale.with_unit(plain(d.allowed / scale.divisor)));
    }
    table.row(std::move(row));
  }
  return table.text();
}

Json number(double value) {
  if (std::isinf(value)) {
    return value > 0 ? "Infinity" : "-Infinity";
  }
  return std::isnan(value) ? Json() : Json(value);
}

Json figure_json(const Figure& figure) {
  Json json{{"value", number(figure.value)}, {"lo", number(figure.lo)}, {"hi", number(figure.hi)}};
  if (!figure.reason.empty()) {
    json["reason"] = figure.reason;
  }
  return json;
}

Json rows_json(const std::vector<Difference>& differences) {
  Json rows = Json::array();
  for (const Difference& d : differences) {
    Json row{{"analysis", d.analysis}, {"figure", d.name}};
    for (const auto& [dimension, label] : d.where) {
      row["at"][dimension] = label;
    }
    row["unit"] = d.a.unit;
    row["first"] = figure_json(d.a);
    row["second"] = figure_json(d.b);
    row["difference"] = number(d.size);
    row["allowed"] = number(d.allowed);
    if (!d.reason.empty()) {
      row["reason"] = d.reason;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  std::string text;
  if (!comparison.beyond.empty()) {
    text += "beyond\n" + rows_text(comparison.beyond) + "\n";
  }
  if (!comparison.missing.empty()) {
    Table table;
    for (const std::string& line : comparison.missing) {
      table.row({line});
    }
    text += "missing\n" + table.text() + "\n";
  }
  if (!comparison.unjudged.empty()) {
    text += "different, but without intervals to judge by (--tolerance R judges them)\n" +
            rows_text(comparison.unjudged) + "\n";
  }
  return text + fmt::format("{} figures compared, {} with intervals: {} beyond, {} missing\n",
                            comparison.compared,
                            comparison.with_interval,
                            comparison.beyond.size(),
                            comparison.missing.size());
}

std::string comparison_json(const Comparison& comparison) {
  const Json json{{"compared", comparison.compared},
                  {"with_interval", comparison.with_interval},
                  {"beyond", rows_json(comparison.beyond)},
                  {"missing", comparison.missing},
                  {"unjudged", rows_json(comparison.unjudged)}};
  return json.dump(2) + "\n";
}

}  // namespace uq::studies
