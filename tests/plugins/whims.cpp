// Two models that misbehave when told to: {"whim": "crash"}. Loading the library leaves a mark: an
// empty file at $UQ_TEST_MARK.
#include <sys/wait.h>
#include <unistd.h>
#include <uq_plugin.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

const bool marked = [] {
  const char* mark = std::getenv("UQ_TEST_MARK");
  std::FILE* file = mark == nullptr ? nullptr : std::fopen(mark, "w");
  return file != nullptr && std::fclose(file) == 0;
}();

const bool went = [] {
  if (std::getenv("UQ_TEST_EXIT_ON_LOAD") != nullptr) {
    std::exit(0);
  }
  return false;
}();

void obey(const std::string& whim) {
  if (whim == "print") {
    std::printf("thinking\n");
  } else if (whim == "crash") {
    std::abort();  // sanitizers would catch SIGSEGV
  } else if (whim == "exit") {
    std::exit(7);
  } else if (whim == "exit well") {
    std::exit(0);
  } else if (whim == "fork") {
    const pid_t child = ::fork();
    if (child == 0) {
      std::exit(0);
    }
    int status = 1;
    if (::waitpid(child, &status, 0) != child || status != 0) {
      std::abort();
    }
  } else if (whim == "hang") {
    for (;;) {
      ::sleep(1);
    }
  }
}

uqpm::Model create(std::string_view config) {
  const auto at = config.find("\"whim\":\"");
  if (config != "{}" && at == std::string_view::npos) {
    throw std::invalid_argument("the only key is `whim`, but the configuration is " +
                                std::string(config));
  }
  std::string whim;
  if (at != std::string_view::npos) {
    whim = config.substr(at + 8);
    whim.erase(whim.find('"'));
  }
  if (whim == "die") {
    obey("crash");
  }
  if (whim == "exit early") {
    obey("exit well");
  }
  if (whim == "hang early") {
    obey("hang");
  }
  if (whim == "print late") {
    std::atexit([] { obey("print"); });
  }
  if (whim == "die late") {
    std::atexit([] { obey("crash"); });
  }
  uqpm::Model model;
  model.inputs = {
      {.name = "a", .lower = 0, .upper = 1, .nominal = 0.5, .doc = "first"},
      {.name = "b", .lower = 0, .upper = 1, .nominal = 0.5, .doc = "second"},
      {.name = "cores", .lower = 1, .upper = 8, .nominal = 4, .kind = uqpm::Kind::integer},
      {.name = "gpu", .nominal = 1, .categories = {"small", "large"}}};
  model.outputs = {{.name = "total", .unit = "s", .doc = "of both"},
                   {.name = "part", .unit = "s", .role = uqpm::Role::stage, .parent = 0},
                   {.name = "rest", .unit = "s", .role = uqpm::Role::stage, .parent = 0},
                   {.name = "bound", .role = uqpm::Role::regime, .categories = {"a", "b"}}};
  model.rows([whim](uqpm::Row row) {
    obey(whim);
    row.y(1) = row.x(0) * row.x(2);
    row.y(2) = row.x(1) + row.x(3);
    row.y(0) = row.y(1) + row.y(2);
    row.y(3) = row.y(1) > row.y(2) ? 0 : 1;
  });
  return model;
}

}  // namespace

UQ_PLUGIN({.id = "first",
           .version = "1.0",
           .vendor = "the tests",
           .doc = "obeys",
           .config_schema = R"({"type": "object", "properties": {"whim": {"type": "string"}}})",
           .threads = uqpm::Threads::any,
           .create = create},
          {.id = "second", .version = "2.0", .create = create})
