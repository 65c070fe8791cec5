#pragma once

#include "studies/foreign/library_file.hpp"
#include "studies/workers/plugin_worker.hpp"
#include "studies/workers/worker_program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "uq/core/evaluate.hpp"

#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace uq::test {

/// What a row of tests/plugins/trouble.cpp may do, and what is to become of it; by its number.
struct Trouble {
  std::string name;
  RowStatus status = RowStatus::ok;
  std::string says;
};

inline const std::vector<Trouble>& troubles() {
  using enum RowStatus;
  static const std::vector<Trouble> all{
      {"none", ok, ""},
      {"nan", nonfinite, ""},
      {"infinite", nonfinite, ""},
      {"minus zero", ok, ""},
      {"denormal", ok, ""},
      {"throws", exception, "no convergence"},
      {"throws int", exception, "not a std::exception"},
      {"infeasible", infeasible, "needs 96 GB"},
      {"segv", signal, "was killed by signal 11 (SIGSEGV)"},
      {"aborts", signal, "was killed by signal 6 (SIGABRT): assertion failed: a > 0"},
      {"exit 0", exit_code, "ended with exit code 0"},
      {"exit 3", exit_code, "ended with exit code 3"},
      {"exits at once", exit_code, "ended with exit code 7"},
      {"loops", timeout, "gave no answer within"},
      {"sleeps", timeout, "gave no answer within"},
      {"prints", ok, ""},
      {"closes all", exit_code, "descriptors of the engine"},
      {"leaks descriptors", ok, ""},
      {"leaks memory", ok, ""},
      {"forks", ok, ""},
      {"changes folder", ok, ""},
      {"changes locale", ok, ""},
      {"changes rounding", ok, ""},
      {"flushes to zero", ok, ""},
      {"stops", signal, "stopped itself (SIGSTOP)"},
      {"uses rand", ok, ""},
      {"many threads", ok, ""},
      {"wants memory", out_of_memory, "bad_alloc"},
      {"kills itself", signal, "SIGKILL"},
      {"writes to the engine", unparsable, "no frame"},
      {"ignores signals", timeout, "gave no answer within"},
      {"changes umask", ok, ""},
      {"stack overflow", signal, "SIGSEGV"},
      {"divides by zero", signal, "SIGFPE"}};
  return all;
}

inline double number_of(const std::string& name) {
  for (std::size_t k = 0; k < troubles().size(); ++k) {
    if (troubles()[k].name == name) {
      return static_cast<double>(k);
    }
  }
  FAIL("no trouble is called " << name);
  return 0;
}

inline std::string trouble_library() {
  return std::string(UQ_TEST_PLUGINS) + "/trouble.so";
}

/// Outcome of rows.
struct Outcome {
  Matrix y;
  std::vector<RowStatus> status;
  std::map<Index, std::string> messages;
};

inline Outcome outcome_of(const Model& model, const Matrix& x) {
  Outcome outcome{Matrix::Zero(x.rows(), static_cast<Index>(model.outputs().size())),
                  std::vector<RowStatus>(static_cast<std::size_t>(x.rows()), RowStatus::ok),
                  {}};
  BatchResult out{outcome.y, outcome.status, [&](Index row, const std::string& text) {
                    outcome.messages[row] = text;
                  }};
  model.evaluate(x, out);
  return outcome;
}

inline bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

/// n rows without trouble.
inline Matrix quiet_rows(Index n) {
  Matrix x = Matrix::Zero(n, 2);
  for (Index i = 0; i < n; ++i) {
    x(i, 0) = static_cast<double>(i) * 1.000000001 + 1e-3;
  }
  return x;
}

/// The same rows in this process.
inline Outcome in_process(const Matrix& x) {
  return outcome_of(perfmodels::load_plugin(trouble_library(), "", "{}").model, x);
}

/// tests/plugins/trouble.cpp in worker processes.
inline studies::PluginPool trouble_in_workers(const studies::ProcessPolicy& policy = {},
                                              Index workers = 2,
                                              const studies::PluginLimits& limits = {}) {
  studies::set_worker_program(program());
  const std::string file = trouble_library();
  return studies::load_in_workers({.file = file,
                                   .sha256 = studies::LibraryFile(file).sha256(),
                                   .id = std::nullopt,
                                   .config = "{}"},
                                  policy,
                                  {.prefix = {}, .workers = workers},
                                  limits);
}

}  // namespace uq::test
