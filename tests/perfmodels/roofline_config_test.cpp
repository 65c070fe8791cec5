#include "tests/perfmodels/roofline_support.hpp"
#include "tests/support/catch.hpp"

using namespace uq;
using namespace uq::perfmodels;

namespace {

ConfigError error_of(const Config& config) {
  try {
    roofline_llm(config);
  } catch (const ConfigError& error) {
    return error;
  }
  FAIL("no error");
  return {"", ""};
}

std::vector<std::string> input_names(const Config& config) {
  const Model model = roofline_llm(config);
  std::vector<std::string> names;
  for (const InputVariable& input : model.inputs()) {
    names.push_back(input.name);
  }
  return names;
}

}  // namespace

TEST_CASE("roofline_llm: a wrong configuration names key and remedy", "[roofline][unit]") {
  using Text = std::string;
  struct Case {
    Config config;
    const char* key;
    const char* message;
    const char* hint;
  };
  const Case cases[] = {
      {{{"gpus", Text("H100-SXM")}},
       "gpus",
       "model roofline_llm has no configuration key `gpus`",
       "known keys: gpu, model, tp, phase, efficiency, conventions, elementwise_kernels, "
       "check_memory"},
      {{{"gpu", Text("H100")}},
       "gpu",
       "model roofline_llm knows no gpu `H100`",
       "known: A100-SXM, H100-SXM, H200-SXM, B200, MI300X"},
      {{{"model", Text("llama4")}},
       "model",
       "model roofline_llm knows no model `llama4`",
       "known: llama2-7b, llama2-13b, llama2-70b, llama3-8b, llama3-70b, llama3-405b, gpt3-175b"},
      {{{"phase", Text("train")}},
       "phase",
       "model roofline_llm knows no phase `train`",
       "known: decode, prefill, request"},
      {{{"efficiency", Text("double")}},
       "efficiency",
       "model roofline_llm knows no efficiency `double`",
       "known: single, by_size"},
      {{{"conventions", Text("vllm")}},
       "conventions",
       "model roofline_llm knows no conventions `vllm`",
       "known: standard, genz"},
      {{{"tp", std::int64_t{3}}},
       "tp",
       "tp = 3 does not divide the 64 attention heads of llama2-70b",
       "use 1, 2, 4 or another divisor of 64"},
      {{{"tp", std::int64_t{0}}},
       "tp",
       "tp = 0 does not divide the 64 attention heads of llama2-70b",
       "use 1, 2, 4 or another divisor of 64"},
      {{{"tp", 8.0}}, "tp", "`tp` of model roofline_llm must be an integer", ""},
      {{{"check_memory", std::int64_t{1}}},
       "check_memory",
       "`check_memory` of model roofline_llm must be true or false",
       ""},
      {{{"elementwise_kernels", std::int64_t{-1}}},
       "elementwise_kernels",
       "elementwise_kernels = -1 is negative",
       "0 means all are fused away"},
      {{{"conventions", Text("genz")}, {"elementwise_kernels", std::int64_t{2}}},
       "elementwise_kernels",
       "conventions `genz` has no elementwise kernels, the key would have no effect",
       "leave it out"},
      {{{"conventions", Text("genz")}, {"efficiency", Text("by_size")}},
       "efficiency",
       "conventions `genz` has one efficiency per resource",
       "leave out efficiency = \"by_size\" or conventions = \"genz\""},
  };
  for (const Case& c : cases) {
    const ConfigError error = error_of(c.config);
    CHECK(error.key == c.key);
    CHECK(error.what() == std::string(c.message));
    CHECK(error.hint == c.hint);
  }
}

TEST_CASE("roofline_llm: inputs are those of the configured phase", "[roofline][unit]") {
  CHECK(input_names({}) == std::vector<std::string>{"eta_compute",
                                                    "eta_memory",
                                                    "eta_network",
                                                    "peak_flops",
                                                    "hbm_bw",
                                                    "link_bw",
                                                    "allreduce_latency",
                                                    "kernel_overhead",
                                                    "batch",
                                                    "context_tokens",
                                                    "hbm_capacity",
                                                    "gpu_power",
                                                    "pue",
                                                    "gpu_price",
                                                    "electricity_price"});
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto prefill = input_names({{"phase", std::string("prefill")}});
  CHECK(has(prefill, "prompt_tokens"));
  CHECK(!has(prefill, "context_tokens"));
  CHECK(!has(prefill, "output_tokens"));
  const auto request = input_names({{"phase", std::string("request")}});
  CHECK(has(request, "output_tokens"));
  const auto genz = input_names({{"conventions", std::string("genz")}});
  CHECK(has(genz, "hop_latency"));
  CHECK(!has(genz, "kernel_overhead"));
  const auto by_size = input_names({{"efficiency", std::string("by_size")}});
  CHECK(has(by_size, "eta_memory_small"));
  CHECK(!has(by_size, "eta_memory"));
}

TEST_CASE("roofline_llm: variables say what they are", "[roofline][unit]") {
  struct Nominals {
    const char* gpu;
    double peak, bandwidth, capacity, link, power;
  };
  const Nominals table[] = {{"A100-SXM", 312e12, 2.039e12, 80e9, 300e9, 400},
                            {"H100-SXM", 989.4e12, 3.35e12, 80e9, 450e9, 700},
                            {"H200-SXM", 989.4e12, 4.8e12, 141e9, 450e9, 700},
                            {"B200", 2250e12, 8e12, 180e9, 900e9, 1000},
                            {"MI300X", 1307.4e12, 5.3e12, 192e9, 448e9, 750}};
  for (const Nominals& gpu : table) {
    const Model model = roofline_llm({{"gpu", std::string(gpu.gpu)}});
    const auto nominal = [&](const char* name) {
      return model.inputs()[static_cast<std::size_t>(test::input_index(model, name))].nominal;
    };
    CHECK(nominal("peak_flops") == gpu.peak);
    CHECK(nominal("hbm_bw") == gpu.bandwidth);
    CHECK(nominal("hbm_capacity") == gpu.capacity);
    CHECK(nominal("link_bw") == gpu.link);
    CHECK(nominal("gpu_power") == gpu.power);
  }
  const Model model = roofline_llm({{"phase", std::string("request")}});
  const OutputVariable& stage =
      model.outputs()[static_cast<std::size_t>(test::output_index(model, "stage_comm"))];
  CHECK(stage.role == OutputRole::stage);
  CHECK(model.outputs()[static_cast<std::size_t>(stage.parent)].name == "e2e");
  const OutputVariable& regime = model.outputs().back();
  CHECK(regime.kind == OutputKind::categorical);
  CHECK(regime.role == OutputRole::regime);
  CHECK(regime.categories == std::vector<std::string>{"compute", "memory", "network", "overhead"});
  for (const InputVariable& input : model.inputs()) {
    CAPTURE(input.name);
    CHECK(input.nominal >= input.lower);
    CHECK(input.nominal <= input.upper);
    CHECK(!input.doc.empty());
  }
  CHECK(roofline_llm({{"tp", std::int64_t{4}}}).id() ==
        "roofline_llm(gpu=H100-SXM, model=llama2-70b, tp=4, phase=decode, efficiency=single, "
        "conventions=standard, elementwise_kernels=6, check_memory=true)");
}
