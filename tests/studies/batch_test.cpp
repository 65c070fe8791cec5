// Several studies in one command: files of the command line, and batches with matrices.

#include "studies/batch/batch.hpp"

#include "studies/batch/placeholders.hpp"
#include "studies/batch/summary.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

using Catch::Contains;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;
using namespace uq::studies;

namespace {

std::string study(const std::string& formula, const std::string& head = "") {
  return "format = 1\nseed = 3\n" + head + R"(
[context]
hardware = "none"
[model.expression]
y = ")" + formula +
         R"("
[model.outputs]
y = { unit = "s" }
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 1, hi = 2 }
c = { value = 1 }
[[analysis]]
name = "indices"
method = "sobol"
n = 64
[[analysis]]
name = "band"
method = "propagate"
n = 64
)";
}

/// Places of codes in what a command wrote to stderr, in order.
std::vector<std::string> codes(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t at = text.find("error["); at != std::string::npos;
       at = text.find("error[", at + 1)) {
    found.push_back(text.substr(at + 6, 4));
  }
  return found;
}

ProcessResult check_batch(const std::string& entry, const std::string& more = "") {
  const TemporaryFolder folder;
  folder.write("base.toml", study("a + b + c"));
  folder.write("batch.toml", "format = 1\n" + more + "[[include]]\n" + entry);
  return run_uq(folder.path(), {"check", "batch.toml"});
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

MatrixKey key(const std::string& name, std::vector<Node> values) {
  return {name, last_word(name), {}, std::move(values)};
}

}  // namespace

TEST_CASE("batch: several studies run, the summary has each", "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("one.toml", study("a + b + c"));
  folder.write("two.toml", study("a * b + c"));
  const ProcessResult result = run_uq(folder.path(), {"run", "one.toml", "two.toml"});
  INFO(result.err);
  CHECK(result.code == 0);
  CHECK_THAT(result.out, Contains("2 studies") && Contains("one.toml  complete  0     320"));
  CHECK_THAT(result.out, Contains("indices: y\n  study     top input  ST\n  one.toml  "));
  CHECK_THAT(result.out, Contains("band: y\n  study     q05"));
  CHECK(folder.has("one.h5"));
  CHECK(folder.has("two.h5"));
  // The same study alone gives the same numbers.
  const double together =
      Shown(folder.path(), "two.h5").value("indices", "S1", {{"output", "y"}, {"input", "a"}});
  REQUIRE(run_uq(folder.path(), {"run", "two.toml", "--force", "-q"}).code == 0);
  CHECK(Shown(folder.path(), "two.h5").value("indices", "S1", {{"output", "y"}, {"input", "a"}}) ==
        together);
}

TEST_CASE("batch: one failing study does not stop the others; the lowest code is the exit code",
          "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("good.toml", study("a + b + c"));
  folder.write("fails.toml", study("1 / (a > 0.5)"));  // not finite below: 3
  folder.write("faulty.toml", study("a + nothing"));   // 2
  folder.write("written.toml", study("a + b + c"));    // its output exists: 5
  folder.write("written.h5", "something");
  const auto code = [&](const std::vector<std::string>& studies) {
    std::vector<std::string> words{"run"};
    words.insert(words.end(), studies.begin(), studies.end());
    const ProcessResult result = run_uq(folder.path(), words);
    CHECK(folder.has("good.h5"));
    std::filesystem::remove(folder.path() + "/good.h5");
    std::filesystem::remove(folder.path() + "/fails.h5");
    return result;
  };
  const ProcessResult all =
      code({"missing.toml", "faulty.toml", "fails.toml", "written.toml", "good.toml"});
  CHECK(all.code == 2);
  CHECK_THAT(all.err,
             Contains("missing.toml") && Contains("`nothing`") && Contains("exists already"));
  CHECK_THAT(
      all.out,
      Contains("missing.toml  input/output  5") && Contains("faulty.toml   faulty study  2") &&
          Contains("fails.toml    partial       3") && Contains("written.toml  input/output  5") &&
          Contains("good.toml     complete      0"));
  CHECK_THAT(all.out, Contains("fails.toml  undefined: "));
  CHECK(code({"fails.toml", "written.toml", "good.toml"}).code == 3);
  CHECK(code({"good.toml", "written.toml"}).code == 5);
  CHECK(folder.read("written.h5") == "something");
}

