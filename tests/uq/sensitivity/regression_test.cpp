// SRC, SRRC, PCC, PRCC with R2.
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/uq/sensitivity/given_samples.hpp"

#include <cmath>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::Vector;

namespace {

GivenSample printed(const nlohmann::json& c) {
  const auto n = static_cast<Index>(c["X"].size());
  const auto d = static_cast<Index>(c["X"][0].size());
  GivenSample sample{Matrix(n, d), Vector(n)};
  for (Index k = 0; k < n; ++k) {
    const auto row = static_cast<std::size_t>(k);
    sample.y[k] = c["y"][row];
    for (Index j = 0; j < d; ++j) {
      sample.x(k, j) = c["X"][row][static_cast<std::size_t>(j)];
    }
  }
  return sample;
}

void check_equal(const uq::NdArray& estimate, const nlohmann::json& truth, double tol) {
  for (std::size_t j = 0; j < truth.size(); ++j) {
    CHECK(estimate.data[j] == Approx(number(truth[j])).margin(tol).epsilon(0));
  }
}

}  // namespace

TEST_CASE("regression: coefficients of printed samples", "[given_data][regression][reference]") {
  const nlohmann::json cases = reference("regression.json")["cases"];
  REQUIRE(cases.size() == 2);
  for (const auto& c : cases) {
    INFO(c["id"]);
    const GivenData result = given(printed(c));
    const double tol = number(c["tol"]);
    check_equal(result.SRC, c["SRC"], tol);
    check_equal(result.SRRC, c["SRRC"], tol);
    check_equal(result.PCC, c["PCC"], tol);
    check_equal(result.PRCC, c["PRCC"], tol);
    CHECK(result.R2.data[0] == Approx(number(c["R2"])).margin(tol).epsilon(0));
    CHECK(result.R2_rank.data[0] == Approx(number(c["R2_rank"])).margin(tol).epsilon(0));
  }
}

TEST_CASE("regression: chunks of rows make one factor", "[given_data][regression][reference]") {
  // Many chunks of rows: the same sample written out ten times has the same coefficients.
  const nlohmann::json cases = reference("regression.json")["cases"];
  const nlohmann::json& c = cases[1];
  const GivenSample once = printed(c);
  const GivenSample often{once.x.replicate(1000, 1), once.y.replicate(1000, 1)};
  const GivenData result = given(often);
  check_equal(result.SRC, c["SRC"], 1e-11);
  check_equal(result.PCC, c["PCC"], 1e-11);
  check_equal(result.SRRC, c["SRRC"], 1e-11);
  check_equal(result.PRCC, c["PRCC"], 1e-11);
}

TEST_CASE("regression: faults are named", "[given_data][regression][unit]") {
  GivenSample sample{uniforms(50, 4, Seed{31}), Vector()};
  sample.y = sample.x.rowwise().sum();
  sample.x.col(2) = 3 * sample.x.col(0) - sample.x.col(1);
  const GivenData linear = given(sample);
  CHECK(linear.regression_fault[0].collinear == std::vector<Index>{2});
  CHECK(std::isnan(cell(linear.SRC, 0)));
  CHECK(std::isnan(linear.R2.data[0]));
  CHECK_FALSE(std::isnan(cell(linear.S1, 0)));  // needs no regression

  const GivenSample wide{uniforms(20, 19, Seed{32}), uniforms(20, 1, Seed{33}).col(0)};
  CHECK(given(wide).regression_fault[0].few_rows);
  const GivenSample enough{uniforms(21, 19, Seed{32}), uniforms(21, 1, Seed{33}).col(0)};
  CHECK(given(enough).regression_fault[0].none());
}

TEST_CASE("regression: an exact linear model leaves nothing open",
          "[given_data][regression][unit]") {
  GivenSample sample{uniforms(100, 3, Seed{34}), Vector()};
  sample.y = 1e9 + 1e-3 * (sample.x.col(0) + 2 * sample.x.col(1)).array();
  sample.y = sample.y.array() - 1e9;  // digits lost once, the model stays linear to 1e-4
  const GivenData result = given(sample);
  CHECK(result.R2.data[0] == Approx(1).margin(1e-3));
  CHECK(result.R2_ci.data[1] - result.R2_ci.data[0] < 1e-3);
}
