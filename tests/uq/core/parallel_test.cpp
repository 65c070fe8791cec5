#include "uq/core/parallel.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/philox.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

using namespace uq;

TEST_CASE("parallel: every task runs once for any thread count", "[parallel][property]") {
  for (const int team : {1, 2, 3, 7}) {
    set_threads(team);
    std::vector<std::atomic<int>> runs(1000);
    parallel_for(1000, [&](Index k) { ++runs[static_cast<std::size_t>(k)]; });
    for (const auto& count : runs) {
      CHECK(count == 1);
    }
  }
  set_threads(0);
}

TEST_CASE("parallel: the exception of the lowest task is carried out", "[parallel][unit]") {
  for (const int team : {1, 2, 7}) {
    set_threads(team);
    CHECK_THROWS_WITH(parallel_for(500,
                                   [](Index k) {
                                     if (k == 17 || k == 18 || k > 400) {
                                       throw std::runtime_error("task " + std::to_string(k));
                                     }
                                   }),
                      "task 17");
  }
  set_threads(0);
}

TEST_CASE("parallel: a nested call runs", "[parallel][unit]") {
  std::atomic<int> runs{0};
  parallel_for(4, [&](Index) { parallel_for(5, [&](Index) { ++runs; }); });
  CHECK(runs == 20);
}

TEST_CASE("parallel: a sum has the same bits for any thread count and is nearly exact",
          "[parallel][property]") {
  std::vector<double> values(100'003);
  philox_uniforms(Seed{1}, 0, values);
  long double exact = 0;
  for (double& v : values) {
    v = v * 1e6 - 3e5;
    exact += v;
  }
  set_threads(1);
  const double one = tree_sum(values);
  // Chunks of 1024 terms and a tree of 98: at most (1024 + 7) eps sum |v|, in practice its root.
  CHECK(std::abs(one - static_cast<double>(exact)) < 1e-16 * 1031 * 1e6 * 1e5);
  for (const int team : {2, 3, 7}) {
    set_threads(team);
    CHECK(tree_sum(values) == one);
  }
  set_threads(0);
  CHECK(tree_sum(std::vector<double>{}) == 0);
  CHECK(tree_sum(std::vector<double>{1, 2, 3}) == 6);
}
