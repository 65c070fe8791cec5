#include "perfmodels/plugin/check.hpp"
#include "tests/perfmodels/plugin_support.hpp"

#include <algorithm>
#include <map>

using namespace uq;
using namespace uq::perfmodels;

namespace {

std::map<std::string, CheckFinding> check(const std::string& library,
                                          const std::string& id = "",
                                          const std::string& config = "{}") {
  std::map<std::string, CheckFinding> result;
  for (const CheckFinding& finding : check_plugin(test::plugin(library), id, config)) {
    REQUIRE(result.emplace(finding.rule, finding).second);
  }
  return result;
}

}  // namespace

TEST_CASE("plugin check: the examples are without fault", "[plugin][check][unit]") {
  const auto library = GENERATE("roofline_c", "roofline_cpp");
  CAPTURE(library);
  const auto findings = check(library);
  CHECK(findings.size() == 18);
  for (const auto& [rule, finding] : findings) {
    CAPTURE(rule, finding.text, finding.hint);
    CHECK(finding.level == CheckLevel::ok);
    CHECK(!finding.text.empty());
  }
}
