#include "perfmodels/plugin/check_detail.hpp"
#include "uq/core/model.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

// Whether the same row gives the same bits: again, elsewhere, in other company (contract C2).
namespace uq::perfmodels::plugin {
namespace {

const char* const promise =
    "UQPM_DETERMINISTIC promises the same bits for the same row, whatever happened before";

Verdict compared(const Subject& subject,
                 const std::vector<Outcome>& outcomes,
                 const std::string& what,
                 const std::string& same) {
  for (const Outcome& outcome : outcomes) {
    if (!outcome.same_as(subject.reference)) {
      const Index row = std::max<Index>(outcome.first_difference(subject.reference), 0);
      return with_faults(outcomes,
                         {CheckLevel::error,
                          what + " " + row_text(subject, subject.rows, row) + " differs",
                          promise});
    }
  }
  return with_faults(outcomes, {CheckLevel::ok, same, {}});
}

// The rows in batches of the given sizes, in turn, put together again.
Outcome in_batches(const Subject& subject, const std::vector<Index>& sizes) {
  const Index n = subject.rows.rows();
  Outcome whole;
  whole.y.resize(n, subject.reference.y.cols());
  for (Index first = 0, turn = 0; first < n; ++turn) {
    const Index count = std::min(sizes[static_cast<std::size_t>(turn) % sizes.size()], n - first);
    const Outcome part = probe(subject.instance(), subject.rows.middleRows(first, count));
    whole.y.middleRows(first, count) = part.y;
    whole.status.insert(whole.status.end(), part.status.begin(), part.status.end());
    whole.faults.insert(whole.faults.end(), part.faults.begin(), part.faults.end());
    whole.result = part.result != UQPM_OK ? part.result : whole.result;
    first += count;
  }
  return whole;
}

// Lets the engine use at least four threads, even on one processor.
class ManyThreads {
 public:
  ManyThreads() : before_(uq::threads()) { set_threads(std::max(4, before_)); }
  ~ManyThreads() { set_threads(before_); }
  ManyThreads(const ManyThreads&) = delete;
  ManyThreads& operator=(const ManyThreads&) = delete;

 private:
  int before_;
};

}  // namespace

Verdict repetition(const Subject& subject) {
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 2; ++i) {
    outcomes.push_back(probe(subject.instance(), subject.rows));
  }
  // In reverse order: a model that remembers the last row shows it.
  const Outcome reversed = probe(subject.instance(), subject.rows.colwise().reverse());
  Outcome restored = reversed;
  restored.y = reversed.y.colwise().reverse().eval();
  std::reverse(restored.status.begin(), restored.status.end());
  outcomes.push_back(restored);
  return compared(subject,
                  outcomes,
                  "when repeated or in reverse order,",
                  "the same bits again and in reverse order");
}

Verdict instances(const Subject& subject) {
  const std::string refusal = make_room(subject);
  const Instance second(subject.library, subject.index, subject.config);
  const auto names = [](const auto& variables) {
    std::vector<std::string> result;
    for (const auto& variable : variables) {
      result.push_back(variable.name);
    }
    return result;
  };
  if (names(second.description().inputs) != names(subject.description().inputs) ||
      names(second.description().outputs) != names(subject.description().outputs)) {
    return {CheckLevel::error, "a second instance has other inputs or outputs", promise};
  }
  const std::vector<Outcome> outcomes{probe(second, subject.rows)};
  if (refusal.empty()) {
    return compared(
        subject, outcomes, "in a second instance", "the same bits in a second instance");
  }
  Verdict verdict =
      compared(subject,
               outcomes,
               "in an instance made after the first,",
               "one at a time (" + refusal + "); the same bits in one made after the first");
  const std::uint32_t flags = subject.info().flags;
  if (verdict.level == CheckLevel::ok && (flags & UQPM_INSTANCES_CONCURRENT) != 0 &&
      (flags & UQPM_INSTANCE_CONCURRENT) == 0) {
    verdict.level = CheckLevel::warning;
    verdict.hint = "threads wait for the one there is: a run uses one processor";
  }
  return verdict;
}

Verdict batch_splits(const Subject& subject) {
  const std::vector<Outcome> outcomes{
      in_batches(subject, {1}), in_batches(subject, {2, 3, 1, 7}), in_batches(subject, {17, 5})};
  return compared(subject, outcomes, "in smaller batches", "the same bits in batches of any size");
}

Verdict strides(const Subject& subject) {
  constexpr std::array layouts{Layout{"columns with a gap", false, 1, 5},
                               Layout{"rows", true, 1, 0},
                               Layout{"rows with a gap", true, 1, 3},
                               Layout{"every third value of columns", false, 3, 2},
                               Layout{"every second value of rows", true, 2, 1}};
  std::vector<Outcome> outcomes;
  for (const Layout& layout : layouts) {
    outcomes.push_back(probe(subject.instance(), subject.rows, layout));
    if (!outcomes.back().same_as(subject.reference)) {
      const Index row = std::max<Index>(outcomes.back().first_difference(subject.reference), 0);
      return with_faults(outcomes,
                         {CheckLevel::error,
                          std::string("when values lie as ") + layout.name + ", " +
                              row_text(subject, subject.rows, row) + " differs",
                          "address values by x_row, x_col, y_row and y_col"});
    }
  }
  return with_faults(
      outcomes,
      {CheckLevel::ok, "the same bits in five other layouts; nothing else is written", {}});
}

Verdict threads(const Subject& subject) {
  make_room(subject);
  const Model model = load_plugin(subject.library.file, subject.info().id, subject.config).model;
  const Index n = subject.rows.rows();
  // As many tasks as keep threads overlapping for a while, fewer for slow models.
  const Index tasks = subject.description().cost_hint > 1e-4 ? 8 : 400;
  std::atomic<Index> different{0};
  std::mutex mutex;
  Index row = n;
  const ManyThreads many;
  parallel_for(tasks, [&](Index task) {
    const Index first = task % 5;
    const Index count = n - first;
    Matrix y(count, subject.reference.y.cols());
    std::vector<RowStatus> status(static_cast<std::size_t>(count), RowStatus::ok);
    BatchResult out{y, status, {}};
    model.evaluate(subject.rows.bottomRows(count), out);
    for (Index i = 0; i < count; ++i) {
      const bool ok = status[static_cast<std::size_t>(i)] == RowStatus::ok;
      const bool was_ok =
          subject.reference.status[static_cast<std::size_t>(first + i)] == UQPM_PT_OK &&
          subject.reference.y.row(first + i).allFinite();
      if (ok != was_ok || (ok && y.row(i) != subject.reference.y.row(first + i))) {
        ++different;
        const std::lock_guard lock(mutex);
        row = std::min(row, first + i);
        return;
      }
    }
  });
  const std::string rule(thread_rule(subject.info()));
  if (different > 0) {
    return {CheckLevel::error,
            "when several threads evaluate (" + rule + "), " +
                row_text(subject, subject.rows, row) + " differs",
            "without thread flags calls come one at a time"};
  }
  return {CheckLevel::ok,
          "the same bits from " + std::to_string(uq::threads()) + " threads (" + rule + ")",
          {}};
}

}  // namespace uq::perfmodels::plugin
