// Bad input as a user meets it: each fault with its message, its place and its exit code.

#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <string>
#include <vector>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::TemporaryFolder;

namespace {

/// A sound study; tests replace one piece of it.
const std::string sound = R"(format = 1
seed = 1

[model.expression]
y = "a + b^2"

[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "normal", mean = 0, sd = 1 }

[[analysis]]
name = "indices"
method = "sobol"
n = 64
)";

const std::string timed = R"(format = 1
seed = 1

[model.expression]
y = "a / b"

[model.outputs]
y = { unit = "ms" }

[inputs]
a = { dist = "uniform", lo = 1, hi = 2, unit = "GB" }
b = { value = "2 TB/s", unit = "GB/s" }

[[analysis]]
method = "sobol"
n = 64
)";

std::string with(std::string text, const std::string& piece, const std::string& instead) {
  const std::size_t at = text.find(piece);
  REQUIRE(at != std::string::npos);
  return text.replace(at, piece.size(), instead);
}

const std::string roofline = R"(format = 1
seed = 1
[model]
builtin = "roofline_llm"
[inputs]
hbm_bw = { dist = "uniform", lo = "3.0 TB/s", hi = "3.35 TB/s" }
[[analysis]]
method = "sobol"
n = 64
)";

std::string nested(std::size_t levels) {
  std::string text = "x = ";
  text.append(levels, '[').append(levels, ']');
  return text;
}

struct Fault {
  const char* what;
  std::string study;
  std::vector<std::string> says;
};

}  // namespace

TEST_CASE("faults: the sound study runs", "[faults][unit]") {
  const TemporaryFolder folder;
  folder.write("s.toml", sound);
  const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
  INFO(result.err);
  CHECK(result.code == 0);
  CHECK(result.out.find("S1") != std::string::npos);
  CHECK(folder.has("s.h5"));
}

