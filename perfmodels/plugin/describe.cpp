#include "perfmodels/config_detail.hpp"
#include "perfmodels/plugin/describe_detail.hpp"
#include "perfmodels/plugin/text_detail.hpp"

#include <array>
#include <cmath>
#include <set>

namespace uq::perfmodels::plugin {
namespace {

enum class Text { required, optional };

// A string of the plugin, checked; absent ones are empty. `doc` may have line breaks.
std::string text_of(const char* text, Text need, const char* field, const Place& place) {
  const bool prose =
      std::string_view(field) == "doc" || std::string_view(field).starts_with("config");
  if (text == nullptr) {
    if (need == Text::required) {
      place.refuse(std::string(field) + " is NULL");
    }
    return {};
  }
  std::string result(text);
  if (!is_utf8(result)) {
    place.refuse(std::string(field) + " is not UTF-8: \"" + cleaned(result) + "\"");
  }
  if (!prose && has_control(result)) {
    place.refuse(std::string(field) + " has control characters: \"" + cleaned(result) + "\"");
  }
  if (result.empty() && need == Text::required) {
    place.refuse(std::string(field) + " is empty",
                 std::string_view(field) == "unit" ? "the unit of a pure number is \"1\"" : "");
  }
  return result;
}

void check_flags(std::uint32_t flags, std::uint32_t known, bool minor_known, const Place& place) {
  if (minor_known && (flags & ~known) != 0) {
    place.refuse("flags has bits this version of the interface does not have: " +
                     std::to_string(flags & ~known),
                 "initialise the whole struct");
  }
}

std::vector<std::string> categories_of(const char* const* categories,
                                       std::uint32_t count,
                                       bool categorical,
                                       const Place& place) {
  constexpr std::uint32_t implausible = 1u << 20;
  if (!categorical) {
    if (count != 0 || categories != nullptr) {
      place.refuse("has categories though its kind is not UQPM_CATEGORICAL");
    }
    return {};
  }
  if (count == 0) {
    place.refuse("is categorical without categories");
  }
  if (categories == nullptr) {
    place.refuse("n_categories is " + std::to_string(count) + " and categories is NULL");
  }
  if (count > implausible) {
    place.refuse("n_categories is " + std::to_string(count) + ", which cannot be");
  }
  std::vector<std::string> result;
  std::set<std::string> seen;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string field = "categories[" + std::to_string(i) + "]";
    result.push_back(text_of(categories[i], Text::required, field.c_str(), place));
    if (!seen.insert(result.back()).second) {
      place.refuse("category `" + result.back() + "` appears twice");
    }
  }
  return result;
}

bool whole_or_infinite(double value) {
  return std::isinf(value) || value == std::floor(value);
}

// Bounds of an input by its kind; those of choices are fixed and not read.
void set_bounds(InputVariable& input, const uqpm_input& c, const Place& place) {
  if (input.kind == InputKind::categorical || input.kind == InputKind::boolean) {
    input.lower = 0;
    input.upper =
        input.kind == InputKind::boolean ? 1 : static_cast<double>(input.categories.size() - 1);
    if ((c.flags & UQPM_LOWER_OPEN) != 0) {
      place.refuse("UQPM_LOWER_OPEN is for real and integer inputs");
    }
  } else {
    if (std::isnan(c.lower) || std::isnan(c.upper)) {
      place.refuse(std::string(std::isnan(c.lower) ? "lower" : "upper") + " is NaN",
                   "an input without bounds has -INFINITY and INFINITY");
    }
    const std::string bounds =
        "lower = " + number_text(c.lower) + ", upper = " + number_text(c.upper);
    if (c.lower > c.upper) {
      place.refuse("lower is above upper: " + bounds);
    }
    if (c.lower == c.upper) {
      place.refuse("lower equals upper: " + bounds,
                   "an input without bounds has -INFINITY and INFINITY");
    }
    if (input.kind == InputKind::integer &&
        !(whole_or_infinite(c.lower) && whole_or_infinite(c.upper))) {
      place.refuse("bounds of an integer are whole numbers: " + bounds);
    }
    input.lower = c.lower;
    input.upper = c.upper;
    input.lower_open = (c.flags & UQPM_LOWER_OPEN) != 0;
  }
  input.nominal = c.nominal;
  if (std::isnan(c.nominal)) {
    return;
  }
  if (std::isinf(c.nominal) || c.nominal < input.lower || c.nominal > input.upper ||
      (input.lower_open && c.nominal == input.lower)) {
    place.refuse("nominal = " + number_text(c.nominal) + " is not within " +
                     (input.lower_open ? "(" : "[") + number_text(input.lower) + ", " +
                     number_text(input.upper) + "]",
                 "an input without a typical value has NAN");
  }
  if (input.kind != InputKind::real && c.nominal != std::floor(c.nominal)) {
    place.refuse("nominal = " + number_text(c.nominal) + " is not a whole number");
  }
}

InputVariable input_of(const uqpm_input& c, bool minor_known, const Place& numbered) {
  constexpr std::array kinds{
      InputKind::real, InputKind::integer, InputKind::categorical, InputKind::boolean};
  InputVariable input;
  input.name = text_of(c.name, Text::required, "name", numbered);
  const Place place{numbered.file, numbered.what + " `" + input.name + "`"};
  input.unit = text_of(c.unit, Text::required, "unit", place);
  text_of(c.label, Text::optional, "label", place);
  input.doc = text_of(c.doc, Text::optional, "doc", place);
  if (c.kind >= kinds.size()) {
    place.refuse("unknown kind " + std::to_string(c.kind));
  }
  input.kind = kinds[c.kind];
  check_flags(c.flags, UQPM_LOWER_OPEN | UQPM_LOG_SCALE, minor_known, place);
  input.categories =
      categories_of(c.categories, c.n_categories, input.kind == InputKind::categorical, place);
  set_bounds(input, c, place);
  return input;
}

OutputVariable output_of(const uqpm_output& c, const Place& numbered) {
  // A cost is a figure of merit; what only limits apply to is none.
  constexpr std::array roles{OutputRole::metric,
                             OutputRole::regime,
                             OutputRole::stage,
                             OutputRole::diagnostic,
                             OutputRole::metric,
                             OutputRole::diagnostic};
  OutputVariable output;
  output.name = text_of(c.name, Text::required, "name", numbered);
  const Place place{numbered.file, numbered.what + " `" + output.name + "`"};
  output.unit = text_of(c.unit, Text::required, "unit", place);
  text_of(c.label, Text::optional, "label", place);
  output.doc = text_of(c.doc, Text::optional, "doc", place);
  if (c.kind != UQPM_REAL && c.kind != UQPM_CATEGORICAL) {
    place.refuse("unknown kind " + std::to_string(c.kind) + " of an output",
                 "an output is UQPM_REAL or UQPM_CATEGORICAL");
  }
  output.kind = c.kind == UQPM_REAL ? OutputKind::real : OutputKind::categorical;
  output.categories =
      categories_of(c.categories, c.n_categories, output.kind == OutputKind::categorical, place);
  if (c.role >= roles.size()) {
    place.refuse("unknown role " + std::to_string(c.role));
  }
  output.role = roles[c.role];
  if (output.role == OutputRole::regime && output.kind != OutputKind::categorical) {
    place.refuse("is a regime and not categorical");
  }
  if (c.sense < -1 || c.sense > 1) {
    place.refuse("unknown sense " + std::to_string(c.sense), "sense is -1, 0 or 1");
  }
  output.parent = output.role == OutputRole::stage ? c.parent : -1;
  return output;
}

// A stage is a real part of a real total that is no stage itself.
void check_parents(const std::vector<OutputVariable>& outputs, const Place& place) {
  for (const OutputVariable& output : outputs) {
    if (output.role != OutputRole::stage) {
      continue;
    }
    const Place here = place.inside("output `" + output.name + "`");
    if (output.parent < 0 || output.parent >= static_cast<Index>(outputs.size())) {
      here.refuse("parent " + std::to_string(output.parent) + " of a stage is none of the " +
                  std::to_string(outputs.size()) + " outputs");
    }
    const OutputVariable& parent = outputs[static_cast<std::size_t>(output.parent)];
    if (parent.role == OutputRole::stage) {
      here.refuse("parent `" + parent.name + "` of a stage is a stage itself");
    }
    if (output.kind != OutputKind::real || parent.kind != OutputKind::real) {
      here.refuse("a stage and its parent are real");
    }
  }
}

// Calls use(element, place) for each struct of an array whose writer may know longer structs.
template <class T, class Use>
void for_each(const T* first,
              std::uint32_t count,
              const char* type,
              const char* what,
              const Place& place,
              const Use& use) {
  constexpr std::uint32_t implausible = 1u << 20;
  const std::string plural = std::string(what) + "s";
  if (count == 0) {
    place.refuse("n_" + plural + " is 0");
  }
  if (count > implausible) {
    place.refuse("n_" + plural + " is " + std::to_string(count) + ", which cannot be");
  }
  if (first == nullptr) {
    place.refuse("n_" + plural + " is " + std::to_string(count) + " and " + plural + " is NULL");
  }
  const std::uint32_t step =
      common_part(first, place.inside(what + std::string(" 0")), type).struct_size;
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Place here = place.inside(what + (" " + std::to_string(i)));
    const auto* element =
        reinterpret_cast<const T*>(reinterpret_cast<const char*>(first) + std::size_t{i} * step);
    const T c = common_part(element, here, type);
    if (c.struct_size != step) {
      here.refuse("struct_size is " + std::to_string(c.struct_size) + ", that of " + what +
                  " 0 is " + std::to_string(step));
    }
    const std::string& name = use(c, here);
    if (!names.insert(name).second) {
      here.refuse("another " + std::string(what) + " is named `" + name + "` too");
    }
  }
}

}  // namespace

