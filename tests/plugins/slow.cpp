// A model that takes UQ_TEST_ROW_US microseconds a row (1000), fails now and then, and adds a byte
// for each row to the file UQ_TEST_CALLS.
#include <fcntl.h>
#include <unistd.h>
#include <uq_plugin.hpp>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

void count() {
  const char* file = std::getenv("UQ_TEST_CALLS");
  const int calls = file == nullptr ? -1 : ::open(file, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (calls >= 0) {
    if (::write(calls, ".", 1) != 1) {
      std::abort();
    }
    ::close(calls);
  }
}

uqpm::Model create(std::string_view) {
  const char* set = std::getenv("UQ_TEST_ROW_US");
  const auto pause = std::chrono::microseconds(set == nullptr ? 1000 : std::atoi(set));
  uqpm::Model model;
  model.inputs = {{.name = "a", .lower = 0, .upper = 1, .nominal = 0.5, .doc = "first"},
                  {.name = "b", .lower = 0, .upper = 1, .nominal = 0.5, .doc = "second"}};
  model.outputs = {{.name = "y", .doc = "a figure"}};
  model.evaluate = [pause](const uqpm::Batch& batch) {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      std::this_thread::sleep_for(pause);
      count();
      const double a = batch.x(0)[row];
      const double b = batch.x(1)[row];
      if (a > 0.97) {
        batch.fail(row, "a is too large " + std::string(300, '!'));
      } else {
        batch.y(0)[row] = std::sin(3 * a) + a * b;
      }
    }
  };
  return model;
}

}  // namespace

UQ_PLUGIN({.id = "slow",
           .version = "1.0",
           .vendor = "the tests",
           .doc = "takes its time",
           .config_schema = R"({"type": "object", "properties": {"mode": {"type": "string"}}})",
           .threads = uqpm::Threads::any,
           .create = create})
