#include "uq/core/parallel.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/cpus_detail.hpp"
#include "uq/core/error.hpp"
#include "uq/core/philox.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using uq::Index;

namespace {

// Numbers of many magnitudes, so that any other order of additions changes the last bits.
std::vector<double> ragged(std::size_t n) {
  std::vector<double> values(n);
  uq::philox_uniforms({3}, 0, values);
  for (double& x : values) {
    x = std::exp(40 * x) * (x > 0.7 ? -1 : 1);
  }
  return values;
}

// The tree written down literally: neighbours are added, level by level.
double literal_tree(const std::vector<double>& values) {
  std::vector<double> level;
  for (std::size_t i = 0; i < values.size(); i += 1024) {
    double sum = 0;
    for (std::size_t j = i; j < std::min(values.size(), i + 1024); ++j) {
      sum += values[j];
    }
    level.push_back(sum);
  }
  while (level.size() > 1) {
    std::vector<double> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      next.push_back(i + 1 < level.size() ? level[i] + level[i + 1] : level[i]);
    }
    level = next;
  }
  return level.empty() ? 0 : level[0];
}

struct Threads {
  explicit Threads(int n) { uq::set_threads(n); }
  ~Threads() { uq::set_threads(0); }
};

void write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("parallel_for: every task runs once for any number of threads", "[parallel][property]") {
  for (const int n : {1, 2, 3, 7}) {
    const Threads threads(n);
    std::vector<std::atomic<int>> runs(1000);
    uq::parallel_for(1000, [&](Index i) { ++runs[static_cast<std::size_t>(i)]; });
    for (const auto& count : runs) {
      REQUIRE(count == 1);
    }
  }
}

TEST_CASE("parallel_for: the exception of the lowest task is carried out", "[parallel][unit]") {
  for (const int n : {1, 2, 7}) {
    const Threads threads(n);
    for (int repeat = 0; repeat < 50; ++repeat) {
      CHECK_THROWS_WITH(uq::parallel_for(400,
                                         [](Index i) {
                                           if (i >= 100 && i % 3 == 0) {
                                             throw std::runtime_error(std::to_string(i));
                                           }
                                         }),
                        "102");
    }
  }
  bool again = false;
  uq::parallel_for(1, [&](Index) { again = true; });
  CHECK(again);
}

TEST_CASE("parallel_for: nested calls run serially and in order", "[parallel][unit]") {
  const Threads threads(3);
  std::vector<std::vector<Index>> order(8);
  uq::parallel_for(8, [&](Index i) {
    auto& mine = order[static_cast<std::size_t>(i)];
    uq::parallel_for(50, [&](Index j) { mine.push_back(j); });
  });
  std::vector<Index> expected(50);
  std::iota(expected.begin(), expected.end(), Index{0});
  for (const auto& mine : order) {
    CHECK(mine == expected);
  }
}

TEST_CASE("threads: a setting counts, zero returns to the default", "[parallel][unit]") {
  const int standard = uq::threads();
  CHECK(standard >= 1);
  uq::set_threads(5);
  CHECK(uq::threads() == 5);
  uq::set_threads(0);
  CHECK(uq::threads() == standard);
  CHECK_THROWS_AS(uq::set_threads(-1), uq::InvalidArgument);
}

TEST_CASE("tree_sum: same bits as the literal tree for any number of threads",
          "[parallel][property]") {
  for (const std::size_t size : {0, 1, 1023, 1024, 1025, 5000, 7 * 1024, 131 * 1024 + 5, 300000}) {
    const auto values = ragged(size);
    const double expected = literal_tree(values);
    for (const int n : {1, 2, 3, 7}) {
      const Threads threads(n);
      INFO(size << " values, " << n << " threads");
      CHECK(std::bit_cast<std::uint64_t>(uq::tree_sum(values)) ==
            std::bit_cast<std::uint64_t>(expected));
    }
  }
}

TEST_CASE("tree_sum: each of several sums equals the sum alone", "[parallel][property]") {
  const Index rows = 150 * 1024 + 17;
  const auto values = ragged(static_cast<std::size_t>(3 * rows));
  for (const int n : {1, 2, 3, 7}) {
    const Threads threads(n);
    const uq::Vector sums = uq::tree_sum(rows, 3, [&](Index first, Index count, double* out) {
      for (Index j = 0; j < 3; ++j) {
        for (Index i = first; i < first + count; ++i) {
          out[j] += values[static_cast<std::size_t>(j * rows + i)];
        }
      }
    });
    for (Index j = 0; j < 3; ++j) {
      const auto column = std::span(values).subspan(static_cast<std::size_t>(j * rows),
                                                    static_cast<std::size_t>(rows));
      CHECK(sums[j] == uq::tree_sum(column));
    }
  }
}

TEST_CASE("cpus: the quota of a cgroup and its ancestors limits the threads", "[parallel][unit]") {
  const auto mount = std::filesystem::temp_directory_path() /
                     ("uq_cgroup_test_" + std::to_string(std::random_device{}()));
  write(mount / "v2/a/cpu.max", "150000 100000\n");
  write(mount / "v2/a/b/cpu.max", "max 100000\n");
  write(mount / "v2/c/cpu.max", "max 100000\n");
  write(mount / "v1/cpu/x/cpu.cfs_quota_us", "300000\n");
  write(mount / "v1/cpu/x/cpu.cfs_period_us", "100000\n");
  write(mount / "v1/cpu/cpu.cfs_quota_us", "-1\n");
  write(mount / "v1/cpu/cpu.cfs_period_us", "100000\n");
  write(mount / "in/cpu.max", "200000 100000\n");
  const std::string v2 = (mount / "v2").string();
  const std::string v1 = (mount / "v1").string();
  CHECK(uq::detail::cgroup_cpus("0::/a/b\n", v2) == 2);
  CHECK(uq::detail::cgroup_cpus("0::/c\n", v2) == 0);
  CHECK(uq::detail::cgroup_cpus("7:cpuset:/x\n4:cpu,cpuacct:/x\n", v1) == 3);
  CHECK(uq::detail::cgroup_cpus("4:cpu,cpuacct:/elsewhere\n", v1) == 0);
  CHECK(uq::detail::cgroup_cpus("0::/host/path\n", (mount / "in").string()) == 2);
  CHECK(uq::detail::cgroup_cpus("nonsense\n\n", v2) == 0);
  std::filesystem::remove_all(mount);
  CHECK(uq::detail::available_cpus() >= 1);
}
