#pragma once

#include "uq/core/problem.hpp"
#include "uq/polynomials/recurrence.hpp"

#include <string>
#include <vector>

namespace uq {

/// How an input becomes the variable of its polynomials.
enum class CoordinateMap {
  affine,     ///< (x - centre) / scale: polynomials of the input are polynomials of the variable
  logarithm,  ///< (ln x - centre) / scale: lognormal, log-uniform and Pareto laws over decades
  score,      ///< Phi^-1(F(x)): laws without the moments; inputs that depend on each other
};

/// One variable of an expansion.
struct Coordinate {
  Distribution law;  ///< of the input
  CoordinateMap map = CoordinateMap::affine;
  double centre = 0;       ///< of x or ln x; not of scores
  double scale = 1;        ///< likewise; invariant: t is the same in any unit of x
  Recurrence polynomials;  ///< of t, up to the highest degree there is, at most the one asked for
};

/// The coordinates of a problem's inputs: independent under its joint law. With a copula they are
/// the independent standard normal scores behind it (`to_standard`), which belong to no input
/// alone. @source Lebrun, Dutfoy (2009); docs/methods/pce.md Eq. 1.
struct Coordinates {
  std::vector<Coordinate> each;  ///< d
  Matrix factor;                 ///< (d, d) of the copula; (0, 0): independent

  Index dims() const { return static_cast<Index>(each.size()); }
};

/// The coordinate of an independent input. Affine, unless polynomials of the input are the wrong
/// ones (docs/adr/0029): the logarithm for lognormal and log-uniform laws whose central 95 % span
/// more than a decade, and for Pareto laws that do or have no end; the score for unbounded Student
/// laws and for Weibull laws of shape below 1/2, which their moments do not determine.
Coordinate coordinate(const Distribution&, Index degree);

/// Why a problem has no coordinates, as text that names the inputs, else empty: correlations that
/// contradict each other, or a discrete law among correlated inputs.
std::string coordinates_fault(const Problem&);

/// @throws InvalidArgument with the text of `coordinates_fault`.
Coordinates coordinates(const Problem&, Index degree);

/// Inputs x (n, d), in the order of the problem's, to variables t (n, d). Same bits for any block
/// of rows. Points outside a support are legal for an affine map, clipped to it for the others;
/// scores are clipped to +-12, beyond which there is a probability of 2e-33.
Matrix to_variables(const Coordinates&, MatrixRef x);

/// Its inverse: where the points of a design of the variables lie in the inputs' units. Values of
/// discrete laws are what t says, not rounded to an atom.
Matrix from_variables(const Coordinates&, MatrixRef t);

}  // namespace uq
