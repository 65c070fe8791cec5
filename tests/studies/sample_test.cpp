// The method `sample`: designs with the model's outputs on them.

#include "samplers/discrepancy.hpp"
#include "studies/store/store.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using Catch::Contains;
using uq::Index;
using uq::Matrix;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;
using namespace uq::studies;

namespace {

const std::string head = R"x(format = 1
seed = 3
output = "s.h5"
[model.expression]
y = "a + 2 * b - c"
z = "1 / (a - 0.25)"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "normal", mean = 10, sd = 2 }
c = { dist = "choice", values = [1, 2, 4] }
)x";

std::string design(const std::string& more, const std::string& name = "design") {
  return "[[analysis]]\nname = \"" + name + "\"\nmethod = \"sample\"\n" + more + "\n";
}

ProcessResult run(const TemporaryFolder& folder,
                  const std::string& study,
                  const std::vector<std::string>& more = {}) {
  folder.write("s.toml", study);
  std::vector<std::string> arguments{"run", "--force", "s.toml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_uq(folder.path(), arguments);
}

/// Points and outputs as stored.
struct Stored {
  Matrix x, y;
  std::vector<double> status;
};

Matrix matrix(const Variable& variable) {
  Matrix m(variable.data.shape[0], variable.data.shape[1]);
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      m(i, j) = variable.data.data[static_cast<std::size_t>(i * m.cols() + j)];
    }
  }
  return m;
}

Stored stored(const TemporaryFolder& folder,
              const std::string& name = "design",
              const std::string& file = "s.h5") {
  const ResultFile result = uq::studies::read(folder.path() + "/" + file);
  const Dataset* samples = result.group("analysis/" + name + "/samples");
  REQUIRE(samples != nullptr);
  return {matrix(*samples->variable("x")),
          matrix(*samples->variable("y")),
          samples->variable("status")->data.data};
}

ProcessResult refused(const std::string& study) {
  const TemporaryFolder folder;
  const ProcessResult done = run(folder, study);
  CHECK(done.code == 2);
  return done;
}

}  // namespace

TEST_CASE("sample: every sampler evaluates its rows and stores them", "[sample][cli]") {
  const std::string sampler = GENERATE("monte_carlo", "lhs", "sobol", "halton");
  CAPTURE(sampler);
  const TemporaryFolder folder;
  const ProcessResult done = run(folder, head + design("n = 64\nsampler = \"" + sampler + "\""));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Stored all = stored(folder);
  REQUIRE(all.x.rows() == 64);
  REQUIRE(all.x.cols() == 3);
  for (Index k = 0; k < 64; ++k) {
    CHECK(all.y(k, 0) == all.x(k, 0) + 2 * all.x(k, 1) - all.x(k, 2));
    CHECK(all.status[static_cast<std::size_t>(k)] == 0);
  }
  std::set<double> cells;
  for (Index k = 0; k < 64; ++k) {
    cells.insert(std::floor(64 * all.x(k, 0)));
  }
  // One row in each cell of the first input, whose base is 2 in either sequence.
  CHECK((cells.size() == 64) == (sampler != "monte_carlo"));
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("design", "rows", {{"output", "y"}}) == 64);
  CHECK(shown.value("design", "lowest", {{"output", "y"}}) == all.y.col(0).minCoeff());
  CHECK(shown.value("design", "highest", {{"output", "y"}}) == all.y.col(0).maxCoeff());
}

TEST_CASE("sample: figures of the points are those of the stored rows", "[sample][cli]") {
  const TemporaryFolder folder;
  // Uniform inputs on the unit cube: the rows are their own probabilities.
  const std::string cube = R"(format = 1
seed = 3
output = "s.h5"
[model.expression]
y = "a + b"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "uniform", lo = 0, hi = 1 }
)";
  REQUIRE(run(folder, cube + design("n = 50")).code == 0);
  const Stored all = stored(folder);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("design", "discrepancy", {}) ==
        Approx(uq::samplers::discrepancy(all.x, uq::samplers::DiscrepancyKind::centred).root)
            .epsilon(1e-12));
  CHECK(shown.value("design", "min_distance", {}) ==
        Approx(uq::samplers::min_distance(all.x)).epsilon(1e-12));
  const uq::Vector a = all.x.col(0).array() - all.x.col(0).mean();
  const uq::Vector b = all.x.col(1).array() - all.x.col(1).mean();
  CHECK(shown.value("design", "correlation", {{"input", "a"}, {"input2", "b"}}) ==
        Approx(a.dot(b) / std::sqrt(a.squaredNorm() * b.squaredNorm())).epsilon(1e-10));
  CHECK(shown.value("design", "correlation", {{"input", "a"}, {"input2", "a"}}) == 1);
}

