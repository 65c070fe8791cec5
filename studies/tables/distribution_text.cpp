#include "studies/file/text_detail.hpp"
#include "studies/tables/distributions.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>
#include <variant>

namespace uq::studies {

namespace {

/// A law's name and its parameters under the keys of the study file.
struct Parts {
  std::string name;
  std::vector<std::pair<std::string, std::vector<double>>>
      parameters;  ///< scalars have one element
};

struct ToParts {
  Parts operator()(const Uniform& law) const {
    return {"uniform", {{"lo", {law.lo}}, {"hi", {law.hi}}}};
  }
  Parts operator()(const Loguniform& law) const {
    return {"loguniform", {{"lo", {law.lo}}, {"hi", {law.hi}}}};
  }
  Parts operator()(const Normal& law) const {
    return {"normal", {{"mean", {law.mean}}, {"sd", {law.sd}}}};
  }
  Parts operator()(const Lognormal& law) const {
    return {"lognormal", {{"mean_log", {law.mean_log}}, {"sd_log", {law.sd_log}}}};
  }
  Parts operator()(const Exponential& law) const { return {"exponential", {{"mean", {law.mean}}}}; }
  Parts operator()(const Triangular& law) const {
    return {"triangular", {{"lo", {law.lo}}, {"mode", {law.mode}}, {"hi", {law.hi}}}};
  }
  Parts operator()(const Histogram& law) const {
    return {"histogram", {{"edges", law.edges}, {"weights", law.weights}}};
  }
  Parts operator()(const Beta& law) const {
    return {"beta",
            {{"alpha", {law.alpha}}, {"beta", {law.beta}}, {"lo", {law.lo}}, {"hi", {law.hi}}}};
  }
  Parts operator()(const Gamma& law) const {
    return {"gamma", {{"shape", {law.shape}}, {"scale", {law.scale}}}};
  }
  Parts operator()(const Weibull& law) const {
    return {"weibull", {{"shape", {law.shape}}, {"scale", {law.scale}}}};
  }
  Parts operator()(const Student& law) const {
    return {"student", {{"df", {law.df}}, {"mean", {law.mean}}, {"scale", {law.scale}}}};
  }
  Parts operator()(const Logistic& law) const {
    return {"logistic", {{"mean", {law.mean}}, {"scale", {law.scale}}}};
  }
  Parts operator()(const Pareto& law) const {
    return {"pareto", {{"scale", {law.scale}}, {"shape", {law.shape}}}};
  }
  Parts operator()(const Gumbel& law) const {
    return {"gumbel", {{"mode", {law.mode}}, {"scale", {law.scale}}}};
  }
  Parts operator()(const Integer& law) const {
    return {"integer", {{"lo", {law.lo}}, {"hi", {law.hi}}}};
  }
  Parts operator()(const Discrete& law) const {
    return {"choice", {{"values", law.values}, {"weights", law.weights}}};
  }
  Parts operator()(const Empirical& law) const {
    constexpr std::size_t most_values = 1000;
    if (law.values.size() <= most_values) {
      return {"empirical", {{"values", law.values}}};
    }
    return {"empirical",
            {{"count", {static_cast<double>(law.values.size())}},
             {"lo", {law.values.front()}},
             {"hi", {law.values.back()}}}};
  }
};

/// A normal law cut on both sides is the study file's `truncnormal`.
bool is_truncnormal(const Distribution& distribution) {
  return std::holds_alternative<Normal>(distribution.law) && std::isfinite(distribution.lower) &&
         std::isfinite(distribution.upper);
}

Parts parts_of(const Distribution& distribution) {
  Parts parts = std::visit(ToParts{}, distribution.law);
  parts.name = is_truncnormal(distribution) ? "truncnormal" : parts.name;
  return parts;
}

bool is_truncated(const Distribution& distribution) {
  return std::isfinite(distribution.lower) || std::isfinite(distribution.upper);
}

nlohmann::ordered_json bound(double value) {
  if (std::isfinite(value)) {
    return value;
  }
  return value < 0 ? "-inf" : "inf";  // JSON has no infinity; the study file writes it so, too
}

bool is_list(const std::string& key) {
  return key == "edges" || key == "weights" || key == "values";
}

}  // namespace

std::string to_json(const Distribution& distribution) {
  const Parts parts = parts_of(distribution);
  nlohmann::ordered_json json{{"dist", parts.name}};
  for (const auto& [key, values] : parts.parameters) {
    if (is_list(key)) {
      json[key] = values;
    } else {
      json[key] = values.front();
    }
  }
  if (is_truncnormal(distribution)) {
    json["lo"] = distribution.lower;
    json["hi"] = distribution.upper;
  } else if (is_truncated(distribution)) {
    json["truncate"] = {bound(distribution.lower), bound(distribution.upper)};
  }
  return json.dump();
}

std::string to_text(const Distribution& distribution) {
  const Parts parts = parts_of(distribution);
  std::vector<std::string> arguments;
  for (const auto& [key, values] : parts.parameters) {
    if (!is_list(key)) {
      arguments.push_back(fmt::format("{} {}", key, number_text(values.front())));
    } else if (key != "weights") {
      arguments.push_back(key == "edges" ? fmt::format("{} bins", values.size() - 1)
                                         : fmt::format("{} values", values.size()));
      arguments.push_back(
          fmt::format("{} to {}", number_text(values.front()), number_text(values.back())));
    }
  }
  std::string text = fmt::format("{}({})", parts.name, joined(arguments));
  if (is_truncated(distribution)) {
    text += fmt::format(
        " on [{}, {}]", number_text(distribution.lower), number_text(distribution.upper));
  }
  return text;
}

}  // namespace uq::studies
