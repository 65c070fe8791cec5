#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace uq {

/// What became of one evaluation: the closed list of contract C7, in HDF5 as int8 with CF flags.
enum class RowStatus : std::uint8_t {
  ok,
  nonfinite,         ///< an output is NaN or infinite
  wrong_size,        ///< the model returned another number of outputs
  exception,         ///< the model threw
  exit_code,         ///< a process ended with a non-zero code
  signal,            ///< a process died of a signal
  timeout,           ///< exceeded its deadline
  out_of_memory,     ///< exceeded its memory limit
  output_too_large,  ///< wrote more than it may
  unparsable,        ///< wrote what cannot be read
  infeasible,        ///< the model says this configuration cannot exist
  cancelled,         ///< stopped by the user
  engine_error,      ///< a fault of the engine itself
  missing,           ///< an empty cell of a table of given data
};

inline constexpr std::array<std::string_view, 14> row_status_names{"ok",
                                                                   "nonfinite",
                                                                   "wrong_size",
                                                                   "exception",
                                                                   "exit_code",
                                                                   "signal",
                                                                   "timeout",
                                                                   "out_of_memory",
                                                                   "output_too_large",
                                                                   "unparsable",
                                                                   "infeasible",
                                                                   "cancelled",
                                                                   "engine_error",
                                                                   "missing"};

constexpr std::string_view name(RowStatus status) {
  return row_status_names[static_cast<std::size_t>(status)];
}

}  // namespace uq
