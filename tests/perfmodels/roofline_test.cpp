#include "tests/perfmodels/roofline_support.hpp"
#include "tests/support/catch.hpp"

#include <random>

using namespace uq;
using namespace uq::perfmodels;
using test::evaluate_rows;
using test::input_index;
using test::output_index;
using test::row_of;

namespace {

const std::vector<std::string> stages{"stage_qkv",
                                      "stage_attention",
                                      "stage_out_proj",
                                      "stage_ffn",
                                      "stage_head",
                                      "stage_comm",
                                      "stage_overhead"};
const std::vector<std::string> resources{
    "time_compute", "time_memory", "time_network", "time_overhead"};

double sum_of(const Model& model,
              const Matrix& y,
              Index row,
              const std::vector<std::string>& names) {
  double sum = 0;
  for (const std::string& name : names) {
    sum += y(row, output_index(model, name));
  }
  return sum;
}

std::vector<Config> every_kind() {
  std::vector<Config> configs;
  for (const char* phase : {"decode", "prefill", "request"}) {
    configs.push_back({{"phase", std::string(phase)}});
    configs.push_back({{"phase", std::string(phase)}, {"efficiency", std::string("by_size")}});
    configs.push_back({{"phase", std::string(phase)}, {"conventions", std::string("genz")}});
    configs.push_back({{"phase", std::string(phase)},
                       {"model", std::string("llama3-8b")},
                       {"tp", std::int64_t{1}}});
  }
  for (Config& config : configs) {
    config["check_memory"] = false;
  }
  return configs;
}

// Rows around the nominal point over ranges that cross every regime; fixed seed.
Matrix spread_rows(const Model& model, Index rows) {
  std::mt19937_64 bits(20240917);
  const Matrix nominal = test::nominal_row(model);
  Matrix x(rows, nominal.cols());
  for (Index i = 0; i < rows; ++i) {
    for (Index k = 0; k < x.cols(); ++k) {
      const InputVariable& input = model.inputs()[static_cast<std::size_t>(k)];
      const double u = static_cast<double>(bits() >> 11) * 0x1p-53;
      const bool count = input.lower == 1 && input.name != "pue";
      const double value = count ? std::exp(u * std::log(4000.0)) : nominal(0, k) * (0.5 + u);
      x(i, k) = std::min(std::max(value, input.lower), input.upper);
    }
  }
  return x;
}

}  // namespace

TEST_CASE("roofline_llm: every output of every reference point", "[roofline][reference]") {
  const nlohmann::json file = test::reference("roofline_llm.json");
  REQUIRE(file["cases"].size() == 12);
  for (const auto& record : file["cases"]) {
    CAPTURE(record["id"]);
    const Model model = roofline_llm(test::config_of(record["config"]));
    REQUIRE(model.inputs().size() == record["inputs"].size());
    const Matrix x = row_of(model, record["inputs"].get<std::map<std::string, double>>());
    const auto result = evaluate_rows(model, x);
    if (record["status"] == "infeasible") {
      CHECK(result.status[0] == RowStatus::infeasible);
      CHECK(result.y.array().isNaN().all());
      CHECK(result.messages.at(0) == "memory 111.930769408 GB per GPU exceeds hbm_capacity 80 GB");
      CHECK(record["memory"] == 111930769408.0);
      continue;
    }
    CHECK(result.status[0] == RowStatus::ok);
    REQUIRE(model.outputs().size() == record["outputs"].size());
    for (const auto& [name, expected] : record["outputs"].items()) {
      CAPTURE(name);
      const Index column = output_index(model, name);
      const double got = result.y(0, column);
      if (name == "regime") {
        const auto& categories = model.outputs()[static_cast<std::size_t>(column)].categories;
        CHECK(categories.at(static_cast<std::size_t>(got)) == expected);
      } else {
        CHECK(std::abs(got - expected.get<double>()) <= 1e-12 * std::abs(expected.get<double>()));
      }
    }
  }
}

