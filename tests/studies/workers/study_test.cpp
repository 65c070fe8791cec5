// Studies whose models run in processes of their own, as a user meets them.

#include "studies/store/store.hpp"
#include "tests/studies/golden.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::TemporaryFolder;

namespace {

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

/// A folder of its own for studies, and for the list of trusted files.
struct Desk : TemporaryFolder {
  Desk() {
    setenv("XDG_CONFIG_HOME", path().c_str(), 1);
    setenv("UQ_TEST_MARK", (path() + "/mark").c_str(), 1);
  }
  ~Desk() {
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("UQ_TEST_MARK");
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  ProcessResult uq(const std::vector<std::string>& arguments) const {
    return run_uq(path(), arguments);
  }
};

std::string plugin(const std::string& name, const std::string& more = "") {
  return "plugin = \"" + std::string(UQ_TEST_PLUGINS) + "/" + name + ".so\"\n" + more;
}

/// A study of two inputs; `model`, `inputs` and `rest` are TOML lines.
std::string study(const std::string& model,
                  const std::string& inputs,
                  const std::string& rest = "") {
  return "format = 1\nseed = 1\n[model]\n" + model + "\n[inputs]\n" + inputs +
         "\n[[analysis]]\nmethod = \"sobol\"\nn = 64\n" + rest;
}

const std::string two =
    "a = { dist = \"uniform\", lo = 0, hi = 1 }\nb = { dist = \"uniform\", lo = 0, "
    "hi = 1 }\n";

/// A command that leaves a mark when it runs and answers y = a + b.
const std::string adds =
    "import json, os, sys\nopen(os.environ['UQ_TEST_MARK'], 'w').close()\nfor line in sys.stdin:\n"
    "  r = json.loads(line)\n  x = r['inputs']\n"
    "  print(json.dumps({'id': r['id'], 'outputs': {'y': x['a'] + x['b']}}), flush=True)\n";

const std::string command =
    "command = [\"python3\", \"adds.py\"]\nprotocol = \"lines\"\noutputs = { y = "
    "{ unit = \"ms\" } }\n";

}  // namespace

TEST_CASE("workers: a plugin gives the same bits in workers and in process", "[workers][cli]") {
  const Desk desk;
  desk.write("s.toml", study(plugin("whims", "model = \"first\""), two));
  desk.write(
      "here.toml",
      study(plugin("whims", "model = \"first\""), two, "[run]\nisolation = \"in-process\"\n"));
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "--allow-exec", "--reproducible", "-q"});
    const ProcessResult result = desk.uq(words);
    INFO(result.err);
    REQUIRE(result.code == 0);
  };
  run({"here.toml", "-o", "here.h5"});
  run({"s.toml", "-o", "a.h5", "-j", "1"});
  run({"s.toml", "-o", "b.h5", "-j", "3", "--block", "7"});
  run({"s.toml", "-o", "c.h5", "-j", "2", "--block", "1"});
  CHECK(desk.read("a.h5") == desk.read("b.h5"));
  CHECK(desk.read("a.h5") == desk.read("c.h5"));
  const ProcessResult same = desk.uq({"diff", "here.h5", "a.h5"});
  INFO(same.out << same.err);
  CHECK(same.code == 0);
}

TEST_CASE("workers: a plugin that crashes, exits or hangs loses its rows, not the run",
          "[workers][cli]") {
  const Desk desk;
  const auto eval = [&](const std::string& whim) {
    desk.write("s.toml",
               study(plugin("whims", "model = \"first\"\nconfig = { whim = \"" + whim + "\" }"),
                     two,
                     "[failures]\ntimeout = \"1 s\"\n"));
    return desk.uq({"eval", "--allow-exec", "--json", "s.toml"});
  };
  for (const auto& [whim, status] :
       std::vector<std::pair<std::string, std::string>>{{"crash", "signal"},
                                                        {"exit", "exit_code"},
                                                        {"exit well", "exit_code"},
                                                        {"hang", "timeout"},
                                                        {"print", "ok"}}) {
    const ProcessResult result = eval(whim);
    INFO(whim << ": " << result.err << result.out);
    CHECK(result.code == (status == "ok" ? 0 : 3));
    CHECK(nlohmann::json::parse(result.out).at("status") == status);
    CHECK(has(result.err, "W160") == (whim == "print"));
  }
  const ProcessResult early = eval("exit early");
  INFO(early.err);
  CHECK(early.code == 2);
  for (const char* text : {"U540", "s.toml:4:10", "ended with exit code", "check-plugin"}) {
    CHECK(has(early.err, text));
  }
}

