#include "studies/read/formula_units.hpp"

#include "perfmodels/expression.hpp"
#include "studies/read/read_model.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <random>

namespace uq::studies {
namespace {

const std::vector<FormulaVariable> variables{{"x", "1"},
                                             {"n", ""},
                                             {"eta", "%"},
                                             {"tpot", "s"},
                                             {"us", "us"},
                                             {"wait", "ms"},
                                             {"bytes", "GB"},
                                             {"bw", "GB/s"},
                                             {"peak", "TFLOP/s"},
                                             {"work", "FLOP"},
                                             {"memory", "B"},
                                             {"tokens", "token"},
                                             {"clock", "MHz"},
                                             {"cost", "$"},
                                             {"h", "h"},
                                             {"area", "s^2"},
                                             {"gadgets", "gadget"}};

struct Outcome {
  std::string text;  ///< of the formula, or "CODE at COLUMN"
  std::string message;
};

Outcome resolve(const std::string& formula, const std::string& unit = {}) {
  Diagnostics problems;
  Node node{formula, {"s.toml", 1, 0, 1}};
  node.place.length = 2;
  for (std::size_t at = 0; at < formula.size(); ++at) {
    node.place.length += (static_cast<unsigned char>(formula[at]) & 0xc0u) != 0x80u ? 1 : 0;
  }
  const auto resolved = resolve_formula(node, variables, "formula `y`", problems, unit);
  REQUIRE(resolved.has_value() == !problems.has_errors());
  if (resolved) {
    return {resolved->text, {}};
  }
  REQUIRE(problems.all().size() == 1);
  const Diagnostic& problem = problems.all().front();
  return {problem.code + " at " + std::to_string(problem.place.column), problem.message};
}

std::vector<InputVariable> inputs() {
  std::vector<InputVariable> all;
  for (const FormulaVariable& variable : variables) {
    all.push_back({.name = variable.name});
  }
  return all;
}

bool compiles(const std::string& formula) {
  try {
    perfmodels::ExpressionModel(inputs(), {{"result", formula}});
    return true;
  } catch (const perfmodels::FormulaError&) {
    return false;
  }
}

struct Case {
  const char* formula;
  const char* text;
  const char* unit = "";
};

void check(std::initializer_list<Case> cases) {
  for (const Case& one : cases) {
    INFO(one.formula << " in \"" << one.unit << "\"");
    const Outcome outcome = resolve(one.formula, one.unit);
    INFO(outcome.message);
    CHECK(outcome.text == one.text);
    if (outcome.message.empty()) {
      CHECK(compiles(outcome.text));
    }
  }
}

TEST_CASE("formula units: a literal takes the unit of what stands beside it", "[formula][unit]") {
  check({{"tpot < 50 ms", "tpot < 0.05"},
         {"50 ms > tpot", "0.05 > tpot"},
         {"wait < 50 ms", "wait < 50"},
         {"wait<50ms", "wait<50"},
         {"tpot < 32 us", "tpot < 3.2e-05"},
         {"tpot < 32 µs", "tpot < 3.2e-05"},
         {"tpot < 32 \u03bcs", "tpot < 3.2e-05"},
         {"wait < 1e3 s", "wait < 1e6"},
         {"wait < 1e3s", "wait < 1e6"},
         {"wait < 1.5E+0s", "wait < 1500"},
         {"tpot < .5 s", "tpot < .5"},
         {"tpot < 2 min", "tpot < 120"},
         {"memory <= 80 GB", "memory <= 8e10"},
         {"memory <= 2 GiB", "memory <= 2147483648"},
         {"bytes == 1 TiB", "bytes == 1099.511627776"},
         {"peak >= 312e12 FLOP/s", "peak >= 312"},
         {"peak >= 0.5 PFLOP / s", "peak >= 500"},
         {"clock != 1.5 GHz", "clock != 1500"},
         {"area < 4 ms^2", "area < 4e-06"},
         {"area < 4 s²", "area < 4"},
         {"cost < 2 k$", "cost < 2000"},
         {"bw >= 400 Gbit/s", "bw >= 50"},
         {"tpot - 5 ms + wait", "tpot - 0.005 + (wait/1000)"},
         {"min(tpot, 5 ms, wait)", "min(tpot, 0.005, (wait/1000))"},
         {"max(5 ms, wait)", "max(5, wait)"},
         {"mod(wait, 1 s)", "mod(wait, 1000)"},
         {"x > 1 ? 5 ms : tpot", "x > 1 ? 0.005 : tpot"},
         {"x ? x > 2 ? 1 ms : 2 us : tpot", "x ? x > 2 ? 0.001 : 2e-06 : tpot"},
         {"-5 ms < tpot", "-0.005 < tpot"},
         {"tpot > -(5 ms)", "tpot > -(0.005)"},
         {"tpot < 0", "tpot < 0"},
         {"tpot + 0.5*3 < 1", "tpot + 0.5*3 < 1"}});
}

TEST_CASE("formula units: percentages and counts are plain numbers", "[formula][unit]") {
  check({{"x < 5 %", "x < 0.05"},
         {"x < 60%", "x < 0.6"},
         {"eta < 5 %", "eta < 5"},
         {"1 - 5 %", "1 - 0.05"},
         {"tpot * (1 + 5 %)", "tpot * (1 + 0.05)"},
         {"tpot * 50 % < 1 ms", "tpot * 0.5 < 0.001"},
         {"x * 8 GPUs", "x * 8"},
         {"exp(eta)", "exp((eta/100))"},
         {"exp(5 %)", "exp(0.05)"},
         {"tpot / wait", "((tpot / wait)*1000)"},
         {"wait / tpot < 1", "((wait / tpot)/1000) < 1"},
         {"eta * tpot < 1 s", "eta * tpot < 100"}});
}

TEST_CASE("formula units: a product keeps the scales of its factors", "[formula][unit]") {
  check({{"bytes / 3 TB/s < 5 ms", "bytes / 3 < 5"},
         {"bytes / 3 TB/s < tpot", "bytes / 3 < (tpot*1000)"},
         {"bytes / bw + 5 us", "bytes / bw + 5e-06"},
         {"bytes / bw + 5 us", "((bytes / bw + 5e-06)*1000)", "ms"},
         {"bytes / bw", "((bytes / bw)*1000)", "ms"},
         {"bytes / bw", "bytes / bw", "s"},
         {"work / peak < 1 us", "work / peak < 1e6"},
         {"tpot < 2 * 5 ms", "tpot < 2 * 0.005"},
         {"tpot < 1000 * 5 us", "tpot < 1000 * 5e-06"},
         {"tpot < 5 ms / 2", "tpot < 0.005 / 2"},
         {"tpot < 1 / 4 kHz", "tpot < ((1 / 4)/1000)"},
         {"2 * tpot < 50 ms", "2 * tpot < 0.05"},
         {"wait < tpot", "wait < (tpot*1000)"},
         {"sqrt(area) < 5 ms", "sqrt(area) < 0.005"},
         {"area^0.5 < 5 ms", "area^0.5 < 0.005"},
         {"area^(1/2) < 5 ms", "area^(1/2) < 0.005"},
         {"sqrt(sqrt(area))^2 < 5 ms", "sqrt(sqrt(area))^2 < 0.005"},
         {"(tpot^3)^(1/3) < 5 ms", "(tpot^3)^(1/3) < 0.005"},
         {"area < (2 s)^2", "area < (2)^2"},
         {"tpot^-2 > 4 Hz^2", "tpot^-2 > 4"},
         {"2^-3 * wait < 1 s", "2^-3 * wait < 1000"},
         {"tokens / tpot > 1500 tokens/s", "tokens / tpot > 1500"},
         {"(1e3 * n) * 5 s < tpot", "(1e3 * n) * 5 < tpot"},
         {"(1 - 1e-3*x) * tpot < 5 ms", "(1 - 1e-3*x) * tpot < 0.005"},
         {"abs(wait - 1 s) < 2 s", "abs(wait - 1000) < 2000"},
         {"1 s + 1 ms < wait", "1000 + 1 < wait"},
         {"max(1 s, 0) < wait", "max(1000, 0) < wait"},
         {"1 s + 1 ms", "1 + 0.001"},
         {"5 ms", "0.005", "s"},
         {"x * 5 ms", "((x * 5)/1000)", "s"}});
}

TEST_CASE("formula units: logic takes anything, its result is a number", "[formula][unit]") {
  check({{"tpot < 5 ms && memory < 1 kB || !wait", "tpot < 0.005 && memory < 1000 || !wait"},
         {"(tpot < 5 ms) + 1", "(tpot < 0.005) + 1"},
         {"!tpot * wait < 1 s", "!tpot * wait < 1000"},
         {"-tpot^2 + area < 0", "-tpot^2 + area < 0"},
         {"sign(wait - 1 s) * 2", "sign(wait - 1000) * 2"}});
}

TEST_CASE("formula units: a name behind the slash of a literal is a variable or a unit",
          "[formula][unit]") {
  check({{"3 GB/bw < tpot", "3/bw < tpot"},
         {"3 GB / bw < 1 s", "3 / bw < 1"},
         {"x < 3 GB/min(bytes, 1 GB)", "x < 3/min(bytes, 1)"},
         {"3 GB/min < bw", "0.05 < bw"},
         {"cost / h < 3 $/h", "U220 at 12"},
         {"cost / h < (3 $/h)", "cost / h < (3)"},
         {"cost < (3 $)/h * h^2", "U211 at 8"},
         {"cost < (3 $)/h * h", "cost < (3)/h * h"},
         {"max(3 $/h, 1) < x", "U220 at 5"},
         {"tpot < 2 s^2", "U211 at 8"},
         {"area < 2 s ^ 2", "U220 at 8"},
         {"area < 2 s^0.5", "U220 at 8"},
         {"area < 2 s^x", "U220 at 8"},
         {"7200 s < (1 s h) / h", "7200 < (1) / h"}});
}

TEST_CASE("formula units: faults are named at their place", "[formula][unit]") {
  check({{"tpot < 50 GB", "U211 at 8"},
         {"5 µs < bytes", "U211 at 8"},
         {"bytes + tpot", "U211 at 9"},
         {"x + tpot", "U211 at 5"},
         {"tpot < n", "U211 at 8"},
         {"exp(tpot)", "U211 at 5"},
         {"log(1 ms)", "U211 at 5"},
         {"x^tpot", "U211 at 3"},
         {"tpot^x", "U211 at 6"},
         {"tpot < 5 furlong", "U210 at 10"},
         {"bw < 3 TB/sec", "U210 at 8"},
         {"tpot < 5 mS", "U210 at 10"},
         {"1e3 * tpot < 50 ms", "U221 at 14"},
         {"tpot/60 < 50 ms", "U221 at 11"},
         {"memory/1024^3 < 80 GiB", "U221 at 17"},
         {"8 * bytes < 80 GB", "U221 at 13"},
         {"2 * us < wait", "U221 at 10"},
         {"1e-3 * us < wait", "U221 at 13"},
         {"2 * us / wait", "U221 at 1"},
         {"bytes / 3 TB/s < 5", "U221 at 18"},
         {"bytes / 3 TB/s > 0", "bytes / 3 > 0"},
         {"bytes / (3 GB/s) / tpot < 5", "bytes / (3) / tpot < 5"},
         {"tpot + wait < 5", "U221 at 15"},
         {"max(tpot, wait) + 1 s", "max(tpot, (wait/1000)) + 1"},
         {"sqrt(area * (1 ms)^2) + 1 < tpot", "U221 at 25"},
         {"x > 1 ? bytes / 3 TB/s : 1", "U221 at 26"},
         {"max(5 ms, 3) < tpot", "max(0.005, ((3)/1000)) < tpot"},
         {"1e3 * us", "U221 at 1", "ms"},
         {"2 * us", "U221 at 1", "ms"},
         {"2 * us", "2 * us", "us"},
         {"bytes", "U211 at 1", "ms"},
         {"tpot < 1e400 s", "U205 at 8"},
         {"memory < 1e305 TB", "U205 at 10"},
         {"gadgets < 5 ms", "U210 at 1"},
         {"gadgets < 5", "gadgets < 5"},
         {"gadgets + tpot", "gadgets + tpot"}});
}

TEST_CASE("formula units: a factor that looks like a conversion never is one", "[formula][unit]") {
  check({{"10 * wait", "10 * wait", "ms"},
         {"10 * wait", "10 * wait"},
         {"10 * wait", "U221 at 1", "s"},
         {"wait / 1000", "U221 at 1", "s"},
         {"tpot * 1e3", "U221 at 1", "ms"},
         {"60 * h", "U221 at 1", "min"},
         {"h * 3600", "U221 at 1", "s"},
         {"bytes * 8", "U221 at 1", "Gbit"},
         {"memory / 1024^3", "U221 at 1", "GiB"},
         {"memory * 1024", "memory * 1024", "B"},
         {"10 * wait < tpot ? 1 : 0", "U221 at 13"},
         {"tpot > 10 * wait", "U221 at 8"},
         {"tpot + 10 * wait", "U221 at 8"},
         {"max(wait, us, 10 * wait)", "U221 at 11"},
         {"mod(10 * wait, tpot)", "U221 at 16"},
         {"x > 1 ? 10 * wait : tpot", "U221 at 21"},
         {"sqrt(100 * area) < wait", "U221 at 20"},
         {"abs(-(10 * wait)) < tpot", "U221 at 21"},
         {"10 * wait + wait", "10 * wait + wait"},
         {"10 * wait + wait", "10 * wait + wait", "ms"},
         {"10 * wait < 50", "10 * wait < 50"},
         {"1e3 * wait / tpot", "U221 at 1"},
         {"1e3 * wait / wait", "1e3 * wait / wait"},
         {"exp(eta / 100)", "U221 at 5"},
         {"wait * eta / 100", "U221 at 1", "ms"},
         {"eta / 100 * 5 s", "U221 at 1", "s"},
         {"100 * x", "100 * x", ""},
         {"100 * (wait / tpot)", "U221 at 1", "%"},
         {"wait / tpot", "((((wait / tpot)/1000))*100)", "%"},
         {"10 req * wait", "((10 * wait)/1000)", "s"},
         {"10 req * wait < tpot", "10 * wait < (tpot*1000)"}});
}

TEST_CASE("formula units: a plain number beside a percentage is refused", "[formula][unit]") {
  check({{"wait * (1 - eta)", "U221 at 9"},
         {"wait * (100 % - eta)", "((wait * (100 - eta))/100)", "ms"},
         {"wait * (eta + 2*3)", "U221 at 15"},
         {"eta < 80", "U221 at 7"},
         {"0.8 >= eta", "U221 at 1"},
         {"eta == -sqrt(4)", "U221 at 8"},
         {"eta < 80 %", "eta < 80"},
         {"eta > 0", "eta > 0"},
         {"max(eta, 0)", "max(eta, 0)"},
         {"max(0.5, eta)", "U221 at 5"},
         {"max(1, x, eta)", "U221 at 5"},
         {"mod(eta, 10)", "U221 at 10"},
         {"x > 1 ? eta : 1", "U221 at 15"},
         {"1 - eta / 100", "U221 at 1"},
         {"1 - 2 * eta", "U221 at 1"},
         {"wait * eta < 5", "U221 at 14"},
         {"wait / eta + 5", "U221 at 14"},
         {"wait * eta > 0", "wait * eta > 0"},
         {"x - eta", "x - (eta/100)"},
         {"x + eta + 7", "x + (eta/100) + 7"},
         {"eta + x + 7", "U221 at 11"},
         {"eta - x", "eta - (x*100)"},
         {"x + 1 - eta", "x + 1 - (eta/100)"},
         {"(1 - 5 %) - eta", "(((1)*100) - 5) - eta"}});
  CHECK(resolve("1 - eta").message == "formula `y`: `1` has no unit, but `eta` counts in %");
}

TEST_CASE("formula units: a plain number has no unit between two", "[formula][unit]") {
  check({{"max(tpot, wait, 5)", "U221 at 17"},
         {"max(5, wait, tpot)", "U221 at 5"},
         {"max(0, wait, tpot)", "max(0, wait, (tpot*1000))"},
         {"max(5, wait, 1 s)", "max(5, wait, 1000)"}});
}

TEST_CASE("formula units: messages say what, where and what to write", "[formula][unit]") {
  CHECK(resolve("bw < 8 us").message ==
        "formula `y`: `bw` is a bandwidth (GB/s), but `8 us` is a time");
  CHECK(resolve("bytes / bw < memory").message ==
        "formula `y`: `bytes / bw` is a time (s), but `memory` is an amount of data (B)");
  CHECK(resolve("x + tpot").message ==
        "formula `y`: `x` is a plain number, but `tpot` is a time (s)");
  CHECK(resolve("exp(bytes)").message ==
        "formula `y`: `exp` takes a plain number, but `bytes` is an amount of data (GB)");
}

TEST_CASE("formula units: what does not parse is reported or comes back unchanged",
          "[formula][unit]") {
  check({{"nowhere < 50 ms", "U130 at 1"},
         {"50 µs < nowhere", "U130 at 9"},
         {"tpot < 50 ms +", "U130 at 15"},
         {"sqrt(5 ms, 1)", "U130 at 13"},
         {"hi(tpot) < 5 ms", "U130 at 1"},
         {"+-1 %", "U130 at 3"}});
  for (const char* formula : {"5 % 3", "2x", "", "µ < 50 GB", "nowhere", "1 +", "tpot & wait"}) {
    CHECK(resolve(formula).text == formula);
  }
}

TEST_CASE("formula units: the value's unit comes along", "[formula][unit]") {
  const auto unit_of = [](const std::string& formula) {
    Diagnostics problems;
    const auto resolved = resolve_formula(Node{formula, {}}, variables, "it", problems);
    REQUIRE(resolved);
    return *resolved;
  };
  const ResolvedFormula time = unit_of("bytes / bw + 5 us");
  REQUIRE(time.unit);
  CHECK(time.unit->exponents[0] == 1);
  CHECK(time.unit->factor == 1);
  CHECK(time.converted);
  REQUIRE(unit_of("1e3 * tpot").unit);
  CHECK(unit_of("1e3 * tpot").unit->factor == 1);
  CHECK_FALSE(unit_of("x + 1").unit);
  CHECK_FALSE(unit_of("tpot < 5 ms").unit);
}

TEST_CASE("formula units: expression models evaluate in the units of their outputs",
          "[formula][unit]") {
  Diagnostics problems;
  const auto read = read_model(read_toml(R"toml(
[model.expression]
late = "bytes / bw + 5 us"
slow = "bytes / bw > 1 ms ? 1 : 0"
rate = "bytes / (bytes / bw + 1 ms)"
raw  = "bytes / bw"
[model.outputs]
late = { unit = "ms" }
rate = { unit = "TB/s" }
[inputs]
bytes = { value = 4, unit = "GB" }
bw    = { value = "2 TB/s", unit = "GB/s" }
)toml",
                                         "s.toml"),
                               "s.toml",
                               {},
                               problems);
  CHECK_FALSE(problems.has_errors());
  REQUIRE(read);
  Matrix x(1, 2), y(1, 4);
  x << 4, 2000;
  std::vector<RowStatus> status(1);
  BatchResult result{y, status, {}};
  read->model.evaluate(x, result);
  CHECK(y(0, 0) == Approx(2.005).epsilon(1e-15));
  CHECK(y(0, 1) == 1);
  CHECK(y(0, 2) == Approx(4 / 3.0).epsilon(1e-15));
  CHECK(y(0, 3) == 4.0 / 2000);
}

/// A random formula, of pieces that often fit.
std::string formula_of(std::mt19937& random, const std::vector<std::string>& pieces) {
  std::string text;
  for (auto count = random() % 14; count > 0; --count) {
    text += pieces[random() % pieces.size()];
  }
  return text;
}

const std::vector<std::string> operators{
    "+", "-", "*", "/", "^", "<", ">=", "==", "&&", "||", "!", "?", ":", "(", ")", ",", " "};

TEST_CASE("formula units: without units nothing changes", "[formula][property]") {
  std::mt19937 random(1);
  std::vector<std::string> pieces = operators;
  pieces.insert(pieces.end(),
                {"x", "n", "x", "n", "2", "1e3", ".5", "min(", "exp(", "sqrt(", "mod(", "8", "pi"});
  int sound = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string formula = formula_of(random, pieces);
    INFO(formula);
    if (!compiles(formula)) {
      continue;
    }
    ++sound;
    REQUIRE(resolve(formula).text == formula);
    REQUIRE(resolve(formula, "ms").text == formula);
    REQUIRE(resolve(formula, "%").text == formula);
  }
  CHECK(sound > 300);
}

