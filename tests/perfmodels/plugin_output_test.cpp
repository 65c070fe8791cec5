#include "perfmodels/plugin/output_guard.hpp"
#include "perfmodels/plugin/text_detail.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

using namespace uq;
using namespace uq::perfmodels;

TEST_CASE("plugin output: what is printed is caught and counted, whoever prints",
          "[plugin][unit]") {
  OutputGuard guard;
  std::printf("one\n");
  std::cout << "two\n";
  std::fflush(stdout);
  REQUIRE(::write(STDOUT_FILENO, "three", 5) == 5);
  REQUIRE(std::system("printf four") == 0);
  const StrayOutput stray = guard.finish();
  CHECK(stray.bytes == 4 + 4 + 5 + 4);
  CHECK(stray.first_line == "one");
  CHECK(!stray.full);
  CHECK(guard.finish().bytes == stray.bytes);
}

TEST_CASE("plugin output: nothing printed is nothing told", "[plugin][unit]") {
  OutputGuard guard;
  const StrayOutput stray = guard.finish();
  CHECK(stray.bytes == 0);
  CHECK(stray.first_line.empty());
}

TEST_CASE("plugin output: a flood ends at the capacity and streams work after it",
          "[plugin][unit]") {
  const std::string line(1000, 'x');
  StrayOutput stray;
  {
    OutputGuard guard;
    for (int i = 0; i < 3000; ++i) {
      std::puts(line.c_str());
      std::cout << line << '\n';
    }
    stray = guard.finish();
  }
  CHECK(stray.full);
  CHECK(stray.bytes == OutputGuard::capacity);
  CHECK(stray.first_line.size() <= 200);
  CHECK(std::cout.good());
  CHECK(std::ferror(stdout) == 0);
}

TEST_CASE("plugin output: standard output goes on where it went before", "[plugin][unit]") {
  const test::TemporaryFolder folder;
  folder.write("out", "");
  const std::string file = folder.path() + "/out";
  std::fflush(stdout);
  const int saved = ::dup(STDOUT_FILENO);
  std::FILE* const target = std::fopen(file.c_str(), "w");
  REQUIRE(target != nullptr);
  ::dup2(::fileno(target), STDOUT_FILENO);
  std::printf("before ");
  {
    const OutputGuard guard;
    for (int i = 0; i < 2000000; ++i) {
      std::fputs("noise ", stdout);
    }
  }
  std::printf("after");
  std::fflush(stdout);
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  std::fclose(target);
  CHECK(folder.read("out") == "before after");
}

TEST_CASE("plugin text: foreign text is made fit for a message", "[plugin][unit]") {
  using plugin::cleaned;
  using plugin::is_utf8;
  CHECK(cleaned("plain") == "plain");
  CHECK(cleaned("a\nb\tc\x1b[31m") == "a\\nb\\tc\\x1b[31m");
  CHECK(cleaned("\xff"
                "a\xc3") == "\uFFFDa\uFFFD");
  CHECK(cleaned("größer") == "größer");
  CHECK(cleaned(std::string(300, 'y')) == std::string(197, 'y') + "…");
  CHECK(cleaned(std::string(200, 'y')) == std::string(200, 'y'));
  CHECK(cleaned(std::string(150, 'y') + std::string(60, '\n')).size() <= 200);
  CHECK(is_utf8("µs, größer, 字, 🚀"));
  for (const char* bad : {"\xc0\xaf",          // overlong
                          "\xe0\x80\xaf",      // overlong
                          "\xed\xa0\x80",      // surrogate
                          "\xf4\x90\x80\x80",  // above U+10FFFF
                          "\x80",              // continuation alone
                          "\xe2\x82"}) {       // cut short
    CHECK(!is_utf8(bad));
  }
}