TEST_CASE("faults: each is named with place and remedy, exit code 2, nothing written",
          "[faults][unit]") {
  const std::string a = R"(a = { dist = "uniform", lo = 0, hi = 1 })";
  const std::vector<Fault> faults{
      {"unknown key", with(sound, "n = 64", "N = 64"), {"`N`", "s.toml:14:1", "`n`"}},
      {"unknown top-level key",
       with(sound, "seed = 1", "sead = 1"),
       {"`sead`", "s.toml:2:1", "`seed`"}},
      {"unknown method",
       with(sound, "\"sobol\"", "\"sobel\""),
       {"unknown method `sobel`", "s.toml:13:10", "did you mean `sobol`?"}},
      {"unknown distribution",
       with(sound, "\"normal\"", "\"norml\""),
       {"unknown distribution `norml`", "s.toml:9:14", "did you mean `normal`?", "known: "}},
      {"unknown input",
       with(roofline, "hbm_bw", "hbm_bv"),
       {"unknown input `hbm_bv`", "s.toml:6:1", "did you mean `hbm_bw`?"}},
      {"unknown output",
       with(sound, "n = 64", "n = 64\noutputs = [\"z\"]"),
       {"unknown output `z`", "s.toml:15:12", "known: y"}},
      {"wrong unit",
       with(roofline, "3.0 TB/s", "8 us"),
       {"bandwidth", "8 us", "time", "s.toml:6:"}},
      {"swapped bounds",
       with(sound, a, R"(a = { dist = "uniform", lo = 1, hi = 0 })"),
       {"swapped", "s.toml:8:"}},
      {"equal bounds",
       with(sound, a, R"(a = { dist = "uniform", lo = 1, hi = 1 })"),
       {"value =", "s.toml:8:"}},
      {"text where a number belongs",
       with(sound, a, R"(a = { dist = "uniform", lo = "low", hi = 1 })"),
       {"`a`", "low", "s.toml:8:30"}},
      {"NaN parameter",
       with(sound, a, R"(a = { dist = "uniform", lo = nan, hi = 1 })"),
       {"finite", "s.toml:8:30"}},
      {"log-uniform at 0",
       with(sound, a, R"(a = { dist = "loguniform", lo = 0, hi = 1 })"),
       {"log-uniform law needs lo > 0", "s.toml:8:33"}},
      {"triangular mode outside",
       with(sound, a, R"(a = { dist = "triangular", lo = 0, mode = 2, hi = 1 })"),
       {"`mode` of `a` is 2", "[lo, hi]", "s.toml:8:43"}},
      {"mixed lognormal keys",
       with(sound, a, R"(a = { dist = "lognormal", mean = 1, sd_log = 1 })"),
       {"lognormal", "sd_log", "s.toml:8:"}},
      {"confidence of 95",
       with(sound, "n = 64", "n = 64\nconfidence = 95"),
       {"confidence", "0.95", "s.toml:15:14"}},
      {"no analyses", sound.substr(0, sound.find("[[analysis]]")), {"no analyses", "[[analysis]]"}},
      {"N below 16", with(sound, "n = 64", "n = 8"), {"`n`", "16", "s.toml:14:5"}},
      {"unknown variable in a formula",
       with(sound, "a + b^2", "a + bb^2"),
       {"bb", "s.toml:5:10", "known: a, b"}},
      {"a formula that adds unlike quantities",
       with(timed, "a / b", "a / b + a"),
       {"U211", "`a / b` is a time (s), but `a` is an amount of data (GB)", "s.toml:5:14"}},
      {"a formula of another dimension than its output",
       with(timed, "a / b", "a * b"),
       {"U211", "must give a time (ms), but `a * b`", "s.toml:5:6"}},
      {"a formula with a conversion of its own beside a unit",
       with(timed, "a / b", "1e3 * a / b + 5 us"),
       {"U221", "`1e3 * a / b` has a factor", "leave the factor out", "s.toml:5:20"}},
      {"a factor where the output's unit differs",
       with(timed, "a / b", "2 * a / b"),
       {"U221", "gives s, not ms", "unit = \"s\"", "s.toml:5:6"}},
      {"a conversion by hand where the output's unit differs",
       with(timed, "a / b", "1e3 * a / b"),
       {"U221", "gives s, not ms", "leave the factor out", "10 req", "s.toml:5:6"}},
      {"a literal with a unit, and an output without",
       with(with(timed, "a / b", "a / b + 5 us"), "y = { unit = \"ms\" }", ""),
       {"U222", "converts units", "[model.outputs] y = { unit = \"s\" }", "s.toml:5:5"}},
      {"an unknown variable beside a literal",
       with(timed, "a / b", "5 us + nowhere"),
       {"U130", "unknown variable `nowhere`", "s.toml:5:13"}},
      {"duplicate keys", with(sound, "seed = 1", "seed = 1\nseed = 2"), {"seed", "s.toml:3:1"}},
      {"not UTF-8", with(sound, "seed = 1", "seed = 1 # \xff"), {"UTF-8", "s.toml:2:"}},
      {"nested TOML", nested(100'000), {"nest", "s.toml:1:"}},
      {"memory that would not fit", with(sound, "n = 64", "n = 1_000_000_000"), {"memory", "GB"}},
      {"a remainder of replicates",
       with(sound, "n = 64", "n = 64\nci = \"replicates\"\nreplicates = 7"),
       {"does not split into 7", "112"}},
      {"two analyses of one name",
       sound + sound.substr(sound.find("[[analysis]]")),
       {"`indices`", "s.toml:16:8"}},
      {"no uncertain input",
       with(with(sound, a, "a = { value = 1 }"),
            R"(b = { dist = "normal", mean = 0, sd = 1 })",
            "b = { value = 1 }"),
       {"uncertain"}},
      {"constant outside bounds",
       with(roofline, R"(hbm_bw = {)", "eta_memory = { value = 1.5 }\nhbm_bw = {"),
       {"eta_memory", "bounds", "s.toml:6:24"}},
      {"unknown model",
       with(roofline, "roofline_llm", "rooflin_llm"),
       {"unknown model `rooflin_llm`", "roofline_llm", "s.toml:4:11"}},
      {"unknown configuration",
       with(roofline, "[inputs]", "config = { gpu = \"H1000\" }\n[inputs]"),
       {"H1000", "H100-SXM", "s.toml:5:18"}},
      {"units for a built-in model's outputs",
       with(roofline, "[inputs]", "outputs = { tpot = { unit = \"ms\" } }\n[inputs]"),
       {"list of names", "s.toml:5:11"}},
      {"no format", with(sound, "format = 1\n", ""), {"format = 1"}},
      {"a section of a later version",
       sound + "[design]\ntp = [1, 2]\n",
       {"`design` is not available"}},
  };
  for (const Fault& fault : faults) {
    const TemporaryFolder folder;
    folder.write("s.toml", fault.study);
    const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
    INFO(fault.what << "\n" << result.err.substr(0, 2000));
    CHECK(result.code == 2);
    CHECK(result.err.find("error[U") != std::string::npos);
    for (const std::string& text : fault.says) {
      INFO("expected: " << text);
      CHECK(result.err.find(text) != std::string::npos);
    }
    CHECK(result.out.empty());
    CHECK_FALSE(folder.has("s.h5"));
    CHECK_FALSE(folder.has("s.uq"));
  }
}

TEST_CASE("faults: all problems of a file are reported in one pass", "[faults][unit]") {
  const TemporaryFolder folder;
  std::string study = with(sound, "lo = 0, hi = 1", "lo = 2, hi = 1");
  study = with(study, "sd = 1", "sd = -1");
  study = with(study, "n = 64", "n = 8\nconfidence = 95");
  study = with(study, "seed = 1", "sead = 1");
  folder.write("s.toml", study);
  const ProcessResult result = run_uq(folder.path(), {"check", "s.toml"});
  INFO(result.err);
  CHECK(result.code == 2);
  std::size_t errors = 0;
  for (std::size_t at = 0; (at = result.err.find("error[U", at)) != std::string::npos; ++at) {
    ++errors;
  }
  CHECK(errors == 5);
  const ProcessResult json = run_uq(folder.path(), {"check", "s.toml", "--json"});
  CHECK(json.code == 2);
  CHECK(nlohmann::json::parse(json.out).size() >= 5);
}

TEST_CASE("faults: input and output errors end with code 5, usage with 2", "[faults][unit]") {
  const TemporaryFolder folder;
  folder.write("s.toml", sound);
  const ProcessResult missing = run_uq(folder.path(), {"run", "none.toml"});
  CHECK(missing.code == 5);
  CHECK(missing.err.find("none.toml") != std::string::npos);

  const ProcessResult unwritable = run_uq(folder.path(), {"run", "s.toml", "-o", "s.toml/x.h5"});
  INFO(unwritable.err);
  CHECK(unwritable.code == 5);
  CHECK(unwritable.err.find("s.toml/x.h5") != std::string::npos);

  CHECK(run_uq(folder.path(), {"run", "s.toml"}).code == 0);
  const std::string before = folder.read("s.h5");
  const ProcessResult existing = run_uq(folder.path(), {"run", "s.toml"});
  CHECK(existing.code == 5);
  CHECK(existing.err.find("--force") != std::string::npos);
  CHECK(folder.read("s.h5") == before);
  CHECK(run_uq(folder.path(), {"run", "s.toml", "--force"}).code == 0);

  CHECK(run_uq(folder.path(), {"frobnicate"}).code == 2);
  const ProcessResult typo = run_uq(folder.path(), {"rum", "s.toml"});
  INFO(typo.err);
  CHECK(typo.code == 2);
  CHECK(typo.err.starts_with("error: no command `rum`, did you mean `run`? known: run, check"));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {}, {"run"}, {"run", "s.toml", "--frob"}, {"selftest", "--seed", "-1"}, {"--frob"}}) {
    const ProcessResult usage = run_uq(folder.path(), words);
    INFO(usage.err);
    CHECK(usage.code == 2);
    CHECK(usage.err.starts_with("error: "));
  }
  CHECK(run_uq(folder.path(), {"run"}).code == 2);
  CHECK(run_uq(folder.path(), {"show", "s.toml"}).code == 5);
  CHECK(run_uq(folder.path(), {"describe", "sobel"}).code == 2);
}

