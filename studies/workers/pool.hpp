#pragma once

#include "studies/workers/dialogue.hpp"
#include "studies/workers/policy.hpp"
#include "uq/core/error.hpp"
#include "uq/core/model.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

struct PoolOptions {
  std::vector<std::string> argv;  ///< what is started
  std::function<std::unique_ptr<Dialogue>()> dialogue;
  Index workers = 0;  ///< at most so many processes, 0: as many as `threads()`
  ProcessPolicy policy;
  Index batch = 0;                  ///< rows sent at a time, 0: as many as take a few milliseconds
  double start_patience = 60;       ///< seconds until a process that is not ready counts as failed
  std::function<bool()> cancelled;  ///< true: rows that have not begun are given up (`cancelled`)
};

/// A worker process ended, or fell silent, before it could be used; says how.
struct NoWorker : IoError {
  explicit NoWorker(const std::string& why_)
      : IoError("a worker process cannot be used: it " + why_), why(why_) {}
  std::string why;
};

/// Processes that evaluate rows, started as they are needed and replaced when they die. `evaluate`
/// may be called from several threads; each call drives as many processes as are free. Which
/// process evaluates what, and how often it had to be asked, never shows in outputs and statuses.
///
/// A process that dies, or falls silent beyond the timeout, with several rows on its desk proves
/// nothing against any of them: each is asked again, alone; nor against a row that was alone, when
/// the process had answered others before: it is asked once more, of a fresh one. What kills that
/// one is to blame, and fails when its retries are used up.
class WorkerPool {
 public:
  explicit WorkerPool(PoolOptions options);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Starts one process and waits until it is ready. @throws NoWorker, IoError, ModelRefused
  void start();
  /// @param out as of BatchModel. @throws IoError when no process can be had
  void evaluate(const MatrixRef& x, BatchResult& out);

  /// Processes that may run at a time.
  Index workers() const;
  /// Processes started so far.
  Index started() const;
  /// What foreign code did to its process or wrote to its standard streams, each once; for the end
  /// of a run. Not in results: it depends on who evaluated what.
  std::vector<std::string> remarks() const;

 private:
  class State;
  class Evaluation;
  std::unique_ptr<State> state_;
};

/// A pool as a model that is described elsewhere.
class PooledModel {
 public:
  PooledModel(std::shared_ptr<WorkerPool> pool,
              std::string id,
              std::vector<InputVariable> inputs,
              std::vector<OutputVariable> outputs)
      : pool_(std::move(pool)),
        id_(std::move(id)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)) {}

  const std::vector<InputVariable>& inputs() const { return inputs_; }
  const std::vector<OutputVariable>& outputs() const { return outputs_; }
  std::string id() const { return id_; }
  void evaluate(const MatrixRef& x, BatchResult& out) const { pool_->evaluate(x, out); }

 private:
  std::shared_ptr<WorkerPool> pool_;
  std::string id_;
  std::vector<InputVariable> inputs_;
  std::vector<OutputVariable> outputs_;
};

}  // namespace uq::studies
