// Every published estimator against exact arithmetic, other programs' formulas and closed forms.
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/statistics.hpp"
#include "tests/uq/sensitivity/saltelli_outputs.hpp"
#include "tests/uq/sensitivity/sobol_peers.hpp"
#include "uq/sensitivity/sobol_products_detail.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace uq::sensitivity;
using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::Seed;
using uq::Vector;

namespace {

// The blocks of a reference case, BA included.
Matrix blocks(const nlohmann::json& c) {
  std::vector<std::vector<double>> columns{c["yA"], c["yB"]};
  for (const char* key : {"yAB", "yBA"}) {
    for (const auto& column : c[key]) {
      columns.push_back(column);
    }
  }
  Matrix y(static_cast<Index>(columns[0].size()), static_cast<Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    y.col(static_cast<Index>(j)) = Eigen::Map<const Vector>(columns[j].data(), y.rows());
  }
  return y;
}

Vector estimates(const Matrix& y, FirstOrder first, TotalOrder total) {
  const auto design = wide_shape(y.rows(), (y.cols() - 2) / 2, true);
  return detail::figures(
      detail::centre(y),
      detail::layout(design, {.estimator_first = first, .estimator_total = total}));
}

double mean_of(const Vector& v) {
  return v.mean();
}

}  // namespace

TEST_CASE("sobol estimators: figures equal exact arithmetic on printed outputs",
          "[sobol][reference]") {
  const auto cases = reference("saltelli_estimators.json")["cases"];
  REQUIRE(cases.size() == 3);  // the last one at an offset of 1e9
  for (const auto& c : cases) {
    INFO(c["id"]);
    const Matrix y = blocks(c);
    const Index d = (y.cols() - 2) / 2;
    const double variance = c["variance"].get<double>();
    const auto compare = [&](FirstOrder first,
                             TotalOrder total,
                             const char* first_key,
                             const char* total_key,
                             double unit) {
      const Vector got = estimates(y, first, total);
      CHECK(got[1] == Approx(variance).epsilon(1e-12));
      for (Index i = 0; i < d; ++i) {
        const auto k = static_cast<std::size_t>(i);
        CHECK(std::abs(got[2 + i] - c[first_key][k].get<double>() / unit) <= 1e-12);
        CHECK(std::abs(got[2 + d + i] - c[total_key][k].get<double>() / unit) <= 1e-12);
      }
    };
    compare(FirstOrder::saltelli2010, TotalOrder::jansen, "saltelli2010", "jansen_total", variance);
    compare(FirstOrder::mauntz, TotalOrder::jansen, "saltelli2010", "jansen_total", variance);
    compare(FirstOrder::jansen, TotalOrder::jansen, "jansen_first", "jansen_total", variance);
    compare(FirstOrder::martinez, TotalOrder::martinez, "martinez_first", "martinez_total", 1);
    compare(FirstOrder::janon, TotalOrder::janon, "janon_first", "janon_total", 1);
  }
}

