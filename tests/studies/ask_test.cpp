// Ask and tell: designs that leave for another tool as CSV, outputs that come back.

#include "studies/designs/design_csv.hpp"
#include "studies/designs/told.hpp"
#include "tests/studies/designs.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using Catch::Contains;
using uq::Index;
using namespace uq::test;
using namespace uq::studies;

namespace {

/// Three inputs, the second of which takes names, and two outputs.
struct OddModel {
  std::vector<uq::InputVariable> in;
  std::vector<uq::OutputVariable> out;
  const std::vector<uq::InputVariable>& inputs() const { return in; }
  const std::vector<uq::OutputVariable>& outputs() const { return out; }
  std::string id() const { return "odd"; }
  void evaluate(const uq::MatrixRef&, uq::BatchResult&) const {}
};

uq::Problem odd_problem(const std::vector<std::string>& names) {
  OddModel model;
  model.in = {{.name = names[0], .unit = "1"},
              {.name = names[1], .unit = "GB/s"},
              {.name = names[2], .unit = "1"}};
  model.in[1].kind = uq::InputKind::categorical;
  model.in[1].categories = {"yes", "say \"no\"", "-maybe"};
  model.out = {{.name = names[3], .unit = "s"}, {.name = names[4], .unit = "1"}};
  uq::Problem problem{uq::Model(model), {}, uq::Vector::Zero(3), {0, 1}, {}, {}};
  for (Index j = 0; j < 3; ++j) {
    problem.inputs.push_back({.name = model.in[static_cast<std::size_t>(j)].name,
                              .unit = model.in[static_cast<std::size_t>(j)].unit,
                              .column = j,
                              .law = {uq::Uniform{0, 1}},
                              .nominal = 0,
                              .source = ""});
  }
  return problem;
}

const std::string head = R"x(format = 1
seed = 3
output = "s.h5"
[model.expression]
y = "2 * b"
z = "a"
[model.outputs]
y = { unit = "ms" }
z = {}
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "normal", mean = 1e-3, sd = 1e-4, unit = "ms" }
)x";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

/// The points of a study's design, with outputs filled in: y = row, z = 10 row.
std::vector<std::string> asked(const TemporaryFolder& folder,
                               const std::string& study = head + sample_analysis("n = 6")) {
  folder.write("ask.toml", study);
  const auto done = run_uq(folder.path(), {"ask", "ask.toml"});
  INFO(done.err);
  REQUIRE(done.code == 0);
  return lines_of(done.out);
}

constexpr std::size_t header = 2;  // after a note and the hash

std::vector<std::string> filled(std::vector<std::string> lines) {
  for (std::size_t k = header + 1; k < lines.size(); ++k) {
    const std::string row = std::to_string(k - header - 1);
    lines[k] = lines[k].substr(0, lines[k].size() - 1) + row + ".5," + row + "0";
  }
  for (std::size_t k = header + 1; k < lines.size(); ++k) {
    // "…,," loses one comma above and gets it back between the outputs.
    REQUIRE(std::count(lines[k].begin(), lines[k].end(), ',') == 4);
  }
  return lines;
}

ProcessResult told(const TemporaryFolder& folder,
                   const std::string& csv,
                   const std::string& more = "n = 6",
                   const std::string& begin = head) {
  folder.write("runs.csv", csv);
  return run_study(folder, begin + sample_analysis(more + "\nresults = \"runs.csv\""));
}

std::string refused(const TemporaryFolder& folder,
                    const std::vector<std::string>& lines,
                    const std::string& more = "n = 6",
                    const std::string& begin = head) {
  const auto done = told(folder, text_of(lines), more, begin);
  CHECK(done.code == 2);
  return done.err;
}

}  // namespace

