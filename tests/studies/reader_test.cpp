#include "studies/file/node.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>

#include <string>

namespace uq::studies {
namespace {

Diagnostic first_problem(const std::string& text) {
  try {
    read_toml(text, "study.toml");
  } catch (const StudyError& error) {
    return error.diagnostics.at(0);
  }
  FAIL("the text was accepted");
  return {};
}

const Node::Entry& at(const Node& table, const std::string& key) {
  const Node::Entry* entry = table.find(key);
  REQUIRE(entry != nullptr);
  return *entry;
}

TEST_CASE("reader: values keep their kind, order and place", "[reader][unit]") {
  const Node root = read_toml(
      "zeta = 10_000\nalpha = 0.5\r\n[in.put]\nx = { lo = \"3 TB/s\", hi = true }\n\"µ\" = [1, "
      "2]\n",
      "s.toml");
  REQUIRE(root.table().size() == 3);
  CHECK(root.table()[0].key == "zeta");
  CHECK(std::get<std::int64_t>(at(root, "zeta").value.value) == 10'000);
  CHECK(at(root, "alpha").value.number() == 0.5);
  CHECK(at(root, "alpha").place == Place{"s.toml", 2, 1, 5});
  CHECK(at(root, "alpha").value.place == Place{"s.toml", 2, 9, 3});
  const Node& table = at(at(root, "in").value, "put").value;
  const Node& law = at(table, "x").value;
  CHECK(at(law, "lo").value.string() == "3 TB/s");
  CHECK(at(law, "lo").value.place == Place{"s.toml", 4, 12, 8});
  CHECK(at(law, "hi").value.place == Place{"s.toml", 4, 27, 4});
  CHECK(at(table, "µ").place == Place{"s.toml", 5, 1, 3});
  CHECK(at(table, "µ").value.array()[1].place == Place{"s.toml", 5, 11, 1});
}

TEST_CASE("reader: arrays of tables keep the order of the file", "[reader][unit]") {
  const Node root = read_toml("[[analysis]]\nname = \"b\"\n[[analysis]]\nname = \"a\"\n", "s.toml");
  const auto& analyses = at(root, "analysis").value.array();
  REQUIRE(analyses.size() == 2);
  CHECK(at(analyses[0], "name").value.string() == "b");
  CHECK(at(analyses[1], "name").place == Place{"s.toml", 4, 1, 4});
}

TEST_CASE("reader: a byte order mark is accepted and moves no column", "[reader][unit]") {
  const Node root = read_toml("\xef\xbb\xbfseed = 1\n", "s.toml");
  CHECK(at(root, "seed").place == Place{"s.toml", 1, 1, 4});
}

TEST_CASE("reader: nan and inf literals reach the binding", "[reader][unit]") {
  const Node root = read_toml("a = nan\nb = -inf\n", "s.toml");
  CHECK(at(root, "a").value.number() != at(root, "a").value.number());
  CHECK(at(root, "b").value.number() < 0);
}

TEST_CASE("reader: hundred thousand levels are refused without a deep stack", "[reader][unit]") {
  constexpr std::size_t many = 100'000;
  std::string dots = "a", spaced = "\"a\"", header = "[a";
  for (std::size_t i = 0; i < many; ++i) {
    dots += ".a";
    spaced += " . \"a\"";
    header += ".a";
  }
  CHECK(first_problem(fmt::format("x = {}", std::string(many, '['))).code == "U004");
  CHECK(
      first_problem(fmt::format("x = {}{}", std::string(many, '['), std::string(many, ']'))).code ==
      "U004");
  CHECK(first_problem(dots + " = 1").code == "U004");
  CHECK(first_problem(spaced + " = 1").code == "U004");
  CHECK(first_problem(header + "]\n").code == "U004");
  std::string inline_tables = "x = ";
  for (std::size_t i = 0; i < many; ++i) {
    inline_tables += "{a=";
  }
  CHECK(first_problem(inline_tables).code == "U004");
}

TEST_CASE("reader: levels of header, dotted keys and brackets add up", "[reader][unit]") {
  std::string dots = "a";
  for (int i = 0; i < 30; ++i) {
    dots += ".a";
  }
  CHECK_NOTHROW(read_toml(dots + " = 1", "s.toml"));
  CHECK(first_problem("[" + dots + "]\n" + dots + " = 1\n").code == "U004");
  CHECK(first_problem(dots + " = { " + dots + " = [[[1]]] }\n").code == "U004");
}

TEST_CASE("reader: brackets and dots inside strings and comments do not nest", "[reader][unit]") {
  const std::string brackets(100, '[');
  const std::string dots(100, '.');
  std::string text =
      "# B\na = \"BD\\\"B\"\nb = 'B\\'\nc = \"\"\"\nB\"\" \"\"\"\nd = '''D\n''B'''''\n";
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == 'B' || text[at] == 'D') {
      text.replace(at, 1, text[at] == 'B' ? brackets : dots);
    }
  }
  CHECK_NOTHROW(read_toml(text, "s.toml"));
}

TEST_CASE("reader: limits on size, keys and strings hold", "[reader][unit]") {
  CHECK(first_problem(std::string((std::size_t{4} << 20U) + 1, '\n')).code == "U002");
  std::string keys;
  for (int i = 0; i <= 100'000; ++i) {
    keys += fmt::format("k{}=1\n", i);
  }
  CHECK(first_problem(keys).code == "U005");
  CHECK(first_problem(fmt::format("a = \"{}\"", std::string(70'000, 'x'))).code == "U008");
  CHECK_NOTHROW(read_toml(fmt::format("a = \"{}\"", std::string(65'536, 'x')), "s.toml"));
}

TEST_CASE("reader: the first byte that is no UTF-8 is named", "[reader][unit]") {
  const std::vector<std::string> invalid{
      "\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82"};
  for (const std::string& bytes : invalid) {
    const Diagnostic problem = first_problem("a = \"µ\"\nb = \"µ" + bytes + "\"\n");
    CHECK(problem.code == "U003");
    CHECK(problem.place.line == 2);
    CHECK(problem.place.column == 7);
  }
}

TEST_CASE("reader: a key given twice names both places", "[reader][unit]") {
  struct Case {
    std::string text, name;
    int line, column;
    std::string label;
  };
  const std::vector<Case> cases{
      {"a = 1\nb = 2\na = 3\n", "a", 3, 1, "first given at line 1, column 1"},
      {"[m]\nx.y = 1\n[n]\ny = 1\n[m.x]\n", "m.x", 5, 2, "first given at line 2, column 1"},
      {"[m]\n[n]\n[m]\n", "m", 3, 2, "first given at line 1, column 2"},
      {"a = { lo = 1, hi = [2, 3], lo = 4 }\n", "a.lo", 1, 28, "first given at line 1, column 7"},
      {"a = [{ x = 1 }, { x = 2, \"x\" = 3 }]\n", "a.x", 1, 26, "first given at line 1, column 19"},
      {"[[q]]\nn = 1\n[[q]]\nn = 2\nn = 3\n", "q.n", 5, 1, "first given at line 4, column 1"},
      {"a = 1\na.b = 2\n", "a.b", 2, 1, "first given at line 1, column 1"},
  };
  for (const Case& c : cases) {
    const Diagnostic problem = first_problem(c.text);
    INFO(c.text);
    CHECK(problem.code == "U006");
    CHECK(problem.message == "`" + c.name + "` is given twice");
    CHECK(problem.place.line == c.line);
    CHECK(problem.place.column == c.column);
    CHECK(problem.label == c.label);
  }
}

TEST_CASE("set: a path reaches keys, analyses by name, and new keys", "[set][unit]") {
  Node root = read_toml("seed = 1\n[model.config]\ntp = 8\n[[analysis]]\nname = \"a.b\"\nn = 16\n",
                        "s.toml");
  set_value(root, "seed=7");
  set_value(root, "model.config.gpu=H100-SXM");
  set_value(root, "analysis.\"a.b\".n=1_000");
  set_value(root, "model.config.note=1\nc = 2");
  CHECK(at(root, "seed").value.number() == 7);
  const Node& config = at(at(root, "model").value, "config").value;
  CHECK(at(config, "gpu").value.string() == "H100-SXM");
  CHECK(at(config, "gpu").value.place == Place{"--set", 0, 0, 1});
  CHECK(at(config, "note").value.string() == "1\nc = 2");
  CHECK(at(at(root, "analysis").value.array()[0], "n").value.number() == 1000);
}

TEST_CASE("set: a path that leads nowhere is refused with the names there are", "[set][unit]") {
  Node root = read_toml("[model]\nbuiltin = \"x\"\n[[analysis]]\nname = \"indices\"\n", "s.toml");
  for (const std::string text : {"modle.builtin=y",
                                 "analysis.indicse.n=1",
                                 "model.builtin.x=1",
                                 "analysis.n=1",
                                 "seed",
                                 "=1",
                                 "model.=1"}) {
    INFO(text);
    CHECK_THROWS_AS(set_value(root, text), StudyError);
  }
  try {
    set_value(root, "analysis.indicse.n=1");
  } catch (const StudyError& error) {
    CHECK(error.diagnostics[0].label == "did you mean `indices`?");
    CHECK(error.diagnostics[0].notes == std::vector<std::string>{"known: indices"});
  }
}

}  // namespace
}  // namespace uq::studies
