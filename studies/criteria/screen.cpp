#include "studies/criteria/screen.hpp"

#include "studies/criteria/figures_detail.hpp"
#include "studies/store/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace uq::studies {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The inputs of a row of the screen: those of a group, else the one the row is named after. The
/// list of a group is read name by name, as names may hold commas.
std::vector<std::string> members_of(const View& view,
                                    const std::string& rows,
                                    Index row,
                                    const std::vector<std::string>& inputs) {
  if (rows == "input" || view.dataset().variable("members") == nullptr) {
    return {view.label(rows, row)};
  }
  const std::string list = view.text("members", {{rows, row}});
  constexpr std::string_view separator = ", ";
  std::vector<std::string> members;
  for (std::size_t at = 0; at < list.size();) {
    std::string longest;
    for (const std::string& input : inputs) {
      const std::size_t end = at + input.size();
      const bool fits = list.compare(at, input.size(), input) == 0 &&
                        (end == list.size() || list.compare(end, 2, separator) == 0);
      if (fits && input.size() > longest.size()) {
        longest = input;
      }
    }
    if (longest.empty()) {
      return inputs;  // cannot be: then nothing is dropped
    }
    at += longest.size() + separator.size();
    members.push_back(std::move(longest));
  }
  return members;
}

std::vector<std::string> labels_of(const std::vector<UncertainInput>& inputs) {
  std::vector<std::string> names;
  for (const UncertainInput& input : inputs) {
    names.push_back(input.name);
  }
  return names;
}

/// Those of the inputs that the screen has varied: itself chained, it may have dropped some.
std::vector<std::string> varied_in(const View& view, const std::vector<std::string>& inputs) {
  std::set<std::string> seen;
  for (const char* rows : {"input", "group"}) {
    const Dimension* dim = view.dataset().dim(rows);
    for (Index row = 0; dim != nullptr && row < extent(*dim); ++row) {
      const std::vector<std::string> members = members_of(view, rows, row, inputs);
      seen.insert(members.begin(), members.end());
    }
  }
  std::vector<std::string> varied;
  std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(varied), [&](const auto& name) {
    return seen.contains(name);
  });
  return varied;
}

/// Sum of ST over the rows that hold a dropped input, at one output and setting.
LostVariance sum_of_totals(const View& view,
                           const std::string& rows,
                           const std::set<std::string>& dropped,
                           const std::vector<std::string>& all,
                           Position at) {
  LostVariance lost{0, 0, {}};
  const bool interval = has_interval(view.dataset(), "ST");
  for (Index row = 0; row < extent(*view.dataset().dim(rows)); ++row) {
    const std::vector<std::string> members = members_of(view, rows, row, all);
    const bool counts = std::any_of(
        members.begin(), members.end(), [&](const auto& name) { return dropped.contains(name); });
    if (!counts) {
      continue;
    }
    at[rows] = row;
    lost.share += view.number("ST", at);
    lost.upper += interval ? interval_of(view, "ST", at).hi : none;
  }
  return lost;
}

std::string why_no_bound(const Dataset& screen) {
  if (screen.variable("mu_star") != nullptr) {
    return "elementary effects over finite steps bound no variance: a bound from derivatives needs "
           "their squares everywhere, not at the steps of a grid";
  }
  if (screen.variable("S1") != nullptr) {
    return "first-order indices leave out the interactions of the dropped inputs";
  }
  return "the screen estimates no total-order indices";
}

}  // namespace

Screened screened(const Criterion& keep,
                  const Dataset& screen,
                  const std::vector<UncertainInput>& inputs) {
  const View view(screen);
  const std::vector<std::string> all = varied_in(view, labels_of(inputs));
  std::set<std::string> kept;
  std::set<std::string> undecided;
  for (const JudgedCell& cell : judge(keep, screen)) {
    const std::string rows = cell.at.contains("input") ? "input" : "group";
    if (cell.verdict == Verdict::fails || !cell.at.contains(rows)) {
      continue;
    }
    for (const std::string& member : members_of(view, rows, cell.at.at(rows), all)) {
      (cell.verdict == Verdict::holds ? kept : undecided).insert(member);
    }
  }
  Screened result;
  for (const std::string& name : all) {
    const bool doubtful = undecided.contains(name) && !kept.contains(name);
    (kept.contains(name) || doubtful ? result.kept : result.dropped).push_back(name);
    if (doubtful) {
      result.undecided.push_back(name);
    }
  }
  return result;
}

Screened limited_to(Screened screened, const std::vector<UncertainInput>& inputs) {
  const std::vector<std::string> names = labels_of(inputs);
  const auto is_apart = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) == names.end();
  };
  for (const auto* list : {&screened.kept, &screened.dropped}) {
    std::copy_if(list->begin(), list->end(), std::back_inserter(screened.apart), is_apart);
  }
  for (auto* list : {&screened.kept, &screened.dropped, &screened.undecided}) {
    std::erase_if(*list, is_apart);
  }
  return screened;
}

LostVariance lost_variance(const Dataset& screen,
                           const Screened& inputs,
                           const std::string& output,
                           bool dependent) {
  if (inputs.dropped.empty()) {
    return {0, 0, {}};
  }
  const Variable* total = screen.variable("ST");
  if (total == nullptr || !has_dim(*total, "output") || row_dimension(*total).empty()) {
    return {none, none, why_no_bound(screen)};
  }
  if (dependent) {
    return {
        none, none, "the inputs depend on each other, the indices are those of independent ones"};
  }
  const View view(screen);
  const std::string rows = row_dimension(*total);
  std::vector<std::string> all = inputs.kept;
  all.insert(all.end(), inputs.dropped.begin(), inputs.dropped.end());
  all.insert(all.end(), inputs.apart.begin(), inputs.apart.end());
  const std::vector<std::string>& outputs = screen.dim("output")->labels;
  const auto found = std::find(outputs.begin(), outputs.end(), output);
  if (found == outputs.end()) {
    return {none, none, "the screen did not look at this output"};
  }
  const std::set<std::string> names(inputs.dropped.begin(), inputs.dropped.end());
  LostVariance worst{0, 0, {}};
  const std::vector<std::string> settings = dims_without(*total, {"output", rows});
  for (const Position& at :
       view.positions(settings, {{"output", static_cast<Index>(found - outputs.begin())}})) {
    const LostVariance lost = sum_of_totals(view, rows, names, all, at);
    if (std::isnan(lost.share)) {
      return {none, none, "a total-order index of a dropped input is undefined"};
    }
    worst.share = std::max(worst.share, lost.share);
    worst.upper = std::isnan(lost.upper) ? none : std::max(worst.upper, lost.upper);
  }
  if (std::isnan(worst.upper)) {
    worst.why = "an index of a dropped input has no interval";
  }
  return worst;
}

}  // namespace uq::studies
