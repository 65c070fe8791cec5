/* A roofline in C: the time of a kernel is the larger of its compute time and its memory time.
 *   cc -std=c99 -O3 -fPIC -shared roofline.c -o libroofline.so
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <uq_plugin.h>

static const char *const bounds[] = {"compute", "memory"};

static const uqpm_input inputs[] = {
    {.struct_size = sizeof(uqpm_input), .name = "flop", .unit = "FLOP", .lower = 0,
     .upper = INFINITY, .nominal = 2e12, .doc = "work of the kernel"},
    {.struct_size = sizeof(uqpm_input), .name = "bytes", .unit = "B", .lower = 0,
     .upper = INFINITY, .nominal = 8e9, .doc = "its traffic to memory"},
    {.struct_size = sizeof(uqpm_input), .name = "peak", .unit = "FLOP/s", .lower = 0,
     .upper = INFINITY, .nominal = 1e15, .flags = UQPM_LOWER_OPEN, .doc = "rate of the machine"},
    {.struct_size = sizeof(uqpm_input), .name = "bandwidth", .unit = "B/s", .lower = 0,
     .upper = INFINITY, .nominal = 3e12, .flags = UQPM_LOWER_OPEN, .doc = "of its memory"},
};

static const uqpm_output outputs[] = {
    {.struct_size = sizeof(uqpm_output), .name = "time", .unit = "s", .sense = -1},
    {.struct_size = sizeof(uqpm_output), .name = "bound", .unit = "1", .kind = UQPM_CATEGORICAL,
     .role = UQPM_ROLE_REGIME, .categories = bounds, .n_categories = 2},
};

static uqpm_status evaluate(uqpm_model *model, const uqpm_batch *b) {
  (void)model;
  for (size_t i = 0; i < b->n; ++i) {
    const double *x = b->x + i * b->x_row;
    double *y = b->y + i * b->y_row;
    const double compute = x[0] / x[2 * b->x_col];
    const double memory = x[b->x_col] / x[3 * b->x_col];
    y[0] = compute > memory ? compute : memory;
    y[b->y_col] = compute > memory ? 0 : 1;
  }
  memset(b->status, UQPM_PT_OK, b->n);
  return UQPM_OK;
}

static void destroy(uqpm_model *model) { free(model); }

static const uqpm_descriptor *descriptor(uint32_t i) {
  static const uqpm_descriptor roofline = {
      .struct_size = sizeof(uqpm_descriptor), .id = "roofline", .version = "1.0",
      .doc = "the larger of compute time and memory time",
      .fidelity = UQPM_ANALYTICAL, .flags = UQPM_INSTANCE_CONCURRENT | UQPM_DETERMINISTIC};
  return i == 0 ? &roofline : NULL;
}

static uqpm_status create(uint32_t i, const char *config, uqpm_model **out, char *err,
                          size_t err_cap) {
  uqpm_model *model;
  if (i != 0 || strcmp(config, "{}") != 0) {
    strncpy(err, "roofline takes no configuration", err_cap);
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