TEST_CASE("batch: the exit code is the lowest that is not zero, and 130 when interrupted",
          "[batch][unit]") {
  CHECK(exit_code({}) == 0);
  CHECK(exit_code({{"a", 0}, {"b", 5}, {"c", 3}, {"d", -1}}) == 3);
  CHECK(exit_code({{"a", 2}, {"b", 130}, {"c", -1}}) == 130);
}

TEST_CASE("batch: -o and two studies with one output are refused before anything runs",
          "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("one.toml", study("a + b", "output = \"same.h5\"\n"));
  folder.write("two.toml", study("a * b", "output = \"./same.h5\"\n"));
  folder.write("three.toml", study("a * b"));
  const ProcessResult output =
      run_uq(folder.path(), {"run", "one.toml", "three.toml", "-o", "x.h5"});
  CHECK(output.code == 2);
  CHECK_THAT(output.err, Contains("-o names one file, but these are 2 studies"));
  for (const std::string command : {"run", "check", "plan"}) {
    const ProcessResult same =
        run_uq(folder.path(), {command, "three.toml", "one.toml", "two.toml"});
    CHECK(same.code == 2);
    CHECK_THAT(same.err,
               Contains("U459") && Contains("`one.toml` and `two.toml` would write the same file"));
  }
  const ProcessResult twice = run_uq(folder.path(), {"run", "three.toml", "three.toml"});
  CHECK(twice.code == 2);
  CHECK_FALSE(folder.has("same.h5"));
  CHECK_FALSE(folder.has("three.h5"));

  folder.write("eats.toml", study("a * b", "output = \"one.toml\"\n"));
  const ProcessResult eaten = run_uq(folder.path(), {"run", "eats.toml", "one.toml", "--force"});
  CHECK(eaten.code == 2);
  CHECK_THAT(eaten.err, Contains("would write over `one.toml`"));
}

TEST_CASE("batch: a matrix is a product, the last key fastest; set and --set follow",
          "[batch][cli]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/studies");
  folder.write("studies/base.toml", study("a + b + c"));
  const auto write_batch = [&](const std::string& name) {
    folder.write("studies/batch.toml",
                 R"(format = 1
[[include]]
file   = "base.toml"
matrix = { "inputs.c.value" = [1, 10.5], "context.workload" = ["a/b", "c"] }
set    = { "analysis.indices.n" = 128, "context.hardware" = "{workload} with {{c}} = {value}", name = ")" +
                     name + R"(" }
output = "out/{value}-{context.workload}.h5"
)");
  };
  write_batch("{workload}-{value}");
  const ProcessResult result =
      run_uq(folder.path(), {"run", "studies/batch.toml", "--set", "analysis.band.n=32"});
  INFO(result.err);
  REQUIRE(result.code == 2);  // a name takes no "/"
  CHECK_THAT(result.err, Contains("U132"));
  CHECK(result.out.find("faulty study") < result.out.find("complete"));

  write_batch("plain");
  const ProcessResult again = run_uq(
      folder.path(), {"run", "studies/batch.toml", "--force", "--set", "analysis.band.n=32"});
  INFO(again.err);
  REQUIRE(again.code == 0);
  CHECK_THAT(again.out, Contains("4 studies"));
  const std::string label = "base.toml (value = ";
  const std::vector<std::string> order{
      "1, workload = a/b)", "1, workload = c)", "10.5, workload = a/b)", "10.5, workload = c)"};
  std::size_t at = 0;
  for (const std::string& one : order) {
    const std::size_t found = again.out.find(label + one, at);
    CHECK(found != std::string::npos);
    at = found;
  }
  for (const std::string name : {"1-a_b", "1-c", "10.5-a_b", "10.5-c"}) {
    CHECK(folder.has("studies/out/" + name + ".h5"));
  }
  const Shown shown(folder.path(), "studies/out/10.5-a_b.h5");
  CHECK(shown.attributes().at("hardware") == "a/b with {c} = 10.5");
  CHECK(shown.attributes().at("workload") == "a/b");
  CHECK(shown.attributes().at("title") == "plain");
  CHECK(shown.analysis("indices").at("attributes").at("n") == 128);
  CHECK(shown.analysis("band").at("attributes").at("n") == 32);
  const double mean = shown.value("indices", "mean", {{"output", "y"}});
  CHECK(mean - Shown(folder.path(), "studies/out/1-a_b.h5")
                   .value("indices", "mean", {{"output", "y"}}) ==
        Approx(9.5));
}

