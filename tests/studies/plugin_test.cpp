// Plugins as a user meets them: consent, faults, what they print, and how they die.

#include "studies/foreign/sha256.hpp"
#include "studies/store/store.hpp"
#include "tests/studies/golden.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::TemporaryFolder;

namespace {

const std::string plugins = UQ_TEST_PLUGINS;

/// A study of a plugin; `model` and `run` are TOML lines.
std::string study(const std::string& model,
                  const std::string& run = "isolation = \"in-process\"",
                  const std::string& rest = "") {
  return "format = 1\nseed = 1\n[model]\n" + model + "\n[run]\n" + run +
         "\n[inputs]\na = { dist = \"uniform\", lo = 0, hi = 1 }\nb = { dist = \"uniform\", lo = "
         "0, hi = 1 }\n[[analysis]]\nmethod = \"sobol\"\nn = 64\n" +
         rest;
}

std::string path(const std::string& name) {
  return "plugin = \"" + plugins + "/" + name + ".so\"";
}

const std::string whims = path("whims") + "\nmodel = \"first\"\n";

/// A folder of its own for the study and for the list of trusted files.
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

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

struct Fault {
  std::string study;
  std::vector<std::string> says;
};

}  // namespace

TEST_CASE("plugin: each fault has its code, its place and a remedy", "[plugin][cli]") {
  const Desk desk;
  desk.write("text.so",
             "#!/bin/sh\necho a program, perhaps, but no library of at least 52 bytes\n");
  std::filesystem::create_directory(desk.path() + "/folder.so");
  const std::string whole = uq::studies::test::contents(plugins + "/whims.so");
  desk.write("cut.so", whole.substr(0, 3000));
  // It claims the fault it is named for.
  std::filesystem::copy_file(plugins + "/faulty.so", desk.path() + "/major.so");
  const std::vector<Fault> faults{
      {study("plugin = \"gone.so\""), {"U140", "s.toml:4:10", "No such file", "relative to"}},
      {study("plugin = \"folder.so\""), {"U140", "s.toml:4:10", "a folder"}},
      {study("plugin = \"text.so\""), {"U140", "s.toml:4:10", "not a shared library"}},
      {study("plugin = \"cut.so\""), {"U140", "s.toml:4:10", "incomplete"}},
      {study("plugin = \"\""), {"U140", "s.toml:4:10"}},
      {study("plugin = 3"), {"U201", "s.toml:4:10"}},
      {study(path("empty")), {"U141", "s.toml:4:10", "uqpm_entry", "extern \"C\""}},
      {study("plugin = \"major.so\""), {"U141", "s.toml:4:10", "version 2.0", "uq_plugin.h"}},
      {study(path("whims")), {"U142", "s.toml:4:10", "first, second", "model = \"first\""}},
      {study(path("whims") + "\nmodel = \"frist\""), {"U142", "s.toml:5:9", "`first`?"}},
      {study(whims + "config = { mood = 1 }"), {"U141", "s.toml:4:10", "the only key is `whim`"}},
      {study(whims + "config = { whim = nan }"), {"U205", "s.toml:6:19", "JSON"}},
      {study(whims + "config = \"x\""), {"U201", "s.toml:6:10"}},
      {study(whims + "settings = { }"), {"U101", "s.toml:6:1", "known: plugin, model, config"}},
      {study(whims + "outputs = { total = { unit = \"s\" } }"), {"U201", "s.toml:6:11", "plugin"}},
      {study(whims + "outputs = [\"totl\"]"), {"U105", "s.toml:6:12", "`total`?"}},
      {study(whims + "builtin = \"known/g\""), {"U107", "several"}},
      {study(whims, "isolation = \"in-proces\""), {"U203", "s.toml:8:13", "`in-process`?"}},
      {study(whims, "isolation = true"), {"U201", "s.toml:8:13"}},
      {study(whims + "config = { whim = \"print\" }", "isolation = \"in-process\"", "N = 1\n"),
       {"U101", "`N`"}},
  };
  for (const Fault& fault : faults) {
    desk.write("s.toml", fault.study);
    const ProcessResult result = desk.uq({"run", "--allow-exec", "s.toml"});
    INFO(fault.study << "\n" << result.err);
    CHECK(result.code == 2);
    for (const std::string& text : fault.says) {
      INFO("expected: " << text);
      CHECK(has(result.err, text));
    }
    CHECK(result.out.empty());
    CHECK_FALSE(desk.has("s.h5"));
  }
}

