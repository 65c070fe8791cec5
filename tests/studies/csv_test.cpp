#include "studies/file/csv.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

using uq::studies::CsvError;
using uq::studies::read_csv_column;
using uq::test::TemporaryFolder;

namespace {

std::vector<double> column(const std::string& text, const std::string& name = {}) {
  const TemporaryFolder folder;
  folder.write("f.csv", text);
  return read_csv_column("f.csv", folder.path() + "/f.csv", name);
}

std::string refusal(const std::string& text, const std::string& name = {}) {
  try {
    column(text, name);
  } catch (const CsvError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("csv: a column is found by its name", "[csv][unit]") {
  const std::string text =
      "# measured\nname,\"clock, MHz\" ,p\n\"a \"\"b\"\"\",1410,1e3\nc, +1.5 ,-2\n\n# end\n";
  CHECK(column(text, "clock, MHz") == std::vector<double>{1410, 1.5});
  CHECK(column(text, "p") == std::vector<double>{1000, -2});
}

TEST_CASE("csv: one column needs no name, numbers alone no header", "[csv][unit]") {
  CHECK(column("x\n1\n2\n") == std::vector<double>{1, 2});
  CHECK(column("1\n2") == std::vector<double>{1, 2});
  CHECK(column("\xEF\xBB\xBF"
               "x\r\n1\r\n2\r\n") == std::vector<double>{1, 2});
}

TEST_CASE("csv: a quoted cell may span lines, and lines are counted on", "[csv][unit]") {
  CHECK(column("a,b\n\"x\ny\",2\n", "b") == std::vector<double>{2});
  CHECK(refusal("a,b\n\"x\ny\",2\nz,?\n", "b") == "line 4 of `f.csv`: `?` is no finite number");
}

TEST_CASE("csv: every fault names the file and the line", "[csv][unit]") {
  CHECK(refusal("") == "`f.csv` is empty");
  CHECK(refusal("# nothing\n\n") == "`f.csv` is empty");
  CHECK(refusal("x\n") == "`f.csv` has a header, but no values");
  CHECK(refusal("x\n1\ntwo\n") == "line 3 of `f.csv`: `two` is no finite number");
  CHECK(refusal("x\n1\nnan\n") == "line 3 of `f.csv`: `nan` is no finite number");
  CHECK(refusal("x\n1\n1e999\n") == "line 3 of `f.csv`: `1e999` is no finite number");
  CHECK(refusal("x\n1\n0x10\n") == "line 3 of `f.csv`: `0x10` is no finite number");
  CHECK(refusal("x,y\n1,2\n,3\n", "x") == "line 3 of `f.csv` has no value");
  CHECK(refusal("x,y\n1,2\n3\n", "y") == "line 3 of `f.csv` has 1 cells, the first line has 2");
  CHECK(refusal("x,y\n1,2\n") == "`f.csv` has 2 columns: name one with `column`");
  CHECK(refusal("x,x\n1,2\n", "x") == "`f.csv` has several columns `x`");
  CHECK(refusal("1,2\n3,4\n") == "`f.csv` has 2 columns without names");
  CHECK(refusal("clock,y\n1,2\n", "clokc") ==
        "`f.csv` has no column `clokc`: did you mean `clock`?");
  CHECK(refusal("1\n2\n", "x") == "`f.csv` does not name its columns, so there is no `x`");
  CHECK(refusal("x\n\xff\n") == "`f.csv` is no UTF-8 text");
  CHECK_THROWS_WITH(read_csv_column("gone.csv", "/nowhere/gone.csv", ""),
                    "there is no file `gone.csv`");
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read_csv_column("d", folder.path(), ""), "`d` is no file");
}
