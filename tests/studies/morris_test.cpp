// The method `morris` as a user meets it.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process.hpp"

#include <algorithm>
#include <cmath>
#include <string>

using uq::test::Labels;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

const std::string ishigami = R"(format = 1
seed = 3
output = "s.h5"
[model]
builtin = "known/ishigami"
[inputs]
x1 = { dist = "uniform", lo = -3.141592653589793, hi = 3.141592653589793 }
x2 = { dist = "uniform", lo = -3.141592653589793, hi = 3.141592653589793 }
x3 = { dist = "uniform", lo = -3.141592653589793, hi = 3.141592653589793 }
)";

const std::string mixed = R"study(format = 1
seed = 3
output = "s.h5"
[model.expression]
y = "a + 2 * n + exp(-b)"
z = "a > 0.9 ? 0 / 0 : b"
[inputs]
a = { dist = "uniform", lo = 0, hi = 1 }
n = { dist = "choice", values = [1, 2, 4] }
b = { dist = "normal", mean = 0, sd = 1 }
)study";

uq::test::ProcessResult run(const TemporaryFolder& folder,
                            const std::string& study,
                            const std::string& options,
                            const std::string& command = "run") {
  folder.write("s.toml", study + "[[analysis]]\nname = \"m\"\nmethod = \"morris\"\n" + options);
  return command == "run" ? run_uq(folder.path(), {"run", "--force", "s.toml"})
                          : run_uq(folder.path(), {command, "s.toml"});
}

}  // namespace

TEST_CASE("morris: 64 levels hide Ishigami's x2, and the study says so", "[morris][cli]") {
  const TemporaryFolder folder;
  const auto hidden = run(folder, ishigami, "levels = 64\n");
  CHECK(hidden.code == 0);
  CHECK_THAT(hidden.out, Catch::Contains("W071: mu_star of `y` is too small for `x2` ("));
  CHECK_THAT(hidden.out, Catch::Contains("too small: turns within a step"));
  CHECK_THAT(hidden.out, Catch::Contains("120 evaluations"));  // (20 + 10) x (3 + 1)
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.value("m", "aliased", {{"output", "y"}, {"input", "x2"}}) == 1);
  CHECK(shown.value("m", "aliased", {{"output", "y"}, {"input", "x1"}}) == 0);
  const auto unchecked = run(folder, ishigami, "levels = 64\naliasing_check = false\n");
  CHECK_THAT(unchecked.out, Catch::Contains("80 evaluations") && !Catch::Contains("W071"));
}

TEST_CASE("morris: laws of all kinds, and outputs that fail", "[morris][cli]") {
  const TemporaryFolder folder;
  const auto result = run(folder, mixed, "trajectories = 30\n");
  CHECK(result.code == 3);  // z has no value at the upper end of a
  CHECK_THAT(result.out, Catch::Contains("trajectories (") && Catch::Contains("budget 0 %"));
  const Shown shown(folder.path(), "s.h5");
  const auto y = [&](const std::string& variable, const std::string& input) {
    return shown.value("m", variable, {{"output", "y"}, {"input", input}});
  };
  CHECK(y("mu", "a") == Approx(1));
  CHECK(y("sigma", "a") < 1e-12);
  // n moves by one of its three values, half of its scale: by 1 or by 2, so 2 n changes by 4 or 8.
  CHECK(y("mu", "n") > 4);
  CHECK(y("mu", "n") < 8);
  CHECK(shown.value("m", "step_size", {{"input", "n"}}) == 0.5);
  CHECK(std::abs(shown.value("m", "scale_low", {{"input", "b"}}) + 2.3263478740408408) < 1e-9);
  CHECK(shown.value("m", "scale_high", {{"input", "n"}}) == 4);
  const double order =
      shown.value("m", "before", {{"output", "y"}, {"input", "a"}, {"input2", "n"}});
  CHECK(order == 0);
}

TEST_CASE("morris: groups move together", "[morris][cli]") {
  const TemporaryFolder folder;
  const auto result = run(folder, ishigami, "groups = { outer = [\"x1\", \"x3\"] }\n");
  CHECK(result.code == 0);
  CHECK_THAT(result.out, Catch::Contains("mu_star only"));
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.labels("m", "group") == std::vector<std::string>{"outer", "x2"});
  CHECK(std::isnan(shown.value("m", "mu", {{"output", "y"}, {"group", "outer"}})));
  CHECK(std::isfinite(shown.value("m", "mu_star", {{"output", "y"}, {"group", "outer"}})));
  CHECK(std::isfinite(shown.value("m", "mu", {{"output", "y"}, {"group", "x2"}})));
}

