#include "studies/cli/plugin_template.hpp"

namespace uq::studies {

namespace {

const char* const cpp_source =
    R"(// A kernel takes the larger of compute and memory time. Put your own model here.
//
//   cmake -S . -B build && cmake --build build
//
// or, without CMake,
//
//   c++ -std=c++20 -O3 -ffp-contract=off -fPIC -shared -I @INCLUDE@ @NAME@.cpp -o lib@NAME@.so
#include <uq_plugin.hpp>

static uqpm::Model create(std::string_view config) {
  if (config != "{}") {
    throw std::invalid_argument("@NAME@ takes no configuration");
  }
  uqpm::Model model;
  model.inputs = {
      {.name = "flop", .unit = "FLOP", .lower = 0, .nominal = 2e12, .doc = "work of the kernel"},
      {.name = "bytes", .unit = "B", .lower = 0, .nominal = 8e9, .doc = "its traffic to memory"},
      {.name = "peak", .unit = "FLOP/s", .lower = 1, .nominal = 9e14, .doc = "of the machine"},
      {.name = "bandwidth", .unit = "B/s", .lower = 1, .nominal = 3e12, .doc = "of its memory"}};
  model.outputs = {
      {.name = "time", .unit = "s", .sense = uqpm::Sense::less, .doc = "of the kernel"}};
  model.rows([](uqpm::Row row) {
    const double compute = row.x(0) / row.x(2);
    const double memory = row.x(1) / row.x(3);
    row.y(0) = compute > memory ? compute : memory;
  });
  return model;
}

UQ_PLUGIN({.id = "@NAME@",
           .version = "0.1",
           .doc = "the larger of compute time and memory time",
           .threads = uqpm::Threads::any,
           .create = create})
)";

const char* const c_source =
    R"(/* A kernel takes the larger of compute and memory time. Put your own model here.
 *
 *   cmake -S . -B build && cmake --build build
 *
 * or, without CMake,
 *
 *   cc -std=c99 -O3 -ffp-contract=off -fPIC -shared -I @INCLUDE@ @NAME@.c -o lib@NAME@.so
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <uq_plugin.h>

static const uqpm_input inputs[] = {
    {.struct_size = sizeof(uqpm_input), .name = "flop", .unit = "FLOP",
     .doc = "work of the kernel", .lower = 0, .upper = INFINITY, .nominal = 2e12},
    {.struct_size = sizeof(uqpm_input), .name = "bytes", .unit = "B",
     .doc = "its traffic to memory", .lower = 0, .upper = INFINITY, .nominal = 8e9},
    {.struct_size = sizeof(uqpm_input), .name = "peak", .unit = "FLOP/s",
     .doc = "of the machine", .lower = 1, .upper = INFINITY, .nominal = 9e14},
    {.struct_size = sizeof(uqpm_input), .name = "bandwidth", .unit = "B/s",
     .doc = "of its memory", .lower = 1, .upper = INFINITY, .nominal = 3e12},
};

static const uqpm_output outputs[] = {
    {.struct_size = sizeof(uqpm_output), .name = "time", .unit = "s",
     .doc = "of the kernel", .sense = -1},
};

static uqpm_status evaluate(uqpm_model *model, const uqpm_batch *b) {
  (void)model;
  for (size_t i = 0; i < b->n; ++i) {
    const double *x = b->x + i * b->x_row;
    const double compute = x[0] / x[2 * b->x_col];
    const double memory = x[b->x_col] / x[3 * b->x_col];
    b->y[i * b->y_row] = compute > memory ? compute : memory;
  }
  memset(b->status, UQPM_PT_OK, b->n);
  return UQPM_OK;
}

static void destroy(uqpm_model *model) { free(model); }

static const uqpm_descriptor *descriptor(uint32_t i) {
  static const uqpm_descriptor model = {
      .struct_size = sizeof(uqpm_descriptor), .id = "@NAME@", .version = "0.1",
      .doc = "the larger of compute time and memory time",
      .fidelity = UQPM_ANALYTICAL, .flags = UQPM_INSTANCE_CONCURRENT | UQPM_DETERMINISTIC};
  return i == 0 ? &model : NULL;
}

static uqpm_status create(uint32_t i, const char *config, uqpm_model **out, char *err,
                          size_t err_cap) {
  uqpm_model *model;
  if (i != 0 || strcmp(config, "{}") != 0) {
    strncpy(err, "@NAME@ takes no configuration", err_cap);
    err[err_cap - 1] = '\0';
    return UQPM_E_CONFIG;
  }
  model = calloc(1, sizeof *model);
  if (model == NULL) return UQPM_E_INTERNAL;
  model->struct_size = sizeof *model;
  model->n_inputs = sizeof inputs / sizeof inputs[0];
  model->inputs = inputs;
  model->n_outputs = sizeof outputs / sizeof outputs[0];
  model->outputs = outputs;
  model->evaluate = evaluate;
  model->destroy = destroy;
  *out = model;
  return UQPM_OK;
}

const uqpm_library *uqpm_entry(uint32_t host_major, uint32_t host_minor) {
  static const uqpm_library library = {
      .struct_size = sizeof(uqpm_library), .abi_major = UQPM_ABI_MAJOR,
      .abi_minor = UQPM_ABI_MINOR, .n_models = 1, .descriptor = descriptor, .create = create};
  (void)host_minor;
  return host_major == UQPM_ABI_MAJOR ? &library : NULL;
}
)";

const char* const cmake_head = R"(cmake_minimum_required(VERSION 3.23)
project(@NAME@ LANGUAGES @LANGUAGE@)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(uq REQUIRED COMPONENTS plugin@HINTS@)
add_library(@NAME@ MODULE @SOURCE@)
target_link_libraries(@NAME@ PRIVATE uq::plugin)
target_compile_features(@NAME@ PRIVATE @STANDARD@)
target_compile_options(@NAME@ PRIVATE -ffp-contract=off)  # the same bits from every compiler
)";

const char* const study_text = R"(format = 1
seed = 42

[model]
plugin = "build/lib@NAME@.so"

[inputs]
peak      = { dist = "uniform", lo = "700 TFLOP/s", hi = "990 TFLOP/s" }
bandwidth = { dist = "uniform", lo = "2.5 TB/s", hi = "3.35 TB/s" }

[[analysis]]
name   = "drivers"
method = "sobol"
n      = 4096
)";

}  // namespace

void replace_all(std::string& text, const std::string& mark, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += by.size()) {
    text.replace(at, mark.size(), by);
  }
}

PluginTemplate plugin_template(bool c) {
  PluginTemplate files{c ? c_source : cpp_source, cmake_head, study_text};
  replace_all(files.cmake, "@LANGUAGE@", c ? "C" : "CXX");
  replace_all(files.cmake, "@SOURCE@", c ? "@NAME@.c" : "@NAME@.cpp");
  replace_all(files.cmake, "@STANDARD@", c ? "c_std_99" : "cxx_std_20");
  return files;
}

}  // namespace uq::studies
