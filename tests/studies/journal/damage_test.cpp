#include "studies/journal/salvage.hpp"
#include "tests/studies/journal/memory_disk.hpp"
#include "tests/studies/journal/rows.hpp"
#include "tests/support/catch.hpp"

#include <string>

namespace uq::studies {
namespace {

using Catch::Matchers::Contains;
using test::answer_to;
using test::Bytes;
using test::in_one_thread;
using test::is_answer_to;
using test::journal_path;
using test::MemoryDisk;
using test::small_identity;

/// Bytes of a journal of rows 0 … rows-1, and where each record begins; the last is the mark of a
/// finished one.
struct Sample {
  Bytes bytes;
  std::vector<std::int64_t> begins;
};

Sample sample(int rows, bool finished) {
  MemoryDisk disk;
  Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
  for (int k = 0; k < rows; ++k) {
    journal.append({answer_to(k)});
  }
  if (finished) {
    journal.finish();
  }
  Sample made{.bytes = disk.content(journal_path)};
  MemoryDisk copy;
  copy.put(journal_path, made.bytes);
  const CalledFile file(copy.calls(), journal_path, 0);
  scan(file, read_header(file), [&](const JournalRecord&, std::int64_t offset) {
    made.begins.push_back(offset);
  });
  return made;
}

/// Opens these bytes as a journal and returns the number of rows, each of which is right.
int rows_of(Bytes bytes, bool* repaired = nullptr) {
  MemoryDisk disk;
  disk.put(journal_path, std::move(bytes));
  const Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
  int rows = 0;
  for (int k = 0; journal.find(answer_to(k).inputs); ++k, ++rows) {
    CHECK(is_answer_to(*journal.find(answer_to(k).inputs), k));
  }
  CHECK(journal.rows() == rows);
  if (repaired != nullptr) {
    *repaired = journal.opened().repaired.has_value();
    CHECK(disk.has(journal_path + ".torn") == *repaired);
  }
  return rows;
}

TEST_CASE("journal: cut at any byte of its last records it keeps all whole ones",
          "[journal][property]") {
  for (const bool finished : {false, true}) {
    const Sample whole = sample(12, finished);
    const std::size_t records = whole.begins.size();
    REQUIRE(records == (finished ? 13 : 12));
    for (std::size_t record = records - 3; record < records; ++record) {
      const auto begin = static_cast<std::size_t>(whole.begins[record]);
      const std::size_t end = record + 1 < records
                                  ? static_cast<std::size_t>(whole.begins[record + 1])
                                  : whole.bytes.size();
      for (std::size_t cut = begin; cut < end; ++cut) {
        bool repaired = false;
        const Bytes part(whole.bytes.begin(),
                         whole.bytes.begin() + static_cast<std::ptrdiff_t>(cut));
        REQUIRE(rows_of(part, &repaired) == static_cast<int>(record));
        REQUIRE(repaired == (cut > begin));
      }
    }
  }
}

TEST_CASE("journal: what is cut off is kept beside it", "[journal][unit]") {
  const Sample whole = sample(5, false);
  MemoryDisk disk;
  disk.put(journal_path, Bytes(whole.bytes.begin(), whole.bytes.end() - 10));
  const Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
  REQUIRE(journal.opened().repaired);
  CHECK(journal.opened().repaired->offset == whole.begins[4]);
  CHECK(journal.opened().torn == journal_path + ".torn");
  CHECK(disk.content(journal_path + ".torn") ==
        Bytes(whole.bytes.begin() + whole.begins[4], whole.bytes.end() - 10));
  CHECK(disk.content(journal_path).size() == static_cast<std::size_t>(whole.begins[4]));
}

TEST_CASE("journal: any bit flipped in its middle is refused, named and salvaged",
          "[journal][property]") {
  const Sample whole = sample(12, true);
  constexpr std::size_t record = 6;
  for (auto at = static_cast<std::size_t>(whole.begins[record]);
       at < static_cast<std::size_t>(whole.begins[record + 1]);
       ++at) {
    MemoryDisk disk;
    disk.put(journal_path, whole.bytes);
    disk.content(journal_path)[at] ^= std::byte{static_cast<unsigned char>(1U << (at % 8))};
    const std::string place = "damaged at byte " + std::to_string(whole.begins[record]) + ": 6 ";
    REQUIRE_THROWS_WITH(Journal(journal_path, small_identity(), in_one_thread(), disk.calls()),
                        Contains(journal_path) && Contains(place) && Contains("6 behind") &&
                            Contains("uq salvage"));
    REQUIRE(summary(journal_path, disk.calls()).damage->offset == whole.begins[record]);
    const Salvaged salvaged = salvage(journal_path, disk.calls());
    CHECK(salvaged.rows == 11);
    CHECK(salvaged.lost_bytes == whole.begins[record + 1] - whole.begins[record]);
    const Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
    CHECK(!journal.opened().repaired);
    for (int k = 0; k < 12; ++k) {
      const std::optional<Answer> found = journal.find(answer_to(k).inputs);
      REQUIRE(found.has_value() == (k != 6));
      CHECK((!found || is_answer_to(*found, k)));
    }
  }
}

TEST_CASE("journal: damage among records that were never synced is a torn tail",
          "[journal][unit]") {
  const Sample whole = sample(7, false);  // fewer than the 8 that are synced together
  Bytes bytes = whole.bytes;
  bytes[static_cast<std::size_t>(whole.begins[4]) + 50] ^= std::byte{1};
  bool repaired = false;
  CHECK(rows_of(bytes, &repaired) == 4);
  CHECK(repaired);
}

TEST_CASE("journal: zeros or garbage behind it are cut off", "[journal][unit]") {
  for (const auto fill : {std::byte{0}, std::byte{0x55}}) {
    Bytes bytes = sample(12, true).bytes;
    bytes.insert(bytes.end(), 4096, fill);
    bool repaired = false;
    CHECK(rows_of(bytes, &repaired) == 12);
    CHECK(repaired);
  }
}

TEST_CASE("journal: records of another place or another journal are not taken", "[journal][unit]") {
  const Sample one = sample(12, true);
  const Sample other = sample(12, true);
  REQUIRE(one.begins == other.begins);  // they differ in their id alone
  const auto replaced = [&](const Sample& from, std::size_t source, std::size_t target) {
    Bytes bytes = one.bytes;
    bytes.erase(bytes.begin() + one.begins[target], bytes.begin() + one.begins[target + 1]);
    bytes.insert(bytes.begin() + one.begins[target],
                 from.bytes.begin() + from.begins[source],
                 from.bytes.begin() + from.begins[source + 1]);
    return bytes;
  };
  CHECK(rows_of(replaced(one, 5, 5)) == 12);
  CHECK_THROWS_WITH(rows_of(replaced(other, 5, 5)), Contains("damaged at byte"));
  CHECK_THROWS_WITH(rows_of(replaced(one, 4, 5)), Contains("damaged at byte"));
  CHECK_THROWS_WITH(rows_of(replaced(one, 6, 5)), Contains("damaged at byte"));
}

TEST_CASE("journal: a damaged header tells nothing of its records", "[journal][property]") {
  const Sample whole = sample(3, true);
  for (std::size_t at = 0; at < static_cast<std::size_t>(whole.begins[0]); ++at) {
    Bytes bytes = whole.bytes;
    bytes[at] ^= std::byte{4};
    REQUIRE_THROWS_AS(rows_of(bytes), IoError);
  }
  CHECK_THROWS_WITH(rows_of(Bytes(5)), Contains("not a journal of uq"));
  CHECK_THROWS_WITH(rows_of(Bytes{}), Contains("not a journal of uq"));
  Bytes later = whole.bytes;
  later[8] = std::byte{2};
  CHECK_THROWS_WITH(rows_of(later), Contains("version 2; this program reads version 1"));
}

TEST_CASE("journal: salvage keeps neither of two answers to one row", "[journal][unit]") {
  MemoryDisk disk;
  const Sample whole = sample(4, false);
  MemoryDisk source;
  source.put(journal_path, whole.bytes);
  const CalledFile file(source.calls(), journal_path, 0);
  const JournalHeader header = read_header(file);
  Bytes bytes = whole.bytes;
  Answer differs = answer_to(1);
  differs.outputs[0] += 1e-16 + 1e-15;
  append_encoded(header, {.sequence = 4, .synced = 0, .answer = differs}, bytes);
  append_encoded(header, {.sequence = 5, .synced = 0, .answer = answer_to(2)}, bytes);
  disk.put(journal_path, bytes);
  CHECK_THROWS_AS(Journal(journal_path, small_identity(), in_one_thread(), disk.calls()),
                  NotDeterministic);
  const Salvaged salvaged = salvage(journal_path, disk.calls());
  CHECK(salvaged.rows == 3);
  CHECK(salvaged.conflicting == 1);
  CHECK(disk.content(salvaged.damaged) == bytes);
  const Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
  CHECK(!journal.find(answer_to(1).inputs));
  CHECK(journal.rows() == 3);
}

TEST_CASE("journal: salvage that fails at any call leaves the old file", "[journal][property]") {
  const Bytes bytes = sample(12, true).bytes;
  bool fired = true;
  for (int k = 1; fired; ++k) {
    MemoryDisk disk;
    disk.put(journal_path, bytes);
    disk.fail_at(k, MemoryDisk::Fault::error, ENOSPC);
    try {
      salvage(journal_path, disk.calls());
      CHECK(!disk.has_failed());
    } catch (const IoError&) {
      CHECK(disk.has_failed());
    }
    fired = disk.has_failed();
    disk.fail_at(0, MemoryDisk::Fault::none);
    REQUIRE(disk.has(journal_path));
    REQUIRE(rows_of(disk.content(journal_path)) == 12);
  }
}

}  // namespace
}  // namespace uq::studies
