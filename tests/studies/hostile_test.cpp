// Input nobody writes by accident, and what must not happen then: a crash, an internal error, a
// file lost, a message without a place.

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::TemporaryFolder;

namespace {

const std::string inputs = R"([inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "normal", mean = 0, sd = 1 }
)";

/// A study of one expression analysis; `head`, `formulas` and `options` are TOML lines.
std::string study(const std::string& head,
                  const std::string& formulas,
                  const std::string& options,
                  const std::string& laws = inputs) {
  return "format = 1\nseed = 1\n" + head + "\n[model.expression]\n" + formulas + "\n" + laws +
         "[[analysis]]\nmethod = \"propagate\"\nn = 64\n" + options + "\n";
}

std::size_t errors(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find("error[U", at)) != std::string::npos; ++at) {
    ++count;
  }
  return count;
}

struct Case {
  std::string study;
  std::vector<std::string> says;
};

}  // namespace

TEST_CASE("hostile: a fault has its place and code 2, whatever it is made of", "[hostile][unit]") {
  const std::string y = "y = \"a + b\"";
  const std::vector<Case> cases{
      // formulas no parser sees
      {study("", "y = \"\"", ""), {"U130", "s.toml:5:", "empty"}},
      {study("", "y = \"a = 3\"", ""), {"U130", "s.toml:5:", "assign"}},
      {study("", "y = \"a ; b\"", ""), {"U130", "s.toml:5:8", ";"}},
      {study("", "y = \"a, b\"", ""), {"U130", "s.toml:5:", "comma"}},
      {study("", "y = \"é\"", ""), {"U130", "s.toml:5:", "0xc3"}},
      {study("", "y = '''\na +'''", ""), {"U130", "s.toml:5:5"}},
      {study("", "y = \"" + std::string(20'000, '(') + "a\"", ""), {"U130", "s.toml:5:"}},
      // names
      {study("", y, "", inputs + "pi = { value = 3 }\n"),
       {"`pi` cannot", "s.toml:9:1", "constant"}},
      {study("", y, "", inputs + "max = { value = 3 }\n"), {"`max` cannot", "s.toml:9:1"}},
      {study("", "\"\" = \"a\"", ""), {"U118", "s.toml:5:1"}},
      {study("", "\"x/y\" = \"a\"", ""), {"`x/y` cannot name an output", "s.toml:5:1"}},
      {study("", "a = \"b\"", ""), {"`a` cannot name an output", "s.toml:5:1", "an input"}},
      {study("", y, "name = \"\""), {"U118", "s.toml:12:8"}},
      {study("name = \"\"", y, ""), {"U132", "s.toml:3:8", "one line"}},
      {study("name = \"../x\"", y, ""), {"U132", "s.toml:3:8", "`output`"}},
      {study("name = \"\\u0000\"", y, ""), {"U010", "s.toml:3:8"}},
      {study("name = \"\\u001b[31m\"", y, ""), {"U010", "s.toml:3:8"}},
      {study("output = \"\\u0000\"", y, ""), {"U010", "s.toml:3:10"}},
      {study("context = { slo = \"\\u0000\" }", y, ""), {"U010", "s.toml:3:19"}},
      {study("", "\"y\\u0000\" = \"a\"", ""), {"U010", "s.toml:5:1"}},
      // containers and kinds
      {study("", y, "sweep = {}"), {"an empty table", "s.toml:12:"}},
      {study("", y, "sweep = { a = [] }"), {"but it is an empty", "s.toml:12:"}},
      {study("", y, "outputs = []"), {"but it is an empty", "s.toml:12:"}},
      {study("", y, "thresholds = {}"), {"U201", "s.toml:12:"}},
      {study("", y, "thresholds = { y = [] }"), {"U201", "s.toml:12:"}},
      {study("", y, "thresholds = { y = [1, 1.0] }"), {"U113", "s.toml:12:24"}},
      {study("", y, "sweep = { a = [0], b = [1] }"), {"U126", "the sweep holds all of them"}},
      {study("", y, "", "[inputs]\na = { value = 1, doc = 3 }\nb = { value = 1 }\n"),
       {"`doc` must be text in quotes", "s.toml:7:24"}},
  };
  for (const Case& fault : cases) {
    const TemporaryFolder folder;
    folder.write("s.toml", fault.study);
    const ProcessResult result = run_uq(folder.path(), {"run", "s.toml"});
    INFO(fault.study.substr(0, 400) << "\n" << result.err.substr(0, 2000));
    CHECK(result.code == 2);
    for (const std::string& text : fault.says) {
      INFO("expected: " << text);
      CHECK(result.err.find(text) != std::string::npos);
    }
    CHECK(result.err.size() < 4000);
    CHECK(result.out.empty());
    CHECK_FALSE(folder.has("s.h5"));
    CHECK_FALSE(folder.has("s.uq"));
  }
}

TEST_CASE("hostile: a faulty formula, configuration or --set hides no other fault",
          "[hostile][unit]") {
  const TemporaryFolder folder;
  folder.write("formula.toml",
               study("",
                     "y = \"a +\"\nz = \"zz\"",
                     "confidence = 95\noutputs = [\"q\"]",
                     "[inputs]\na = { dist = \"uniform\", lo = 1, hi = 0 }\n"));
  const ProcessResult formula = run_uq(folder.path(), {"check", "formula.toml"});
  INFO(formula.err);
  CHECK(errors(formula.err) == 5);

  folder.write(
      "config.toml",
      "format = 1\nseed = 1\n[model]\nbuiltin = \"roofline_llm\"\nconfig = { gpu = 3, tp = "
      "\"x\", phase = 2, zz = 1 }\n[[analysis]]\nmethod = \"sobol\"\n");
  const ProcessResult config = run_uq(folder.path(), {"check", "config.toml"});
  INFO(config.err);
  CHECK(errors(config.err) == 4);

  folder.write("s.toml", study("", "y = \"a + b\"", ""));
  const ProcessResult set = run_uq(
      folder.path(),
      {"check", "s.toml", "--set", "zz.y=1", "--set", "seed", "--set", "analysis.propagate.n=1"});
  INFO(set.err);
  CHECK(errors(set.err) == 3);
}

TEST_CASE("hostile: eval takes plain numbers and quantities", "[hostile][unit]") {
  const TemporaryFolder folder;
  folder.write("s.toml", study("", "y = \"a + b\"", ""));
  const ProcessResult good =
      run_uq(folder.path(), {"eval", "s.toml", "--set", "a=0.25", "--set", "b=2", "--json"});
  INFO(good.err);
  REQUIRE(good.code == 0);
  CHECK(nlohmann::json::parse(good.out).at("outputs").at("y") == 2.25);
  for (const char* bad : {"a=nan", "a=inf", "a=", "a=x", "a=[1]", "a=3 s", "a", "=1", "q=1"}) {
    const ProcessResult result = run_uq(folder.path(), {"eval", "s.toml", "--set", bad});
    INFO(bad << ": " << result.err);
    CHECK(result.code == 2);
    CHECK(result.err.find("--set") != std::string::npos);
  }
}

TEST_CASE("hostile: no output replaces a pipe, a device or the study itself", "[hostile][unit]") {
  const TemporaryFolder folder;
  const std::string text = study("", "y = \"a + b\"", "");
  folder.write("s.toml", text);
  const std::string pipe = folder.path() + "/pipe.h5";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const char* output : {"pipe.h5", "s.toml", "./s.toml"}) {
    const ProcessResult result = run_uq(folder.path(), {"run", "s.toml", "--force", "-o", output});
    INFO(output << ": " << result.err);
    CHECK(result.code == 5);
    CHECK(result.err.find("-o FILE") != std::string::npos);
  }
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(folder.read("s.toml") == text);
}

TEST_CASE("hostile: a study without end and a full standard output end with code 5",
          "[hostile][unit]") {
  const TemporaryFolder folder;
  const ProcessResult endless = run_uq(folder.path(), {"check", "/dev/zero"});
  INFO(endless.err);
  CHECK(endless.code == 5);
  const std::string command =
      "'" + uq::test::program() + "' models > /dev/full 2> '" + folder.path() + "/err'";
  const int status = std::system(command.c_str());
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 5);
  CHECK(folder.read("err").find("standard output") != std::string::npos);
}

TEST_CASE("hostile: an interrupted run ends with 130 and leaves nothing behind",
          "[hostile][unit]") {
  const TemporaryFolder folder;
  folder.write("s.toml", study("", "y = \"a + b\"", "sweep = { a = [0, 1, 2, 3, 4, 5] }"));
  // Not before the run has its lock: until then there is nothing to leave behind, and a start can
  // be slow.
  folder.write("interrupt.sh",
               "'" + uq::test::program() +
                   "' run s.toml --set analysis.propagate.n=50000000 2> err &\n"
                   "run=$!\n"
                   "while kill -0 $run && ! test -e s.uq/lock; do sleep 0.05; done\n"
                   "sleep 0.5\n"
                   "kill -INT $run\n"
                   "wait $run\n"
                   "echo $? > code\n");
  const int status =
      std::system(("cd '" + folder.path() + "' && timeout 120 sh interrupt.sh").c_str());
  REQUIRE(WIFEXITED(status));
  INFO(folder.read("err"));
  CHECK(folder.read("code") == "130\n");
  CHECK(folder.read("err").find("interrupted") != std::string::npos);
  CHECK_FALSE(folder.has("s.h5"));
  CHECK_FALSE(folder.has("s.uq"));
}

TEST_CASE("batch: an interruption ends it with 130; what is finished stays, the rest is named",
          "[batch][cli]") {
  const TemporaryFolder folder;
  folder.write("a.toml", study("", "y = \"a + b\"", ""));
  folder.write("b.toml", study("", "y = \"a + b\"", "sweep = { a = [0, 1, 2, 3, 4, 5] }"));
  folder.write("c.toml", study("", "y = \"a + b\"", ""));
  folder.write("batch.toml",
               "format = 1\n[[include]]\nfile = \"a.toml\"\n[[include]]\nfile = \"b.toml\"\n"
               "set = { \"analysis.propagate.n\" = 50000000 }\n[[include]]\nfile = \"c.toml\"\n");
  folder.write("interrupt.sh",
               "'" + uq::test::program() +
                   "' run batch.toml > out 2> err &\n"
                   "run=$!\n"
                   "while kill -0 $run && ! test -e b.uq/lock; do sleep 0.05; done\n"
                   "sleep 0.5\n"
                   "kill -INT $run\n"
                   "wait $run\n"
                   "echo $? > code\n");
  const int status =
      std::system(("cd '" + folder.path() + "' && timeout 120 sh interrupt.sh").c_str());
  REQUIRE(WIFEXITED(status));
  INFO(folder.read("err") << folder.read("out"));
  CHECK(folder.read("code") == "130\n");
  CHECK(folder.has("a.h5"));
  CHECK_FALSE(folder.has("b.h5"));
  CHECK_FALSE(folder.has("b.uq"));
  CHECK_FALSE(folder.has("c.h5"));
  for (const char* line :
       {"a.toml  complete     0", "b.toml  interrupted  130", "c.toml  not run      -"}) {
    CHECK(folder.read("out").find(line) != std::string::npos);
  }
}

TEST_CASE("hostile: show survives flipped bits", "[hostile][property]") {
  const TemporaryFolder folder;
  folder.write("s.toml", study("", "y = \"a + b\"", ""));
  REQUIRE(run_uq(folder.path(), {"run", "s.toml", "--quiet"}).code == 0);
  const std::string sound = folder.read("s.h5");
  std::minstd_rand random(37);
  for (int trial = 0; trial < 60; ++trial) {
    std::string damaged = sound;
    for (int flips = trial % 3 == 0 ? 20 : 1; flips > 0; --flips) {
      char& byte = damaged[random() % damaged.size()];
      byte = static_cast<char>(byte ^ (1 << (random() % 8)));
    }
    folder.write("d.h5", damaged);
    const ProcessResult result = run_uq(folder.path(), {"show", "d.h5"});
    INFO(trial << ": " << result.err.substr(0, 500));
    CHECK((result.code == 0 || result.code == 5));
    CHECK(result.err.find("HDF5:") == std::string::npos);
  }
}
