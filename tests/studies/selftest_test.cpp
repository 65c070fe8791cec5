// The self-test itself: it passes as it is, and catches what is wrong.

#include "studies/run/selftest.hpp"

#include "studies/tables/models.hpp"
#include "tests/studies/known_law.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

using uq::Index;
using uq::perfmodels::known_cases;
using uq::perfmodels::KnownCase;
using uq::studies::selftest;
using uq::studies::SelftestCase;
using Json = nlohmann::json;

namespace {

bool passes(const SelftestCase& result) {
  return std::all_of(
      result.checks.begin(), result.checks.end(), [](const auto& check) { return check.ok; });
}

/// Quantities of a case that fail, without the names of inputs.
std::set<std::string> failures(const SelftestCase& result) {
  std::set<std::string> names;
  for (const auto& check : result.checks) {
    if (!check.ok) {
      names.insert(check.quantity);
    }
  }
  return names;
}

std::vector<double> all_numbers(const std::vector<SelftestCase>& results) {
  std::vector<double> numbers;
  for (const SelftestCase& result : results) {
    for (const auto& check : result.checks) {
      numbers.insert(numbers.end(),
                     {check.truth, check.estimate, check.lower, check.upper, check.deviation});
    }
  }
  return numbers;
}

/// All cases, each changed by `mutate`, in one run.
std::vector<SelftestCase> run_mutated(void (*mutate)(KnownCase&)) {
  std::vector<KnownCase> cases = known_cases();
  for (KnownCase& each : cases) {
    mutate(each);
  }
  return selftest(cases, {});
}

}  // namespace

TEST_CASE("selftest: every known model has a case, under laws and with a truth of its own",
          "[selftest][unit]") {
  std::set<std::string> models;
  std::set<std::string> names;
  for (const KnownCase& each : known_cases()) {
    CAPTURE(each.name);
    models.insert(each.model);
    CHECK(names.insert(each.name).second);
    CHECK_FALSE(each.source.empty());
    const auto inputs = static_cast<Index>(each.inputs.size());
    CHECK(each.truth.first.size() == inputs);
    CHECK(each.truth.total.size() == inputs);
    CHECK(each.truth.variance > 0);
    CHECK(each.truth.first.minCoeff() >= 0);
    CHECK((each.truth.total - each.truth.first).minCoeff() >= -each.tolerance);
    CHECK(each.truth.first.sum() <= 1 + 1e-6);
    for (const auto& input : each.inputs) {
      CHECK(check(input.law).empty());
    }
    CHECK(std::is_sorted(each.quantiles.begin(), each.quantiles.end(), [](auto& a, auto& b) {
      return a.p < b.p && a.value < b.value;
    }));
  }
  for (const auto& model : uq::studies::builtin_models()) {
    if (model.name.starts_with("known/")) {
      CAPTURE(model.name);
      CHECK(models.count(model.name) == 1);
    }
  }
}

TEST_CASE("selftest: laws, truths and quantiles of cases are the reference's",
          "[selftest][reference]") {
  const Json file = uq::test::reference("known_laws.json");
  std::size_t met = 0;
  for (const KnownCase& each : known_cases()) {
    const auto record = std::find_if(file["cases"].begin(),
                                     file["cases"].end(),
                                     [&](const Json& one) { return one["id"] == each.name; });
    if (record == file["cases"].end()) {
      continue;
    }
    CAPTURE(each.name);
    ++met;
    const double tolerance = each.tolerance + record->at("index_tol").get<double>();
    CHECK(each.truth.mean ==
          Approx((*record)["mean"]["v"].get<double>()).epsilon(tolerance).margin(1e-13));
    CHECK(each.truth.variance ==
          Approx((*record)["variance"]["v"].get<double>()).epsilon(tolerance));
    for (std::size_t i = 0; i < each.inputs.size(); ++i) {
      const auto at = static_cast<Index>(i);
      const Json& input = (*record)["inputs"][i];
      CHECK(each.inputs[i].name == input["name"]);
      CHECK(std::abs(each.truth.first(at) - (*record)["S1"][i].get<double>()) <= tolerance);
      CHECK(std::abs(each.truth.total(at) - (*record)["ST"][i].get<double>()) <= tolerance);
      const auto law = uq::test::known_distribution(input);
      REQUIRE(law);
      for (const double p : {1e-9, 0.1, 0.5, 0.75, 1 - 1e-9}) {
        CHECK(quantile(each.inputs[i].law, p) ==
              Approx(quantile(*law, p)).epsilon(1e-12).margin(1e-12));
      }
    }
    for (const auto& quantile : each.quantiles) {
      const auto& all = (*record)["quantiles"];
      const auto truth = std::find_if(
          all.begin(), all.end(), [&](const Json& one) { return one["p"] == quantile.p; });
      REQUIRE(truth != all.end());
      CHECK(quantile.value == (*truth)["v"].get<double>());
      CHECK(quantile.tolerance == Approx((*truth)["tol"].get<double>()).epsilon(0.06));
    }
  }
  CHECK(met == 23);
}

