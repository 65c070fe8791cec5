#include "tests/perfmodels/plugin_support.hpp"
#include "uq/core/parallel.hpp"

#include <atomic>

using namespace uq;
using namespace uq::perfmodels;

namespace {

// Evaluates many small batches of two models of a library from eight threads and counts rows that
// are not what they should be. The plugin itself fails rows when calls overlap that must not.
Index wrong_rows(const std::string& file) {
  const Model first = load_plugin(file, "first", "{}").model;
  const Model second = load_plugin(file, "second", "{}").model;
  const int before = threads();
  set_threads(8);
  std::atomic<Index> wrong{0};
  parallel_for(4000, [&](Index task) {
    const Index n = 1 + task % 3;
    Matrix x(n, 4);
    for (Index i = 0; i < n; ++i) {
      x.row(i) << 0.001 * static_cast<double>(task), 1 + static_cast<double>(i), 1, 0;
    }
    const auto result = test::evaluate_rows(task % 2 == 0 ? first : second, x);
    for (Index i = 0; i < n; ++i) {
      wrong += static_cast<Index>(result.status[static_cast<std::size_t>(i)] != RowStatus::ok ||
                                  result.y(i, 0) != x(i, 0) * x(i, 1) + 1);
    }
  });
  set_threads(before);
  return wrong;
}

}  // namespace

TEST_CASE("plugin: threads enter as the flags allow", "[plugin][threads][unit]") {
  const auto name = GENERATE("any", "instances", "one_call", "mixed", "limited", "rows");
  CAPTURE(name);
  const test::FaultyLibrary library(name);
  CHECK(wrong_rows(library.file()) == 0);
}

TEST_CASE("plugin: the thread rule is told in words", "[plugin][threads][unit]") {
  const auto [name, words] = GENERATE(
      table<const char*, const char*>({{"any", "one instance, called by all threads at once"},
                                       {"instances", "one instance per thread"},
                                       {"one_call", "one call at a time"}}));
  const test::FaultyLibrary library(name);
  CHECK(thread_rule(inspect_plugin(library.file()).models[0]) == words);
}
