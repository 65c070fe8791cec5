#include "perfmodels/plugin/fp_environment_detail.hpp"
#include "perfmodels/plugin/probe_detail.hpp"
#include "perfmodels/plugin/text_detail.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <mutex>

namespace uq::perfmodels::plugin {
namespace {

constexpr std::size_t guard = 16;  // values before and behind each array
// NaNs no computation makes, so that a write is seen; distinct from the NaN outputs begin with.
const double untouched = std::bit_cast<double>(std::uint64_t{0x7FF8DEADBEEF0001});
const double not_yet = std::bit_cast<double>(std::uint64_t{0x7FF8DEADBEEF0002});
constexpr std::uint8_t untouched_byte = 0xA5;

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// A table of doubles inside guard values.
class Grid {
 public:
  Grid(Index rows, Index columns, const Layout& layout) : rows_(rows), columns_(columns) {
    const auto n = static_cast<std::size_t>(rows);
    const auto m = static_cast<std::size_t>(columns);
    const std::size_t line = (layout.by_rows ? m : n) * layout.step + layout.padding;
    row = layout.by_rows ? line : layout.step;
    column = layout.by_rows ? layout.step : line;
    values_.assign(2 * guard + (layout.by_rows ? n : m) * line, untouched);
  }
  double* data() { return values_.data() + guard; }
  double& at(Index i, Index j) {
    return data()[static_cast<std::size_t>(i) * row + static_cast<std::size_t>(j) * column];
  }
  // Whether all values outside of the table are as they were.
  bool intact() {
    std::vector<bool> inside(values_.size(), false);
    for (Index i = 0; i < rows_; ++i) {
      for (Index j = 0; j < columns_; ++j) {
        inside[static_cast<std::size_t>(&at(i, j) - values_.data())] = true;
      }
    }
    for (std::size_t k = 0; k < values_.size(); ++k) {
      if (!inside[k] && !same_bits(values_[k], untouched)) {
        return false;
      }
    }
    return true;
  }
  std::size_t row = 0, column = 0;

 private:
  Index rows_, columns_;
  std::vector<double> values_;
};

// The host's side of the call.
struct Host {
  Outcome* outcome;
  Index rows;
  int cancel_after;  // questions answered with no; -1: all
  std::mutex mutex;
};

std::int32_t answer(void* pointer) {
  auto& host = *static_cast<Host*>(pointer);
  const std::lock_guard lock(host.mutex);
  const int asked = host.outcome->cancel_questions++;
  return host.cancel_after >= 0 && asked >= host.cancel_after ? 1 : 0;
}

void note(void* pointer, std::int32_t, std::int64_t row, const char* text) {
  auto& host = *static_cast<Host*>(pointer);
  const std::lock_guard lock(host.mutex);
  if (row < -1 || row >= host.rows) {
    host.outcome->faults.push_back("message() for row " + std::to_string(row) + " of a batch of " +
                                   std::to_string(host.rows));
  } else if (text == nullptr) {
    host.outcome->faults.emplace_back("message() without a text");
  } else {
    host.outcome->messages[row] = cleaned(text);
  }
}

void call(const Instance& instance, const uqpm_batch& batch, Outcome& outcome) {
  const FpEnvironment restored;
  try {
    outcome.result = instance.evaluate(batch);
  } catch (const std::exception& error) {
    outcome.faults.push_back("evaluate threw an exception: " + cleaned(error.what()));
  } catch (...) {
    outcome.faults.emplace_back("evaluate threw something that is not a std::exception");
  }
  if (FpEnvironment::changed()) {
    outcome.faults.emplace_back("evaluate left rounding, flush-to-zero or traps changed");
  }
}

}  // namespace

bool Outcome::same_row(Index row, const Outcome& other, Index other_row) const {
  const auto k = static_cast<std::size_t>(row);
  if (status[k] != other.status[static_cast<std::size_t>(other_row)]) {
    return false;
  }
  for (Index j = 0; status[k] == UQPM_PT_OK && j < y.cols(); ++j) {
    const double a = y(row, j);
    const double b = other.y(other_row, j);
    if (!same_bits(a, b) && !(std::isnan(a) && std::isnan(b))) {
      return false;
    }
  }
  return true;
}

Index Outcome::first_difference(const Outcome& other) const {
  for (Index i = 0; i < y.rows(); ++i) {
    if (!same_row(i, other, i)) {
      return i;
    }
  }
  return -1;
}

bool Outcome::same_as(const Outcome& other) const {
  return result == other.result && first_difference(other) < 0;
}

Outcome probe(const Instance& instance, const Matrix& x, const Layout& layout, int cancel_after) {
  const Index rows = x.rows();
  const auto outputs = static_cast<Index>(instance.description().outputs.size());
  Grid in(rows, x.cols(), layout);
  Grid out(rows, outputs, layout);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < x.cols(); ++j) {
      in.at(i, j) = x(i, j);
    }
    for (Index k = 0; k < outputs; ++k) {
      out.at(i, k) = not_yet;
    }
  }
  std::vector<std::uint8_t> status(2 * guard + static_cast<std::size_t>(rows), untouched_byte);
  std::fill_n(status.begin() + guard, rows, std::uint8_t{UQPM_PT_UNSET});

  Outcome outcome;
  Host host{&outcome, rows, cancel_after, {}};
  uqpm_batch batch{};
  batch.struct_size = sizeof batch;
  batch.max_threads = 1;
  batch.n = static_cast<std::size_t>(rows);
  batch.n_in = static_cast<std::size_t>(x.cols());
  batch.n_out = static_cast<std::size_t>(outputs);
  batch.x = in.data();
  batch.x_row = in.row;
  batch.x_col = in.column;
  batch.y = out.data();
  batch.y_row = out.row;
  batch.y_col = out.column;
  batch.status = status.data() + guard;
  batch.host = &host;
  batch.cancelled = answer;
  batch.message = note;
  call(instance, batch, outcome);

  bool inputs_intact = in.intact();
  outcome.y.resize(rows, outputs);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < x.cols(); ++j) {
      inputs_intact &= same_bits(in.at(i, j), x(i, j));
    }
    for (Index k = 0; k < outputs; ++k) {
      const double value = out.at(i, k);
      outcome.y(i, k) =
          same_bits(value, not_yet) ? std::numeric_limits<double>::quiet_NaN() : value;
    }
  }
  const auto begin = status.begin() + guard;
  outcome.status.assign(begin, begin + rows);
  const auto foreign = [](std::uint8_t s) { return s != untouched_byte; };
  const std::string where = std::string(" (layout: ") + layout.name + ")";
  if (!inputs_intact) {
    outcome.faults.push_back("evaluate wrote to its inputs" + where);
  }
  if (!out.intact()) {
    outcome.faults.push_back("evaluate wrote outputs outside of its rows and columns" + where);
  }
  if (std::any_of(status.begin(), begin, foreign) ||
      std::any_of(begin + rows, status.end(), foreign)) {
    outcome.faults.push_back("evaluate wrote statuses outside of its rows" + where);
  }
  return outcome;
}

Outcome probe(const Instance& instance, const Matrix& x) {
  return probe(instance, x, {"columns", false, 1, 0});
}

}  // namespace uq::perfmodels::plugin