TEST_CASE("ask: the points are those a run evaluates, to the bit", "[ask][cli]") {
  const std::string more = GENERATE("n = 6",
                                    "n = 8\nsampler = \"sobol\"",
                                    "n = 7\nsampler = \"maximin_lhs\"",
                                    "sampler = \"factorial\"\nlevels = 3");
  const TemporaryFolder folder;
  const std::vector<std::string> lines = asked(folder, head + sample_analysis(more));
  REQUIRE(run_study(folder, head + sample_analysis(more)).code == 0);
  const StoredDesign design = stored_design(folder);
  CHECK(lines[1] == "# design_sha256 = " + design.hash);
  CHECK(lines[header] == "row,a,b [ms],y [ms],z");
  REQUIRE(lines.size() == header + 1 + static_cast<std::size_t>(design.x.rows()));
  for (Index k = 0; k < design.x.rows(); ++k) {
    const std::string& line = lines[header + 1 + static_cast<std::size_t>(k)];
    const auto first = line.find(',');
    const auto second = line.find(',', first + 1);
    CHECK(line.substr(0, first) == std::to_string(k));
    CHECK(std::stod(line.substr(first + 1)) == design.x(k, 0));
    CHECK(std::stod(line.substr(second + 1)) == design.x(k, 1));
    CHECK(line.ends_with(",,"));
  }
}

TEST_CASE("ask: rows that extend a sample are asked for without evaluating either", "[ask][cli]") {
  const std::string study = head + sample_analysis("n = 8\nsampler = \"sobol\"") +
                            sample_analysis("n = 8\nextends = \"design\"", "more");
  const TemporaryFolder folder;
  folder.write("ask.toml", study);
  const auto done = run_uq(folder.path(), {"ask", "ask.toml", "more"});
  INFO(done.err);
  REQUIRE(done.code == 0);
  REQUIRE(run_study(folder, study).code == 0);
  CHECK_THAT(done.out, Contains(stored_design(folder, "more").hash));
}

TEST_CASE("tell: outputs of a file are the sample's", "[ask][cli]") {
  const TemporaryFolder folder;
  std::vector<std::string> lines = filled(asked(folder));
  const auto check = [&](const std::string& csv) {
    const auto done = told(folder, csv);
    INFO(csv << done.err);
    REQUIRE(done.code == 0);
    const StoredDesign design = stored_design(folder);
    for (Index k = 0; k < 6; ++k) {
      CHECK(design.y(k, 0) == static_cast<double>(k) + 0.5);
      CHECK(design.y(k, 1) == 10 * static_cast<double>(k));
      CHECK(design.status[static_cast<std::size_t>(k)] == 0);
    }
    CHECK(Shown(folder.path(), "s.h5").analysis("design").at("attributes").at("evaluations") == 0);
  };
  SECTION("as it was written") {
    check(text_of(lines));
  }
  SECTION("in another order: rows are found by their numbers") {
    std::reverse(lines.begin() + header + 1, lines.end());
    check(text_of(lines));
  }
  SECTION("without comments, by another tool: points prove whose they are") {
    lines.erase(lines.begin(), lines.begin() + header);
    check(text_of(lines));
  }
  SECTION("without numbers: rows are found by their points") {
    for (std::size_t k = header; k < lines.size(); ++k) {
      lines[k] = lines[k].substr(lines[k].find(',') + 1);
    }
    std::reverse(lines.begin() + header + 1, lines.end());
    check(text_of(lines));
  }
  SECTION("without points: the hash and the numbers say whose they are") {
    lines[header] = "row,y [ms],z,host";
    for (std::size_t k = header + 1; k < lines.size(); ++k) {
      const std::string row = std::to_string(k - header - 1);
      lines[k] = row + "," + row + ".5," + row + "0,\"node, 1\"";
    }
    check(text_of(lines));
  }
  SECTION("with a byte order mark, CR LF and quoted numbers") {
    std::string text = "\xEF\xBB\xBF";
    for (std::size_t k = 0; k < lines.size(); ++k) {
      text += (k > header ? "\"" + std::to_string(k - header - 1) + "\"" +
                                lines[k].substr(lines[k].find(','))
                          : lines[k]) +
              "\r\n";
    }
    check(text);
  }
}

