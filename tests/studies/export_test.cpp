// What `uq export` writes, made of a result alone.

#include "studies/report/export.hpp"

#include "studies/report/headline.hpp"
#include "studies/report/markup.hpp"
#include "studies/report/stamp.hpp"
#include "studies/report/view.hpp"
#include "tests/studies/example.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

using Catch::Contains;
using uq::test::bytes_of;
using uq::test::example_result;
using uq::test::TemporaryFolder;
using namespace uq::studies;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

Dataset& group(ResultFile& file, const std::string& path) {
  for (Dataset& dataset : file.groups) {
    if (dataset.path == path) {
      return dataset;
    }
  }
  throw std::runtime_error(path);
}

std::map<std::string, std::string> exported(const ResultFile& file) {
  std::map<std::string, std::string> files;
  for (const TextFile& one : export_files(file)) {
    CHECK(files.emplace(one.name, one.content).second);
  }
  return files;
}

/// Lines of a CSV whose cells hold no line end.
std::vector<std::string> lines(const std::string& csv) {
  std::vector<std::string> all;
  std::istringstream stream(csv);
  for (std::string line; std::getline(stream, line);) {
    REQUIRE(line.ends_with('\r'));
    all.push_back(line.substr(0, line.size() - 1));
  }
  return all;
}

/// Counts of what must balance in TeX: braces (not escaped) and environments.
void check_tex(const std::string& tex) {
  int depth = 0;
  std::vector<std::string> open;
  for (std::size_t i = 0; i < tex.size(); ++i) {
    if (tex[i] == '%' && (i == 0 || tex[i - 1] != '\\')) {
      i = std::min(tex.find('\n', i), tex.size() - 1);
      continue;
    }
    if (tex[i] == '\\') {
      for (const std::string word : {"\\begin{", "\\end{"}) {
        if (tex.compare(i, word.size(), word) == 0) {
          const std::string name = tex.substr(i + word.size(), tex.find('}', i) - i - word.size());
          if (word == "\\begin{") {
            open.push_back(name);
          } else {
            REQUIRE_FALSE(open.empty());
            CHECK(open.back() == name);
            open.pop_back();
          }
        }
      }
      ++i;  // an escaped brace does not count
      continue;
    }
    depth += tex[i] == '{' ? 1 : tex[i] == '}' ? -1 : 0;
    CHECK(depth >= 0);
    CHECK(static_cast<unsigned char>(tex[i]) != 0x1b);
  }
  CHECK(depth == 0);
  CHECK(open.empty());
}

/// Every row of every tabular has as many cells as its columns.
void check_columns(const std::string& tex) {
  std::istringstream stream(tex);
  std::size_t columns = 0;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("\\begin{tabular}{")) {
      columns = line.size() - std::string("\\begin{tabular}{").size() - 1;
    }
    if (line.ends_with(" \\\\")) {
      std::size_t cells = 1;
      for (std::size_t i = 1; i < line.size(); ++i) {
        cells += line[i] == '&' && line[i - 1] != '\\' ? 1 : 0;
      }
      CHECK(cells == columns);
    }
  }
}

}  // namespace

TEST_CASE("export: the example is written as it was reviewed", "[export][golden]") {
  const std::string folder = uq::test::source_dir() + "/tests/studies/export/";
  const auto files = exported(example_result());
  const std::vector<std::string> expected{"bands.csv",
                                          "figures/band-power___.tex",
                                          "figures/band-power___-standalone.tex",
                                          "figures/band-tpot-standalone.tex",
                                          "figures/band-tpot.tex",
                                          "indices.csv",
                                          "tables/band.md",
                                          "tables/band.tex",
                                          "tables/drivers.md",
                                          "tables/drivers.tex"};
  CHECK(files.size() == expected.size());
  for (const std::string& name : expected) {
    INFO(name);
    REQUIRE(files.contains(name));
    const std::string golden = folder + std::filesystem::path(name).filename().string();
    if (std::getenv("UQ_UPDATE_GOLDEN") != nullptr) {
      std::ofstream(golden, std::ios::binary) << files.at(name);
    }
    CHECK(files.at(name) == bytes_of(golden));
  }
}

TEST_CASE("export: bands have the promised columns, one row per output and setting",
          "[export][unit]") {
  const auto rows = lines(bands_csv(example_result()));
  REQUIRE(rows.size() == 5);
  CHECK(rows[0] ==
        "output,unit,batch,mean,mean_lo,mean_hi,q05,q05_lo,q05_hi,q50,q50_lo,q50_hi,sd,sd_lo,sd_hi,"
        "analysis,batch_unit,claim,reason");
  CHECK(rows[2] ==
        "tpot,s,64,0.01623,0.01616,0.01631,0.013,0.0129,0.0131,0.0162,0.0161,0.0163,0.002,0.0019,"
        "0.0021,band,1,relative-ranking-only,");
  CHECK(rows[4] == "power µ,W,64,,,,,,,,,,,,,band,1,relative-ranking-only,a row is not finite");
}

