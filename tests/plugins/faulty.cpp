// A plugin with any one fault. Faults of the library, its descriptors and its thread flags are
// chosen by the name of the file: a copy of this library named major.so claims another major
// version. Those of an instance and its calls are chosen by the configuration {"fault": "NAME"}.
// Without a fault: total = a b + gpu + on for a in [0, 10], integer b in [1, 8], gpu one of two, on
// 0 or 1.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uq_plugin.h>

#include <array>
#include <atomic>
#include <cfenv>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

const char* const gpus[] = {"A100", "H100"};
const char* const with_null[] = {"A100", nullptr};
const char* const twice[] = {"A100", "A100"};
const char* const limits[] = {"compute", "memory"};

// "major" for a library at .../major.so.
const std::string& file_fault() {
  static const std::string name = [] {
    Dl_info info{};
    dladdr(reinterpret_cast<const void*>(&uqpm_entry), &info);
    std::string path = info.dli_fname;
    path = path.substr(path.rfind('/') + 1);
    return path.substr(0, path.rfind('.'));
  }();
  return name;
}

std::string config_fault(const std::string& config) {
  const std::string key = "\"fault\": \"";
  const auto at = config.find(key);
  if (at == std::string::npos) {
    return {};
  }
  const auto begin = at + key.size();
  return config.substr(begin, config.find('"', begin) - begin);
}

// How many calls are inside at once: what the thread flags promise is checked from within.
std::atomic<int> inside_library{0};
std::atomic<int> instances_made{0};
std::atomic<int> instances_alive{0};

struct Instance {
  uqpm_model c{};
  std::string fault;
  int number = 0;
  std::atomic<int> calls{0};
  std::atomic<int> inside{0};
  std::vector<uqpm_input> inputs;
  std::vector<uqpm_output> outputs;
};

// What a fault does not free stays within reach: a leak sanitizer then has nothing to say, and what
// it does say is of the host.
struct Kept {
  Kept* next = nullptr;
  std::array<char, 92> rest{};
};

std::set<Instance*>& undestroyed() {
  static auto& instances = *new std::set<Instance*>;  // outlives the search for leaks at exit
  return instances;
}

uqpm_input input(const char* name, std::uint32_t kind, double lower, double upper, double nominal) {
  uqpm_input c{};
  c.struct_size = sizeof c;
  c.kind = kind;
  c.name = name;
  c.unit = "1";
  c.lower = lower;
  c.upper = upper;
  c.nominal = nominal;
  return c;
}

uqpm_output output(const char* name, std::uint32_t kind, std::uint32_t role) {
  uqpm_output c{};
  c.struct_size = sizeof c;
  c.kind = kind;
  c.name = name;
  c.unit = "1";
  c.role = role;
  return c;
}

void describe(Instance& m) {
  m.inputs = {input("a", UQPM_REAL, 0, 10, 1),
              input("b", UQPM_INTEGER, 1, 8, 2),
              input("gpu", UQPM_CATEGORICAL, 0, 0, 1),
              input("on", UQPM_BOOL, 0, 0, 1)};
  m.inputs[2].categories = gpus;
  m.inputs[2].n_categories = 2;
  m.outputs = {output("total", UQPM_REAL, UQPM_ROLE_METRIC),
               output("product", UQPM_REAL, UQPM_ROLE_STAGE),
               output("rest", UQPM_REAL, UQPM_ROLE_STAGE),
               output("limit", UQPM_CATEGORICAL, UQPM_ROLE_REGIME)};
  m.outputs[3].categories = limits;
  m.outputs[3].n_categories = 2;
}

