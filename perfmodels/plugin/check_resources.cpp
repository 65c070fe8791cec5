#include "perfmodels/plugin/check_detail.hpp"
#include "perfmodels/plugin/process_state_detail.hpp"

#include <algorithm>
#include <array>

namespace uq::perfmodels::plugin {
namespace {

// Bytes kept per repetition of `work`, 0 when it does not grow steadily. Caches fill once: only
// what grows in each of three windows counts.
template <class Work>
std::size_t growth(int repetitions, const Work& work) {
  for (int i = 0; i < repetitions; ++i) {
    work();
  }
  std::array<std::size_t, 3> grown{};
  for (std::size_t& window : grown) {
    const std::size_t before = allocated_bytes();
    for (int i = 0; i < repetitions; ++i) {
      work();
    }
    const std::size_t after = allocated_bytes();
    window = after > before ? (after - before) / static_cast<std::size_t>(repetitions) : 0;
  }
  return *std::min_element(grown.begin(), grown.end());
}

}  // namespace

Verdict memory(const Subject& subject) {
  if (allocated_bytes() == 0) {
    return {CheckLevel::ok, "the allocator of this process does not tell what it holds", {}};
  }
  const bool slow = subject.description().cost_hint > 1e-3;
  const Matrix row = subject.rows.topRows(1);
  const std::size_t by_calls = growth(slow ? 4 : 100, [&] { probe(subject.instance(), row); });
  make_room(subject);
  const std::size_t by_instances = growth(slow ? 4 : 20, [&] {
    const Instance instance(subject.library, subject.index, subject.config);
    probe(instance, row);
  });
  constexpr std::size_t noise = 16;  // smallest block of the allocator
  if (by_calls >= noise) {
    return {CheckLevel::warning,
            "memory grows by about " + std::to_string(by_calls) + " bytes with each call",
            "free what evaluate allocates"};
  }
  if (by_instances >= noise) {
    return {CheckLevel::warning,
            "memory grows by about " + std::to_string(by_instances) + " bytes with each instance",
            "free in destroy what create allocates"};
  }
  return {CheckLevel::ok, "memory does not grow with calls or instances", {}};
}

Verdict cancellation(const Subject& subject) {
  const Outcome outcome = probe(subject.instance(), subject.rows, {"columns", false, 1, 0}, 0);
  if (outcome.cancel_questions == 0) {
    // A block of the engine has a thousand rows.
    const bool slow = subject.description().cost_hint * 1000 > 10;
    return with_faults({outcome},
                       {slow ? CheckLevel::warning : CheckLevel::ok,
                        "never asks whether to stop",
                        slow ? "ask cancelled() between rows, else users wait for the batch" : ""});
  }
  if (outcome.result != UQPM_OK && outcome.result != UQPM_E_CANCELLED) {
    return {CheckLevel::error,
            "when told to stop, evaluate returned " + status_text(outcome.result),
            "return UQPM_E_CANCELLED, or UQPM_OK with the rows left marked UQPM_PT_SKIPPED"};
  }
  Index skipped = 0;
  for (std::size_t i = 0; i < outcome.status.size(); ++i) {
    const uqpm_point_status status = outcome.status[i];
    const bool left = status == UQPM_PT_SKIPPED ||
                      (status == UQPM_PT_UNSET && outcome.result == UQPM_E_CANCELLED);
    skipped += static_cast<Index>(left);
    const auto row = static_cast<Index>(i);
    const bool same = outcome.same_row(row, subject.reference, row);
    if (!left && !same) {
      return with_faults(
          {outcome},
          {CheckLevel::error,
           "when told to stop, " + row_text(subject, subject.rows, row) + " has another result",
           "mark rows that were not evaluated UQPM_PT_SKIPPED"});
    }
  }
  return with_faults({outcome},
                     {CheckLevel::ok,
                      "stops when asked to: " + std::to_string(skipped) + " of " +
                          std::to_string(outcome.status.size()) + " rows left",
                      {}});
}

}  // namespace uq::perfmodels::plugin
