#pragma once

#include "samplers/accepted.hpp"
#include "uq/core/problem.hpp"

#include <functional>
#include <optional>
#include <string>

namespace uq::samplers {

/// A design of independent points with this many rows, all replicates together: the same seed and
/// replicates each time, so a longer one begins every replicate with the rows of a shorter one.
using Candidates = std::function<IndependentDesign(Index n)>;

inline constexpr Index candidates_per_row = 100;  ///< tried for a row before rejection gives up

struct Dependent {
  std::optional<IndependentDesign> design;  ///< empty: `acceptance` says how few candidates hold
  Acceptance acceptance;                    ///< of the constraints; nothing tried without any
};

/// Why a design of this kind cannot follow the problem's dependence, as text with a remedy, else
/// empty: contradicting correlations; a latin hypercube under constraints, whose strata rejection
/// would destroy.
std::string dependence_fault(const Problem&, PointKind);

/// Whether each row of u, uniforms that follow the problem's copula, meets all its constraints.
/// Holds a reference to the problem.
Predicate constraint_predicate(const Problem&);

/// n points that follow the problem's copula and constraints. Independent inputs: the candidates as
/// they are. A copula: a latin hypercube is rearranged (`iman_conover`), other points are
/// transformed (`to_dependent`). Constraints: points are drawn until n meet them (`accepted`), from
/// at most `candidates_per_row` n candidates, and at most 1e9.
/// @throws InvalidArgument with the text of `dependence_fault`; what `candidates` throws.
/// @source docs/methods/dependence.md
Dependent dependent(const Problem&, Index n, const Candidates& candidates);

}  // namespace uq::samplers
