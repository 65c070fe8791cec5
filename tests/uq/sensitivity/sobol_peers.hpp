#pragma once

#include "uq/core/types.hpp"

#include <vector>

namespace uq::test {

/// The formulas of other programs, written down anew from their sources: centring, divisors and
/// all. y (n, 2 d + 2): A, B, AB_1 …, BA_1 ….
struct PeerIndices {
  std::vector<double> first, total;
  std::vector<double> second;  ///< pairs (0, 1), (0, 2) … (1, 2) …; empty where there is none
};

/// SALib 1.5, analyze/sobol.py: (y - mean) / std of all rows, variance with ddof 0 of A and B.
PeerIndices salib(const Matrix& y);

/// OpenTURNS 1.20: centred by the mean of all blocks, the unbiased variance of A.
PeerIndices openturns_saltelli(const Matrix& y);
PeerIndices openturns_jansen(const Matrix& y);
PeerIndices openturns_mauntz(const Matrix& y);
PeerIndices openturns_martinez(const Matrix& y);

/// R package sensitivity 1.30: soboljansen (var of A, ddof 1), sobolmartinez.
PeerIndices r_jansen(const Matrix& y);

}  // namespace uq::test