PluginModelInfo describe_model(const uqpm_descriptor* descriptor,
                               bool minor_known,
                               const Place& numbered) {
  if (descriptor == nullptr) {
    numbered.refuse("descriptor() returned NULL");
  }
  const uqpm_descriptor c = common_part(descriptor, numbered, "uqpm_descriptor");
  PluginModelInfo info;
  info.id = text_of(c.id, Text::required, "id", numbered);
  const Place place{numbered.file, "model `" + info.id + "`"};
  info.version = text_of(c.version, Text::required, "version", place);
  info.vendor = text_of(c.vendor, Text::optional, "vendor", place);
  info.doc = text_of(c.doc, Text::optional, "doc", place);
  info.config_schema = text_of(c.config_schema_json, Text::optional, "config_schema_json", place);
  if (c.fidelity > UQPM_SURROGATE) {
    place.refuse("unknown fidelity " + std::to_string(c.fidelity));
  }
  info.fidelity = static_cast<Fidelity>(c.fidelity);
  check_flags(c.flags,
              UQPM_INSTANCE_CONCURRENT | UQPM_INSTANCES_CONCURRENT | UQPM_DETERMINISTIC |
                  UQPM_STOCHASTIC | UQPM_INTERNAL_THREADS | UQPM_PREFERS_ROWS,
              minor_known,
              place);
  info.flags = c.flags;
  return info;
}