TEST_CASE("tell: numbers come back with the same 64 bits", "[ask][cli]") {
  const TemporaryFolder folder;
  std::vector<std::string> lines = asked(folder);
  const std::vector<double> values{0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 1e-200};
  for (std::size_t k = 0; k < 6; ++k) {
    std::ostringstream out;
    out.precision(17);
    out << values[k];
    std::string& line = lines[header + 1 + k];
    line = line.substr(0, line.size() - 1) + out.str() + "," + out.str();
  }
  REQUIRE(told(folder, text_of(lines)).code == 0);
  const StoredDesign design = stored_design(folder);
  for (Index k = 0; k < 6; ++k) {
    CHECK(design.y(k, 0) == values[static_cast<std::size_t>(k)]);
    CHECK(std::signbit(design.y(k, 0)) == std::signbit(values[static_cast<std::size_t>(k)]));
  }
  // Exported, they are the same file again, and can be told again.
  REQUIRE(run_uq(folder.path(), {"export", "s.h5", "-o", "out"}).code == 0);
  const std::string exported = folder.read("out/designs/design.csv");
  CHECK_THAT(exported, Contains("# claim = relative-ranking-only") && Contains(design.hash));
  REQUIRE(told(folder, exported).code == 0);
  const StoredDesign again = stored_design(folder);
  CHECK((again.y.array() == design.y.array()).all());
}

TEST_CASE("tell: rows and cells that are not there are missing", "[ask][cli]") {
  const TemporaryFolder folder;
  std::vector<std::string> lines = filled(asked(folder));
  lines.erase(lines.begin() + header + 3);  // row 2
  lines[header + 1] =
      lines[header + 1].substr(0, lines[header + 1].rfind(',')) + ",NA";  // z of row 0
  const std::string allowed = head + "[failures]\nbudget = 0.4\n";
  const auto done = told(folder, text_of(lines), "n = 6", allowed);
  INFO(done.err);
  CHECK(done.code == 0);
  CHECK_THAT(done.out, Contains("W131: 2 of 6 rows have no outputs, or not all, in `runs.csv`"));
  const StoredDesign design = stored_design(folder);
  CHECK(std::isnan(design.y(2, 0)));
  CHECK(std::isnan(design.y(0, 1)));
  CHECK(design.y(0, 0) == 0.5);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("design", "rows", {{"output", "y"}}) == 5);
  CHECK(shown.analysis("design").at("attributes").at("failures") == 0);
  CHECK(told(folder, text_of(lines)).code == 3);  // no budget
}

TEST_CASE("tell: outputs of another design are refused by its hash", "[ask][cli]") {
  const TemporaryFolder folder;
  const std::vector<std::string> lines = filled(asked(folder));
  CHECK_THAT(refused(folder, lines, "n = 7"),
             Contains("error[U497]: the outputs of `runs.csv` belong to another design") &&
                 Contains("uq ask"));
  std::string other = head;
  other.replace(other.find("seed = 3"), 8, "seed = 4");
  CHECK_THAT(refused(folder, lines, "n = 6", other), Contains("U497"));
  std::string law = head;
  law.replace(law.find("hi = 1 "), 7, "hi = 2 ");
  CHECK_THAT(refused(folder, lines, "n = 6", law), Contains("U497"));
  // Without the hash, the points tell.
  std::vector<std::string> bare(lines.begin() + header, lines.end());
  CHECK_THAT(refused(folder, bare, "n = 6", other),
             Contains("error[U498]") && Contains("not the point of that row"));
}

TEST_CASE("tell: rows that do not belong are refused", "[ask][cli]") {
  const TemporaryFolder folder;
  const std::vector<std::string> lines = filled(asked(folder));
  const auto with = [&](std::size_t at, const std::string& line) {
    std::vector<std::string> changed = lines;
    changed[header + 1 + at] = line;
    return refused(folder, changed);
  };
  const std::string first = lines[header + 1];
  const std::string rest = first.substr(first.find(','));
  CHECK_THAT(with(1, first),
             Contains("error[U498]: row 0 of the design is there twice: lines 4 "
                      "and 5 of `runs.csv`"));
  CHECK_THAT(with(1, "1" + rest),
             Contains("line 5 of `runs.csv` bears the number 1 but not the point"));
  CHECK_THAT(with(0, "6" + rest), Contains("`6` is no row of the design, which has rows 0 to 5"));
  CHECK_THAT(with(0, "-1" + rest), Contains("`-1` is no row"));
  CHECK_THAT(with(0, "0.5" + rest), Contains("`0.5` is no row"));
  CHECK_THAT(with(0, rest), Contains("`` is no row"));
  CHECK_THAT(with(0, "1e300" + rest), Contains("is no row"));
  CHECK_THAT(with(0, "0,x,1,2,3"), Contains("`x` is no value of `a`"));
  CHECK_THAT(with(0, "0,1,2"), Contains("error[U498]: line 4 of `runs.csv` has 3 cells"));
  // Digits lost: points that are not those of the design.
  std::vector<std::string> rounded(lines.begin() + header, lines.end());
  for (std::size_t k = 0; k < rounded.size(); ++k) {
    rounded[k] = rounded[k].substr(rounded[k].find(',') + 1);
    if (k > 0) {
      rounded[k] = rounded[k].substr(0, 5) + rounded[k].substr(rounded[k].find(','));
    }
  }
  CHECK_THAT(refused(folder, rounded),
             Contains("error[U498]: the point of line 2 of `runs.csv` is none of the design"));
  // Neither points nor numbers.
  CHECK_THAT(refused(folder, {"y [ms],z", "1,2"}),
             Contains("error[U498]: nothing in `runs.csv` says which points its rows belong to"));
  CHECK_THAT(refused(folder, {"row,y [ms],z", "1,2,3"}), Contains("nothing in"));
}

