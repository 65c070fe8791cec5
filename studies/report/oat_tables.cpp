#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"
#include "studies/store/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace uq::studies {

namespace {

// A value of a variable in a scale of its own, with its unit; empty where there is none.
std::string value_text(const View& view, const std::string& name, const Position& at) {
  const Variable* variable = view.dataset().variable(name);
  if (variable == nullptr || is_text(*variable) || view.is_undefined(name, at)) {
    return {};
  }
  const double value = view.number(name, at);
  const Scale scale = scale_for(std::abs(value), view.unit(*variable, at));
  return scale.with_unit(plain(value / scale.divisor));
}

// Where the input stood: a value, or the name of a category.
std::string place_text(const View& view, const std::string& end, const Position& at) {
  const std::string named = view.text("category_" + end, at);
  return named.empty() ? value_text(view, "x_" + end, at) : named;
}

std::string change_text(const View& view, const std::string& name, const Position& at) {
  const double nominal = view.number("y_nominal", at);
  const double value = view.number(name, at);
  std::string text = value_text(view, name, at);
  if (text.empty()) {
    return "no value";
  }
  if (nominal != 0) {
    // Divided first: differences may be beyond the range of doubles.
    const double change = value / std::abs(nominal) - nominal / std::abs(nominal);
    text += fmt::format(" ({:+.3g} %)", 100 * change + 0.0);
  }
  return text;
}

// Inputs by the reach of their bar, from the least to the greatest of low, nominal and high: a dip
// on both sides is no small effect. Those without one last, ties in the order of the study.
std::vector<Position> by_swing(const View& view, const Position& output) {
  std::vector<Position> rows = view.positions({"input"}, output);
  const auto swing = [&](const Position& at) {
    const double low = view.number("y_low", at);
    const double high = view.number("y_high", at);
    const double nominal = view.number("y_nominal", at);
    if (std::isnan(low) || std::isnan(high)) {
      return -1.0;
    }
    return std::max({low, high, nominal}) - std::min({low, high, nominal});
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const Position& a, const Position& b) {
    return swing(a) > swing(b);
  });
  return rows;
}