TEST_CASE("export: indices of any method, a row per cell, reasons where there is no value",
          "[export][unit]") {
  const auto rows = lines(indices_csv(example_result()));
  CHECK(rows[0] == "analysis,output,input,index,value,lo,hi,unit,claim,reason");
  REQUIRE(rows.size() == 13);
  CHECK(rows[1] == "drivers,tpot,eta_memory,S1,0.3139,0.302,0.326,1,relative-ranking-only,");
  CHECK(rows[4] == "drivers,power µ,eta_memory,S1,,,,1,relative-ranking-only,zero variance");

  ResultFile file;
  Dataset set{.path = "analysis/screen",
              .dims = {{.name = "output", .labels = {"y"}},
                       {.name = "input", .labels = {"a", "b"}},
                       {.name = "group", .labels = {"g"}},
                       {.name = "input2", .labels = {"a", "b"}},
                       {.name = "bound", .labels = {"lo", "hi"}},
                       {.name = "load", .values = {0.5, 2}, .units = "GB"}}};
  const auto add = [&](const std::string& name,
                       std::vector<std::string> dims,
                       std::vector<double> data,
                       const std::string& units) {
    std::vector<uq::Index> shape;
    for (const std::string& dim : dims) {
      shape.push_back(static_cast<uq::Index>(
          std::max(set.dim(dim)->labels.size(), set.dim(dim)->values.size())));
    }
    uq::NdArray array(shape);
    array.data = std::move(data);
    set.variables.push_back(
        {.name = name, .dims = std::move(dims), .data = std::move(array), .units = units});
  };
  add("mu_star", {"output", "input"}, {3, 0.1}, unit_of_output);
  add("mu_star_ci", {"output", "input", "bound"}, {2, 4, no_value, no_value}, unit_of_output);
  add("elasticity", {"output", "input"}, {1, 2}, unit_of_output_per_input);
  add("of_group", {"output", "group"}, {0.7}, unit_of_output_per_input);
  add("S2",
      {"output", "input", "input2", "load"},
      {no_value, no_value, 0.25, no_value, no_value, no_value, no_value, no_value},
      "1");
  set.variables.push_back({.name = "unit", .dims = {"output"}, .text = {"ms"}});
  set.variables.push_back({.name = "input_unit", .dims = {"input"}, .text = {"GB/s", "1"}});
  file.groups = {set};
  const auto more = lines(indices_csv(file));
  CHECK(more ==
        std::vector<std::string>{
            "analysis,output,input,index,value,lo,hi,unit,input2,load,load_unit,claim,reason",
            "screen,y,a,mu_star,3,2,4,ms,,,,relative-ranking-only,",
            "screen,y,b,mu_star,0.1,,,ms,,,,relative-ranking-only,",
            "screen,y,a,elasticity,1,,,ms/(GB/s),,,,relative-ranking-only,",
            "screen,y,b,elasticity,2,,,ms,,,,relative-ranking-only,",
            "screen,y,g,of_group,0.7,,,,,,,relative-ranking-only,",
            "screen,y,a,S2,0.25,,,1,b,0.5,GB,relative-ranking-only,",
            "screen,y,a,S2,,,,1,b,2,GB,relative-ranking-only,no reason stored"});
  CHECK(bands_csv(file).empty());
  CHECK(exported(file).count("bands.csv") == 0);
  check_columns(latex_tables(file, file.groups[0]));
}

TEST_CASE("export: any UTF-8 name stays one cell, and none runs as a formula or as TeX",
          "[export][unit]") {
  ResultFile file = example_result();
  const std::string nasty = "=a,\"b\"\n\x1b{}$&#%_^~\\ µ|*`<[x]";
  for (const char* path : {"analysis/drivers", "analysis/band"}) {
    group(file, path).dims[0].labels[0] = nasty;
  }
  group(file, "analysis/drivers").dims[1].labels[0] = "[0]";
  CHECK_THAT(indices_csv(file),
             Contains("drivers,\"'=a,\"\"b\"\"\n\x1b{}$&#%_^~\\ µ|*`<[x]\",[0],S1,0.3139,"));
  const std::string escaped =
      "=a,\"b\"\\textbackslash{}x0a\\textbackslash{}x1b\\{\\}\\$\\&\\#\\%\\_\\textasciicircum{}"
      "\\textasciitilde{}\\textbackslash{} µ\\textbar{}*`\\textless{}{[}x{]}";
  CHECK(latex_text(nasty) == escaped);
  CHECK(markdown_text(nasty) ==
        "=a,\"b\"\\\\x0a\\\\x1b{}\\$&amp;\\#%\\_^\\~\\\\ µ\\|\\*\\`\\<\\[x\\]");
  for (const auto& [name, content] : exported(file)) {
    INFO(name);
    CHECK(name.find_first_of("\n\x1b $&|*`<[\\") == std::string::npos);
    if (name.ends_with(".tex")) {
      check_tex(content);
      check_columns(content);
    }
    CHECK_THAT(content, Contains("relative ranking only") || Contains("relative-ranking-only"));
  }
}

