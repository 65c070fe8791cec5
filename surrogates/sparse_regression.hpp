#pragma once

#include "surrogates/regression.hpp"

namespace uq::surrogates {

/// Sparse fits of y (n) to a basis psi (n, P), column 0 being the constant 1: columns join one at a
/// time, the factor of the active ones is updated, never refitted, and the step with the smallest
/// corrected leave-one-out error is kept (hybrid LARS: its columns, refitted by least squares).
/// OMP, which takes the best of many columns each time, has that priced into its corrected error
/// (Eq. 28). Columns are judged centred and at unit norm. More columns than points are welcome;
/// columns within 1.5e-8 (the sine of the angle) of those that joined before are passed over. An
/// output that is constant gets the constant, with errors that are NaN. Same bits for any number of
/// threads.
/// @param most columns to go to at most, the constant among them; 0: as many as the points allow,
///   which is n - 1
/// @throws InvalidArgument for fewer than 3 points, a psi or y that is not finite, or a column 0
///   that is not 1.
/// @cost O(n P) a step and O(n k) for the k-th column's factor; memory for n k + k^2 / 2 + O(n + P)
///   numbers beside psi.
/// @source Efron et al. (2004), Ann. Stat. 32 (LARS); Blatman, Sudret (2011) (hybrid, corrected
///   LOO); Pati, Rezaiifar, Krishnaprasad (1993) (OMP); docs/methods/pce.md Eq. 9 to 12, 25 to 29.
Regression lars(const MatrixRef& psi, const Vector& y, Index most = 0);
Regression omp(const MatrixRef& psi, const Vector& y, Index most = 0);

}  // namespace uq::surrogates
