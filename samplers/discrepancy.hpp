#pragma once

#include "uq/core/types.hpp"

namespace uq::samplers {

/// Square-integrated differences between the share of points in boxes and the boxes' volumes; they
/// differ by the boxes: those at the origin (star), at the nearest corner (centred), anywhere with
/// opposite faces joined (wrap-around), and between the last two (mixture).
enum class DiscrepancyKind { l2_star, centred, wrap_around, mixture };

/// Other programs print either one under the same name, so both are here.
struct Discrepancy {
  double squared;
  double root;  ///< 0 where rounding made the square negative
};

/// Discrepancy of points (n, d) of the closed unit cube. Its terms grow like (4/3)^d or faster:
/// what is left of them has an absolute rounding error of some 1e-16 times that.
/// @throws InvalidArgument without points or dimensions, or for a coordinate outside [0, 1].
/// @cost O(n^2 d), on all threads; same bits for any number of them.
/// @source Warnock (1972) for the star; Hickernell (1998), Math. Comput. 67 (centred), and in
/// Random
///   and Quasi-Random Point Sets, LNS 138 (wrap-around); Zhou, Fang, Ning (2013), J. Complexity 29
///   (mixture); docs/methods/designs.md Eq. 19 to 22.
Discrepancy discrepancy(MatrixRef points, DiscrepancyKind kind);

/// Smallest Euclidean distance of two of the points (n, d); 0 for a single one.
/// @throws InvalidArgument as `discrepancy`.
/// @cost as `discrepancy`.
double min_distance(MatrixRef points);

}  // namespace uq::samplers