// The other numerators of the reference are those of outputs that are not centred. Centring by the
// pooled mean m changes them by m times a difference of means, which is added here.
TEST_CASE("sobol estimators: uncentred numerators differ by what centring removes",
          "[sobol][reference]") {
  for (const auto& c : reference("saltelli_estimators.json")["cases"]) {
    if (c["id"] == "est-8x3-offset1e9") {
      continue;  // of these numbers nothing is left after such an offset: why outputs are centred
    }
    INFO(c["id"]);
    const Matrix y = blocks(c);
    const Index d = (y.cols() - 2) / 2;
    const double v = c["variance"].get<double>();
    const double m = (y.col(0).mean() + y.col(1).mean()) / 2;
    const auto raw = [&](const char* key, Index k) {
      return c[key][static_cast<std::size_t>(k)].get<double>();
    };
    const Vector saltelli = estimates(y, FirstOrder::saltelli2010, TotalOrder::mauntz);
    const Vector homma = estimates(y, FirstOrder::homma, TotalOrder::homma);
    const double a = mean_of(y.col(0));
    const double b = mean_of(y.col(1));
    for (Index i = 0; i < d; ++i) {
      const double ab = mean_of(y.col(2 + i));
      CHECK(std::abs(v * saltelli[2 + i] + m * (ab - a) - raw("saltelli2010_raw", i)) <= 1e-12 * v);
      CHECK(std::abs(v * saltelli[2 + d + i] + m * (a - ab) - raw("sobol2007_raw", i)) <=
            1e-12 * v);
      CHECK(std::abs(v * homma[2 + i] + m * (ab - a) - raw("sobol1993_raw", i)) <= 1e-12 * v);
      const double v_a = c["variance_A"].get<double>();
      CHECK(std::abs(v_a * homma[2 + d + i] + m * (a - ab) - raw("homma1996_raw", i)) <= 1e-12 * v);
    }
    // Both ways of exchanging a pair are averaged: the reference's and the mirrored one.
    for (const auto& pair : c["closed_raw"]) {
      const Index i = pair[0].get<Index>();
      const Index j = pair[1].get<Index>();
      const double shift = m *
                           (y.col(2 + i).mean() + y.col(2 + d + i).mean() + y.col(2 + j).mean() +
                            y.col(2 + d + j).mean() - 2 * a - 2 * b) /
                           2;
      const double mirrored =
          (y.col(2 + d + j).cwiseProduct(y.col(2 + i)) - y.col(0).cwiseProduct(y.col(1))).mean();
      const auto layout = detail::layout(wide_shape(y.rows(), d, true), {});
      const double closed =
          v * (saltelli[layout.S2(layout.pair(i, j))] + saltelli[2 + i] + saltelli[2 + j]);
      CHECK(std::abs(closed + shift - (pair[2].get<double>() + mirrored) / 2) <= 1e-12 * v);
    }
  }
}

TEST_CASE("sobol estimators: peers' formulas are written down right", "[sobol][reference]") {
  for (const auto& c : reference("sobol_openturns.json")["cases"]) {
    INFO(c["id"]);
    std::vector<std::vector<double>> columns = c["y"];
    Matrix y(static_cast<Index>(columns[0].size()), static_cast<Index>(columns.size()));
    for (std::size_t j = 0; j < columns.size(); ++j) {
      y.col(static_cast<Index>(j)) = Eigen::Map<const Vector>(columns[j].data(), y.rows());
    }
    const auto compare = [&](const char* name, const PeerIndices& ours) {
      INFO(name);
      for (std::size_t i = 0; i < ours.first.size(); ++i) {
        CHECK(std::abs(ours.first[i] - c[name]["first"][i].get<double>()) <= 1e-12);
        CHECK(std::abs(ours.total[i] - c[name]["total"][i].get<double>()) <= 1e-12);
      }
    };
    compare("Saltelli", openturns_saltelli(y));
    compare("Jansen", openturns_jansen(y));
    compare("MauntzKucherenko", openturns_mauntz(y));
    compare("Martinez", openturns_martinez(y));
  }
}