TEST_CASE("tell: points that are there twice need their numbers", "[ask][cli]") {
  const std::string steps = R"(format = 1
seed = 3
output = "s.h5"
[model.expression]
y = "a"
[inputs]
a = { dist = "choice", values = [1, 2] }
)";
  const TemporaryFolder folder;
  folder.write("runs.csv", "a,y\n1,2\n");
  const auto done = run_study(folder, steps + sample_analysis("n = 6\nresults = \"runs.csv\""));
  CHECK(done.code == 2);
  CHECK_THAT(done.err,
             Contains("is that of 3 rows of the design") && Contains("numbers of the rows"));
}

TEST_CASE("tell: columns that are not the outputs are refused", "[ask][cli]") {
  const TemporaryFolder folder;
  std::vector<std::string> lines = filled(asked(folder));
  const auto with = [&](const std::string& heading) {
    lines[header] = heading;
    return refused(folder, lines);
  };
  CHECK_THAT(
      with("row,a,b [ms],y [s],z"),
      Contains(
          "error[U499]: column `y [s]` of `runs.csv` is in another unit than `y`, which is in ms"));
  CHECK_THAT(with("row,a,b [ms],Y [ms],z"),
             Contains("error[U499]: `runs.csv` has no column for output `y`") &&
                 Contains("call it `y [ms]`"));
  CHECK_THAT(with("row,a,b [ms],y [ms],y [ms]"),
             Contains("error[U498]: `runs.csv` has several columns `y [ms]`"));
  lines = filled(asked(folder));
  lines[header + 2] = lines[header + 2].substr(0, lines[header + 2].rfind(',')) + ",\x1b[31mfast";
  CHECK_THAT(refused(folder, lines),
             Contains("error[U499]: line 5 of `runs.csv`: `\\x1b[31mfast` in column `z`") &&
                 !Contains("\x1b"));
  lines[header + 2] = lines[header + 2].substr(0, lines[header + 2].rfind(',')) + ",inf";
  CHECK_THAT(refused(folder, lines), Contains("`inf` in column"));
  folder.write("s.toml", head + sample_analysis("results = \"none.csv\""));
  CHECK_THAT(run_uq(folder.path(), {"check", "s.toml"}).err,
             Contains("error[U498]: there is no file `none.csv`"));
  folder.write("none.csv", "");
  CHECK_THAT(run_uq(folder.path(), {"check", "s.toml"}).err, Contains("`none.csv` is empty"));
  folder.write("none.csv", "\xff\xfe");
  CHECK_THAT(run_uq(folder.path(), {"check", "s.toml"}).err, Contains("is no UTF-8 text"));
}

TEST_CASE("tell: an input called like the rows' numbers keeps its name", "[ask][cli]") {
  const std::string study = R"x(format = 1
seed = 3
output = "s.h5"
[model.expression]
y = "row + 1"
[inputs]
row = { dist = "uniform", lo = 0, hi = 1 }
)x";
  const TemporaryFolder folder;
  std::vector<std::string> lines = asked(folder, study + sample_analysis("n = 4"));
  CHECK(lines[header] == "row_,row,y");
  for (std::size_t k = header + 1; k < lines.size(); ++k) {
    lines[k] += std::to_string(k);
  }
  const auto done = told(folder, text_of(lines), "n = 4", study);
  INFO(done.err);
  CHECK(done.code == 0);
  CHECK(stored_design(folder).y(3, 0) == 6);
}