TEST_CASE("sample: independent points have the discrepancy they are said to have",
          "[sample][statistical]") {
  const TemporaryFolder folder;
  std::string study = head;
  constexpr int repeats = 60;
  for (int k = 0; k < repeats; ++k) {
    study += design("n = 40\nsampler = \"monte_carlo\"", "d" + std::to_string(k));
  }
  REQUIRE(run(folder, study).code == 0);
  const Shown shown(folder.path(), "s.h5");
  double sum = 0;
  double squares = 0;
  double expected = 0;
  for (int k = 0; k < repeats; ++k) {
    const std::string name = "d" + std::to_string(k);
    const double square = std::pow(shown.value(name, "discrepancy", {}), 2);
    sum += square;
    squares += square * square;
    expected = std::pow(shown.value(name, "discrepancy_random", {}), 2);
  }
  const double mean = sum / repeats;
  const double error = std::sqrt((squares / repeats - mean * mean) / repeats);
  CHECK(std::abs(mean - expected) < 5 * error);
  CHECK(expected == Approx((std::pow(1.25, 3) - std::pow(13.0 / 12, 3)) / 40));
}

TEST_CASE("sample: a grid has all combinations of its levels", "[sample][cli]") {
  const TemporaryFolder folder;
  const ProcessResult done =
      run(folder, head + design("sampler = \"factorial\"\nlevels = { b = 1, a = 4, c = 3 }"));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Stored all = stored(folder);
  REQUIRE(all.x.rows() == 12);
  std::set<std::pair<double, double>> seen;
  for (Index k = 0; k < 12; ++k) {
    CHECK(all.x(k, 1) == 10);
    seen.insert({all.x(k, 0), all.x(k, 2)});
  }
  CHECK(seen.size() == 12);
  CHECK(seen.count({0.125, 1}) == 1);
  CHECK(seen.count({0.875, 4}) == 1);
  const Shown shown(folder.path(), "s.h5");
  // Nothing is said of an input that does not vary.
  CHECK(std::isnan(shown.value("design", "correlation", {{"input", "b"}, {"input2", "b"}})));
  CHECK(shown.analysis("design").at("attributes").at("n") == 12);
}

TEST_CASE("sample: the same bits for any threads and blocks", "[sample][cli]") {
  const std::string sampler = GENERATE("lhs", "sobol", "factorial");
  const std::string study = head + design("sampler = \"" + sampler + "\"\n" +
                                          (sampler == "factorial" ? "levels = 7" : "n = 300"));
  std::vector<std::string> bytes;
  for (const std::string threads : {"1", "2", "5"}) {
    const TemporaryFolder folder;
    REQUIRE(run(folder, study, {"--reproducible", "-j", threads}).code == 0);
    bytes.push_back(folder.read("s.h5"));
  }
  CHECK(bytes[0] == bytes[1]);
  CHECK(bytes[0] == bytes[2]);
}

TEST_CASE("sample: rows without a value stay, and count against the budget", "[sample][cli]") {
  const TemporaryFolder folder;
  const std::string grid = design("sampler = \"factorial\"\nlevels = { a = 2, b = 1, c = 1 }");
  const ProcessResult done = run(folder, head + grid);
  CHECK(done.code == 3);  // z is 1/0 at the first level of a
  const Stored all = stored(folder);
  CHECK(std::isnan(all.y(0, 1)));
  CHECK(all.y(1, 1) == 2);
  CHECK(all.status[0] != 0);
  CHECK(all.status[1] == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("design", "rows", {{"output", "y"}}) == 2);
  CHECK(shown.value("design", "rows", {{"output", "z"}}) == 1);
  CHECK(shown.value("design", "lost_share", {{"output", "z"}}) == 0.5);
  CHECK(std::isnan(shown.value("design", "lowest", {{"output", "z"}})));
  const ProcessResult allowed = run(folder, head + "[failures]\nbudget = 0.5\n" + grid);
  CHECK(allowed.code == 0);
  CHECK(Shown(folder.path(), "s.h5").value("design", "lowest", {{"output", "z"}}) == 2);
}

