#include "tests/support/reference.hpp"

#include "tests/support/catch.hpp"
#include "uq/distributions/distribution.hpp"

#include <cmath>
#include <string>

using uq::Distribution;
using uq::test::number;

namespace {

Distribution law(const std::string& id, const nlohmann::json& p) {
  const auto value = [&](const char* key) { return number(p.at(key)); };
  if (id.rfind("truncnormal", 0) == 0) {
    return {uq::Normal{value("mean"), value("sd")}, value("lo"), value("hi")};
  }
  if (id.rfind("normal", 0) == 0) {
    return {uq::Normal{value("mean"), value("sd")}};
  }
  if (id.rfind("uniform", 0) == 0) {
    return {uq::Uniform{value("lo"), value("hi")}};
  }
  if (id.rfind("lognormal", 0) == 0) {
    return {p.contains("mu") ? uq::Lognormal{value("mu"), value("sigma")}
                             : uq::lognormal_from_moments(value("mean"), value("sd"))};
  }
  if (id.rfind("loguniform", 0) == 0) {
    return {uq::Loguniform{value("lo"), value("hi")}};
  }
  if (id.rfind("triangular", 0) == 0) {
    return {uq::Triangular{value("lo"), value("mode"), value("hi")}};
  }
  if (id.rfind("exponential", 0) == 0) {
    return {uq::Exponential{1 / value("rate")}};
  }
  if (id.rfind("beta", 0) == 0) {
    return {uq::Beta{value("alpha"), value("beta"), value("lo"), value("hi")}};
  }
  if (id.rfind("pert", 0) == 0) {
    REQUIRE(value("lambda") == 4);
    return {uq::pert(value("lo"), value("mode"), value("hi"))};
  }
  if (id.rfind("gamma", 0) == 0) {
    return {uq::Gamma{value("shape"), value("scale")}};
  }
  if (id.rfind("weibull", 0) == 0) {
    return {uq::Weibull{value("shape"), value("scale")}};
  }
  if (id.rfind("student", 0) == 0) {
    return {uq::Student{value("nu"), 0, 1}};
  }
  if (id.rfind("logistic", 0) == 0) {
    return {uq::Logistic{value("location"), value("scale")}};
  }
  if (id.rfind("pareto", 0) == 0) {
    return {uq::Pareto{value("xm"), value("alpha")}};
  }
  REQUIRE(id.rfind("gumbel_max", 0) == 0);
  return {uq::Gumbel{value("mode"), value("scale")}};
}

// 1e-13 relative to the reference. A quantile whose exact value is (nearly) zero inside the support
// is the difference of larger numbers: there one rounding error of the law's spread is allowed.
void check_close(double value, const nlohmann::json& expected, double spread = 0) {
  const double truth = number(expected);
  INFO("value " << value << ", truth " << truth << ", relative " << (value - truth) / truth);
  CHECK(std::abs(value - truth) <= 1e-13 * std::abs(truth) + 2e-16 * spread);
}

}  // namespace

TEST_CASE("distributions: values, both tails and moments agree with the reference",
          "[distributions][reference]") {
  const nlohmann::json reference = uq::test::reference("distributions.json");
  int cases = 0;
  for (const auto& c : reference.at("cases")) {
    const std::string id = c.at("id");
    ++cases;
    INFO(id);
    const Distribution d = law(id, c.at("params"));
    CHECK(uq::check(d).empty());
    check_close(uq::mean(d), c.at("mean"));
    check_close(uq::variance(d), c.at("variance"));
    const double spread = std::sqrt(uq::variance(d));
    for (const auto& pair : c.at("quantile_at_p")) {
      INFO("p = " << pair.at(0));
      check_close(uq::quantile(d, number(pair.at(0))), pair.at(1), spread);
    }
    for (const auto& pair : c.at("quantile_at_upper_q")) {
      INFO("upper q = " << pair.at(0));
      check_close(uq::quantile_upper(d, number(pair.at(0))), pair.at(1), spread);
    }
    for (const auto& at : c.at("at_x")) {
      const double x = number(at.at("x"));
      INFO("x = " << x);
      check_close(uq::pdf(d, x), at.at("pdf"));
      check_close(uq::cdf(d, x), at.at("cdf"));
      check_close(uq::survival(d, x), at.at("sf"));
    }
  }
  CHECK(cases == 18);
}

TEST_CASE("distributions: the three parameterisations of lognormal agree",
          "[distributions][reference]") {
  // Johnson, Kotz & Balakrishnan (1994), ch. 14: mean exp(m + s^2/2), variance mean^2 (exp(s^2) -
  // 1), median exp(m), geometric sd exp(s).
  const auto moments = uq::lognormal_from_moments(3.0, 0.75);
  CHECK(uq::mean({moments}) == Approx(3.0).epsilon(1e-14));
  CHECK(std::sqrt(uq::variance({moments})) == Approx(0.75).epsilon(1e-14));
  const auto median = uq::lognormal_from_median(5.0, 1.3);
  CHECK(uq::quantile({median}, 0.5) == Approx(5.0).epsilon(1e-14));
  CHECK(uq::quantile({median}, 0.84134474606854293) == Approx(6.5).epsilon(1e-14));
  CHECK_THROWS(uq::lognormal_from_moments(-1, 1));
  CHECK_THROWS(uq::lognormal_from_median(1, 1));
}