std::string tornado(const View& view, const std::vector<Position>& rows) {
  Table table;
  table.row({"input", "low", "high", "output at low", "output at high"});
  for (const Position& at : rows) {
    std::vector<std::string> cells{view.label("input", at.at("input")),
                                   place_text(view, "low", at),
                                   place_text(view, "high", at)};
    if (view.number("dead", at) == 1) {
      cells.emplace_back("dead: changes nothing");
    } else {
      cells.push_back(change_text(view, "y_low", at));
      cells.push_back(change_text(view, "y_high", at));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

// As many digits as the error leaves, four at most.
std::string elasticity_text(const View& view, const std::string& name, const Position& at) {
  const double value = view.number(name, at);
  const double error = view.number(name + "_error", at);
  if (std::isnan(value)) {
    return "none";
  }
  return error < 5e-5 ? fmt::format("{:+.4f}", value + 0.0)
                      : fmt::format("{:+.4f}, error {:.1g}", value + 0.0, error);
}

std::string kink_text(const View& view, const Position& at) {
  const std::string place = value_text(view, "kink_at", at);
  if (!place.empty()) {
    return fmt::format("{} ({:+.3g})", place, view.number("kink_change", at));
  }
  return view.number("kink", at) == 0 ? "none" : "";
}

std::string jump_text(const View& view, const Position& at) {
  const std::string place = value_text(view, "jump_at", at);
  return place.empty() ? "" : value_text(view, "jump", at) + " at " + place;
}

// Per input the elasticity, the kinks and why something is missing; dead inputs have none of it.
std::string local(const View& view, const std::vector<Position>& rows) {
  const bool slopes = view.dataset().variable("elasticity") != nullptr;
  const bool kinks = view.dataset().variable("kink") != nullptr;
  if (!slopes && !kinks) {
    return {};
  }
  Table table;
  std::vector<std::string> heading{"input"};
  if (slopes) {
    heading.insert(heading.end(), {"elasticity", "below", "above"});
  }
  if (kinks) {
    heading.insert(heading.end(), {"kink at (change of elasticity)", "jump"});
  }
  heading.emplace_back("remark");
  table.row(std::move(heading));
  for (const Position& at : rows) {
    if (view.number("dead", at) == 1) {
      continue;
    }
    std::vector<std::string> cells{view.label("input", at.at("input"))};
    if (slopes) {
      for (const char* name : {"elasticity", "elasticity_low", "elasticity_high"}) {
        cells.push_back(elasticity_text(view, name, at));
      }
    }
    if (kinks) {
      cells.push_back(kink_text(view, at));
      cells.push_back(jump_text(view, at));
    }
    cells.push_back(view.text("reason", at));
    table.row(std::move(cells));
  }
  return table.text();
}

std::string percent(double share) {
  return std::isnan(share) ? "none" : fmt::format("{:.3g} %", 100 * share + 0.0);
}

// Per stage its time, share, elasticities where they differ, and where the bottleneck switches.
std::string stages(const View& view, const Position& output) {
  if (view.dataset().variable("stage_time") == nullptr) {
    return {};
  }
  const std::string name = view.label("output", output.at("output"));
  if (const std::string reason = view.text("stage_reason", output); !reason.empty()) {
    return fmt::format("  no stages of {}: {}\n", printable(name), reason);
  }
  Table table;
  table.row({"stage", "time", "share", "elasticity", "breakpoint", "decides"});
  const std::vector<Position> all = view.positions({"stage"}, output);
  std::vector<Position> rows;
  std::copy_if(all.begin(), all.end(), std::back_inserter(rows), [&](const Position& at) {
    return !view.is_undefined("stage_time", at);
  });
  std::stable_sort(rows.begin(), rows.end(), [&](const Position& a, const Position& b) {
    return view.number("stage_share", a) > view.number("stage_share", b);
  });
  for (const Position& at : rows) {
    Position least = at;
    Position most = at;
    least["delta"] = 0;
    most["delta"] = extent(*view.dataset().dim("delta")) - 1;
    const double shrinking = view.number("stage_elasticity", least);
    const double growing = view.number("stage_elasticity", most);
    const bool same = std::abs(shrinking - growing) < 1e-9;
    const double breakpoint = view.number("stage_breakpoint", at);
    table.row({view.label("stage", at.at("stage")),
               value_text(view, "stage_time", at),
               percent(view.number("stage_share", at)),
               same ? fmt::format("{:.4f}", growing + 0.0)
                    : fmt::format("{:.4f} at -50 %, {:.4f} at +50 %", shrinking, growing + 0.0),
               std::isnan(breakpoint) ? "none" : fmt::format("{:+.3g} %", 100 * breakpoint),
               percent(view.number("stage_criticality", at))});
  }
  return fmt::format(
             "  stages of {}, composed by {}: elasticities sum to {}, shares overlap by {}\n",
             printable(name),
             view.text("composition", output),
             plain(view.number("stage_sum", output)),
             percent(view.number("stage_overlap", output))) +
         table.text();
}

// Where a regime changes, per input and side.
std::string regimes(const View& view) {
  if (view.dataset().variable("regime_at_low") == nullptr) {
    return {};
  }
  Table table;
  for (const Position& at : view.positions({"input"})) {
    for (const char* side : {"low", "high"}) {
      const std::string place = value_text(view, std::string("regime_at_") + side, at);
      if (!place.empty()) {
        table.row({view.label("input", at.at("input")),
                   place,
                   view.text(std::string("regime_") + side, at)});
      }
    }
  }
  return table.empty() ? "" : "\n  changes of regime\n" + table.text();
}

}  // namespace

std::string oat_tables(const View& view) {
  const Dataset& dataset = view.dataset();
  for (const char* needed : {"y_nominal", "y_low", "y_high"}) {
    if (dataset.variable(needed) == nullptr) {
      return generic_tables(view);
    }
  }
  std::string result;
  for (const Position& output : view.positions({"output"})) {
    const std::string name = printable(view.label("output", output.at("output")));
    result += result.empty() ? "" : "\n";
    if (view.is_undefined("y_nominal", output)) {
      result += fmt::format("  {}  {}\n", name, printable(view.undefined("y_nominal", output)));
      continue;
    }
    const std::vector<Position> rows = by_swing(view, output);
    result += fmt::format("  {} = {} at nominal\n", name, value_text(view, "y_nominal", output));
    result += tornado(view, rows) + local(view, rows) + stages(view, output);
  }
  return result + regimes(view);
}

}  // namespace uq::studies
