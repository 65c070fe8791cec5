#include "studies/journal/journaled.hpp"

#include "tests/studies/journal/memory_disk.hpp"
#include "tests/studies/journal/rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <thread>

namespace uq::studies {
namespace {

using test::in_one_thread;
using test::journal_path;
using test::MemoryDisk;
using test::small_identity;
using uq::test::TemporaryFolder;

/// What is wanted of a model's shape, and how often it was asked for each row.
struct Asked {
  std::mutex mutex;
  std::map<std::vector<double>, int> rows;
  std::atomic<int> batches = 0;
};

/// Two outputs of three inputs; rows with x1 in (6, 7) are infeasible, in (7, 8) throw, in (8, 9)
/// have an output that is not finite, in (9, 10) are cancelled.
struct Sine {
  std::shared_ptr<Asked> asked = std::make_shared<Asked>();
  double seconds = 0;
  std::vector<InputVariable> in{{.name = "x1"}, {.name = "x2", .unit = "s"}, {.name = "x3"}};
  std::vector<OutputVariable> out{{.name = "y", .unit = "s"}, {.name = "z"}};

  const std::vector<InputVariable>& inputs() const { return in; }
  const std::vector<OutputVariable>& outputs() const { return out; }
  std::string id() const { return "sine"; }
  void evaluate(const MatrixRef& x, BatchResult& result) const {
    ++asked->batches;
    for (Index i = 0; i < x.rows(); ++i) {
      const double x1 = x(i, 0);
      {
        const std::lock_guard lock(asked->mutex);
        ++asked->rows[{x1, x(i, 1), x(i, 2)}];
      }
      if (seconds > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
      }
      auto& status = result.status[static_cast<std::size_t>(i)];
      if (x1 > 7 && x1 < 8) {
        throw std::runtime_error("x1 is bad " + std::string(400, '!'));
      }
      result.y(i, 0) = std::sin(x1) + x(i, 1);
      result.y(i, 1) = x1 > 8 && x1 < 9 ? INFINITY : x(i, 2);
      if ((x1 > 6 && x1 < 7) || (x1 > 9 && x1 < 10)) {
        status = x1 < 7 ? RowStatus::infeasible : RowStatus::cancelled;
        result.message(i, "not this one");
      }
    }
  }
};

Matrix points(Index n) {
  Matrix x(n, 3);
  for (Index i = 0; i < n; ++i) {
    x.row(i) << static_cast<double>(i % 40) * 0.25 + 0.1, 1.0 / static_cast<double>(1 + i % 40),
        -0.0;
  }
  return x;
}

struct Outcome {
  Matrix y;
  std::vector<RowStatus> status;
  std::map<Index, std::string> messages;
  bool operator==(const Outcome& o) const {
    return std::memcmp(y.data(), o.y.data(), sizeof(double) * static_cast<std::size_t>(y.size())) ==
               0 &&
           status == o.status && messages == o.messages;
  }
};

Outcome outcome(const Model& model, const Matrix& x) {
  Outcome o{Matrix(x.rows(), 2), std::vector<RowStatus>(static_cast<std::size_t>(x.rows())), {}};
  BatchResult result{o.y, o.status, [&](Index row, const std::string& text) {
                       o.messages[row] = short_message(text);
                     }};
  model.evaluate(x, result);
  return o;
}

/// Records every row, however fast.
JournaledOptions always() {
  return {.fast_seconds = 0, .piece_seconds = 0.25, .least_seconds = 0, .between = {}};
}

TEST_CASE("journaled: gives the bits, statuses and messages of its model", "[journal][property]") {
  const Matrix x = points(100);
  const Outcome expected = outcome(Sine{}, x);
  MemoryDisk disk;
  for (int run = 0; run < 2; ++run) {
    const Sine sine;
    const Journaled journaled(
        sine,
        std::make_shared<Journal>(journal_path, small_identity(), in_one_thread(), disk.calls()),
        always());
    CHECK((outcome(journaled, x) == expected));
    // Row by row, and in another order.
    for (Index i = x.rows(); i-- > 0;) {
      const Outcome one = outcome(journaled, x.middleRows(i, 1));
      CHECK(std::memcmp(&one.y(0, 0), &expected.y(i, 0), sizeof(double)) == 0);
      CHECK(one.status[0] == expected.status[static_cast<std::size_t>(i)]);
    }
    for (const auto& [row, times] : sine.asked->rows) {
      const bool thrown = row[0] > 7 && row[0] < 8;  // a batch that throws is repeated
      const bool cancelled = row[0] > 9;             // no answer: asked each time
      CHECK((thrown || cancelled || times <= 2));
    }
    if (run == 1) {
      for (const auto& [row, times] : sine.asked->rows) {
        CHECK(row[0] > 9);  // all others are known
      }
      CHECK(journaled.reused() > 0);
    }
  }
}

TEST_CASE("journaled: a row is evaluated once, however often and where it is asked for",
          "[journal][property]") {
  const Matrix x = points(400).topRows(400);
  for (const int threads : {1, 2, 3, 7}) {
    MemoryDisk unused;
    const TemporaryFolder folder;
    Sine sine;
    sine.seconds = 1e-4;
    const Journaled journaled(
        sine, std::make_shared<Journal>(folder.path() + "/journal", small_identity()), always());
    const Model model = journaled;
    std::vector<std::thread> all;
    std::vector<char> same(static_cast<std::size_t>(threads));
    Matrix safe = x;  // without rows that throw: repeats are the model's own affair
    for (Index i = 0; i < safe.rows(); ++i) {
      safe(i, 0) = std::fmod(safe(i, 0), 6.0);
    }
    const Outcome expected = outcome(Sine{}, safe);
    for (int t = 0; t < threads; ++t) {
      all.emplace_back([&, t] {
        // Each thread begins elsewhere, all ask for the same rows.
        bool equal = true;
        for (Index block = 0; block < 10; ++block) {
          const Index first = (block + t) % 10 * 40;
          const Outcome got = outcome(model, safe.middleRows(first, 40));
          equal = equal && got.y == expected.y.middleRows(first, 40);
        }
        same[static_cast<std::size_t>(t)] = equal ? 1 : 0;
      });
    }
    for (std::thread& thread : all) {
      thread.join();
    }
    CHECK(std::count(same.begin(), same.end(), 1) == threads);
    CHECK(sine.asked->rows.size() == 40);
    for (const auto& [row, times] : sine.asked->rows) {
      CHECK(times == 1);
    }
    CHECK(journaled.asked() == 40);
    CHECK(journaled.reused() == 400 * threads - 40);
  }
}

TEST_CASE("journaled: fast models are not recorded, slow ones are", "[journal][unit]") {
  MemoryDisk disk;
  const Matrix x = points(40).topRows(20);
  {
    const Journaled fast(
        Sine{},
        std::make_shared<Journal>(journal_path, small_identity(), in_one_thread(), disk.calls()),
        {.fast_seconds = 1, .between = {}});
    CHECK((outcome(fast, x) == outcome(Sine{}, x)));
    CHECK(!disk.has(journal_path));
  }
  Sine sine;
  sine.seconds = 2e-3;
  const Journaled slow(
      sine,
      std::make_shared<Journal>(journal_path, small_identity(), in_one_thread(), disk.calls()),
      {.between = {}});
  CHECK((outcome(slow, x) == outcome(Sine{}, x)));
  CHECK(disk.has(journal_path));
  CHECK((outcome(slow, x) == outcome(Sine{}, x)));
  CHECK(slow.asked() == 20);
  CHECK(slow.reused() == 20);
}

TEST_CASE("journaled: slow rows are asked a few at a time, and a stop comes between",
          "[journal][unit]") {
  struct Stop : EndsEvaluation {};
  const TemporaryFolder folder;
  Sine sine;
  sine.seconds = 5e-3;
  int pieces = 0;
  {
    const auto journal = std::make_shared<Journal>(folder.path() + "/journal", small_identity());
    const Model model = Journaled(sine, journal, {.piece_seconds = 0.02, .between = [&] {
                                                    if (++pieces == 5) {
                                                      throw Stop{};
                                                    }
                                                  }});
    CHECK_THROWS_AS(outcome(model, points(40)), Stop);
    CHECK(journal->rows() == static_cast<Index>(sine.asked->rows.size()));
  }
  const std::size_t before = sine.asked->rows.size();
  CHECK(before >= 4);
  CHECK(before < 30);
  const Sine after;
  const Model model = Journaled(
      after, std::make_shared<Journal>(folder.path() + "/journal", small_identity()), always());
  outcome(model, points(40).topRows(20));
  for (const auto& [row, times] : sine.asked->rows) {
    CHECK(!after.asked->rows.contains(row));  // nothing is asked twice
  }
}

TEST_CASE("journaled: a journal that fails ends the evaluation and keeps no row claimed",
          "[journal][unit]") {
  MemoryDisk disk;
  const auto journal =
      std::make_shared<Journal>(journal_path, small_identity(), in_one_thread(), disk.calls());
  const Model model = Journaled(Sine{}, journal, always());
  outcome(model, points(5));
  disk.fail_at(1, MemoryDisk::Fault::power_off);
  CHECK_THROWS_AS(outcome(model, points(20)), IoError);
  CHECK_THROWS_AS(outcome(model, points(20)), IoError);  // and does not wait for ever
}

}  // namespace
}  // namespace uq::studies
