#include "uq/sensitivity/sobol.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/propagation/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::NdArray;
using uq::PointKind;
using uq::Seed;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

SobolOptions few_resamples(FirstOrder first = FirstOrder::saltelli2010) {
  return {.estimator_first = first, .resamples = 100};
}

std::vector<const NdArray*> arrays(const SobolIndices& indices) {
  std::vector<const NdArray*> all;
  uq::for_each_field<SobolIndices>([&](const auto& field) {
    const NdArray& array = indices.*field.member;
    if (field.axes[0] == uq::Axis::output && !array.data.empty()) {
      all.push_back(&array);
    }
  });
  return all;
}

bool same_bits(const NdArray& a, const NdArray& b) {
  return a.shape == b.shape &&
         std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(double)) == 0;
}

bool same_bits(const SobolIndices& a, const SobolIndices& b) {
  const auto left = arrays(a);
  const auto right = arrays(b);
  return std::equal(
      left.begin(), left.end(), right.begin(), [](auto* x, auto* y) { return same_bits(*x, *y); });
}

// Figures of one output among several, as a result of its own.
std::vector<double> slice(const NdArray& array, Index output) {
  const auto size = array.data.size() / static_cast<std::size_t>(array.shape[0]);
  const auto first = array.data.begin() + output * static_cast<std::ptrdiff_t>(size);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

bool same_output(const SobolIndices& a, Index output_a, const SobolIndices& b, Index output_b) {
  const auto left = arrays(a);
  const auto right = arrays(b);
  for (std::size_t k = 0; k < left.size(); ++k) {
    const auto x = slice(*left[k], output_a);
    const auto y = slice(*right[k], output_b);
    if (x.size() != y.size() || std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) != 0) {
      return false;
    }
  }
  return true;
}

Matrix columns(const std::vector<double>& a,
               const std::vector<double>& b,
               const std::vector<std::vector<double>>& ab) {
  const auto n = static_cast<Index>(a.size());
  Matrix y(n, 2 + static_cast<Index>(ab.size()));
  y.col(0) = Eigen::Map<const uq::Vector>(a.data(), n);
  y.col(1) = Eigen::Map<const uq::Vector>(b.data(), n);
  for (std::size_t i = 0; i < ab.size(); ++i) {
    y.col(2 + static_cast<Index>(i)) = Eigen::Map<const uq::Vector>(ab[i].data(), n);
  }
  return y;
}

// Both interval kinds, on the same outputs.
const std::vector<Index> both_kinds{1, 8};

}  // namespace

TEST_CASE("sobol: estimators equal exact arithmetic on printed outputs", "[sobol][reference]") {
  const auto cases = reference("saltelli_estimators.json")["cases"];
  CHECK(cases.size() == 3);  // the last one at an offset of 1e9
  for (const auto& c : cases) {
    INFO(c["id"]);
    const auto y = columns(c["yA"], c["yB"], c["yAB"]);
    const double variance = c["variance"].get<double>();
    const Index d = y.cols() - 2;
    for (const auto first : {FirstOrder::saltelli2010, FirstOrder::jansen}) {
      const auto got = sobol(shape(y.rows(), d), {y}, few_resamples(first), Seed{1});
      const auto& numerators =
          c[first == FirstOrder::saltelli2010 ? "saltelli2010" : "jansen_first"];
      CHECK(got.variance.at({0}) == Approx(variance).epsilon(1e-12));
      for (Index i = 0; i < d; ++i) {
        const auto k = static_cast<std::size_t>(i);
        CHECK(std::abs(got.S1.at({0, i}) - numerators[k].get<double>() / variance) <= 1e-12);
        CHECK(std::abs(got.ST.at({0, i}) - c["jansen_total"][k].get<double>() / variance) <= 1e-12);
      }
    }
  }
}

