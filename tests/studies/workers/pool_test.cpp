// The pool: retries, recycling, starts that fail, processes that vanish, and who dies with whom.

#include "studies/workers/frame.hpp"
#include "studies/workers/framed.hpp"
#include "studies/workers/process.hpp"
#include "tests/studies/workers/trouble.hpp"
#include "tests/support/process.hpp"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace std::chrono_literals;
using namespace uq::studies;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::RowStatus;

namespace {

Matrix one_row(const std::string& trouble) {
  Matrix x = quiet_rows(1);
  x(0, 1) = number_of(trouble);
  return x;
}

/// A pool of `uq worker` for anything the text of a Build may be.
WorkerPool pool_of(const std::vector<std::string>& argv, double patience = 60) {
  const auto description = std::make_shared<Description>();
  return WorkerPool({.argv = argv,
                     .dialogue = [description] { return framed_dialogue({}, description); },
                     .workers = 1,
                     .start_patience = patience});
}

/// State and parent of a process; '-' when there is none.
std::pair<char, pid_t> state_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  const auto end = text.rfind(") ");
  char state = '-';
  pid_t parent = 0;
  if (end != std::string::npos) {
    std::sscanf(text.c_str() + end + 2, "%c %d", &state, &parent);
  }
  return {state, parent};
}

bool is_alive(pid_t pid) {
  const char state = state_of(pid).first;
  return state != '-' && state != 'Z' && state != 'X';
}

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const int pid = std::atoi(entry.path().filename().c_str());
    if (pid > 0 && state_of(pid).second == parent) {
      children.push_back(pid);
    }
  }
  return children;
}

bool dies_soon(pid_t pid) {
  for (int k = 0; k < 500 && is_alive(pid); ++k) {
    std::this_thread::sleep_for(10ms);
  }
  return !is_alive(pid);
}

}  // namespace

TEST_CASE("workers: a row that kills is asked as often as the policy says", "[workers][unit]") {
  const auto processes = [](const std::string& trouble, std::optional<int> retries) {
    const auto pool = trouble_in_workers({.timeout = 0.3, .retries = retries}, 1);
    const Outcome outcome = outcome_of(pool.loaded.model, one_row(trouble));
    CHECK(outcome.status[0] == troubles()[static_cast<std::size_t>(number_of(trouble))].status);
    return pool.pool->started();
  };
  CHECK(processes("segv", {}) == 2);
  CHECK(processes("loops", {}) == 2);
  CHECK(processes("exit 3", {}) == 1);
  CHECK(processes("segv", 0) == 1);
  CHECK(processes("segv", 3) == 4);
  CHECK(processes("exit 3", 2) == 3);
  CHECK(processes("throws", 2) == 1);
}

TEST_CASE("workers: are replaced after so many evaluations, and when they have grown",
          "[workers][unit]") {
  const Matrix x = quiet_rows(100);
  const auto pool = trouble_in_workers({}, 1, {.recycle_after = 10, .batch = 5});
  CHECK(same_bits(outcome_of(pool.loaded.model, x).y, in_process(x).y));
  CHECK(pool.pool->started() >= 6);  // a batch may lie ready when it asks to be replaced
  CHECK(pool.pool->started() <= 10);

  Matrix leaks = quiet_rows(8);
  leaks.col(1).setConstant(number_of("leaks memory"));
  const auto growing = trouble_in_workers({}, 1, {.growth = std::uint64_t{100} << 20, .batch = 1});
  for (Index k = 0; k < leaks.rows(); ++k) {  // it looks every 100 ms
    outcome_of(growing.loaded.model, leaks.middleRows(k, 1));
    std::this_thread::sleep_for(110ms);
  }
  CHECK(growing.pool->started() > 2);

  leaks.col(1).setConstant(number_of("leaks descriptors"));
  const auto leaking = trouble_in_workers({}, 1, {.batch = 1});
  for (Index k = 0; k < 4; ++k) {
    CHECK(outcome_of(leaking.loaded.model, leaks.middleRows(k, 1)).status[0] == RowStatus::ok);
    std::this_thread::sleep_for(110ms);
  }
  CHECK(leaking.pool->started() > 1);
}

