#include "studies/surrogates/surrogate_options.hpp"

#include "studies/read/keys.hpp"
#include "studies/read/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace uq::studies {

namespace {

constexpr const char* no_sample_help =
    "help: add an analysis with method = \"sample\", or [model] table = \"….csv\"";

/// Names `data` may take, beside samples of other files.
std::vector<std::string> samples_of(const Scope& scope) {
  std::vector<std::string> names;
  if (scope.has_table) {
    names.emplace_back(table_name);
  }
  for (const NamedAnalysis& analysis : scope.analyses) {
    if (analysis.method != nullptr && analysis.method->leaves_sample) {
      names.push_back(analysis.name);
    }
  }
  return names;
}

void refuse_source(const std::string& given,
                   const Place& place,
                   const Scope& scope,
                   const std::vector<std::string>& samples,
                   Diagnostics& diagnostics) {
  const auto other =
      std::find_if(scope.analyses.begin(), scope.analyses.end(), [&](const NamedAnalysis& a) {
        return a.name == given && a.method != nullptr;
      });
  if (other != scope.analyses.end()) {
    diagnostics
        .error("U437",
               "analysis `" + given + "` leaves no sample: its method is `" +
                   std::string(other->method->name) + "`",
               place)
        .notes.push_back(samples.empty() ? no_sample_help : known(samples));
  } else if (samples.empty()) {
    diagnostics.error("U439", "the study has no sample `" + given + "`, nor any other", place)
        .notes.emplace_back(no_sample_help);
  } else {
    unknown_name("U439", "sample", given, samples, place, diagnostics);
  }
}

/// What keeps a sample of another file from being one of this study's inputs and outputs.
std::string misfit(const TableFile& table, const Problem& problem) {
  const auto column = [&](const std::string& name) {
    const auto found = std::find_if(table.columns.begin(),
                                    table.columns.end(),
                                    [&](const CsvColumn& c) { return c.name == name; });
    return found == table.columns.end() ? -1 : found - table.columns.begin();
  };
  const auto needed = [&](const std::string& what,
                          const std::string& name,
                          const std::string& unit) -> std::string {
    const auto at = column(name);
    if (at < 0) {
      return fmt::format("it has no {} `{}`", what, name);
    }
    const std::string& own = table.units[static_cast<std::size_t>(at)];
    return own.empty() || own == unit
               ? ""
               : fmt::format("its {} `{}` is in {}, here it is in {}", what, name, own, unit);
  };
  const auto& inputs = problem.model.inputs();
  for (const UncertainInput& input : problem.inputs) {
    if (const std::string fault = needed("input", input.name, input.unit); !fault.empty()) {
      return fault;
    }
  }
  for (const Index output : problem.outputs) {
    const OutputVariable& own = problem.model.outputs()[static_cast<std::size_t>(output)];
    if (const std::string fault = needed("output", own.name, own.unit); !fault.empty()) {
      return fault;
    }
  }
  // What this study holds constant has to have been constant there, at the same value.
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool uncertain =
        std::any_of(problem.inputs.begin(), problem.inputs.end(), [&](const UncertainInput& u) {
          return u.column == static_cast<Index>(i);
        });
    const auto at = uncertain ? -1 : column(inputs[i].name);
    if (at < 0) {
      continue;
    }
    for (const double value : table.columns[static_cast<std::size_t>(at)].values) {
      if (value != problem.fixed(static_cast<Index>(i))) {
        return fmt::format("it varies `{}`, which is held at {:g} here",
                           inputs[i].name,
                           problem.fixed(static_cast<Index>(i)));
      }
    }
  }
  return {};
}

std::optional<SurrogateSource> read_stored(const Node& node,
                                           const Scope& scope,
                                           Diagnostics& diagnostics) {
  try {
    auto table = std::make_shared<const TableFile>(read_table_file(node.string(), scope.folder));
    if (const std::string fault = misfit(*table, scope.problem); !fault.empty()) {
      diagnostics.error(
          "U504", "the sample `" + node.string() + "` is of another problem: " + fault, node.place);
      return {};
    }
    return SurrogateSource{node.string(), std::move(table)};
  } catch (const CsvError& error) {
    diagnostics.error("U504", error.what(), node.place, error.hint);
    return {};
  }
}

