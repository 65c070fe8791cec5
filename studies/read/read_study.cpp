#include "studies/read/read_study.hpp"

#include "studies/file/precheck_detail.hpp"
#include "studies/read/keys.hpp"
#include "studies/read/read_analyses.hpp"
#include "studies/read/read_constraints.hpp"
#include "studies/read/read_correlation.hpp"
#include "studies/read/read_derived.hpp"
#include "studies/read/read_inputs.hpp"
#include "studies/read/read_model.hpp"
#include "studies/read/read_run.hpp"
#include "studies/read/tails.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace uq::studies {

namespace {

const std::vector<std::string> sections{"format",
                                        "name",
                                        "seed",
                                        "output",
                                        "context",
                                        "model",
                                        "inputs",
                                        "derived",
                                        "correlation",
                                        "constraints",
                                        "analysis",
                                        "failures",
                                        "run"};
/// Sections of the grammar that this version does not have: said so, instead of "unknown key".
const std::vector<std::string> later{"design", "objective"};

/// What else a batch lacks to be a study is beside the point. @throws StudyError
void refuse_batch(const Node& root, Diagnostics& diagnostics) {
  if (const Node::Entry* include = root.find("include")) {
    diagnostics.error("U458",
                      "a batch of studies stands where one study is needed",
                      include->place,
                      "name one of the studies it includes; a batch cannot include batches");
    diagnostics.throw_if_errors();
  }
}

void check_sections(const Node& root, Diagnostics& diagnostics) {
  Node rest{Node::Table{}, root.place};
  for (const Node::Entry& entry : root.table()) {
    if (std::find(later.begin(), later.end(), entry.key) != later.end()) {
      diagnostics.error(
          "U108", "`" + entry.key + "` is not available in this version", entry.place);
    } else {
      std::get<Node::Table>(rest.value).push_back(entry);
    }
  }
  check_keys(rest, sections, "a study file", diagnostics);
}

void read_format(const Node& root, Diagnostics& diagnostics) {
  const Node::Entry* format = root.find("format");
  const auto* number =
      format == nullptr ? nullptr : std::get_if<std::int64_t>(&format->value.value);
  if (number == nullptr || *number != 1) {
    diagnostics.error("U100",
                      format == nullptr ? "the study does not say its format"
                                        : "this version reads format 1 only",
                      format == nullptr ? root.place : format->value.place,
                      "write format = 1");
  }
}

Context read_context(const Node& root, Diagnostics& diagnostics) {
  Context context;
  if (const Node* table = table_at(root, "context", "[context]", diagnostics)) {
    check_keys(*table, {"workload", "hardware", "slo"}, "[context]", diagnostics);
    context.workload = text_at(*table, "workload", diagnostics).value_or("");
    context.hardware = text_at(*table, "hardware", diagnostics).value_or("");
    context.slo = text_at(*table, "slo", diagnostics).value_or("");
  }
  return context;
}

/// The study's `name`, else the file's. It heads tables and names the result file: one line, no
/// path.
std::string read_name(const Node& root, const std::string& file, Diagnostics& diagnostics) {
  const std::optional<std::string> given = text_at(root, "name", diagnostics);
  if (given && (given->empty() || given->find_first_of("/\n\r\t") != std::string::npos)) {
    diagnostics.error("U132",
                      "`name` must be a name of one line without `/`, but it is " +
                          root.find("name")->value.kind(),
                      root.find("name")->value.place,
                      "a path goes into `output`");
  }
  return given.value_or(std::filesystem::path(file).stem().string());
}

/// The result file: `output` beside the study file, else the study's name with ".h5".
std::string read_output(const Node& root,
                        const std::string& file,
                        const std::string& name,
                        Diagnostics& diagnostics) {
  const std::optional<std::string> given = text_at(root, "output", diagnostics);
  if (given && given->empty()) {
    diagnostics.error("U129", "`output` must name a file", root.find("output")->value.place);
  }
  return (std::filesystem::path(file).parent_path() / given.value_or(name + ".h5")).string();
}

/// Empty when nothing is wrong but the model is a plugin that was not to be loaded.
std::optional<Study> read(const std::string& text,
                          const std::string& file,
                          const std::vector<Override>& overrides,
                          const ReadOptions& given,
                          Diagnostics& diagnostics) {
  Node root = read_toml(text, file);
  refuse_batch(root, diagnostics);
  std::vector<std::string> assignments;
  for (const Override& override : overrides) {
    assignments.push_back(override.assignment);
    try {  // one by one, so that every faulty one is reported
      set_value(root, override.assignment, override.place);
    } catch (const StudyError& error) {
      diagnostics.take(error.diagnostics);
    }
  }
  check_sections(root, diagnostics);
  read_format(root, diagnostics);
  const std::string name = read_name(root, file, diagnostics);
  const std::string output = read_output(root, file, name, diagnostics);
  const std::optional<std::uint64_t> seed = seed_at(root, diagnostics);
  const Context context = read_context(root, diagnostics);
  const FailurePolicy failures = read_failures(root, diagnostics);
  const RunSection run = read_run(root, diagnostics);
  ReadOptions options = given;
  options.policy = failures.process;
  options.place = run.place;

  const std::string folder = std::filesystem::path(file).parent_path().string();
  std::optional<ReadModel> model = read_model(root, file, options, diagnostics);
  const bool is_table = names_table(root);
  if (is_table) {
    check_table_sections(root, diagnostics);
  }
  std::optional<ReadDerived> derived =
      model ? read_derived(root, std::move(model->model), diagnostics) : std::nullopt;
  if (!derived) {
    if (!is_table) {  // a table's inputs have the laws of its columns
      check_inputs(root, folder, diagnostics);
    }
    read_analyses(root, nullptr, {}, {}, {.has_table = is_table}, diagnostics);
    diagnostics.throw_if_errors();
    return {};
  }
  Problem problem{std::move(derived->model), {}, {}, std::move(model->outputs), {}, {}};
  read_inputs(root, folder, model->table ? &*model->table : nullptr, problem, diagnostics);
  const std::vector<WrittenCorrelation> correlations = read_correlation(root, problem, diagnostics);
  read_constraints(root, derived->inputs, problem, diagnostics);
  check_tails(root,
              problem.model,
              model->foreign   ? model->foreign->traits.info.fidelity
              : is_table       ? perfmodels::Fidelity::measured
              : model->program ? perfmodels::Fidelity::event_driven  // it may be of any kind
                               : perfmodels::Fidelity::analytical,
              diagnostics);
  if (problem.outputs.empty() && !diagnostics.has_errors()) {
    diagnostics.error("U131", "the model has no numeric output to analyse", root.place);
  }
  if (model->surrogate) {
    model->surrogate->before = derived->before;
  }
  std::vector<Analysis> analyses =
      read_analyses(root,
                    &problem,
                    correlations,
                    options.probe,
                    {.has_table = is_table,
                     .table_rows = model->table ? rows_of(*model->table) : 0,
                     .folder = folder},
                    diagnostics);
  std::optional<GivenTable> table;
  if (model->table && !diagnostics.has_errors()) {
    table = given_table(*model->table, problem);
  }

  Study study{.file = file,
              .text = text,
              .overrides = std::move(assignments),
              .name = name,
              .output = output,
              .seed = seed,
              .context = context,
              .model_text = model->text,
              .foreign = std::move(model->foreign),
              .program = std::move(model->program),
              .workers = std::move(model->workers),
              .table = std::move(table),
              .surrogate = std::move(model->surrogate),
              .problem = std::move(problem),
              .derived = std::move(derived->inputs),
              .correlations = correlations,
              .analyses = std::move(analyses),
              .failures = failures,
              .store_samples = run.store,
              .warnings = {}};
  diagnostics.throw_if_errors();
  study.warnings = diagnostics.all();
  return study;
}

std::vector<Override> from_command_line(const std::vector<std::string>& assignments) {
  std::vector<Override> overrides;
  for (const std::string& assignment : assignments) {
    overrides.push_back({.assignment = assignment});
  }
  return overrides;
}

}  // namespace

