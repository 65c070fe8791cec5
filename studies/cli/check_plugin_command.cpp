#include "perfmodels/plugin/check.hpp"
#include "studies/cli/child.hpp"
#include "studies/cli/plugin_commands.hpp"
#include "studies/foreign/library_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace uq::studies {

namespace {

using Json = nlohmann::ordered_json;
using perfmodels::CheckFinding;
using perfmodels::CheckLevel;

/// What the child said: the findings, and the rule it was at when it fell silent.
struct Heard {
  std::vector<CheckFinding> findings;
  std::string rule;
  bool ended = false;
};

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void check(const CheckPluginArguments& arguments, const Say& say) {
  const perfmodels::CheckOptions options{
      .starting = [&](std::string_view rule) { say(to_line({{"rule", std::string(rule)}})); },
      .found =
          [&](const CheckFinding& finding) {
            say(to_line({{"found", finding.rule},
                         {"level", static_cast<int>(finding.level)},
                         {"text", finding.text},
                         {"hint", finding.hint}}));
          }};
  perfmodels::check_plugin(arguments.file, arguments.id, arguments.config, options);
  say(to_line({{"ended", true}}));
}

Heard hear(const std::vector<std::string>& said) {
  Heard heard;
  for (const std::string& line : said) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) {
      continue;  // cut off by the child's death
    }
    if (json.contains("rule")) {
      heard.rule = json["rule"];
    } else if (json.contains("found")) {
      heard.findings.push_back({json["found"],
                                static_cast<CheckLevel>(json["level"].get<int>()),
                                json["text"],
                                json["hint"]});
    }
    heard.ended = heard.ended || json.contains("ended");
  }
  return heard;
}

/// How the child's end shows among the findings.
CheckFinding last_finding(const Heard& heard, const std::string& fault) {
  if (heard.ended) {
    return {"end of the process",
            CheckLevel::error,
            "the process " + fault +
                " after everything was checked, when the plugin's exit "
                "handlers and destructors ran",
            "a run's exit code would be lost with it"};
  }
  const std::string rule = heard.rule.empty() ? "loading" : heard.rule;
  return {rule,
          CheckLevel::error,
          "the process " + (fault.empty() ? "ended with exit code 0" : fault),
          "a debugger shows where: gdb --args uq check-plugin …, set follow-fork-mode child"};
}

std::string counted(long count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string text_of(const std::string& file, const std::vector<CheckFinding>& findings) {
  std::string text;
  std::array<long, 3> counts{};
  std::size_t width = 0;
  for (const CheckFinding& finding : findings) {
    width = std::max(width, finding.rule.size());
  }
  for (const CheckLevel level : {CheckLevel::ok, CheckLevel::warning, CheckLevel::error}) {
    for (const CheckFinding& finding : findings) {
      if (finding.level != level) {
        continue;
      }
      ++counts[static_cast<std::size_t>(level)];
      text += fmt::format("{:<8} {:<{}}  {}\n", name(level), finding.rule, width, finding.text);
      if (!finding.hint.empty()) {
        text += fmt::format("{:<8} {:<{}}  help: {}\n", "", "", width, finding.hint);
      }
    }
  }
  return text + fmt::format("{}: {}, {}, {}: {}\n",
                            file,
                            fmt::format("{} ok", counts[0]),
                            counted(counts[1], "warning"),
                            counted(counts[2], "error"),
                            counts[2] == 0
                                ? "the plugin keeps the rules"
                                : "the plugin breaks rules; results would be wrong or lost");
}

std::string json_of(const std::string& file,
                    const std::vector<CheckFinding>& findings,
                    bool passed) {
  Json records = Json::array();
  for (const CheckFinding& finding : findings) {
    records.push_back({{"rule", finding.rule},
                       {"level", std::string(name(finding.level))},
                       {"text", finding.text},
                       {"hint", finding.hint}});
  }
  return Json{{"file", file}, {"passed", passed}, {"findings", std::move(records)}}.dump(
             1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace

int check_plugin_command(const CheckPluginArguments& arguments) {
  const LibraryFile library(arguments.file);
  const ChildEnd end = in_child([&](const Say& say) { check(arguments, say); },
                                std::chrono::seconds(arguments.timeout));
  Heard heard = hear(end.said);
  if (!heard.ended || !end.fault.empty()) {
    heard.findings.push_back(last_finding(heard, end.fault));
  }
  const bool passed =
      std::none_of(heard.findings.begin(), heard.findings.end(), [](const CheckFinding& f) {
        return f.level == CheckLevel::error;
      });
  fmt::print("{}",
             arguments.json ? json_of(arguments.file, heard.findings, passed)
                            : text_of(arguments.file, heard.findings));
  return passed ? 0 : 4;
}

}  // namespace uq::studies