std::vector<SurrogateSource> read_data(const Node& table,
                                       const Scope& scope,
                                       Diagnostics& diagnostics) {
  const std::vector<std::string> samples = samples_of(scope);
  const Node::Entry* entry = table.find("data");
  if (entry == nullptr) {
    if (samples.size() == 1 || (scope.has_table && !samples.empty())) {
      return {{samples.front()}};
    }
    Diagnostic& problem = diagnostics.error(
        "U439",
        samples.empty() ? "the study has no sample to fit a surrogate to"
                        : "the study has several samples: name one or more with `data`",
        table.place);
    problem.notes.push_back(samples.empty() ? no_sample_help : known(samples));
    return {};
  }
  std::vector<const Node*> names;
  if (entry->value.is_string()) {
    names.push_back(&entry->value);
  } else if (const auto list = names_at(table, "data", diagnostics)) {
    names = *list;
  }
  std::vector<SurrogateSource> sources;
  std::set<std::string> seen;
  for (const Node* name : names) {
    const std::string& given = name->string();
    if (!seen.insert(given).second) {
      diagnostics.error("U113", "`data` names `" + given + "` twice", name->place);
    } else if (given.find(".h5:") != std::string::npos) {
      if (auto stored = read_stored(*name, scope, diagnostics)) {
        sources.push_back(std::move(*stored));
      }
    } else if (std::find(samples.begin(), samples.end(), given) != samples.end()) {
      sources.push_back({given});
    } else {
      refuse_source(given, name->place, scope, samples, diagnostics);
    }
  }
  return sources;
}

void read_kind(const Node& table, SurrogateStudy& study, Diagnostics& diagnostics) {
  const auto given = text_at(table, "kind", diagnostics);
  study.automatic = given.value_or("auto") == "auto";
  study.kind = study.automatic ? &surrogate_kinds().front() : find_kind(*given);
  if (study.kind == nullptr) {
    std::vector<std::string> names = names_of(surrogate_kinds());
    names.emplace_back("auto");
    unknown_name(
        "U505", "kind of surrogate", *given, names, table.find("kind")->value.place, diagnostics);
  }
}

std::vector<std::string> read_transform(const Node& table,
                                        const Problem& problem,
                                        Diagnostics& diagnostics) {
  std::vector<std::string> log;
  const Node* transform = table_at(table, "transform", "transform = { y = \"log\" }", diagnostics);
  if (transform == nullptr) {
    return log;
  }
  std::vector<std::string> names;
  for (const Index output : problem.outputs) {
    names.push_back(problem.model.outputs()[static_cast<std::size_t>(output)].name);
  }
  for (const Node::Entry& entry : transform->table()) {
    if (std::find(names.begin(), names.end(), entry.key) == names.end()) {
      unknown_name("U105", "output", entry.key, names, entry.place, diagnostics);
      continue;
    }
    const auto how = text_at(*transform, entry.key, diagnostics);
    if (how && *how != "log" && *how != "none") {
      unknown_name("U203", "transform", *how, {"log", "none"}, entry.value.place, diagnostics);
    } else if (how && *how == "log") {
      log.push_back(entry.key);
    }
  }
  return log;
}

std::optional<Index> count_at(const Node& table,
                              const std::string& key,
                              Index least,
                              Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find(key);
  if (entry == nullptr) {
    diagnostics.error(
        "U506", "`grow` has no `" + key + "`", table.place, "write { add = 20, max_n = 240 }");
    return {};
  }
  const auto* number = std::get_if<std::int64_t>(&entry->value.value);
  if (number == nullptr || *number < least) {
    diagnostics.error("U506",
                      fmt::format("`{}` must be a whole number of points, at least {}", key, least),
                      entry->value.place);
    return {};
  }
  return static_cast<Index>(*number);
}