// Faults of the description, after it was made well.
void spoil(Instance& m) {
  const std::string& f = m.fault;
  uqpm_input& a = m.inputs[0];
  uqpm_input& b = m.inputs[1];
  uqpm_input& gpu = m.inputs[2];
  uqpm_output& total = m.outputs[0];
  uqpm_output& part = m.outputs[1];
  uqpm_output& limit = m.outputs[3];
  const auto when = [&](const char* name, auto&& act) {
    if (f == name) {
      act();
    }
  };
  when("model_size", [&] { m.c.struct_size = 16; });
  when("input_size", [&] { a.struct_size = 8; });
  when("input_size_huge", [&] { a.struct_size = 0xFFFFFFFF; });
  when("input_size_differs", [&] { b.struct_size = sizeof(uqpm_input) + 8; });
  when("output_size", [&] { total.struct_size = 0; });
  when("no_evaluate", [&] { m.c.evaluate = nullptr; });
  when("no_destroy", [&] { m.c.destroy = nullptr; });
  when("no_inputs", [&] { m.c.n_inputs = 0; });
  when("inputs_null", [&] { m.c.inputs = nullptr; });
  when("inputs_many", [&] { m.c.n_inputs = 0xFFFFFFFF; });
  when("no_outputs", [&] { m.c.n_outputs = 0; });
  when("outputs_null", [&] { m.c.outputs = nullptr; });
  when("cost_nan", [&] { m.c.cost_hint_s = NAN; });
  when("name_null", [&] { a.name = nullptr; });
  when("name_empty", [&] { a.name = ""; });
  when("name_twice", [&] { b.name = "a"; });
  when("name_utf8", [&] { a.name = "a\xff"; });
  when("name_control", [&] { a.name = "a\n"; });
  when("unit_null", [&] { a.unit = nullptr; });
  when("unit_empty", [&] { a.unit = ""; });
  when("kind", [&] { a.kind = 17; });
  when("input_flags", [&] { a.flags = 1u << 30; });
  when("lower_nan", [&] { a.lower = NAN; });
  when("lower_above", [&] { a.lower = 11; });
  when("lower_equals", [&] { a.lower = a.upper = 0; });
  when("integer_bounds", [&] { b.lower = 0.5; });
  when("nominal_outside", [&] { a.nominal = 11; });
  when("nominal_open", [&] {
    a.flags = UQPM_LOWER_OPEN;
    a.nominal = 0;
  });
  when("nominal_half", [&] { b.nominal = 2.5; });
  when("category_open", [&] { gpu.flags = UQPM_LOWER_OPEN; });
  when("no_categories", [&] { gpu.n_categories = 0; });
  when("categories_null", [&] { gpu.categories = nullptr; });
  when("category_null", [&] { gpu.categories = with_null; });
  when("category_twice", [&] { gpu.categories = twice; });
  when("categories_of_real", [&] { a.categories = gpus; });
  when("output_name_null", [&] { total.name = nullptr; });
  when("output_name_twice", [&] { part.name = "total"; });
  when("output_kind", [&] { total.kind = UQPM_BOOL; });
  when("role", [&] { total.role = 99; });
  when("regime_real", [&] { total.role = UQPM_ROLE_REGIME; });
  when("sense", [&] { total.sense = 2; });
  when("parent_beyond", [&] { part.parent = 4; });
  when("parent_negative", [&] { part.parent = -1; });
  when("parent_is_stage", [&] { part.parent = 2; });
  when("parent_is_regime", [&] { part.parent = 3; });
  when("regime_without", [&] { limit.n_categories = 0; });
  when("longer", [&] { a.name = "a"; });
}

