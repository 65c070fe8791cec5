#include "uq/core/evaluate.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace uq {

namespace {

/// What one thread works with; borrowed for a block and given back, so that blocks reuse memory.
struct Workspace {
  Matrix u;                       ///< (block, design columns), then physical
  Matrix x;                       ///< (block, model inputs)
  Matrix y;                       ///< (block, model outputs)
  std::vector<RowStatus> status;  ///< block
};

class WorkspacePool {
 public:
  std::unique_ptr<Workspace> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      return std::make_unique<Workspace>();
    }
    std::unique_ptr<Workspace> last = std::move(free_.back());
    free_.pop_back();
    return last;
  }
  void give(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(workspace));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

void check(const Problem& problem,
           const UnitPoints& points,
           Index columns,
           const EvaluateOptions& options) {
  const auto inputs = static_cast<Index>(problem.model.inputs().size());
  expects(points.dims == columns,
          "the design has " + std::to_string(points.dims) + " columns, the problem needs " +
              std::to_string(columns));
  expects(problem.fixed.size() == inputs,
          "`fixed` has " + std::to_string(problem.fixed.size()) + " values for " +
              std::to_string(inputs) + " model inputs");
  expects(options.block > 0,
          "block = " + std::to_string(options.block) + ", but must be at least 1");
  for (const UncertainInput& input : problem.inputs) {
    expects(input.column >= 0 && input.column < inputs,
            "input `" + input.name + "` has no column in the model");
  }
  for (const Index output : problem.outputs) {
    expects(output >= 0 && output < static_cast<Index>(problem.model.outputs().size()),
            "output " + std::to_string(output) + " is not one of the model's");
  }
}

class Evaluator {
 public:
  Evaluator(const Problem& problem,
            const UnitPoints& points,
            Index blocks,
            const EvaluateOptions& options)
      : problem_(problem), points_(points), options_(options), blocks_(blocks) {
    result_.y.assign(problem.outputs.size(), Matrix(points.count, blocks));
    result_.status.assign(static_cast<std::size_t>(points.count * blocks), RowStatus::ok);
  }

  /// Runs `rows(workspace, first, count)` for every block of rows.
  template <class Rows>
  Evaluations run(const Rows& rows) {
    const Index tasks = (points_.count + options_.block - 1) / options_.block;
    parallel_for(tasks, [&](Index task) {
      const Index first = task * options_.block;
      const Index count = std::min(options_.block, points_.count - first);
      std::unique_ptr<Workspace> workspace = pool_.take();
      prepare(*workspace, first, count);
      rows(*workspace, first, count);
      pool_.give(std::move(workspace));
      const Index done = done_ += count * blocks_;
      if (options_.progress) {
        options_.progress(done);
      }
    });
    std::stable_sort(result_.failures.begin(),
                     result_.failures.end(),
                     [](const Failure& a, const Failure& b) { return a.row < b.row; });
    if (result_.failures.size() > static_cast<std::size_t>(Evaluations::max_failures)) {
      result_.failures.resize(static_cast<std::size_t>(Evaluations::max_failures));
    }
    for (const RowStatus status : result_.status) {
      ++result_.counts[static_cast<std::size_t>(status)];
    }
    return std::move(result_);
  }

  /// Column of x that holds uncertain input j, set from physical column `from` of u.
  void set_input(Workspace& workspace, Index count, Index j, Index from) const {
    workspace.x.col(problem_.inputs[static_cast<std::size_t>(j)].column).head(count) =
        workspace.u.col(from).head(count);
  }

  /// Calls the model on the first `count` rows of x and stores its outputs as rows `first` of block
  /// `block`.
  void call(Workspace& workspace, Index first, Index count, Index block) {
    std::fill_n(workspace.status.begin(), count, RowStatus::ok);
    std::vector<std::pair<Index, std::string>> messages;
    BatchResult out{workspace.y.topRows(count),
                    std::span(workspace.status).first(static_cast<std::size_t>(count)),
                    [&](Index row, const std::string& text) { messages.emplace_back(row, text); }};
    problem_.model.evaluate(workspace.x.topRows(count), out);
    for (std::size_t q = 0; q < problem_.outputs.size(); ++q) {
      result_.y[q].col(block).segment(first, count) =
          workspace.y.col(problem_.outputs[q]).head(count);
    }
    const Index row0 = block * points_.count + first;
    std::copy_n(workspace.status.begin(), count, result_.status.begin() + row0);
    collect(workspace, row0, count, messages);
  }