TEST_CASE("faults: a constant output is undefined with its reason, never 0 or nan",
          "[faults][unit]") {
  const TemporaryFolder folder;
  folder.write("s.toml", with(sound, "y = \"a + b^2\"", "y = \"a + b^2\"\nflat = \"3 + 0*a\""));
  const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
  INFO(result.out << result.err);
  CHECK(result.code == 0);
  CHECK(result.out.find("undefined: zero variance") != std::string::npos);
  CHECK(result.out.find("nan") == std::string::npos);
}

TEST_CASE("faults: a NaN output is withheld alone, exit code 3, the others keep their bits",
          "[faults][property]") {
  const TemporaryFolder folder;
  folder.write("good.toml", sound);
  folder.write("bad.toml", with(sound, "y = \"a + b^2\"", "y = \"a + b^2\"\nz = \"sqrt(b)\""));
  CHECK(run_uq(folder.path(), {"run", "good.toml", "--quiet"}).code == 0);
  const ProcessResult bad = run_uq(folder.path(), {"run", "bad.toml"});
  INFO(bad.out << bad.err);
  CHECK(bad.code == 3);
  CHECK(bad.out.find("are incomplete; budget 0 %") != std::string::npos);
  const auto variables = [&](const char* file) {
    const ProcessResult shown = run_uq(folder.path(), {"show", file, "--json"});
    return nlohmann::json::parse(shown.out).at("analyses").at(0).at("variables");
  };
  const nlohmann::json good_json = variables("good.h5");
  const nlohmann::json bad_json = variables("bad.h5");
  for (const char* name : {"S1", "S1_ci", "ST", "ST_ci", "mean", "variance"}) {
    CHECK(good_json.at(name).at("values").at(0) == bad_json.at(name).at("values").at(0));
  }
  CHECK(bad_json.at("S1").at("values").at(1).at(0).is_null());
}

