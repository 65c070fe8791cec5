#include "studies/read/read_command.hpp"

#include "studies/file/units.hpp"
#include "studies/foreign/consent.hpp"
#include "studies/read/keys.hpp"
#include "studies/run/interrupt.hpp"
#include "studies/workers/lines.hpp"
#include "studies/workers/pool.hpp"
#include "studies/workers/worker_program.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace uq::studies {

namespace {

std::optional<std::vector<std::string>> read_words(const Node& value, Diagnostics& diagnostics) {
  std::vector<std::string> words;
  if (value.is_array()) {
    for (const Node& word : value.array()) {
      if (word.is_string() && word.string().find('\0') == std::string::npos) {
        words.push_back(word.string());
      }
    }
  }
  if (!value.is_array() || words.empty() || words.size() < value.array().size() ||
      words.front().empty()) {
    diagnostics.error("U542",
                      "`command` must be a list of words, the first of them a program",
                      value.place,
                      "write [\"python3\", \"model.py\"]; no shell reads it");
    return {};
  }
  return words;
}

void check_protocol(const Node& model, const Place& place, Diagnostics& diagnostics) {
  const auto protocol = text_at(model, "protocol", diagnostics);
  if (!protocol) {
    if (model.find("protocol") == nullptr) {
      diagnostics.error("U543", "the study does not say how to talk to the command", place)
          .notes.push_back(
              "help: add protocol = \"lines\": a JSON object a line, on standard "
              "input and output");
    }
  } else if (*protocol == "files") {
    diagnostics.error("U108",
                      "protocol = \"files\" is not available in this version",
                      model.find("protocol")->value.place);
  } else if (*protocol != "lines") {
    unknown_name(
        "U203", "protocol", *protocol, {"lines"}, model.find("protocol")->value.place, diagnostics);
  }
}

void read_unit(const Node::Entry& entry, std::string& unit, Diagnostics& diagnostics) {
  if (const auto given = text_at(entry.value, "unit", diagnostics)) {
    unit = *given;
    if (!parse_unit(*given)) {
      diagnostics.error("U210",
                        "unknown unit `" + *given + "` of `" + entry.key + "`",
                        entry.value.find("unit")->value.place);
    }
  }
}

/// Names of an input's choices: those of its law, or the one it is held at.
std::vector<std::string> names_in(const Node& input) {
  std::vector<std::string> names;
  const Node::Entry* values = input.find("values");
  if (values != nullptr && values->value.is_array()) {
    for (const Node& node : values->value.array()) {
      if (node.is_string() && std::find(names.begin(), names.end(), node.string()) == names.end()) {
        names.push_back(node.string());
      }
    }
    if (names.size() != values->value.array().size()) {
      names.clear();  // quantities with units, or a mixture, which the law refuses
    }
  }
  return names;
}

bool are_whole(const Node& list) {
  return list.is_array() && !list.array().empty() &&
         std::all_of(list.array().begin(), list.array().end(), [](const Node& node) {
           return std::holds_alternative<std::int64_t>(node.value);
         });
}

/// What the law of an input makes of it: a choice between names, a whole number, or a number.
void read_kind(const Node& input, InputVariable& variable) {
  const Node::Entry* dist = input.find("dist");
  const Node::Entry* values = input.find("values");
  const Node::Entry* value = input.find("value");
  const std::string law =
      dist != nullptr && dist->value.is_string() ? dist->value.string() : std::string();
  const bool quantities = input.find("unit") != nullptr;
  if (law == "choice" && !quantities && !names_in(input).empty()) {
    variable.kind = InputKind::categorical;
    variable.categories = names_in(input);
  } else if (value != nullptr && value->value.is_string() && !quantities) {
    variable.kind = InputKind::categorical;
    variable.categories = {value->value.string()};
  } else if (value != nullptr && std::holds_alternative<bool>(value->value.value)) {
    variable.kind = InputKind::boolean;
  } else if (law == "integer" ||
             (law == "choice" && values != nullptr && are_whole(values->value))) {
    variable.kind = InputKind::integer;
  }
}

std::vector<InputVariable> command_inputs(const Node& root, Diagnostics& diagnostics) {
  std::vector<InputVariable> inputs;
  const Node* given = table_at(root, "inputs", "[inputs]", diagnostics);
  const Node* derived = table_at(root, "derived", "[derived]", diagnostics);
  for (const Node* table : {given, derived}) {
    for (const Node::Entry& entry : table == nullptr ? Node::Table{} : table->table()) {
      const bool twice = std::any_of(inputs.begin(), inputs.end(), [&](const InputVariable& i) {
        return i.name == entry.key;
      });
      if (twice) {  // is reported with [derived]
        continue;
      }
      InputVariable input{.name = entry.key};
      if (entry.value.is_table()) {
        read_unit(entry, input.unit, diagnostics);
        if (table == given) {
          read_kind(entry.value, input);
        }
      }
      inputs.push_back(std::move(input));
    }
  }
  if (inputs.empty()) {
    diagnostics.error("U544", "a command without inputs has nothing to vary", root.place)
        .notes.push_back("help: add [inputs]");
  }
  return inputs;
}

std::vector<OutputVariable> read_outputs(const Node& model,
                                         const Place& place,
                                         Diagnostics& diagnostics) {
  std::vector<OutputVariable> outputs;
  const Node::Entry* entry = model.find("outputs");
  if (entry == nullptr || !entry->value.is_table() || entry->value.table().empty()) {
    diagnostics
        .error("U544",
               "the study does not declare the command's outputs",
               entry == nullptr ? place : entry->value.place)
        .notes.push_back("help: add [model.outputs] with y = { unit = \"ms\" }");
    return outputs;
  }
  for (const Node::Entry& one : entry->value.table()) {
    OutputVariable output{.name = one.key};
    if (!one.value.is_table()) {
      diagnostics.error("U201",
                        "`" + one.key + "` must be a table, but it is " + one.value.kind(),
                        one.value.place,
                        "write { unit = \"ms\" }");
    } else {
      check_keys(one.value, {"unit", "categories", "doc"}, "an output", diagnostics);
      read_unit(one, output.unit, diagnostics);
      output.doc = text_at(one.value, "doc", diagnostics).value_or("");
      if (one.value.find("categories") != nullptr) {
        output.kind = OutputKind::categorical;
        output.role = OutputRole::regime;
        const auto names = names_at(one.value, "categories", diagnostics);
        for (const Node* name : names.value_or(std::vector<const Node*>{})) {
          output.categories.push_back(name->string());
        }
      }
    }
    outputs.push_back(std::move(output));
  }
  return outputs;
}

std::optional<ProgramFiles> find(const std::vector<std::string>& words,
                                 const std::string& folder,
                                 const Place& place,
                                 Diagnostics& diagnostics) {
  try {
    return find_program(words, folder);
  } catch (const IoError& error) {
    diagnostics.error("U545", error.what(), place);
    return {};
  }
}

void expect_consent(const ProgramFiles& program,
                    const Consent& consent,
                    const std::string& study,
                    const Place& place,
                    Diagnostics& diagnostics) {
  const std::string why = objection(consent, program, study);
  if (why.empty()) {
    return;
  }
  Diagnostic& diagnostic = diagnostics.error("U143", why, place);
  diagnostic.notes.push_back("it would run " + command_text(program.argv));
  diagnostic.notes.push_back("help: --allow-exec allows it once; `uq trust " + study +
                             "` allows this command, with the files it names as they are");
}

std::shared_ptr<WorkerPool> make_pool(const ProgramFiles& program,
                                      const std::vector<InputVariable>& inputs,
                                      const std::vector<OutputVariable>& outputs,
                                      const ReadOptions& options) {
  const Launcher& launcher = options.place.launcher;
  return std::make_shared<WorkerPool>(
      PoolOptions{.argv = worker_command_line(launcher.prefix, program.folder, program.argv),
                  .dialogue = [inputs, outputs] { return lines_dialogue(inputs, outputs); },
                  .workers = launcher.workers,
                  .policy = options.policy,
                  .cancelled = interruption_asked});
}

}  // namespace

