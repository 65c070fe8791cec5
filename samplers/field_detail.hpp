#pragma once

#include "uq/core/types.hpp"

#include <vector>

namespace uq::samplers::detail {

/// q as prime^degree; degree 0 when q is no power of a prime.
struct PrimePower {
  Index prime = 0;
  Index degree = 0;
};
PrimePower prime_power(Index q);

/// The field of q = prime^degree elements 0 … q-1: the digits of an element in base `prime` are the
/// coefficients of a polynomial, taken modulo an irreducible one.
class Field {
 public:
  /// @throws InvalidArgument when q is no power of a prime, or above 2^15
  explicit Field(Index q);
  Index size() const { return q_; }
  Index add(Index a, Index b) const;
  Index multiply(Index a, Index b) const;

 private:
  using Polynomial = std::vector<Index>;  // coefficients, the constant first
  Polynomial digits(Index a) const;
  Index number(const Polynomial& digits) const;
  bool is_irreducible(const Polynomial& monic) const;

  Index q_;
  PrimePower power_;
  Polynomial modulus_;  // monic, of degree `power_.degree`
};

}  // namespace uq::samplers::detail