// A peer's index is that of this project once its variance, divisor and centring are put in.
TEST_CASE("sobol estimators: indices equal the peers' up to their divisors", "[sobol][reference]") {
  for (const double offset : {0.0, 50.0}) {
    const auto design = wide_shape(64, 4, true);
    const Matrix y = random_outputs(g_function({0, 0.5, 3, 9}), design, Seed{12}).array() + offset;
    const Index d = 4;
    const double n = 64;
    const Matrix z = y.array() - (y.col(0).mean() + y.col(1).mean()) / 2;
    const double pooled = (z.col(0).squaredNorm() + z.col(1).squaredNorm()) / (2 * n);
    const double of_a = (y.col(0).array() - y.col(0).mean()).square().sum() / (n - 1);
    const auto at = [](const std::vector<double>& v, Index i) {
      return v[static_cast<std::size_t>(i)];
    };
    const auto layout = detail::layout(design, {});
    const Vector saltelli = estimates(y, FirstOrder::saltelli2010, TotalOrder::jansen);
    const Vector jansen = estimates(y, FirstOrder::jansen, TotalOrder::jansen);
    const Vector martinez = estimates(y, FirstOrder::martinez, TotalOrder::martinez);
    const Vector mauntz = estimates(y, FirstOrder::mauntz, TotalOrder::mauntz);
    const Vector homma = estimates(y, FirstOrder::homma, TotalOrder::homma);
    const auto from_salib = salib(y);
    const auto from_jansen = openturns_jansen(y);
    const auto from_r = r_jansen(y);
    const auto from_martinez = openturns_martinez(y);
    const auto from_mauntz = openturns_mauntz(y);
    const auto from_saltelli = openturns_saltelli(y);
    // What is left of the peers' centring, by the mean of all they see.
    const double all = z.mean();
    const double seen = z.leftCols(d + 2).mean();
    for (Index i = 0; i < d; ++i) {
      const double ab = z.col(2 + i).mean();
      const double a = z.col(0).mean();
      const double b = z.col(1).mean();
      CHECK(std::abs(saltelli[2 + i] - all * (ab - a) / pooled - at(from_salib.first, i)) <= 1e-12);
      CHECK(std::abs(saltelli[2 + d + i] - at(from_salib.total, i)) <= 1e-12);
      const double first = ((jansen[2 + i] - 1) * pooled * 2 * n / (2 * n - 1) + of_a) / of_a;
      CHECK(std::abs(first - at(from_jansen.first, i)) <= 1e-12);
      CHECK(std::abs(first - at(from_r.first, i)) <= 1e-12);
      const double total = jansen[2 + d + i] * pooled * 2 * n / (2 * n - 1) / of_a;
      CHECK(std::abs(total - at(from_jansen.total, i)) <= 1e-12);
      CHECK(std::abs(total - at(from_r.total, i)) <= 1e-12);
      CHECK(std::abs(martinez[2 + i] - at(from_martinez.first, i)) <= 1e-12);
      CHECK(std::abs(martinez[2 + d + i] - at(from_martinez.total, i)) <= 1e-12);
      const double to_unbiased = n / (n - 1) / of_a;
      CHECK(std::abs((mauntz[2 + i] * pooled - seen * (ab - a)) * to_unbiased -
                     at(from_mauntz.first, i)) <= 1e-12);
      CHECK(std::abs((mauntz[2 + d + i] * pooled - seen * (a - ab)) * to_unbiased -
                     at(from_mauntz.total, i)) <= 1e-12);
      // OpenTURNS's Saltelli: mean(b e) n / (n - 1) - mean a mean b, with `seen` taken off.
      const double product = homma[2 + i] * pooled + a * b;
      const double shifted = product - seen * (b + ab) + seen * seen;
      CHECK(std::abs((shifted * n / (n - 1) - (a - seen) * (b - seen)) / of_a -
                     at(from_saltelli.first, i)) <= 1e-12);
    }
    // SALib takes one way of exchanging a pair; the mean of it and its mirror image is ours.
    Matrix mirrored = y;
    for (Index i = 0; i < d; ++i) {
      mirrored.col(2 + i) = y.col(2 + d - 1 - i);
      mirrored.col(2 + d + i) = y.col(2 + 2 * d - 1 - i);
    }
    const auto back = salib(mirrored);
    for (Index i = 0; i < d; ++i) {
      for (Index j = i + 1; j < d; ++j) {
        const double theirs = (at(from_salib.second, layout.pair(i, j)) +
                               at(back.second, layout.pair(d - 1 - j, d - 1 - i))) /
                              2;
        const double closed_shift =
            all *
            (z.col(2 + i).mean() + z.col(2 + d + i).mean() + z.col(2 + j).mean() +
             z.col(2 + d + j).mean() - 2 * z.col(0).mean() - 2 * z.col(1).mean()) /
            2;
        const double first_shift =
            all * (z.col(2 + i).mean() + z.col(2 + j).mean() - 2 * z.col(0).mean());
        CHECK(std::abs(saltelli[layout.S2(layout.pair(i, j))] -
                       (closed_shift - first_shift) / pooled - theirs) <= 1e-12);
      }
    }
  }
}