TEST_CASE("sobol: a permutation of the inputs permutes the figures", "[sobol][property]") {
  const auto g = g_function({0, 0.5, 3, 9, 99});
  const Matrix y = random_outputs(g, 1536, Seed{11});
  const std::vector<Index> order{3, 0, 4, 2, 1};
  Matrix permuted = y;
  for (Index i = 0; i < 5; ++i) {
    permuted.col(2 + i) = y.col(2 + order[static_cast<std::size_t>(i)]);
  }
  for (const Index replicates : both_kinds) {
    for (const auto first : {FirstOrder::saltelli2010, FirstOrder::jansen}) {
      const auto design = shape(1536, 5, PointKind::sobol, replicates);
      const auto plain = sobol(design, {y}, few_resamples(first), Seed{1});
      const auto moved = sobol(design, {permuted}, few_resamples(first), Seed{1});
      for (Index i = 0; i < 5; ++i) {
        const Index from = order[static_cast<std::size_t>(i)];
        CHECK(moved.S1.at({0, i}) == plain.S1.at({0, from}));
        CHECK(moved.ST.at({0, i}) == plain.ST.at({0, from}));
        for (Index bound = 0; bound < 2; ++bound) {
          CHECK(moved.S1_ci.at({0, i, bound}) == plain.S1_ci.at({0, from, bound}));
          CHECK(moved.ST_ci.at({0, i, bound}) == plain.ST_ci.at({0, from, bound}));
        }
      }
      CHECK(moved.mean_ci.data == plain.mean_ci.data);
    }
  }
}

TEST_CASE("sobol: the input that matters is found in each place of 12 and of 45",
          "[sobol][property]") {
  for (const Index d : {12, 45}) {
    for (Index place = 0; place < d; ++place) {
      std::vector<double> a(static_cast<std::size_t>(d), 99);
      a[static_cast<std::size_t>(place)] = 0;
      const auto result = sobol(
          shape(64, d), {random_outputs(g_function(a), 64, Seed{5})}, few_resamples(), Seed{1});
      CAPTURE(d, place);
      const auto& ST = result.ST.data;
      CHECK(std::max_element(ST.begin(), ST.end()) - ST.begin() == place);
      const auto& upper = result.ST_ci;
      for (Index i = 0; i < d; ++i) {
        // V_i of the others is (1 / 100)^2 of V_place.
        CHECK((upper.at({0, i, 1}) > 0.01) == (i == place));
      }
    }
  }
}

TEST_CASE("sobol: offsets to 1e9 and factors 1e±150 leave the indices", "[sobol][property]") {
  const Matrix y = random_outputs(ishigami(), 1024, Seed{7});
  for (const Index replicates : both_kinds) {
    const auto design = shape(1024, 3, PointKind::sobol, replicates);
    const auto plain = sobol(design, {y}, few_resamples(), Seed{1});
    const auto compare = [&](const Matrix& changed, double tolerance) {
      const auto got = sobol(design, {changed}, few_resamples(), Seed{1});
      for (const auto member :
           {&SobolIndices::S1, &SobolIndices::ST, &SobolIndices::S1_ci, &SobolIndices::ST_ci}) {
        for (std::size_t k = 0; k < (plain.*member).data.size(); ++k) {
          CHECK(std::abs((got.*member).data[k] - (plain.*member).data[k]) <= tolerance);
        }
      }
    };
    for (const double offset : {1e3, 1e6, -1e9, 1e9}) {
      compare(y.array() + offset, 1e-6);
    }
    for (const double factor : {1e-150, -1.0, 1e150}) {
      compare(y * factor, 1e-12);
    }
    for (const int power : {-1000, -40, 900}) {
      compare(y.unaryExpr([&](double v) { return std::ldexp(v, power); }), 0);
    }
  }
}

TEST_CASE("sobol: same bits for any number of threads", "[sobol][property]") {
  const Matrix y = random_outputs(g_function({0, 1, 4.5, 9}), 5000, Seed{8});
  const Matrix other = random_outputs(g_function({3, 1, 0, 9}), 5000, Seed{9});
  for (const Index replicates : both_kinds) {
    const auto design = shape(5000, 4, PointKind::sobol, replicates);
    const auto expected = sobol(design, {y, other}, few_resamples(), Seed{1});
    for (const int threads : {1, 2, 3, 7}) {
      uq::set_threads(threads);
      CHECK(same_bits(sobol(design, {y, other}, few_resamples(), Seed{1}), expected));
    }
    uq::set_threads(0);
  }
}

TEST_CASE("sobol: a missing value costs its output alone", "[sobol][property]") {
  const Matrix y = random_outputs(ishigami(), 256, Seed{2});
  Matrix holed = y;
  holed(255, 4) = no_value;
  holed(3, 0) = std::numeric_limits<double>::infinity();
  holed(0, 1) = no_value;
  for (const Index replicates : both_kinds) {
    const auto design = shape(256, 3, PointKind::sobol, replicates);
    const auto alone = sobol(design, {y}, few_resamples(), Seed{1});
    for (Index place = 0; place < 3; ++place) {
      std::vector<Matrix> outputs{y, y, y};
      outputs[static_cast<std::size_t>(place)] = holed;
      const auto result = sobol(design, outputs, few_resamples(), Seed{1});
      for (Index q = 0; q < 3; ++q) {
        if (q == place) {
          CHECK(result.undefined[static_cast<std::size_t>(q)] ==
                "3 of 256 base rows (1.17 %) are incomplete; budget 0 %");
          for (const auto* array : arrays(result)) {
            for (const double value : slice(*array, q)) {
              CHECK((std::isnan(value) || (array == &result.rows && value == 0) ||
                     (array == &result.lost_share && value == 3.0 / 256)));
            }
          }
        } else {
          CHECK(result.undefined[static_cast<std::size_t>(q)].empty());
          CHECK(same_output(result, q, alone, 0));
        }
      }
    }
  }
}

