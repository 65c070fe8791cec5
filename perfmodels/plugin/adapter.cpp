#include "perfmodels/config_detail.hpp"
#include "perfmodels/plugin/adapter_detail.hpp"
#include "perfmodels/plugin/bounds_detail.hpp"
#include "perfmodels/plugin/call_detail.hpp"
#include "perfmodels/plugin/fp_environment_detail.hpp"
#include "perfmodels/plugin/instance_detail.hpp"
#include "perfmodels/plugin/text_detail.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <optional>
#include <utility>

namespace uq::perfmodels::plugin {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Returns what it borrowed even when the plugin throws.
class Lease {
 public:
  explicit Lease(InstancePool& pool) : pool_(pool), instance_(pool.take()) {}
  ~Lease() { pool_.give_back(std::move(instance_)); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  const Instance& operator*() const { return *instance_; }

 private:
  InstancePool& pool_;
  std::unique_ptr<Instance> instance_;
};

// Row-major copies of a batch, for plugins that want rows; reused from call to call.
struct RowBuffers {
  std::vector<double> x, y;
};

class RowBufferPool {
 public:
  std::unique_ptr<RowBuffers> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) {
      return std::make_unique<RowBuffers>();
    }
    auto buffers = std::move(idle_.back());
    idle_.pop_back();
    return buffers;
  }
  void give_back(std::unique_ptr<RowBuffers> buffers) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(buffers));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<RowBuffers>> idle_;
};

void fill_nan(double* y, Index rows, Index columns, Index stride) {
  for (Index k = 0; k < columns; ++k) {
    std::fill_n(y + k * stride, rows, not_a_number);
  }
}

uqpm_status called(const Instance& instance, const uqpm_batch& batch) {
  const FpEnvironment restored;
  try {
    const uqpm_status status = instance.evaluate(batch);
    if (batch.n > 1 && FpEnvironment::changed()) {
      // From which row on, nobody knows: alone, each begins with the default.
      throw ModelError("the plugin left the floating-point environment changed");
    }
    return status;
  } catch (const ModelError&) {
    throw;
  } catch (const std::exception& error) {
    throw ModelError("the plugin threw an exception: " + cleaned(error.what()));
  } catch (...) {
    throw ModelError("the plugin threw something that is not a std::exception");
  }
}

}  // namespace

struct Adapter::State {
  State(Library& library_, std::uint32_t index, const std::string& config, const PluginOptions& o)
      : library(library_), info(library_.info.models[index]), options(o) {
    auto first = std::make_unique<Instance>(library, index, config);
    description = first->description();
    bounds.emplace(description.inputs);
    concurrent_calls = !library.one_call && (info.flags & UQPM_INSTANCE_CONCURRENT) != 0;
    if (library.one_call || concurrent_calls) {
      only = std::move(first);
    } else {
      pool = std::make_unique<InstancePool>(library, index, config, std::move(first));
    }
    rows = (info.flags & UQPM_PREFERS_ROWS) != 0;
    for (std::size_t k = 0; k < description.outputs.size(); ++k) {
      if (description.outputs[k].kind == OutputKind::categorical) {
        categorical.push_back(static_cast<Index>(k));
      }
    }
  }

  uqpm_status call(const uqpm_batch& batch) const;
  void columns(const MatrixRef& x, Index first, Index count, BatchResult& out) const;
  void by_rows(const MatrixRef& x, Index first, Index count, BatchResult& out) const;
  void some(const MatrixRef& x, Index first, Index count, BatchResult& out) const;
  void run(const MatrixRef& x, Index first, Index count, BatchResult& out) const;
  void finish(const Call&, uqpm_status, Index first, Index count, BatchResult& out) const;
  void check_categories(Index first, Index count, BatchResult& out) const;
  uqpm_batch batch_of(Index count, BatchResult& out, Index first, Call& call) const;

  Library& library;
  PluginModelInfo info;
  PluginOptions options;
  Description description;
  std::optional<Bounds> bounds;
  std::vector<Index> categorical;
  bool concurrent_calls = false;  // one instance serves all threads at once
  bool rows = false;
  std::unique_ptr<Instance> only;
  std::unique_ptr<InstancePool> pool;
  std::unique_ptr<RowBufferPool> buffers = std::make_unique<RowBufferPool>();
};

uqpm_status Adapter::State::call(const uqpm_batch& batch) const {
  if (concurrent_calls) {
    return called(*only, batch);
  }
  if (library.one_call) {
    const std::lock_guard lock(library.mutex);
    return called(*only, batch);
  }
  const Lease instance(*pool);
  return called(*instance, batch);
}

uqpm_batch Adapter::State::batch_of(Index count, BatchResult& out, Index first, Call& call) const {
  uqpm_batch batch{};
  batch.struct_size = sizeof batch;
  batch.max_threads = 1;  // the engine's own threads are busy with other blocks
  batch.n = static_cast<std::size_t>(count);
  batch.n_in = description.inputs.size();
  batch.n_out = description.outputs.size();
  // RowStatus is a byte whose zero is ok, as UQPM_PT_OK is: the plugin writes in place.
  static_assert(sizeof(RowStatus) == 1 && static_cast<int>(RowStatus::ok) == UQPM_PT_OK);
  batch.status = reinterpret_cast<uqpm_point_status*>(out.status.data() + first);
  std::memset(batch.status, UQPM_PT_UNSET, batch.n);
  call.attach(batch);
  return batch;
}