TEST_CASE("formula units: any text gives a formula that compiles, itself, or a fault",
          "[formula][property]") {
  std::mt19937 random(2);
  std::vector<std::string> pieces = operators;
  pieces.insert(pieces.end(), {"tpot", "wait", "bw",    "bytes", "x", "eta",   "5 ms",    "3 TB/s",
                               "2s",   "1 %",  "1e3",   "2",     "0", "h",     "3 $/h",   "s^2",
                               "µs",   "max(", "sqrt(", "\xc3",  "$", "5 W h", "nowhere", "%"});
  int converted = 0;
  for (int round = 0; round < 40'000; ++round) {
    const std::string formula = formula_of(random, pieces);
    Diagnostics problems;
    INFO(formula);
    const auto resolved = resolve_formula(Node{formula, {}}, variables, "it", problems);
    REQUIRE(resolved.has_value() == !problems.has_errors());
    if (!resolved) {
      continue;
    }
    INFO(resolved->text);
    const bool unchanged = resolved->text == formula;
    REQUIRE((unchanged || compiles(resolved->text)));
    converted += resolved->converted && compiles(resolved->text) ? 1 : 0;
  }
  CHECK(converted > 300);
}

/// Random formulas over quantities, dimensionally sound; leaves are variables and literals.
class Formulas {
 public:
  explicit Formulas(unsigned seed) : random_(seed) {}

