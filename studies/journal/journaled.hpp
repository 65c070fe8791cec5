#pragma once

#include "studies/journal/journal.hpp"
#include "uq/core/model.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace uq::studies {

struct JournaledOptions {
  /// Rows that take less are not recorded: to ask again is cheaper than to remember.
  double fast_seconds = 20e-6;
  /// What is asked at a time takes about this long: as much is lost when the process dies.
  double piece_seconds = 0.1;
  /// A piece this short is not worth a file: the first rows of any model are slow.
  double least_seconds = 1e-3;
  /// Rows asked at a time at least: a model that spreads a batch over processes needs some for
  /// each.
  Index least_rows = 1;
  /// Called before each piece, from any thread; may throw what `EndsEvaluation` is mixed into.
  std::function<void()> between;
};

/// A journal in front of a model (docs/adr/0037): a batch model of the same inputs, outputs and
/// bits. A row the journal knows is answered from it; the others go to the model, in batches, and
/// what comes back is appended before it is delivered. No row is evaluated by two threads at once.
/// Messages are cut to `longest_message` bytes, so that an answer is the same from either source.
class Journaled {
 public:
  Journaled(Model model, std::shared_ptr<Journal> journal, JournaledOptions options = {});
  ~Journaled();
  Journaled(const Journaled&);
  Journaled(Journaled&&) noexcept;
  Journaled& operator=(const Journaled&) = delete;

  const std::vector<InputVariable>& inputs() const { return model_.inputs(); }
  const std::vector<OutputVariable>& outputs() const { return model_.outputs(); }
  std::string id() const { return model_.id(); }

  /// @throws IoError when the journal fails; NotDeterministic; what `between` throws
  void evaluate(const MatrixRef& x, BatchResult& out) const;

  Index reused() const;  ///< rows answered from the journal, of all copies together
  Index asked() const;   ///< rows the model was asked

 private:
  struct State;
  Index ask_unrecorded(const MatrixRef& x, BatchResult& out) const;
  void ask_recorded(const MatrixRef& x, BatchResult& out, std::vector<Index> open) const;
  bool deliver_known(const MatrixRef& x, Index row, BatchResult& out) const;
  std::vector<Answer> ask(const MatrixRef& x, std::span<const Index> rows, bool& worth) const;

  Model model_;
  std::shared_ptr<Journal> journal_;
  std::shared_ptr<State> state_;
};

}  // namespace uq::studies
