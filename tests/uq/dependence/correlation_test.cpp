#include "uq/dependence/correlation.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"

#include <cmath>

// The reference holds 40-digit values rounded to a double: 1e-14 allows for a few roundings.
TEST_CASE("correlation: conversions match the closed forms", "[correlation][reference]") {
  const auto file = uq::test::reference("gaussian_copula.json");
  const double tol = file["tol"];
  const uq::Distribution narrow{uq::Lognormal{0.3, 0.5}};
  const uq::Distribution wide{uq::Lognormal{-2, 1}};
  const uq::Distribution uniform{uq::Uniform{-1, 3}};
  for (const auto& row : file["rows"]) {
    const auto at = [&](const char* key) { return row.at(key).get<double>(); };
    const double r = at("pearson_latent");
    INFO("r = " << r);
    CHECK(std::abs(uq::spearman_from_latent(r) - at("spearman")) <= tol);
    CHECK(std::abs(uq::kendall_from_latent(r) - at("kendall")) <= tol);
    CHECK(std::abs(uq::latent_from_spearman(r) - at("latent_for_this_spearman")) <= tol);
    CHECK(std::abs(uq::latent_from_kendall(r) - at("latent_for_this_kendall")) <= tol);
    const double lognormals = at("pearson_of_two_lognormals_sigma_0.5_1.0");
    CHECK(std::abs(uq::pearson_from_latent(narrow, wide, r) - lognormals) <= tol);
    CHECK(std::abs(uq::latent_from_pearson(narrow, wide, lognormals).value() - r) <= 1e-12);
    const double uniforms = at("pearson_of_two_uniforms");
    CHECK(std::abs(uq::pearson_from_latent(uniform, uniform, r) - uniforms) <= tol);
    CHECK(std::abs(uq::latent_from_pearson(uniform, uniform, uniforms).value() - r) <= 1e-12);
  }
}

TEST_CASE("correlation: rank conversions are inverse to each other, odd and end at 1",
          "[correlation][property]") {
  for (double r = -1; r <= 1; r += 0.0625) {
    CHECK(std::abs(uq::latent_from_spearman(uq::spearman_from_latent(r)) - r) < 1e-15);
    CHECK(std::abs(uq::latent_from_kendall(uq::kendall_from_latent(r)) - r) < 1e-15);
    CHECK(uq::latent_from_spearman(-r) == -uq::latent_from_spearman(r));
    CHECK(uq::spearman_from_latent(-r) == -uq::spearman_from_latent(r));
  }
}

TEST_CASE("correlation: the conversions refuse what no correlation can be", "[correlation][unit]") {
  using Catch::Contains;
  const uq::Distribution law{uq::Normal{0, 1}};
  CHECK_THROWS_WITH(uq::latent_from_spearman(1.01), Contains("latent_from_spearman: correlation"));
  CHECK_THROWS_AS(uq::spearman_from_latent(std::nan("")), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::latent_from_kendall(-2), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::kendall_from_latent(-2), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::pearson_from_latent(law, law, 2), uq::InvalidArgument);
  CHECK_THROWS_AS(uq::latent_from_pearson(law, law, 2), uq::InvalidArgument);
}
