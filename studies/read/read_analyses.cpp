#include "studies/read/read_analyses.hpp"

#include "studies/read/analysis_order.hpp"
#include "studies/read/keys.hpp"
#include "studies/read/outputs.hpp"
#include "studies/read/read_auto.hpp"
#include "studies/read/read_criteria.hpp"
#include "studies/tables/methods.hpp"

#include <algorithm>
#include <set>

namespace uq::studies {

namespace {

const std::vector<std::string> common_keys{"name", "method", "outputs", "inputs", "seed", "accept"};

const Method* read_method(const Node& table, Diagnostics& diagnostics) {
  const std::optional<std::string> name = text_at(table, "method", diagnostics);
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    names.emplace_back(method.name);
  }
  names.emplace_back("auto");
  if (!name) {
    if (table.find("method") == nullptr) {
      diagnostics.error("U117", "an analysis needs a `method`", table.place)
          .notes.push_back(known(names));
    }
    return nullptr;
  }
  const Method* method = find_method(*name);
  if (is_auto(table)) {
    return nullptr;
  }
  if (method == nullptr) {
    unknown_name("U110", "method", *name, names, table.find("method")->value.place, diagnostics);
  }
  return method;
}

std::string read_name(const Node& table, std::set<std::string>& taken, Diagnostics& diagnostics) {
  const std::optional<std::string> given = text_at(table, "name", diagnostics);
  const Node::Entry* method = table.find("method");
  std::string name =
      given.value_or(method != nullptr && method->value.is_string() ? method->value.string() : "");
  const Place place = given ? table.find("name")->value.place : table.place;
  if ((given || !name.empty()) && !is_identifier(name)) {
    diagnostics.error("U118",
                      "`" + name + "` cannot name an analysis",
                      place,
                      "a letter, then letters, digits and _");
  } else if (!name.empty() && !taken.insert(name).second) {
    diagnostics.error(
        "U119", "two analyses are called `" + name + "`", place, "give each its own `name`");
  }
  return name;
}

/// The problem with only the inputs under `inputs` uncertain; the others stay at their nominal.
void keep_inputs(const Node& table, Problem& problem, Diagnostics& diagnostics) {
  if (const Node::Entry* entry = table.find("inputs");
      entry != nullptr && entry->value.is_table()) {
    return;  // a screen chooses them
  }
  const auto names = names_at(table, "inputs", diagnostics);
  if (!names) {
    return;
  }
  std::vector<std::string> all;
  for (const UncertainInput& input : problem.inputs) {
    all.push_back(input.name);
  }
  std::vector<Index> kept;
  for (const Node* name : *names) {
    const auto found = std::find(all.begin(), all.end(), name->string());
    if (found == all.end()) {
      unknown_name("U104", "uncertain input", name->string(), all, name->place, diagnostics);
    } else {
      kept.push_back(found - all.begin());
    }
  }
  std::set<Index> seen;  // a name given twice is reported
  std::erase_if(kept, [&](Index at) { return !seen.insert(at).second; });
  problem = restricted(std::move(problem), kept);
}

void check_option_keys(const Node& table, const Method& method, Diagnostics& diagnostics) {
  std::vector<std::string> keys = common_keys;
  for (const OptionInfo& option : method.options()) {
    keys.push_back(option.name);
  }
  check_keys(table, keys, "method `" + std::string(method.name) + "`", diagnostics);
}

/// A table answers no questions at new points.
void check_on_table(const Node& table, const NamedAnalysis& analysis, Diagnostics& diagnostics) {
  if (analysis.method == nullptr || !analysis.method->works_on_sample) {
    diagnostics
        .error("U436",
               "method `" +
                   std::string(analysis.method == nullptr ? "auto" : analysis.method->name) +
                   "` needs a model to evaluate, and a table has none",
               table.place)
        .notes.emplace_back("help: method = \"given_data\" works on the rows of the table");
  }
  if (analysis.name == table_name) {
    diagnostics.error("U119",
                      "`" + analysis.name + "` is the sample of the table, not an analysis",
                      table.place,
                      "give the analysis another `name`");
  }
}

void no_uncertain_input(const Analysis& analysis,
                        const std::string& remedy,
                        Diagnostics& diagnostics) {
  diagnostics.error(
      "U126", "no input of analysis `" + analysis.name + "` is uncertain", analysis.place, remedy);
}

/// What all analyses are read with.
struct Surroundings {
  const Problem& problem;
  const std::vector<WrittenCorrelation>& correlations;
  const Probe& probe;
  bool has_table;
  Diagnostics& diagnostics;
};

std::optional<Analysis> read_analysis(const Node& written,
                                      const NamedAnalysis& named,
                                      const std::vector<NamedAnalysis>& all,
                                      const Analysis* screen,
                                      const Surroundings& around) {
  Node table = written;
  Diagnostics& diagnostics = around.diagnostics;
  const Problem& problem = around.problem;
  Analysis analysis{.name = named.name,
                    .method = named.method,
                    .options = {},
                    .problem = problem,
                    .seed = seed_at(table, diagnostics),
                    .place = table.place};
  if (auto outputs = output_positions(table, problem.model, diagnostics)) {
    analysis.problem.outputs = std::move(*outputs);
  }
  keep_inputs(table, analysis.problem, diagnostics);
  if (screen != nullptr) {
    read_screening(table, *screen, analysis, diagnostics);
  }
  if (const std::string broken = settle_constraints(analysis.problem); !broken.empty()) {
    diagnostics.error("U314",
                      "condition \"" + broken + "\" does not hold at the values of analysis `" +
                          analysis.name + "`, where all its inputs are constant",
                      table.place);
  }
  if (is_auto(table)) {
    if (analysis.problem.inputs.empty() && !diagnostics.has_errors()) {
      no_uncertain_input(analysis, "give at least one a law", diagnostics);
    }
    auto chosen =
        read_auto(table, analysis.problem, around.correlations, around.probe, diagnostics);
    if (!chosen) {
      return {};
    }
    table = std::move(chosen->table);
    analysis.method = chosen->method;
    analysis.chosen = std::move(chosen->record);
  }
  const Method& method = *analysis.method;
  const Scope scope{analysis.problem, around.correlations, all, around.has_table};
  if (analysis.problem.inputs.empty()) {
    if (!diagnostics.has_errors()) {  // else inputs may be missing because they are faulty
      no_uncertain_input(analysis, "give at least one a law", diagnostics);
    }
    method.bind(table, scope, diagnostics);
    return analysis;
  }
  const std::size_t before = diagnostics.all().size();
  analysis.options = method.bind(table, scope, diagnostics);
  const bool bound =
      std::none_of(diagnostics.all().begin() + static_cast<std::ptrdiff_t>(before),
                   diagnostics.all().end(),
                   [](const Diagnostic& d) { return d.severity == Severity::error; });
  if (bound) {
    analysis.problem = method.narrow(analysis.options, std::move(analysis.problem));
    if (analysis.problem.inputs.empty()) {
      no_uncertain_input(analysis, "the sweep holds all of them fixed", diagnostics);
    }
    read_accept(table, analysis, diagnostics);
  }
  return analysis;
}

/// Reads all analyses, each after the one that screens its inputs and those whose sample it may
/// work on.
class Reading {
 public:
  Reading(const Node::Array& tables, std::vector<NamedAnalysis> named, const Surroundings& around)
      : tables_(tables),
        named_(std::move(named)),
        around_(around),
        results_(tables.size()),
        states_(tables.size(), State::waiting) {}