TEST_CASE("roofline_llm: elasticities are shares of the total and sum to -1",
          "[roofline][reference]") {
  const nlohmann::json file = test::reference("roofline_llm.json");
  std::size_t checked = 0;
  for (const auto& record : file["cases"]) {
    if (!record.contains("elasticities")) {
      continue;
    }
    CAPTURE(record["id"]);
    const Model model = roofline_llm(test::config_of(record["config"]));
    const Matrix x = row_of(model, record["inputs"].get<std::map<std::string, double>>());
    const Matrix y = evaluate_rows(model, x).y;
    const auto e = [&](const std::string& input) {
      return test::elasticity(model, x, input_index(model, input), 0);
    };
    for (const auto& [name, expected] : record["elasticities"].items()) {
      CAPTURE(name);
      CHECK(e(name) == Approx(expected.get<double>()).margin(2e-8));
    }
    const auto share = [&](const char* name) { return y(0, output_index(model, name)) / y(0, 0); };
    CHECK(e("eta_compute") == Approx(-share("time_compute")).margin(2e-8));
    CHECK(e("peak_flops") == Approx(-share("time_compute")).margin(2e-8));
    CHECK(e("eta_memory") == Approx(-share("time_memory")).margin(2e-8));
    CHECK(e("hbm_bw") == Approx(-share("time_memory")).margin(2e-8));
    CHECK(e("link_bw") == Approx(e("eta_network")).margin(2e-8));
    CHECK(e("kernel_overhead") == Approx(share("time_overhead")).margin(2e-8));
    CHECK(e("eta_compute") + e("eta_memory") + e("eta_network") - e("allreduce_latency") -
              e("kernel_overhead") ==
          Approx(-1).margin(5e-8));
    ++checked;
  }
  CHECK(checked == 7);
}

TEST_CASE("roofline_llm: genz conventions give every printed digit", "[roofline][reference]") {
  struct Row {
    const char* model;
    std::int64_t tp;
    const char* phase;
    double batch, tokens;
    double ms, compute, memory, network;
    double digit;  // half a unit of the last digit printed for the elasticities
  };
  // GenZ-LLM-Analyzer (arXiv 2406.01698) at commit 091bdd0; P 989e12, 3.4 TB/s, 450 GB/s, hops of
  // 1.9 us, efficiencies .6/.7/.75.
  const Row table[] = {
      {"llama2-7b", 1, "prefill", 1, 128, 5.54906, 0, -1, 0, 0},
      {"llama2-7b", 1, "prefill", 1, 192, 5.69058, 0, -1, 0, 0},
      {"llama2-7b", 1, "prefill", 1, 256, 5.94819, -.8995, -.1005, 0, 5e-5},
      {"llama2-7b", 1, "prefill", 1, 512, 11.91713, -.9757, -.0243, 0, 5e-5},
      {"llama2-7b", 1, "prefill", 1, 2048, 50.21652, -1, 0, 0, 0},
      {"llama2-7b", 1, "decode", 1, 512, 5.27643, 0, -1, 0, 0},
      {"llama2-7b", 1, "decode", 128, 512, 18.68449, 0, -1, 0, 0},
      {"llama2-7b", 1, "decode", 256, 512, 32.64111, -.1746, -.8254, 0, 5e-5},
      {"llama2-70b", 8, "prefill", 1, 2048, 95.04203, -.6506, 0, -.3494, 5e-5},
      {"llama2-70b", 8, "decode", 1, 512, 13.50950, 0, -.4982, -.5018, 5e-5},
      {"llama2-70b", 8, "decode", 128, 512, 16.26447, 0, -.4832, -.5168, 5e-5},
      {"llama2-70b", 8, "decode", 256, 512, 19.58880, -.3783, -.1088, -.5128, 5e-5},
      {"llama2-70b", 8, "decode", 512, 512, 32.41187, -.4573, -.1315, -.4112, 5e-5},
  };
  for (const Row& row : table) {
    CAPTURE(row.model, row.phase, row.batch, row.tokens);
    const Model model = roofline_llm({{"model", std::string(row.model)},
                                      {"tp", row.tp},
                                      {"phase", std::string(row.phase)},
                                      {"conventions", std::string("genz")},
                                      {"check_memory", false}});
    const bool decode = std::string(row.phase) == "decode";
    const Matrix x = row_of(model,
                            {{"peak_flops", 989e12},
                             {"hbm_bw", 3.4e12},
                             {"link_bw", 450e9},
                             {"hop_latency", 1.9e-6},
                             {"onchip_bw", 18e12},
                             {"eta_compute", .6},
                             {"eta_memory", .7},
                             {"eta_network", .75},
                             {"batch", row.batch},
                             {decode ? "context_tokens" : "prompt_tokens", row.tokens}});
    const Matrix y = evaluate_rows(model, x).y;
    CHECK(std::abs(y(0, 0) * 1e3 - row.ms) <= 5e-6);
    const auto share = [&](const char* name) { return -y(0, output_index(model, name)) / y(0, 0); };
    const double slack = row.digit + 1e-12;
    CHECK(std::abs(share("time_compute") - row.compute) <= slack);
    CHECK(std::abs(share("time_memory") - row.memory) <= slack);
    CHECK(std::abs(share("time_network") - row.network) <= slack);
    double sum = 0;
    for (const char* eta : {"eta_compute", "eta_memory", "eta_network"}) {
      sum += test::elasticity(model, x, input_index(model, eta), 0);
    }
    CHECK(sum == Approx(-1).margin(5e-8));
  }
}

