#include "studies/file/bind.hpp"

#include "tests/studies/probe.hpp"
#include "tests/support/catch.hpp"

namespace uq::studies {
namespace {

using test::Flavour;
using test::Probe;

TEST_CASE("bind: keys present replace defaults, others keep them", "[bind][unit]") {
  Diagnostics problems;
  const Probe probe = bind_options<Probe>(
      read_toml("n = 1e4\nconfidence = \"90 %\"\nci = \"bootstrap\"\nquantiles = [0.1]\n"
                "outputs = [\"a\", \"b\"]\nsecond_order = true\nmethod = \"sobol\"\n",
                "s"),
      problems);
  CHECK(problems.all().empty());
  CHECK(probe.n == 10'000);
  CHECK(probe.confidence == 0.9);
  CHECK(probe.ci == Flavour::bootstrap);
  CHECK(probe.quantiles == std::vector<double>{0.1});
  CHECK(probe.outputs == std::vector<std::string>{"a", "b"});
  CHECK(probe.second_order);
  CHECK(probe.on == "design");
}

TEST_CASE("bind: integers may be written as integral floats only", "[bind][unit]") {
  for (const char* text : {"n = 10000.0", "n = 1e4", "n = 10_000"}) {
    Diagnostics problems;
    CHECK(bind_options<Probe>(read_toml(text, "s"), problems).n == 10'000);
    CHECK_FALSE(problems.has_errors());
  }
  for (const char* text : {"n = 100.5", "n = nan", "n = inf"}) {
    Diagnostics problems;
    CHECK(bind_options<Probe>(read_toml(text, "s"), problems).n == 1024);
    REQUIRE(problems.all().size() == 1);
    CHECK(problems.all()[0].code == "U204");
  }
  // An integer all right, but none that can be held: its limits are the fault.
  for (const char* text : {"n = 1e300", "n = 9223372036854775807"}) {
    Diagnostics problems;
    CHECK(bind_options<Probe>(read_toml(text, "s"), problems).n == 1024);
    REQUIRE(problems.all().size() == 1);
    CHECK(problems.all()[0].code == "U202");
  }
}

TEST_CASE("bind: limits include themselves unless open", "[bind][unit]") {
  const auto accepted = [](const char* text) {
    Diagnostics problems;
    bind_options<Probe>(read_toml(text, "s"), problems);
    return !problems.has_errors();
  };
  CHECK(accepted("n = 16"));
  CHECK_FALSE(accepted("n = 15"));
  CHECK(accepted("n = 1_000_000_000"));
  CHECK_FALSE(accepted("n = 1_000_000_001"));
  CHECK_FALSE(accepted("confidence = 0"));
  CHECK_FALSE(accepted("confidence = 1"));
  CHECK(accepted("confidence = 0.999"));
  CHECK_FALSE(accepted("quantiles = [0.5, 1.0]"));
}

TEST_CASE("bind: a description tells type, default, limits and choices", "[bind][unit]") {
  const auto options = describe_options<Probe>();
  REQUIRE(options.size() == 7);
  CHECK(options[0].name == "n");
  CHECK(options[0].type == "integer");
  CHECK(options[0].default_value == "1024");
  CHECK(options[0].limits == "at least 16 and at most 1e9");
  CHECK(options[1].limits == "greater than 0 and less than 1");
  CHECK(options[1].default_value == "0.95");
  CHECK(options[3].default_value == "\"design\"");
  CHECK(options[4].type == "choice");
  CHECK(options[4].default_value == "auto");
  CHECK(options[4].choices == std::vector<std::string>{"auto", "bootstrap"});
  CHECK(options[5].default_value == "[0.05, 0.5]");
  CHECK(options[6].limits.empty());
}

TEST_CASE("quantity: a number is in the model's unit, a text is converted", "[bind][unit]") {
  Diagnostics problems;
  const Node root = read_toml("a = 3\nb = \"3 GB/s\"\nc = \"3 furlong\"\n", "s");
  CHECK(read_quantity(root.table()[0].value, "B/s", "`a`", problems) == 3);
  CHECK(read_quantity(root.table()[1].value, "B/s", "`b`", problems) == 3e9);
  CHECK(read_quantity(root.table()[2].value, "furlong", "`c`", problems) == 3);
  CHECK(problems.all().empty());
  CHECK_FALSE(read_quantity(root.table()[1].value, "furlong", "`b`", problems));
  CHECK(problems.all()[0].code == "U210");
}

}  // namespace
}  // namespace uq::studies
