#pragma once

#include "studies/journal/journal.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace uq::studies::test {

inline Identity small_identity() {
  return {.facts = {{"model", "expression y = x1 + x2"}, {"seed", "7"}},
          .notes = {{"study", "a.toml"}},
          .inputs = {{"x1", "1"}, {"x2", "s"}, {"x3", "1"}},
          .outputs = {{"y", "s"}, {"z", "1"}}};
}

/// The answer a model would give to row k, always the same; some rows have none but a message.
inline Answer answer_to(int k) {
  const bool failed = k % 7 == 3;
  return {.inputs = {0.1 * k, 1.0 / (1 + k), -0.0},
          .status = failed ? RowStatus::exception : RowStatus::ok,
          .seconds = 0.001 * k,
          .outputs = {failed ? NAN : std::sin(k), failed ? NAN : 1e300 / (1 + k)},
          .message = failed ? "row " + std::to_string(k) +
                                  std::string(static_cast<std::size_t>(k % 90), '!')
                            : ""};
}

inline bool is_answer_to(const Answer& answer, int k) {
  const Answer expected = answer_to(k);
  return same_answer(answer, expected) && answer.message == expected.message &&
         answer.seconds == expected.seconds;
}

/// Every call made by the thread that asks: what happens is then the same each time.
inline JournalOptions in_one_thread(std::uint64_t sync_records = 8) {
  return {.sync_records = sync_records, .sync_seconds = 1e9, .sync_in_background = false};
}

inline const std::string journal_path = "j/journal";

}  // namespace uq::studies::test