TEST_CASE("selftest: passes, with the same numbers for any threads and company",
          "[selftest][statistical]") {
  const std::vector<SelftestCase> results = selftest(known_cases(), {});
  std::size_t inside = 0;
  std::size_t checks = 0;
  for (const SelftestCase& result : results) {
    CAPTURE(result.name);
    CHECK(failures(result).empty());
    for (const auto& check : result.checks) {
      inside += check.inside ? 1 : 0;
      ++checks;
    }
  }
  const double share = static_cast<double>(inside) / static_cast<double>(checks);
  CAPTURE(checks);
  CHECK(share > 0.9);

  const std::vector<KnownCase> alone = uq::studies::known_cases_named("g-5-zero");
  REQUIRE(alone.size() == 1);
  uq::set_threads(1);
  const std::vector<SelftestCase> once = selftest(alone, {});
  uq::set_threads(0);
  const auto same = std::find_if(
      results.begin(), results.end(), [](const auto& one) { return one.name == "g-5-zero"; });
  CHECK(all_numbers(once) == all_numbers({*same}));
}

TEST_CASE("selftest: a truth that is five percent off is caught", "[selftest][statistical]") {
  for (const SelftestCase& result : run_mutated([](KnownCase& each) {
         // All interaction: 32768 rows know its indices to two percent only.
         const double factor = each.name == "g-5-zero" ? 1.15 : 1.05;
         each.truth.first *= factor;
         each.truth.total *= factor;
       })) {
    const std::set<std::string> failed = failures(result);
    CAPTURE(result.name, failed);
    CHECK(failed.count("S1") + failed.count("ST") > 0);
  }
}

TEST_CASE("selftest: first-order and total indices taken for each other are caught",
          "[selftest][statistical]") {
  for (const SelftestCase& result :
       run_mutated([](KnownCase& each) { std::swap(each.truth.first, each.truth.total); })) {
    CAPTURE(result.name);
    CHECK(passes(result) == result.name.starts_with("linear-"));  // where they are equal
  }
}

TEST_CASE("selftest: laws that are five percent too wide are caught in every case",
          "[selftest][statistical]") {
  for (const SelftestCase& result : run_mutated([](KnownCase& each) {
         for (auto& input : each.inputs) {
           if (auto* uniform = std::get_if<uq::Uniform>(&input.law.law)) {
             uniform->hi += 0.05 * (uniform->hi - uniform->lo);
           } else if (auto* normal = std::get_if<uq::Normal>(&input.law.law)) {
             normal->sd *= 1.05;
           } else if (auto* lognormal = std::get_if<uq::Lognormal>(&input.law.law)) {
             lognormal->sd_log *= 1.05;
           }
         }
       })) {
    CAPTURE(result.name);
    CHECK_FALSE(passes(result));
  }
}

TEST_CASE("selftest: refuses samples too small to be sure, and cases that do not fit",
          "[selftest][unit]") {
  CHECK_THROWS_AS(selftest(known_cases(), {.n = 2048}), uq::InvalidArgument);
  CHECK_THROWS_AS(selftest(known_cases(), {.n = 4097}), uq::InvalidArgument);
  std::vector<KnownCase> cases{known_cases().front()};
  cases[0].output = "z";
  CHECK_THROWS_AS(selftest(cases, {.n = 4096}), uq::InvalidArgument);
  cases[0] = known_cases().front();
  cases[0].inputs.pop_back();
  CHECK_THROWS_AS(selftest(cases, {.n = 4096}), uq::InvalidArgument);
  cases[0].model = "known/nothing";
  CHECK_THROWS_AS(selftest(cases, {.n = 4096}), uq::InvalidArgument);
  CHECK(uq::studies::known_cases_named("known/ishigami").size() == 3);
  CHECK(uq::studies::known_cases_named("ishigami").empty());
}
