#include "studies/run/provenance.hpp"

#include "studies/foreign/sha256.hpp"
#include "studies/run/describe_study.hpp"

#include <Eigen/Core>
#include <boost/version.hpp>
#include <fmt/format.h>
#include <hdf5.h>
#include <sys/utsname.h>

#include <array>
#include <ctime>
#include <fstream>
#include <string>

namespace uq::studies {

namespace {

std::string host_name() {
  utsname names{};
  return uname(&names) == 0 ? names.nodename : "unknown";
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) {
      const std::size_t colon = line.find(": ");
      return colon == std::string::npos ? line : line.substr(colon + 2);
    }
  }
  return "unknown";
}

Variable scalar_text(const char* name, const char* doc, std::string text) {
  Variable variable{.name = name, .text = {std::move(text)}, .long_name = doc};
  return variable;
}

}  // namespace

std::string iso_time(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

Dataset provenance(const Study& study,
                   std::uint64_t seed,
                   const RunFacts& facts,
                   bool reproducible) {
  Dataset dataset{.path = "provenance"};
  dataset.variables = {
      scalar_text("study_toml", "the study file, byte for byte", study.text),
      scalar_text("resolved_json", "the study with all defaults", resolved_json(study, seed))};
  dataset.attributes = {
      {"study_sha256", sha256(study.text)},
      {"model_id", study.problem.model.id()},
      {"overrides", study.overrides},
      {"uq_version", UQ_VERSION},
      {"compiler", __VERSION__},
      {"flags", UQ_FLAGS},
      {"libraries",
       fmt::format("Eigen {}.{}.{}, Boost {}, HDF5 {}.{}.{}, fmt {}",
                   EIGEN_WORLD_VERSION,
                   EIGEN_MAJOR_VERSION,
                   EIGEN_MINOR_VERSION,
                   BOOST_LIB_VERSION,
                   H5_VERS_MAJOR,
                   H5_VERS_MINOR,
                   H5_VERS_RELEASE,
                   FMT_VERSION)},
      {"evaluations", static_cast<std::int64_t>(facts.evaluations)},
      {"failures", static_cast<std::int64_t>(facts.failures)},
  };
  if (study.foreign) {
    const perfmodels::PluginModelInfo& info = study.foreign->traits.info;
    dataset.attributes.insert(dataset.attributes.end(),
                              {{"model_file", study.foreign->file},
                               {"model_sha256", study.foreign->sha256},
                               {"model_version", info.version},
                               {"model_vendor", info.vendor},
                               {"model_fidelity", std::string(name(info.fidelity))},
                               {"model_threads", std::string(thread_rule(info))}});
  }
  if (study.surrogate) {
    const LoadedSurrogate& loaded = study.surrogate->loaded;
    dataset.attributes.insert(dataset.attributes.end(),
                              {{"model_file", study.surrogate->file},
                               {"model_sha256", loaded.sha256},
                               {"surrogate_of", loaded.model},
                               {"surrogate_claim", loaded.claim}});
  }
  if (study.program) {
    std::vector<std::string> files;
    for (const auto& [name, sha256] : study.program->files) {
      files.push_back(sha256 + "  " + name);
    }
    dataset.attributes.insert(dataset.attributes.end(),
                              {{"model_command", study.program->command},
                               {"model_files", files},
                               {"model_sha256", study.program->digest}});
  }
  if (!reproducible) {
    dataset.attributes.insert(dataset.attributes.end(),
                              {{"command_line", facts.command_line},
                               {"host", host_name()},
                               {"cpu", cpu_name()},
                               {"threads", static_cast<std::int64_t>(facts.threads)},
                               {"start", iso_time(facts.start)},
                               {"end", iso_time(facts.end)},
                               {"cpu_seconds", facts.cpu_seconds}});
  }
  return dataset;
}

}  // namespace uq::studies
