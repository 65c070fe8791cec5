#include "studies/store/store.hpp"

#include "studies/store/layout.hpp"
#include "tests/studies/example.hpp"
#include "tests/support/catch.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <thread>

using Catch::Contains;
using uq::InvalidArgument;
using uq::IoError;
using uq::NdArray;
using uq::test::bytes_of;
using uq::test::example_result;
using uq::test::TemporaryFolder;
using namespace uq::studies;

namespace {

std::size_t entries(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                                std::filesystem::directory_iterator()));
}

Dataset& group(ResultFile& file, const std::string& path) {
  return *std::find_if(
      file.groups.begin(), file.groups.end(), [&](const Dataset& set) { return set.path == path; });
}

// A file with one variable of the given size in a group of the given path.
ResultFile sized(const std::string& path, uq::Index rows, uq::Index columns) {
  Variable x{.name = "x",
             .dims = {"row", "column"},
             .data = NdArray({rows, columns}),
             .units = "1",
             .long_name = "x"};
  for (std::size_t i = 0; i < x.data.data.size(); ++i) {
    x.data.data[i] = static_cast<double>(i % 1000) / 8;
  }
  ResultFile file;
  file.groups = {{.path = path,
                  .dims = {{.name = "row", .size = rows}, {.name = "column", .size = columns}},
                  .variables = {x}}};
  return file;
}

}  // namespace

TEST_CASE("store: what was written reads back to the bit", "[store][unit]") {
  const TemporaryFolder folder;
  const ResultFile file = example_result();
  write(file, folder / "a.h5");
  const ResultFile back = read(folder / "a.h5");
  CHECK(first_difference(file, back).empty());
  CHECK(back.groups.size() == file.groups.size());
  CHECK(back.attributes.front().first == "Conventions");
  CHECK(back.attributes.back().first == "status");
  CHECK(back.group("analysis/drivers")->variable("S1")->data.at({0, 1}) == 0);
  CHECK(back.group("analysis/drivers")->dim("output")->labels.back() == "power µ");
  CHECK(back.group("analysis/drivers/samples")->dim("failure")->size == 0);
  CHECK(std::get<std::vector<std::string>>(*back.group("analysis/band")->attribute("one")).size() ==
        1);
}

TEST_CASE("store: equal content gives equal bytes", "[store][property]") {
  const TemporaryFolder folder;
  write(example_result(), folder / "a.h5");
  // Other content between, so that HDF5's free lists and the heap hold other bytes.
  write(sized("other", 3000, 7), folder / "b.h5");
  // HDF5 stamps whole seconds, if it does.
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  write(example_result(), folder / "c.h5");
  CHECK(
      (bytes_of(folder / "a.h5") == bytes_of(folder / "c.h5")));  // bracketed: no bytes in the log
  // What was read writes the same file again.
  write(read(folder / "a.h5"), folder / "d.h5");
  CHECK((bytes_of(folder / "a.h5") == bytes_of(folder / "d.h5")));
}

TEST_CASE("store: the comparison after writing sees every kind of difference", "[store][unit]") {
  const ResultFile file = example_result();
  ResultFile other = file;
  Dataset& set = group(other, "analysis/drivers");
  CHECK(first_difference(file, other).empty());
  std::string where;
  SECTION("a sign of zero") {
    set.variables[0].data.data[1] = -0.0;
    where = "/analysis/drivers: variable `S1`";
  }
  SECTION("the last bit") {
    set.variables[0].data.data[0] = std::nextafter(0.3139, 1);
    where = "`S1`";
  }
  SECTION("a value for NaN") {
    set.variables[0].data.data[5] = 0;
    where = "`S1`";
  }
  SECTION("a text") {
    set.variables[10].text[0] = "x";
    where = "`undefined`";
  }
  SECTION("a unit") {
    set.variables[0].units = "s";
    where = "`S1`";
  }
  SECTION("a storage") {
    set.variables[9].storage = Storage::float64;
    where = "`rows`";
  }
  SECTION("a meaning") {
    set.variables[8].flag_meanings[1] = "x";
    where = "`dead`";
  }
  SECTION("a label") {
    set.dims[0].labels[0] = "x";
    where = "dimension `output`";
  }
  SECTION("an attribute") {
    set.attributes[3].second = 0.9;
    where = "attribute `ci_level`";
  }
  SECTION("the type of an attribute") {
    set.attributes[1].second = 4096.0;
    where = "attribute `n`";
  }
  SECTION("a root attribute") {
    other.attributes[3].second = std::int64_t{43};
    where = "/: attribute `seed`";
  }
  SECTION("a variable less") {
    set.variables.pop_back();
    where = "variable `unit`";
  }
  SECTION("a group less") {
    other.groups.pop_back();
    where = "/analysis/band: missing";
  }
  CHECK_THAT(first_difference(file, other), Contains(where));
  CHECK(!first_difference(other, file).empty());
}