std::optional<Growth> read_grow(const Node& table, Diagnostics& diagnostics) {
  const Node* grow = table_at(table, "grow", "grow = { add = 20, max_n = 240 }", diagnostics);
  if (grow == nullptr) {
    return {};
  }
  check_keys(*grow, {"add", "max_n"}, "`grow`", diagnostics);
  const auto add = count_at(*grow, "add", 1, diagnostics);
  const auto most = count_at(*grow, "max_n", 2, diagnostics);
  return add && most ? std::optional(Growth{*add, *most}) : std::nullopt;
}

double read_q2_min(const Node& table, double otherwise, Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find("q2_min");
  if (entry == nullptr) {
    return otherwise;
  }
  const auto value = read_quantity(entry->value, "1", "`q2_min`", diagnostics);
  if (value && !(*value <= 1)) {
    diagnostics.error(
        "U202", fmt::format("`q2_min` is {:g}, required is at most 1", *value), entry->value.place);
  }
  return value.value_or(otherwise);
}

}  // namespace

std::string SurrogateStudy::grown() const {
  for (auto source = data.rbegin(); source != data.rend(); ++source) {
    if (!source->stored && source->name != table_name) {
      return source->name;
    }
  }
  return {};
}

std::vector<OptionInfo> surrogate_options() {
  std::vector<std::string> kinds = names_of(surrogate_kinds());
  kinds.emplace_back("auto");
  std::vector<OptionInfo> all{
      {.name = "data",
       .type = "text or list of texts",
       .default_value = "the only sample",
       .doc = "samples it is fitted to: analyses, \"table\", or \"earlier.h5:NAME\""},
      {.name = "kind",
       .type = "choice",
       .default_value = "auto",
       .doc = "kind of surrogate",
       .choices = kinds},
      {.name = "transform",
       .type = "table",
       .default_value = "none",
       .doc = "outputs whose logarithm is fitted, e.g. { latency = \"log\" }"},
      {.name = "q2_min",
       .type = "number",
       .default_value = "0.9",
       .doc = "below this q2, analyses on the surrogate withhold the output",
       .limits = "at most 1"},
      {.name = "grow",
       .type = "table",
       .default_value = "none",
       .doc = "extends the sample until q2 is accepted, e.g. { add = 20, max_n = 240 }"}};
  for (const SurrogateKind& kind : surrogate_kinds()) {
    for (OptionInfo& option : kind.options()) {
      option.doc += " (" + std::string(kind.name) + ")";
      all.push_back(std::move(option));
    }
  }
  return all;
}

SurrogateStudy read_surrogate(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  SurrogateStudy study;
  study.data = read_data(table, scope, diagnostics);
  read_kind(table, study, diagnostics);
  study.log = read_transform(table, scope.problem, diagnostics);
  study.q2_min = read_q2_min(table, study.q2_min, diagnostics);
  study.grow = read_grow(table, diagnostics);
  if (study.grow && study.grown().empty() && !study.data.empty()) {
    diagnostics.error("U506",
                      "`grow` has nothing to extend: `data` names no analysis of this study",
                      table.find("grow")->place,
                      "rows of a file stay as they are");
  }
  if (study.kind != nullptr) {
    study.fit = study.kind->bind(table, scope, diagnostics);
  }
  return study;
}

Attributes used_surrogate(const SurrogateStudy& study) {
  std::vector<std::string> names;
  std::vector<std::string> hashes;
  for (const SurrogateSource& source : study.data) {
    names.push_back(source.name);
    if (source.stored) {
      hashes.push_back(source.name + " " + source.stored->sha256);
    }
  }
  Attributes all{{"data", names}, {"kind", std::string(study.kind->name)}};
  if (study.automatic) {
    all.emplace_back("kind_chosen", "auto: the only kind in this version");
  }
  if (!hashes.empty()) {
    all.emplace_back("data_sha256", hashes);
  }
  if (!study.log.empty()) {
    all.emplace_back("transform_log", study.log);
  }
  all.emplace_back("q2_min", study.q2_min);
  if (study.grow) {
    all.emplace_back("grow_add", static_cast<std::int64_t>(study.grow->add));
    all.emplace_back("grow_max_n", static_cast<std::int64_t>(study.grow->max_n));
  }
  const Attributes more = study.kind->used(study.fit);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace uq::studies