Description describe_instance(const uqpm_model* model, bool minor_known, const Place& place) {
  const uqpm_model c = common_part(model, place, "uqpm_model");
  if (c.evaluate == nullptr) {
    place.refuse("evaluate is NULL");
  }
  if (c.destroy == nullptr) {
    place.refuse("destroy is NULL");
  }
  if (!(c.cost_hint_s >= 0) || std::isinf(c.cost_hint_s)) {
    place.refuse("cost_hint_s = " + number_text(c.cost_hint_s) + " is no time",
                 "0 stands for unknown");
  }
  Description description;
  for_each(c.inputs,
           c.n_inputs,
           "uqpm_input",
           "input",
           place,
           [&](const uqpm_input& input, const Place& here) -> const std::string& {
             return description.inputs.emplace_back(input_of(input, minor_known, here)).name;
           });
  for_each(c.outputs,
           c.n_outputs,
           "uqpm_output",
           "output",
           place,
           [&](const uqpm_output& output, const Place& here) -> const std::string& {
             description.senses.push_back(output.sense);
             return description.outputs.emplace_back(output_of(output, here)).name;
           });
  check_parents(description.outputs, place);
  description.cost_hint = c.cost_hint_s;
  constexpr std::uint64_t most_rows = 1u << 30;
  description.preferred_batch = static_cast<Index>(std::min(c.preferred_batch, most_rows));
  return description;
}

}  // namespace uq::perfmodels::plugin
