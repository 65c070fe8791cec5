// Samples that go on with earlier ones: `extends`.

#include "tests/studies/designs.hpp"
#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <set>
#include <string>

using Catch::Contains;
using uq::Index;
using uq::Matrix;
using namespace uq::test;

namespace {

const std::string inputs = R"([inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
b = { dist = "normal", mean = 10, sd = 2, unit = "ms" }
c = { dist = "loguniform", lo = 1, hi = 100 }
)";

std::string head(const std::string& output = "s.h5") {
  return "format = 1\nseed = 3\noutput = \"" + output +
         "\"\n[model.expression]\ny = \"(a - c) * b\"\n[model.outputs]\ny = { unit = \"ms\" }\n";
}

std::string with(const std::string& sampler, int n, const std::string& more = "") {
  return "n = " + std::to_string(n) + "\nsampler = \"" + sampler + "\"\n" + more;
}

/// Cells of the unit interval that hold a point, of as many as there are points.
Index occupied(const Matrix& x) {
  std::set<Index> cells;
  for (Index i = 0; i < x.rows(); ++i) {
    cells.insert(static_cast<Index>(std::floor(x(i, 0) * static_cast<double>(x.rows()))));
  }
  return static_cast<Index>(cells.size());
}

Matrix joined(const Matrix& first, const Matrix& second) {
  Matrix all(first.rows() + second.rows(), first.cols());
  all << first, second;
  return all;
}

}  // namespace

TEST_CASE("extends: a sequence goes on with exactly its next rows", "[extends][cli]") {
  const std::string sampler = GENERATE("monte_carlo", "sobol", "halton");
  CAPTURE(sampler);
  const TemporaryFolder folder;
  // One sample of 96 rows, and the same in three pieces: one analysis seeds all of them.
  REQUIRE(run_study(folder, head("all.h5") + inputs + sample_analysis(with(sampler, 96))).code ==
          0);
  const auto done = run_study(folder,
                              head() + inputs + sample_analysis(with(sampler, 32)) +
                                  sample_analysis("n = 16\nextends = \"design\"", "more") +
                                  sample_analysis("n = 48\nextends = \"more\"", "most"));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Matrix all = stored_design(folder, "design", "all.h5").x;
  CHECK((stored_design(folder).x.array() == all.topRows(32).array()).all());
  CHECK((stored_design(folder, "more").x.array() == all.middleRows(32, 16).array()).all());
  CHECK((stored_design(folder, "most").x.array() == all.bottomRows(48).array()).all());
  // Next week, from the file, whatever the seed and the order of the inputs then.
  const std::string later = R"([inputs]
c = { dist = "loguniform", lo = 1, hi = 100 }
b = { dist = "normal", mean = 10, sd = 2, unit = "ms" }
a = { dist = "uniform", lo = 0, hi = 1 }
)";
  std::string study =
      head("t.h5") + later + sample_analysis("n = 48\nextends = \"s.h5:more\"", "week2");
  folder.write("t.toml", study.replace(study.find("seed = 3"), 8, "seed = 99"));
  const auto second = run_uq(folder.path(), {"run", "--force", "t.toml"});
  INFO(second.err);
  REQUIRE(second.code == 0);
  const StoredDesign week2 = stored_design(folder, "week2", "t.h5");
  for (Index j = 0; j < 3; ++j) {
    const std::string& name = week2.inputs[static_cast<std::size_t>(j)];
    const Index at = name == "a" ? 0 : name == "b" ? 1 : 2;
    CHECK((week2.x.col(j).array() == all.col(at).tail(48).array()).all());
  }
}

TEST_CASE("extends: a sequence under correlation and conditions goes on, too", "[extends][cli]") {
  const std::string sampler = GENERATE("monte_carlo", "sobol");
  const std::string joint =
      "[correlation]\nspearman = [[\"a\", \"c\", 0.6]]\n[constraints]\nrequire "
      "= [\"10 * a < c\"]\n";
  const TemporaryFolder folder;
  REQUIRE(run_study(folder, head("all.h5") + inputs + joint + sample_analysis(with(sampler, 60)))
              .code == 0);
  const auto done = run_study(folder,
                              head() + inputs + joint + sample_analysis(with(sampler, 40)) +
                                  sample_analysis("n = 20\nextends = \"design\"", "more"));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Matrix all = stored_design(folder, "design", "all.h5").x;
  CHECK((stored_design(folder, "more").x.array() == all.bottomRows(20).array()).all());
}

