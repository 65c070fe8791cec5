#include "studies/run/study_identity.hpp"

#include "studies/file/node.hpp"
#include "studies/foreign/sha256.hpp"
#include "studies/read/files_read.hpp"
#include "studies/read/read_plugin.hpp"
#include "studies/read/read_study.hpp"
#include "studies/run/describe_study.hpp"
#include "uq/core/numerics.hpp"

#include <gnu/libc-version.h>
#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <string_view>

namespace uq::studies {

namespace {

/// [model] as the study and the command line give it, without the outputs that are of interest:
/// they choose among what the model returns anyway.
std::string model_section(const Study& study) {
  Node root = read_toml(study.text, study.file);
  for (const std::string& assignment : study.overrides) {
    set_value(root, assignment);
  }
  Node model = root.find("model")->value;
  std::erase_if(std::get<Node::Table>(model.value), [](const Node::Entry& entry) {
    return entry.key == "outputs" && entry.value.is_array();
  });
  Diagnostics unused;  // the study has been read
  return json_text(model, unused);
}

/// Figures of the model may differ in their last bits with these (contract C2).
std::string arithmetic() {
  __builtin_cpu_init();
  const bool fma = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
  return std::string("glibc ") + gnu_get_libc_version() + (fma ? ", with FMA" : ", without FMA");
}

std::vector<JournalColumn> columns(const auto& variables) {
  std::vector<JournalColumn> all;
  for (const auto& variable : variables) {
    all.push_back({variable.name, variable.unit});
  }
  return all;
}

}  // namespace

Identity study_identity(const Study& study, std::uint64_t seed) {
  const Model& model = study.problem.model;
  Identity identity{.facts = {{"[model]", model_section(study)},
                              {"the model", model.id()},
                              {"the version of the numerics", std::to_string(numerics_version)},
                              {"the arithmetic of this machine", arithmetic()}},
                    .notes = {{"study", study.file},
                              {"study_sha256", sha256(study.text)},
                              {"uq", UQ_VERSION},
                              {"compiler", __VERSION__},
                              {"flags", UQ_FLAGS}},
                    .inputs = columns(model.inputs()),
                    .outputs = columns(model.outputs())};
  if (study.foreign) {
    identity.facts["the library " + study.foreign->file] = "sha256 " + study.foreign->sha256;
  }
  if (study.program) {
    for (const auto& [name, hash] : study.program->files) {
      identity.facts["the command's file " + std::filesystem::path(name).filename().string()] =
          "sha256 " + hash;
    }
  }
  for (const std::string& file : files_read(study)) {
    identity.facts["the file " + std::filesystem::path(file).filename().string()] =
        "sha256 " + sha256_of_file(file);
  }
  const auto resolved = nlohmann::ordered_json::parse(resolved_json(study, seed));
  constexpr std::array<std::string_view, 3> elsewhere{"name", "model", "analyses"};
  for (const auto& [key, value] : resolved.items()) {
    if (key == "inputs") {
      for (const auto& [name, law] : value.items()) {
        identity.facts["input `" + name + "`"] = law.dump();
      }
    } else if (std::find(elsewhere.begin(), elsewhere.end(), key) == elsewhere.end()) {
      identity.facts[key] = value.is_string() ? value.get<std::string>() : value.dump();
    }
  }
  return identity;
}

}  // namespace uq::studies
