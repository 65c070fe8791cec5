// The roofline of perfmodels/plugin/examples under the thread rule and layout named on the command
// line.
#include <uq_plugin.hpp>

static uqpm::Model roofline(std::string_view) {
  uqpm::Model model;
  model.inputs = {{.name = "flop", .lower = 0, .lower_open = true},
                  {.name = "bytes", .lower = 0, .lower_open = true},
                  {.name = "peak", .lower = 0, .lower_open = true},
                  {.name = "bandwidth", .lower = 0, .lower_open = true}};
  model.outputs = {{.name = "time"}, {.name = "bound", .categories = {"compute", "memory"}}};
  model.rows([](uqpm::Row row) {
    const double compute = row.x(0) / row.x(2);
    const double memory = row.x(1) / row.x(3);
    row.y(0) = compute > memory ? compute : memory;
    row.y(1) = compute > memory ? 0 : 1;
  });
  return model;
}

UQ_PLUGIN({.id = "roofline",
           .version = "1",
           .threads = uqpm::Threads::UQ_BENCH_THREADS,
           .prefers_rows = UQ_BENCH_ROWS,
           .create = roofline})
