#include "perfmodels/builtin.hpp"
#include "perfmodels/known/exact.hpp"
#include "tests/perfmodels/evaluate_rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"

#include <cmath>
#include <limits>

using namespace uq;
using namespace uq::perfmodels;

namespace {

Model model_of(const nlohmann::json& record) {
  const auto& params = record["params"];
  if (record["function"] == "ishigami") {
    return ishigami({{"a", params["a"].get<double>()}, {"b", params["b"].get<double>()}});
  }
  return g_function({{"a", params["a"].get<std::vector<double>>()}});
}

ExactIndices exact_of(const nlohmann::json& record) {
  const auto& params = record["params"];
  if (record["function"] == "ishigami") {
    return ishigami_exact(params["a"], params["b"]);
  }
  return g_function_exact(params["a"].get<std::vector<double>>());
}

}  // namespace

TEST_CASE("known functions: meet every check point", "[known][reference]") {
  std::size_t points = 0;
  const nlohmann::json file = test::reference("known_functions.json");
  REQUIRE(file["cases"].size() == 7);
  for (const auto& record : file["cases"]) {
    const Model model = model_of(record);
    for (const auto& point : record["check_points"]) {
      const auto x = point["x"].get<std::vector<double>>();
      CAPTURE(record["id"], x);
      const Matrix row = Eigen::Map<const Matrix>(x.data(), 1, static_cast<Index>(x.size()));
      REQUIRE(x.size() == model.inputs().size());
      // A dozen rounded operations, sin and cos of libm included.
      CHECK(test::evaluate_rows(model, row).y(0, 0) ==
            Approx(test::number(point["y"])).epsilon(1e-14));
      ++points;
    }
  }
  CHECK(points >= 30);
}

TEST_CASE("known functions: exact moments and indices meet the reference", "[known][reference]") {
  const nlohmann::json file = test::reference("known_functions.json");
  REQUIRE(file["cases"].size() == 7);
  for (const auto& record : file["cases"]) {
    CAPTURE(record["id"]);
    const ExactIndices exact = exact_of(record);
    const double variance = test::number(record["variance"]["v"]);
    CHECK(std::abs(exact.mean - test::number(record["mean"]["v"])) <= 1e-14);
    CHECK(exact.variance == Approx(variance).epsilon(4e-15));
    REQUIRE(static_cast<std::size_t>(exact.first.size()) == record["S1"].size());
    for (Index i = 0; i < exact.first.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      CHECK(std::abs(exact.first(i) - test::number(record["S1"][at])) <= 1e-14);
      CHECK(std::abs(exact.total(i) - test::number(record["ST"][at])) <= 1e-14);
    }
  }
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