  /// In the order of the file.
  std::vector<Analysis> all() {
    for (std::size_t k = 0; k < tables_.size(); ++k) {
      read(k);
    }
    std::vector<Analysis> analyses;
    for (std::optional<Analysis>& analysis : results_) {
      if (analysis) {
        analyses.push_back(std::move(*analysis));
      }
    }
    return analyses;
  }

 private:
  enum class State { waiting, begun, done };

  void read(std::size_t k) {
    if ((named_[k].method == nullptr && !is_auto(tables_[k])) || states_[k] != State::waiting) {
      return;
    }
    states_[k] = State::begun;
    choose_samples_of(k);
    read_extended_by(k);
    const Analysis* screen = nullptr;
    if (const auto from =
            screen_named(tables_[k], named_[k].name, names_of(named_), around_.diagnostics)) {
      screen = screen_of(k, *from);
    }
    results_[k] = read_analysis(tables_[k], named_[k], named_, screen, around_);
    if (results_[k]) {
      named_[k].method = results_[k]->method;
      named_[k].analysis = &*results_[k];
    }
    states_[k] = State::done;
  }

  /// What a method works on is known when the methods of all samples are: those that `auto` chooses
  /// are read first.
  void choose_samples_of(std::size_t k) {
    if (named_[k].method == nullptr || !named_[k].method->works_on_sample) {
      return;
    }
    const Node::Entry* data = tables_[k].find("data");
    for (std::size_t j = 0; j < tables_.size(); ++j) {
      const bool meant =
          data == nullptr || (data->value.is_string() && data->value.string() == named_[j].name);
      if (meant && is_auto(tables_[j])) {
        read(j);
      }
    }
  }

