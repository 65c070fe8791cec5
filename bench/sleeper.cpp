// A model that takes a millisecond without using the processor: what two workers make of it is the
// engine's doing alone, on a busy machine too.
#include <uq_plugin.hpp>

#include <chrono>
#include <thread>

static uqpm::Model sleeper(std::string_view) {
  uqpm::Model model;
  model.inputs = {{.name = "x", .lower = 0, .upper = 1, .nominal = 0}};
  model.outputs = {{.name = "y"}};
  model.rows([](uqpm::Row row) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    row.y(0) = row.x(0);
  });
  return model;
}

UQ_PLUGIN({.id = "sleeper", .version = "1", .threads = uqpm::Threads::any, .create = sleeper})
