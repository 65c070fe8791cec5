#include "uq/core/model.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>

namespace uq {
namespace {

// Whether all values are finite: 0 * v is 0 then and NaN otherwise, and a NaN survives the sums.
// Eight lanes, because SSE2 adds doubles at full width but has no 64-bit compare.
bool all_finite(const double* values, Index count) {
  constexpr Index lanes = 8;
  if (count < lanes) {  // a model may be asked row by row
    return std::all_of(values, values + count, [](double v) { return std::isfinite(v); });
  }
  std::array<double, lanes> sum{};
  Index i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (Index lane = 0; lane < lanes; ++lane) {
      sum[static_cast<std::size_t>(lane)] += values[i + lane] * 0.0;
    }
  }
  double total = 0;
  for (; i < count; ++i) {
    total += values[i] * 0.0;
  }
  for (const double lane : sum) {
    total += lane;
  }
  return total == 0;
}

bool has_values(RowStatus status) {
  return status == RowStatus::ok || status == RowStatus::nonfinite;
}

// Without early exit, so that it vectorises: nearly always they all have.
bool all_have_values(std::span<const RowStatus> statuses) {
  static_assert(static_cast<int>(RowStatus::ok) == 0 &&
                static_cast<int>(RowStatus::nonfinite) == 1);
  std::uint8_t bits = 0;
  for (const RowStatus status : statuses) {
    bits = static_cast<std::uint8_t>(bits | static_cast<std::uint8_t>(status));
  }
  return bits <= 1;
}

// Replaces NaN and infinite values of a column by NaN and marks their rows.
void mark_nonfinite(double* column, std::span<RowStatus> status) {
  for (std::size_t i = 0; i < status.size(); ++i) {
    if (!std::isfinite(column[i])) {
      column[i] = std::numeric_limits<double>::quiet_NaN();
      status[i] = status[i] == RowStatus::ok ? RowStatus::nonfinite : status[i];
    }
  }
}

std::string text_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "the model threw something that is not a std::exception";
  }
}

void check_shapes(const MatrixRef& x,
                  const BatchResult& out,
                  std::size_t inputs,
                  std::size_t outputs) {
  const auto shape = [](Index rows, std::size_t cols) {
    return std::to_string(rows) + " x " + std::to_string(cols);
  };
  const auto n = x.rows();
  if (static_cast<std::size_t>(x.cols()) != inputs) {
    expects(false,
            "x is " + shape(n, static_cast<std::size_t>(x.cols())) + ", required is " +
                shape(n, inputs),
            "Model::evaluate");
  }
  if (out.y.rows() != n || static_cast<std::size_t>(out.y.cols()) != outputs ||
      static_cast<Index>(out.status.size()) != n) {
    expects(false,
            "out.y is " + shape(out.y.rows(), static_cast<std::size_t>(out.y.cols())) + " with " +
                std::to_string(out.status.size()) + " statuses, required is " + shape(n, outputs),
            "Model::evaluate");
  }
}

}  // namespace

void Model::evaluate(const MatrixRef& x, BatchResult& out) const {
  check_shapes(x, out, inputs().size(), outputs().size());
  try {
    self_->evaluate(x, out);
  } catch (const EndsEvaluation&) {
    throw;
  } catch (...) {
    for (Index i = 0; i < x.rows(); ++i) {
      out.status[static_cast<std::size_t>(i)] = RowStatus::ok;
      BatchResult row{out.y.middleRows(i, 1),
                      out.status.subspan(static_cast<std::size_t>(i), 1),
                      [&out, i](Index, const std::string& text) {
                        if (out.message) {
                          out.message(i, text);
                        }
                      }};
      try {
        self_->evaluate(x.middleRows(i, 1), row);
      } catch (const EndsEvaluation&) {
        throw;
      } catch (...) {
        row.status[0] = RowStatus::exception;
        row.message(0, text_of(std::current_exception()));
      }
    }
  }
  for (Index j = 0; j < out.y.cols(); ++j) {
    if (!all_finite(out.y.col(j).data(), out.y.rows())) {
      mark_nonfinite(out.y.col(j).data(), out.status);
    }
  }
  if (all_have_values(out.status)) {
    return;
  }
  for (std::size_t i = 0; i < out.status.size(); ++i) {
    if (!has_values(out.status[i])) {
      out.y.row(static_cast<Index>(i)).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
}

}  // namespace uq