TEST_CASE("batch: a combination is the study with overrides, and says so in its provenance",
          "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("base.toml", study("a + b + c"));
  folder.write("batch.toml", R"(format = 1
[[include]]
file   = "base.toml"
matrix = { "inputs.c" = [{ value = 2 }, { dist = "uniform", lo = 1.0, hi = "3" }] }
set    = { output = "{{}}.h5", "analysis.indices.inputs" = ["a", "b"], "context.slo" = "say \"b\"\\ \t1 < 2" }
)");
  const ProcessResult checked = run_uq(folder.path(), {"check", "batch.toml"});
  CHECK(checked.code == 2);  // both would write {}.h5, and "3" is no number
  folder.write("batch.toml", R"(format = 1
[[include]]
file   = "base.toml"
matrix = { "inputs.c" = [{ value = 2 }] }
set    = { "analysis.indices.inputs" = ["a", "b"], "context.slo" = "say \"b\"\\ \t1 < 2" }
output = "by_batch.h5"
)");
  REQUIRE(run_uq(folder.path(), {"run", "batch.toml", "--reproducible"}).code == 0);
  REQUIRE(run_uq(folder.path(),
                 {"run",
                  "base.toml",
                  "--reproducible",
                  "-o",
                  "by_hand.h5",
                  "--set",
                  R"(inputs.c={ "value" = 2 })",
                  "--set",
                  R"(analysis.indices.inputs=["a", "b"])",
                  "--set",
                  R"(context.slo="say \"b\"\\ \t1 < 2")"})
              .code == 0);
  CHECK((folder.read("by_batch.h5") == folder.read("by_hand.h5")));
}

TEST_CASE("batch: faulty entries are named with code and place", "[batch][cli]") {
  const auto one = [](const std::string& entry, const std::string& code, const std::string& part) {
    const ProcessResult result = check_batch(entry);
    INFO(entry << result.err);
    CHECK(result.code == 2);
    CHECK((codes(result.err) == std::vector<std::string>{code}));
    CHECK_THAT(result.err, Contains(part) && Contains("batch.toml:"));
  };
  one("", "U451", "names no study");
  one("file = \"\"\n", "U451", "names no study");
  one("file = 3\n", "U201", "`file` must be text");
  one("fil = \"base.toml\"\nfile = \"base.toml\"\n", "U101", "`fil`");
  one("file = \"base.toml\"\nmatrix = { seed = 3 }\n", "U452", "list of the values");
  one("file = \"base.toml\"\nmatrix = { seed = [] }\n", "U452", "an empty list");
  one("file = \"base.toml\"\nmatrix = 3\n", "U201", "`matrix` must be a table");
  one("file = \"base.toml\"\nset = [1]\n", "U201", "`set` must be a table");
  one("file = \"base.toml\"\nmatrix = { model.seed = [1] }\n", "U453", "\"model.KEY\"");
  one("file = \"base.toml\"\nset = { context.slo = \"x\" }\n", "U453", "\"context.KEY\"");
  one("file = \"base.toml\"\nmatrix = { seed = [1] }\nset = { seed = 2 }\n",
      "U453",
      "`matrix` and in `set`");
  one("file = \"base.toml\"\nmatrix = { seed = [1] }\noutput = \"{sed}.h5\"\n",
      "U454",
      "known: {seed}");
  one("file = \"base.toml\"\nset = { \"context.slo\" = \"{sed}\" }\n", "U454", "without `matrix`");
  one("file = \"base.toml\"\nmatrix = { \"analysis.band.n\" = [8], \"analysis.indices.n\" = [8] "
      "}\noutput = \"{n}.h5\"\n",
      "U455",
      "{analysis.band.n} or {analysis.indices.n}");
  one("file = \"base.toml\"\nmatrix = { \"inputs.c\" = [{ value = 1 }] }\noutput = \"{c}.h5\"\n",
      "U456",
      "a list or a table");
  one("file = \"base.toml\"\nmatrix = { seed = [1] }\noutput = \"{seed.h5\"\n",
      "U456",
      "stands alone");
  one("file = \"base.toml\"\nmatrix = { seed = [1] }\noutput = \"seed}.h5\"\n",
      "U456",
      "stands alone");
  one("file = \"base.toml\"\noutput = \"\"\n", "U129", "`output` must name a file");
  std::string many = "file = \"base.toml\"\nmatrix = { seed = [0";
  for (int k = 1; k < 101; ++k) {
    many += ", " + std::to_string(k);
  }
  one(many + "], \"inputs.c.value\" = [" + many.substr(many.find('[') + 1) + "] }\n",
      "U457",
      "10201 studies");
}

TEST_CASE("batch: nothing but format and include stands in a batch; no batch in a batch",
          "[batch][cli]") {
  const ProcessResult beside =
      check_batch("file = \"base.toml\"\n", "seed = 1\n[model]\nbuiltin = \"x\"\n");
  CHECK(beside.code == 2);
  CHECK((codes(beside.err) == std::vector<std::string>{"U450", "U450"}));
  CHECK_THAT(beside.err, Contains("`set` of an [[include]]"));

  const TemporaryFolder folder;
  folder.write("base.toml", study("a + b"));
  folder.write("list.toml", "format = 1\ninclude = [\"base.toml\"]\n");
  CHECK((codes(run_uq(folder.path(), {"check", "list.toml"}).err) ==
         std::vector<std::string>{"U451"}));
  folder.write("old.toml", "[[include]]\nfile = \"base.toml\"\n");
  CHECK((codes(run_uq(folder.path(), {"check", "old.toml"}).err) ==
         std::vector<std::string>{"U100"}));

  folder.write("self.toml", "format = 1\n[[include]]\nfile = \"self.toml\"\n");
  const ProcessResult self = run_uq(folder.path(), {"run", "self.toml"});
  CHECK(self.code == 2);
  CHECK_THAT(self.err, Contains("U458") && Contains("is included at self.toml:2:"));
  const ProcessResult eval = run_uq(folder.path(), {"eval", "self.toml"});
  CHECK(eval.code == 2);
  CHECK_THAT(eval.err, Contains("U458"));
}

TEST_CASE("batch: a fault in an included study shows both places, once for all combinations",
          "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("faulty.toml", study("a + nothing"));
  folder.write("base.toml", study("a + b + c"));
  folder.write("batch.toml", R"(format = 1
[[include]]
file = "faulty.toml"
matrix = { seed = [1, 2, 3] }
output = "{seed}.h5"
[[include]]
file = "base.toml"
set = { "analysis.indices.n" = 2, "analysis.indicse.n" = 4 }
[[include]]
file = "gone.toml"
matrix = { seed = [1, 2, 3] }
)");
  const ProcessResult result = run_uq(folder.path(), {"check", "batch.toml"});
  CHECK(result.code == 2);
  CHECK_THAT(result.err,
             Contains("--> faulty.toml:7:10") && Contains("is included at batch.toml:2:1") &&
                 Contains("faulty.toml (seed = 3): the same as above"));
  CHECK(count(result.err, "--> faulty.toml") == 1);
  // What the batch sets has its place in the batch.
  CHECK_THAT(result.err, Contains("--> batch.toml:8:58") && Contains("did you mean `indices`?"));
  CHECK_THAT(result.err, Contains("gone.toml") && Contains("included at batch.toml:10:8"));
  CHECK(count(result.err, "cannot read") == 1);

  const auto json =
      nlohmann::json::parse(run_uq(folder.path(), {"check", "batch.toml", "--json"}).out);
  REQUIRE(json.size() >= 4);
  CHECK(json.at(0).at("hint").get<std::string>().find("batch.toml:2:1") != std::string::npos);
}

TEST_CASE("batch: a matrix whose combinations write one file is refused", "[batch][cli]") {
  const ProcessResult none = check_batch("file = \"base.toml\"\nmatrix = { seed = [1, 2] }\n");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("U459") && Contains("every key of the matrix"));
  const ProcessResult lost = check_batch(
      "file = \"base.toml\"\nmatrix = { \"context.slo\" = [\"a/b\", \"a:b\"] }\noutput = "
      "\"{slo}.h5\"\n");
  CHECK(lost.code == 2);
  CHECK_THAT(lost.err, Contains("a_b.h5"));
  CHECK(check_batch("file = \"base.toml\"\nmatrix = { seed = [1, 2] }\noutput = \"{seed}.h5\"\n")
            .code == 0);
}

