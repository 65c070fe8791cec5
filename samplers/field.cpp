#include "samplers/field_detail.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <string>

namespace uq::samplers::detail {
namespace {

constexpr Index most_elements = Index{1} << 15;

/// Remainder of a polynomial by a monic one, coefficients modulo p.
std::vector<Index> remainder(std::vector<Index> a, const std::vector<Index>& monic, Index p) {
  const std::size_t degree = monic.size() - 1;
  for (std::size_t top = a.size(); top-- > degree;) {
    const Index lead = a[top];
    for (std::size_t k = 0; k <= degree; ++k) {
      Index& at = a[top - degree + k];
      at = ((at - lead * monic[k]) % p + p) % p;
    }
  }
  a.resize(degree, 0);
  return a;
}

}  // namespace

PrimePower prime_power(Index q) {
  Index prime = 2;
  while (prime * prime <= q && q % prime != 0) {
    ++prime;
  }
  prime = prime * prime > q ? q : prime;
  Index degree = 0;
  Index left = q;
  while (left > 1 && left % prime == 0) {
    left /= prime;
    ++degree;
  }
  return q >= 2 && left == 1 ? PrimePower{prime, degree} : PrimePower{};
}

Field::Field(Index q) : q_(q), power_(prime_power(q)) {
  expects(power_.degree > 0 && q <= most_elements,
          "there is no field of " + std::to_string(q) +
              " elements here: take a power of a prime, "
              "up to 2^15");
  const auto degree = static_cast<std::size_t>(power_.degree);
  for (Index low = 0;; ++low) {  // there is an irreducible one of every degree
    modulus_ = digits(low);
    modulus_.resize(degree, 0);
    modulus_.push_back(1);
    if (is_irreducible(modulus_)) {
      return;
    }
  }
}

Field::Polynomial Field::digits(Index a) const {
  Polynomial result;
  for (Index k = 0; k < power_.degree; ++k, a /= power_.prime) {
    result.push_back(a % power_.prime);
  }
  return result;
}

Index Field::number(const Polynomial& digits) const {
  Index value = 0;
  for (std::size_t k = digits.size(); k-- > 0;) {
    value = value * power_.prime + digits[k];
  }
  return value;
}

/// No monic polynomial of half its degree or less divides it.
bool Field::is_irreducible(const Polynomial& monic) const {
  const Index degree = static_cast<Index>(monic.size()) - 1;
  Index count = 1;  // monic divisors of degree e
  for (Index e = 1; 2 * e <= degree; ++e) {
    count *= power_.prime;
    for (Index low = 0; low < count; ++low) {
      Polynomial divisor = digits(low);
      divisor.resize(static_cast<std::size_t>(e), 0);
      divisor.push_back(1);
      const Polynomial rest = remainder(monic, divisor, power_.prime);
      if (std::all_of(rest.begin(), rest.end(), [](Index c) { return c == 0; })) {
        return false;
      }
    }
  }
  return true;
}

Index Field::add(Index a, Index b) const {
  if (power_.degree == 1) {
    return (a + b) % q_;
  }
  Polynomial sum = digits(a);
  const Polynomial other = digits(b);
  for (std::size_t k = 0; k < sum.size(); ++k) {
    sum[k] = (sum[k] + other[k]) % power_.prime;
  }
  return number(sum);
}

Index Field::multiply(Index a, Index b) const {
  if (power_.degree == 1) {
    return a * b % q_;
  }
  const Polynomial x = digits(a);
  const Polynomial y = digits(b);
  Polynomial product(x.size() + y.size() - 1, 0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      product[i + j] = (product[i + j] + x[i] * y[j]) % power_.prime;
    }
  }
  return number(remainder(std::move(product), modulus_, power_.prime));
}

}  // namespace uq::samplers::detail
