// What must not change a result, for every method and its variants: threads, blocks, other
// analyses, outputs that fail.

#include "tests/studies/invariance.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using uq::test::every_method;
using uq::test::joined;
using uq::test::NamedAnalysis;
using uq::test::run_study;
using uq::test::Shown;
using uq::test::shown_study;
using uq::test::TemporaryFolder;
using Json = nlohmann::json;

TEST_CASE("invariance: no method's bytes depend on threads and blocks", "[invariance][property]") {
  for (const uq::test::Model& model : {uq::test::formulas(), uq::test::roofline()}) {
    const std::string study = model.text + joined(every_method(model));
    const TemporaryFolder folder;
    const auto bytes = [&](std::vector<std::string> options) {
      options.emplace_back("--reproducible");
      return folder.read(run_study(folder, study, options));
    };
    const std::string first = bytes({"-j", "1", "--block", "1000"});
    CHECK(first.size() > 100'000);
    for (const auto& [threads, block] :
         {std::pair{"1", "4096"}, {"2", "1000"}, {"3", "1"}, {"7", "512"}}) {
      CAPTURE(threads, block);
      CHECK((bytes({"-j", threads, "--block", block}) == first));
    }
    CHECK((bytes({"--set", "seed=7"}) != first));
  }
}

TEST_CASE("invariance: no analysis of any method feels the others", "[invariance][property]") {
  const uq::test::Model& model = uq::test::formulas();
  std::vector<NamedAnalysis> analyses = every_method(model);
  const TemporaryFolder folder;
  const Shown all = shown_study(folder, model.text + joined(analyses));
  std::reverse(analyses.begin(), analyses.end());
  const Shown turned = shown_study(folder, model.text + joined(analyses));
  const auto drawn = std::find_if(
      analyses.begin(), analyses.end(), [](const auto& one) { return one.name == "drawn"; });
  for (const NamedAnalysis& one : analyses) {
    CAPTURE(one.name);
    const bool builds_on = one.text.find("data = \"drawn\"") != std::string::npos;
    const Shown alone =
        shown_study(folder, model.text + one.text + (builds_on ? drawn->text : std::string{}));
    CHECK(alone.analysis(one.name) == all.analysis(one.name));
    CHECK(alone.analysis(one.name) == turned.analysis(one.name));
  }
}

namespace {

/// Whether the values of all variables by output are those of outputs 0 and 1 in places 0 and 2.
void check_spared(const Json& good, const Json& bad) {
  int compared = 0;
  for (const auto& [variable, content] : good.at("variables").items()) {
    const Json& dims = content.at("dims");
    if (dims.empty() || dims.at(0) != "output") {
      continue;
    }
    const Json& values = bad.at("variables").at(variable).at("values");
    CAPTURE(variable);
    CHECK(values.at(0) == content.at("values").at(0));
    CHECK(values.at(2) == content.at("values").at(1));
    ++compared;
  }
  CHECK(compared >= 5);
}

}  // namespace

TEST_CASE("invariance: an output that fails costs no other output a bit, whatever the method",
          "[invariance][property]") {
  const uq::test::Model& model = uq::test::formulas();
  const std::vector<NamedAnalysis> analyses = every_method(model);
  std::string spoilt = model.text;
  // NaN at the upper end of c; `y` keeps the first place, `z` moves one on.
  spoilt.insert(spoilt.find("z = "), "bad = \"a + log(0.9 - c)\"\n");
  const std::string lenient = "[failures]\nbudget = 0.9\n";
  const TemporaryFolder folder;
  const Shown good = shown_study(folder, model.text + joined(analyses));
  const Shown strict = shown_study(folder, spoilt + joined(analyses), 3);
  const Shown tolerant = shown_study(folder, spoilt + lenient + joined(analyses));
  for (const NamedAnalysis& one : analyses) {
    CAPTURE(one.name);
    check_spared(good.analysis(one.name), strict.analysis(one.name));
    check_spared(good.analysis(one.name), tolerant.analysis(one.name));
  }
  // The failing output has no figures, and within the budget it has.
  for (const auto& [analysis, variable] : {std::pair{"grid", "mu_star"},
                                           {"pairs", "S1"},
                                           {"replicated", "ST"},
                                           {"drawn", "mean"},
                                           {"given", "S1"}}) {
    CAPTURE(analysis);
    const auto first_of_bad = [&](const Shown& result) {
      const Json& values = result.analysis(analysis).at("variables").at(variable).at("values");
      return values.at(1).flatten().front();
    };
    CHECK(first_of_bad(strict).is_null());
    CHECK(first_of_bad(tolerant).is_number());
  }
}