TEST_CASE("batch: plan sums the cost, check says what is sound", "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("base.toml", study("a + b + c"));
  folder.write("batch.toml",
               "format = 1\n[[include]]\nfile = \"base.toml\"\nmatrix = { \"analysis.band.n\" = "
               "[64, 100] }\n"
               "output = \"{n}.h5\"\n");
  const ProcessResult plan = run_uq(folder.path(), {"plan", "batch.toml"});
  CHECK(plan.code == 0);
  CHECK_THAT(plan.out,
             Contains("base.toml (n = 64)   320") && Contains("base.toml (n = 100)  356") &&
                 Contains("total                676"));
  const auto json =
      nlohmann::json::parse(run_uq(folder.path(), {"plan", "batch.toml", "--json"}).out);
  CHECK(json.at("evaluations") == 676);
  CHECK(json.at("studies").at(1).at("analyses").at(1).at("evaluations") == 100);
  const ProcessResult check = run_uq(folder.path(), {"check", "batch.toml"});
  CHECK(check.code == 0);
  CHECK(check.out == "base.toml (n = 64): no errors\nbase.toml (n = 100): no errors\n");
}

TEST_CASE("batch: quiet says nothing but errors", "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("one.toml", study("a + b + c"));
  folder.write("two.toml", study("a * b + c"));
  const ProcessResult result = run_uq(folder.path(), {"run", "-q", "one.toml", "two.toml"});
  CHECK(result.code == 0);
  CHECK(result.out.empty());
  CHECK(result.err.empty());
}