TEST_CASE("sobol: an output that does not vary has a mean and no indices", "[sobol][property]") {
  const Matrix y = random_outputs(ishigami(), 256, Seed{2});
  const Matrix constant = Matrix::Constant(256, 5, 0.1);
  // The same constant by another route: off by one unit in the last place here and there.
  Matrix rounded = constant;
  rounded(5, 0) = rounded(77, 1) = rounded(78, 3) = std::nextafter(0.1, 1);
  for (const Index replicates : both_kinds) {
    const auto design = shape(256, 3, PointKind::sobol, replicates);
    const auto result = sobol(design, {constant, y, rounded}, few_resamples(), Seed{1});
    CHECK(same_output(result, 1, sobol(design, {y}, few_resamples(), Seed{1}), 0));
    for (const Index q : {0, 2}) {
      CHECK(result.undefined[static_cast<std::size_t>(q)] == "zero variance");
      CHECK(result.mean.at({q}) == Approx(0.1).epsilon(1e-15));
      for (const auto member : {&SobolIndices::S1,
                                &SobolIndices::S1_ci,
                                &SobolIndices::ST,
                                &SobolIndices::ST_ci,
                                &SobolIndices::variance,
                                &SobolIndices::variance_ci,
                                &SobolIndices::mean_ci}) {
        for (const double value : slice(result.*member, q)) {
          CHECK(std::isnan(value));
        }
      }
    }
  }
  // Small is not zero.
  for (const double factor : {1e-13, 1e-300}) {
    const auto result = sobol(shape(256, 3), {y * factor}, few_resamples(), Seed{1});
    CHECK(result.undefined[0].empty());
    CHECK(result.S1.at({0, 1}) ==
          Approx(sobol(shape(256, 3), {y}, few_resamples(), Seed{1}).S1.at({0, 1})).epsilon(1e-9));
  }
}

TEST_CASE("sobol: an input that changes no bit is dead, with an exact zero", "[sobol][unit]") {
  Matrix y = random_outputs(ishigami(), 256, Seed{2});
  y.col(3) = y.col(0);
  for (const Index replicates : both_kinds) {
    const auto result =
        sobol(shape(256, 3, PointKind::sobol, replicates), {y}, few_resamples(), Seed{1});
    CHECK(result.dead.data == std::vector<double>{0, 1, 0});
    CHECK(result.S1.at({0, 1}) == 0);
    CHECK(result.ST.at({0, 1}) == 0);
    for (Index bound = 0; bound < 2; ++bound) {
      CHECK(result.S1_ci.at({0, 1, bound}) == 0);
      CHECK(result.ST_ci.at({0, 1, bound}) == 0);
    }
  }
  y(100, 3) = std::nextafter(y(100, 3), 1e9);
  CHECK(sobol(shape(256, 3), {y}, few_resamples(), Seed{1}).dead.data ==
        std::vector<double>{0, 0, 0});
}

TEST_CASE("sobol: replicates are averaged, with the t interval of their figures", "[sobol][unit]") {
  const Matrix y = random_outputs(ishigami(), 512, Seed{2});
  const auto all = sobol(shape(512, 3, PointKind::sobol, 4), {y}, few_resamples(), Seed{1});
  std::vector<double> S1;
  std::vector<double> means;
  for (Index r = 0; r < 4; ++r) {
    const auto one = sobol(shape(128, 3), {y.middleRows(128 * r, 128)}, few_resamples(), Seed{1});
    S1.push_back(one.S1.at({0, 1}));
    means.push_back(one.mean.at({0}));
  }
  const auto interval = uq::propagation::t_interval(S1, 0.95);
  CHECK(all.S1.at({0, 1}) == Approx((S1[0] + S1[1] + S1[2] + S1[3]) / 4).epsilon(1e-14));
  CHECK(all.S1_ci.at({0, 1, 0}) == interval.lower);
  CHECK(all.S1_ci.at({0, 1, 1}) == interval.upper);
  CHECK(all.mean_ci.at({0, 0}) == uq::propagation::replicate_interval(means, 0.95).lower);
  CHECK(all.ci_method == "replicates");
  CHECK(all.warnings.empty());
}

