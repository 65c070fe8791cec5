#include "studies/report/show.hpp"
#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"
#include "studies/store/layout.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace uq::studies {

namespace {

std::string spelled_out(const std::string& claim) {
  if (claim == "relative-ranking-only") {
    return "relative ranking only: the model is not calibrated, so compare alternatives and do not "
           "quote "
           "absolute values";
  }
  return claim;
}

const Attribute* root_attribute(const ResultFile& file, const std::string& name) {
  for (const auto& [key, value] : file.attributes) {
    if (key == name) {
      return &value;
    }
  }
  const Dataset* provenance = file.group("provenance");
  return provenance == nullptr ? nullptr : provenance->attribute(name);
}

std::string heading(const ResultFile& file) {
  Table table;
  const auto line = [&](const std::string& label, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
      if (const std::string text = attribute_text(root_attribute(file, key)); !text.empty()) {
        table.row({label, label == "claim" ? spelled_out(text) : text});
        return;
      }
    }
  };
  line("model", {"model", "model_id"});
  line("claim", {"claim"});
  line("seed", {"seed"});
  line("status", {"status"});
  line("workload", {"workload"});
  line("hardware", {"hardware"});
  line("slo", {"slo"});
  const std::string title = attribute_text(root_attribute(file, "title"));
  return printable(title.empty() ? attribute_text(root_attribute(file, "study")) : title) + "\n" +
         table.text();
}

// {"dist":"uniform","lo":1,"hi":2} as "uniform lo=1 hi=2"; text of another form stays.
std::string law_in_words(const std::string& json) {
  const auto law = nlohmann::ordered_json::parse(json, nullptr, false);
  if (!law.is_object()) {
    return json;
  }
  std::string words;
  for (const auto& [key, value] : law.items()) {
    const std::string text = value.is_string()         ? value.get<std::string>()
                             : value.is_number_float() ? plain(value.get<double>())
                                                       : value.dump();
    words += words.empty() ? "" : " ";
    words += key == "dist" ? text : key + "=" + text;
  }
  return words;
}

std::string inputs_table(Dataset inputs) {
  for (Variable& variable : inputs.variables) {
    if (variable.name == "distribution") {
      std::transform(
          variable.text.begin(), variable.text.end(), variable.text.begin(), law_in_words);
    }
  }
  return generic_tables(View(inputs));
}

std::string analysis_heading(const Dataset& dataset) {
  std::string line = analysis_name(dataset) + ": " + attribute_text(dataset.attribute("method"));
  if (const std::string count = attribute_text(dataset.attribute("evaluations")); !count.empty()) {
    line += ", " + count + " evaluations";
  }
  const std::string method = attribute_text(dataset.attribute("ci_method"));
  if (const Attribute* level = dataset.attribute("ci_level"); level != nullptr) {
    const auto* number = std::get_if<double>(level);
    line += fmt::format(", intervals {}{}",
                        number != nullptr ? plain(*number * 100) + " %" : attribute_text(level),
                        method.empty() ? "" : fmt::format(" ({})", method));
  }
  for (const std::string& criterion : attribute_list(dataset.attribute("accept"))) {
    line += "; accept " + criterion;
  }
  if (const std::string accepted = attribute_text(dataset.attribute("accepted"));
      !accepted.empty()) {
    line += "; accepted: " + accepted;
  }
  return line;
}

std::string analysis_tables(const Dataset& dataset) {
  const View view(dataset);
  const std::string method = attribute_text(dataset.attribute("method"));
  return method == "sobol"       ? sobol_tables(view)
         : method == "propagate" ? propagate_tables(view)
                                 : generic_tables(view);
}

}  // namespace

std::string show_text(const ResultFile& file, const std::string& analysis) {
  const std::vector<const Dataset*> chosen = analyses(file, analysis);
  std::string text = heading(file);
  if (const Dataset* inputs = file.group("inputs"); inputs != nullptr) {
    text += "\ninputs\n" + inputs_table(*inputs);
  }
  Table warnings;
  for (const std::string& warning : attribute_list(root_attribute(file, "warnings"))) {
    warnings.row({"study", warning});
  }
  for (const Dataset* dataset : chosen) {
    text +=
        fmt::format("\n{}\n{}", printable(analysis_heading(*dataset)), analysis_tables(*dataset));
    for (const std::string& warning : attribute_list(dataset->attribute("warnings"))) {
      warnings.row({analysis_name(*dataset), warning});
    }
  }
  return text + (warnings.empty() ? "" : "\nwarnings\n" + warnings.text());
}

}  // namespace uq::studies
