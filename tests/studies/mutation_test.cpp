#include "studies/file/node.hpp"
#include "tests/support/catch.hpp"

#include <random>
#include <string>

namespace uq::studies {
namespace {

const std::string valid = R"(format = 1
name   = "décode"
seed   = 20_261_129
[model]
builtin = "roofline_llm"
config  = { gpu = "H100-SXM", tp = 8, list = [1, 2.5e3, -inf] }
[inputs]
eta.compute = { dist = "truncnormal", mean = 0.583, sd = 0.100, lo = 0.30, hi = 0.80 }  # [{ "
batch = { value = 64 }
text = """
several "lines" \
here"""
path = 'C:\literal'
[[analysis]]
name = "band"
sweep = { batch = [1, 2, 4] }
)";

/// A tree or a StudyError whose problems can be shown; anything else escapes and fails the test.
void read_and_show(const std::string& text) {
  try {
    read_toml(text, "s.toml");
  } catch (const StudyError& error) {
    REQUIRE_FALSE(error.diagnostics.empty());
    for (const Diagnostic& problem : error.diagnostics) {
      REQUIRE_FALSE(render(problem, text).empty());
      REQUIRE(problem.place.length >= 1);
    }
    REQUIRE_FALSE(to_json(error.diagnostics).empty());
  }
}

TEST_CASE("reader: the unmutated study is valid", "[reader][unit]") {
  CHECK_NOTHROW(read_toml(valid, "s.toml"));
}

TEST_CASE("reader: mutated studies give a tree or a study error", "[reader][property]") {
  std::mt19937 random(1);
  const std::string pieces = "[]{}=,.#\"'\n\r\t\\ 0e-_+:Tnaif\x1b\x80\xc3\xe2\xf0";
  for (int round = 0; round < 4000; ++round) {
    std::string text = valid;
    for (unsigned change = 0; change <= random() % 4; ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 8);
          break;
        case 1:
          text.insert(at, 1, pieces[random() % pieces.size()]);
          break;
        case 2:
          text[at] = pieces[random() % pieces.size()];
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 30));
          break;
      }
      text += text.empty() ? "\n" : "";
    }
    read_and_show(text);
  }
}

TEST_CASE("reader: every beginning of a study gives a tree or a study error",
          "[reader][property]") {
  for (std::size_t size = 0; size <= valid.size(); ++size) {
    read_and_show(valid.substr(0, size));
  }
}

TEST_CASE("reader: random bytes give a tree or a study error", "[reader][property]") {
  std::mt19937 random(2);
  const std::string alphabet = "ab.=[]{}\"'#,\n 01-e\\\xc3\xa9";
  for (int round = 0; round < 4000; ++round) {
    std::string text(random() % 60, ' ');
    for (char& c : text) {
      c = round % 2 == 0 ? static_cast<char>(random() % 256) : alphabet[random() % alphabet.size()];
    }
    read_and_show(text);
  }
}

}  // namespace
}  // namespace uq::studies
