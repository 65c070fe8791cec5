// A plugin whose rows choose what goes wrong: input `trouble` is the number of a behaviour below, 0
// none. Without: y = 3 a + sin(a), z = a / 7.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uq_plugin.hpp>

#include <cfenv>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

namespace {

// Kept in step with tests/studies/workers/trouble.hpp.
enum Trouble {
  none,
  nan,
  infinite,
  minus_zero,
  denormal,
  throws,
  throws_int,
  infeasible,
  segv,
  aborts,
  exit_0,
  exit_3,
  exits_at_once,
  loops,
  sleeps,
  prints,
  closes_all,
  leaks_descriptors,
  leaks_memory,
  forks,
  changes_folder,
  changes_locale,
  changes_rounding,
  flushes_to_zero,
  stops,
  uses_rand,
  many_threads,
  wants_memory,
  kills_itself,
  writes_to_engine,
  ignores_signals,
  changes_umask,
  stack_overflow,
  divides_by_zero
};

volatile int zero = 0;

int deep(int n) {
  volatile char space[4096];
  space[0] = static_cast<char>(n);
  return n == 0 ? space[0] : deep(n + 1) + space[0];
}

void before(Trouble trouble) {
  switch (trouble) {
    case throws:
      throw std::runtime_error("no convergence");
    case throws_int:
      throw 7;
    case infeasible:
      throw uqpm::Infeasible("needs 96 GB");
    case segv:
      raise(SIGSEGV);
      break;
    case aborts:
      std::fputs("assertion failed: a > 0\n", stderr);
      std::abort();
    case exit_0:
      std::exit(0);
    case exit_3:
      std::exit(3);
    case exits_at_once:
      _exit(7);
    case loops:
      for (;;) {
        zero = 0;
      }
    case sleeps:
      std::this_thread::sleep_for(std::chrono::hours(1));
      break;
    case prints:
      for (int k = 0; k < 100'000; ++k) {
        std::printf(
            "line %d of very many that nobody has asked for, with a number: %g\n", k, k / 3.0);
      }
      std::fflush(stdout);
      break;
    case closes_all:
      for (int fd = 0; fd < 1024; ++fd) {
        close(fd);
      }
      break;
    case leaks_descriptors:
      for (int k = 0; k < 300; ++k) {
        (void)!open("/dev/null", O_RDONLY);
      }
      break;
    case leaks_memory: {
      static std::vector<char*> kept;
      constexpr std::size_t much = std::size_t{64} << 20;
      kept.push_back(new char[much]);
      for (std::size_t k = 0; k < much; k += 4096) {
        kept.back()[k] = 1;
      }
      break;
    }
    case forks:
      for (int k = 0; k < 20; ++k) {
        if (fork() == 0) {
          for (;;) {
            pause();
          }
        }
      }
      break;
    case changes_folder:
      (void)!chdir("/");
      break;
    case changes_locale:
      std::setlocale(LC_ALL, "C.UTF-8");
      break;
    case changes_rounding:
      std::fesetround(FE_UPWARD);
      break;
    case flushes_to_zero:
#if defined(__x86_64__)
      __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
      break;
    case stops:
      raise(SIGSTOP);
      break;
    case uses_rand:
      std::srand(static_cast<unsigned>(getpid()));
      (void)std::rand();
      break;
    case many_threads: {
      std::vector<std::thread> threads;
      for (int k = 0; k < 200; ++k) {
        threads.emplace_back([] { std::this_thread::yield(); });
      }
      for (std::thread& thread : threads) {
        thread.join();
      }
      break;
    }
    case wants_memory: {
      const std::vector<double> much(std::size_t{1} << 30, 1.0);
      zero = much[5] > 2 ? 1 : 0;
      break;
    }
    case kills_itself:
      kill(getpid(), SIGKILL);
      pause();
      break;
    case writes_to_engine:
      for (int fd = 3; fd < 1024; ++fd) {
        (void)!write(fd, "garbage", 7);
      }
      break;
    case ignores_signals:
      for (int s = 1; s < 32; ++s) {
        signal(s, SIG_IGN);
      }
      for (;;) {
        zero = 0;
      }
    case changes_umask:
      umask(0777);
      break;
    case stack_overflow:
      zero = deep(1);
      break;
    case divides_by_zero:
      zero = 1000 / zero;
      break;
    default:
      break;
  }
}

uqpm::Model trouble(std::string_view) {
  uqpm::Model model;
  model.inputs = {
      {.name = "a", .lower = -1e300, .upper = 1e300, .nominal = 1},
      {.name = "trouble", .lower = 0, .upper = 99, .nominal = 0, .kind = uqpm::Kind::integer}};
  model.outputs = {{.name = "y"}, {.name = "z"}};
  model.rows([](uqpm::Row row) {
    const auto which = static_cast<Trouble>(row.x(1));
    before(which);
    const double a = row.x(0);
    row.y(0) = which == nan          ? std::nan("")
               : which == infinite   ? INFINITY
               : which == minus_zero ? -0.0
               : which == denormal   ? 4.9e-324
                                     : 3 * a + std::sin(a);
    row.y(1) = a / 7;
  });
  return model;
}

}  // namespace

UQ_PLUGIN({.id = "trouble",
           .version = "1",
           .doc = "what goes wrong is chosen by the row",
           .threads = uqpm::Threads::any,
           .create = trouble})