  std::string time(int depth) {
    if (depth == 0) {
      return one({"tpot", "wait", "5 ms", "(2 min)", "7us"});
    }
    const int d = depth - 1;
    return one({time(d) + " + " + time(d),
                "min(" + time(d) + ", " + time(d) + ", " + time(d) + ")",
                "(" + data(d) + ") / (" + rate(d) + ")",
                "(" + time(d) + ") * (" + number(d) + ")",
                "(" + number(d) + ") * abs(-(" + time(d) + "))",
                "(tpot < 5 ms ? " + time(d) + " : " + time(d) + ")",
                "sqrt((" + time(d) + ") * (" + time(d) + "))",
                "((" + time(d) + ")^2)^0.5",
                "avg(" + time(d) + ", " + time(d) + ")"});
  }
  std::string data(int depth) {
    if (depth == 0) {
      return one({"bytes", "2 GiB", "(3e9 B)", "100 Mbit"});
    }
    const int d = depth - 1;
    return one({data(d) + " + " + data(d),
                "(" + rate(d) + ") * (" + time(d) + ")",
                "max(" + data(d) + ", " + data(d) + ")"});
  }
  std::string rate(int depth) {
    if (depth == 0) {
      return one({"bw", "3 TB/s", "(400 Gbit/s)"});
    }
    const int d = depth - 1;
    return one({"(" + data(d) + ") / (" + time(d) + ")", rate(d) + " + " + rate(d)});
  }
  std::string number(int depth) {
    if (depth == 0) {
      return one({"x", "30 %", "eta"});
    }
    const int d = depth - 1;
    return one({"(" + time(d) + ") / (" + time(d) + ")",
                "log(1 + (" + rate(d) + ") / (" + rate(d) + "))",
                "(wait > 1 s) + " + number(0),
                number(d) + " + " + number(d)});
  }

