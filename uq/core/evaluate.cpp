#include "uq/core/evaluate.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace uq {
namespace {

void check(const Problem& problem, Index design_dims, const EvaluateOptions& options) {
  const auto inputs = static_cast<Index>(problem.model.inputs().size());
  const auto outputs = static_cast<Index>(problem.model.outputs().size());
  const auto number = [](Index value) { return std::to_string(value); };
  expects(
      options.block >= 1, "block = " + number(options.block) + ", required is >= 1", "evaluate");
  expects(
      problem.dims() == design_dims,
      "the problem has " + number(problem.dims()) + " inputs, the design " + number(design_dims),
      "evaluate");
  expects(
      problem.fixed.size() == inputs,
      number(problem.fixed.size()) + " fixed values for a model of " + number(inputs) + " inputs",
      "evaluate");
  std::set<Index> columns;
  for (const UncertainInput& input : problem.inputs) {
    expects(input.column >= 0 && input.column < inputs && columns.insert(input.column).second,
            "input '" + input.name + "' has column " + number(input.column) +
                ", required is one of its own below " + number(inputs),
            "evaluate");
  }
  for (const Index output : problem.outputs) {
    expects(output >= 0 && output < outputs,
            "output " + number(output) + " of a model of " + number(outputs) + " outputs",
            "evaluate");
  }
}

bool is_dependent(const Problem& problem) {
  return problem.correlation.size() > 0 || !problem.constraints.empty();
}

// What one thread needs for a block of rows; reused from block to block.
struct Workspace {
  Matrix u;  // points of the block
  Matrix x;  // inputs of the model: fixed columns are filled once
  Matrix y;  // all outputs of the model
  std::vector<RowStatus> status;
  std::vector<std::pair<Index, std::string>> messages;  // of the batch being evaluated
  std::function<void(Index, const std::string&)> message =
      [this](Index row, const std::string& text) { messages.emplace_back(row, text); };

  Workspace(const Problem& problem, Index rows, Index design_columns)
      : u(rows, design_columns),
        x(problem.fixed.transpose().replicate(rows, 1)),
        y(rows, static_cast<Index>(problem.model.outputs().size())),
        status(static_cast<std::size_t>(rows)) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
};

// Lends workspaces to tasks: as many come to exist as tasks run at once.
class WorkspacePool {
 public:
  std::unique_ptr<Workspace> take(const Problem& problem, Index rows, Index design_columns) {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto workspace = std::move(free_.back());
        free_.pop_back();
        return workspace;
      }
    }
    return std::make_unique<Workspace>(problem, rows, design_columns);
  }
  void give_back(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(workspace));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

// Keeps the failures of the lowest rows, whatever the order in which blocks finish.
class FailureLog {
 public:
  void add(Index row, RowStatus status, const std::string& message) {
    const std::lock_guard lock(mutex_);
    const bool full = static_cast<Index>(failures_.size()) >= Evaluations::max_failures;
    if (full && row > failures_.rbegin()->first) {
      return;
    }
    failures_.emplace(row, Failure{row, status, message});
    if (full) {
      failures_.erase(std::prev(failures_.end()));
    }
  }
  std::vector<Failure> in_row_order() {
    std::vector<Failure> result;
    for (auto& [row, failure] : failures_) {
      result.push_back(std::move(failure));
    }
    return result;
  }

 private:
  std::mutex mutex_;
  std::map<Index, Failure> failures_;
};

// Evaluates the batches of one design into `result`.
class Evaluator {
 public:
  Evaluator(const Problem& problem, Index n, Index blocks, const EvaluateOptions& options)
      : problem_(problem), n_(n), stop_at_first_(options.stop_at_first_failure) {
    result_.y.resize(problem.outputs.size());
    for (Matrix& y : result_.y) {
      y.resize(n, blocks);
    }
    result_.status.resize(static_cast<std::size_t>(n * blocks));
  }

