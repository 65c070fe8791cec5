#include "studies/report/reason.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace uq::studies {

namespace {

/// A text variable with the reasons of several figures.
struct Family {
  std::string_view reasons;
  std::array<std::string_view, 6> figures;
};
constexpr std::array families{
    Family{"regression_undefined", {"SRC", "SRRC", "PCC", "PRCC", "R2", "R2_rank"}},
    Family{"moments_undefined", {"mean", "sd", "variance"}},
    Family{"aggregated_undefined", {"S1_aggregated", "ST_aggregated"}}};

std::string without_ci(std::string name) {
  if (name.ends_with("_ci")) {
    name.resize(name.size() - 3);
  }
  return name;
}

/// The place of the second input of a pair, or the same one: a reason may lie with either.
Position of_second(Position at) {
  if (const auto second = at.find("input2"); second != at.end()) {
    at["input"] = second->second;
  }
  return at;
}

/// The reason of a figure's own, as dropped_share_undefined is that of dropped_share and
/// dropped_share_upper.
std::string own_reason(const View& view, std::string figure, const Position& at) {
  for (;;) {
    if (view.dataset().variable(figure + "_undefined") != nullptr) {
      const std::string reason = text_at(view, figure + "_undefined", at);
      return reason.empty() ? text_at(view, figure + "_undefined", of_second(at)) : reason;
    }
    const std::size_t end = figure.rfind('_');
    if (end == std::string::npos) {
      return {};
    }
    figure.erase(end);
  }
}

std::string family_reason(const View& view, const std::string& figure, const Position& at) {
  for (const Family& family : families) {
    if (std::find(family.figures.begin(), family.figures.end(), figure) != family.figures.end()) {
      return text_at(view, std::string(family.reasons), at);
    }
  }
  return figure.starts_with("stage_") ? text_at(view, "stage_reason", at) : std::string();
}

/// What a method says of an input: that it was never moved, or has figures of one kind only.
std::string remark_of(const View& view, const std::string& figure, const Position& at) {
  const std::string remark = text_at(view, "remark", at);
  constexpr std::string_view no_interval = "no interval of ";
  if (remark.starts_with(no_interval)) {
    return remark.compare(no_interval.size(), figure.size(), figure) == 0 ? remark : std::string();
  }
  const bool has_it =
      remark.starts_with("mu_star only") && (figure.starts_with("mu_star") || figure == "median");
  return has_it ? std::string() : remark;
}

/// The estimator `none` belongs to an input of one value.
std::string estimator_reason(const View& view, const std::string& figure, const Position& at) {
  const Variable* used = view.dataset().variable("estimator_used");
  const bool is_cell = used != nullptr && figure == "S1" &&
                       std::all_of(used->dims.begin(), used->dims.end(), [&](const auto& dim) {
                         return at.contains(dim);
                       });
  return is_cell && view.number("estimator_used", at) == 0 ? "does not vary" : std::string();
}

}  // namespace

std::string text_at(const View& view, const std::string& name, const Position& at) {
  const Variable* variable = view.dataset().variable(name);
  if (variable == nullptr || !is_text(*variable)) {
    return {};
  }
  std::vector<std::string> missing;
  for (const std::string& dimension : variable->dims) {
    if (!at.contains(dimension)) {
      missing.push_back(dimension);
    }
  }
  std::vector<std::string> different;
  for (const Position& whole : view.positions(missing, at)) {
    const std::string text = view.text(name, whole);
    if (!text.empty() && std::find(different.begin(), different.end(), text) == different.end()) {
      different.push_back(text);
    }
  }
  std::string joined;
  for (const std::string& text : different) {
    joined += (joined.empty() ? "" : "; ") + text;
  }
  return joined;
}

std::string reason_of(const View& view, const std::string& variable, const Position& at) {
  const std::string figure = without_ci(variable);
  for (const std::string& reason : {own_reason(view, figure, at),
                                    family_reason(view, figure, at),
                                    text_at(view, "undefined", at),
                                    estimator_reason(view, figure, at),
                                    at.contains("output") ? text_at(view, "reason", at) : "",
                                    remark_of(view, figure, at)}) {
    if (!reason.empty()) {
      return reason;
    }
  }
  return {};
}

}  // namespace uq::studies