 private:
  std::string one(const std::vector<std::string>& choices) {
    return choices[random_() % choices.size()];
  }
  std::mt19937 random_;
};

struct Setting {
  std::string unit;
  double value;
};

double evaluated(const std::string& formula,
                 const std::vector<std::string>& names,
                 const std::vector<Setting>& settings,
                 const std::string& unit) {
  std::vector<FormulaVariable> all;
  std::vector<InputVariable> columns;
  Matrix x(1, static_cast<Index>(names.size())), y(1, 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    all.push_back({names[i], settings[i].unit});
    columns.push_back({.name = names[i]});
    x(0, static_cast<Index>(i)) = settings[i].value;
  }
  Diagnostics problems;
  const auto resolved = resolve_formula(Node{formula, {}}, all, "it", problems, unit);
  for (const Diagnostic& problem : problems.all()) {
    FAIL(problem.message);
  }
  INFO(resolved->text);
  std::vector<RowStatus> status(1);
  BatchResult result{y, status, {}};
  perfmodels::ExpressionModel(columns, {{"y", resolved->text}}).evaluate(x, result);
  return y(0, 0);
}

TEST_CASE("formula units: counts and percentages evaluate as they read", "[formula][unit]") {
  const std::vector<std::string> names{"step", "budget", "off", "extra"};
  const std::vector<Setting> settings{{"ms", 3}, {"s", 0.02}, {"%", 10}, {"1", 7}};
  CHECK(evaluated("10 req * step", names, settings, "s") == Approx(0.03));
  CHECK(evaluated("10 req * step < budget ? 1 : 0", names, settings, "1") == 0);
  CHECK(evaluated("6 req * step < budget ? 1 : 0", names, settings, "1") == 1);
  CHECK(evaluated("step * (100 % - off)", names, settings, "ms") == Approx(2.7));
  CHECK(evaluated("extra + off", names, settings, "1") == Approx(7.1));
  CHECK(evaluated("off + extra", names, settings, "1") == Approx(7.1));
}

