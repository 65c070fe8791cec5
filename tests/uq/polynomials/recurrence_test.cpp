#include "uq/polynomials/recurrence.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"

#include <cmath>
#include <map>
#include <string>

TEST_CASE("recurrence: the classical polynomials have their published values",
          "[polynomials][reference]") {
  const std::map<std::string, uq::Distribution> laws{{"orthonormal-legendre", {uq::Uniform{-1, 1}}},
                                                     {"orthonormal-hermite", {uq::Normal{0, 1}}}};
  int checked = 0;
  for (const auto cases = uq::test::reference("orthopoly.json")["cases"]; const auto& c : cases) {
    const auto law = laws.find(c["id"].get<std::string>());
    if (law == laws.end()) {
      continue;
    }
    const uq::Recurrence r = uq::recurrence(law->second, 12);
    for (const auto& value : c["values"]) {
      const double t = uq::test::number(value["x"]);
      uq::Matrix p(1, 13);
      uq::orthonormal(r, {&t, 1}, p);
      for (uq::Index k = 0; k < 13; ++k) {
        const double want = uq::test::number(value["p"][static_cast<std::size_t>(k)]);
        CHECK(std::abs(p(0, k) - want) <= 1e-12 * std::max(1.0, std::abs(want)));
        ++checked;
      }
    }
  }
  CHECK(checked >= 2 * 13);
}
