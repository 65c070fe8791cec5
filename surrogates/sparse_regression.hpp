#pragma once

#include "surrogates/regression.hpp"

namespace uq::surrogates {

/// Sparse fits of y (n) to a basis psi (n, P), column 0 being the constant: columns join one at a
/// time, the factor of the active ones is updated, never refitted, and the step with the smallest
/// corrected leave-one-out error is kept (hybrid LARS: its columns, refitted by least squares).
/// More columns than points are welcome. Same bits for any number of threads.
/// @param most columns to go to at most; 0: as many as the points allow
/// @throws InvalidArgument for fewer than 3 points or a y that is not finite.
/// @cost O(n P) a step and O(n k) for the k-th column's factor.
/// @source Efron et al. (2004), Ann. Stat. 32 (LARS); Blatman, Sudret (2011) (hybrid, corrected
///   LOO); Pati, Rezaiifar, Krishnaprasad (1993) (OMP); docs/methods/pce.md Eq. 9 to 12.
Regression lars(MatrixRef psi, const Vector& y, Index most = 0);
Regression omp(MatrixRef psi, const Vector& y, Index most = 0);

}  // namespace uq::surrogates