TEST_CASE("extends: a hypercube and its extension are a hypercube", "[extends][cli]") {
  const std::string sampler = GENERATE("lhs", "maximin_lhs", "discrepancy_lhs");
  CAPTURE(sampler);
  const TemporaryFolder folder;
  const auto done = run_study(folder,
                              head() + inputs + sample_analysis(with(sampler, 30)) +
                                  sample_analysis("n = 30\nextends = \"design\"", "more"));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Matrix first = stored_design(folder).x;
  const Matrix more = stored_design(folder, "more").x;
  CHECK(occupied(joined(first, more)) == 60);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.analysis("more").at("attributes").at("sampler") == sampler);
  CHECK(shown.analysis("more").at("attributes").at("first_row") == 30);
  // Its figures are those of all rows together.
  CHECK(shown.value("more", "discrepancy_random", {}) ==
        Approx(shown.value("design", "discrepancy_random", {}) / std::sqrt(2)));
  // An extension of the extension, from the file, knows both.
  folder.write("t.toml",
               head("t.h5") + inputs + sample_analysis("n = 60\nextends = \"s.h5:more\"", "again"));
  REQUIRE(run_uq(folder.path(), {"run", "--force", "t.toml"}).code == 0);
  CHECK(occupied(joined(joined(first, more), stored_design(folder, "again", "t.h5").x)) == 120);
}

TEST_CASE("extends: a hypercube fills what any sample leaves empty", "[extends][cli]") {
  const std::string base = GENERATE(std::string("sampler = \"factorial\"\nlevels = 3"),
                                    std::string("sampler = \"oa_lhs\"\nn = 25"),
                                    std::string("sampler = \"sobol\"\nn = 32"));
  const std::string sampler = base.find("sobol") != std::string::npos ? "sampler = \"lhs\"\n" : "";
  const TemporaryFolder folder;
  const auto done =
      run_study(folder,
                head() + inputs + sample_analysis(base) +
                    sample_analysis(sampler + "n = 20\nextends = \"design\"", "more"));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Matrix first = stored_design(folder).x;
  const Matrix more = stored_design(folder, "more").x;
  const auto together = static_cast<double>(first.rows() + more.rows());
  std::set<double> old;
  for (Index i = 0; i < first.rows(); ++i) {
    old.insert(std::floor(first(i, 0) * together));
  }
  for (Index i = 0; i < more.rows(); ++i) {
    CHECK(old.insert(std::floor(more(i, 0) * together)).second);
  }
}

TEST_CASE("extends: the order of analyses in the file does not matter", "[extends][cli]") {
  const std::string first = sample_analysis(with("sobol", 32));
  const std::string more = sample_analysis("n = 32\nextends = \"design\"", "more");
  const TemporaryFolder folder;
  REQUIRE(run_study(folder, head() + inputs + first + more).code == 0);
  const Matrix x = stored_design(folder, "more").x;
  REQUIRE(run_study(folder, head() + inputs + more + first).code == 0);
  CHECK((stored_design(folder, "more").x.array() == x.array()).all());
}