TEST_CASE("plugin: no code runs without consent, and none at all in check", "[plugin][cli]") {
  const Desk desk;
  desk.write("s.toml", study(whims));
  const ProcessResult check = desk.uq({"check", "s.toml"});
  INFO(check.err);
  CHECK(check.code == 0);
  CHECK(has(check.out, "no errors"));
  CHECK(has(check.err, "W051"));
  CHECK(has(desk.uq({"check", "s.toml", "--json"}).out, "W051"));
  for (const char* command : {"run", "plan", "eval"}) {
    const ProcessResult refused = desk.uq({command, "s.toml"});
    INFO(command << ": " << refused.err);
    CHECK(refused.code == 2);
    CHECK(has(refused.err, "U143"));
    CHECK(has(refused.err, plugins + "/whims.so"));
    CHECK(has(refused.err, "--allow-exec"));
    CHECK(has(refused.err, "uq trust"));
  }
  REQUIRE(desk.uq({"trust", plugins + "/whims.so"}).code == 0);
  CHECK(desk.uq({"check", "s.toml"}).code == 0);
  CHECK_FALSE(desk.has("mark"));
  CHECK(desk.uq({"run", "s.toml"}).code == 0);
  CHECK(desk.has("mark"));
}

TEST_CASE("plugin: consent for one run, for a content, and its end", "[plugin][cli]") {
  const Desk desk;
  std::filesystem::copy_file(plugins + "/roofline_c.so", desk.path() + "/lib.so");
  desk.write("s.toml",
             "format = 1\nseed = 1\nmodel = { plugin = \"lib.so\" }\nrun = { isolation = "
             "\"in-process\" }\ninputs = { flop = { dist = \"uniform\", lo = 1e12, hi = 3e12 } }\n"
             "[[analysis]]\nmethod = \"propagate\"\n");
  CHECK(desk.uq({"eval", "--allow-exec", "s.toml"}).code == 0);
  CHECK(desk.uq({"eval", "s.toml"}).code == 2);
  const ProcessResult trusted = desk.uq({"trust", "lib.so"});
  CHECK(trusted.code == 0);
  CHECK(desk.uq({"trust", "--list"}).out == trusted.out);
  CHECK(has(trusted.out, desk.path() + "/lib.so"));
  CHECK(desk.uq({"plan", "s.toml"}).code == 0);
  CHECK(desk.uq({"run", "s.toml"}).code == 0);

  std::filesystem::copy_file(plugins + "/roofline_cpp.so",
                             desk.path() + "/lib.so",
                             std::filesystem::copy_options::overwrite_existing);
  const ProcessResult changed = desk.uq({"eval", "s.toml"});
  INFO(changed.err);
  CHECK(changed.code == 2);
  CHECK(has(changed.err, "`./lib.so` has changed since it was trusted on 2"));

  CHECK(desk.uq({"trust", "--remove", "lib.so"}).code == 0);
  CHECK(desk.uq({"trust", "--list"}).out.empty());
  CHECK(desk.uq({"trust", "--remove", "lib.so"}).code == 2);
  CHECK(desk.uq({"trust"}).code == 2);
}

TEST_CASE("plugin: the list of trusted files fails with code 5 and a reason", "[plugin][cli]") {
  const Desk desk;
  const std::string file = plugins + "/whims.so";
  CHECK(desk.uq({"trust", "gone.so"}).code == 5);
  desk.write("notes.txt", "no library\n");
  CHECK(has(desk.uq({"trust", "notes.txt"}).err, "not a shared library"));
  setenv("XDG_CONFIG_HOME", "/dev/null/x", 1);
  const ProcessResult unwritable = desk.uq({"trust", file});
  CHECK(unwritable.code == 5);
  CHECK(has(unwritable.err, "/dev/null/x/uq/trusted"));
  unsetenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  const std::string before = home == nullptr ? "" : home;
  unsetenv("HOME");
  const ProcessResult homeless = desk.uq({"trust", file});
  setenv("HOME", before.c_str(), 1);
  CHECK(homeless.code == 5);
  CHECK(has(homeless.err, "neither HOME nor"));
  CHECK(has(homeless.err, "--allow-exec"));
}

TEST_CASE("plugin: what it prints never mixes with results", "[plugin][cli]") {
  const Desk desk;
  desk.write("s.toml", study(whims + "config = { whim = \"print\" }"));
  const ProcessResult eval = desk.uq({"eval", "--allow-exec", "s.toml", "--json"});
  INFO(eval.err);
  CHECK(eval.code == 0);
  CHECK(nlohmann::json::parse(eval.out).at("status") == "ok");
  CHECK(has(eval.err, "W050"));
  CHECK(has(eval.err, "9 bytes"));
  CHECK(has(eval.err, "thinking"));
  // At the end of the process, after the results.
  desk.write("late.toml", study(whims + "config = { whim = \"print late\" }"));
  const ProcessResult late = desk.uq({"eval", "--allow-exec", "late.toml", "--json"});
  CHECK(nlohmann::json::parse(late.out).at("status") == "ok");
  for (const char* command : {"run", "plan"}) {
    const ProcessResult result = desk.uq({command, "--allow-exec", "s.toml"});
    CHECK(result.code == 0);
    CHECK_FALSE(has(result.out, "thinking"));
    CHECK(has(result.err, "W050"));
  }
}