TEST_CASE("sample: correlated inputs follow their correlation and have no discrepancy",
          "[sample][cli]") {
  const std::string sampler = GENERATE("monte_carlo", "lhs", "sobol");
  const TemporaryFolder folder;
  const ProcessResult done = run(folder,
                                 head + "[correlation]\nspearman = [[\"a\", \"b\", 0.8]]\n" +
                                     design("n = 512\nsampler = \"" + sampler + "\""));
  INFO(done.err);
  REQUIRE(done.code == 0);
  CHECK_THAT(done.out, Contains("discrepancy          undefined: the inputs are not independent"));
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("design", "correlation", {{"input", "a"}, {"input2", "b"}}) ==
        Approx(0.8).margin(0.06));
  CHECK(std::isnan(shown.value("design", "discrepancy", {})));
}

TEST_CASE("sample: conditions hold in all rows", "[sample][cli]") {
  const TemporaryFolder folder;
  const ProcessResult done = run(folder,
                                 head + "[constraints]\nrequire = [\"10 * a < b\"]\n" +
                                     design("n = 100\nsampler = \"sobol\""));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Stored all = stored(folder);
  REQUIRE(all.x.rows() == 100);
  for (Index k = 0; k < 100; ++k) {
    CHECK(10 * all.x(k, 0) < all.x(k, 1));
  }
}

TEST_CASE("sample: it is stored unless the study forbids it", "[sample][cli]") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, head + "[run]\nstore_samples = false\n" + design("n = 10")).code == 0);
  const ResultFile result = uq::studies::read(folder.path() + "/s.h5");
  CHECK(result.group("analysis/design") != nullptr);
  CHECK(result.group("analysis/design/samples") == nullptr);
}

TEST_CASE("sample: later analyses and later studies work on it", "[sample][cli]") {
  const TemporaryFolder folder;
  const std::string drivers =
      "[[analysis]]\nname = \"drivers\"\nmethod = \"given_data\"\noutputs = [\"y\"]\n";
  const ProcessResult done = run(folder, head + design("n = 400") + drivers);
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("drivers", "rows", {{"output", "y"}}) == 400);
  const std::string later = R"(format = 1
seed = 1
output = "t.h5"
[model]
table = "s.h5:design"
outputs = ["y"]
[inputs]
a = {}
b = {}
c = {}
[[analysis]]
name = "drivers"
method = "given_data"
)";
  folder.write("t.toml", later);
  const ProcessResult of_table = run_uq(folder.path(), {"run", "--force", "t.toml"});
  INFO(of_table.err);
  REQUIRE(of_table.code == 0);
  const uq::test::Labels at{{"output", "y"}, {"input", "b"}};
  CHECK(Shown(folder.path(), "t.h5").value("drivers", "S1", at) ==
        shown.value("drivers", "S1", at));
}

TEST_CASE("sample: what needs draws refuses a grid", "[sample][cli]") {
  const std::string grid = design("sampler = \"factorial\"\nlevels = 4");
  const std::string drivers =
      "[[analysis]]\nname = \"drivers\"\nmethod = \"given_data\"\noutputs = [\"y\"]\n";
  CHECK_THAT(refused(head + grid + drivers).err,
             Contains("error[U493]: analysis `drivers` needs rows drawn from the inputs' law, and "
                      "`design` has none: its rows are a grid"));
  const TemporaryFolder folder;
  REQUIRE(run(folder, head + grid).code == 0);
  folder.write("t.toml", R"(format = 1
seed = 1
[model]
table = "s.h5:design"
outputs = ["y"]
[inputs]
a = {}
[[analysis]]
method = "given_data"
)");
  const ProcessResult of_table = run_uq(folder.path(), {"run", "--force", "t.toml"});
  CHECK(of_table.code == 2);
  CHECK_THAT(of_table.err, Contains("U493") && Contains("its rows are a grid"));
}

