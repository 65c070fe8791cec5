#pragma once

#include "uq/core/problem.hpp"
#include "uq/polynomials/recurrence.hpp"

#include <string>
#include <vector>

namespace uq {

/// How an input becomes the variable of its polynomials: an affine map of the input itself, so that
/// polynomials of the input are polynomials of the variable; its probability, for laws that lack
/// the moments; its normal score, for inputs that depend on each other.
enum class CoordinateMap { affine, probability, score };

/// One variable of an expansion: t = (x - centre) / scale, or a function of F(x).
struct Coordinate {
  Distribution law;  ///< of the input
  CoordinateMap map = CoordinateMap::affine;
  double centre = 0;       ///< affine only
  double scale = 1;        ///< affine only
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

/// @throws InvalidArgument for correlated inputs with a discrete law, or a problem whose
///   correlation matrix is none.
Coordinates coordinates(const Problem&, Index degree);

/// Inputs x (n, d), in the order of the problem's, to variables t (n, d). Same bits for any block
/// of rows. Points outside a support are legal for an affine map and clipped to it for the others.
Matrix to_variables(const Coordinates&, MatrixRef x);

}  // namespace uq