TEST_CASE("roofline_llm: published parameter counts", "[roofline][reference]") {
  const std::pair<const char*, double> counts[] = {
      {"llama2-7b", 6738149376},
      {"llama2-13b", 13015449600},
      {"llama2-70b", 68975329280},
      {"llama3-8b", 8029995008},
      {"llama3-70b", 70552387584},
      {"llama3-405b", 405849243648},
      {"gpt3-175b", 174563733504},
  };
  for (const auto& [name, parameters] : counts) {
    CAPTURE(name);
    const Model model = roofline_llm(
        {{"model", std::string(name)}, {"tp", std::int64_t{1}}, {"check_memory", false}});
    const Matrix y = evaluate_rows(model, test::nominal_row(model)).y;
    CHECK(y(0, output_index(model, "weights")) == 2 * parameters);
  }
  // Touvron et al. (2023) print 68,976,648,192 for 70B; norms are 161 vectors of the hidden size.
  CHECK(68975329280 + 161 * 8192 == 68976648192);
}

TEST_CASE("roofline_llm: stages and resources both sum to the total", "[roofline][property]") {
  for (const Config& config : every_kind()) {
    const Model model = roofline_llm(config);
    CAPTURE(model.id());
    const Index total =
        model.outputs()[static_cast<std::size_t>(output_index(model, "stage_qkv"))].parent;
    const auto result = evaluate_rows(model, spread_rows(model, 300));
    for (Index i = 0; i < 300; ++i) {
      REQUIRE(result.status[static_cast<std::size_t>(i)] == RowStatus::ok);
      const double whole = result.y(i, total);
      CHECK(sum_of(model, result.y, i, stages) == Approx(whole).epsilon(1e-14));
      CHECK(sum_of(model, result.y, i, resources) == Approx(whole).epsilon(1e-14));
      double largest = -1;
      double regime = -1;
      for (std::size_t k = 0; k < 4; ++k) {
        const double time = result.y(i, output_index(model, resources[k]));
        regime = time > largest ? static_cast<double>(k) : regime;
        largest = std::max(largest, time);
      }
      CHECK(result.y(i, output_index(model, "regime")) == regime);
    }
  }
}

TEST_CASE("roofline_llm: doubling all rates and halving all latencies halves every time",
          "[roofline][property]") {
  // Factors of 2 are exact, so the bits agree. genz has a fixed start of 5 us and is left out.
  for (const Config& config : every_kind()) {
    if (config.contains("conventions")) {
      continue;
    }
    const Model model = roofline_llm(config);
    CAPTURE(model.id());
    const Matrix x = spread_rows(model, 100);
    Matrix faster = x;
    for (const char* rate : {"peak_flops", "hbm_bw", "link_bw"}) {
      faster.col(input_index(model, rate)) *= 2;
    }
    for (const char* latency : {"allreduce_latency", "kernel_overhead"}) {
      faster.col(input_index(model, latency)) /= 2;
    }
    const Matrix y = evaluate_rows(model, x).y;
    const Matrix z = evaluate_rows(model, faster).y;
    for (Index k = 0; k < y.cols(); ++k) {
      const OutputVariable& output = model.outputs()[static_cast<std::size_t>(k)];
      CAPTURE(output.name);
      const double factor = output.unit == "s" || output.unit == "J" || output.unit == "$" ? 0.5
                            : output.unit == "tokens/s"                                    ? 2
                                                                                           : 1;
      CHECK(z.col(k) == y.col(k) * factor);
    }
  }
}

TEST_CASE("roofline_llm: a request is one prefill and o - 1 mean decode steps",
          "[roofline][property]") {
  const Model request = roofline_llm({{"phase", std::string("request")}});
  const Model prefill = roofline_llm({{"phase", std::string("prefill")}});
  const Model decode = roofline_llm({});
  const double s = 900, o = 301, b = 5;
  const Matrix whole =
      evaluate_rows(request,
                    row_of(request, {{"batch", b}, {"prompt_tokens", s}, {"output_tokens", o}}))
          .y;
  const Matrix first =
      evaluate_rows(prefill, row_of(prefill, {{"batch", b}, {"prompt_tokens", s}})).y;
  const Matrix step =
      evaluate_rows(decode, row_of(decode, {{"batch", b}, {"context_tokens", s + o / 2}})).y;
  CHECK(whole(0, 0) == first(0, 0));
  CHECK(whole(0, 1) == step(0, 0));
  for (const std::string& name : stages) {
    CHECK(whole(0, output_index(request, name)) ==
          first(0, output_index(prefill, name)) + (o - 1) * step(0, output_index(decode, name)));
  }
}