  // Evaluates rows [0, count) of work.x as rows first … of column `block` of the outputs.
  void evaluate(Workspace& work, Index first, Index count, Index block) {
    const auto status = std::span(work.status).first(static_cast<std::size_t>(count));
    std::fill(status.begin(), status.end(), RowStatus::ok);
    work.messages.clear();
    BatchResult out{work.y.topRows(count), status, work.message};
    problem_.model.evaluate(work.x.topRows(count), out);
    for (std::size_t q = 0; q < problem_.outputs.size(); ++q) {
      result_.y[q].col(block).segment(first, count) = work.y.col(problem_.outputs[q]).head(count);
    }
    const Index first_row = block * n_ + first;
    for (Index k = 0; k < count; ++k) {
      if (status[static_cast<std::size_t>(k)] != RowStatus::ok) {
        fail(work, k, first_row + k);
      }
    }
  }

  Evaluations result() {
    result_.failures = failures_.in_row_order();
    Index failed = 0;
    for (std::size_t s = 1; s < result_.counts.size(); ++s) {
      result_.counts[s] = counts_[s];
      failed += result_.counts[s];
    }
    result_.counts[0] = static_cast<Index>(result_.status.size()) - failed;
    return std::move(result_);
  }

 private:
  void fail(const Workspace& work, Index k, Index row) {
    const RowStatus status = work.status[static_cast<std::size_t>(k)];
    std::string message;
    if (status == RowStatus::nonfinite) {
      const auto broken = std::find_if(problem_.outputs.begin(),
                                       problem_.outputs.end(),
                                       [&](Index output) { return std::isnan(work.y(k, output)); });
      if (broken == problem_.outputs.end()) {
        return;  // only an output nobody asked for
      }
      const auto& name = problem_.model.outputs()[static_cast<std::size_t>(*broken)].name;
      message = "output '" + name + "' is not finite";
    }
    for (const auto& [explained, text] : work.messages) {
      if (explained == k && !text.empty()) {
        message = text;
      }
    }
    result_.status[static_cast<std::size_t>(row)] = status;
    ++counts_[static_cast<std::size_t>(status)];
    failures_.add(row, status, message);
    if (stop_at_first_) {
      throw EvaluationFailed("evaluation " + std::to_string(row) + " gave no value (" +
                             std::string(row_status_names[static_cast<std::size_t>(status)]) + ")" +
                             (message.empty() ? "" : ": " + message));
    }
  }

  const Problem& problem_;
  Index n_;
  bool stop_at_first_;
  Evaluations result_;
  std::array<std::atomic<Index>, row_status_names.size()> counts_{};
  FailureLog failures_;
};

// Calls task(workspace, first, count) for blocks of rows that cover [0, n), in parallel.
template <class Task>
void for_each_block(const Problem& problem,
                    Index n,
                    Index design_columns,
                    Index evaluations_per_row,
                    const EvaluateOptions& options,
                    const Task& task) {
  // Small designs are cut finer than asked, so that every thread has work: a row may cost seconds.
  const Index fair = n / (4 * static_cast<Index>(threads())) + 1;
  const Index block = std::min(options.block, fair);
  WorkspacePool pool;
  std::atomic<Index> done{0};
  parallel_for((n + block - 1) / block, [&](Index i) {
    const Index first = i * block;
    const Index count = std::min(block, n - first);
    auto work = pool.take(problem, block, design_columns);
    task(*work, first, count);
    pool.give_back(std::move(work));
    const Index evaluated = done += count * evaluations_per_row;
    if (options.progress) {
      options.progress(evaluated);
    }
  });
}

std::span<double> column(Matrix& matrix, Index j, Index count) {
  return {matrix.col(j).data(), static_cast<std::size_t>(count)};
}

}  // namespace

Evaluations evaluate(const Problem& problem,
                     const IndependentDesign& design,
                     const EvaluateOptions& options) {
  check(problem, design.points.dims, options);
  expects(design.dependent == is_dependent(problem),
          design.dependent
              ? "the design follows a copula or constraints, the problem has neither"
              : "the inputs are correlated or constrained, the design takes them as independent");
  Evaluator evaluator(problem, design.points.count, 1, options);
  const UnitPoints& points = design.points;
  for_each_block(problem,
                 points.count,
                 points.dims,
                 1,
                 options,
                 [&](Workspace& work, Index first, Index count) {
                   points.block(first, work.u.topRows(count));
                   for (Index i = 0; i < problem.dims(); ++i) {
                     const UncertainInput& input = problem.inputs[static_cast<std::size_t>(i)];
                     quantiles(
                         input.law, column(work.u, i, count), column(work.x, input.column, count));
                   }
                   evaluator.evaluate(work, first, count, 0);
                 });
  return evaluator.result();
}

