#pragma once

#include "studies/workers/dialogue.hpp"

#include <memory>
#include <mutex>
#include <string>

namespace uq::studies {

/// What all workers of one model must agree in: the first that is ready says it.
class Description {
 public:
  /// @throws ModelRefused when another worker describes another model
  void agree(const std::string& payload);
  /// @pre a worker is ready
  Ready get() const;

 private:
  mutable std::mutex mutex_;
  std::string payload_;
};

/// The engine's side of `uq worker`: frames.
std::unique_ptr<Dialogue> framed_dialogue(const Build&, std::shared_ptr<Description>);

}  // namespace uq::studies
