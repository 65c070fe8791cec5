#include "studies/journal/journal.hpp"

#include "studies/journal/crc32c.hpp"
#include "studies/journal/salvage.hpp"
#include "tests/studies/journal/memory_disk.hpp"
#include "tests/studies/journal/rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <limits>
#include <string_view>
#include <thread>

namespace uq::studies {
namespace {

using Catch::Matchers::Contains;
using test::answer_to;
using test::in_one_thread;
using test::is_answer_to;
using test::journal_path;
using test::MemoryDisk;
using test::small_identity;
using uq::test::TemporaryFolder;

std::uint32_t crc_of(std::string_view text, std::uint32_t before = 0) {
  return crc32c(std::as_bytes(std::span(text)), before);
}

TEST_CASE("crc32c: gives the values of RFC 3720", "[journal][reference]") {
  // Appendix B.4: 32 bytes of zeros, of ones, ascending, descending; the check value of the
  // catalogue.
  std::string ascending(32, '\0');
  std::string descending(32, '\0');
  for (int k = 0; k < 32; ++k) {
    ascending[static_cast<std::size_t>(k)] = static_cast<char>(k);
    descending[static_cast<std::size_t>(k)] = static_cast<char>(31 - k);
  }
  CHECK(crc_of(std::string(32, '\0')) == 0x8a9136aa);
  CHECK(crc_of(std::string(32, '\xff')) == 0x62a8ab43);
  CHECK(crc_of(ascending) == 0x46dd794e);
  CHECK(crc_of(descending) == 0x113fdb5c);
  CHECK(crc_of("123456789") == 0xe3069283);
  CHECK(crc_of("56789", crc_of("1234")) == 0xe3069283);
}

TEST_CASE("journal: gives back what was appended, now and when opened again", "[journal][unit]") {
  MemoryDisk disk;
  {
    Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
    CHECK(!journal.opened().existed);
    CHECK(!disk.has(journal_path));  // nothing to record yet
    CHECK(!journal.find(answer_to(0).inputs));
    journal.append({answer_to(0), answer_to(3), answer_to(1)});
    CHECK(is_answer_to(*journal.find(answer_to(3).inputs), 3));
    CHECK(!journal.find(answer_to(2).inputs));
  }
  Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
  CHECK(journal.opened().existed);
  CHECK(journal.opened().rows == 3);
  CHECK(!journal.opened().repaired);
  for (const int k : {0, 1, 3}) {
    CHECK(is_answer_to(*journal.find(answer_to(k).inputs), k));
  }
  const JournalSummary seen = summary(journal_path, disk.calls());
  CHECK(seen.rows == 3);
  CHECK(seen.counts[static_cast<std::size_t>(RowStatus::ok)] == 2);
  CHECK(seen.counts[static_cast<std::size_t>(RowStatus::exception)] == 1);
  CHECK(seen.seconds == 0.001 + 0.003);
  CHECK(!seen.damage);
}

TEST_CASE("journal: keys are told apart by their bits", "[journal][unit]") {
  MemoryDisk disk;
  Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
  const double other_nan = std::bit_cast<double>(std::uint64_t{0x7ff8000000000001});
  std::vector<Answer> answers;
  for (const double value : {0.0, -0.0, double{NAN}, other_nan, 4.9e-324, 1e-300, 5.0}) {
    answers.push_back(
        {.inputs = {value, 1, 2}, .outputs = {static_cast<double>(answers.size()), 0}});
  }
  journal.append(answers);
  for (std::size_t k = 0; k < answers.size(); ++k) {
    REQUIRE(journal.find(answers[k].inputs));
    CHECK(journal.find(answers[k].inputs)->outputs[0] == static_cast<double>(k));
    CHECK(!journal.find(answers[k].inputs, 1));  // another seed
  }
}

TEST_CASE("journal: 120 inputs with long names keep their bits", "[journal][unit]") {
  const std::vector<double> special{1e-300,
                                    4.9e-324,
                                    123456789.123456789,
                                    -0.0,
                                    NAN,
                                    INFINITY,
                                    std::numeric_limits<double>::max()};
  Identity identity{.facts = {{"seed", "1"}}, .notes = {}, .inputs = {}, .outputs = {{"y", "1"}}};
  Answer answer{.outputs = {-4.9e-324}};
  for (std::size_t k = 0; k < 120; ++k) {
    identity.inputs.push_back(
        {fmt::format("Übertragungsgüte_{}_的_{}", std::string(200, 'x'), k), "µs"});
    answer.inputs.push_back(special[k % special.size()]);
  }
  MemoryDisk disk;
  {
    Journal journal(journal_path, identity, in_one_thread(), disk.calls());
    journal.append({answer});
  }
  const Journal journal(journal_path, identity, in_one_thread(), disk.calls());
  const std::optional<Answer> found = journal.find(answer.inputs);
  REQUIRE(found);
  CHECK(std::memcmp(found->inputs.data(), answer.inputs.data(), 120 * sizeof(double)) == 0);
  CHECK(std::bit_cast<std::uint64_t>(found->outputs[0]) ==
        std::bit_cast<std::uint64_t>(answer.outputs[0]));
  CHECK(journal.identity().inputs == identity.inputs);
}

TEST_CASE("journal: an answer given twice is kept once, another one is an error",
          "[journal][unit]") {
  MemoryDisk disk;
  Journal journal(journal_path, small_identity(), in_one_thread(), disk.calls());
  journal.append({answer_to(1), answer_to(2), answer_to(1)});
  Answer again = answer_to(1);
  again.seconds = 99;  // how long it took is no part of it
  journal.append({again});
  CHECK(journal.rows() == 2);
  CHECK(journal.find(again.inputs)->seconds == answer_to(1).seconds);
  again.outputs[1] = std::nextafter(again.outputs[1], 0);
  CHECK_THROWS_WITH(journal.append({again}),
                    Contains("not deterministic") && Contains("x1 = 0.1, x2 = 0.5, x3 = -0"));
  Answer failed = answer_to(2);
  failed.status = RowStatus::exception;
  CHECK_THROWS_AS(journal.append({failed}), NotDeterministic);
  Answer fresh = answer_to(5);
  Answer differs = fresh;
  differs.outputs[0] += 1;
  CHECK_THROWS_AS(journal.append({fresh, differs}), NotDeterministic);
  CHECK(journal.rows() == 2);
}

TEST_CASE("journal: what has changed is named, with what it was and is", "[journal][unit]") {
  MemoryDisk disk;
  {
    Journal(journal_path, small_identity(), in_one_thread(), disk.calls()).append({answer_to(1)});
  }
  const auto refusal_of = [&](const Identity& identity) -> std::vector<Change> {
    try {
      const Journal journal(journal_path, identity, in_one_thread(), disk.calls());
    } catch (const IdentityChanged& changed) {
      for (const Change& change : changed.changes) {
        CHECK_THAT(changed.what(), Contains(change_text(change)));
      }
      return changed.changes;
    }
    return {};
  };
  CHECK(refusal_of(small_identity()).empty());

  Identity other = small_identity();
  other.notes["study"] = "b.toml";
  CHECK(refusal_of(other).empty());  // for people alone

  other.facts["seed"] = "8";
  REQUIRE(refusal_of(other).size() == 1);
  CHECK(change_text(refusal_of(other).front()) == "seed was 7, is 8");

  other = small_identity();
  other.facts.erase("seed");
  other.facts["file a.so"] = "sha256 ab";
  REQUIRE(refusal_of(other).size() == 2);
  CHECK(change_text(refusal_of(other)[0]) == "file a.so was absent, is sha256 ab");
  CHECK(change_text(refusal_of(other)[1]) == "seed was 7, is absent");

  other = small_identity();
  other.inputs[1].unit = "ms";
  other.outputs.pop_back();
  REQUIRE(refusal_of(other).size() == 2);
  CHECK(change_text(refusal_of(other)[0]) == "input 2 of the model was `x2` (s), is `x2` (ms)");
  CHECK(change_text(refusal_of(other)[1]) == "output 2 of the model was `z` (1), is absent");
  CHECK(disk.content(journal_path).size() > 0);  // and is left as it is
}

TEST_CASE("journal: messages are cut between characters", "[journal][unit]") {
  CHECK(short_message("short") == "short");
  CHECK(short_message(std::string(300, 'a')).size() == 200);
  const std::string cut = short_message(std::string(199, 'a') + "ü and more");
  CHECK(cut == std::string(199, 'a'));
  CHECK(short_message(std::string(198, 'a') + "ü and more") == std::string(198, 'a') + "ü");
}

TEST_CASE("journal: two engines never have one, and the second is told who has",
          "[journal][unit]") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/journal";
  Journal first(path, small_identity());
  first.append({answer_to(1)});
  CHECK_THROWS_WITH(Journal(path, small_identity()),
                    Contains("in use by another run (process " + std::to_string(::getpid()) + ")"));
  CHECK_THROWS_WITH(salvage(path), Contains("in use"));
  CHECK(summary(path).rows == 1);  // a look is free
}

TEST_CASE("journal: of two that create one, the second is refused", "[journal][unit]") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/journal";
  Journal first(path, small_identity());
  Journal second(path, small_identity());
  first.append({answer_to(1)});
  CHECK_THROWS_WITH(second.append({answer_to(2)}), Contains("cannot be created"));
  CHECK(summary(path).rows == 1);
}