TEST_CASE("store: special numbers keep their bits", "[store][unit]") {
  const TemporaryFolder folder;
  using limits = std::numeric_limits<double>;
  ResultFile file = sized("g", 1, 6);
  file.groups[0].variables[0].data.data = {-0.0,
                                           limits::denorm_min(),
                                           limits::infinity(),
                                           -limits::infinity(),
                                           limits::max(),
                                           limits::quiet_NaN()};
  write(file, folder / "a.h5");
  const auto back = read(folder / "a.h5").groups[0].variables[0].data.data;
  CHECK(std::signbit(back[0]));
  CHECK(back[1] == limits::denorm_min());
  CHECK(back[3] == -limits::infinity());
  CHECK(std::isnan(back[5]));
}

TEST_CASE("store: only large arrays that are not raw samples are compressed", "[store][unit]") {
  const TemporaryFolder folder;
  const auto size = [&](const std::string& path, uq::Index rows) {
    write(sized(path, rows, 8), folder / "a.h5");
    CHECK(first_difference(sized(path, rows, 8), read(folder / "a.h5")).empty());
    return std::filesystem::file_size(folder / "a.h5");
  };
  CHECK(size("g", 1024) > 64 * 1024);         // 64 KiB: not above
  CHECK(size("g", 1025) < 32 * 1024);         // above
  CHECK(size("g", 100'000) < 6'400'000 / 4);  // several chunks
  CHECK(size("analysis/a/samples", 1025) > 64 * 1024);
}

TEST_CASE("store: equal coordinates of several groups are one object", "[store][unit]") {
  const TemporaryFolder folder;
  ResultFile file = example_result();
  const std::string label(100'000, 'x');
  for (Dataset& set : file.groups) {
    for (Dimension& dimension : set.dims) {
      if (dimension.name == "input") {
        dimension.labels[0] = label;
      }
    }
  }
  write(file, folder / "a.h5");
  CHECK(std::filesystem::file_size(folder / "a.h5") < 2 * label.size());
  CHECK(read(folder / "a.h5").group("analysis/drivers/samples")->dim("input")->labels[0] == label);
}

TEST_CASE("store: coordinates of one name that differ stay apart", "[store][unit]") {
  const TemporaryFolder folder;
  ResultFile file = example_result();
  group(file, "analysis/drivers").dims[0].labels[0] = "ttft";
  write(file, folder / "a.h5");
  CHECK(read(folder / "a.h5").group("analysis/drivers")->dim("output")->labels[0] == "ttft");
  CHECK(read(folder / "a.h5").group("analysis/band")->dim("output")->labels[0] == "tpot");
}

TEST_CASE("store: content the layout cannot hold is refused by name", "[store][unit]") {
  const TemporaryFolder folder;
  ResultFile file = example_result();
  Dataset& set = group(file, "analysis/drivers");
  std::string culprit;
  SECTION("variable name") {
    set.variables[0].name = culprit = "S-1";
  }
  SECTION("variable named like a dimension") {
    set.variables[0].name = culprit = "input";
  }
  SECTION("group path") {
    set.path = culprit = "analysis//drivers";
  }
  SECTION("two groups of one path") {
    set.path = culprit = "inputs";
  }
  SECTION("unknown dimension") {
    set.variables[0].dims[1] = culprit = "inptu";
  }
  SECTION("shape") {
    set.variables[0].data = NdArray({2, 2}, 0.0);
    culprit = "S1";
  }
  SECTION("no units") {
    set.variables[0].units.clear();
    culprit = "`S1` has no units";
  }
  SECTION("no long_name") {
    set.variables[0].long_name.clear();
    culprit = "`S1` has no long_name";
  }
  SECTION("a flag without meaning") {
    set.variables[8].data.data[0] = 2;
    culprit = "`dead`";
  }
  SECTION("half a row") {
    set.variables[9].data.data[0] = 0.5;
    culprit = "`rows`";
  }
  SECTION("text that is not UTF-8") {
    set.variables[10].text[0] = "\xC0\x80";
    culprit = "`undefined`";
  }
  SECTION("text that is cut at NUL") {
    set.variables[10].text[0] = std::string("a\0b", 3);
    culprit = "`undefined`";
  }
  SECTION("an attribute twice") {
    set.attributes.push_back(set.attributes[0]);
    culprit = "`method`";
  }
  SECTION("other Conventions") {
    file.attributes.emplace_back("Conventions", std::string("CF-1.6"));
    culprit = "Conventions";
  }
  CHECK_THROWS_AS(write(file, folder / "a.h5"), InvalidArgument);
  CHECK_THROWS_WITH(write(file, folder / "a.h5"), Contains(culprit));
  CHECK(entries(folder.path) == 0);
}

TEST_CASE("store: a path that cannot be written is an IoError naming it", "[store][unit]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "plain") << "text";
  std::filesystem::create_directory(folder / "sub.h5");
  for (const std::string& path : {folder / "none/a.h5",
                                  folder / "plain/a.h5",
                                  folder / "sub.h5",
                                  std::string("/proc/a.h5"),
                                  folder / "",
                                  std::string()}) {
    CAPTURE(path);
    CHECK_THROWS_AS(write(example_result(), path), IoError);
    CHECK_THROWS_WITH(write(example_result(), path), Contains(path));
    CHECK_THROWS_AS(OutputLock(path, false), IoError);
  }
  CHECK(bytes_of(folder / "plain") == "text");
  CHECK(entries(folder.path) == 2);
}

TEST_CASE("store: a file that does not fit leaves the old one and no temporary", "[store][unit]") {
  const TemporaryFolder folder;
  write(example_result(), folder / "a.h5");
  const std::string before = bytes_of(folder / "a.h5");
  rlimit old{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
  const rlimit small{100'000, old.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  CHECK_THROWS_WITH(write(sized("analysis/a/samples", 20'000, 8), folder / "a.h5"),
                    Contains("a.h5") && Contains("limit"));
  CHECK_NOTHROW(write(sized("analysis/a/samples", 20, 8), folder / "b.h5"));
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
  CHECK((bytes_of(folder / "a.h5") == before));
  CHECK(entries(folder.path) == 2);
}

TEST_CASE("store: a new file has the mode of the umask", "[store][unit]") {
  const TemporaryFolder folder;
  const mode_t old = ::umask(027);
  write(example_result(), folder / "a.h5");
  ::umask(old);
  struct stat info{};
  REQUIRE(::stat((folder / "a.h5").c_str(), &info) == 0);
  CHECK((info.st_mode & 0777U) == 0640U);
}

TEST_CASE("store: what is not a result is refused with its name", "[store][unit]") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read(folder / "none.h5"), Contains("none.h5: does not exist"));
  CHECK_THROWS_WITH(read(folder.path), Contains("is not a file"));
  std::ofstream(folder / "empty.h5");
  CHECK_THROWS_WITH(read(folder / "empty.h5"), Contains("empty.h5: is not an HDF5 file"));
  std::ofstream(folder / "text.h5") << "not a result";
  CHECK_THROWS_WITH(read(folder / "text.h5"), Contains("text.h5: is not an HDF5 file"));
}