TEST_CASE("plugin: exit() is an error that names the plugin, wherever it is called",
          "[plugin][cli]") {
  const Desk desk;
  const auto expect_named = [&](const std::vector<std::string>& arguments) {
    const ProcessResult result = desk.uq(arguments);
    INFO(arguments.front() << ": " << result.err << result.out);
    CHECK(result.code == 1);
    CHECK(has(result.err, "error: the plugin `" + plugins + "/whims.so` ended the program"));
    CHECK(has(result.err, "check-plugin"));
    CHECK(result.out.empty());
    CHECK_FALSE(desk.has("s.h5"));
  };
  for (const char* whim : {"exit", "exit well", "exit early"}) {
    desk.write("s.toml", study(whims + "config = { whim = \"" + whim + "\" }"));
    INFO(whim);
    for (const char* command : {"run", "plan"}) {
      expect_named({command, "--allow-exec", "s.toml", "-j", "1"});
      expect_named({command, "--allow-exec", "s.toml", "-j", "8"});
    }
    expect_named({"eval", "--allow-exec", "s.toml"});
  }
  desk.write("s.toml", study(whims));
  setenv("UQ_TEST_EXIT_ON_LOAD", "1", 1);
  expect_named({"run", "--allow-exec", "s.toml"});
  unsetenv("UQ_TEST_EXIT_ON_LOAD");
  CHECK(desk.uq({"run", "--allow-exec", "s.toml"}).code == 0);  // what is left of it blocks nobody
}

TEST_CASE("plugin: a process it forks may end as it likes", "[plugin][cli]") {
  const Desk desk;
  desk.write("s.toml", study(whims + "config = { whim = \"fork\" }"));
  const ProcessResult result = desk.uq({"eval", "--allow-exec", "s.toml"});
  INFO(result.err);
  CHECK(result.code == 0);
  CHECK_FALSE(has(result.err, "exit()"));
}

TEST_CASE("plugin: results have the same bits for any threads and blocks, and say whose they are",
          "[plugin][cli]") {
  const Desk desk;
  desk.write("s.toml", study(whims));
  const std::vector<std::string> head{
      "run", "--allow-exec", "--reproducible", "-q", "s.toml", "-o"};
  const auto run = [&](std::vector<std::string> tail) {
    std::vector<std::string> words = head;
    words.insert(words.end(), tail.begin(), tail.end());
    REQUIRE(desk.uq(words).code == 0);
  };
  run({"a.h5", "-j", "1"});
  run({"b.h5", "-j", "4", "--block", "7"});
  CHECK(desk.read("a.h5") == desk.read("b.h5"));

  const uq::studies::ResultFile file = uq::studies::read(desk.path() + "/a.h5");
  std::map<std::string, uq::studies::Attribute> facts;
  for (const uq::studies::Dataset& group : file.groups) {
    if (group.path == "provenance") {
      facts.insert(group.attributes.begin(), group.attributes.end());
    }
  }
  const auto text = [&](const char* key) { return std::get<std::string>(facts.at(key)); };
  CHECK(text("model_file") == "whims.so");
  CHECK(text("model_version") == "1.0");
  CHECK(text("model_sha256") ==
        uq::studies::sha256(uq::studies::test::contents(plugins + "/whims.so")));
  CHECK(text("model_fidelity") == "analytical");
  CHECK(has(text("model_threads"), "all threads"));
}

