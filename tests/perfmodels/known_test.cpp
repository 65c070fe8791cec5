#include "perfmodels/builtin.hpp"
#include "perfmodels/known/exact.hpp"
#include "tests/perfmodels/evaluate_rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace uq;
using namespace uq::perfmodels;

namespace {

using Json = nlohmann::json;
using Numbers = std::vector<double>;

const Json& all_cases() {
  static const Json file = test::reference("known_functions.json");
  return file.at("cases");
}

/// A number or an array of numbers as a value of the configuration; other keys are no parameters.
Config config_of(const Json& params) {
  Config config;
  for (const auto& [key, value] : params.items()) {
    if (value.is_number_integer()) {
      config[key] = value.get<std::int64_t>();
    } else if (value.is_number()) {
      config[key] = value.get<double>();
    } else if (value.is_array()) {
      config[key] = value.get<Numbers>();
    }
  }
  return config;
}

/// The model of a case, and which of its outputs the case is about.
Model model_of(const Json& record) {
  static const std::map<std::string, Model (*)(const Config&)> models{
      {"ishigami", ishigami},
      {"sobol_g", g_function},
      {"sobol_g_star", g_star},
      {"poly_product", polynomial_product},
      {"linear", linear_function},
      {"bratley_k", bratley_k},
      {"bratley_b", bratley_b},
      {"friedman", friedman},
      {"wing_weight", wing_weight},
      {"morris20", morris20},
      {"oakley_ohagan_15", oakley_ohagan},
      {"lognormal_product", power_product},
      {"cantilever", cantilever},
      {"flood", flood},
      {"borehole", borehole},
      {"otl_circuit", otl_circuit},
      {"piston", piston}};
  Config config = config_of(record["params"]);
  for (const char* fixed : {"curved_inputs_zero_based", "a1", "a2", "a3", "M_rowmajor", "Hd"}) {
    config.erase(fixed);
  }
  if (record["function"] == "poly_product") {
    config["d"] = static_cast<std::int64_t>(record["S1"].size());
  }
  return models.at(record["function"])(config);
}

Index output_of(const Json& record) {
  return record["function"] == "flood" ? 1 : 0;
}

/// The closed form of a case's function; none when there is none.
std::optional<ExactIndices> exact_of(const Json& record) {
  const Json& p = record["params"];
  const std::string name = record["function"];
  const auto list = [&](const char* key) { return p[key].get<Numbers>(); };
  if (name == "ishigami") {
    return ishigami_exact(p["a"], p["b"]);
  }
  if (name == "sobol_g") {
    return g_function_exact(list("a"));
  }
  if (name == "sobol_g_star") {
    return g_star_exact(list("a"), list("alpha"));
  }
  if (name == "poly_product") {
    return polynomial_product_exact(static_cast<Index>(record["S1"].size()), p["c0"], p["c2"]);
  }
  if (name == "linear") {  // mean and variance of each law of linear-mixed-6, by hand
    const double m3 = 2, v3 = 1, v6 = 4;  // lognormal with mean 2, sd 1; exponential, mean 2
    return linear_exact(list("c"),
                        Numbers{0.5, 1, m3, 1.2 / 3, 2 * 2.0 / 7, 2},
                        Numbers{1.0 / 12, 0.16, v3, (0.04 + 1 - 0.2) / 18, 4 * 10.0 / 392, v6});
  }
  if (name == "bratley_k") {
    return bratley_k_exact(p["d"]);
  }
  if (name == "bratley_b") {
    return bratley_b_exact(p["d"]);
  }
  if (name == "friedman") {
    return friedman_exact(p["k12"], p["c3"], p["c4"], p["c5"]);
  }
  if (name == "wing_weight") {
    return wing_weight_exact();
  }
  if (name == "morris20") {
    return morris20_exact(p["b1"], p["b2"], p["b3"], p["b4"]);
  }
  if (name == "oakley_ohagan_15") {
    return oakley_ohagan_exact(0.5);
  }
  if (name == "lognormal_product") {
    Numbers mean_log;
    Numbers sd_log;
    for (const Json& input : record["inputs"]) {
      mean_log.push_back(input["mu"]);
      sd_log.push_back(input["sigma"]);
    }
    return power_product_exact(p["const"], list("exponents"), mean_log, sd_log);
  }
  if (name == "cantilever") {
    return cantilever_exact();
  }
  return {};
}

}  // namespace

