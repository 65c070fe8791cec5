#include "perfmodels/plugin/load.hpp"

#include "perfmodels/plugin/adapter_detail.hpp"
#include "perfmodels/plugin/describe_detail.hpp"
#include "perfmodels/plugin/library_detail.hpp"

#include <array>

namespace uq::perfmodels {

std::string_view name(Fidelity fidelity) {
  constexpr std::array<std::string_view, 6> names{
      "analytical", "trace replay", "event-driven", "cycle-approximate", "measured", "surrogate"};
  return names[static_cast<std::size_t>(fidelity)];
}

std::string_view thread_rule(const PluginModelInfo& info) {
  if ((info.flags & UQPM_INSTANCE_CONCURRENT) != 0) {
    return "one instance, called by all threads at once";
  }
  return (info.flags & UQPM_INSTANCES_CONCURRENT) != 0 ? "one instance per thread"
                                                       : "one call at a time";
}

PluginInfo inspect_plugin(const std::string& file) {
  PluginInfo info = plugin::open_library(file).info;
  info.file = file;
  return info;
}

PluginModel load_plugin(const std::string& file,
                        const std::string& id,
                        const std::string& config,
                        const PluginOptions& options) {
  plugin::Library& library = plugin::open_library(file);
  const std::uint32_t index = plugin::model_index(library, id);
  const PluginModelInfo& info = library.info.models[index];
  const plugin::Place place{file, "model `" + info.id + "`"};
  if ((info.flags & UQPM_STOCHASTIC) != 0) {
    place.refuse(
        "is stochastic (UQPM_STOCHASTIC); stochastic models are not available in this version");
  }
  if ((info.flags & UQPM_DETERMINISTIC) == 0) {
    place.refuse("does not promise the same result for the same row (UQPM_DETERMINISTIC)",
                 "results must be reproducible; set the flag if they are");
  }
  const plugin::Adapter adapter(library, index, config.empty() ? "{}" : config, options);
  return {adapter, adapter.traits()};
}

}  // namespace uq::perfmodels
