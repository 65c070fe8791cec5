// The protocol `lines`: numbers and names arrive unchanged, and each fault of a command its status.

#include "studies/workers/lines.hpp"

#include "studies/workers/json_line.hpp"
#include "studies/workers/worker_program.hpp"
#include "tests/studies/workers/trouble.hpp"
#include "uq/core/parallel.hpp"

#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <random>

using namespace uq::studies;
using namespace uq::test;
using uq::Index;
using uq::InputKind;
using uq::InputVariable;
using uq::Matrix;
using uq::OutputVariable;
using uq::RowStatus;

namespace {

const std::vector<std::string>& names() {
  static const std::vector<std::string> all{
      "none",    "error",  "infeasible", "nan",      "null",
      "missing", "text",   "empty",      "other id", "garbage",
      "long",    "exit",   "ends",       "killed",   "silent",
      "stops",   "closes", "twice",      "chatty",   "answers then exits"};
  return all;
}

double trouble(const std::string& name) {
  const auto found = std::find(names().begin(), names().end(), name);
  REQUIRE(found != names().end());
  return static_cast<double>(found - names().begin());
}

const std::vector<InputVariable>& inputs() {
  static const std::vector<InputVariable> all{
      {.name = "a"}, {.name = "trouble", .kind = InputKind::categorical, .categories = names()}};
  return all;
}

const std::vector<OutputVariable>& outputs() {
  static const std::vector<OutputVariable> all{{.name = "y"}, {.name = "z"}};
  return all;
}

PooledModel command(const std::vector<std::string>& argv,
                    const std::vector<InputVariable>& in,
                    const std::vector<OutputVariable>& out,
                    const ProcessPolicy& policy = {},
                    Index workers = 2,
                    Index batch = 0) {
  set_worker_program(program());
  const auto pool = std::make_shared<WorkerPool>(
      PoolOptions{.argv = worker_command_line({}, "/", argv),
                  .dialogue = [in, out] { return lines_dialogue(in, out); },
                  .workers = workers,
                  .policy = policy,
                  .batch = batch});
  return {pool, "command", in, out};
}

std::string script(const std::string& name) {
  return source_dir() + "/tests/studies/workers/" + name;
}

uq::Model trouble_script(const ProcessPolicy& policy, Index workers, Index batch) {
  return command(
      {"/usr/bin/python3", script("trouble.py")}, inputs(), outputs(), policy, workers, batch);
}

LineAnswer read(const std::string& line) {
  return read_answer(line, outputs());
}

}  // namespace

TEST_CASE("lines: numbers keep their 64 bits both ways", "[workers][unit]") {
  std::vector<double> values{0.0,
                             -0.0,
                             1e-300,
                             4.9e-324,
                             123456789.123456789,
                             0.1,
                             1.0 / 3,
                             1e22,
                             1e23,
                             64.0,
                             -7.0,
                             9007199254740993.0,
                             1e308,
                             2.5e-308,
                             1.7976931348623157e308};
  std::mt19937_64 random(1);
  while (values.size() < 20'000) {
    const auto value = std::bit_cast<double>(random());
    if (std::isfinite(value)) {
      values.push_back(value);
    }
  }
  for (const double value : values) {
    std::string text;
    append_number(text, value);
    INFO(text);
    CHECK(nlohmann::json::parse(text).is_number_float());
    const LineAnswer answer = read("{\"id\":1,\"outputs\":{\"y\":" + text + ",\"z\":0}}");
    REQUIRE(std::bit_cast<std::uint64_t>(answer.y[0]) == std::bit_cast<std::uint64_t>(value));
  }
}

TEST_CASE("lines: whole numbers, choices and truths travel as what they are", "[workers][unit]") {
  const std::vector<InputVariable> all{
      {.name = "n", .kind = InputKind::integer},
      {.name = "gpu \"x\" \xc3\xa4", .kind = InputKind::categorical, .categories = {"A\n", "B"}},
      {.name = "on", .kind = InputKind::boolean},
      {.name = "r"}};
  Matrix x(1, 4);
  x << 64, 0, 1, 3;
  std::string text;
  std::string why;
  REQUIRE(LineWriter(all).append(text, 7, x, 0, why));
  CHECK(text ==
        "{\"id\":7,\"inputs\":{\"n\":64,\"gpu \\\"x\\\" \xc3\xa4\":\"A\\n\",\"on\":true,"
        "\"r\":3.0}}\n");
  x(0, 3) = std::nan("");
  CHECK_FALSE(LineWriter(all).append(text, 7, x, 0, why));
  CHECK(why.find("`r` = nan") != std::string::npos);
}

