#include "studies/cli/model_text.hpp"

#include "studies/read/bounds.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace uq::studies {

namespace {

std::string nominal_text(const InputVariable& input) {
  if (std::isnan(input.nominal)) {
    return "none";
  }
  const auto index = static_cast<std::size_t>(std::max(input.nominal, 0.0));
  return index < input.categories.size() ? input.categories[index]
                                         : fmt::format("{:.6g}", input.nominal);
}

std::string values_text(const InputVariable& input) {
  switch (input.kind) {
    case InputKind::categorical:
      return "a choice";
    case InputKind::boolean:
      return "0 or 1";
    case InputKind::integer:
      return bounds_text(input) + ", whole";
    case InputKind::real:
      break;
  }
  return bounds_text(input);
}

std::string role_text(const OutputVariable& output, const std::vector<OutputVariable>& all) {
  switch (output.role) {
    case OutputRole::regime:
      return "regime";
    case OutputRole::stage:
      return output.parent >= 0 ? "part of " + all[static_cast<std::size_t>(output.parent)].name
                                : "part of a total";
    case OutputRole::diagnostic:
      return "diagnostic";
    case OutputRole::metric:
      break;
  }
  return "metric";
}

std::string meaning(const std::string& doc, const std::vector<std::string>& categories) {
  return categories.empty()
             ? doc
             : fmt::format("{}{}({})", doc, doc.empty() ? "" : " ", fmt::join(categories, ", "));
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string inputs_text(const Model& model) {
  std::string text = fmt::format(
      "  {:<20} {:<8} {:>12} {:<22} {}\n", "name", "unit", "nominal", "bounds", "meaning");
  for (const InputVariable& input : model.inputs()) {
    text += trimmed(fmt::format("  {:<20} {:<8} {:>12} {:<22} {}",
                                input.name,
                                input.unit,
                                nominal_text(input),
                                values_text(input),
                                meaning(input.doc, input.categories)));
  }
  return text;
}

std::string outputs_text(const Model& model) {
  std::string text;
  for (const OutputVariable& output : model.outputs()) {
    text += trimmed(fmt::format("  {:<20} {:<10} {:<14} {}",
                                output.name,
                                output.kind == OutputKind::categorical ? "" : output.unit,
                                role_text(output, model.outputs()),
                                meaning(output.doc, output.categories)));
  }
  return text;
}

}  // namespace uq::studies
