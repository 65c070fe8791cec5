#pragma once

#include "studies/workers/guard.hpp"
#include "studies/workers/message.hpp"

#include <functional>
#include <stdexcept>
#include <string>

namespace uq::studies {

/// A model that a worker was asked to become.
struct BuiltModel {
  Model model;
  std::string facts;  ///< handed on to the engine
};

/// Why it could not.
struct ModelRefused : std::runtime_error {
  explicit ModelRefused(Refused refused_)
      : std::runtime_error(refused_.text), refused(std::move(refused_)) {}
  Refused refused;
};

/// Makes the model of a `Build`. @throws ModelRefused
using Builder = std::function<BuiltModel(const std::string& model)>;

/// Exit code of a worker that cannot speak to the engine: foreign code closed or spoilt the line.
inline constexpr int worker_lost = 70;

/// A worker's life: says hello, builds the model it is told, and evaluates batches until its input
/// ends. Foreign code runs with the guards of `ProcessGuard`. @returns the exit code
int serve(const Channel&, const Builder&);

}  // namespace uq::studies