TEST_CASE("workers: rows lost to crashes count against the budget", "[workers][cli]") {
  const Desk desk;
  const std::string inputs =
      "a = { dist = \"uniform\", lo = 0, hi = 1 }\ntrouble = { dist = \"choice\", "
      "values = [0, 8, 11], weights = [98, 1, 1] }\n";
  desk.write("s.toml", study(plugin("trouble"), inputs, "[failures]\nbudget = 0.5\n"));
  const ProcessResult within = desk.uq({"run", "--allow-exec", "s.toml"});
  INFO(within.err << within.out);
  CHECK(within.code == 0);
  desk.write("strict.toml", study(plugin("trouble"), inputs));
  CHECK(desk.uq({"run", "--allow-exec", "strict.toml"}).code == 3);
  desk.write("stop.toml", study(plugin("trouble"), inputs, "[failures]\non_failure = \"stop\"\n"));
  const ProcessResult stopped = desk.uq({"run", "--allow-exec", "stop.toml"});
  INFO(stopped.err);
  CHECK(stopped.code == 3);
  CHECK((has(stopped.err, "SIGSEGV") || has(stopped.err, "exit code 3")));
}

TEST_CASE("workers: keys of processes are checked", "[workers][cli]") {
  const Desk desk;
  desk.write("adds.py", adds);
  const std::string whims = plugin("whims", "model = \"first\"");
  struct Fault {
    std::string study;
    std::vector<std::string> says;
  };
  const std::vector<Fault> faults{
      {study(whims, two, "[run]\nisolation = \"wroker\"\n"), {"U203", "`worker`?"}},
      {study(whims, two, "[run]\nlauncher = { prefix = [] }\n"), {"U541", "a list of words"}},
      {study(whims, two, "[run]\nlauncher = { prefix = [\"\"] }\n"), {"U541"}},
      {study(whims, two, "[run]\nlauncher = { workers = 0 }\n"), {"U202", "from 1 to 4096"}},
      {study(whims, two, "[run]\nlauncher = { slurm = { } }\n"), {"U108", "srun"}},
      {study(whims, two, "[run]\nisolation = \"in-process\"\nlauncher = { workers = 2 }\n"),
       {"U541"}},
      {study(whims, two, "[run]\nlauncher = { prefix = [\"/nowhere/srun\"] }\n"),
       {"/nowhere/srun", "cannot be started"}},
      {study(whims, two, "[run]\nlauncher = { prefix = [\"false\"] }\n"),
       {"U540", "exit code 1", "launcher"}},
      {study(whims, two, "[failures]\ntimeout = \"0 s\"\n"), {"U202"}},
      {study(whims, two, "[failures]\ntimeout = \"20 GB\"\n"), {"U21"}},
      {study(whims, two, "[failures]\nretries = -1\n"), {"U202", "from 0 to 100"}},
      {study("expression = { y = \"a + b\" }", two, "[run]\nisolation = \"worker\"\n"),
       {"U541", "kind `expression`"}},
      {study("command = \"python3 adds.py\"\nprotocol = \"lines\"", two), {"U542", "no shell"}},
      {study("command = []\nprotocol = \"lines\"", two), {"U542"}},
      {study("command = [\"python3\", 3]\nprotocol = \"lines\"", two), {"U542"}},
      {study("command = [\"python3\", \"adds.py\"]\noutputs = { y = { } }", two),
       {"U543", "lines"}},
      {study("command = [\"python3\"]\nprotocol = \"files\"\noutputs = { y = { } }", two),
       {"U108"}},
      {study("command = [\"python3\"]\nprotocol = \"line\"\noutputs = { y = { } }", two),
       {"U203", "`lines`?"}},
      {study("command = [\"python3\"]\nprotocol = \"lines\"\noutputs = [\"y\"]", two),
       {"U544", "[model.outputs]"}},
      {study(
           "command = [\"python3\"]\nprotocol = \"lines\"\noutputs = { y = { unit = \"parsec\" } }",
           two),
       {"U210"}},
      {study("command = [\"no-such-program\"]\nprotocol = \"lines\"\noutputs = { y = { } }", two),
       {"U545", "PATH"}},
      {study("command = [\"./adds.py\"]\nprotocol = \"lines\"\noutputs = { y = { } }", two),
       {"U545"}},
      {study(command, two, "[run]\nisolation = \"in-process\"\n"), {"U541"}}};
  for (const Fault& fault : faults) {
    desk.write("s.toml", fault.study);
    const ProcessResult result = desk.uq({"run", "--allow-exec", "s.toml"});
    INFO(fault.study << "\n" << result.err);
    CHECK((result.code == 2 || result.code == 5));
    for (const std::string& text : fault.says) {
      INFO("expected: " << text);
      CHECK(has(result.err, text));
    }
    CHECK_FALSE(desk.has("s.h5"));
  }
}

