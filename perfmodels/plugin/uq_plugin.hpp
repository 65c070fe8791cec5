#pragma once

// Performance models in shared libraries, in C++20. Needs this file, uq_plugin.h and the standard
// library. A model says what it takes and gives and computes a row; exceptions, strides, statuses
// and memory are dealt with here:
//
//   uqpm::Model transfer(std::string_view) {
//     uqpm::Model model;
//     model.inputs = {{.name = "size", .unit = "B", .lower = 0, .nominal = 1e6},
//                     {.name = "rate", .unit = "B/s", .lower = 1, .nominal = 1e9}};
//     model.outputs = {{.name = "time", .unit = "s", .sense = uqpm::Sense::less}};
//     model.rows([](uqpm::Row row) { row.y(0) = row.x(0) / row.x(1); });
//     return model;
//   }
//   UQ_PLUGIN({.id = "transfer", .version = "1.0", .create = transfer})
//
// No variable of this header is shared between libraries: gcc makes inline variables and statics of
// inline functions unique in the process, RTLD_LOCAL or not, so two plugins would share them.

#include "uq_plugin.h"
#include <algorithm>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace uqpm {
inline namespace v1 {

enum class Kind : std::uint32_t {
  real = UQPM_REAL,
  integer = UQPM_INTEGER,
  categorical = UQPM_CATEGORICAL,
  boolean = UQPM_BOOL
};
enum class Role : std::uint32_t {
  metric = UQPM_ROLE_METRIC,
  regime = UQPM_ROLE_REGIME,
  stage = UQPM_ROLE_STAGE,
  constraint = UQPM_ROLE_CONSTRAINT,
  cost = UQPM_ROLE_COST,
  diagnostic = UQPM_ROLE_DIAGNOSTIC
};
enum class Sense : std::int32_t { less = -1, neither = 0, more = 1 };  ///< what is better
enum class Fidelity : std::uint32_t {
  analytical = UQPM_ANALYTICAL,
  trace_replay = UQPM_TRACE_REPLAY,
  event_driven = UQPM_EVENT_DRIVEN,
  cycle_approximate = UQPM_CYCLE_APPROXIMATE,
  measured = UQPM_MEASURED,
  surrogate = UQPM_SURROGATE
};
/// Which calls may overlap. `one_call`: none within the library, safe for code with global state;
/// `instances`: those on different results of `create`; `any`: all, for code without state.
enum class Threads : std::uint32_t {
  one_call = 0,
  instances = UQPM_INSTANCES_CONCURRENT,
  any = UQPM_INSTANCE_CONCURRENT | UQPM_INSTANCES_CONCURRENT
};

/// One input. Values are within the bounds and never NaN when a row arrives; categorical ones are
/// indices into `categories`, boolean ones 0 or 1.
struct Input {
  std::string name{};
  std::string unit = "1";
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double nominal = std::numeric_limits<double>::quiet_NaN();  ///< NaN: none
  Kind kind = Kind::real;
  std::vector<std::string> categories{};  ///< not empty: the input is categorical
  std::string label{};
  std::string doc{};
  bool lower_open = false;  ///< `lower` itself is not allowed
  bool log_scale = false;   ///< sweeps are better logarithmic
};

/// One output.
struct Output {
  std::string name{};
  std::string unit = "1";
  Role role = Role::metric;
  std::vector<std::string> categories{};  ///< not empty: the output is an index into them
  std::int32_t parent = -1;               ///< stages: index of the output they sum to
  Sense sense = Sense::neither;
  std::string label{};
  std::string doc{};
};

/// Thrown by a row that cannot exist (does not fit in memory): status infeasible, not failed.
struct Infeasible : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Every other n-th value of a batch: one input or output of all its rows.
template <class T>
class Column {
 public:
  Column(T* first, std::size_t step) : first_(first), step_(step) {}
  T& operator[](std::size_t row) const { return first_[row * step_]; }
  bool contiguous() const { return step_ == 1; }
  T* data() const { return first_; }

 private:
  T* first_;
  std::size_t step_;
};

/// The rows of one call. Rows are ok unless said otherwise.
class Batch {
 public:
  explicit Batch(const uqpm_batch& c) : c_(c) {}
  std::size_t size() const { return c_.n; }
  Column<const double> x(std::size_t input) const { return {c_.x + input * c_.x_col, c_.x_row}; }
  Column<double> y(std::size_t output) const { return {c_.y + output * c_.y_col, c_.y_row}; }
  std::uint64_t seed(std::size_t row) const { return c_.seeds != nullptr ? c_.seeds[row] : 0; }
  std::uint32_t max_threads() const { return c_.max_threads; }
  bool cancelled() const { return c_.cancelled(c_.host) != 0; }

  void infeasible(std::size_t row, const std::string& why) const {
    mark(row, UQPM_PT_INFEASIBLE, why);
  }
  void fail(std::size_t row, const std::string& why) const { mark(row, UQPM_PT_FAILED, why); }
  void skip(std::size_t row) const { c_.status[row] = UQPM_PT_SKIPPED; }
  void warn(std::size_t row, const std::string& text) const {
    c_.message(c_.host, UQPM_WARNING, static_cast<std::int64_t>(row), text.c_str());
  }
  const uqpm_batch& c() const { return c_; }

 private:
  void mark(std::size_t row, uqpm_point_status status, const std::string& why) const {
    c_.status[row] = status;
    c_.message(c_.host, UQPM_ERROR, static_cast<std::int64_t>(row), why.c_str());
  }
  const uqpm_batch& c_;
};

/// One row: x(j) is read, y(k) is written. Throw to fail it, `Infeasible` when it cannot exist.
class Row {
 public:
  Row(const Batch& batch, std::size_t index, const double* x, double* y)
      : batch_(batch),
        index_(index),
        x_(x),
        y_(y),
        x_col_(batch.c().x_col),
        y_col_(batch.c().y_col) {}
  double x(std::size_t input) const { return x_[input * x_col_]; }
  std::size_t category(std::size_t input) const { return static_cast<std::size_t>(x(input)); }
  double& y(std::size_t output) const { return y_[output * y_col_]; }
  std::uint64_t seed() const { return batch_.seed(index_); }
  bool cancelled() const { return batch_.cancelled(); }
  void warn(const std::string& text) const { batch_.warn(index_, text); }

 private:
  const Batch& batch_;
  std::size_t index_;
  const double* x_;
  double* y_;
  std::size_t x_col_, y_col_;
};

/// What `create` returns for a configuration. It throws to refuse one; the text reaches the user.
struct Model {
  std::vector<Input> inputs{};
  std::vector<Output> outputs{};
  double cost_hint = 0;               ///< seconds a row, 0: unknown
  std::uint64_t preferred_batch = 0;  ///< most rows a call, 0: any number
  std::function<void(const Batch&)> evaluate{};

  /// Computes row by row: compute(Row). The loop is compiled together with `compute`, twice: for
  /// contiguous columns, where gcc vectorises what it can, and for any strides.
  template <class Compute>
  void rows(Compute compute) {
    const double cost = cost_hint;
    evaluate = [compute = std::move(compute), cost](const Batch& batch) {
      // Slow models look at every row whether to stop, fast ones now and then.
      const std::size_t step = cost > 1e-5 ? 1 : 256;
      for (std::size_t first = 0; first < batch.size(); first += step) {
        const std::size_t end = std::min(batch.size(), first + step);
        if (batch.cancelled()) {
          for (std::size_t i = first; i < batch.size(); ++i) {
            batch.skip(i);
          }
          return;
        }
        if (batch.c().x_row == 1 && batch.c().y_row == 1) {
          run(compute, batch, first, end, 1, 1);
        } else {
          run(compute, batch, first, end, batch.c().x_row, batch.c().y_row);
        }
      }
    };
  }

  /// Computes whole batches: compute(const Batch&). What it throws fails the batch; the host then
  /// repeats it row by row.
  template <class Compute>
  void batches(Compute compute) {
    evaluate = std::move(compute);
  }

 private:
  template <class Compute>
  [[gnu::always_inline]] static inline void run(const Compute& compute,
                                                const Batch& batch,
                                                std::size_t first,
                                                std::size_t end,
                                                std::size_t x_row,
                                                std::size_t y_row) {
    const double* x = batch.c().x;
    double* y = batch.c().y;
    for (std::size_t i = first; i < end; ++i) {
      try {
        compute(Row(batch, i, x + i * x_row, y + i * y_row));
      } catch (const Infeasible& error) {
        batch.infeasible(i, error.what());
      } catch (const std::exception& error) {
        batch.fail(i, error.what());
      } catch (...) {
        batch.fail(i, "the model threw something that is not a std::exception");
      }
    }
  }
};

/// One model a library offers.
struct ModelInfo {
  std::string id{};
  std::string version{};
  std::string vendor{};
  std::string doc{};
  std::string config_schema{};  ///< JSON Schema as text
  Fidelity fidelity = Fidelity::analytical;
  Threads threads = Threads::one_call;
  bool stochastic = false;        ///< draws from seed()
  bool internal_threads = false;  ///< makes at most max_threads() threads of its own
  bool prefers_rows = false;      ///< wants each row contiguous rather than each column
  /// The configuration is JSON text of an object; read it with the JSON library of your choice.
  std::function<Model(std::string_view config)> create{};
};

namespace detail {

inline const char* text(const std::string& s) {
  return s.empty() ? nullptr : s.c_str();
}

inline std::uint32_t flag(bool on, unsigned bit) {
  return on ? bit : 0u;
}

inline std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> result;
  for (const std::string& s : texts) {
    result.push_back(s.c_str());
  }
  return result;
}

// An instance as C sees it, with all that its pointers point to. Never moved.
class Instance {
 public:
  explicit Instance(Model model) : model_(std::move(model)) {
    for (const Input& input : model_.inputs) {
      categories_.push_back(pointers(input.categories));
      inputs_.push_back(c_input(input, categories_.back()));
    }
    for (const Output& output : model_.outputs) {
      categories_.push_back(pointers(output.categories));
      outputs_.push_back(c_output(output, categories_.back()));
    }
    c_.struct_size = sizeof(uqpm_model);
    c_.n_inputs = static_cast<std::uint32_t>(inputs_.size());
    c_.n_outputs = static_cast<std::uint32_t>(outputs_.size());
    c_.self = this;
    c_.inputs = inputs_.data();
    c_.outputs = outputs_.data();
    c_.cost_hint_s = model_.cost_hint;
    c_.preferred_batch = model_.preferred_batch;
    c_.evaluate = evaluate;
    c_.destroy = [](uqpm_model* c) { delete static_cast<Instance*>(c->self); };
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  uqpm_model* c() { return &c_; }

 private:
  static uqpm_input c_input(const Input& input, const std::vector<const char*>& categories) {
    uqpm_input c{};
    c.struct_size = sizeof c;
    c.kind = static_cast<std::uint32_t>(categories.empty() ? input.kind : Kind::categorical);
    c.name = input.name.c_str();
    c.label = text(input.label);
    c.unit = input.unit.c_str();
    c.doc = text(input.doc);
    c.lower = input.lower;
    c.upper = input.upper;
    c.nominal = input.nominal;
    c.categories = categories.empty() ? nullptr : categories.data();
    c.n_categories = static_cast<std::uint32_t>(categories.size());
    c.flags = flag(input.lower_open, UQPM_LOWER_OPEN) | flag(input.log_scale, UQPM_LOG_SCALE);
    return c;
  }
  static uqpm_output c_output(const Output& output, const std::vector<const char*>& categories) {
    uqpm_output c{};
    c.struct_size = sizeof c;
    c.kind = categories.empty() ? UQPM_REAL : UQPM_CATEGORICAL;
    c.name = output.name.c_str();
    c.label = text(output.label);
    c.unit = output.unit.c_str();
    c.doc = text(output.doc);
    c.categories = categories.empty() ? nullptr : categories.data();
    c.n_categories = static_cast<std::uint32_t>(categories.size());
    c.role = static_cast<std::uint32_t>(output.role);
    c.parent = output.parent;
    c.sense = static_cast<std::int32_t>(output.sense);
    return c;
  }
  static uqpm_status evaluate(uqpm_model* c, const uqpm_batch* batch) noexcept {
    const auto complain = [batch](const char* what) {
      batch->message(batch->host, UQPM_ERROR, -1, what);
      return UQPM_E_INTERNAL;
    };
    try {
      std::memset(batch->status, UQPM_PT_OK, batch->n);
      static_cast<const Instance*>(c->self)->model_.evaluate(Batch(*batch));
      return UQPM_OK;
    } catch (const std::exception& error) {
      return complain(error.what());
    } catch (...) {
      return complain("the model threw something that is not a std::exception");
    }
  }

  Model model_;
  std::vector<std::vector<const char*>> categories_;
  std::vector<uqpm_input> inputs_;
  std::vector<uqpm_output> outputs_;
  uqpm_model c_{};
};

// What UQ_PLUGIN lists, with the descriptors C sees.
class Library {
 public:
  explicit Library(std::vector<ModelInfo> models) : models_(std::move(models)) {
    for (const ModelInfo& model : models_) {
      uqpm_descriptor c{};
      c.struct_size = sizeof c;
      c.fidelity = static_cast<std::uint32_t>(model.fidelity);
      c.id = model.id.c_str();
      c.version = model.version.c_str();
      c.vendor = text(model.vendor);
      c.doc = text(model.doc);
      c.config_schema_json = text(model.config_schema);
      c.flags = static_cast<std::uint32_t>(model.threads) |
                flag(!model.stochastic, UQPM_DETERMINISTIC) |
                flag(model.stochastic, UQPM_DETERMINISTIC | UQPM_STOCHASTIC) |
                flag(model.internal_threads, UQPM_INTERNAL_THREADS) |
                flag(model.prefers_rows, UQPM_PREFERS_ROWS);
      descriptors_.push_back(c);
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(models_.size()); }
  const uqpm_descriptor* descriptor(std::uint32_t i) const {
    return i < descriptors_.size() ? &descriptors_[i] : nullptr;
  }

  uqpm_status create(
      std::uint32_t i, const char* config, uqpm_model** out, char* err, size_t cap) const {
    const auto refuse = [err, cap](uqpm_status status, const char* why) {
      if (cap > 0) {
        const std::size_t length = std::min(std::strlen(why), cap - 1);
        std::memcpy(err, why, length);
        err[length] = '\0';
      }
      return status;
    };
    try {
      Model model = models_.at(i).create(config);
      if (!model.evaluate) {
        return refuse(UQPM_E_INTERNAL, "the model has neither rows(...) nor batches(...)");
      }
      *out = std::make_unique<Instance>(std::move(model)).release()->c();
      return UQPM_OK;
    } catch (const std::exception& error) {
      return refuse(UQPM_E_CONFIG, error.what());
    } catch (...) {
      return refuse(UQPM_E_INTERNAL, "create threw something that is not a std::exception");
    }
  }

 private:
  std::vector<ModelInfo> models_;
  std::vector<uqpm_descriptor> descriptors_;
};

}  // namespace detail
}  // namespace v1
}  // namespace uqpm

/// Makes the library offer models, one uqpm::ModelInfo each: UQ_PLUGIN({.id = …}, {.id = …}). Once
/// in a library, at namespace scope.
#define UQ_PLUGIN(...)                                                                     \
  namespace {                                                                              \
  const uqpm::detail::Library& uqpm_models() {                                             \
    static const uqpm::detail::Library library(std::vector<uqpm::ModelInfo>{__VA_ARGS__}); \
    return library;                                                                        \
  }                                                                                        \
  }                                                                                        \
  extern "C" const uqpm_library* uqpm_entry(uint32_t host_major, uint32_t) {               \
    static const uqpm_library library{                                                     \
        sizeof(uqpm_library),                                                              \
        UQPM_ABI_MAJOR,                                                                    \
        UQPM_ABI_MINOR,                                                                    \
        uqpm_models().size(),                                                              \
        [](uint32_t i) { return uqpm_models().descriptor(i); },                            \
        [](uint32_t i, const char* config, uqpm_model** out, char* err, size_t cap) {      \
          return uqpm_models().create(i, config, out, err, cap);                           \
        }};                                                                                \
    return host_major == UQPM_ABI_MAJOR ? &library : nullptr;                              \
  }
