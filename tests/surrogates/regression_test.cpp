#include "surrogates/regression.hpp"

#include "surrogates/pce.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"

#include <cmath>
#include <numeric>
#include <vector>

TEST_CASE("regression: coefficients, leverages and leave-one-out errors of exact arithmetic",
          "[surrogates][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("pce.json")["cases"]; const auto& c : cases) {
    const auto id = c["id"].get<std::string>();
    if (!id.starts_with("lsq-")) {
      continue;
    }
    INFO(id);
    const auto x = c["X"].get<std::vector<std::vector<double>>>();
    const auto values = c["y"].get<std::vector<double>>();
    const auto rows = c["multi_indices"].get<std::vector<std::vector<std::int32_t>>>();
    const auto n = static_cast<uq::Index>(x.size());
    const auto d = static_cast<uq::Index>(x.front().size());
    uq::Coordinates coordinates;
    for (uq::Index j = 0; j < d; ++j) {
      const uq::Distribution law = id.starts_with("lsq-legendre")
                                       ? uq::Distribution{uq::Uniform{-1, 1}}
                                       : uq::Distribution{uq::Normal{0, 1}};
      coordinates.each.push_back({.law = law, .polynomials = uq::recurrence(law, 4)});
    }
    uq::Matrix t(n, d);
    uq::MultiIndices terms(static_cast<uq::Index>(rows.size()), d);
    for (uq::Index j = 0; j < d; ++j) {
      for (uq::Index i = 0; i < n; ++i) {
        t(i, j) = x[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      }
      for (uq::Index k = 0; k < terms.rows(); ++k) {
        terms(k, j) = rows[static_cast<std::size_t>(k)][static_cast<std::size_t>(j)];
      }
    }
    const uq::Vector y = uq::Vector::Map(values.data(), n);
    std::vector<uq::Index> all(rows.size());
    std::iota(all.begin(), all.end(), 0);
    const auto fit =
        uq::surrogates::least_squares(uq::surrogates::basis(coordinates, terms, t), y, all);
    for (uq::Index k = 0; k < terms.rows(); ++k) {
      CHECK(
          fit.coefficients(k) ==
          Approx(uq::test::number(c["coefficients"][static_cast<std::size_t>(k)])).epsilon(1e-11));
    }
    for (uq::Index i = 0; i < n; ++i) {
      CHECK(fit.leverages(i) ==
            Approx(uq::test::number(c["leverages"][static_cast<std::size_t>(i)])).epsilon(1e-11));
    }
    CHECK(1 - fit.loo_error ==
          Approx(c["Q2_loo = 1 - MSE_LOO/var(ddof1)"].get<double>()).epsilon(1e-11));
    const double factor = c["corrected_LOO_factor n/(n-P)(1+tr((A'A)^-1))"].get<double>();
    CHECK(fit.corrected_loo_error / fit.loo_error == Approx(factor).epsilon(1e-11));
    ++checked;
  }
  CHECK(checked == 2);
}