TEST_CASE("batch: placeholders take a last word, a whole key, and braces doubled",
          "[batch][unit]") {
  const std::vector<MatrixKey> keys{key("model.config.gpu", {{std::string("H100 SXM/80"), {}}}),
                                    key("analysis.a.n", {{std::int64_t{8}, {}}, {2.5, {}}}),
                                    key("analysis.b.n", {{true, {}}}),
                                    key("n", {{std::string(".."), {}}})};
  Diagnostics diagnostics;
  const auto text = [&](const std::string& pattern, Filling filling) {
    return filled(pattern, keys, {0, 1, 0, 0}, filling, {}, diagnostics);
  };
  CHECK(text("{gpu}", Filling::text) == "H100 SXM/80");
  CHECK(text("out/{gpu}-{analysis.a.n}.h5", Filling::file_name) == "out/H100_SXM_80-2.5.h5");
  CHECK(text("{{{analysis.b.n}}}", Filling::text) == "{true}");
  CHECK(text("{n}", Filling::text) == "..");  // the whole key goes before the last words
  CHECK(text("{n}/x", Filling::file_name) == "__/x");
  CHECK_FALSE(diagnostics.has_errors());
  CHECK(last_word("analysis.\"a.b\"") == "a.b");
  CHECK(short_name(keys, 0) == "gpu");
  CHECK(short_name(keys, 1) == "analysis.a.n");
}

TEST_CASE("batch: a value as TOML reads back as the same value", "[batch][unit]") {
  const std::string source =
      "v = [1, 2.0, 1e300, inf, -7, true, \"a\\\"b\\\\c\\td\\n{}\", { \"a.b\" = [], c = { d = 0.1 "
      "} }, {}]";
  const Node node = read_toml(source, "f").find("v")->value;
  CHECK(toml_text(node) == toml_text(command_line_value(toml_text(node))));
  CHECK(std::holds_alternative<double>(command_line_value(toml_text(node.array()[1])).value));
  CHECK(command_line_value(toml_text(node.array()[6])).string() == "a\"b\\c\td\n{}");
  CHECK(command_line_value(toml_text(node.array()[7])).find("a.b") != nullptr);
}

