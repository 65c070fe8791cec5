#include "uq/polynomials/gauss.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <string>

using uq::Index;

namespace {

uq::Distribution law_of(const nlohmann::json& c) {
  const auto kind = c["kind"].get<std::string>();
  if (kind == "legendre") {
    return {uq::Uniform{-1, 1}};
  }
  if (kind == "hermite") {
    return {uq::Normal{0, 1}};
  }
  if (kind == "laguerre") {
    return {uq::Gamma{1 + uq::test::number(c["params"]["alpha"]), 1}};
  }
  return {uq::Beta{1 + uq::test::number(c["params"]["beta"]),
                   1 + uq::test::number(c["params"]["alpha"]),
                   -1,
                   1}};
}

}  // namespace

TEST_CASE("gauss: nodes and weights of the classical rules have all their digits",
          "[polynomials][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("quadrature.json")["cases"]; const auto& c : cases) {
    if (c["kind"] == "clenshaw_curtis") {
      continue;
    }
    INFO(c["id"]);
    const auto n = c["n"].get<Index>();
    const uq::Rule rule = uq::gauss(uq::recurrence(law_of(c), n), n);
    REQUIRE(rule.nodes.size() == n);
    for (Index i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double node = uq::test::number(c["nodes"][at]);
      const double weight = uq::test::number(c["weights_sum_to_one"][at]);
      CHECK(std::abs(rule.nodes(i) - node) <= 4e-15 * std::max(1.0, std::abs(node)));
      CHECK(std::abs(rule.weights(i) / weight - 1) <= 1e-12);  // of the smallest too
    }
    ++checked;
  }
  CHECK(checked == 23);
}

TEST_CASE("gauss: a rule of as many nodes as a discrete law has values is the law",
          "[polynomials][property]") {
  const uq::Distribution law{uq::Discrete{{1, 2, 4, 8}, {1, 2, 4, 1}}};
  const uq::Recurrence r = uq::recurrence(law, 10);
  const uq::Rule rule = uq::gauss(r, 4);
  for (Index i = 0; i < 4; ++i) {
    CHECK(rule.nodes(i) == Approx(std::ldexp(1.0, static_cast<int>(i))).epsilon(1e-13));
    CHECK(rule.weights(i) ==
          Approx(uq::pdf(law, std::ldexp(1.0, static_cast<int>(i)))).epsilon(1e-12));
  }
  CHECK_THROWS_AS(uq::gauss(r, 5), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::gauss(r, 0), uq::InvalidArgument);
}