std::optional<ReadCommand> read_command(const Node& root,
                                        const Node& model,
                                        const std::string& study,
                                        const ReadOptions& options,
                                        Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  const Node& value = model.find("command")->value;
  const auto words = read_words(value, diagnostics);
  check_protocol(model, value.place, diagnostics);
  if (options.place.in_process) {
    diagnostics.error("U541",
                      "a command is a process of its own",
                      options.place.isolation.value_or(value.place),
                      "leave out isolation = \"in-process\"");
  }
  std::vector<InputVariable> inputs = command_inputs(root, diagnostics);
  std::vector<OutputVariable> outputs = read_outputs(model, value.place, diagnostics);
  const auto program = words ? find(*words,
                                    std::filesystem::path(study).parent_path().string(),
                                    value.place,
                                    diagnostics)
                             : std::nullopt;
  if (program && options.load) {
    expect_consent(*program, options.consent, study, value.place, diagnostics);
  }
  if (!program || diagnostics.error_count() > before) {
    return {};
  }
  const auto pool = make_pool(*program, inputs, outputs, options);
  const std::string text = command_text(*words);
  return ReadCommand{PooledModel(pool, text, std::move(inputs), std::move(outputs)),
                     {*words, program->files, program->digest},
                     pool,
                     text};
}

}  // namespace uq::studies
