#pragma once

#include "perfmodels/plugin/load.hpp"

#include <memory>
#include <string>
#include <vector>

namespace uq::perfmodels::plugin {

struct Library;

/// A model of a plugin as a BatchModel; copies share its instances.
class Adapter {
 public:
  /// @throws PluginError
  Adapter(Library& library,
          std::uint32_t index,
          const std::string& config,
          const PluginOptions& options);

  const std::vector<InputVariable>& inputs() const;
  const std::vector<OutputVariable>& outputs() const;
  std::string id() const;
  /// @throws ModelError when a call as a whole failed: `Model` repeats the batch row by row
  void evaluate(const MatrixRef& x, BatchResult& out) const;
  PluginTraits traits() const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace uq::perfmodels::plugin
