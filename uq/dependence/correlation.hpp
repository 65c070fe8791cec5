#pragma once

#include "uq/core/types.hpp"
#include "uq/distributions/distribution.hpp"

#include <array>
#include <optional>
#include <vector>

/// Correlations under a Gaussian copula: inputs are x_j = F_j^-1(Phi(w_j)) with jointly normal
/// scores w of mean 0, variance 1. The correlations of the scores are called latent.
/// docs/methods/dependence.md
namespace uq {

/// Latent correlation that gives this Spearman (rank) correlation, 2 sin(pi rho / 6), and back.
/// Exact for continuous laws; with ties a sample's rank correlation is closer to 0.
/// @throws InvalidArgument outside [-1, 1].
/// @source Kruskal (1958), J. Am. Stat. Assoc. 53; docs/methods/dependence.md Eq. 2.
double latent_from_spearman(double rho);
double spearman_from_latent(double r);

/// The same for Kendall's tau, sin(pi tau / 2).
/// @source Kruskal (1958); docs/methods/dependence.md Eq. 3.
double latent_from_kendall(double tau);
double kendall_from_latent(double r);

/// Pearson correlation of X and Y themselves when their scores have correlation r. Closed forms for
/// pairs of normal, lognormal and uniform laws, else a series good to 1e-12; where both laws jump
/// or bend (discrete, triangular, histogram) and |r| > 0.99, to 1e-8.
/// @throws InvalidArgument when r is outside [-1, 1] or a law has no positive, finite variance.
/// @cost milliseconds; up to a second for discrete laws of 1e5 values.
/// @source Liu, Der Kiureghian (1986), Prob. Eng. Mech. 1; docs/methods/dependence.md Eq. 4-9.
double pearson_from_latent(const Distribution& x, const Distribution& y, double r);

/// Its inverse; empty when no Gaussian copula reaches `rho` with these laws (see `pearson_range`).
std::optional<double> latent_from_pearson(const Distribution& x, const Distribution& y, double rho);

/// Pearson correlations of X and Y for r = -1 and r = 1: no joint law whatever goes beyond them.
std::array<double, 2> pearson_range(const Distribution& x, const Distribution& y);

/// Lower triangular L with rows of norm 1 and L L^T = correlation; empty when the matrix is not
/// positive definite (smallest eigenvalue below 1e-12 d).
/// @throws InvalidArgument unless square, symmetric, finite, with unit diagonal.
std::optional<Matrix> correlation_factor(MatrixRef correlation);

/// @throws InvalidArgument unless square, symmetric and finite.
double smallest_eigenvalue(MatrixRef symmetric);

/// Nearest correlation matrix in the Frobenius norm with eigenvalues >= `least`, to about 1e-12; a
/// matrix that is one already comes back as it is.
/// @throws InvalidArgument unless square, symmetric and finite, and 0 <= least < 1.
/// @cost O(d^3) an iteration, some hundred iterations.
/// @source Higham (2002), IMA J. Numer. Anal. 22; docs/methods/dependence.md Eq. 11.
Matrix nearest_correlation(MatrixRef symmetric, double least = 1e-8);

/// Inputs whose correlations contradict each other: indices, increasing, of a principal submatrix
/// that is not positive definite, none of which can be left out. The fewest there are when that
/// takes at most 1e5 trials of a size; empty when the matrix is positive definite.
/// @throws InvalidArgument like `correlation_factor`.
std::vector<Index> contradicting_inputs(MatrixRef correlation);

}  // namespace uq