TEST_CASE("journal: what waits is synced within the interval though nothing follows",
          "[journal][unit]") {
  const TemporaryFolder folder;
  std::atomic<int> syncs = 0;
  FileCalls calls = system_calls();
  calls.sync = [&](int descriptor) {
    ++syncs;
    return system_calls().sync(descriptor);
  };
  Journal journal(folder.path() + "/journal",
                  small_identity(),
                  {.sync_records = 1000, .sync_seconds = 0.2, .sync_in_background = true},
                  calls);
  journal.append({answer_to(1)});
  CHECK(syncs == 1);  // of the head
  for (int k = 0; k < 6000 && syncs < 2; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(syncs == 2);
  journal.append({answer_to(2)});
  for (int k = 0; k < 6000 && syncs < 3; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(syncs == 3);
}

TEST_CASE("journal: a limit of the file's size stops the run and harms nothing",
          "[journal][unit]") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/journal";
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  rlimit small = before;
  small.rlim_cur = 4000;
  int acknowledged = 0;
  std::string message;
  {
    Journal journal(path, small_identity(), in_one_thread());
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    try {
      for (; acknowledged < 1000; ++acknowledged) {
        journal.append({answer_to(acknowledged)});
      }
    } catch (const IoError& error) {
      message = error.what();
    }
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK_THROWS_AS(journal.append({answer_to(2000)}), IoError);
  }
  CHECK_THAT(message, Contains(path) && Contains("cannot be written: File too large"));
  REQUIRE(acknowledged > 10);
  REQUIRE(acknowledged < 1000);
  Journal journal(path, small_identity());
  CHECK(journal.rows() == acknowledged);
  CHECK(journal.opened().repaired);  // the record that did not fit
  for (int k = 0; k < acknowledged; ++k) {
    CHECK(is_answer_to(*journal.find(answer_to(k).inputs), k));
  }
  journal.append({answer_to(acknowledged)});
}

TEST_CASE("journal: discarded, it leaves nothing behind", "[journal][unit]") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/journal";
  {
    Journal journal(path, small_identity());
    journal.append({answer_to(1)});
    journal.discard();
    CHECK_THROWS_AS(journal.append({answer_to(2)}), IoError);
  }
  CHECK(!folder.has("journal"));
  Journal never(path, small_identity());
  never.discard();
}

}  // namespace
}  // namespace uq::studies