TEST_CASE("extends: what cannot be extended is refused by name", "[extends][cli]") {
  const TemporaryFolder folder;
  const std::string base = sample_analysis(with("sobol", 32));
  const auto err = [&](const std::string& study) {
    const auto done = run_study(folder, study);
    CHECK(done.code == 2);
    return done.err;
  };
  const auto of = [&](const std::string& more) {
    return err(head("t.h5") + inputs + base + sample_analysis(more, "more"));
  };
  CHECK_THAT(of("extends = \"desing\""),
             Contains("error[U494]") && Contains("did you mean `design`"));
  CHECK_THAT(of("extends = \"more\""), Contains("error[U320]"));
  CHECK_THAT(of("extends = \"design\"\nsampler = \"halton\""),
             Contains("error[U494]: sampler = \"halton\" cannot go on with `design`, whose sampler "
                      "is \"sobol\""));
  CHECK_THAT(of("extends = \"design\"\nsampler = \"oa_lhs\"\nn = 25"),
             Contains("error[U494]: sampler = \"oa_lhs\" extends nothing"));
  CHECK_THAT(of("extends = \"design\"\nscramble = \"owen\""),
             Contains("error[U494]: `design` has another `scramble`"));
  CHECK_THAT(of("extends = \"design\"\nseed = 4"), Contains("error[U490]: `seed` has no effect"));
  CHECK_THAT(of("extends = \"design\"\ninputs = [\"a\", \"b\"]"),
             Contains("error[U495]: `design` has other inputs: it varies `c`, too"));
  CHECK_THAT(err(head() + inputs + "[[analysis]]\nname = \"law\"\nmethod = \"propagate\"\n" +
                 sample_analysis("extends = \"law\"")),
             Contains("error[U494]: `law` cannot be extended: its method is not `sample`"));
  CHECK_THAT(
      err(head() + inputs + "[correlation]\nspearman = [[\"a\", \"b\", 0.5]]\n" + base +
          sample_analysis("extends = \"design\"\nsampler = \"lhs\"", "more")),
      Contains("error[U492]: a hypercube around an earlier sample follows no [correlation]"));
  CHECK_THAT(of("extends = \"none.h5:design\""),
             Contains("error[U494]: there is no file `none.h5`"));
  CHECK_THAT(of("extends = \"none.h5\""),
             Contains("U494") && Contains("write \"none.h5:ANALYSIS\""));
  folder.write("broken.h5", "no HDF5");
  CHECK_THAT(of("extends = \"broken.h5:design\""), Contains("error[U494]"));
}

TEST_CASE("extends: laws of a file that are others are refused by name", "[extends][cli]") {
  const TemporaryFolder folder;
  REQUIRE(run_study(folder, head() + inputs + sample_analysis(with("sobol", 32))).code == 0);
  const auto err = [&](const std::string& from,
                       const std::string& to,
                       const std::string& more = "") {
    std::string text = head("t.h5") + inputs + more + sample_analysis("extends = \"s.h5:design\"");
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    folder.write("t.toml", text.replace(at, from.size(), to));
    const auto done = run_uq(folder.path(), {"run", "--force", "t.toml"});
    CHECK(done.code == 2);
    return done.err;
  };
  CHECK_THAT(err("hi = 100", "hi = 99"), Contains("error[U495]: `c` has another law in `s.h5`"));
  CHECK_THAT(err("sd = 2, unit = \"ms\"", "sd = 2, unit = \"s\""),
             Contains("error[U495]: `b` has another unit in `s.h5`: ms, here s"));
  CHECK_THAT(err("b = { dist = \"normal\", mean = 10, sd = 2, unit = \"ms\" }",
                 "b = { value = 10, unit = \"ms\" }"),
             Contains("error[U495]: `s.h5:design` has other inputs: it varies `b`, too"));
  CHECK_THAT(err("hi = 1 }", "hi = 1 }", "[correlation]\nspearman = [[\"a\", \"b\", 0.5]]\n"),
             Contains("error[U495]: `s.h5:design` was drawn with another [correlation]"));
  CHECK_THAT(err("s.h5:design", "s.h5:desing"), Contains("`s.h5` has no analysis `desing`"));
  REQUIRE(run_study(folder,
                    head() + inputs + "[run]\nstore_samples = false\n" +
                        sample_analysis(with("sobol", 32)))
              .code == 0);
  CHECK_THAT(err("hi = 1 }", "hi = 1 }"), Contains("has no stored samples"));
}