Study read_overridden(const std::string& text,
                      const std::string& file,
                      const std::vector<Override>& overrides,
                      const Consent& consent,
                      const Probe& probe) {
  Diagnostics diagnostics;
  return read(text, file, overrides, {.consent = consent, .probe = probe}, diagnostics).value();
}

Study read_study(const std::string& text,
                 const std::string& file,
                 const std::vector<std::string>& overrides,
                 const Consent& consent,
                 const Probe& probe) {
  return read_overridden(text, file, from_command_line(overrides), consent, probe);
}

CheckedStudy check_overridden(const std::string& text,
                              const std::string& file,
                              const std::vector<Override>& overrides) {
  Diagnostics diagnostics;
  std::optional<Study> study =
      read(text, file, overrides, {.consent = {}, .load = false}, diagnostics);
  return {std::move(study), diagnostics.all()};
}

CheckedStudy check_study(const std::string& text,
                         const std::string& file,
                         const std::vector<std::string>& overrides) {
  return check_overridden(text, file, from_command_line(overrides));
}

std::string read_file(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw IoError("cannot read `" + file + "`: it is a folder, not a study file");
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw IoError("cannot read `" + file + "`: " + std::strerror(errno));
  }
  if (!std::filesystem::is_regular_file(file, ignored) &&
      !std::filesystem::is_fifo(file, ignored)) {
    throw IoError("cannot read `" + file + "`: it is no file");
  }
  // One byte more than a study may have, so that a pipe without end is refused like a huge file.
  std::string text(max_file_bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

}  // namespace uq::studies
