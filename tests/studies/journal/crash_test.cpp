#include "studies/journal/salvage.hpp"
#include "tests/studies/journal/memory_disk.hpp"
#include "tests/studies/journal/rows.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace uq::studies {
namespace {

using test::answer_to;
using test::Bytes;
using test::in_one_thread;
using test::is_answer_to;
using test::journal_path;
using test::MemoryDisk;
using test::small_identity;
using Fault = test::MemoryDisk::Fault;

constexpr int rows = 60;
constexpr std::uint64_t sync_records = 8;

/// What a run was promised before it ended.
struct Promised {
  std::set<int> appended;
  bool finished = false;
};

/// A run: opens the journal, appends what is missing a few rows at a time, finishes.
Promised run_on(MemoryDisk& disk) {
  Promised promised;
  try {
    Journal journal(journal_path, small_identity(), in_one_thread(sync_records), disk.calls());
    for (int k = 0; k < rows;) {
      std::vector<Answer> some;
      std::vector<int> these;
      for (const int last = k + 1 + k % 5; k < std::min(last, rows); ++k) {
        if (!journal.find(answer_to(k).inputs)) {
          some.push_back(answer_to(k));
        }
        these.push_back(k);
      }
      journal.append(some);
      promised.appended.insert(these.begin(), these.end());
    }
    journal.finish();
    promised.finished = true;
  } catch (const IoError&) {
    return promised;
  }
  return promised;
}

/// The rows in a journal; checks that each is right and that there are no others.
std::set<int> found_on(MemoryDisk& disk) {
  const Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
  std::set<int> found;
  for (int k = 0; k < rows; ++k) {
    if (const std::optional<Answer> answer = journal.find(answer_to(k).inputs)) {
      CHECK(is_answer_to(*answer, k));
      found.insert(k);
    }
  }
  CHECK(journal.rows() == static_cast<Index>(found.size()));
  return found;
}

/// The rows in what is for certain on the disk.
std::set<int> synced_on(const MemoryDisk& disk) {
  MemoryDisk image;
  const Bytes durable = disk.durable(journal_path);
  if (durable.empty()) {
    return {};
  }
  image.put(journal_path, durable);
  return found_on(image);
}

bool holds(const std::set<int>& all, const std::set<int>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

Bytes another_journal() {
  MemoryDisk disk;
  run_on(disk);
  return disk.content(journal_path);
}

TEST_CASE("journal: power loss in 24,000 states loses nothing synced and invents nothing",
          "[journal][property]") {
  const Bytes foreign = another_journal();
  std::mt19937_64 random(20261130);
  int states = 0;
  int torn = 0;
  int deaths = 0;
  while (states < 24'000) {
    auto disk = std::make_unique<MemoryDisk>();
    for (int generation = 0; generation < 4; ++generation) {
      // Runs take some 30 calls, and repairs the first few of them.
      const auto at = static_cast<std::int64_t>(random() % 40);
      disk->fail_at(at + 1, Fault::power_off);
      const Promised promised = run_on(*disk);
      const std::set<int> synced = synced_on(*disk);
      // All but the last records are synced, and all of them once it has finished.
      REQUIRE((!promised.finished || static_cast<int>(synced.size()) == rows));
      REQUIRE(synced.size() + sync_records > promised.appended.size());
      std::unique_ptr<MemoryDisk> after;
      for (int variant = 0; variant < 8; ++variant, ++states) {
        after = disk->after_power_loss(random, random() % 2 == 0 ? 512 : 4096, foreign);
        const auto image = after->copy();
        const std::set<int> found = found_on(*image);  // and is not refused
        REQUIRE(holds(found, synced));
        torn += image->has(journal_path + ".torn") ? 1 : 0;
      }
      deaths += disk->has_failed() ? 1 : 0;
      disk = std::move(after);
    }
    disk->fail_at(0, Fault::none);
    REQUIRE(run_on(*disk).finished);
    REQUIRE(static_cast<int>(found_on(*disk).size()) == rows);
  }
  CHECK(torn > 1000);  // the states are not all alike
  CHECK(deaths > 1000);
}

TEST_CASE("journal: a call that fails once ends the run and loses nothing that was appended",
          "[journal][property]") {
  struct Kind {
    Fault fault;
    int reason;
  };
  for (const Kind& kind : {Kind{Fault::error, EIO},
                           Kind{Fault::error, ENOSPC},
                           Kind{Fault::error, EINTR},
                           Kind{Fault::short_write, 0}}) {
    int unharmed = 0;
    int k = 1;
    for (bool fired = true; fired; ++k) {
      MemoryDisk disk;
      {
        MemoryDisk first;  // a journal with a torn tail, so that its repair is met with faults too
        first.fail_at(20, Fault::power_off);
        run_on(first);
        disk.put(journal_path, first.content(journal_path));
        disk.content(journal_path).push_back(std::byte{1});
      }
      disk.fail_at(k, kind.fault, kind.reason);
      const Promised promised = run_on(disk);
      fired = disk.has_failed();
      unharmed += fired && promised.finished ? 1 : 0;
      disk.fail_at(0, Fault::none);
      const auto after = disk.copy();
      REQUIRE(holds(found_on(*after), promised.appended));
      REQUIRE(run_on(*after).finished);
      REQUIRE(static_cast<int>(found_on(*after).size()) == rows);
    }
    CHECK(k > 25);  // calls there were
    if (kind.fault == Fault::short_write) {
      CHECK(unharmed == k - 2);  // each one
    }
    if (kind.reason == EINTR) {
      CHECK(unharmed > k / 2);  // all but syncs and renames are tried again
    }
    if (kind.reason == EIO || kind.reason == ENOSPC) {
      CHECK(unharmed == 0);  // no failure goes unnoticed
    }
  }
}

TEST_CASE("journal: the creation of one may fail at any call", "[journal][property]") {
  bool fired = true;
  for (int k = 1; fired; ++k) {
    MemoryDisk disk;
    disk.fail_at(k, Fault::error, ENOSPC);
    const Promised promised = run_on(disk);
    fired = disk.has_failed();
    REQUIRE(promised.finished == !fired);
    disk.fail_at(0, Fault::none);
    const auto after = disk.copy();
    REQUIRE(holds(found_on(*after), promised.appended));
    REQUIRE(run_on(*after).finished);
  }
}

TEST_CASE("journal: after a failed sync nothing is promised any more", "[journal][unit]") {
  MemoryDisk disk;
  Journal journal(journal_path, small_identity(), in_one_thread(1), disk.calls());
  journal.append({answer_to(0)});
  disk.fail_at(2, Fault::error, EIO);  // the write, then its sync
  CHECK_THROWS_AS(journal.append({answer_to(1)}), IoError);
  CHECK(disk.has_failed());
  CHECK_THROWS_AS(journal.append({answer_to(2)}), IoError);
  CHECK_THROWS_AS(journal.finish(), IoError);
}

}  // namespace
}  // namespace uq::studies
