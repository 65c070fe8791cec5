#pragma once

#include "uq/core/problem.hpp"

#include <string>

namespace uq {

/// What is wrong with a problem's correlation matrix, as text that names the inputs, else empty:
/// "the correlations of `a`, `b`, `c` contradict each other …".
std::string correlation_fault(const Problem&);

/// Factor of the problem's copula (`correlation_factor`); empty (0, 0) when the inputs are
/// independent. @throws InvalidArgument with the text of `correlation_fault`.
Matrix copula_factor(const Problem&);

/// Independent uniforms to the uniforms of a Gaussian copula, row by row: z = Phi^-1(u), w = L z,
/// Phi(w). In place; any block of rows gives the same bits. No result is 0 or 1.
/// @shape u (n, d) in (0, 1); factor (d, d) lower triangular with rows of norm 1.
/// @source docs/methods/dependence.md Eq. 1.
void to_dependent(const Matrix& factor, MutableMatrixRef u);

/// Its inverse, by forward substitution. A double near 1 knows its distance to 1 only to 1e-16:
/// what that leaves uncertain in the upper tail of u, strong correlations amplify.
void to_independent(const Matrix& factor, MutableMatrixRef u);

/// Isoprobabilistic transform of independent standard normals z to inputs x of the problem (Nataf;
/// for a Gaussian copula Rosenblatt's is the same): accurate in both tails, for a positive score
/// goes through the survival function. @shape (n, d) both, columns in the order of `inputs`.
/// @throws InvalidArgument with the text of `correlation_fault`.
/// @source Liu, Der Kiureghian (1986); Lebrun, Dutfoy (2009), Prob. Eng. Mech. 24;
///   docs/methods/dependence.md Eq. 1, 10.
Matrix from_standard(const Problem&, MatrixRef z);

/// Its inverse, for x inside the supports (at their ends z is infinite).
/// @throws InvalidArgument when a law is discrete, or with the text of `correlation_fault`.
Matrix to_standard(const Problem&, MatrixRef x);

}  // namespace uq
