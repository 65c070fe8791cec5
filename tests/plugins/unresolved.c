/* A plugin that was not linked with what it calls. */
#include <uq_plugin.h>

const uqpm_library *uq_test_defined_nowhere(void);

const uqpm_library *uqpm_entry(uint32_t host_major, uint32_t host_minor) {
  (void)host_major;
  (void)host_minor;
  return uq_test_defined_nowhere();
}