TEST_CASE("sample: keys that would be ignored are refused", "[sample][cli]") {
  const auto err = [](const std::string& more) { return refused(head + design(more)).err; };
  CHECK_THAT(err("levels = 3"),
             Contains("error[U490]: `levels` has no effect on sampler = \"lhs\""));
  CHECK_THAT(err("n = 9\nsampler = \"factorial\"\nlevels = 3"),
             Contains("error[U490]: `n` has no effect on sampler = \"factorial\"") &&
                 Contains("the rows are all combinations of the levels"));
  CHECK_THAT(err("scramble = \"owen\""), Contains("`scramble` has no effect"));
  CHECK_THAT(err("centred = true\nsampler = \"sobol\""), Contains("`centred` has no effect"));
  CHECK_THAT(err("replicates = 8"), Contains("U110") || Contains("unknown key"));
}

TEST_CASE("sample: levels that make no grid are refused", "[sample][cli]") {
  const auto err = [](const std::string& more) {
    return refused(head + design("sampler = \"factorial\"\n" + more)).err;
  };
  CHECK_THAT(err(""), Contains("error[U491]: sampler = \"factorial\" needs `levels`"));
  CHECK_THAT(err("levels = 2.5"), Contains("error[U491]: `levels` is 2.5"));
  CHECK_THAT(err("levels = 0"), Contains("error[U491]: `levels` is 0"));
  CHECK_THAT(err("levels = { a = 2, b = 2 }"), Contains("error[U491]: `levels` has no `c`"));
  CHECK_THAT(err("levels = { a = 2, b = 2, c = 2, d = 2 }"), Contains("error[U104]"));
  CHECK_THAT(err("levels = { a = 2, b = 2, c = 0 }"), Contains("`levels` of `c` is 0"));
  CHECK_THAT(err("levels = 1"), Contains("error[U491]: the levels make 1 combinations"));
  CHECK_THAT(err("levels = 2000"), Contains("error[U491]: the levels make 8e+09 combinations"));
  CHECK_THAT(err("levels = \"3 ms\""), Contains("error[U"));
  const std::string tied = "[correlation]\nspearman = [[\"a\", \"b\", 0.8]]\n";
  CHECK_THAT(refused(head + tied + design("sampler = \"factorial\"\nlevels = 3")).err,
             Contains("error[U492]: a factorial design follows no [correlation]"));
  const std::string cut = "[constraints]\nrequire = [\"10 * a < b\"]\n";
  CHECK_THAT(refused(head + cut + design("sampler = \"factorial\"\nlevels = 3")).err,
             Contains("error[U492]: a factorial design follows no [constraints]"));
  CHECK_THAT(refused(head + cut + design("")).err, Contains("error[U306]"));
}

TEST_CASE("sample: a quadrature rule integrates polynomials, in the units of the inputs",
          "[sample][cli]") {
  const std::string more = GENERATE(
      "level = 3", "grid = \"tensor\"\nrule = \"gauss\"\nlevel = 2", "rule = \"gauss\"\nlevel = 3");
  const TemporaryFolder folder;
  const std::string study = R"x(format = 1
seed = 3
output = "s.h5"
[model.expression]
y = "a^2 * b + b^3"
[inputs]
a = { dist = "uniform", lo = 0, hi = 2 }
b = { dist = "normal", mean = 1, sd = 0.5 }
)x";
  const ProcessResult done = run(folder, study + design("sampler = \"quadrature\"\n" + more));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const ResultFile result = uq::studies::read(folder.path() + "/s.h5");
  const Dataset& samples = *result.group("analysis/design/samples");
  const std::vector<double>& weight = samples.variable("weight")->data.data;
  const Stored all = stored(folder);
  double mean = 0;
  double sum = 0;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    mean += weight[k] * all.y(static_cast<Index>(k), 0);
    sum += weight[k];
  }
  CHECK(sum == Approx(1).epsilon(1e-12));
  CHECK(mean == Approx(4.0 / 3 + 1 + 3 * 0.25).epsilon(1e-10));
  CHECK(static_cast<Index>(weight.size()) == all.x.rows());
  CHECK(Shown(folder.path(), "s.h5").analysis("design").at("attributes").at("n") == weight.size());
  CHECK_THAT(refused(study + design("sampler = \"quadrature\"\nn = 10")).err,
             Contains("error[U490]: `n` has no effect on sampler = \"quadrature\""));
  CHECK_THAT(refused(study + design("level = 2")).err,
             Contains("error[U490]: `level` has no effect on sampler = \"lhs\""));
  CHECK_THAT(
      refused(study + "[constraints]\nrequire = [\"a < 1\"]\n" + design("sampler = \"quadrature\""))
          .err,
      Contains("error[U306]"));
}
