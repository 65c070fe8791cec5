#pragma once

#include "perfmodels/plugin/load.hpp"
#include "studies/workers/pool.hpp"
#include "studies/workers/serve.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace uq::studies {

/// A plugin's model as a study names it.
struct PluginChoice {
  std::string file;
  std::string sha256;             ///< of its bytes: a worker loads no others
  std::optional<std::string> id;  ///< empty: the only one
  std::string config;             ///< JSON object
};

/// A plugin's model in worker processes.
struct PluginPool {
  perfmodels::PluginModel loaded;
  std::shared_ptr<WorkerPool> pool;
};

/// A library has no such model, or several and none is named.
struct NoSuchModel : std::runtime_error {
  explicit NoSuchModel(std::vector<std::string> ids_)
      : std::runtime_error("no such model"), ids(std::move(ids_)) {}
  std::vector<std::string> ids;
};

/// What a worker may use, and how it is asked.
struct PluginLimits {
  std::uint64_t memory = 0;           ///< bytes of address space, 0: no limit
  std::uint64_t recycle_after = 0;    ///< evaluations, 0: never
  std::uint64_t growth = 1ULL << 30;  ///< bytes by which it may grow before it is replaced
  Index batch = 0;                    ///< rows sent at a time, 0: as many as take milliseconds
};

/// Has worker processes load the library; none of its code runs in this one.
/// @throws NoSuchModel, PluginError, NoWorker, IoError
PluginPool load_in_workers(const PluginChoice&,
                           const ProcessPolicy&,
                           const Launcher&,
                           const PluginLimits& = {});

/// A worker's part of it. @throws ModelRefused
BuiltModel build_plugin(const std::string& choice);

}  // namespace uq::studies
