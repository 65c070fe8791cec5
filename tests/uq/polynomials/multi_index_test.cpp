#include "uq/polynomials/multi_index.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"

#include <chrono>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using uq::Index;
using uq::MultiIndices;
using uq::Truncation;

namespace {

double binomial(double n, double k) {
  return std::round(std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)));
}

// Of a truncation, by its definition alone.
bool belongs(const Eigen::Matrix<std::int32_t, 1, Eigen::Dynamic>& row, const Truncation& t) {
  double sum = 0;
  Index active = 0;
  for (Index j = 0; j < row.size(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (!t.limits.empty() && row(j) > t.limits[at]) {
      return false;
    }
    sum += std::pow((t.weights.empty() ? 1 : t.weights[at]) * row(j), t.q);
    active += row(j) > 0 ? 1 : 0;
  }
  return std::pow(sum, 1 / t.q) <= static_cast<double>(t.degree) * (1 + 1e-12) &&
         (t.interaction == 0 || active <= t.interaction);
}

// Rows of the box [0, degree]^d that belong, in the order of the definition.
std::vector<std::vector<std::int32_t>> by_trial(Index dims, const Truncation& t) {
  std::vector<std::vector<std::int32_t>> rows;
  std::vector<std::int32_t> a(static_cast<std::size_t>(dims), 0);
  for (bool more = true; more;) {
    if (belongs(Eigen::Map<const Eigen::Matrix<std::int32_t, 1, Eigen::Dynamic>>(a.data(), dims),
                t)) {
      rows.push_back(a);
    }
    more = false;
    for (std::int32_t& digit : a) {
      if (++digit <= t.degree) {
        more = true;
        break;
      }
      digit = 0;
    }
  }
  const auto total = [](const std::vector<std::int32_t>& row) {
    std::int32_t sum = 0;
    for (const std::int32_t k : row) {
      sum += k;
    }
    return sum;
  };
  std::sort(rows.begin(), rows.end(), [&](const auto& x, const auto& y) {
    return total(x) != total(y) ? total(x) < total(y) : x > y;
  });
  return rows;
}

}  // namespace

TEST_CASE("multi-index: cardinalities are the published ones", "[polynomials][reference]") {
  int checked = 0;
  for (const auto cases = uq::test::reference("indexsets.json")["cases"]; const auto& c : cases) {
    if (!c.contains("total_degree")) {
      continue;
    }
    INFO(c["id"]);
    const auto d = c["d"].get<Index>();
    const auto p = c["p"].get<Index>();
    CHECK(uq::count_terms(d, {.degree = p}) == c["total_degree"].get<double>());
    CHECK(uq::multi_indices(d, {.degree = p}).rows() == c["total_degree"].get<Index>());
    CHECK(uq::count_terms(d, {.degree = p, .interaction = 2}) ==
          c["total_degree_with_max_interaction_2"].get<double>());
    for (const auto& [q, count] : c["hyperbolic_q"].items()) {
      const Truncation hyperbolic{.degree = p, .q = std::stod(q)};
      CHECK(uq::count_terms(d, hyperbolic) == count.get<double>());
      CHECK(uq::multi_indices(d, hyperbolic).rows() == count.get<Index>());
    }
    ++checked;
  }
  CHECK(checked == 3);
}

TEST_CASE("multi-index: sets and their order are those of the definition",
          "[polynomials][property]") {
  const std::vector<std::pair<Index, Truncation>> all{
      {1, {.degree = 0}},
      {1, {.degree = 7}},
      {3, {.degree = 5}},
      {4, {.degree = 6, .q = 0.5}},
      {4, {.degree = 5, .q = 0.7, .interaction = 2}},
      {4, {.degree = 5, .interaction = 3}},
      {3, {.degree = 6, .weights = {1, 2, 1.5}}},
      {3, {.degree = 6, .q = 0.6, .weights = {3, 1, 1}}},
      {4, {.degree = 5, .limits = {1, 5, 0, 3}}},
      {4,
       {.degree = 6, .q = 0.8, .interaction = 2, .weights = {1, 1, 2, 1}, .limits = {6, 2, 9, 6}}},
  };
  for (const auto& [d, truncation] : all) {
    INFO("d " << d << ", degree " << truncation.degree << ", q " << truncation.q);
    const auto want = by_trial(d, truncation);
    const MultiIndices terms = uq::multi_indices(d, truncation);
    CHECK(uq::count_terms(d, truncation) == static_cast<double>(want.size()));
    REQUIRE(terms.rows() == static_cast<Index>(want.size()));
    for (Index i = 0; i < terms.rows(); ++i) {
      const auto& row = want[static_cast<std::size_t>(i)];
      CHECK(std::equal(row.begin(), row.end(), terms.row(i).begin()));
    }
  }
}