TEST_CASE("lines: what an answer may be, and what becomes of others", "[workers][unit]") {
  CHECK(read(R"({"id":1,"outputs":{"z":2,"y":1.5,"more":[1]}})").y == std::vector<double>{1.5, 2});
  CHECK(std::isnan(read(R"({"id":1,"outputs":{"y":NaN,"z":1}})").y[0]));
  CHECK(std::isnan(read(R"({"id":1,"outputs":{"y":-Infinity,"z":1}})").y[0]));
  CHECK(read(R"({"id":1,"error":"is NaN: \"NaN\""})").message == R"(is NaN: "NaN")");
  CHECK(read(R"({"id":1,"error":"x"})").status == RowStatus::exception);
  CHECK(read(R"({"id":1,"infeasible":"x"})").status == RowStatus::infeasible);
  CHECK(read(R"({"id":1,"outputs":{"y":true,"z":1}})").status == RowStatus::unparsable);
  CHECK(read(R"({"id":1,"outputs":{"y":1}})").status == RowStatus::wrong_size);
  for (const char* line : {"",
                           "3",
                           "{}",
                           "[]",
                           R"({"id":-1,"outputs":{}})",
                           R"({"id":"1"})",
                           "{\"id\":1",
                           "{\"id\":1,\"outputs\":{\"y\":1e999,\"z\":0}}",
                           "\xff\xfe",
                           "nan"}) {
    INFO(line);
    CHECK_THROWS_AS(read(line), DialogueFault);
  }
  const std::vector<OutputVariable> limit{
      {.name = "limit", .kind = uq::OutputKind::categorical, .categories = {"dram", "noc"}}};
  CHECK(read_answer(R"({"id":1,"outputs":{"limit":"noc"}})", limit).y[0] == 1);
  CHECK(read_answer(R"({"id":1,"outputs":{"limit":"sm"}})", limit).status == RowStatus::unparsable);
}

TEST_CASE("lines: no bytes whatever break the reader", "[workers][unit]") {
  std::mt19937_64 random(3);
  const std::string good = R"({"id":1,"outputs":{"y":NaN,"z":2.5e3},"error\"":"\u00e4"})";
  for (int k = 0; k < 50'000; ++k) {
    std::string line = good;
    for (std::uint64_t changes = 1 + random() % 5; changes > 0; --changes) {
      line[random() % line.size()] = static_cast<char>(random());
    }
    line.resize(random() % (line.size() + 1));
    try {
      read(line);
    } catch (const DialogueFault&) {
    }
  }
  SUCCEED();
}

