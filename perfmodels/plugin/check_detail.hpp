#pragma once

#include "perfmodels/plugin/check.hpp"
#include "perfmodels/plugin/probe_detail.hpp"

#include <memory>
#include <string>
#include <vector>

namespace uq::perfmodels::plugin {

/// What the rules look at: one instance, rows within its bounds, and what it answered to them.
struct Subject {
  Library& library;
  std::uint32_t index;
  std::string config;
  std::unique_ptr<Instance>& held;
  Description described;
  Matrix rows;        ///< the first is the nominal point, where every input has one
  Outcome reference;  ///< of `rows`, as one batch of columns

  const PluginModelInfo& info() const { return library.info.models[index]; }
  const Description& description() const { return described; }
  /// Made anew when a rule has given it up. @throws PluginError when that is refused
  const Instance& instance() const;
};

/// Before a rule makes instances of its own: gives up the subject's if the library has none beside
/// it, which it may ("threads wait for one").
/// @returns why another was refused; empty when there is room for two
std::string make_room(const Subject&);

struct Verdict {
  CheckLevel level = CheckLevel::ok;
  std::string text, hint;
};

/// Rows within the bounds of the inputs: around the nominal values and across bounded ranges.
Matrix sample_rows(const Description& description, Index count);
/// Whether every input has a nominal value.
bool has_nominal_point(const Description& description);

/// An error that lists what went wrong during calls, or `otherwise`.
Verdict with_faults(const std::vector<Outcome>& outcomes, Verdict otherwise);
/// "row 3 (flop = 1, peak = 2)".
std::string row_text(const Subject& subject, const Matrix& rows, Index row);

// The rules, each in its own words.
Verdict nominal_point(const Subject&);
Verdict statuses(const Subject&);
Verdict finite_outputs(const Subject&);
Verdict categories(const Subject&);
Verdict stages(const Subject&);
Verdict bounds(const Subject&);
Verdict dead_inputs(const Subject&);
Verdict repetition(const Subject&);
Verdict instances(const Subject&);
Verdict batch_splits(const Subject&);
Verdict strides(const Subject&);
Verdict threads(const Subject&);
Verdict cancellation(const Subject&);
Verdict memory(const Subject&);

}  // namespace uq::perfmodels::plugin
