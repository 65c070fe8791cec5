#include "studies/file/diagnostic.hpp"

#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

namespace uq::studies {
namespace {

Diagnostic diagnostic(std::string code,
                      Severity severity,
                      std::string message,
                      Place place = {},
                      std::string label = {},
                      std::vector<std::string> notes = {}) {
  Diagnostics found;
  Diagnostic& problem =
      severity == Severity::error
          ? found.error(std::move(code), std::move(message), std::move(place), std::move(label))
          : found.warning(std::move(code), std::move(message), std::move(place), std::move(label));
  problem.notes = std::move(notes);
  return problem;
}

TEST_CASE("render: the layout is gutter, line, underline, notes", "[diagnostic][unit]") {
  const Diagnostic problem = diagnostic("U103",
                                        Severity::error,
                                        "unknown distribution `truncnorm`",
                                        {"decode.toml", 2, 24, 11},
                                        "did you mean `truncnormal`?",
                                        {"known: normal, truncnormal"});
  const std::string source = "\neta_mem     = { dist = \"truncnorm\", mean = 0.70 }\n";
  CHECK(render(problem, source) ==
        "error[U103]: unknown distribution `truncnorm`\n"
        "  --> decode.toml:2:24\n"
        "   |\n"
        " 2 | eta_mem     = { dist = \"truncnorm\", mean = 0.70 }\n"
        "   |                        ^^^^^^^^^^^ did you mean `truncnormal`?\n"
        "   = known: normal, truncnormal\n");
  CHECK(render(problem, "") ==
        "error[U103]: unknown distribution `truncnorm`\n"
        "  --> decode.toml:2:24\n"
        "   = did you mean `truncnormal`?\n"
        "   = known: normal, truncnormal\n");
}

TEST_CASE("render: a problem without a place shows its file only", "[diagnostic][unit]") {
  CHECK(render(diagnostic("W012", Severity::warning, "slow", {"a.toml", 0, 0, 1}, "", {}),
               "x = 1\n") == "warning[W012]: slow\n  --> a.toml\n");
  CHECK(render(diagnostic("W012", Severity::warning, "slow", {}, "", {}), "") ==
        "warning[W012]: slow\n");
}

std::string underline_below(const std::string& source, int column, int length) {
  const std::string text =
      render(diagnostic("U001", Severity::error, "m", {"f", 1, column, length}, "", {}), source);
  const auto line = text.find(" 1 | ");
  return text.substr(line);
}

TEST_CASE("render: tabs, wide and combining characters keep the caret below",
          "[diagnostic][unit]") {
  CHECK(underline_below("\ta\t= 1", 4, 1) == " 1 |     a   = 1\n   |         ^\n");
  CHECK(underline_below("速度 = x", 6, 1) == " 1 | 速度 = x\n   |        ^\n");
  CHECK(underline_below("速度 = x", 1, 2) == " 1 | 速度 = x\n   | ^^^^\n");
  CHECK(underline_below("e\xcc\x81 = x", 6, 1) == " 1 | e\xcc\x81 = x\n   |     ^\n");
}

TEST_CASE("render: control and direction characters are written out", "[diagnostic][unit]") {
  CHECK(underline_below("a\x1b[31m = x", 10, 1) == " 1 | a\\x1b[31m = x\n   |             ^\n");
  CHECK(underline_below("\xe2\x80\xae = x", 5, 1) == " 1 | \\u202e = x\n   |          ^\n");
  const std::string text = render(
      diagnostic("U1", Severity::error, "a\nb\x1b", {"f\x07", 1, 1, 1}, "l\r", {"n\t\xff"}), "x");
  CHECK(
      text ==
      "error[U1]: a\\x0ab\\x1b\n  --> f\\x07:1:1\n   |\n 1 | x\n   | ^ l\\x0d\n   = n\\x09\\xff\n");
}

TEST_CASE("render: a place beyond the line or the file does no harm", "[diagnostic][unit]") {
  CHECK(underline_below("ab", 3, 5) == " 1 | ab\n   |   ^\n");
  CHECK(underline_below("ab", 99, 5) == " 1 | ab\n   |   ^\n");
  CHECK(underline_below("ab", 2, 99) == " 1 | ab\n   |  ^\n");
  CHECK(render(diagnostic("U1", Severity::error, "m", {"f", 7, 1, 1}, "", {}), "x\n")
            .ends_with("   | ^\n"));
}

TEST_CASE("render: a very long line is cut around the culprit", "[diagnostic][unit]") {
  const std::string source = std::string(1000, 'a') + "CULPRIT" + std::string(1000, 'b');
  const std::string text = underline_below(source, 1001, 7);
  CHECK(text.size() < 600);
  const auto line_end = text.find('\n');
  CHECK(text.find("CULPRIT") != std::string::npos);
  // The ellipsis has three bytes and one column.
  CHECK(text.find("CULPRIT") - 2 == text.find("^^^^^^^") - line_end - 1);
}

TEST_CASE("json: one record per problem with a joined hint", "[diagnostic][unit]") {
  const auto records = nlohmann::json::parse(
      to_json({diagnostic("U1", Severity::error, "m \"q\"", {"f", 3, 4, 2}, "label", {"help: h"}),
               diagnostic("W1", Severity::warning, "w\xff")}));
  REQUIRE(records.size() == 2);
  CHECK(records[0]["code"] == "U1");
  CHECK(records[0]["severity"] == "error");
  CHECK(records[0]["message"] == "m \"q\"");
  CHECK(records[0]["line"] == 3);
  CHECK(records[0]["column"] == 4);
  CHECK(records[0]["hint"] == "label; help: h");
  CHECK(records[1]["severity"] == "warning");
}

TEST_CASE("study error: problems are sorted by place, warnings kept", "[diagnostic][unit]") {
  Diagnostics found;
  found.warning("W1", "later", {"f", 5, 1, 1});
  CHECK_FALSE(found.has_errors());
  CHECK_NOTHROW(found.throw_if_errors());
  found.error("U2", "right", {"f", 2, 9, 1});
  found.error("U1", "left", {"f", 2, 3, 1});
  try {
    found.throw_if_errors();
    FAIL("did not throw");
  } catch (const StudyError& error) {
    REQUIRE(error.diagnostics.size() == 3);
    CHECK(error.diagnostics[0].code == "U1");
    CHECK(error.diagnostics[1].code == "U2");
    CHECK(error.diagnostics[2].code == "W1");
    CHECK(std::string(error.what()) == "[U2] right (and 1 more)");
  }
}

TEST_CASE("nearest: typing errors and other tools' words are understood", "[diagnostic][unit]") {
  const std::vector<std::string> keys{"mean", "sd", "lo", "hi", "mode", "n", "truncate"};
  CHECK(nearest("maen", keys) == "mean");
  CHECK(nearest("Mean", keys) == "mean");
  CHECK(nearest("std", keys) == "sd");
  CHECK(nearest("sigma", keys) == "sd");
  CHECK(nearest("mu", keys) == "mean");
  CHECK(nearest("min", keys) == "lo");
  CHECK(nearest("max", keys) == "hi");
  CHECK(nearest("runs", keys) == "n");
  CHECK(nearest("samples", keys) == "n");
  CHECK(nearest("trunc", keys) == "truncate");
  CHECK(nearest("rate", keys).empty());
  CHECK(nearest("xyzzy", keys).empty());
  CHECK(nearest("", keys).empty());
  CHECK(nearest(std::string(100'000, 'a'), keys).empty());
  CHECK(nearest("truncnorm", {"normal", "truncnormal"}) == "truncnormal");
}

}  // namespace
}  // namespace uq::studies
