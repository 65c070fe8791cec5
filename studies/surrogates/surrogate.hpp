#pragma once

#include "surrogates/emulator.hpp"
#include "surrogates/pce.hpp"
#include "uq/core/model.hpp"
#include "uq/core/problem.hpp"

#include <memory>
#include <string>
#include <vector>

namespace uq::studies {

/// One output of a surrogate.
struct SurrogateOutput {
  OutputVariable variable;
  double q2 = 0;         ///< of points the fit has not seen
  double missed = 0;     ///< variance of what the fit misses; NaN: not known
  std::string withheld;  ///< why nothing built on the surrogate may speak of it, else empty
};

/// A fitted surrogate that later analyses run on, whatever its kind.
struct Surrogate {
  std::string name;  ///< of the analysis, or "file.h5:NAME"
  std::string kind;  ///< a row of `surrogate_kinds`
  Index points = 0;  ///< it was fitted to
  surrogates::Emulator emulator;
  std::vector<InputVariable> inputs;     ///< in the order of the emulator's columns
  std::vector<SurrogateOutput> outputs;  ///< in the order of the emulator's columns
  /// One per output for kinds whose indices follow from coefficients, else null.
  std::shared_ptr<const std::vector<surrogates::Pce>> expansions;
};

/// How far an analysis left the box of the points a surrogate was fitted to. Sums only: they do not
/// depend on the order in which rows come.
struct Extrapolation;
std::shared_ptr<Extrapolation> watch(const Surrogate&);
Index rows_seen(const Extrapolation&);
/// Rows outside in any input.
Index rows_outside(const Extrapolation&);
/// (d): rows outside in each input of the surrogate.
std::vector<Index> rows_outside_by_input(const Extrapolation&);

/// The problem with the surrogate in the model's place: its inputs and outputs keep their
/// positions, so that what a study says of the model holds of the surrogate. A row in which an
/// input the surrogate does not have is not at the value of `problem.fixed` is infeasible.
/// @param replicate -1: the fit itself
/// @param watched may be null
/// @throws InvalidArgument when an input or output of the problem is not the surrogate's
Problem on_surrogate(Problem problem,
                     std::shared_ptr<const Surrogate> surrogate,
                     Index replicate,
                     std::shared_ptr<Extrapolation> watched = {});

/// A model of the surrogate's own inputs and outputs, in their order; outputs that are withheld are
/// left out.
Model as_model(std::shared_ptr<const Surrogate> surrogate,
               std::string id,
               Index replicate = -1,
               std::shared_ptr<Extrapolation> watched = {});

}  // namespace uq::studies
