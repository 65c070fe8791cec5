#include "perfmodels/plugin/check.hpp"
#include "tests/perfmodels/plugin_support.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <filesystem>
#include <map>

using namespace uq;
using namespace uq::perfmodels;

namespace {

using Findings = std::map<std::string, CheckFinding>;

Findings check_file(const std::string& file, const std::string& id, const std::string& config) {
  Findings result;
  for (const CheckFinding& finding : check_plugin(file, id, config)) {
    REQUIRE(result.emplace(finding.rule, finding).second);
  }
  return result;
}

Findings check(const std::string& fault) {
  return check_file(test::plugin("faulty"), "first", fault.empty() ? "{}" : test::fault(fault));
}

constexpr auto error = CheckLevel::error;
constexpr auto warning = CheckLevel::warning;

// Puts the process right after a plugin that changed it.
struct Restored {
  std::string locale = std::setlocale(LC_ALL, nullptr);
  std::string folder = std::filesystem::current_path();
  int input = ::dup(STDIN_FILENO);
  mode_t mask = ::umask(022);
  Restored() { ::umask(mask); }
  ~Restored() {
    std::setlocale(LC_ALL, locale.c_str());
    std::filesystem::current_path(folder);
    std::signal(SIGUSR2, SIG_DFL);
    ::dup2(input, STDIN_FILENO);
    ::close(input);
    ::umask(mask);
    ::unsetenv("UQ_TEST_PLUGIN_WAS_HERE");
  }
};

}  // namespace

TEST_CASE("plugin check: the examples are without fault", "[plugin][check][unit]") {
  const auto library = GENERATE("roofline_c", "roofline_cpp");
  CAPTURE(library);
  const auto findings = check_file(test::plugin(library), "", "");
  CHECK(findings.size() == 18);
  for (const auto& [rule, finding] : findings) {
    CAPTURE(rule, finding.text, finding.hint);
    CHECK(finding.level == CheckLevel::ok);
    CHECK(!finding.text.empty());
  }
}

TEST_CASE("plugin check: the model without a fault passes, in each thread rule",
          "[plugin][check][unit]") {
  const auto name = GENERATE("any", "instances", "one_call", "rows");
  CAPTURE(name);
  const test::FaultyLibrary library(name);
  for (const auto& [rule, finding] : check_file(library.file(), "first", "")) {
    CAPTURE(rule, finding.text, finding.hint);
    CHECK(finding.level == CheckLevel::ok);
  }
}

TEST_CASE("plugin check: a library that makes one instance at a time keeps the rules",
          "[plugin][check][unit]") {
  const auto [name, level] = GENERATE(
      table<const char*, CheckLevel>({{"single", warning}, {"single_any", CheckLevel::ok}}));
  CAPTURE(name);
  const test::FaultyLibrary library(name);
  auto findings = check_file(library.file(), "first", "");
  CHECK(findings.size() == 18);
  CHECK(findings.at("instances").level == level);
  CHECK(findings.at("instances").text.find("one licence only") != std::string::npos);
  findings.erase("instances");
  for (const auto& [rule, finding] : findings) {
    CAPTURE(rule, finding.text, finding.hint);
    CHECK(finding.level == CheckLevel::ok);
  }
  // The one made after the first is compared as well.
  CHECK(check_file(library.file(), "first", test::fault("instance")).at("instances").level ==
        error);
}