void Adapter::State::finish(
    const Call& call, uqpm_status result, Index first, Index count, BatchResult& out) const {
  const auto status =
      out.status.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  if (!call.all_well(result, status)) {
    call.translate(result, status, [&](Index row, const std::string& text) {
      if (out.message) {
        out.message(first + row, text);
      }
    });
  }
  if (!categorical.empty()) {
    check_categories(first, count, out);
  }
}

void Adapter::State::check_categories(Index first, Index count, BatchResult& out) const {
  for (const Index k : categorical) {
    const OutputVariable& output = description.outputs[static_cast<std::size_t>(k)];
    const auto size = static_cast<Index>(output.categories.size());
    const double* values = out.y.data() + k * out.y.outerStride() + first;
    if (are_indices(values, count, size)) {
      continue;
    }
    for (Index i = 0; i < count; ++i) {
      RowStatus& status = out.status[static_cast<std::size_t>(first + i)];
      if (status == RowStatus::ok && std::isfinite(values[i]) &&
          !are_indices(values + i, 1, size)) {
        status = RowStatus::exception;
        if (out.message) {
          out.message(first + i,
                      "output `" + output.name + "` is " + number_text(values[i]) +
                          ", no index of its " + std::to_string(size) + " categories");
        }
      }
    }
  }
}

void Adapter::State::columns(const MatrixRef& x, Index first, Index count, BatchResult& out) const {
  Call context(count, options.cancelled);
  uqpm_batch batch = batch_of(count, out, first, context);
  batch.x = x.data() + first;
  batch.x_row = 1;
  batch.x_col = static_cast<std::size_t>(x.outerStride());
  batch.y = out.y.data() + first;
  batch.y_row = 1;
  batch.y_col = static_cast<std::size_t>(out.y.outerStride());
  fill_nan(batch.y, count, out.y.cols(), out.y.outerStride());
  const uqpm_status result = call(batch);
  finish(context, result, first, count, out);
}

void Adapter::State::by_rows(const MatrixRef& x, Index first, Index count, BatchResult& out) const {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  struct Return {
    RowBufferPool& pool;
    std::unique_ptr<RowBuffers> buffers;
    ~Return() { pool.give_back(std::move(buffers)); }
  } borrowed{*buffers, buffers->take()};
  RowBuffers& space = *borrowed.buffers;
  space.x.resize(static_cast<std::size_t>(count * x.cols()));
  space.y.assign(static_cast<std::size_t>(count * out.y.cols()), not_a_number);
  Eigen::Map<RowMajor>(space.x.data(), count, x.cols()) = x.middleRows(first, count);
  Call context(count, options.cancelled);
  uqpm_batch batch = batch_of(count, out, first, context);
  batch.x = space.x.data();
  batch.x_row = static_cast<std::size_t>(x.cols());
  batch.x_col = 1;
  batch.y = space.y.data();
  batch.y_row = static_cast<std::size_t>(out.y.cols());
  batch.y_col = 1;
  const uqpm_status result = call(batch);
  out.y.middleRows(first, count) = Eigen::Map<const RowMajor>(space.y.data(), count, out.y.cols());
  finish(context, result, first, count, out);
}

// Rows that may all be passed, in calls of the size the model likes.
void Adapter::State::some(const MatrixRef& x, Index first, Index count, BatchResult& out) const {
  const Index most = description.preferred_batch > 0 ? description.preferred_batch : count;
  for (Index done = 0; done < count; done += most) {
    const Index n = std::min(most, count - done);
    if (rows) {
      by_rows(x, first + done, n, out);
    } else {
      columns(x, first + done, n, out);
    }
  }
}

// Passes what lies between rows outside the bounds, which the plugin never sees.
void Adapter::State::run(const MatrixRef& x, Index first, Index count, BatchResult& out) const {
  if (bounds->all_hold(x)) {
    some(x, first, count, out);
    return;
  }
  Index begin = first;
  const auto pass_until = [&](Index end) {
    if (end > begin) {
      some(x, begin, end - begin, out);
    }
    begin = end + 1;
  };
  for (Index row = first; row < first + count; ++row) {
    const std::string violation = bounds->violation(x, row);
    if (!violation.empty()) {
      pass_until(row);
      out.status[static_cast<std::size_t>(row)] = RowStatus::exception;
      if (out.message) {
        out.message(row, violation);
      }
    }
  }
  pass_until(first + count);
}

Adapter::Adapter(Library& library,
                 std::uint32_t index,
                 const std::string& config,
                 const PluginOptions& options)
    : state_(std::make_shared<const State>(library, index, config, options)) {}

const std::vector<InputVariable>& Adapter::inputs() const {
  return state_->description.inputs;
}
const std::vector<OutputVariable>& Adapter::outputs() const {
  return state_->description.outputs;
}

std::string Adapter::id() const {
  return state_->info.id;
}

PluginTraits Adapter::traits() const {
  const Description& description = state_->description;
  return {state_->info, description.cost_hint, description.preferred_batch, description.senses};
}

void Adapter::evaluate(const MatrixRef& x, BatchResult& out) const {
  if (x.rows() > 0) {
    state_->run(x, 0, x.rows(), out);
  }
}

}  // namespace uq::perfmodels::plugin
