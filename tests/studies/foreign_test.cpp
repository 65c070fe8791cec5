#include "studies/foreign/consent.hpp"
#include "studies/foreign/library_file.hpp"
#include "studies/foreign/sha256.hpp"
#include "studies/foreign/trusted.hpp"
#include "studies/read/read_plugin.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"
#include "uq/core/error.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace uq::studies {
namespace {

using test::TemporaryFolder;

/// The first bytes of a shared library; nobody loads it.
std::string library(const std::string& tail) {
  std::string bytes("\177ELF\2\1\1", 7);
  bytes.resize(16);
  return bytes + '\3' + std::string(47, '\0') + tail;
}

TEST_CASE("sha256: agrees with the standard's examples", "[foreign][reference]") {
  // FIPS 180-4, examples of one block and of the empty message.
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("sha256: a file counts to its last byte, however long", "[foreign][unit]") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/long";
  std::string bytes(5 << 20, 'x');  // longer than a study may be
  std::ofstream(path, std::ios::binary) << bytes;
  CHECK(sha256_of_file(path) == sha256(bytes));
  bytes.back() = 'y';
  std::ofstream(path, std::ios::binary) << bytes;
  CHECK(sha256_of_file(path) == sha256(bytes));
  CHECK_THROWS_AS(sha256_of_file(folder.path() + "/none"), uq::IoError);
}

TEST_CASE("library file: what is no shared library is refused by name", "[foreign][unit]") {
  const TemporaryFolder folder;
  folder.write("text.so", "#!/bin/sh\n");
  folder.write("empty.so", "");
  std::string program = library("");
  program[16] = '\2';
  folder.write("program.so", program);
  REQUIRE(mkfifo((folder.path() + "/pipe.so").c_str(), 0600) == 0);
  for (const char* name : {"text.so", "empty.so", "program.so", "pipe.so", "gone.so", "."}) {
    INFO(name);
    CHECK_THROWS_AS(LibraryFile(folder.path() + "/" + name), IoError);
  }
  // A segment that should end where the file has long ended, and a table of segments that is cut.
  for (const std::size_t end : {std::size_t{1000}, std::size_t{70}}) {
    std::string cut = library("");
    cut[32] = 64;                         // e_phoff
    cut[54] = 56;                         // e_phentsize
    cut[56] = 1;                          // e_phnum
    cut += '\1' + std::string(55, '\0');  // PT_LOAD
    cut[64 + 32 + 1] = 4;                 // p_filesz = 1024
    cut.resize(std::min(end, cut.size()));
    folder.write("cut.so", cut);
    CHECK_THROWS_WITH(LibraryFile(folder.path() + "/cut.so"), Catch::Contains("incomplete"));
  }
  folder.write("good.so", library("x"));
  CHECK(LibraryFile(folder.path() + "/good.so").sha256() == sha256(library("x")));
}

TEST_CASE("library file: an exchange after hashing is noticed", "[foreign][unit]") {
  const TemporaryFolder folder;
  folder.write("a.so", library("x"));
  folder.write("b.so", library("x"));
  const std::string a = folder.path() + "/a.so";
  const auto still_good = [](const LibraryFile& file) {
    try {
      file.expect_unchanged();
      return true;
    } catch (const IoError&) {
      return false;
    }
  };
  const LibraryFile untouched(a);
  CHECK(still_good(untouched));
  SECTION("another file of equal content takes its place") {
    std::filesystem::rename(folder.path() + "/b.so", a);
    CHECK_FALSE(still_good(untouched));
  }
  SECTION("it is taken away and put back") {
    std::filesystem::rename(a, folder.path() + "/c.so");
    std::filesystem::rename(folder.path() + "/c.so", a);
    CHECK_FALSE(still_good(untouched));
  }
  SECTION("it is written to, and the time of that is hidden") {
    const auto time = std::filesystem::last_write_time(a);
    folder.write("a.so", library("y"));
    std::filesystem::last_write_time(a, time);
    CHECK_FALSE(still_good(untouched));
  }
}

TEST_CASE("trust: is in the content, and ends when it changes", "[foreign][unit]") {
  const TemporaryFolder folder;
  const std::string list = folder.path() + "/deep/er/trusted";
  const std::string file = folder.path() + "/a.so";
  folder.write("a.so", library("x"));
  CHECK(read_trusted(list).empty());
  const auto allowed = [&](const std::string& path) {
    return objection({.list = list}, LibraryFile(path)).empty();
  };
  CHECK_FALSE(allowed(file));
  const TrustedFile entry = trust(list, file);
  CHECK(read_trusted(list) == TrustedFiles{entry});
  struct stat status{};
  REQUIRE(stat(list.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(allowed(file));

  folder.write("copy.so", library("x"));
  CHECK(allowed(folder.path() + "/copy.so"));
  folder.write("a.so", library("y"));
  CHECK_FALSE(allowed(file));
  CHECK(objection({.list = list}, LibraryFile(file)).find("changed since it was trusted on 2") !=
        std::string::npos);
  trust(list, file);
  CHECK(read_trusted(list).size() == 1);
  CHECK(allowed(file));
  CHECK_FALSE(allowed(folder.path() + "/copy.so"));

  std::filesystem::remove(file);
  CHECK(distrust(list, file).size() == 1);
  CHECK(distrust(list, file).empty());
  CHECK(read_trusted(list).empty());
}

TEST_CASE("trust: a list that proves nothing is refused", "[foreign][unit]") {
  const TemporaryFolder folder;
  const std::string list = folder.path() + "/trusted";
  folder.write("trusted", "abc\n");
  CHECK_THROWS_AS(read_trusted(list), IoError);
  folder.write("trusted", "");
  CHECK(read_trusted(list).empty());
  REQUIRE(chmod(list.c_str(), 0620) == 0);
  CHECK_THROWS_AS(read_trusted(list), IoError);
  // Nobody reads it who need not.
  folder.write("a.so", library("x"));
  const LibraryFile file(folder.path() + "/a.so");
  CHECK(objection({.allow_exec = true, .list = list}, file).empty());
  CHECK_THROWS_AS(objection({.list = list}, file), IoError);
}

TEST_CASE("trust: the list lies where the desktop's rules say", "[foreign][unit]") {
  const auto with = [](const char* xdg, const char* home) {
    for (const auto& [name, value] : {std::pair("XDG_CONFIG_HOME", xdg), std::pair("HOME", home)}) {
      value == nullptr ? unsetenv(name) : setenv(name, value, 1);
    }
    return trusted_list();
  };
  const char* home = std::getenv("HOME");
  const std::string before = home == nullptr ? "" : home;
  CHECK(with("/x", "/h") == "/x/uq/trusted");
  CHECK(with("relative", "/h") == "/h/.config/uq/trusted");
  CHECK(with(nullptr, "/h") == "/h/.config/uq/trusted");
  CHECK(with(nullptr, nullptr).empty());
  CHECK_THROWS_AS(trust("", "/a.so"), IoError);
  setenv("HOME", before.c_str(), 1);
}

TEST_CASE("config: any table of the study becomes JSON", "[foreign][unit]") {
  Diagnostics problems;
  const Node root = read_toml(
      "config = { gpu = \"H\\\"100\", tp = 8, rate = 0.1, on = true, deep = { list = [1, [\"é\"]] "
      "} }",
      "s");
  CHECK(json_text(root.find("config")->value, problems) ==
        R"({"gpu":"H\"100","tp":8,"rate":0.1,"on":true,"deep":{"list":[1,["é"]]}})");
  CHECK(problems.all().empty());
  json_text(read_toml("a = [{ b = inf }, nan]", "s"), problems);
  REQUIRE(problems.all().size() == 2);
  CHECK(problems.all()[0].code == "U205");
}

}  // namespace
}  // namespace uq::studies
