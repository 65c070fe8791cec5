#include "studies/surrogates/exact_law.hpp"

#include "uq/core/error.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace uq::studies {

namespace {

using Json = nlohmann::json;

/// Names of the laws, in the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<Distribution::Law>> names{"uniform",
                                                                                     "loguniform",
                                                                                     "normal",
                                                                                     "lognormal",
                                                                                     "exponential",
                                                                                     "triangular",
                                                                                     "histogram",
                                                                                     "beta",
                                                                                     "gamma",
                                                                                     "weibull",
                                                                                     "student",
                                                                                     "logistic",
                                                                                     "pareto",
                                                                                     "gumbel",
                                                                                     "integer",
                                                                                     "discrete",
                                                                                     "empirical"};

// The parameters of each law, in the order of the text.
auto parts(Uniform& l) {
  return std::tie(l.lo, l.hi);
}
auto parts(Loguniform& l) {
  return std::tie(l.lo, l.hi);
}
auto parts(Normal& l) {
  return std::tie(l.mean, l.sd);
}
auto parts(Lognormal& l) {
  return std::tie(l.mean_log, l.sd_log);
}
auto parts(Exponential& l) {
  return std::tie(l.mean);
}
auto parts(Triangular& l) {
  return std::tie(l.lo, l.mode, l.hi);
}
auto parts(Histogram& l) {
  return std::tie(l.edges, l.weights);
}
auto parts(Beta& l) {
  return std::tie(l.alpha, l.beta, l.lo, l.hi);
}
auto parts(Gamma& l) {
  return std::tie(l.shape, l.scale);
}
auto parts(Weibull& l) {
  return std::tie(l.shape, l.scale);
}
auto parts(Student& l) {
  return std::tie(l.df, l.mean, l.scale);
}
auto parts(Logistic& l) {
  return std::tie(l.mean, l.scale);
}
auto parts(Pareto& l) {
  return std::tie(l.scale, l.shape);
}
auto parts(Gumbel& l) {
  return std::tie(l.mode, l.scale);
}
auto parts(Integer& l) {
  return std::tie(l.lo, l.hi);
}
auto parts(Discrete& l) {
  return std::tie(l.values, l.weights);
}
auto parts(Empirical& l) {
  return std::tie(l.values);
}

/// JSON has no infinity: null stands for the one at that end.
Json bound(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

double bound_from(const Json& json, double otherwise) {
  return json.is_null() ? otherwise : json.get<double>();
}

template <std::size_t K = 0>
Distribution::Law law_of(std::size_t which, const Json& parameters) {
  if constexpr (K == std::variant_size_v<Distribution::Law>) {
    throw InvalidArgument("no such law");
  } else {
    if (which != K) {
      return law_of<K + 1>(which, parameters);
    }
    std::variant_alternative_t<K, Distribution::Law> law{};
    std::size_t at = 0;
    std::apply(
        [&](auto&... part) {
          (parameters.at(at++).get_to<std::remove_reference_t<decltype(part)>>(part), ...);
        },
        parts(law));
    if (at != parameters.size()) {
      throw InvalidArgument("a law has too many parameters");
    }
    return law;
  }
}

}  // namespace

std::string exact_text(const Distribution& distribution) {
  Distribution::Law copy = distribution.law;
  Json parameters = Json::array();
  std::visit(
      [&](auto& law) {
        std::apply([&](const auto&... part) { (parameters.push_back(part), ...); }, parts(law));
      },
      copy);
  return Json{{"law", names[copy.index()]},
              {"parameters", std::move(parameters)},
              {"truncate", {bound(distribution.lower), bound(distribution.upper)}}}
      .dump();
}

Distribution law_from_text(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    const auto name = json.at("law").get<std::string>();
    std::size_t which = 0;
    while (which < names.size() && names[which] != name) {
      ++which;
    }
    Distribution distribution{law_of(which, json.at("parameters"))};
    const Json& truncation = json.at("truncate");
    distribution.lower = bound_from(truncation.at(0), distribution.lower);
    distribution.upper = bound_from(truncation.at(1), distribution.upper);
    if (const auto faults = check(distribution); !faults.empty()) {
      throw InvalidArgument("a law is none: " + faults.front().message);
    }
    return distribution;
  } catch (const Json::exception&) {
    throw InvalidArgument("the text of a law is none: " + text.substr(0, 100));
  }
}

}  // namespace uq::studies
