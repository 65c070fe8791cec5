#include "studies/cli/commands.hpp"
#include "studies/cli/model_text.hpp"
#include "studies/cli/plugin_commands.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/read/keys.hpp"
#include "studies/report/table.hpp"
#include "studies/surrogates/stored_surrogate.hpp"
#include "studies/tables/methods.hpp"
#include "studies/tables/models.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace uq::studies {

namespace {

/// A name given on the command line that is not in a table: the same message as in a study file.
[[noreturn]] void refuse(const std::string& code,
                         const std::string& what,
                         const std::string& name,
                         const std::vector<std::string>& names) {
  Diagnostics diagnostics;
  unknown_name(code, what, name, names, Place{.file = "command line"}, diagnostics);
  throw StudyError(diagnostics.all());
}

std::string join(const std::vector<std::string>& words, const char* separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

void print_columns(const std::vector<std::array<std::string, 4>>& rows) {
  std::array<std::size_t, 3> width{};
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < width.size(); ++c) {
      width[c] = std::max(width[c], row[c].size());
    }
  }
  for (const auto& row : rows) {
    fmt::print("{:<{}}  {:<{}}  {:<{}}  {}\n",
               row[0],
               width[0],
               row[1],
               width[1],
               row[2],
               width[2],
               row[3]);
  }
}

}  // namespace

int models_command() {
  const auto line = [](const std::string& name, const std::string& summary) {
    fmt::print("{:<20} {}\n", name, summary);
  };
  const auto is_known = [](const BuiltinModel& model) { return model.name.starts_with("known/"); };
  for (const BuiltinModel& model : builtin_models()) {
    if (!is_known(model)) {
      line(model.name, model.summary);
    }
  }
  line("expression", "formulas of the study file: expression = { y = \"x1 + 2*x2\" }");
  fmt::print("\nfunctions whose mean, variance and indices are known, for checks\n");
  for (const BuiltinModel& model : builtin_models()) {
    if (is_known(model)) {
      line(model.name, model.summary);
    }
  }
  return 0;
}

int methods_command() {
  for (const Method& method : methods()) {
    fmt::print("{:<12} {}  ({})\n", method.name, method.summary, method.page);
  }
  return 0;
}

int describe_command(const std::string& method_name) {
  if (method_name == "auto") {
    fmt::print(
        "auto: chooses a method by a budget and the number of inputs\n\n"
        "key     values                                 meaning\n"
        "budget  evaluations                            what it may cost; a time in `uq plan` "
        "only\n"
        "goal    any | look | screen | rank | indices   what for, any unless given\n\n"
        "Formulas: docs/methods/planning.md\n");
    return 0;
  }
  const Method* method = find_method(method_name);
  if (method == nullptr) {
    const std::vector<std::string> names = names_of(methods());
    refuse("U110", "method", method_name, names);
  }
  fmt::print("{}: {}\n\n", method->name, method->summary);
  std::vector<std::array<std::string, 4>> rows{{"key", "default", "values", "meaning"}};
  for (const OptionInfo& option : method->options()) {
    rows.push_back({option.name,
                    option.default_value,
                    option.choices.empty()
                        ? option.type + (option.limits.empty() ? "" : ", " + option.limits)
                        : join(option.choices, " | "),
                    option.doc});
  }
  print_columns(rows);
  fmt::print("\nFormulas: {}\n", method->page);
  return 0;
}

namespace {

/// A surrogate of a result file.
int inspect_surrogate(const std::string& name) {
  LoadedSurrogate loaded;
  try {
    loaded = load_surrogate(name, "");
  } catch (const StoredSurrogateError& error) {
    Diagnostics diagnostics;
    diagnostics.error("U510", error.what(), Place{.file = "command line"}, error.hint);
    throw StudyError(diagnostics.all());
  }
  const Surrogate& surrogate = *loaded.surrogate;
  std::string text =
      fmt::format("{}: surrogate of {}, {}, fitted to {} points\n\ninputs\n{}\nbox of the fit\n",
                  name,
                  loaded.model,
                  surrogate.kind,
                  surrogate.points,
                  inputs_text(as_model(loaded.surrogate, name)));
  for (std::size_t j = 0; j < surrogate.inputs.size(); ++j) {
    text += fmt::format("  {:<20} {:<8} {:.6g} to {:.6g}\n",
                        surrogate.inputs[j].name,
                        surrogate.inputs[j].unit,
                        surrogate.emulator.lower(static_cast<Index>(j)),
                        surrogate.emulator.upper(static_cast<Index>(j)));
  }
  text += "\noutputs\n";
  for (const SurrogateOutput& output : surrogate.outputs) {
    text += fmt::format("  {:<20} {:<8} q2 {:.4g}{}{}\n",
                        output.variable.name,
                        output.variable.unit,
                        output.q2,
                        output.withheld.empty() ? "" : ", withheld: ",
                        output.withheld);
  }
  for (std::size_t begin = 0; begin < text.size();) {  // the file's texts may hold anything
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    fmt::print("{}\n", printable(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return 0;
}

}  // namespace

int inspect_command(const InspectArguments& arguments) {
  const std::string& model_name = arguments.model;
  if (model_name.find(".h5:") != std::string::npos) {
    return inspect_surrogate(model_name);
  }
  const auto row = std::find_if(builtin_models().begin(),
                                builtin_models().end(),
                                [&](const BuiltinModel& m) { return m.name == model_name; });
  if (row == builtin_models().end() && looks_like_file(model_name)) {
    return inspect_plugin_command(arguments);
  }
  if (row == builtin_models().end()) {
    const std::vector<std::string> names = names_of(builtin_models());
    refuse("U106", "model", model_name, names);
  }
  expects(arguments.id.empty() && arguments.config.empty(),
          "--model and --config are for plugins; `" + model_name + "` is a built-in model",
          "inspect");
  fmt::print("{}: {}\n\nconfig\n", row->name, row->summary);
  for (const perfmodels::ConfigKey& key : row->config()) {
    fmt::print("  {:<20} default {:<14}  {}{}\n",
               key.name,
               key.default_value,
               key.doc,
               key.values.empty() ? "" : " (" + key.values + ")");
  }
  if (row->config().empty()) {
    fmt::print("  none\n");
  }
  const Model model = row->make({});
  fmt::print("\ninputs (with the default config)\n{}\noutputs\n{}",
             inputs_text(model),
             outputs_text(model));
  fmt::print("\nEquations: {}\n", row->page);
  return 0;
}

}  // namespace uq::studies