TEST_CASE("sobol estimators: each meets the closed forms", "[sobol][statistical]") {
  for (const auto& function : {ishigami(), g_function({0, 1, 4.5, 9}), stepped()}) {
    for (const auto& options : all_estimators()) {
      // 100 independent estimates give the standard error of their mean.
      constexpr int repeats = 100;
      const Index d = function.inputs;
      const auto design = wide_shape(512, d, false, true);
      const auto layout = detail::layout(design, options);
      Matrix estimates(layout.figures(), repeats);
      for (int r = 0; r < repeats; ++r) {
        const Matrix y = random_outputs(
            function, design, Seed{77}.child("repeat", static_cast<std::uint64_t>(r)));
        estimates.col(r) = detail::figures(detail::centre(y), layout);
      }
      CAPTURE(function.name,
              enum_names(FirstOrder{})[static_cast<std::size_t>(options.estimator_first)],
              enum_names(TotalOrder{})[static_cast<std::size_t>(options.estimator_total)]);
      for (Index i = 0; i < d; ++i) {
        for (const bool total : {false, true}) {
          const auto row = estimates.row(total ? layout.ST(i) : layout.S1(i));
          const double mean = row.mean();
          const double se =
              std::sqrt((row.array() - mean).square().sum() / repeats / (repeats - 1));
          const double truth = (total ? function.ST : function.S1)[static_cast<std::size_t>(i)];
          // Ratios of means are biased by order 1 / n; half a percent covers it at n = 512.
          CHECK(std::abs(mean - truth) <= allowed_standard_errors * se + 0.005);
        }
      }
    }
  }
}

TEST_CASE("sobol estimators: Owen's is the sharpest for small indices", "[sobol][statistical]") {
  // Its reason to be: S1 = 1e-4 is far below the error of the others.
  const auto function = g_function({0, 99, 99});
  const auto design = wide_shape(1024, 3, false, true);
  const Matrix y = random_outputs(function, design, Seed{5});
  const auto sharp =
      sobol(design, {y}, {.estimator_first = FirstOrder::owen, .resamples = 200}, Seed{1});
  const auto plain = sobol(design, {y}, {.resamples = 200}, Seed{1});
  const auto width = [](const SobolIndices& all) {
    return all.S1_ci.at({0, 1, 1}) - all.S1_ci.at({0, 1, 0});
  };
  CHECK(width(sharp) < width(plain) / 3);
  CHECK(sharp.S1_ci.at({0, 1, 0}) < function.S1[1]);
  CHECK(sharp.S1_ci.at({0, 1, 1}) > function.S1[1]);
}

TEST_CASE("sobol estimators: offset, unit and order of the inputs change no index",
          "[sobol][property]") {
  const auto design = wide_shape(500, 3, true, true);
  const Matrix y = random_outputs(ishigami(), design, Seed{7});
  const std::vector<Index> order{2, 0, 1};
  Matrix permuted = y;
  for (Index i = 0; i < 3; ++i) {
    const Index from = order[static_cast<std::size_t>(i)];
    permuted.col(design.ab(i)) = y.col(design.ab(from));
    permuted.col(design.ba(i)) = y.col(design.ba(from));
    permuted.col(design.bc(i)) = y.col(design.bc(from));
  }
  for (const auto& options : all_estimators()) {
    const auto layout = detail::layout(design, options);
    const auto indices_of = [&](const Matrix& values) {
      return Vector(detail::figures(detail::centre(values), layout).tail(layout.figures() - 2));
    };
    const Vector plain = indices_of(y);
    for (const double offset : {1e3, 1e8, -1e9}) {
      CHECK((indices_of(y.array() + offset) - plain).cwiseAbs().maxCoeff() < 1e-6);
    }
    for (const double factor : {1e-200, -1.0, 1e-12, 1e200}) {
      CHECK((indices_of(y * factor) - plain).cwiseAbs().maxCoeff() < 1e-12);
    }
    const Vector moved = indices_of(permuted);
    for (Index i = 0; i < 3; ++i) {
      const Index from = order[static_cast<std::size_t>(i)];
      CHECK(moved[i] == plain[from]);
      CHECK(moved[3 + i] == plain[3 + from]);
    }
  }
}
