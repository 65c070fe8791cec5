#include "studies/report/show.hpp"
#include "studies/report/table.hpp"
#include "studies/report/tables.hpp"
#include "studies/report/view.hpp"
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

// {"dist":"uniform","lo":1,"hi":2} as "uniform"; text of another form stays.
std::string law_name(const std::string& json) {
  const auto law = nlohmann::ordered_json::parse(json, nullptr, false);
  return law.is_object() ? law.value("dist", "") : json;
}

// The nominal value in words: the name of a category.
std::string nominal_text(const View& view, const Position& at) {
  const Variable* nominal = view.dataset().variable("nominal");
  if (nominal == nullptr) {
    return {};
  }
  const auto names = nlohmann::json::parse(view.text("categories", at), nullptr, false);
  const double value = view.number("nominal", at);
  const bool named = names.is_array() && value >= 0 && value < static_cast<double>(names.size());
  const auto& name = named ? names[static_cast<std::size_t>(value)] : nlohmann::json();
  return name.is_string() ? name.get<std::string>() : view.cell(*nominal, at);
}

// A line per input: what it follows, between which values; a constant has its value only.
std::string inputs_table(const Dataset& inputs) {
  const View view(inputs);
  const Dimension* names = inputs.dim("input");
  const auto cell = [&](const char* name, const Position& at) {
    const Variable* variable = inputs.variable(name);
    return variable == nullptr           ? std::string()
           : view.is_undefined(name, at) ? "none"  // a moment that does not exist
                                         : view.cell(*variable, at);
  };
  Table table;
  table.row({"input", "nominal", "law", "from", "to", "mean", "sd"});
  for (Index i = 0; names != nullptr && i < extent(*names); ++i) {
    const Position at{{"input", i}};
    const std::string law = law_name(view.text("distribution", at));
    const bool named = !view.text("categories", at).empty();
    std::vector<std::string> row{view.label("input", i), nominal_text(view, at)};
    if (law.empty()) {
      row.emplace_back("constant");
    } else if (named) {
      row.push_back(law);
    } else {
      row.insert(row.end(),
                 {law, cell("lower", at), cell("upper", at), cell("mean", at), cell("sd", at)});
    }
    table.row(std::move(row));
  }
  return table.text();
}

std::string analysis_heading(const Dataset& dataset) {
  std::string line = analysis_name(dataset) + ": " + attribute_text(dataset.attribute("method"));
  if (const std::string count = attribute_text(dataset.attribute("evaluations")); !count.empty()) {
    line += ", " + count + " evaluations";
  }
  const std::string method = attribute_text(dataset.attribute("ci_method"));
  if (const std::string on = attribute_text(dataset.attribute("surrogate")); !on.empty()) {
    const std::string predictions = attribute_text(dataset.attribute("predictions"));
    line += fmt::format(" of the model, on the surrogate {}{}",
                        on,
                        predictions == "0" ? "" : " with " + predictions + " predictions");
  }
  if (const Attribute* level = dataset.attribute("ci_level"); level != nullptr) {
    const auto* number = std::get_if<double>(level);
    line += fmt::format(", intervals {}{}",
                        number != nullptr ? plain(*number * 100) + " %" : attribute_text(level),
                        method.empty() ? "" : fmt::format(" ({})", method));
  }
  if (const auto* share = std::get_if<double>(dataset.attribute("outside_share"));
      share != nullptr && *share > 0) {
    line += fmt::format("; {} % of the points lie outside the box of its fit", plain(*share * 100));
  }
  if (const auto* share = std::get_if<double>(dataset.attribute("acceptance"))) {
    line += fmt::format("; {} % of the draws met the conditions", plain(*share * 100));
  }
  return line;
}

/// Why an analysis did not run, which inputs it was left, what became of its criteria.
std::string verdicts(const Dataset& dataset) {
  const auto list = [&](const char* name) { return attribute_list(dataset.attribute(name)); };
  std::string text;
  const auto say = [&](const std::string& line) { text += "  " + printable(line) + "\n"; };
  if (const std::string why = attribute_text(dataset.attribute("skipped")); !why.empty()) {
    say("skipped: " + why);
  }
  if (const std::string from = attribute_text(dataset.attribute("screened_from")); !from.empty()) {
    const std::vector<std::string> dropped = list("dropped");
    say(fmt::format("inputs of {} with {}: {}; dropped: {}",
                    from,
                    attribute_text(dataset.attribute("keep")),
                    list("kept").empty() ? "none" : attribute_text(dataset.attribute("kept")),
                    dropped.empty() ? "none" : attribute_text(dataset.attribute("dropped"))) +
        (list("fixed_before").empty()
             ? ""
             : "; fixed before: " + attribute_text(dataset.attribute("fixed_before"))));
  }
  const std::vector<std::string> criteria = list("accept");
  const std::vector<std::string> accepted = list("accepted");
  for (std::size_t k = 0; k < criteria.size() && k < accepted.size(); ++k) {
    if (accepted[k] == "true") {
      say("accepted: " + criteria[k]);
    }
  }
  for (const std::string& line : list("accept_failed")) {
    say(line);
  }
  return text;
}

std::string analysis_tables(const Dataset& dataset) {
  const View view(dataset);
  const std::string method = attribute_text(dataset.attribute("method"));
  return method == "sobol"        ? sobol_tables(view)
         : method == "propagate"  ? propagate_tables(view)
         : method == "morris"     ? morris_tables(view)
         : method == "oat"        ? oat_tables(view)
         : method == "sample"     ? sample_tables(view)
         : method == "given_data" ? given_data_tables(view)
         : method == "surrogate"  ? surrogate_tables(view)
                                  : generic_tables(view);
}

}  // namespace

std::string show_text(const ResultFile& file, const std::string& analysis) {
  const std::vector<const Dataset*> chosen = analyses(file, analysis);
  std::string text = heading(file);
  if (const Dataset* inputs = file.group("inputs"); inputs != nullptr) {
    text += "\ninputs\n" + inputs_table(*inputs);
    for (const auto& [name, label] : {std::pair{"correlations", "correlation"},
                                      std::pair{"derived", "derived"},
                                      std::pair{"constraints", "condition"}}) {
      for (const std::string& line : attribute_list(inputs->attribute(name))) {
        text += printable(fmt::format("  {}: {}", label, line)) + "\n";
      }
    }
  }
  Table warnings;
  for (const std::string& warning : attribute_list(root_attribute(file, "warnings"))) {
    warnings.row({"study", warning});
  }
  for (const Dataset* dataset : chosen) {
    text += fmt::format("\n{}\n{}{}",
                        printable(analysis_heading(*dataset)),
                        analysis_tables(*dataset),
                        verdicts(*dataset));
    for (const std::string& warning : attribute_list(dataset->attribute("warnings"))) {
      warnings.row({analysis_name(*dataset), warning});
    }
  }
  return text + (warnings.empty() ? "" : "\nwarnings\n" + warnings.text());
}

}  // namespace uq::studies