TEST_CASE("roofline_llm: any split into batches gives the same bits", "[roofline][property]") {
  for (const Config& config : every_kind()) {
    const Model model = roofline_llm(config);
    CAPTURE(model.id());
    const Index rows = 1031;  // prime: chunks and vectors end unevenly
    const Matrix x = spread_rows(model, rows);
    const Matrix whole = evaluate_rows(model, x).y;
    for (const Index size : {Index{1}, Index{3}, Index{128}, Index{500}}) {
      for (Index first = 0; first < rows; first += size) {
        const Index count = std::min(size, rows - first);
        const Matrix part = evaluate_rows(model, Matrix(x.middleRows(first, count))).y;
        REQUIRE(part == whole.middleRows(first, count));
      }
    }
  }
}

TEST_CASE("roofline_llm: a value out of bounds spoils its row only, by name", "[roofline][unit]") {
  const Model model = roofline_llm({});
  const double infinity = std::numeric_limits<double>::infinity();
  struct Bad {
    const char* input;
    double value;
    const char* message;
  };
  const Bad bads[] = {
      {"eta_compute", 1.25, "eta_compute = 1.25 must be > 0 and <= 1"},
      {"eta_memory", 0, "eta_memory = 0 must be > 0 and <= 1"},
      {"eta_network", -0.5, "eta_network = -0.5 must be > 0 and <= 1"},
      {"batch", 0.5, "batch = 0.5 must be >= 1"},
      {"context_tokens", 0, "context_tokens = 0 must be >= 1"},
      {"pue", 0.9, "pue = 0.9 must be >= 1"},
      {"kernel_overhead", -1e-9, "kernel_overhead = -1e-09 must be >= 0"},
      {"hbm_bw", -infinity, "hbm_bw = -inf must be > 0"},
      {"gpu_price", std::numeric_limits<double>::quiet_NaN(), "gpu_price = nan must be >= 0"},
  };
  Matrix x = test::nominal_row(model).replicate(300, 1);
  const auto good = evaluate_rows(model, x);
  CHECK(good.messages.empty());
  Index row = 7;
  for (const Bad& bad : bads) {
    x(row, input_index(model, bad.input)) = bad.value;
    row += 31;
  }
  const auto result = evaluate_rows(model, x);
  REQUIRE(result.messages.size() == std::size(bads));
  row = 7;
  for (const Bad& bad : bads) {
    CAPTURE(bad.input);
    CHECK(result.status[static_cast<std::size_t>(row)] == RowStatus::exception);
    CHECK(result.messages.at(row) == bad.message);
    CHECK(result.y.row(row).array().isNaN().all());
    CHECK(result.y.row(row + 1) == good.y.row(row + 1));
    row += 31;
  }
}

TEST_CASE("roofline_llm: memory is infeasible strictly beyond the capacity", "[roofline][unit]") {
  const Model model = roofline_llm({});
  const double memory =
      evaluate_rows(model, test::nominal_row(model)).y(0, output_index(model, "memory"));
  const auto status = [&](const Model& m, double capacity) {
    return evaluate_rows(m, row_of(m, {{"hbm_capacity", capacity}})).status[0];
  };
  CHECK(status(model, memory) == RowStatus::ok);
  CHECK(status(model, memory - 1) == RowStatus::infeasible);
  CHECK(status(model, std::numeric_limits<double>::infinity()) == RowStatus::ok);
  CHECK(status(roofline_llm({{"check_memory", false}}), memory - 1) == RowStatus::ok);
}

TEST_CASE("roofline_llm: ties of the regime go to the first resource", "[roofline][unit]") {
  // No launch overhead and one GPU: network and overhead are both zero, memory is the largest; with
  // everything infinitely fast all are zero.
  const double infinity = std::numeric_limits<double>::infinity();
  const Model model = roofline_llm({{"tp", std::int64_t{1}}, {"model", std::string("llama2-7b")}});
  const auto result = evaluate_rows(
      model,
      row_of(model, {{"peak_flops", infinity}, {"hbm_bw", infinity}, {"kernel_overhead", 0}}));
  CHECK(result.y(0, 0) == 0);
  CHECK(result.y(0, output_index(model, "regime")) == 0);
}