TEST_CASE("morris: a screen chooses the inputs of what follows", "[morris][cli]") {
  const TemporaryFolder folder;
  const std::string follow = R"(
[[analysis]]
name = "indices"
method = "propagate"
inputs = { from = "m", keep = "mu_star > 0.3 * max" }
)";
  const auto result = run(folder, ishigami, "accept = [\"mu_star > 0\"]\n" + follow);
  INFO(result.err);
  CHECK(result.code == 0);
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.analysis("indices").at("attributes").contains("kept"));
}

TEST_CASE("morris: radial and optimal designs run", "[morris][cli]") {
  const TemporaryFolder folder;
  const auto radial = run(folder, ishigami, "variant = \"radial\"\n");
  CHECK(radial.code == 0);
  CHECK_THAT(radial.out, Catch::Contains("no interval of sigma"));
  const auto optimal = run(folder, ishigami, "trajectories = 6\noptimal = { from = 50 }\n");
  CHECK(optimal.code == 0);
  CHECK_THAT(optimal.out, Catch::Contains("48 evaluations") && Catch::Contains("W075: traj"));
  CHECK_THAT(optimal.out, !Catch::Contains("stable") && !Catch::Contains("intervals 95 %"));
  const Shown shown(folder.path(), "s.h5");
  CHECK(shown.analysis("m").at("attributes").at("ci_method") == "none");
  CHECK(shown.analysis("m").at("attributes").at("optimal_from") == 50);
}

TEST_CASE("morris: failures are laid to the inputs that cause them, and to no others",
          "[morris][cli][statistical]") {
  // One trajectory in five meets the corner; x3 has no part in it. The grid and the check, which
  // leaves it, differ in all inputs and in how often they fail: together they would blame x3.
  const std::string corner = R"(format = 1
seed = 1
output = "s.h5"
[failures]
budget = 0.5
[model.expression]
y = "x1 > 0.92 && x2 > 0.85 ? 0 / 0 : sin(6 * x1) + x2 * x3"
[inputs]
x1 = { dist = "uniform", lo = 0, hi = 1 }
x2 = { dist = "uniform", lo = 0, hi = 1 }
x3 = { dist = "uniform", lo = 0, hi = 1 }
)";
  const TemporaryFolder folder;
  const auto result = run(folder, corner, "trajectories = 4096\nresamples = 100\n");
  INFO(result.out);
  CHECK(result.code == 0);
  const Shown shown(folder.path(), "s.h5");
  const auto p = [&](const std::string& input) {
    return shown.value("m", "failure_p", {{"output", "y"}, {"input", input}});
  };
  CHECK(p("x1") < 1e-50);
  CHECK(p("x2") < 1e-50);
  CHECK(p("x3") > 1e-3);
  // On four levels the corner is one point in sixteen.
  CHECK_THAT(result.out, Catch::Contains("W034: `y` has no value in 6."));
}

TEST_CASE("morris: wrong options are refused with a remedy", "[morris][cli]") {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& options, const std::string& study = ishigami) {
    return run(folder, study, options, "check");
  };
  CHECK_THAT(check("levels = 5\n").err,
             Catch::Contains("error[U410]: levels = 5 is odd") && Catch::Contains("take 6"));
  CHECK_THAT(check("step = 4\n").err, Catch::Contains("error[U410]: step = 4 leads off"));
  CHECK_THAT(check("optimal = { from = 5 }\n").err, Catch::Contains("error[U410]: optimal from 5"));
  CHECK_THAT(check("optimal = { }\n").err, Catch::Contains("error[U411]"));
  CHECK_THAT(check("optimal = { form = 50 }\n").err, Catch::Contains("did you mean `from`?"));
  CHECK_THAT(check("variant = \"radial\"\nlevels = 6\n").err,
             Catch::Contains("error[U412]: `levels` has no effect"));
  CHECK_THAT(check("levels = 2\n").err, Catch::Contains("warning[W070]"));
  const std::string correlated = ishigami + "[correlation]\nspearman = [[\"x1\", \"x2\", 0.4]]\n";
  CHECK_THAT(check("", correlated).err,
             Catch::Contains("error[U305]: elementary effects need independent inputs"));
  CHECK(check("dependence = \"ignore\"\n", correlated).code == 0);
  CHECK_THAT(run(folder, correlated, "dependence = \"ignore\"\n").out, Catch::Contains("W023"));
}

TEST_CASE("morris: same results for any number of threads", "[morris][cli]") {
  const TemporaryFolder folder;
  run(folder, mixed, "trajectories = 40\n");
  const auto json = [&](const std::string& threads) {
    run_uq(folder.path(), {"run", "--force", "--reproducible", "-j", threads, "s.toml"});
    return run_uq(folder.path(), {"show", "--json", "s.h5"}).out;
  };
  const std::string one = json("1");
  CHECK(one.size() > 1000);
  CHECK(one == json("3"));
}
