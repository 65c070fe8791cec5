#include "studies/cli/commands.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/read/keys.hpp"
#include "studies/report/show.hpp"
#include "studies/report/table.hpp"
#include "studies/run/selftest.hpp"
#include "uq/core/parallel.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace uq::studies {

namespace {

std::string label(const SelftestCheck& check) {
  return check.input.empty() ? check.quantity : check.quantity + " " + check.input;
}

/// Worst first: one that failed, then the one furthest from the truth.
const SelftestCheck& worst(const SelftestCase& result) {
  return *std::max_element(result.checks.begin(),
                           result.checks.end(),
                           [](const SelftestCheck& a, const SelftestCheck& b) {
                             return a.ok != b.ok ? b.ok < a.ok
                                                 : std::abs(a.deviation) < std::abs(b.deviation);
                           });
}

std::vector<std::string> cells(const SelftestCheck& check) {
  return {check.method,
          label(check),
          fmt::format("{:.6g}", check.truth),
          with_interval(check.estimate, check.lower, check.upper),
          fmt::format("{:+.1f}", check.deviation),
          check.ok ? "ok" : "FAIL"};
}

void print_checks(const SelftestCase& result) {
  Table table;
  table.row({"method", "quantity", "truth", "estimate [95 %]", "s.e. off", ""});
  for (const SelftestCheck& check : result.checks) {
    table.row(cells(check));
  }
  fmt::print("{}: {}\n{}\n", result.name, result.model, table.text());
}

void print_summary(const std::vector<SelftestCase>& results) {
  Table table;
  table.row({"case", "checks", "worst of them", "", "truth", "estimate [95 %]", "s.e. off", ""});
  for (const SelftestCase& result : results) {
    std::vector<std::string> row{result.name, fmt::format("{}", result.checks.size())};
    const std::vector<std::string> check = cells(worst(result));
    row.insert(row.end(), check.begin(), check.end());
    table.row(std::move(row));
  }
  fmt::print("{}\n", table.text());
}

nlohmann::ordered_json json_of(const SelftestCase& result) {
  const auto number = [](double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json records = nlohmann::ordered_json::array();
  for (const SelftestCheck& check : result.checks) {
    records.push_back({{"case", result.name},
                       {"model", result.model},
                       {"method", check.method},
                       {"quantity", check.quantity},
                       {"input", check.input},
                       {"truth", number(check.truth)},
                       {"estimate", number(check.estimate)},
                       {"lo", number(check.lower)},
                       {"hi", number(check.upper)},
                       {"standard_errors_off", number(check.deviation)},
                       {"ok", check.ok}});
  }
  return records;
}

/// The cases asked for; all when nothing is.
std::vector<perfmodels::KnownCase> selected(const std::vector<std::string>& names) {
  if (names.empty()) {
    return perfmodels::known_cases();
  }
  std::vector<perfmodels::KnownCase> cases;
  for (const std::string& name : names) {
    const std::vector<perfmodels::KnownCase> found = known_cases_named(name);
    if (found.empty()) {
      std::vector<std::string> existing = names_of(perfmodels::known_cases());
      for (const perfmodels::KnownCase& one : perfmodels::known_cases()) {
        if (std::find(existing.begin(), existing.end(), one.model) == existing.end()) {
          existing.push_back(one.model);
        }
      }
      Diagnostics diagnostics;
      unknown_name(
          "U106", "known function", name, existing, Place{.file = "command line"}, diagnostics);
      throw StudyError(diagnostics.all());
    }
    cases.insert(cases.end(), found.begin(), found.end());
  }
  return cases;
}

}  // namespace

int selftest_command(const SelftestArguments& arguments) {
  set_threads(arguments.threads);
  const std::vector<perfmodels::KnownCase> cases = selected(arguments.names);
  const std::vector<SelftestCase> results =
      selftest(cases, {.n = arguments.n, .seed = Seed{arguments.seed}});
  std::size_t checks = 0;
  std::size_t inside = 0;
  std::size_t failed = 0;
  Index evaluations = 0;
  nlohmann::ordered_json records = nlohmann::ordered_json::array();
  for (const SelftestCase& result : results) {
    evaluations += result.evaluations;
    checks += result.checks.size();
    for (const SelftestCheck& check : result.checks) {
      inside += check.inside ? 1 : 0;
      failed += check.ok ? 0 : 1;
    }
    const nlohmann::ordered_json mine = json_of(result);
    records.insert(records.end(), mine.begin(), mine.end());
  }
  if (arguments.json) {
    fmt::print("{}\n", records.dump(1));
    return failed == 0 ? 0 : 1;
  }
  if (results.size() == 1) {
    print_checks(results.front());
  } else {
    print_summary(results);
  }
  fmt::print(
      "selftest: {}: {} cases, {} checks, {} failed; {:.1f} % of the 95 % intervals hold the "
      "truth; "
      "{} evaluations, seed {}\n",
      failed == 0 ? "ok" : "FAIL",
      results.size(),
      checks,
      failed,
      100.0 * static_cast<double>(inside) / static_cast<double>(checks),
      evaluations,
      arguments.seed);
  return failed == 0 ? 0 : 1;
}

}  // namespace uq::studies