TEST_CASE("extends: rows that break the balance of a Sobol' sample are told", "[extends][cli]") {
  const TemporaryFolder folder;
  const auto study = [&](const std::string& n) {
    return head() + inputs + sample_analysis(with("sobol", 32)) +
           sample_analysis("n = " + n + "\nextends = \"design\"", "more");
  };
  CHECK_THAT(run_study(folder, study("40")).out,
             Contains("W130: 40 rows after 32 make 72 of the sequence") && Contains("take n = 96"));
  CHECK_THAT(run_study(folder, study("32")).out, !Contains("W130") && !Contains("W021"));
}

TEST_CASE("sample: optimised and orthogonal hypercubes are what they are called", "[sample][cli]") {
  const TemporaryFolder folder;
  const auto done = run_study(folder,
                              head() + inputs + sample_analysis(with("lhs", 49), "plain") +
                                  sample_analysis(with("maximin_lhs", 49), "apart") +
                                  sample_analysis(with("phi_p_lhs", 49, "starts = 2"), "repelled") +
                                  sample_analysis(with("discrepancy_lhs", 49), "even") +
                                  sample_analysis(with("oa_lhs", 49), "oa"));
  INFO(done.err);
  REQUIRE(done.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("apart", "min_distance", {}) > 2 * shown.value("plain", "min_distance", {}));
  CHECK(shown.value("repelled", "min_distance", {}) > 2 * shown.value("plain", "min_distance", {}));
  CHECK(shown.value("even", "discrepancy", {}) < 0.8 * shown.value("plain", "discrepancy", {}));
  for (const std::string name : {"plain", "apart", "repelled", "even", "oa"}) {
    CHECK(occupied(stored_design(folder, name).x) == 49);
  }
  const Matrix oa = stored_design(folder, "oa").x;
  std::set<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < 49; ++i) {
    pairs.insert({static_cast<Index>(7 * oa(i, 0)),
                  static_cast<Index>(7 * std::log(oa(i, 2)) / std::log(100))});
  }
  CHECK(pairs.size() == 49);
}

TEST_CASE("sample: hypercubes that cannot be had are refused", "[sample][cli]") {
  const TemporaryFolder folder;
  const auto err = [&](const std::string& more, const std::string& joint = "") {
    const auto done = run_study(folder, head() + inputs + joint + sample_analysis(more));
    CHECK(done.code == 2);
    return done.err;
  };
  CHECK_THAT(err(with("oa_lhs", 50)), Contains("error[U306]") && Contains("take n = 49"));
  CHECK_THAT(err(with("maximin_lhs", 5000)), Contains("error[U306]") && Contains("not 5000"));
  CHECK_THAT(err(with("lhs", 50, "starts = 3")), Contains("error[U490]: `starts` has no effect"));
  const std::string tied = "[correlation]\nspearman = [[\"a\", \"b\", 0.5]]\n";
  CHECK_THAT(err(with("maximin_lhs", 50), tied),
             Contains("error[U492]: a maximin_lhs design follows no [correlation]"));
  CHECK_THAT(err(with("oa_lhs", 49), "[constraints]\nrequire = [\"10 * a < c\"]\n"),
             Contains("error[U492]: an oa_lhs design follows no [constraints]"));
  CHECK_THAT(err(with("maximin_lhs", 50) +
                 "[[analysis]]\nname = \"g\"\nmethod = \"given_data\"\ndata = \"design\"\n"),
             Contains("error[U493]") && Contains("its rows keep away from each other"));
}

TEST_CASE("sample: optimised designs have the same bits for any threads", "[sample][cli]") {
  const std::string study = head() + inputs + sample_analysis(with("maximin_lhs", 40)) +
                            sample_analysis("n = 20\nextends = \"design\"", "more");
  std::vector<std::string> bytes;
  for (const std::string threads : {"1", "2", "5"}) {
    const TemporaryFolder folder;
    REQUIRE(run_study(folder, study, {"--reproducible", "-j", threads}).code == 0);
    bytes.push_back(folder.read("s.h5"));
  }
  CHECK(bytes[0] == bytes[1]);
  CHECK(bytes[0] == bytes[2]);
}
