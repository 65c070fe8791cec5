#pragma once

#include "perfmodels/plugin/load.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace uq::perfmodels {

enum class CheckLevel { ok, warning, error };
std::string_view name(CheckLevel);

/// What one rule found of a plugin.
struct CheckFinding {
  std::string rule;  ///< a few words: "batch splits"
  CheckLevel level = CheckLevel::ok;
  std::string text;  ///< what was seen, with names and values
  std::string hint;  ///< the remedy, empty when there is nothing to do
};

struct CheckOptions {
  /// Called before a rule runs. Whoever runs the check in a child process, as one does with code
  /// that may crash, learns here where it died.
  std::function<void(std::string_view rule)> starting;
  /// Called with each finding as it is made; the same that are returned.
  std::function<void(const CheckFinding&)> found;
};

/// Exercises model `id` (empty: the only one) of a plugin against the rules of uq_plugin.h, in this
/// process: description, nominal point, same bits on repetition, in other batches, strides,
/// instances and threads, writes outside of its rows, statuses, categories, stages, dead inputs,
/// memory, and the state of the process it may not touch. Some thousand evaluations, fewer for
/// models that say they are slow.
/// @param config JSON object as text; empty: {}
/// @returns at least one finding per rule; a plugin that cannot be loaded gives one error
std::vector<CheckFinding> check_plugin(const std::string& file,
                                       const std::string& id,
                                       const std::string& config,
                                       const CheckOptions& options = {});

}  // namespace uq::perfmodels