TEST_CASE("workers: no command runs without consent, and none at all in check", "[workers][cli]") {
  const Desk desk;
  desk.write("adds.py", adds);
  desk.write("s.toml", study(command, two));
  const ProcessResult check = desk.uq({"check", "s.toml"});
  INFO(check.err);
  CHECK(check.code == 0);
  CHECK_FALSE(has(check.err, "W051"));  // inputs and outputs are known without it
  for (const char* word : {"run", "plan", "eval"}) {
    const ProcessResult refused = desk.uq({word, "s.toml"});
    INFO(word << ": " << refused.err);
    CHECK(refused.code == 2);
    for (const char* text : {"U143", "`python3 adds.py`", "it would run /", "uq trust s.toml"}) {
      CHECK(has(refused.err, text));
    }
  }
  const ProcessResult trusted = desk.uq({"trust", "s.toml"});
  INFO(trusted.err);
  REQUIRE(trusted.code == 0);
  CHECK(has(trusted.err, "adds.py"));
  CHECK_FALSE(desk.has("mark"));
  CHECK(desk.uq({"run", "-q", "s.toml"}).code == 0);
  CHECK(desk.has("mark"));
  // Another study of the same command is trusted too; a changed script, or another word, is not.
  desk.write("t.toml", study(command, two, "name = \"other\"\n"));
  CHECK(desk.uq({"eval", "t.toml"}).code == 0);
  desk.write("adds.py", adds + "# changed\n");
  const ProcessResult changed = desk.uq({"eval", "s.toml"});
  INFO(changed.err);
  CHECK(changed.code == 2);
  CHECK(has(changed.err, "has changed since it was trusted on 2"));
  desk.write("adds.py", adds);
  CHECK(desk.uq({"eval", "s.toml"}).code == 0);
  CHECK(desk.uq({"trust", "--remove", "s.toml"}).code == 0);
  CHECK(desk.uq({"eval", "s.toml"}).code == 2);
  desk.write("e.toml", study("expression = { y = \"a + b\" }", two));
  CHECK(has(desk.uq({"trust", "e.toml"}).err, "names no command"));
}

TEST_CASE("workers: a command's results have the same bits for any workers, and its name",
          "[workers][cli]") {
  const Desk desk;
  desk.write("adds.py", adds);
  desk.write("s.toml", study(command, two));
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "--allow-exec", "--reproducible", "-q", "s.toml", "-o"});
    const ProcessResult result = desk.uq(words);
    INFO(result.err);
    REQUIRE(result.code == 0);
  };
  run({"a.h5", "-j", "1"});
  run({"b.h5", "-j", "3", "--block", "7"});
  CHECK(desk.read("a.h5") == desk.read("b.h5"));
  desk.write("e.toml",
             study("expression = { y = \"a + b\" }\noutputs = { y = { unit = \"ms\" } }", two));
  REQUIRE(desk.uq({"run", "-q", "e.toml", "-o", "e.h5"}).code == 0);
  const ProcessResult same = desk.uq({"diff", "e.h5", "a.h5"});
  INFO(same.out << same.err);
  CHECK(same.code == 0);
  const uq::studies::ResultFile file = uq::studies::read(desk.path() + "/a.h5");
  for (const uq::studies::Dataset& group : file.groups) {
    if (group.path == "provenance") {
      const std::map<std::string, uq::studies::Attribute> facts(group.attributes.begin(),
                                                                group.attributes.end());
      CHECK(std::get<std::vector<std::string>>(facts.at("model_command")) ==
            std::vector<std::string>{"python3", "adds.py"});
      CHECK(std::get<std::vector<std::string>>(facts.at("model_files")).size() == 2);
      CHECK(std::get<std::string>(facts.at("model_sha256")).size() == 64);
    }
  }
}

TEST_CASE("workers: a launcher's words come before the worker's", "[workers][cli]") {
  const Desk desk;
  desk.write("s.toml",
             study(plugin("whims", "model = \"first\""),
                   two,
                   "[run]\nlauncher = { prefix = [\"env\", \"LAUNCHED=1\"], workers = 3 }\n"));
  desk.write("here.toml", study(plugin("whims", "model = \"first\""), two));
  REQUIRE(desk.uq({"run", "--allow-exec", "-q", "s.toml", "-o", "a.h5"}).code == 0);
  REQUIRE(desk.uq({"run", "--allow-exec", "-q", "here.toml", "-o", "b.h5"}).code == 0);
  CHECK(desk.uq({"diff", "a.h5", "b.h5"}).code == 0);
}

TEST_CASE("workers: the gallery's model in Python", "[workers][cli]") {
  const Desk desk;
  const std::string gallery = uq::test::source_dir() + "/studies/gallery/";
  for (const char* file : {"serving_queue.toml", "serving_queue.py"}) {
    std::filesystem::copy_file(gallery + file, desk.path() + "/" + file);
  }
  CHECK(has(uq::studies::test::contents(uq::test::source_dir() + "/docs/workers.md"),
            desk.read("serving_queue.py")));
  const ProcessResult result = desk.uq({"run", "--allow-exec", "serving_queue.toml"});
  INFO(result.err << result.out);
  REQUIRE(result.code == 0);
  CHECK(has(result.out, "complete"));
  // The mean of rate * service * factor / gpus, each factor independent of the others.
  const double exact = 50 * 0.07 * (0.25 * 1.6 + 0.75) * (1.0 / 8 + 1.0 / 9 + 1.0 / 10) / 3;
  const uq::test::Shown shown(desk.path(), "serving_queue.h5");
  const auto [lower, upper] = shown.interval("band", "mean", {{"output", "busy"}});
  CAPTURE(lower, upper, exact);
  CHECK(std::abs((lower + upper) / 2 - exact) < 2.5 * (upper - lower) / 2);  // five standard errors
  CHECK(upper - lower < 0.02 * exact);
}
