#include "studies/read/read_criteria.hpp"

#include "studies/criteria/figures_detail.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/keys.hpp"
#include "studies/report/view.hpp"
#include "studies/surrogates/surrogate_part.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uq::studies {

namespace {

/// The result the analysis will have; empty when that is not known, which is reported for `key`.
std::optional<Dataset> outline_of(const Analysis& analysis,
                                  const std::string& key,
                                  const Place& place,
                                  Diagnostics& diagnostics) {
  if (analysis.method->outline == nullptr) {
    diagnostics.error("U476",
                      fmt::format("`{}` cannot be judged on results of `{}`: they are not known "
                                  "before the run",
                                  key,
                                  analysis.method->name),
                      place);
    return {};
  }
  if (!analysis.options.has_value() || analysis.problem.inputs.empty()) {
    return {};  // its options are faulty
  }
  Dataset outline = analysis.method->outline(analysis.options, analysis.problem);
  return analysis.on.empty() ? outline : outlined_on_surrogate(std::move(outline));
}

/// A screen is asked for inputs: every name must have some, and nothing but outputs and settings
/// beside them.
void check_rows(const Criterion& keep,
                const Dataset& outline,
                const Node& text,
                Diagnostics& diagnostics) {
  const std::vector<std::string> dims = dimensions_of(keep, outline);
  const auto has = [&](const char* name) {
    return std::find(dims.begin(), dims.end(), name) != dims.end();
  };
  const bool pairs = has("input2") || has("group2") || has("probability") || has("threshold");
  if (pairs || !(has("input") || has("group"))) {
    std::vector<std::string> names;
    for (const std::string& name : figure_names(outline)) {
      const auto figure = figure_named(outline, name);
      const std::string rows = figure ? row_dimension(*figure->variable) : "";
      if (!rows.empty() && !has_dim(*figure->variable, rows + "2")) {
        names.push_back(name);
      }
    }
    Diagnostic& problem =
        diagnostics.error("U477",
                          fmt::format("keep \"{}\" does not say of each input whether to keep it",
                                      shortened(keep.text, 60)),
                          text.place);
    problem.notes.push_back(names.empty() ? "help: the screen has no figures of inputs"
                                          : "figures of inputs: " + joined(names));
  }
}

}  // namespace

void read_accept(const Node& table, Analysis& analysis, Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find("accept");
  if (entry == nullptr) {
    return;
  }
  const Node& value = entry->value;
  if (!value.is_string() && (!value.is_array() || value.array().empty())) {
    diagnostics.error("U201",
                      "`accept` must be a list of formulas, but it is " +
                          (value.is_array() ? "an empty array" : value.kind()),
                      value.place,
                      "write [\"ci_width(ST) < 0.05\"]");
    return;
  }
  auto outline = outline_of(analysis, "accept", value.place, diagnostics);
  if (!outline) {
    return;
  }
  if (analysis.screening && outline->dim("output") != nullptr) {
    const auto outputs = static_cast<Index>(outline->dim("output")->labels.size());
    for (const char* name : {"dropped_share", "dropped_share_upper"}) {
      outline->variables.push_back(
          {.name = name, .dims = {"output"}, .data = NdArray({outputs}), .units = "1"});
    }
  }
  const Node::Array one{value};
  for (const Node& text : value.is_array() ? value.array() : one) {
    if (auto criterion = read_criterion(text, *outline, "accept", diagnostics)) {
      analysis.accept.push_back(std::move(*criterion));
    }
  }
}

std::optional<std::string> screen_named(const Node& table,
                                        const std::string& own,
                                        const std::vector<std::string>& names,
                                        Diagnostics& diagnostics) {
  const Node::Entry* inputs = table.find("inputs");
  if (inputs == nullptr || !inputs->value.is_table()) {
    return {};
  }
  check_keys(inputs->value, {"from", "keep"}, "`inputs`", diagnostics);
  for (const char* key : {"from", "keep"}) {
    if (inputs->value.find(key) == nullptr) {
      diagnostics.error("U478",
                        fmt::format("`inputs` needs `{}` where it is a table", key),
                        inputs->value.place,
                        "write { from = \"screen\", keep = \"ST > 0.01\" }");
      return {};
    }
  }
  const std::optional<std::string> from = text_at(inputs->value, "from", diagnostics);
  if (!from) {
    return {};
  }
  const Place& place = inputs->value.find("from")->value.place;
  if (*from == own) {
    diagnostics.error(
        "U320", "analysis `" + own + "` builds on itself, directly or through others", place);
    return {};
  }
  if (std::find(names.begin(), names.end(), *from) == names.end()) {
    unknown_name("U479", "analysis", *from, names, place, diagnostics);
    return {};
  }
  return from;
}

void read_screening(const Node& table,
                    const Analysis& screen,
                    Analysis& analysis,
                    Diagnostics& diagnostics) {
  const Node& keep = table.find("inputs")->value.find("keep")->value;
  std::vector<std::string> unscreened;
  for (const UncertainInput& input : analysis.problem.inputs) {
    const auto& all = screen.problem.inputs;
    if (std::none_of(
            all.begin(), all.end(), [&](const auto& other) { return other.name == input.name; })) {
      unscreened.push_back(input.name);
    }
  }
  std::vector<Index> positions;
  for (const UncertainInput& input : screen.problem.inputs) {
    const auto& all = analysis.problem.inputs;
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const auto& other) { return other.name == input.name; });
    if (found != all.end()) {
      positions.push_back(found - all.begin());
    }
  }
  analysis.problem = restricted(std::move(analysis.problem), positions);
  const auto outline = outline_of(screen, "keep", keep.place, diagnostics);
  if (!outline) {
    return;
  }
  if (auto criterion = read_criterion(keep, *outline, "keep", diagnostics)) {
    check_rows(*criterion, *outline, keep, diagnostics);
    analysis.screening = Screening{screen.name, std::move(*criterion), std::move(unscreened)};
  }
}

}  // namespace uq::studies