Evaluations evaluate(const Problem& problem,
                     const SaltelliDesign& design,
                     const EvaluateOptions& options) {
  const Index d = problem.dims();
  const Index bases = design.third_base ? 3 : 2;
  expects(design.points.dims == bases * d,
          "the problem has " + std::to_string(d) + " inputs, the base of the design " +
              std::to_string(design.points.dims) + " columns: required are " +
              (bases == 2 ? "two" : "three") + " per input");
  check(problem, design.dims(), options);
  expects(problem.constraints.empty() && design.dependent == (problem.correlation.size() > 0),
          "the inputs are correlated or constrained: a Saltelli design exchanges single inputs "
          "between rows, and Sobol' indices need independent inputs");
  Evaluator evaluator(problem, design.n(), design.blocks(), options);
  for_each_block(problem,
                 design.n(),
                 bases * d,
                 design.blocks(),
                 options,
                 [&](Workspace& work, Index first, Index count) {
                   design.points.block(first, work.u.topRows(count));
                   // x holds A and u's other columns B and C, in physical units; swapping columns
                   // makes B and each exchanged block.
                   for (Index i = 0; i < d; ++i) {
                     const UncertainInput& input = problem.inputs[static_cast<std::size_t>(i)];
                     quantiles(
                         input.law, column(work.u, i, count), column(work.x, input.column, count));
                     for (Index base = 1; base < bases; ++base) {
                       const auto other = column(work.u, base * d + i, count);
                       quantiles(input.law, other, other);
                     }
                   }
                   const auto swap = [&](Index i, Index base) {
                     const Index target = problem.inputs[static_cast<std::size_t>(i)].column;
                     work.x.col(target).head(count).swap(work.u.col(base * d + i).head(count));
                   };
                   const auto swap_all = [&] {
                     for (Index i = 0; i < d; ++i) {
                       swap(i, 1);
                     }
                   };
                   const auto exchanged = [&](Index factor, Index base, Index block) {
                     const std::vector<Index> members = design.members(factor);
                     for (int times = 0; times < 2; ++times) {
                       for (const Index i : members) {
                         swap(i, base);
                       }
                       if (times == 0) {
                         evaluator.evaluate(work, first, count, block);
                       }
                     }
                   };
                   evaluator.evaluate(work, first, count, 0);
                   for (Index f = 0; f < design.factors(); ++f) {
                     exchanged(f, 1, design.ab(f));
                   }
                   swap_all();  // x holds B, u's second part A
                   evaluator.evaluate(work, first, count, 1);
                   for (Index f = 0; f < design.factors(); ++f) {
                     if (design.second_order) {
                       exchanged(f, 1, design.ba(f));
                     }
                     if (design.third_base) {
                       exchanged(f, 2, design.bc(f));
                     }
                   }
                   swap_all();
                 });
  return evaluator.result();
}

Evaluations evaluate(const Problem& problem,
                     const PhysicalPoints& points,
                     const EvaluateOptions& options) {
  check(problem, points.dims, options);
  expects(points.count >= 0 && points.blocks >= 1,
          std::to_string(points.count) + " units of " + std::to_string(points.blocks) +
              " evaluations, required is at least one evaluation each",
          "evaluate");
  Evaluator evaluator(problem, points.count, points.blocks, options);
  for_each_block(problem,
                 points.count,
                 points.dims,
                 points.blocks,
                 options,
                 [&](Workspace& work, Index first, Index count) {
                   for (Index block = 0; block < points.blocks; ++block) {
                     points.fill(first, block, work.u.topRows(count));
                     for (Index i = 0; i < points.dims; ++i) {
                       const Index column = problem.inputs[static_cast<std::size_t>(i)].column;
                       work.x.col(column).head(count) = work.u.col(i).head(count);
                     }
                     evaluator.evaluate(work, first, count, block);
                   }
                 });
  return evaluator.result();
}

}  // namespace uq