  /// What a sample goes on with is known when the sample it extends has been read.
  void read_extended_by(std::size_t k) {
    const Node::Entry* extends = tables_[k].find("extends");
    if (extends == nullptr || !extends->value.is_string()) {
      return;
    }
    for (std::size_t j = 0; j < tables_.size(); ++j) {
      if (named_[j].name == extends->value.string()) {
        read(j);
        refuse_circle(k, j);
      }
    }
  }

  void refuse_circle(std::size_t k, std::size_t at) {
    if (states_[at] == State::begun) {
      around_.diagnostics.error(
          "U320",
          "analysis `" + named_[k].name + "` builds on itself, directly or through others",
          tables_[k].place,
          "let one of them work without the other");
    }
  }

  const Analysis* screen_of(std::size_t k, const std::string& from) {
    const auto found = std::find_if(
        named_.begin(), named_.end(), [&](const auto& other) { return other.name == from; });
    const auto at = static_cast<std::size_t>(found - named_.begin());
    read(at);
    refuse_circle(k, at);
    return results_[at] ? &*results_[at] : nullptr;
  }

  const Node::Array& tables_;
  std::vector<NamedAnalysis> named_;
  const Surroundings& around_;
  std::vector<std::optional<Analysis>> results_;
  std::vector<State> states_;
};

}  // namespace

std::vector<Analysis> read_analyses(const Node& root,
                                    const Problem* problem,
                                    const std::vector<WrittenCorrelation>& correlations,
                                    const Probe& probe,
                                    bool has_table,
                                    Diagnostics& diagnostics) {
  std::vector<Analysis> analyses;
  const Node::Entry* entry = root.find("analysis");
  if (entry == nullptr || (entry->value.is_array() && entry->value.array().empty())) {
    diagnostics.error("U109", "the study has no analyses", root.place)
        .notes.push_back(
            "help: add [[analysis]] with method = \"sobol\" or \"propagate\"; `uq methods` lists "
            "all");
    return analyses;
  }
  const bool tables =
      entry->value.is_array() && std::all_of(entry->value.array().begin(),
                                             entry->value.array().end(),
                                             [](const Node& n) { return n.is_table(); });
  if (!tables) {
    diagnostics.error(
        "U201", "`analysis` must be a list of tables", entry->place, "write [[analysis]]");
    return analyses;
  }
  // Names first: an analysis may build on one that the file names later.
  std::set<std::string> taken;
  std::vector<NamedAnalysis> all;
  for (const Node& table : entry->value.array()) {
    const Method* method = read_method(table, diagnostics);
    all.push_back({read_name(table, taken, diagnostics), method});
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Node& table = entry->value.array()[k];
    if (all[k].method != nullptr) {
      check_option_keys(table, *all[k].method, diagnostics);
    } else if (is_auto(table)) {
      std::vector<std::string> keys = common_keys;
      keys.insert(keys.end(), {"budget", "goal"});
      check_keys(table, keys, "method `auto`", diagnostics);
    }
    if (has_table && (all[k].method != nullptr || is_auto(table))) {
      check_on_table(table, all[k], diagnostics);
    }
  }
  if (problem == nullptr) {
    return analyses;
  }
  const Surroundings around{*problem, correlations, probe, has_table, diagnostics};
  std::vector<Analysis> ordered =
      in_order(Reading(entry->value.array(), all, around).all(), diagnostics);
  keep_to_samples(ordered, diagnostics);
  return ordered;
}

}  // namespace uq::studies
