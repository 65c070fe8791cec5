// A roofline in C++: the time of a kernel is the larger of its compute time and its memory time.
//   c++ -std=c++20 -O3 -ffp-contract=off -fPIC -shared roofline.cpp -o libroofline.so
#include <uq_plugin.hpp>

static uqpm::Model roofline(std::string_view config) {
  if (config != "{}") {
    throw std::invalid_argument("roofline takes no configuration");
  }
  uqpm::Model model;
  model.inputs = {
      {.name = "flop", .unit = "FLOP", .lower = 0, .nominal = 2e12},
      {.name = "bytes", .unit = "B", .lower = 0, .nominal = 8e9},
      {.name = "peak", .unit = "FLOP/s", .lower = 0, .nominal = 1e15, .lower_open = true},
      {.name = "bandwidth", .unit = "B/s", .lower = 0, .nominal = 3e12, .lower_open = true}};
  model.outputs = {
      {.name = "time", .unit = "s", .sense = uqpm::Sense::less},
      {.name = "bound", .role = uqpm::Role::regime, .categories = {"compute", "memory"}}};
  model.rows([](uqpm::Row row) {
    const double compute = row.x(0) / row.x(2);
    const double memory = row.x(1) / row.x(3);
    row.y(0) = compute > memory ? compute : memory;
    row.y(1) = compute > memory ? 0 : 1;
  });
  return model;
}

UQ_PLUGIN({.id = "roofline",
           .version = "1.0",
           .doc = "the larger of compute time and memory time",
           .threads = uqpm::Threads::any,
           .create = roofline})