TEST_CASE("formula units: a value does not depend on the units of variables",
          "[formula][property]") {
  const std::vector<std::string> names{"tpot", "wait", "bytes", "bw", "x", "eta"};
  const std::vector<Setting> base{
      {"s", 0.004}, {"s", 90}, {"B", 3e9}, {"B/s", 5e10}, {"1", 0.4}, {"1", 0.75}};
  const std::vector<Setting> scaled{
      {"us", 4000}, {"min", 1.5}, {"MB", 3000}, {"Gbit/s", 400}, {"", 0.4}, {"%", 75}};
  Formulas formulas(3);
  for (int round = 0; round < 3000; ++round) {
    const int depth = round % 4;
    const std::string formula = formulas.time(depth);
    INFO(formula);
    const double expected = evaluated(formula, names, base, "s");
    REQUIRE(std::isfinite(expected));
    // Some 200 operations of relative error 1.1e-16; every term is positive, so nothing cancels.
    CHECK(evaluated(formula, names, scaled, "s") == Approx(expected).epsilon(5e-14));
    CHECK(evaluated(formula, names, scaled, "ms") == Approx(expected * 1e3).epsilon(5e-14));
    const std::string comparison = formula + " < 20 ms";
    CHECK(evaluated(comparison, names, scaled, "1") == evaluated(comparison, names, base, "1"));
  }
}

TEST_CASE("formula units: deep and long formulas end", "[formula][unit]") {
  const auto repeated = [](const std::string& piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) {
      text += piece;
    }
    return text;
  };
  CHECK(resolve(repeated("(", 5000) + "5 ms" + repeated(")", 5000)).text.substr(0, 4) == "U130");
  CHECK(resolve(repeated("-", 5000) + "5 ms").text.substr(0, 4) == "U130");
  CHECK(resolve(repeated("(", 5000) + "x" + repeated(")", 5000)).text.size() == 10'001);
  CHECK(compiles(resolve(repeated("1 s + 1 ms + ", 1000) + "wait", "s").text));
  CHECK(resolve(repeated("x ? ", 3000) + "5 ms").text.substr(0, 4) == "U130");
}

}  // namespace
}  // namespace uq::studies