TEST_CASE("lines: each fault of a command has its status, all other rows their bits",
          "[workers][unit]") {
  struct Expected {
    std::string name;
    RowStatus status;
    std::string says;
  };
  using enum RowStatus;
  const std::vector<Expected> faults{{"error", exception, "no convergence\\x0a\\x1b[31m"},
                                     {"infeasible", infeasible, "needs 96 GB"},
                                     {"nan", nonfinite, ""},
                                     {"null", nonfinite, ""},
                                     {"missing", wrong_size, "lacks output `z`"},
                                     {"text", unparsable, "output `y` is fast, not a number"},
                                     {"empty", unparsable, "neither `outputs`"},
                                     {"other id", unparsable, "which was not asked"},
                                     {"garbage", unparsable, "no answer: Traceback: it happens"},
                                     {"long", output_too_large, "more than 1048576 bytes"},
                                     {"exit", exit_code, "ended with exit code 3: licence lost"},
                                     {"ends", exit_code, "ended with exit code 0"},
                                     {"killed", signal, "SIGKILL"},
                                     {"silent", timeout, "gave no answer within 2 s"},
                                     {"stops", signal, "SIGSTOP"},
                                     {"closes", unparsable, "closed its output"},
                                     {"chatty", ok, ""}};
  const Index n = 12 * static_cast<Index>(faults.size());
  Matrix x(n, 2);
  for (Index i = 0; i < n; ++i) {
    x(i, 0) = 0.1 * static_cast<double>(i) + 1e-300;
    x(i, 1) = i % 12 == 6 ? trouble(faults[static_cast<std::size_t>(i / 12)].name) : 0;
  }
  const Outcome found = outcome_of(trouble_script({.timeout = 2, .retries = {}}, 2, 0), x);
  for (Index i = 0; i < n; ++i) {
    const bool quiet = x(i, 1) == 0;
    const Expected expected =
        quiet ? Expected{"none", ok, ""} : faults[static_cast<std::size_t>(i / 12)];
    const std::string text = found.messages.contains(i) ? found.messages.at(i) : "";
    INFO("row " << i << ", " << expected.name << ": " << text);
    CHECK(uq::name(found.status[static_cast<std::size_t>(i)]) == uq::name(expected.status));
    CHECK(text.find(expected.says) != std::string::npos);
    if (expected.status == ok) {
      CHECK(found.y(i, 0) == 3 * x(i, 0));
      CHECK(found.y(i, 1) == x(i, 0) / 7);
    }
  }
}

TEST_CASE("lines: a process that ends after its answer loses nothing", "[workers][unit]") {
  Matrix x(20, 2);
  x.col(0).setLinSpaced(1, 2);
  x.col(1).setConstant(trouble("answers then exits"));
  const Outcome found = outcome_of(trouble_script({}, 2, 1), x);
  CHECK(std::count(found.status.begin(), found.status.end(), RowStatus::ok) == 20);
}

TEST_CASE("lines: the same bits for any workers, batches and threads", "[workers][unit]") {
  const Index n = 400;
  Matrix x(n, 2);
  x.col(0).setLinSpaced(-1, 1e9);
  x.col(1).setZero();
  x(10, 1) = trouble("killed");
  x(200, 1) = trouble("error");
  x(350, 1) = trouble("exit");
  const Outcome first = outcome_of(trouble_script({}, 1, 1), x);
  for (const auto& [workers, batch] :
       std::vector<std::pair<Index, Index>>{{1, 64}, {2, 7}, {3, 1024}, {3, 1}, {2, 0}}) {
    INFO(workers << " workers, batches of " << batch);
    const Outcome found = outcome_of(trouble_script({}, workers, batch), x);
    CHECK(same_bits(found.y, first.y));
    CHECK(found.status == first.status);
    CHECK(found.messages == first.messages);
  }
}

TEST_CASE("lines: 120 inputs with long names of any letters arrive unchanged", "[workers][unit]") {
  std::vector<InputVariable> in;
  Matrix x(3, 120);
  for (Index j = 0; j < 120; ++j) {
    in.push_back({.name = "größe der " + std::string(100, 'x') +
                          " \xe6\x95\xb0 \"\\\xf0\x9f\x9a\x80" + std::to_string(j)});
    x(0, j) =
        std::vector<double>{1e-300, 4.9e-324, 123456789.123456789}[static_cast<std::size_t>(j % 3)];
    x(1, j) = -x(0, j);
    x(2, j) = j % 2 == 0 ? -0.0 : std::nextafter(1.0, 2.0) * static_cast<double>(j);
  }
  std::vector<OutputVariable> out;
  for (Index j = 0; j < 120; ++j) {
    out.push_back({.name = in[static_cast<std::size_t>(j)].name});
  }
  // It answers with what it was sent, by name.
  const uq::Model echo =
      command({"/usr/bin/python3",
               "-c",
               "import json, sys\nfor line in sys.stdin:\n  r = json.loads(line)\n"
               "  print(json.dumps({'outputs': r['inputs'], 'id': r['id']}), flush=True)"},
              in,
              out);
  const Outcome found = outcome_of(echo, x);
  CHECK(std::count(found.status.begin(), found.status.end(), RowStatus::ok) == 3);
  CHECK(same_bits(found.y, x));
}
