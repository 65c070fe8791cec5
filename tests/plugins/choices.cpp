// All the wrapper offers in one library: two models, choices, stages, refusals, messages, a
// whole-batch model, and one with a seed.
#include <uq_plugin.hpp>

#include <cmath>

namespace {

uqpm::Model memory(std::string_view config) {
  if (config.find("capacity") == std::string_view::npos && config != "{}") {
    throw std::invalid_argument("the only key is `capacity`");
  }
  uqpm::Model model;
  model.inputs = {
      {.name = "weights",
       .unit = "GB",
       .lower = 0,
       .upper = 1000,
       .nominal = 14,
       .doc = "all of them"},
      {.name = "shards", .lower = 1, .upper = 8, .nominal = 1, .kind = uqpm::Kind::integer},
      {.name = "type", .nominal = 1, .categories = {"fp8", "fp16"}},
      {.name = "offload", .nominal = 0, .kind = uqpm::Kind::boolean}};
  model.outputs = {{.name = "total", .unit = "GB", .sense = uqpm::Sense::less},
                   {.name = "own", .unit = "GB", .role = uqpm::Role::stage, .parent = 0},
                   {.name = "moved", .unit = "GB", .role = uqpm::Role::stage, .parent = 0},
                   {.name = "fits", .role = uqpm::Role::regime, .categories = {"no", "yes"}}};
  model.rows([](uqpm::Row row) {
    const double size = row.x(0) * (row.category(2) == 0 ? 0.5 : 1.0) / row.x(1);
    if (size > 900) {
      throw uqpm::Infeasible("needs " + std::to_string(static_cast<int>(size)) + " GB");
    }
    if (size > 800) {
      throw std::runtime_error("no table entry");
    }
    if (size > 700) {
      throw 3;
    }
    row.y(1) = size;
    row.y(2) = row.x(3) != 0 ? size : 0;
    row.y(0) = row.y(1) + row.y(2);
    row.y(3) = size < 80 ? 1 : 0;
    row.warn("looked at");
  });
  return model;
}

uqpm::Model square(std::string_view) {
  uqpm::Model model;
  model.preferred_batch = 100;
  model.inputs = {{.name = "x", .lower = -1e6, .upper = 1e6, .nominal = 2}};
  model.outputs = {{.name = "y"}};
  model.batches([](const uqpm::Batch& batch) {
    const auto x = batch.x(0);
    const auto y = batch.y(0);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      y[i] = x[i] * x[i];
      if (x[i] == -1) {
        batch.infeasible(i, "minus one");
      } else if (x[i] == -2) {
        batch.fail(i, "minus two");
      } else if (x[i] == -3) {
        throw std::runtime_error("minus three");
      }
    }
  });
  return model;
}

uqpm::Model nothing(std::string_view) {
  return {};
}

uqpm::Model noisy(std::string_view) {
  uqpm::Model model;
  model.inputs = {{.name = "x", .lower = 0, .upper = 1, .nominal = 0}};
  model.outputs = {{.name = "y"}};
  model.rows([](uqpm::Row row) { row.y(0) = row.x(0) + static_cast<double>(row.seed() % 7); });
  return model;
}

}  // namespace

UQ_PLUGIN({.id = "memory",
           .version = "2.1",
           .vendor = "tests",
           .doc = "weights in memory",
           .config_schema = R"({"type": "object"})",
           .threads = uqpm::Threads::any,
           .create = memory},
          {.id = "square",
           .version = "1",
           .fidelity = uqpm::Fidelity::surrogate,
           .threads = uqpm::Threads::instances,
           .prefers_rows = true,
           .create = square},
          {.id = "nothing", .version = "1", .threads = uqpm::Threads::any, .create = nothing},
          {.id = "noisy",
           .version = "1",
           .threads = uqpm::Threads::any,
           .stochastic = true,
           .create = noisy})