TEST_CASE("sobol: results say what their intervals cannot", "[sobol][unit]") {
  const Matrix y = random_outputs(ishigami(), 256, Seed{2});
  const auto on_sobol = sobol(shape(256, 3, PointKind::sobol), {y}, few_resamples(), Seed{1});
  CHECK(on_sobol.ci_method == "bootstrap");
  REQUIRE(on_sobol.warnings.size() == 1);
  CHECK(on_sobol.warnings[0].code == "W031");
  CHECK(sobol(shape(256, 3), {y}, few_resamples(), Seed{1}).warnings.empty());
  // One row in 256 differs: a third of the resamples miss it.
  Matrix rare = Matrix::Zero(256, 5);
  rare(9, 0) = rare(9, 2) = 1;
  const auto gaps = sobol(shape(256, 3), {rare}, few_resamples(), Seed{1});
  REQUIRE(gaps.warnings.size() == 1);
  CHECK(gaps.warnings[0].code == "W032");
  CHECK(std::isnan(gaps.S1_ci.at({0, 1, 0})));
  CHECK(std::isfinite(gaps.ST.at({0, 1})));
  CHECK(gaps.S1_ci.at({0, 0, 0}) == 0);  // dead
  // Two replicates alike.
  Matrix twice(512, 5);
  twice << y, y;
  const auto alike = sobol(shape(512, 3, PointKind::sobol, 2), {twice}, few_resamples(), Seed{1});
  REQUIRE(alike.warnings.size() == 1);
  CHECK(alike.warnings[0].code == "W033");
  CHECK(std::isnan(alike.S1_ci.at({0, 0, 0})));
  // A replicate that is constant.
  twice.topRows(256).setConstant(2);
  const auto half = sobol(shape(512, 3, PointKind::sobol, 2), {twice}, few_resamples(), Seed{1});
  CHECK(half.undefined[0] == "zero variance in 1 of 2 replicates");
  CHECK(std::isnan(half.S1.at({0, 0})));
}

TEST_CASE("sobol: what does not fit the design is refused by name", "[sobol][unit]") {
  const Matrix y = Matrix::Zero(16, 5);
  const auto run = [&](const uq::SaltelliDesign& design, SobolOptions options = {}) {
    return sobol(design, {y}, options, Seed{1});
  };
  CHECK_THROWS_WITH(run(shape(16, 4)), Catch::Contains("(16, 5), the design needs (16, 6)"));
  CHECK_THROWS_AS(run(shape(17, 3)), uq::InvalidArgument);
  CHECK_THROWS_AS(run(shape(16, 3, PointKind::sobol, 3)), uq::InvalidArgument);
  CHECK_THROWS_AS(run(shape(16, 3, PointKind::sobol, 16)), uq::InvalidArgument);
  CHECK_THROWS_WITH(run(shape(16, 3), {.confidence = 95}), Catch::Contains("confidence = 95"));
}

TEST_CASE("sobol: below 64 base rows of one design no interval is called conservative",
          "[sobol][unit]") {
  const auto codes = [](Index n, PointKind kind, Index replicates, double lost = 0) {
    const auto design = shape(n, 3, kind, replicates);
    Matrix y = random_outputs(ishigami(), n, Seed{2});
    for (Index row = 0; row < static_cast<Index>(lost * static_cast<double>(n)); ++row) {
      y(row, 0) = std::numeric_limits<double>::quiet_NaN();
    }
    std::string all;
    const uq::MissingPolicy missing{.budget = 0.9};
    for (const auto& warning : sobol(design, {y}, {.resamples = 100}, Seed{1}, missing).warnings) {
      all += warning.code + " ";
    }
    return all;
  };
  for (const PointKind kind : {PointKind::sobol, PointKind::monte_carlo}) {
    CHECK(codes(32, kind, 1) == "W098 ");
    CHECK(codes(63, kind, 1) == "W098 ");
    CHECK(codes(128, kind, 1, 0.6) == "W098 ");  // what counts is what is left
  }
  CHECK(codes(64, PointKind::sobol, 1) == "W031 ");
  CHECK(codes(64, PointKind::monte_carlo, 1).empty());
  CHECK(codes(64, PointKind::sobol, 2).empty());
}