TEST_CASE("tell: names with commas, quotes, formulas and of any script come back", "[ask][unit]") {
  // As a plugin or a table may call them.
  const std::vector<std::string> odd{"a, \"b\"", "=α+1", "#first", "y [ms]", "'quoted'"};
  const uq::Problem problem = odd_problem(odd);
  const uq::Matrix x =
      (uq::Matrix(3, 3) << 0.25, 0, 1e-300, 0.5, 1, 0.1, 0.75, 2, 5e300).finished();
  uq::NdArray points({3, 3});
  for (Index k = 0; k < 9; ++k) {
    points.data[static_cast<std::size_t>(k)] = x(k / 3, k % 3);
  }
  uq::NdArray y({3, 2}, 1.0 / 3);
  const auto inputs = input_columns(problem);
  const std::string csv =
      design_csv(inputs, output_columns(problem), points, y, "0123", {"a note, \"quoted\""});
  CHECK_THAT(csv, Contains("\"'=α+1 [GB/s]\"") || Contains("'=α+1 [GB/s]"));
  CHECK_THAT(csv, Contains("\"say \"\"no\"\"\""));
  const TemporaryFolder folder;
  folder.write("odd.csv", csv);
  Diagnostics diagnostics;
  const Node table = read_toml("results = \"odd.csv\"\n", folder.path() + "/s.toml");
  const auto read = read_told(table, problem, diagnostics);
  for (const Diagnostic& one : diagnostics.all()) {
    UNSCOPED_INFO(one.message);
  }
  REQUIRE(read != nullptr);
  const uq::Evaluations told = told_outputs(*read, problem, x, "0123");
  CHECK((told.y[0].array() == 1.0 / 3).all());
  CHECK((told.y[1].array() == 1.0 / 3).all());
  CHECK(read->inputs.size() == 3);
  CHECK_THROWS_AS(told_outputs(*read, problem, x, "0124"), StudyError);
}

TEST_CASE("ask: what cannot be asked for is refused", "[ask][cli]") {
  const TemporaryFolder folder;
  const auto err = [&](const std::string& study, const std::vector<std::string>& more = {}) {
    folder.write("ask.toml", study);
    std::vector<std::string> arguments{"ask", "ask.toml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto done = run_uq(folder.path(), arguments);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    return done.err;
  };
  CHECK_THAT(err(head + "[[analysis]]\nmethod = \"propagate\"\n"),
             Contains("error[U496]: the study has no analysis with method = \"sample\""));
  const std::string two = head + sample_analysis("", "one") + sample_analysis("", "two");
  CHECK_THAT(err(two),
             Contains("error[U496]: the study has several designs: name one") &&
                 Contains("designs: one, two"));
  CHECK_THAT(err(two, {"three"}), Contains("error[U496]: the study has no design `three`"));
  std::string seedless = head;
  seedless.replace(seedless.find("seed = 3"), 8, "");
  CHECK_THAT(err(seedless + sample_analysis("")), Contains("error[U496]: the study sets no seed"));
  CHECK_THAT(
      err(head + "[[analysis]]\nname = \"screen\"\nmethod = \"morris\"\noutputs = [\"y\"]\n" +
          sample_analysis("inputs = { from = \"screen\", keep = \"mu_star > 0\" }")),
      Contains("error[U496]: the inputs of `design` are those that `screen` keeps"));
  folder.write("ask.toml", head + sample_analysis("n = 4"));
  CHECK(run_uq(folder.path(), {"ask", "ask.toml", "-o", "points.csv"}).code == 0);
  const auto again = run_uq(folder.path(), {"ask", "ask.toml", "-o", "points.csv"});
  CHECK(again.code == 5);
  CHECK_THAT(again.err, Contains("exists already; replace it with --force"));
  CHECK(run_uq(folder.path(), {"ask", "ask.toml", "-o", "points.csv", "--force"}).code == 0);
  CHECK_THAT(folder.read("points.csv"), Contains("# design_sha256 = "));
  // What a run reads is not written over.
  const auto over = told(folder, folder.read("points.csv"), "n = 4");
  CHECK(run_uq(folder.path(), {"run", "--force", "s.toml", "-o", "runs.csv"}).code == 5);
}
