#include "perfmodels/builtin.hpp"
#include "perfmodels/config_detail.hpp"
#include "perfmodels/roofline/setup_detail.hpp"

#include <cmath>

namespace uq::perfmodels {
namespace roofline {
namespace {

const std::vector<std::string> phase_names{"decode", "prefill", "request"};
const std::vector<std::string> efficiency_names{"single", "by_size"};
const std::vector<std::string> conventions_names{"standard", "genz"};
constexpr std::int64_t default_elementwise_kernels = 6;  // norm x 2, RoPE, activation, residual x 2

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& entry : table) {
    names.emplace_back(entry.name);
  }
  return names;
}

std::string whole(double value) {
  return std::to_string(static_cast<std::int64_t>(value));
}

}  // namespace

Setup setup_of(const Config& config) {
  const ConfigReader read("roofline_llm", config, roofline_llm_config());
  const std::int64_t tp = read.integer("tp", 8);
  const std::int64_t kernels = read.integer("elementwise_kernels", default_elementwise_kernels);
  const Setup setup{
      .gpu = gpus[read.choice("gpu", names_of(gpus), "H100-SXM")],
      .shape = shapes[read.choice("model", names_of(shapes), "llama2-70b")],
      .tp = static_cast<double>(tp),
      .phase = static_cast<Phase>(read.choice("phase", phase_names, "decode")),
      .efficiency = static_cast<Efficiency>(read.choice("efficiency", efficiency_names, "single")),
      .conventions =
          static_cast<Conventions>(read.choice("conventions", conventions_names, "standard")),
      .elementwise_kernels = static_cast<double>(kernels),
      .check_memory = read.flag("check_memory", true)};
  if (tp < 1 || std::fmod(setup.shape.heads, setup.tp) != 0) {
    throw ConfigError("tp",
                      "tp = " + std::to_string(tp) + " does not divide the " +
                          whole(setup.shape.heads) + " attention heads of " +
                          std::string(setup.shape.name),
                      "use 1, 2, 4 or another divisor of " + whole(setup.shape.heads));
  }
  if (kernels < 0) {
    throw ConfigError("elementwise_kernels",
                      "elementwise_kernels = " + std::to_string(kernels) + " is negative",
                      "0 means all are fused away");
  }
  if (setup.genz() && setup.by_size()) {
    throw ConfigError("efficiency",
                      "conventions `genz` has one efficiency per resource",
                      "leave out efficiency = \"by_size\" or conventions = \"genz\"");
  }
  if (setup.genz() && kernels != default_elementwise_kernels) {
    throw ConfigError("elementwise_kernels",
                      "conventions `genz` has no elementwise kernels, the key would have no effect",
                      "leave it out");
  }
  return setup;
}

std::string text_of(const Setup& setup) {
  const auto at = [](const std::vector<std::string>& names, auto value) {
    return names[static_cast<std::size_t>(value)];
  };
  return "roofline_llm(gpu=" + std::string(setup.gpu.name) +
         ", model=" + std::string(setup.shape.name) + ", tp=" + whole(setup.tp) +
         ", phase=" + at(phase_names, setup.phase) +
         ", efficiency=" + at(efficiency_names, setup.efficiency) +
         ", conventions=" + at(conventions_names, setup.conventions) +
         ", elementwise_kernels=" + whole(setup.elementwise_kernels) +
         ", check_memory=" + (setup.check_memory ? "true" : "false") + ")";
}

}  // namespace roofline

std::vector<ConfigKey> roofline_llm_config() {
  using namespace roofline;
  return {
      {"gpu", joined(names_of(gpus)), "H100-SXM", "accelerator; sets the nominals of its figures"},
      {"model", joined(names_of(shapes)), "llama2-70b", "shape of the transformer"},
      {"tp", "divisors of the attention heads", "8", "GPUs of the tensor-parallel group"},
      {"phase", joined(phase_names), "decode", "one decode step, one prefill, or a whole request"},
      {"efficiency",
       joined(efficiency_names),
       "single",
       "one efficiency per resource, or three by the size of the operator"},
      {"conventions",
       joined(conventions_names),
       "standard",
       "what is counted: this model's, or that of GenZ-LLM-Analyzer"},
      {"elementwise_kernels",
       "integer >= 0",
       "6",
       "small kernels per layer that cost one kernel_overhead each"},
      {"check_memory", "true, false", "true", "rows beyond hbm_capacity are infeasible"}};
}

}  // namespace uq::perfmodels