TEST_CASE("store: a damaged file is refused or read, never fatal", "[store][unit]") {
  const TemporaryFolder folder;
  write(example_result(), folder / "a.h5");
  const std::string good = bytes_of(folder / "a.h5");
  // Every truncation to a multiple of 997 bytes: reached metadata or data are missing.
  for (std::size_t size = 0; size < good.size(); size += 997) {
    std::ofstream(folder / "cut.h5", std::ios::binary) << good.substr(0, size);
    CHECK_THROWS_AS(read(folder / "cut.h5"), IoError);
  }
}

TEST_CASE("output lock: a second run on the same output is refused by name", "[store][unit]") {
  const TemporaryFolder folder;
  {
    const OutputLock first(folder / "a.h5", false);
    CHECK(std::filesystem::exists(folder / "a.uq/lock"));
    CHECK_THROWS_WITH(OutputLock(folder / "a.h5", true),
                      Contains("a.h5: another run") && Contains(std::to_string(::getpid())) &&
                          Contains("-o FILE"));
    CHECK_NOTHROW(OutputLock(folder / "b.h5", false));
  }
  CHECK(entries(folder.path) == 0);
  CHECK_NOTHROW(OutputLock(folder / "a.h5", false));
}

TEST_CASE("output lock: an existing file needs force, and the message says so", "[store][unit]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.h5") << "old";
  CHECK_THROWS_WITH(OutputLock(folder / "a.h5", false),
                    Contains("a.h5: exists already") && Contains("--force"));
  CHECK(entries(folder.path) == 1);
  CHECK_NOTHROW(OutputLock(folder / "a.h5", true));
  CHECK(bytes_of(folder / "a.h5") == "old");
}

TEST_CASE("output lock: a lock left by a killed run does not hold, its journal stays",
          "[store][unit]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "a.uq");
  std::ofstream(folder / "a.uq/lock") << "12345";
  std::ofstream(folder / "a.uq/journal") << "kept";
  CHECK_NOTHROW(OutputLock(folder / "a.h5", false));
  CHECK(bytes_of(folder / "a.uq/journal") == "kept");
}
