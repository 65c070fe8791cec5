// Runs that are killed, interrupted, refused and resumed, as a user meets them.
#include "studies/journal/salvage.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace uq::studies {
namespace {

using Catch::Matchers::Contains;
using uq::test::ProcessResult;
using uq::test::TemporaryFolder;
using Clock = std::chrono::steady_clock;

constexpr int rows = 4 * 64;  // of the analysis below

std::string study(const std::string& inputs = "a = { dist = \"uniform\", lo = 0, hi = 1 }",
                  const std::string& rest = "") {
  return "format = 1\nseed = 7\n[model]\nplugin = \"slow.so\"\n[run]\nisolation = "
         "\"in-process\"\n[failures]\nbudget = 0.5\n[inputs]\n" +
         inputs +
         "\nb = { dist = \"uniform\", lo = 0, hi = 1 }\n[[analysis]]\nname = \"who\"\nmethod = "
         "\"sobol\"\nn = 64\n" +
         rest;
}

/// A folder with a study of the slow model, and the program run in it.
class Desk {
 public:
  Desk() {
    std::filesystem::copy_file(std::string(UQ_TEST_PLUGINS) + "/slow.so", path("slow.so"));
    folder_.write("s.toml", study());
    ::setenv("UQ_TEST_CALLS", path("calls").c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1);
  }
  ~Desk() {
    ::unsetenv("UQ_TEST_CALLS");
    ::unsetenv("XDG_CONFIG_HOME");
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  const TemporaryFolder& folder() const { return folder_; }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  /// Rows the model was asked since the last call of this.
  int asked() {
    const auto size = folder_.has("calls") ? std::filesystem::file_size(path("calls")) : 0;
    const auto fresh = static_cast<int>(size) - asked_;
    asked_ += fresh;
    return fresh;
  }

  std::vector<std::string> run_arguments(const std::vector<std::string>& more) const {
    std::vector<std::string> all{"run", "s.toml", "--allow-exec", "--reproducible"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  ProcessResult run(const std::vector<std::string>& more = {}) const {
    return uq::test::run_uq(folder_.path(), run_arguments(more));
  }

  /// Starts a run whose standard error goes to the file `err`.
  pid_t start(const std::vector<std::string>& more, rlim_t largest_file = RLIM_INFINITY) const {
    const std::vector<std::string> arguments = run_arguments(more);
    const std::string program = uq::test::program();
    const pid_t child = ::fork();
    if (child == 0) {
      std::vector<char*> argv{const_cast<char*>("uq")};
      for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
      }
      argv.push_back(nullptr);
      const rlimit limit{largest_file, RLIM_INFINITY};
      const int out = ::chdir(folder_.path().c_str()) == 0
                          ? ::open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600)
                          : -1;
      if (out < 0 || ::dup2(out, 1) < 0 || ::dup2(out, 2) < 0 ||
          (largest_file != RLIM_INFINITY && ::setrlimit(RLIMIT_FSIZE, &limit) != 0)) {
        ::_exit(126);
      }
      ::execv(program.c_str(), argv.data());
      ::_exit(127);
    }
    return child;
  }

  /// Exit code, or 128 and the signal.
  static int end_of(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  /// Evaluations in the journal; 0 without one.
  Index recorded() const {
    return folder_.has("s.uq/journal") ? summary(path("s.uq/journal")).rows : 0;
  }

  void wait_until_recorded(Index some) const {
    for (int k = 0; k < 6000 && recorded() < some; ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    REQUIRE(recorded() >= some);
  }

 private:
  TemporaryFolder folder_;
  int asked_ = 0;
};

void sleep_ms(double ms) {
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(ms));
}

/// Kills runs at random moments until `kills` have died, finishing one now and then.
void kill_and_resume(int kills, std::uint64_t seed) {
  Desk desk;
  const auto start = Clock::now();
  REQUIRE(desk.run({"-o", "whole.h5", "-q"}).code == 0);
  REQUIRE(desk.asked() == rows);
  const double longest = 1100 * std::chrono::duration<double>(Clock::now() - start).count();
  const std::string whole = desk.folder().read("whole.h5");
  std::mt19937_64 random(seed);
  int killed = 0;
  int finished = 0;
  int with_records = 0;
  Index before = 0;  // evaluations recorded when the last run died
  while (killed < kills) {
    // Threads, blocks and the moment differ from run to run.
    const std::vector<std::string> arguments{"-o",
                                             "s.h5",
                                             "-q",
                                             "--resume",
                                             "--force",
                                             "-j",
                                             std::to_string(1 + random() % 3),
                                             "--block",
                                             std::to_string(1 + random() % 64)};
    const pid_t child = desk.start(arguments);
    sleep_ms(longest * 1e-3 * static_cast<double>(random() % 1000));
    ::kill(child, SIGKILL);
    if (const int code = Desk::end_of(child); code != 128 + SIGKILL) {
      INFO(desk.folder().read("err"));
      REQUIRE(code == 0);
      REQUIRE(desk.folder().read("s.h5") == whole);
      REQUIRE(!desk.folder().has("s.uq"));
      ++finished;
      before = 0;
      continue;
    }
    ++killed;
    const Index now = desk.recorded();
    // Nothing recorded is lost; the journal goes only when the result is there.
    REQUIRE((now >= before || (now == 0 && desk.folder().has("s.h5"))));
    with_records += now > 0 ? 1 : 0;
    before = now;
    if (random() % 8 == 0) {  // goes on to the end, and asks for what is missing alone
      desk.asked();
      const auto begin = Clock::now();
      const ProcessResult last = desk.run({"-o", "s.h5", "-q", "--resume", "--force"});
      INFO(last.err);
      REQUIRE(last.code == 0);
      REQUIRE(Clock::now() - begin < std::chrono::seconds(30));
      REQUIRE(desk.folder().read("s.h5") == whole);
      REQUIRE(desk.asked() == rows - now);
      ++finished;
      before = 0;
    }
  }
  CHECK(with_records > killed / 4);  // else the moments are badly chosen
  const ProcessResult last = desk.run({"-o", "s.h5", "-q", "--resume", "--force"});
  REQUIRE(last.code == 0);
  REQUIRE(desk.folder().read("s.h5") == whole);
}

TEST_CASE("resume: 30 runs killed at random end in the same bytes", "[resume][cli]") {
  kill_and_resume(30, 1);
}

TEST_CASE("resume: 10,000 runs killed at random end in the same bytes", "[resume][.long][cli]") {
  kill_and_resume(10'000, 2);
}

TEST_CASE("resume: Ctrl-C keeps what was running and says how to go on", "[resume][cli]") {
  Desk desk;
  REQUIRE(desk.run({"-o", "whole.h5", "-q"}).code == 0);
  desk.asked();
  const pid_t child = desk.start({"-o", "s.h5", "--set", "name=a 'b'"});
  desk.wait_until_recorded(5);
  ::kill(child, SIGINT);
  CHECK(Desk::end_of(child) == 130);
  CHECK(!desk.folder().has("s.h5"));
  const Index kept = desk.recorded();
  CHECK(desk.asked() == kept);  // what was running has been recorded
  CHECK_THAT(desk.folder().read("err"),
             Contains("interrupted; no result was written\n" + std::to_string(kept) +
                      " evaluations are kept in s.uq/journal; go on with\n  uq run s.toml "
                      "--allow-exec --reproducible -o s.h5 --set 'name=a '\\''b'\\''' --resume\n"));

  const ProcessResult status = uq::test::run_uq(desk.folder().path(), {"status", "s.uq"});
  CHECK(status.code == 0);
  CHECK_THAT(status.out,
             Contains("s.uq: unfinished, nobody is running it") &&
                 Contains("study        s.toml\n  evaluations  " + std::to_string(kept) + " (") &&
                 Contains(" ok"));
  CHECK(!summary(desk.path("s.uq/journal")).damage);

  const ProcessResult plain = desk.run({"-o", "s.h5"});
  CHECK(plain.code == 5);
  CHECK_THAT(
      plain.err,
      Contains("s.h5: evaluations of an unfinished run are in s.uq") && Contains("--resume"));
  const ProcessResult resumed = desk.run({"-o", "s.h5", "--resume"});
  INFO(resumed.err);
  CHECK(resumed.code == 0);
  CHECK_THAT(resumed.err, Contains("resuming: " + std::to_string(kept) + " evaluations are in"));
  CHECK(desk.asked() == rows - kept);
  CHECK(desk.folder().read("s.h5") == desk.folder().read("whole.h5"));
  CHECK(!desk.folder().has("s.uq"));
  CHECK_THAT(uq::test::run_uq(desk.folder().path(), {"status", "s.h5"}).out,
             Contains("s.h5: complete\n  evaluations  256, "));
}

TEST_CASE("resume: a second Ctrl-C stops at once", "[resume][cli]") {
  Desk desk;
  ::setenv("UQ_TEST_ROW_US", "20000000", 1);
  const pid_t child = desk.start({"-o", "s.h5"});
  ::unsetenv("UQ_TEST_ROW_US");
  for (int k = 0; k < 1000 && !desk.folder().has("s.uq/lock"); ++k) {
    sleep_ms(10);
  }
  sleep_ms(300);
  ::kill(child, SIGINT);
  sleep_ms(300);
  int status = 0;
  CHECK(::waitpid(child, &status, WNOHANG) == 0);  // its row is still running
  const auto begin = Clock::now();
  ::kill(child, SIGINT);
  CHECK(Desk::end_of(child) == 128 + SIGINT);
  CHECK(Clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("resume: a second live run is refused at once, naming the first", "[resume][cli]") {
  Desk desk;
  const pid_t child = desk.start({"-o", "s.h5"});
  desk.wait_until_recorded(1);
  const ProcessResult second = desk.run({"-o", "s.h5", "--resume"});
  CHECK(second.code == 5);
  CHECK_THAT(second.err, Contains("(process " + std::to_string(child) + ")"));
  const ProcessResult status = uq::test::run_uq(desk.folder().path(), {"status", "s.h5"});
  CHECK_THAT(status.out, Contains("process " + std::to_string(child) + " is running it"));
  CHECK(uq::test::run_uq(desk.folder().path(), {"salvage", "s.uq"}).code == 5);
  CHECK(Desk::end_of(child) == 0);
}

/// A desk with an unfinished run.
void interrupt(Desk& desk) {
  const pid_t child = desk.start({"-o", "s.h5"});
  desk.wait_until_recorded(10);
  ::kill(child, SIGKILL);
  REQUIRE(Desk::end_of(child) == 128 + SIGKILL);
}

TEST_CASE("resume: what changed is refused by name, with what it was and is", "[resume][cli]") {
  Desk desk;
  interrupt(desk);
  const auto refusal = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all{"-o", "s.h5", "--resume"};
    all.insert(all.end(), more.begin(), more.end());
    const ProcessResult result = desk.run(all);
    CHECK(result.code == 2);
    return result.err;
  };
  CHECK_THAT(refusal({"--set", "seed=8"}),
             Contains("error[U520]: the study is not the one whose evaluations are in `s.uq`") &&
                 Contains("= seed was 7, is 8") && Contains("help: undo the change, or remove"));
  CHECK_THAT(refusal({"--set", "inputs.a.hi=2"}),
             Contains("= input `a` was {") && Contains("is {"));
  CHECK_THAT(refusal({"--set", "model.config={mode=\"x\"}"}), Contains("= [model] was {"));
  const std::string whole = study();
  const std::size_t b = whole.find("b = {");
  desk.folder().write(
      "s.toml",
      whole.substr(0, b) + whole.substr(whole.find('\n', b) + 1) + "[derived]\nb = \"a * a\"\n");
  CHECK_THAT(refusal({}), Contains("the model was slow, is slow with b = a * a"));
  desk.folder().write("s.toml", whole);
  CHECK(desk.recorded() >= 10);

  const std::string library = desk.folder().read("slow.so");
  desk.folder().write("slow.so", library + "x");
  CHECK_THAT(refusal({}),
             Contains("= the library slow.so was sha256 ") && Contains(", is sha256 "));
  desk.folder().write("slow.so", library);
  CHECK(desk.run({"-o", "s.h5", "--resume"}).code == 0);
}

TEST_CASE("resume: a table whose law an input has may not change", "[resume][cli]") {
  Desk desk;
  desk.folder().write("a.csv", "v\n0.1\n0.2\n0.4\n");
  desk.folder().write("s.toml",
                      study("a = { dist = \"empirical\", file = \"a.csv\", column = \"v\" }"));
  interrupt(desk);
  desk.folder().write("a.csv", "v\n0.1\n0.2\n0.5\n");
  const ProcessResult result = desk.run({"-o", "s.h5", "--resume"});
  CHECK(result.code == 2);
  CHECK_THAT(result.err, Contains("the file a.csv was sha256 "));
}

TEST_CASE("resume: equal rows are asked once, also those of discrete inputs", "[resume][cli]") {
  Desk desk;
  desk.folder().write(
      "s.toml",
      "format = 1\nseed = 7\n[model]\nplugin = \"slow.so\"\n[run]\nisolation = "
      "\"in-process\"\n[inputs]\na = { dist = \"choice\", values = [0.1, 0.2] "
      "}\nb = { dist = \"choice\", values = [0.1, 0.2, 0.3] }\n[[analysis]]\nmethod = "
      "\"propagate\"\nn = 1000\n");
  CHECK(desk.run({"-o", "s.h5", "-j", "1"}).code == 0);
  CHECK(desk.asked() < 20);  // 6 points; before the model is known to be slow some are asked twice
}

TEST_CASE("resume: what cannot matter may change, and a further analysis uses what is there",
          "[resume][cli]") {
  Desk desk;
  REQUIRE(desk.run({"-o", "s.h5", "--keep-journal", "-q"}).code == 0);
  CHECK(desk.asked() == rows);
  CHECK(desk.recorded() >
        rows - 20);  // all but the first few, asked before it was known to be slow
  const Index kept = desk.recorded();
  desk.folder().write("s.toml",
                      "# more of it\n" + study("a = { lo = 0, hi = 1, dist = \"uniform\" }",
                                               "accept = [\"ST >= 0\"]\n[[analysis]]\nname = "
                                               "\"more\"\nmethod = \"propagate\"\nn = 50\n"));
  const ProcessResult more = desk.run({"-o", "s.h5", "--resume", "--force"});
  INFO(more.err);
  CHECK((more.code == 0 || more.code == 4));
  CHECK(desk.asked() == rows - kept + 50);
  CHECK(!desk.folder().has("s.uq"));
}

TEST_CASE("resume: a full disk stops the run, keeps the old result, and loses nothing",
          "[resume][cli]") {
  constexpr int many = 9000;
  Desk desk;
  desk.folder().write("s.toml",
                      "format = 1\nseed = 7\n[model]\nplugin = \"slow.so\"\n[run]\nisolation = "
                      "\"in-process\"\n[failures]\nbudget = 0.5\n[inputs]\na = { dist = "
                      "\"uniform\", lo = 0.9, hi = 1 }\nb = { dist = \"uniform\", lo = 0, hi = 1 "
                      "}\n[[analysis]]\nmethod = \"propagate\"\nn = " +
                          std::to_string(many) + "\n");
  ::setenv("UQ_TEST_ROW_US", "50", 1);
  REQUIRE(desk.run({"-o", "whole.h5", "-q"}).code == 0);
  desk.folder().write("s.h5", "an older result");
  desk.asked();
  // What the program keeps apart of standard output takes 1 MiB of what it may write.
  const pid_t child = desk.start({"-o", "s.h5", "--force"}, (1 << 20) + 1000);
  CHECK(Desk::end_of(child) == 5);
  CHECK_THAT(desk.folder().read("err"),
             Contains("s.uq/journal: cannot be written: File too large") &&
                 Contains(" evaluations are kept in s.uq/journal; go on with\n  uq run"));
  CHECK(desk.folder().read("s.h5") == "an older result");
  const Index kept = desk.recorded();
  CHECK(kept > 5000);
  desk.asked();
  const ProcessResult resumed = desk.run({"-o", "s.h5", "--force", "--resume"});
  ::unsetenv("UQ_TEST_ROW_US");
  INFO(resumed.err);
  CHECK(resumed.code == 0);
  CHECK_THAT(resumed.err, Contains("warning[W150]: what a crash left unfinished"));
  CHECK(desk.asked() == many - kept);
  CHECK(desk.folder().read("s.h5") == desk.folder().read("whole.h5"));
}

TEST_CASE("resume: a run that stops at a failure keeps what came before it", "[resume][cli]") {
  Desk desk;
  const ProcessResult stopped =
      desk.run({"-o", "s.h5", "-j", "1", "--set", "failures.on_failure=stop"});
  CHECK(stopped.code == 3);
  const Index kept = desk.recorded();
  REQUIRE(kept > 0);
  CHECK_THAT(stopped.err, Contains(std::to_string(kept) + " evaluations are kept in s.uq/journal"));
  desk.asked();
  CHECK(desk.run({"-o", "s.h5", "--resume"}).code == 0);
  CHECK(desk.asked() == rows - kept);
}

TEST_CASE("resume: a damaged journal is refused with its place, and salvaged", "[resume][cli]") {
  Desk desk;
  REQUIRE(desk.run({"-o", "s.h5", "--keep-journal", "-q"}).code == 0);
  const std::string whole = desk.folder().read("s.h5");
  std::string journal = desk.folder().read("s.uq/journal");
  journal[journal.size() / 2] = static_cast<char>(journal[journal.size() / 2] ^ 1);
  desk.folder().write("s.uq/journal", journal);
  const ProcessResult refused = desk.run({"-o", "s.h5", "--force", "--resume"});
  CHECK(refused.code == 5);
  CHECK_THAT(refused.err, Contains("s.uq/journal: damaged at byte ") && Contains("`uq salvage`"));
  CHECK_THAT(uq::test::run_uq(desk.folder().path(), {"status", "s.uq"}).out,
             Contains("damaged      at byte ") && Contains("`uq salvage s.uq`"));
  const Index before = summary(desk.path("s.uq/journal")).rows;
  const ProcessResult salvaged = uq::test::run_uq(desk.folder().path(), {"salvage", "s.uq"});
  INFO(salvaged.err);
  CHECK(salvaged.code == 0);
  CHECK_THAT(salvaged.out, Contains(" evaluations saved, ") && Contains("s.uq/journal.damaged"));
  const Index saved = desk.recorded();
  CHECK(saved > before);
  desk.asked();
  CHECK(desk.run({"-o", "s.h5", "--force", "--resume"}).code == 0);
  CHECK(desk.asked() == rows - saved);
  CHECK(desk.folder().read("s.h5") == whole);
}

TEST_CASE("resume: a study without a seed goes on with that of its run", "[resume][cli]") {
  Desk desk;
  std::string text = study();
  text.erase(text.find("seed = 7\n"), 9);
  desk.folder().write("s.toml", text);
  interrupt(desk);
  const std::string said = desk.folder().read("err");
  const std::size_t at = said.find("this run uses seed = ");
  REQUIRE(at != std::string::npos);
  const std::string seed = said.substr(at, said.find('\n', at) - at);
  const ProcessResult resumed = desk.run({"-o", "s.h5", "--resume"});
  CHECK(resumed.code == 0);
  CHECK_THAT(resumed.err, Contains(seed));
}

TEST_CASE("resume: a fast model leaves no journal", "[resume][cli]") {
  Desk desk;
  desk.folder().write(
      "s.toml",
      "format = 1\nseed = 1\n[model]\nexpression = { y = \"x * x\" }\n[inputs]\nx = "
      "{ dist = \"uniform\", lo = 0, hi = 1 }\n[[analysis]]\nmethod = "
      "\"propagate\"\nn = 200000\n");
  CHECK(desk.run({"-o", "s.h5", "--keep-journal", "-j", "1"}).code == 0);
  CHECK(!desk.folder().has("s.uq"));
}

}  // namespace
}  // namespace uq::studies