TEST_CASE("multi-index: few and many variables", "[polynomials][unit]") {
  for (const Index d : {1, 2, 15, 40, 120}) {
    INFO("d " << d);
    const auto n = static_cast<double>(d);
    CHECK(uq::count_terms(d, {.degree = 3}) == binomial(n + 3, 3));
    const MultiIndices terms = uq::multi_indices(d, {.degree = 3});
    REQUIRE(terms.rows() == static_cast<Index>(binomial(n + 3, 3)));
    CHECK(terms.row(0).cwiseAbs().maxCoeff() == 0);
    CHECK(terms.row(terms.rows() - 1).sum() == 3);
    CHECK(terms(terms.rows() - 1, d - 1) == 3);  // the last variable's own is last
    std::set<std::vector<std::int32_t>> distinct;
    for (Index i = 0; i < terms.rows(); ++i) {
      distinct.emplace(terms.row(i).begin(), terms.row(i).end());
    }
    CHECK(static_cast<Index>(distinct.size()) == terms.rows());
    // Terms in one variable, and in two, of a hyperbolic set: 2 sqrt(2) > sqrt(5), 1 + 1 <=
    // sqrt(5).
    CHECK(uq::count_terms(d, {.degree = 5, .q = 0.5}) == 1 + 5 * n + n * (n - 1) / 2);
  }
}

TEST_CASE("multi-index: counting does not take the time of making", "[polynomials][unit]") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(uq::count_terms(120, {.degree = 10}) == Approx(binomial(130, 10)).epsilon(1e-12));
  CHECK(uq::count_terms(120, {.degree = 10, .interaction = 2}) == 1 + 120 * 10 + 7140 * 45);
  Truncation uneven{.degree = 10};
  for (int j = 0; j < 120; ++j) {
    uneven.weights.push_back(1 + 0.001 * j);
  }
  CHECK(uq::count_terms(120, uneven) > uq::most_terms);
  CHECK_THROWS_WITH(uq::multi_indices(120, {.degree = 10}), Catch::Contains("lower degree"));
  CHECK_THROWS_AS(uq::multi_indices(120, uneven), uq::InvalidArgument);
  // 6.5 million terms, but 800 million degrees: 3 GB.
  CHECK_THROWS_AS(uq::multi_indices(110, {.degree = 4}), uq::InvalidArgument);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  CHECK(taken.count() < 20);  // a second or so; making the first would take a million years
}

TEST_CASE("multi-index: faults name the option and its value", "[polynomials][unit]") {
  const auto contains = [](const std::string& text) { return Catch::Contains(text); };
  CHECK_THROWS_WITH(uq::multi_indices(0, {}), contains("dims 0"));
  CHECK_THROWS_WITH(uq::multi_indices(2, {.degree = -1}), contains("degree -1"));
  CHECK_THROWS_WITH(uq::multi_indices(2, {.q = 0}), contains("q 0.0"));
  CHECK_THROWS_WITH(uq::multi_indices(2, {.q = 1.5}), contains("q 1.5"));
  CHECK_THROWS_WITH(uq::count_terms(2, {.q = std::nan("")}), contains("q nan"));
  CHECK_THROWS_WITH(uq::multi_indices(2, {.interaction = -2}), contains("interaction -2"));
  CHECK_THROWS_WITH(uq::multi_indices(2, {.weights = {1}}), contains("1 weights for 2"));
  CHECK_THROWS_WITH(uq::multi_indices(2, {.weights = {1, 0.5}}), contains("weight 0.5"));
  CHECK_THROWS_WITH(uq::multi_indices(2, {.limits = {1, 2, 3}}), contains("3 limits for 2"));
  CHECK_THROWS_WITH(uq::multi_indices(2, {.limits = {1, -1}}), contains("limit -1"));
}