TEST_CASE("export: numbers in TeX have minus signs and powers of ten", "[export][unit]") {
  CHECK(latex_number("-0.004 [-0.012, 0.004]") == "$-$0.004 {[}$-$0.012, 0.004{]}");
  CHECK(latex_number("1.2e-07 J/token") == "1.2$\\times 10^{-7}$ J/token");
  CHECK(latex_number("3e+10") == "3$\\times 10^{10}$");
  CHECK(latex_number("3e6 [-inf, 5e6] (GB/s)^2") ==
        "3$\\times 10^{6}$ {[}$-$inf, 5$\\times 10^{6}${]} (GB/s)\\textasciicircum{}2");
  CHECK(latex_number("4096") == "4096");
}

TEST_CASE("export: a picture has a band, a median, labels with units, and gaps where undefined",
          "[export][unit]") {
  const auto files = exported(example_result());
  const std::string& tpot = files.at("figures/band-tpot.tex");
  check_tex(tpot);
  CHECK_THAT(tpot,
             Contains("coordinates {(1,0.0105) (64,0.013) (64,0.0162) (1,0.0121)} -- cycle;") &&
                 Contains("coordinates {(1,0.0121) (64,0.0162)};"));
  CHECK_THAT(tpot, Contains("xlabel={batch}, ylabel={tpot {[}s{]}}") && Contains("xmode=log"));
  CHECK_THAT(tpot,
             Contains("title={tpot (relative ranking only)}") &&
                 Contains("\\addlegendentry{median, band from q05 to q50}"));
  const std::string& power = files.at("figures/band-power___.tex");
  CHECK_THAT(power,
             Contains("ylabel={power µ {[}W{]}}") && Contains("(64,nan)") && !Contains("-- cycle"));
  const std::string& alone = files.at("figures/band-tpot-standalone.tex");
  check_tex(alone);
  CHECK_THAT(alone, Contains("\\input{band-tpot.tex}"));
}

TEST_CASE("export: nothing is overwritten without force, nothing half written", "[export][unit]") {
  const TemporaryFolder folder;
  const std::vector<TextFile> files{{"a.csv", "one"}, {"tables/b.md", "two"}};
  write_export(files, folder / "new/deep", false);
  CHECK(bytes_of(folder / "new/deep/tables/b.md") == "two");
  std::filesystem::remove(folder / "new/deep/a.csv");
  CHECK_THROWS_WITH(
      write_export({{"a.csv", "x"}, {"tables/b.md", "y"}}, folder / "new/deep", false),
      Contains("tables/b.md: exists already") && Contains("--force"));
  CHECK_FALSE(std::filesystem::exists(folder / "new/deep/a.csv"));
  write_export({{"tables/b.md", "three"}}, folder / "new/deep", true);
  CHECK(bytes_of(folder / "new/deep/tables/b.md") == "three");
  CHECK_THROWS_AS(write_export(files, folder / "new/deep/tables/b.md", true), uq::IoError);
}

TEST_CASE("headline: outer quantiles and median of bands, the largest index of the others",
          "[export][unit]") {
  const auto found = headlines(example_result());
  REQUIRE(found.size() == 4);
  CHECK(found[0].analysis == "drivers");
  CHECK(found[0].output == "tpot");
  CHECK(found[0].cells[0] == std::pair<std::string, std::string>{"top input", "eta_memory"});
  CHECK(found[0].cells[1] == std::pair<std::string, std::string>{"ST", "0.558 [0.541, 0.574]"});
  CHECK(found[1].cells[0].second == "undefined: zero variance");
  CHECK(found[2].cells.front() ==
        std::pair<std::string, std::string>{"q05 at batch = 1", "10.50 [10.40, 10.60] ms"});
  CHECK(found[2].cells.back() ==
        std::pair<std::string, std::string>{"q50 at batch = 64", "16.20 [16.10, 16.30] ms"});
  CHECK(found[3].cells.back().second == "undefined: a row is not finite");
}

TEST_CASE("export: captions say what, how, and what may be concluded", "[export][unit]") {
  const ResultFile file = example_result();
  CHECK(caption_of(file, *file.group("analysis/drivers")) ==
        "decode latency, analysis drivers (sobol): model roofline_llm, seed 42, intervals 95 % "
        "(replicates); relative ranking only");
  CHECK(claim_of(ResultFile{}) == "relative-ranking-only");
}