TEST_CASE("inspect: a plugin tells its models, inputs and outputs in words", "[plugin][cli]") {
  const Desk desk;
  const std::string file = plugins + "/whims.so";
  const ProcessResult all = desk.uq({"inspect", file});
  INFO(all.err);
  CHECK(all.code == 0);
  CHECK(has(all.out, "whims.so: interface 1.0, 2 models"));
  CHECK(has(all.out, "second 2.0"));
  CHECK(has(all.out, "one call at a time"));
  const ProcessResult one =
      desk.uq({"inspect", file, "--model", "first", "--config", R"({"whim":"print"})"});
  INFO(one.err << one.out);
  CHECK(one.code == 0);
  for (const char* words : {"the tests",
                            "analytical",
                            "the same bits for the same row",
                            "\"properties\"",
                            "[1, 8], whole",
                            "(small, large)",
                            "large a choice",
                            "part of total",
                            "regime"}) {
    INFO(words);
    CHECK(has(one.out, words));
  }
  const ProcessResult unknown = desk.uq({"inspect", file, "--model", "frist"});
  CHECK(unknown.code == 2);
  CHECK(has(unknown.err, "first, second"));
  const ProcessResult dies =
      desk.uq({"inspect", file, "--model", "first", "--config", R"({"whim":"die"})"});
  CHECK(dies.code == 2);
  CHECK(has(dies.err, "SIGABRT"));
  CHECK(has(dies.err, "check-plugin"));
  const ProcessResult exits =
      desk.uq({"inspect", file, "--model", "first", "--config", R"({"whim":"exit early"})"});
  CHECK(exits.code == 2);
  CHECK(has(exits.err, "the plugin ended with exit code 0 while it was inspected"));
  const ProcessResult hangs = desk.uq({"inspect",
                                       file,
                                       "--model",
                                       "first",
                                       "--timeout",
                                       "1",
                                       "--config",
                                       R"({"whim":"hang early"})"});
  CHECK(hangs.code == 2);
  CHECK(has(hangs.err, "did not end within 1 s"));
  CHECK(desk.uq({"inspect", "gone.so"}).code == 5);
  CHECK(desk.uq({"inspect", "roofline_lm"}).code == 2);
  CHECK(desk.uq({"inspect", "roofline_llm", "--config", "{}"}).code == 2);
}

TEST_CASE("inspect, check-plugin: a configuration that is no JSON object reaches no plugin",
          "[plugin][cli]") {
  const Desk desk;
  for (const char* command : {"inspect", "check-plugin"}) {
    for (const char* config : {"whim", "{", "", "[1]", "3", "{\"whim\":nan}"}) {
      const ProcessResult result =
          desk.uq({command, plugins + "/whims.so", "--model", "first", "--config", config});
      INFO(command << " " << config << "\n" << result.err);
      CHECK(result.code == 2);
      CHECK(result.err.starts_with("error: --config"));
      CHECK(has(result.err, "object"));
      CHECK(result.out.empty());
    }
  }
  CHECK_FALSE(desk.has("mark"));
}

TEST_CASE("check-plugin: a crash, an exit and a hang become findings", "[plugin][cli]") {
  const Desk desk;
  const std::string file = plugins + "/whims.so";
  CHECK(desk.uq({"check-plugin", "gone.so"}).code == 5);
  const ProcessResult good = desk.uq({"check-plugin", plugins + "/roofline_cpp.so"});
  INFO(good.out);
  CHECK(good.code == 0);
  CHECK(has(good.out, " 0 errors"));

  const auto whim = [&](const char* name) {
    return desk.uq({"check-plugin",
                    file,
                    "--model",
                    "first",
                    "--timeout",
                    "3",
                    "--json",
                    "--config",
                    std::string(R"({"whim":")") + name + "\"}"});
  };
  const auto last = [](const ProcessResult& result) {
    return nlohmann::json::parse(result.out).at("findings").back();
  };
  const std::vector<std::pair<const char*, const char*>> deaths{
      {"crash", "was killed by signal 6 (SIGABRT)"},
      {"exit", "ended with exit code 7"},
      {"hang", "did not end within 3 s"}};
  for (const auto& [name, says] : deaths) {
    const ProcessResult result = whim(name);
    INFO(result.out << result.err);
    CHECK(result.code == 4);
    CHECK(has(last(result).at("text"), says));
    CHECK(last(result).at("rule") == "evaluates");
    CHECK(last(result).at("level") == "error");
  }
  CHECK(last(whim("die late")).at("rule") == "end of the process");
  const ProcessResult refused = whim("die");
  CHECK(refused.code == 4);
  CHECK(has(last(refused).at("text"), "SIGABRT"));
  CHECK(has(
      desk.uq({"check-plugin", file, "--model", "first", "--config", R"({"whim":"crash"})"}).out,
      "the plugin breaks rules"));
}

TEST_CASE("new-plugin: refuses bad names and what exists", "[plugin][cli]") {
  const Desk desk;
  for (const char* name : {"", "1st", "a-b", "a/b", "..", "test", "é"}) {
    INFO(name);
    CHECK(desk.uq({"new-plugin", name}).code == 2);
  }
  const ProcessResult made = desk.uq({"new-plugin", "mine"});
  CHECK(made.code == 0);
  CHECK(has(made.out, "uq check-plugin mine/build/libmine.so"));
  for (const char* file : {"mine/mine.cpp", "mine/CMakeLists.txt", "mine/study.toml"}) {
    CHECK(desk.has(file));
    CHECK_FALSE(has(desk.read(file), "@"));
  }
  const ProcessResult again = desk.uq({"new-plugin", "mine"});
  CHECK(again.code == 5);
  CHECK(has(again.err, "exists already"));
  CHECK(desk.uq({"new-plugin", "--c", "other"}).code == 0);
  CHECK(desk.has("other/other.c"));
}
