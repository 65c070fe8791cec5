/* The interface is frozen: version 1.x keeps every value below. A line that no longer compiles means that
 * plugins in the field break. New fields add lines; none is ever changed. */
#include <uq_plugin.h>

#define HOLDS(name, condition) typedef char uq_test_##name[(condition) ? 1 : -1]
#define AT(type, field, offset) HOLDS(type##_##field, offsetof(type, field) == (offset))

AT(uqpm_input, struct_size, 0);
AT(uqpm_input, kind, 4);
AT(uqpm_input, name, 8);
AT(uqpm_input, label, 16);
AT(uqpm_input, unit, 24);
AT(uqpm_input, doc, 32);
AT(uqpm_input, lower, 40);
AT(uqpm_input, upper, 48);
AT(uqpm_input, nominal, 56);
AT(uqpm_input, categories, 64);
AT(uqpm_input, n_categories, 72);
AT(uqpm_input, flags, 76);
HOLDS(input_size, sizeof(uqpm_input) == 80);

AT(uqpm_output, struct_size, 0);
AT(uqpm_output, kind, 4);
AT(uqpm_output, name, 8);
AT(uqpm_output, label, 16);
AT(uqpm_output, unit, 24);
AT(uqpm_output, doc, 32);
AT(uqpm_output, categories, 40);
AT(uqpm_output, n_categories, 48);
AT(uqpm_output, role, 52);
AT(uqpm_output, parent, 56);
AT(uqpm_output, sense, 60);
HOLDS(output_size, sizeof(uqpm_output) == 64);

AT(uqpm_descriptor, struct_size, 0);
AT(uqpm_descriptor, fidelity, 4);
AT(uqpm_descriptor, id, 8);
AT(uqpm_descriptor, version, 16);
AT(uqpm_descriptor, vendor, 24);
AT(uqpm_descriptor, doc, 32);
AT(uqpm_descriptor, config_schema_json, 40);
AT(uqpm_descriptor, flags, 48);
AT(uqpm_descriptor, reserved, 52);
HOLDS(descriptor_size, sizeof(uqpm_descriptor) == 56);

AT(uqpm_batch, struct_size, 0);
AT(uqpm_batch, max_threads, 4);
AT(uqpm_batch, n, 8);
AT(uqpm_batch, n_in, 16);
AT(uqpm_batch, n_out, 24);
AT(uqpm_batch, x, 32);
AT(uqpm_batch, x_row, 40);
AT(uqpm_batch, x_col, 48);
AT(uqpm_batch, y, 56);
AT(uqpm_batch, y_row, 64);
AT(uqpm_batch, y_col, 72);
AT(uqpm_batch, status, 80);
AT(uqpm_batch, seeds, 88);
AT(uqpm_batch, host, 96);
AT(uqpm_batch, cancelled, 104);
AT(uqpm_batch, message, 112);
HOLDS(batch_size, sizeof(uqpm_batch) == 120);

AT(uqpm_model, struct_size, 0);
AT(uqpm_model, n_inputs, 4);
AT(uqpm_model, n_outputs, 8);
AT(uqpm_model, reserved, 12);
AT(uqpm_model, self, 16);
AT(uqpm_model, inputs, 24);
AT(uqpm_model, outputs, 32);
AT(uqpm_model, cost_hint_s, 40);
AT(uqpm_model, preferred_batch, 48);
AT(uqpm_model, evaluate, 56);
AT(uqpm_model, extension, 64);
AT(uqpm_model, destroy, 72);
HOLDS(model_size, sizeof(uqpm_model) == 80);

AT(uqpm_library, struct_size, 0);
AT(uqpm_library, abi_major, 4);
AT(uqpm_library, abi_minor, 8);
AT(uqpm_library, n_models, 12);
AT(uqpm_library, descriptor, 16);
AT(uqpm_library, create, 24);
HOLDS(library_size, sizeof(uqpm_library) == 32);

HOLDS(version, UQPM_ABI_MAJOR == 1u);
HOLDS(status, UQPM_OK == 0 && UQPM_E_CONFIG == 1 && UQPM_E_DOMAIN == 2 && UQPM_E_UNSUPPORTED == 3 &&
                  UQPM_E_CANCELLED == 4 && UQPM_E_INTERNAL == 5 && sizeof(uqpm_status) == 4);
HOLDS(point, UQPM_PT_OK == 0 && UQPM_PT_INFEASIBLE == 1 && UQPM_PT_FAILED == 2 &&
                 UQPM_PT_SKIPPED == 3 && UQPM_PT_UNSET == 255 && sizeof(uqpm_point_status) == 1);
HOLDS(kind, UQPM_REAL == 0 && UQPM_INTEGER == 1 && UQPM_CATEGORICAL == 2 && UQPM_BOOL == 3);
HOLDS(role, UQPM_ROLE_METRIC == 0 && UQPM_ROLE_REGIME == 1 && UQPM_ROLE_STAGE == 2 &&
                UQPM_ROLE_CONSTRAINT == 3 && UQPM_ROLE_COST == 4 && UQPM_ROLE_DIAGNOSTIC == 5);
HOLDS(fidelity, UQPM_ANALYTICAL == 0 && UQPM_TRACE_REPLAY == 1 && UQPM_EVENT_DRIVEN == 2 &&
                    UQPM_CYCLE_APPROXIMATE == 3 && UQPM_MEASURED == 4 && UQPM_SURROGATE == 5);
HOLDS(flags, UQPM_INSTANCE_CONCURRENT == 1u && UQPM_INSTANCES_CONCURRENT == 2u &&
                 UQPM_DETERMINISTIC == 4u && UQPM_STOCHASTIC == 8u && UQPM_INTERNAL_THREADS == 16u &&
                 UQPM_PREFERS_ROWS == 32u && UQPM_LOWER_OPEN == 1u && UQPM_LOG_SCALE == 2u);
HOLDS(severity, UQPM_INFO == 0 && UQPM_WARNING == 1 && UQPM_ERROR == 2);

/* The next line keeps the file from being empty for compilers that mind. */
extern int uq_test_layout;
int uq_test_layout = 1;