TEST_CASE("eval: a value is a number or a quantity, as in a study", "[faults][unit]") {
  const TemporaryFolder folder;
  folder.write("s.toml", roofline);
  const auto output = [&](const std::vector<std::string>& set) {
    std::vector<std::string> words{"eval", "s.toml", "--json"};
    for (const std::string& assignment : set) {
      words.insert(words.end(), {"--set", assignment});
    }
    const ProcessResult result = run_uq(folder.path(), words);
    INFO(result.err);
    REQUIRE(result.code == 0);
    return nlohmann::json::parse(result.out).at("inputs");
  };
  CHECK(output({"batch=128"}).at("batch") == 128);
  CHECK(output({"batch=1e2", "hbm_bw=3.2 TB/s"}).at("hbm_bw") == 3.2e12);
  CHECK(run_uq(folder.path(), {"eval", "s.toml", "--set", "batch=0"}).code == 2);
  CHECK(run_uq(folder.path(), {"eval", "s.toml", "--set", "batch=3 TB/s"}).code == 2);
  CHECK(run_uq(folder.path(), {"eval", "s.toml", "--set", "batch"}).code == 2);
  const ProcessResult unknown = run_uq(folder.path(), {"eval", "s.toml", "--set", "bach=1"});
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("did you mean `batch`?") != std::string::npos);
}

TEST_CASE("results: a variance is in the square of its output's unit, shared or not",
          "[results][unit]") {
  const TemporaryFolder folder;
  for (const char* outputs : {"[\"tpot\"]", "[\"tpot\", \"throughput\"]"}) {
    folder.write("s.toml",
                 with(roofline, "[inputs]", std::string("outputs = ") + outputs + "\n[inputs]"));
    REQUIRE(run_uq(folder.path(), {"run", "s.toml", "--quiet", "--force"}).code == 0);
    const std::string csv = run_uq(folder.path(), {"show", "s.h5", "--csv"}).out;
    INFO(csv);
    const std::size_t variance = csv.find(",variance,");
    REQUIRE(variance != std::string::npos);
    CHECK(csv.substr(0, csv.find_first_of("\r\n", variance)).ends_with(",s^2"));
  }
}