TEST_CASE("batch: entries of one file are told apart by what they set, else by their line",
          "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("base.toml", study("a + b + c"));
  const auto entry = [](const std::string& set, const std::string& output) {
    return "[[include]]\nfile = \"base.toml\"\noutput = \"" + output + ".h5\"\n" +
           (set.empty() ? "" : "set = { " + set + " }\n");
  };
  folder.write("batch.toml",
               "format = 1\n" + entry("\"inputs.c.value\" = 1", "one") +
                   entry("\"inputs.c.value\" = 2", "two") + entry("", "three") + entry("", "four") +
                   "[[include]]\nfile = \"base.toml\"\noutput = \"m{value}.h5\"\n"
                   "matrix = { \"inputs.c.value\" = [7, 8] }\n");
  const ProcessResult result = run_uq(folder.path(), {"run", "batch.toml"});
  INFO(result.out << result.err);
  REQUIRE(result.code == 0);
  for (const char* label : {"base.toml (value = 1)",
                            "base.toml (value = 2)",
                            "base.toml (line 10)",
                            "base.toml (line 13)",
                            "base.toml (value = 7)",
                            "base.toml (value = 8)"}) {
    CHECK(count(result.err, std::string("] ") + label + "\n") == 1);
    CHECK_THAT(result.out, Contains(label));
  }
}

TEST_CASE("batch: a study that stops at its first failure is named", "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("good.toml", study("a + b + c"));
  folder.write("stops.toml", study("1 / (a > 0.5)") + "[failures]\non_failure = \"stop\"\n");
  const ProcessResult result = run_uq(folder.path(), {"run", "-q", "stops.toml", "good.toml"});
  CHECK(result.code == 3);
  CHECK_THAT(result.err, Contains("error: stops.toml: "));
  CHECK(folder.has("good.h5"));
}

TEST_CASE("batch: --set on a key that the batch assigns is refused, with key, file and remedy",
          "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("base.toml", study("a + b + c"));
  folder.write("batch.toml",
               "format = 1\n[[include]]\nfile = \"base.toml\"\n"
               "matrix = { \"inputs.c.value\" = [1, 2] }\n"
               "set = { \"analysis.band.n\" = 128 }\noutput = \"out/{value}.h5\"\n");
  // The key itself, the table that holds it, and a key within it, of the matrix and of `set`.
  for (const char* assignment : {"inputs.c.value=3",
                                 "inputs.c={ value = 3 }",
                                 "inputs.\"c\".value=3",
                                 "analysis.band.n=8"}) {
    CAPTURE(assignment);
    for (const char* command : {"run", "check", "plan"}) {
      const ProcessResult refused =
          run_uq(folder.path(), {command, "batch.toml", "--set", assignment});
      CHECK(refused.code == 2);
      CHECK_THAT(refused.err,
                 Contains("U463") && Contains("batch.toml") && Contains(assignment) &&
                     Contains("change it there"));
    }
  }
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/out"));
  // Others are set as ever, and so is any key of a study that no batch includes.
  CHECK(run_uq(folder.path(), {"check", "batch.toml", "--set", "analysis.indices.n=128"}).code ==
        0);
  CHECK(run_uq(folder.path(), {"check", "base.toml", "--set", "inputs.c.value=3"}).code == 0);
}

TEST_CASE("batch: that a batch includes another batch is said first", "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("base.toml", study("a + b + c"));
  folder.write("inner.toml", "format = 1\n[[include]]\nfile = \"base.toml\"\n");
  folder.write("outer.toml", "format = 1\n[[include]]\nfile = \"inner.toml\"\n");
  for (const char* command : {"run", "check", "plan"}) {
    CAPTURE(command);
    const ProcessResult refused = run_uq(folder.path(), {command, "outer.toml"});
    CHECK(refused.code == 2);
    CHECK(codes(refused.err) == std::vector<std::string>{"U458"});
  }
}

TEST_CASE("batch: plan tells why auto chose, and what intervals to expect, the same once",
          "[batch][plan][cli]") {
  const TemporaryFolder folder;
  std::string chosen = study("a + b + c");
  chosen.replace(chosen.find("method = \"sobol\"\nn = 64"), 23, "method = \"auto\"\nbudget = 2000");
  folder.write("base.toml", chosen);
  folder.write("batch.toml",
               "format = 1\n[[include]]\nfile = \"base.toml\"\n"
               "matrix = { \"inputs.c.value\" = [1, 2] }\noutput = \"{value}.h5\"\n");
  const ProcessResult plan = run_uq(folder.path(), {"plan", "batch.toml"});
  INFO(plan.err);
  CHECK(plan.code == 0);
  CHECK_THAT(plan.out,
             Contains("expected intervals of base.toml (value = 1), base.toml (value = 2)") &&
                 Contains("auto chose ") && Contains("budget: "));
  CHECK(count(plan.out, "auto chose ") == 1);
}