TEST_CASE("plugin check: each fault is found by its rule", "[plugin][check][unit]") {
  const auto [fault, rule, level, words] =
      GENERATE(table<const char*, const char*, CheckLevel, const char*>({
          {"create_refuses", "loads", error, "refuses the configuration: key `gpu` is unknown"},
          {"e_domain", "evaluates", error, "UQPM_E_DOMAIN: outside of everything"},
          {"throw_std", "evaluates", error, "evaluate threw an exception: lost"},
          {"throw_int", "evaluates", error, "something that is not a std::exception"},
          {"message_row", "evaluates", error, "message() for row 99 of a batch of 48"},
          {"message_null", "evaluates", error, "message() without a text"},
          {"rounding", "evaluates", error, "left rounding, flush-to-zero or traps changed"},
          {"flush", "evaluates", error, "left rounding, flush-to-zero or traps changed"},
          {"write_inputs", "evaluates", error, "wrote to its inputs"},
          {"write_outputs", "evaluates", error, "wrote outputs outside of its rows and columns"},
          {"write_statuses", "evaluates", error, "wrote statuses outside of its rows"},
          {"nominal_fails", "nominal point", error, "not today"},
          {"unset", "statuses", error, "the status was not set"},
          {"status", "statuses", error, "unknown status 77"},
          {"skipped", "statuses", error, "skipped though nobody cancelled"},
          {"silent", "statuses", warning, "without a message"},
          {"nan", "finite outputs", warning, "NaN, infinite or not written"},
          {"infinite", "finite outputs", warning, "NaN, infinite or not written"},
          {"category_half", "categories", error, "output `limit` is 0.5, no index of its 2"},
          {"category_beyond", "categories", error, "output `limit` is 2, no index of its 2"},
          {"stages", "stages", error, "the stages of `total` sum to"},
          {"bound", "bounds", warning, "at a = 10, a value its bounds allow"},
          {"dead", "dead inputs", warning, "no output changed with `gpu`"},
          {"remembers", "repetition", error, "when repeated or in reverse order"},
          {"instance", "instances", error, "in a second instance"},
          {"batch", "batch splits", error, "in smaller batches"},
          {"batch", "threads", error, "when several threads evaluate"},
          {"ignores_strides", "strides", error, "when values lie as columns with a gap"},
          {"stops_badly", "cancellation", error, "when told to stop"},
          {"stops", "cancellation", CheckLevel::ok, "48 of 48 rows left"},
          {"stops_by_status", "cancellation", CheckLevel::ok, "48 of 48 rows left"},
          {"leak_call", "memory", warning, "bytes with each call"},
          {"leak_instance", "memory", warning, "bytes with each instance"},
          {"locale", "process", error, "the locale is now"},
          {"folder", "process", error, "the working folder is now /"},
          {"signals", "process", error, "the handler of signal 12"},
          {"descriptors", "process", error, "file descriptors were left open"},
          {"close_0", "process", error, "descriptors of others were closed"},
          {"moves_0", "process", error, "descriptor 0 leads elsewhere"},
          {"close_1", "standard output", error, "descriptor 1 was closed or led elsewhere"},
          {"umask", "process", error, "the umask is another"},
          {"environment", "process", error, "were changed: UQ_TEST_PLUGIN_WAS_HERE"},
          {"prints", "standard output", error, "beginning with \"computing ...\""},
      }));
  CAPTURE(fault, rule);
  const Restored restored;
  const Findings findings = check(fault);
  REQUIRE(findings.contains(rule));
  const CheckFinding& finding = findings.at(rule);
  CAPTURE(finding.text);
  CHECK(name(finding.level) == name(level));
  CHECK(finding.text.find(words) != std::string::npos);
}

TEST_CASE("plugin check: what cannot be loaded is one error", "[plugin][check][unit]") {
  const auto findings = check_plugin(test::plugin("empty"), "", "");
  REQUIRE(findings.size() == 2);  // with standard output
  CHECK(findings[0].rule == "loads");
  CHECK(findings[0].level == CheckLevel::error);
  CHECK(findings[0].text.find("has no symbol uqpm_entry") != std::string::npos);
  CHECK(!findings[0].hint.empty());
}

TEST_CASE("plugin check: each rule is announced before it runs", "[plugin][check][unit]") {
  std::vector<std::string> events;
  CheckOptions options;
  options.starting = [&](std::string_view rule) { events.push_back("> " + std::string(rule)); };
  options.found = [&](const CheckFinding& finding) { events.push_back(finding.rule); };
  check_plugin(test::plugin("roofline_c"), "", "", options);
  REQUIRE(events.size() == 2 * 17 + 1);
  for (std::size_t i = 0; i + 1 < events.size(); i += 2) {
    CHECK(events[i] == "> " + events[i + 1]);
  }
}