TEST_CASE("workers: a worker that cannot be used is an error that says why", "[workers][unit]") {
  const auto why = [](const std::vector<std::string>& argv, double patience = 60) {
    try {
      pool_of(argv, patience).start();
    } catch (const NoWorker& error) {
      return error.why;
    }
    return std::string("it can");
  };
  CHECK(why({"/bin/sh", "-c", "echo no licence >&2; exit 3"}) ==
        "ended with exit code 3: no licence");
  CHECK(why({"/bin/sh", "-c", "kill -9 $$"}) == "was killed by signal 9 (SIGKILL)");
  CHECK(why({"/bin/sleep", "60"}, 0.2) == "was not ready within 0.2 s");
  CHECK(why({"/bin/echo", "hello"}) == "was not understood: what arrived is no frame");
  CHECK_THROWS_AS(pool_of({"/nowhere/uq"}).start(), uq::IoError);
}

TEST_CASE("workers: a worker of another version or CPU is refused at the handshake",
          "[workers][unit]") {
  // A worker that says hello as another machine would.
  const TemporaryFolder folder;
  Hello other = this_process();
  other.cpu = "x86-64 of another kind";
  std::string bytes;
  append_frame(bytes, FrameKind::hello, encode(other));
  folder.write("hello", bytes);
  WorkerPool pool = pool_of({"/bin/sh", "-c", "cat " + folder.path() + "/hello; sleep 60"});
  try {
    pool.start();
    FAIL("it was accepted");
  } catch (const ModelRefused& refusal) {
    INFO(refusal.refused.text);
    CHECK(refusal.refused.text.find("class of CPU is x86-64 of another kind") != std::string::npos);
  }
}

TEST_CASE("workers: rows not begun are given up when the run is interrupted", "[workers][unit]") {
  const auto description = std::make_shared<Description>();
  set_worker_program(program());
  const auto inner = trouble_in_workers({}, 1);
  std::atomic<int> asked{0};
  // The same plugin, in a pool that is told to stop after its first looks.
  const nlohmann::json choice{{"file", trouble_library()},
                              {"sha256", LibraryFile(trouble_library()).sha256()},
                              {"config", "{}"}};
  const Build build{.model = choice.dump()};
  WorkerPool pool({.argv = worker_command_line({}),
                   .dialogue = [&] { return framed_dialogue(build, description); },
                   .workers = 1,
                   .batch = 1,
                   .cancelled = [&] { return ++asked > 10; }});
  pool.start();
  const Matrix x = quiet_rows(1000);
  Matrix y = Matrix::Zero(1000, 2);
  std::vector<RowStatus> status(1000, RowStatus::ok);
  uq::BatchResult out{y, status, {}};
  pool.evaluate(x, out);
  const auto cancelled = std::count(status.begin(), status.end(), RowStatus::cancelled);
  CHECK(cancelled > 900);
  CHECK(cancelled < 1000);
  CHECK(std::count(status.begin(), status.end(), RowStatus::ok) == 1000 - cancelled);
}

TEST_CASE("workers: die with the engine, however that ends and whatever they do",
          "[workers][unit]") {
  const TemporaryFolder folder;
  folder.write(
      "s.toml",
      "format = 1\nseed = 1\n[model]\nplugin = \"" + trouble_library() +
          "\"\n[inputs]\na = { dist = \"uniform\", lo = 0, hi = 1 }\ntrouble = { value = " +
          std::to_string(static_cast<int>(number_of("ignores signals"))) +
          " }\n[[analysis]]\nmethod = \"propagate\"\nn = 100\n");
  const std::string executable = program();
  const pid_t engine = fork();
  if (engine == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    if (chdir(folder.path().c_str()) == 0) {
      execl(executable.c_str(), "uq", "run", "--allow-exec", "-j2", "s.toml", nullptr);
    }
    _exit(127);
  }
  std::vector<pid_t> workers;
  for (int k = 0; k < 1000 && workers.size() < 2; ++k) {
    std::this_thread::sleep_for(10ms);
    workers = children_of(engine);
  }
  REQUIRE(workers.size() == 2);
  std::this_thread::sleep_for(300ms);  // now they loop
  for (const pid_t worker : workers) {
    CHECK(is_alive(worker));
  }
  kill(engine, SIGKILL);
  waitpid(engine, nullptr, 0);
  for (const pid_t worker : workers) {
    CHECK(dies_soon(worker));
  }
}