// The model's own words, in whatever way the fault has it.
uqpm_status evaluate(uqpm_model* c, const uqpm_batch* batch) {
  auto& m = *static_cast<Instance*>(c->self);
  const std::string& f = m.fault;
  const uqpm_batch& b = *batch;
  const auto x = [&](std::size_t i, std::size_t j) {
    return f == "ignores_strides" ? b.x[i + j * b.n] : b.x[i * b.x_row + j * b.x_col];
  };
  const auto y = [&](std::size_t i, std::size_t k) -> double& {
    return b.y[i * b.y_row + k * b.y_col];
  };
  const auto say = [&](std::int64_t row, const char* text) {
    b.message(b.host, UQPM_ERROR, row, text);
  };

  const int in_library = ++inside_library;
  const int in_instance = ++m.inside;
  struct Leave {
    Instance& m;
    ~Leave() {
      --m.inside;
      --inside_library;
    }
  } leave{m};
  const bool overlap = (file_fault() == "one_call" && in_library > 1) ||
                       (file_fault() == "instances" && in_instance > 1);
  if (file_fault() == "one_call" || file_fault() == "instances" || file_fault() == "any") {
    std::this_thread::yield();  // so that a second call would come in between
  }
  ++m.calls;

  if (f == "throw_std") {
    throw std::runtime_error("lost\nmy way");
  }
  if (f == "throw_int") {
    throw 7;
  }
  if (f == "e_domain") {
    say(-1, "outside of everything");
    return UQPM_E_DOMAIN;
  }
  if (f == "e_silent") {
    return UQPM_E_INTERNAL;
  }
  if (f == "e_unknown") {
    return 42;
  }
  if (f == "e_cancelled") {
    return UQPM_E_CANCELLED;
  }
  if (f == "message_row") {
    say(99, "who?");
  }
  if (f == "message_row_negative") {
    say(-2, "who?");
  }
  if (f == "message_null") {
    say(0, nullptr);
  }
  if (f == "rounding") {
    std::fesetround(FE_UPWARD);
  }
  if (f == "flush") {
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
  }
  if (f == "locale") {
    std::setlocale(LC_ALL, "C.UTF-8");
  }
  if (f == "folder" && chdir("/") != 0) {
    return UQPM_E_INTERNAL;
  }
  if (f == "signals") {
    signal(SIGUSR2, SIG_IGN);
  }
  if (f == "descriptors") {
    (void)dup(2);
  }
  if (f == "close_0") {
    close(0);
  }
  if (f == "close_1") {
    close(1);
  }
  if (f == "moves_0") {
    const int folder = open("/", O_RDONLY);
    dup2(folder, 0);
    close(folder);
  }
  if (f == "umask") {
    umask(0707);
  }
  if (f == "environment") {
    setenv("UQ_TEST_PLUGIN_WAS_HERE", "1", 1);
  }
  if (f == "prints") {
    std::puts("computing ...");
  }
  if (f == "leak_call") {
    static std::atomic<Kept*> kept{nullptr};
    auto* more = new Kept;
    more->next = kept.exchange(more);
  }
  if (f == "write_inputs") {
    const_cast<double*>(b.x)[0] = 5;
  }
  if (f == "write_outputs") {
    b.y[-1] = 5;
  }
  if (f == "write_statuses") {
    b.status[b.n] = UQPM_PT_OK;
  }
  if (f == "slow") {
    std::this_thread::yield();
  }

  for (std::size_t i = 0; i < b.n; ++i) {
    const auto row = static_cast<std::int64_t>(i);
    if (f == "stops" && b.cancelled(b.host) != 0) {
      b.status[i] = UQPM_PT_SKIPPED;
      continue;
    }
    if (f == "stops_by_status" && b.cancelled(b.host) != 0) {
      return UQPM_E_CANCELLED;
    }
    if (f == "stops_badly" && b.cancelled(b.host) != 0) {
      b.status[i] = UQPM_PT_OK;
      y(i, 0) = y(i, 1) = y(i, 2) = y(i, 3) = 0;
      continue;
    }
    const bool late = x(i, 0) > 5;  // faults of some rows only
    const double product = x(i, 0) * x(i, 1);
    const double rest = (f == "dead" ? 0.0 : x(i, 2)) + x(i, 3);
    y(i, 0) = product + rest;
    y(i, 1) = product;
    if (f != "not_written" || !late) {
      y(i, 2) = rest;
    }
    y(i, 3) = product > 10 ? 0 : 1;
    b.status[i] = overlap ? UQPM_PT_FAILED : UQPM_PT_OK;
    if (overlap) {
      say(row, "calls overlap");
    }
    if (f == "throw_late" && late) {
      throw std::runtime_error("a is too large");
    }
    if (f == "e_late" && late) {
      say(row, "a is too large");
      return UQPM_E_DOMAIN;
    }
    if (f == "unset" && late) {
      b.status[i] = UQPM_PT_UNSET;
    }
    if (f == "status" && late) {
      b.status[i] = 77;
    }
    if (f == "skipped" && late) {
      b.status[i] = UQPM_PT_SKIPPED;
    }
    if (f == "infeasible" && late) {
      b.status[i] = UQPM_PT_INFEASIBLE;
      say(row, "needs 96 GB, has 80 GB");
    }
    if (f == "failed" && late) {
      b.status[i] = UQPM_PT_FAILED;
      say(row, "first words");
      std::thread([&] { say(row, "no convergence"); }).join();
    }
    if (f == "silent" && late) {
      b.status[i] = UQPM_PT_FAILED;
    }
    if (f == "null_words" && late) {
      b.status[i] = UQPM_PT_FAILED;
      say(row, nullptr);
    }
    if (f == "nan" && late) {
      y(i, 0) = NAN;
    }
    if (f == "infinite" && late) {
      y(i, 0) = INFINITY;
    }
    if (f == "category_half" && late) {
      y(i, 3) = 0.5;
    }
    if (f == "category_beyond" && late) {
      y(i, 3) = 2;
    }
    if (f == "category_nan" && late) {
      y(i, 3) = NAN;
    }
    if (f == "remembers") {
      y(i, 0) += 1e-9 * m.calls;
    }
    if (f == "batch") {
      y(i, 0) += 1e-9 * static_cast<double>(b.n);
    }
    if (f == "instance") {
      y(i, 0) += 1e-9 * m.number;
    }
    if (f == "stages") {
      y(i, 1) *= 0.5;
    }
    if (f == "nominal_fails" && i == 0) {
      b.status[i] = UQPM_PT_FAILED;
      say(row, "not today");
    }
    if (f == "bound" && x(i, 0) == 10) {
      y(i, 0) = INFINITY;
    }
  }
  return UQPM_OK;
}