TEST_CASE("known functions: meet every check point", "[known][reference]") {
  std::size_t points = 0;
  REQUIRE(all_cases().size() == 23);
  for (const auto& record : all_cases()) {
    const Model model = model_of(record);
    for (const auto& point : record["check_points"]) {
      const auto x = point["x"].get<Numbers>();
      CAPTURE(record["id"], x);
      const Matrix row = Eigen::Map<const Matrix>(x.data(), 1, static_cast<Index>(x.size()));
      REQUIRE(x.size() == model.inputs().size());
      const auto evaluated = test::evaluate_rows(model, row);
      CHECK(evaluated.status[0] == RowStatus::ok);
      // Some dozens of rounded operations, pow, sin and cos of libm included.
      const double y = test::number(point["y"]);
      CHECK(std::abs(evaluated.y(0, output_of(record)) - y) <= 1e-13 * std::abs(y));
      ++points;
    }
  }
  CHECK(points == 115);
}

TEST_CASE("known functions: exact moments and indices meet the reference", "[known][reference]") {
  std::size_t closed = 0;
  for (const auto& record : all_cases()) {
    CAPTURE(record["id"]);
    const std::optional<ExactIndices> exact = exact_of(record);
    if (!exact) {
      continue;
    }
    ++closed;
    const double mean = test::number(record["mean"]["v"]);
    const double variance = test::number(record["variance"]["v"]);
    const double tolerance = record["index_tol"];
    CHECK(std::abs(exact->mean - mean) <= 1e-14 * std::fmax(1, std::abs(mean)));
    CHECK(exact->variance == Approx(variance).epsilon(1e-14));
    REQUIRE(static_cast<std::size_t>(exact->first.size()) == record["S1"].size());
    for (Index i = 0; i < exact->first.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      CAPTURE(i);
      CHECK(std::abs(exact->first(i) - test::number(record["S1"][at])) <= tolerance);
      CHECK(std::abs(exact->total(i) - test::number(record["ST"][at])) <= tolerance);
    }
    REQUIRE(exact->second.rows() == exact->first.size());
    CHECK(exact->second == exact->second.transpose());
    CHECK(exact->second.diagonal().isZero(0));
    for (const auto& entry : record["S2"]) {
      CAPTURE(entry);
      CHECK(std::abs(exact->second(entry[0].get<Index>(), entry[1].get<Index>()) -
                     test::number(entry[2])) <= tolerance);
    }
  }
  CHECK(closed == 19);
}

TEST_CASE("g_function: tiny effects keep their digits", "[known][property]") {
  // For a -> infinity S_i = ST_i = 1/d to first order in V_i = 1/(3 a^2).
  const std::vector<double> a(4, 1e7);
  const ExactIndices exact = g_function_exact(a);
  CHECK(exact.variance == Approx(4 / (3 * std::pow(1 + 1e7, 2))).epsilon(1e-14));
  CHECK(exact.first(2) == Approx(0.25).epsilon(1e-14));
}

TEST_CASE("known functions: refuse what they cannot mean", "[known][unit]") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(ishigami({{"c", 1.0}}), ConfigError);
  CHECK_THROWS_WITH(ishigami({{"a", std::string("7")}}),
                    "`a` of model known/ishigami must be a number");
  CHECK_THROWS_AS(ishigami({{"b", infinity}}), ConfigError);
  CHECK_THROWS_AS(g_function({{"a", std::vector<double>{}}}), ConfigError);
  CHECK_THROWS_WITH(g_function({{"a", std::vector<double>{0, -0.5}}}),
                    "`a` of known/g_function holds -0.5");
  CHECK_THROWS_AS(ishigami_exact(infinity, 0), InvalidArgument);
  CHECK_THROWS_AS(g_function_exact(std::vector<double>{-1.0}), InvalidArgument);
  CHECK(g_function({}).inputs().size() == 8);
  CHECK(ishigami({{"a", std::int64_t{5}}}).id() == "known/ishigami(a=5, b=0.1)");
}