 private:
  void prepare(Workspace& workspace, Index first, Index count) const {
    if (workspace.u.rows() == 0) {
      workspace.u.resize(options_.block, points_.dims);
      workspace.x.resize(options_.block, problem_.fixed.size());
      workspace.x.rowwise() = problem_.fixed.transpose();
      workspace.y.resize(options_.block, static_cast<Index>(problem_.model.outputs().size()));
      workspace.status.resize(static_cast<std::size_t>(options_.block));
    }
    points_.block(first, workspace.u.topRows(count));
    const Index d = problem_.dims();
    for (Index j = 0; j < points_.dims; ++j) {
      const std::span column(workspace.u.col(j).data(), static_cast<std::size_t>(count));
      quantiles(problem_.inputs[static_cast<std::size_t>(j % d)].law, column, column);
    }
  }

  /// Records the rows that are not ok. A model with many failures keeps only the first of each
  /// block, which is enough for the first of all.
  void collect(const Workspace& workspace,
               Index row0,
               Index count,
               const std::vector<std::pair<Index, std::string>>& messages) {
    std::vector<Failure> found;
    for (Index k = 0; k < count && static_cast<Index>(found.size()) < Evaluations::max_failures;
         ++k) {
      const RowStatus status = workspace.status[static_cast<std::size_t>(k)];
      if (status == RowStatus::ok) {
        continue;
      }
      const auto message = std::find_if(
          messages.begin(), messages.end(), [&](const auto& m) { return m.first == k; });
      found.push_back({row0 + k, status, message == messages.end() ? "" : message->second});
    }
    if (!found.empty()) {
      const std::lock_guard lock(failures_mutex_);
      result_.failures.insert(result_.failures.end(), found.begin(), found.end());
      if (result_.failures.size() > 4 * static_cast<std::size_t>(Evaluations::max_failures)) {
        std::sort(result_.failures.begin(),
                  result_.failures.end(),
                  [](const Failure& a, const Failure& b) { return a.row < b.row; });
        result_.failures.resize(static_cast<std::size_t>(Evaluations::max_failures));
      }
    }
  }

  const Problem& problem_;
  const UnitPoints& points_;
  const EvaluateOptions& options_;
  Index blocks_;
  Evaluations result_;
  WorkspacePool pool_;
  std::mutex failures_mutex_;
  std::atomic<Index> done_{0};
};

}  // namespace

Evaluations evaluate(const Problem& problem,
                     const IndependentDesign& design,
                     const EvaluateOptions& options) {
  check(problem, design.points, problem.dims(), options);
  Evaluator evaluator(problem, design.points, 1, options);
  return evaluator.run([&](Workspace& workspace, Index first, Index count) {
    for (Index j = 0; j < problem.dims(); ++j) {
      evaluator.set_input(workspace, count, j, j);
    }
    evaluator.call(workspace, first, count, 0);
  });
}

Evaluations evaluate(const Problem& problem,
                     const SaltelliDesign& design,
                     const EvaluateOptions& options) {
  const Index d = problem.dims();
  check(problem, design.points, 2 * d, options);
  Evaluator evaluator(problem, design.points, design.blocks(), options);
  return evaluator.run([&](Workspace& workspace, Index first, Index count) {
    for (Index j = 0; j < d; ++j) {
      evaluator.set_input(workspace, count, j, d + j);
    }
    evaluator.call(workspace, first, count, 1);
    for (Index j = 0; j < d; ++j) {
      evaluator.set_input(workspace, count, j, j);
    }
    evaluator.call(workspace, first, count, 0);
    for (Index i = 0; i < d; ++i) {
      evaluator.set_input(workspace, count, i, d + i);
      evaluator.call(workspace, first, count, 2 + i);
      evaluator.set_input(workspace, count, i, i);
    }
  });
}

}  // namespace uq