void destroy(uqpm_model* c) {
  auto* m = static_cast<Instance*>(c->self);
  --instances_alive;
  if (m->fault == "leak_instance") {
    return;
  }
  undestroyed().erase(m);
  delete m;
}

const uqpm_descriptor* descriptor(std::uint32_t i) {
  const std::string& f = file_fault();
  static uqpm_descriptor models[2];
  if (f == "descriptor_throws") {
    throw std::runtime_error("no");
  }
  if (f == "descriptor_null") {
    return nullptr;
  }
  uqpm_descriptor& d = models[i];
  d = {};
  d.struct_size = f == "descriptor_size" ? 8 : sizeof d;
  d.fidelity = f == "fidelity" ? 99 : UQPM_ANALYTICAL;
  d.id = f == "id_null" ? nullptr : f == "id_empty" ? "" : f == "id_utf8" ? "\xc3(" : "first";
  d.version = f == "version_null" ? nullptr : "1.2";
  d.doc = "a model with faults";
  d.flags = UQPM_DETERMINISTIC | UQPM_INSTANCE_CONCURRENT;
  if (i == 1) {
    d.id = f == "id_twice" ? "first" : "second";
  }
  if (f == "one_call") {
    d.flags = UQPM_DETERMINISTIC;
  }
  if (f == "mixed" && i == 1) {
    d.flags = UQPM_DETERMINISTIC;
  }
  if (f == "instances" || f == "limited" || f == "single") {
    d.flags = UQPM_DETERMINISTIC | UQPM_INSTANCES_CONCURRENT;
  }
  if (f == "rows") {
    d.flags |= UQPM_PREFERS_ROWS;
  }
  if (f == "stochastic") {
    d.flags |= UQPM_STOCHASTIC;
  }
  if (f == "no_promise") {
    d.flags = 0;
  }
  if (f == "flags" || f == "newer") {
    d.flags |= 1u << 20;
  }
  return &d;
}

uqpm_status create(
    std::uint32_t, const char* config, uqpm_model** out, char* err, std::size_t cap) {
  const std::string f = config_fault(config);
  if (f == "create_throws") {
    throw std::runtime_error("no licence");
  }
  if (f == "create_throws_int") {
    throw 7;
  }
  if (f == "create_null") {
    return UQPM_OK;
  }
  if (f == "create_refuses") {
    std::snprintf(err, cap, "key `gpu` is unknown");
    return UQPM_E_CONFIG;
  }
  if (f == "create_silent") {
    return UQPM_E_INTERNAL;
  }
  if (f == "create_unterminated") {
    std::memset(err, 'x', cap);
    return UQPM_E_CONFIG;
  }
  if ((file_fault() == "single" || file_fault() == "single_any") && instances_alive >= 1) {
    std::snprintf(err, cap, "one licence only");
    return UQPM_E_UNSUPPORTED;
  }
  if (file_fault() == "limited" && instances_alive >= 2) {
    std::snprintf(err, cap, "two licences only");
    return UQPM_E_UNSUPPORTED;
  }
  auto* m = new Instance;
  undestroyed().insert(m);
  m->fault = f;
  m->number = ++instances_made;
  ++instances_alive;
  describe(*m);
  m->c.struct_size = sizeof m->c;
  m->c.self = m;
  m->c.n_inputs = static_cast<std::uint32_t>(m->inputs.size());
  m->c.n_outputs = static_cast<std::uint32_t>(m->outputs.size());
  m->c.inputs = m->inputs.data();
  m->c.outputs = m->outputs.data();
  m->c.preferred_batch = f == "small_batches" ? 3 : 0;
  m->c.evaluate = evaluate;
  m->c.destroy = destroy;
  spoil(*m);
  *out = &m->c;
  return UQPM_OK;
}

}  // namespace

extern "C" const uqpm_library* uqpm_entry(std::uint32_t, std::uint32_t) {
  static uqpm_library library;
  const std::string& f = file_fault();
  if (f == "entry_throws") {
    throw std::runtime_error("no");
  }
  if (f == "refuses") {
    return nullptr;
  }
  library.struct_size = f == "library_size" ? 16 : f == "library_size_odd" ? 33 : sizeof library;
  library.abi_major = f == "major" ? 2 : UQPM_ABI_MAJOR;
  library.abi_minor = f == "newer" ? UQPM_ABI_MINOR + 1 : UQPM_ABI_MINOR;
  library.n_models = f == "no_models" ? 0 : f == "many_models" ? 0xFFFFFFFF : 2;
  library.descriptor = f == "no_descriptor" ? nullptr : descriptor;
  library.create = f == "no_create" ? nullptr : create;
  return &library;
}
