#include "studies/designs/earlier_file.hpp"

#include "studies/file/csv.hpp"
#include "studies/rows/design_hash.hpp"
#include "studies/store/store.hpp"
#include "studies/tables/distributions.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace uq::studies {

namespace {

std::string text_of(const Dataset& dataset, const char* name) {
  const Attribute* attribute = dataset.attribute(name);
  const auto* text = attribute == nullptr ? nullptr : std::get_if<std::string>(attribute);
  return text == nullptr ? "" : *text;
}

std::vector<std::string> list_of(const Dataset& dataset, const char* name) {
  const Attribute* attribute = dataset.attribute(name);
  const auto* list =
      attribute == nullptr ? nullptr : std::get_if<std::vector<std::string>>(attribute);
  return list == nullptr ? std::vector<std::string>{} : *list;
}

std::optional<Index> count_of(const Dataset& dataset, const char* name) {
  const Attribute* attribute = dataset.attribute(name);
  const auto* count = attribute == nullptr ? nullptr : std::get_if<std::int64_t>(attribute);
  return count == nullptr ? std::nullopt : std::optional(static_cast<Index>(*count));
}

template <class Enum>
std::optional<Enum> choice_of(const Dataset& dataset, const char* key) {
  const auto names = enum_names(Enum{});
  const auto found = std::find(names.begin(), names.end(), text_of(dataset, key));
  return found == names.end() ? std::nullopt
                              : std::optional(static_cast<Enum>(found - names.begin()));
}

/// x(rows, inputs) of a group of points; refuses what any file may hold.
Matrix points_of(const Dataset& group, const std::string& what) {
  const Variable* x = group.variable("x");
  const Dimension* inputs = group.dim("input");
  const bool sound = x != nullptr && inputs != nullptr && !is_text(*x) && x->dims.size() == 2 &&
                     x->dims[1] == "input" && x->data.shape.size() == 2 &&
                     x->data.shape[1] == static_cast<Index>(inputs->labels.size()) &&
                     x->data.shape[1] > 0;
  if (!sound) {
    throw CsvError(what + " is refused: it has no x(row, input)", "run that study again");
  }
  if (const std::string fault = design_fault(group); !fault.empty()) {
    throw CsvError(what + " is refused: " + fault, "run that study again");
  }
  Matrix points(x->data.shape[0], x->data.shape[1]);
  for (Index k = 0; k < points.rows(); ++k) {
    for (Index j = 0; j < points.cols(); ++j) {
      points(k, j) = x->data.data[static_cast<std::size_t>(k * points.cols() + j)];
    }
  }
  if (!points.allFinite()) {
    throw CsvError(what + " is refused: a point is no number", "run that study again");
  }
  return points;
}

/// Text of a variable of /inputs for an input; empty where there is none.
std::string of_input(const Dataset& inputs, const char* variable, const std::string& name) {
  const Dimension* names = inputs.dim("input");
  const Variable* found = inputs.variable(variable);
  if (names == nullptr || found == nullptr) {
    return {};
  }
  const auto at = static_cast<std::size_t>(
      std::find(names->labels.begin(), names->labels.end(), name) - names->labels.begin());
  return at < found->text.size() ? found->text[at] : std::string();
}

std::vector<std::string> correlations_of(const Scope& scope) {
  std::vector<std::string> written;
  for (const WrittenCorrelation& pair : scope.correlations) {
    written.push_back(fmt::format("{} {} {} {}", pair.kind, pair.first, pair.second, pair.value));
  }
  return written;
}

std::vector<std::string> conditions_of(const Problem& problem) {
  std::vector<std::string> texts;
  for (const Constraint& constraint : problem.constraints) {
    texts.push_back(constraint.text);
  }
  return texts;
}

bool are_equal(std::vector<std::string> a, std::vector<std::string> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

/// Laws, units and categories by name; those of inputs only one of them has are the caller's.
void check_laws(const Dataset& inputs,
                const std::string& file,
                const Scope& scope,
                const Place& place,
                Diagnostics& diagnostics) {
  for (const UncertainInput& input : scope.problem.inputs) {
    const std::string stored = of_input(inputs, "distribution", input.name);
    if (stored.empty()) {
      continue;
    }
    const auto differs = [&](const char* what, const std::string& then, const std::string& now) {
      if (then != now) {
        diagnostics.error(
            "U495",
            fmt::format(
                "`{}` has another {} in `{}`: {}, here {}", input.name, what, file, then, now),
            place,
            "extend a sample with the inputs it was drawn from");
      }
    };
    const InputVariable& variable =
        scope.problem.model.inputs()[static_cast<std::size_t>(input.column)];
    differs("law", stored, to_json(input.law));
    differs("unit", of_input(inputs, "unit", input.name), input.unit);
    const std::string categories =
        variable.categories.empty() ? "" : nlohmann::json(variable.categories).dump();
    differs("list of categories", of_input(inputs, "categories", input.name), categories);
  }
}

}  // namespace

std::optional<Earlier> earlier_of_file(const std::string& name,
                                       const std::string& folder,
                                       const Scope& scope,
                                       const Place& place,
                                       Diagnostics& diagnostics) {
  constexpr std::string_view mark = ".h5:";
  const auto at = name.rfind(mark);
  if (at == std::string::npos) {
    throw CsvError(fmt::format("`{}` does not say whose samples are meant", name),
                   fmt::format("write \"{}:ANALYSIS\"", name));
  }
  const std::string file = name.substr(0, at + mark.size() - 1);
  const std::string analysis = name.substr(at + mark.size());
  const std::string path = (std::filesystem::path(folder) / file).string();
  if (!std::filesystem::exists(path)) {
    throw CsvError(fmt::format("there is no file `{}`", file),
                   "the path is relative to the study file");
  }
  ResultFile result;
  try {
    result = read_untrusted(path);
  } catch (const IoError& error) {
    throw CsvError(error.what());
  }
  const Dataset* own = result.group("analysis/" + analysis);
  if (own == nullptr || text_of(*own, "method") != "sample") {
    throw CsvError(own == nullptr
                       ? fmt::format("`{}` has no analysis `{}`", file, analysis)
                       : fmt::format("analysis `{}` of `{}` cannot be extended: its method is not "
                                     "`sample`",
                                     analysis,
                                     file),
                   fmt::format("`uq show {}` lists them", file));
  }
  const Dataset* samples = result.group("analysis/" + analysis + "/samples");
  const Dataset* inputs = result.group("inputs");
  if (samples == nullptr || inputs == nullptr) {
    throw CsvError(fmt::format("analysis `{}` of `{}` has no stored samples", analysis, file),
                   "run it without store_samples = false in [run]");
  }
  const std::string what = fmt::format("analysis `{}` of `{}`", analysis, file);
  const Matrix x = points_of(*samples, what);
  const Dataset* before = result.group("analysis/" + analysis + "/earlier");
  const Matrix first = before == nullptr ? Matrix(0, x.cols()) : points_of(*before, what);
  const auto sampler = choice_of<Placing>(*own, "sampler");
  const auto first_row = count_of(*own, "first_row");
  const std::string stream = text_of(*own, "design_stream");
  std::uint64_t seed = 0;
  const auto read = std::from_chars(stream.data(), stream.data() + stream.size(), seed);
  const bool whole = read.ec == std::errc{} && read.ptr == stream.data() + stream.size();
  const bool same_inputs =
      before == nullptr || before->dim("input")->labels == samples->dim("input")->labels;
  if (!sampler || first_row != std::optional(first.rows()) || stream.empty() || !whole ||
      !same_inputs) {
    throw CsvError(what + " is refused: it does not say how its rows were drawn",
                   "run that study again");
  }
  const std::size_t faults = diagnostics.error_count();
  check_laws(*inputs, file, scope, place, diagnostics);
  if (is_sequence(*sampler)) {
    for (const auto& [section, then, now] :
         {std::tuple{"[correlation]", list_of(*inputs, "correlations"), correlations_of(scope)},
          std::tuple{
              "[constraints]", list_of(*inputs, "constraints"), conditions_of(scope.problem)}}) {
      if (!are_equal(then, now)) {
        diagnostics.error("U495",
                          fmt::format("`{}` was drawn with another {}", name, section),
                          place,
                          "a sequence goes on under the law it began with");
      }
    }
  }
  if (diagnostics.error_count() != faults) {
    return {};
  }
  Earlier earlier{
      .name = name,
      .in_study = false,
      .sampler = *sampler,
      .scramble = choice_of<samplers::Scramble>(*own, "scramble").value_or(samplers::Scramble::lms),
      .rows = first.rows() + x.rows(),
      .inputs = samples->dim("input")->labels};
  Matrix all(earlier.rows, x.cols());
  all.topRows(first.rows()) = first;
  all.bottomRows(x.rows()) = x;
  earlier.stored = EarlierRows{earlier.inputs, std::move(all), Seed{seed}};
  return earlier;
}

}  // namespace uq::studies
