#include "tests/studies/invariance.hpp"

#include "tests/support/catch.hpp"

#include <fmt/format.h>

namespace uq::test {

const Model& formulas() {
  static const Model model{R"(format = 1
seed = 6
[model.expression]
y = "a * exp(b) + max(b, c)^2"
z = "floor(4 * c) + sin(a) "
[inputs]
a = { dist = "exponential", mean = 1 }
b = { dist = "normal", mean = 0, sd = 0.5, nominal = 0.1 }
c = { dist = "triangular", lo = 0, mode = 0.3, hi = 1 }
)",
                           "a",
                           "b",
                           "c"};
  return model;
}

const Model& roofline() {
  static const Model model{R"(format = 1
seed = 5
[model]
builtin = "roofline_llm"
outputs = ["tpot", "throughput"]
[inputs]
eta_compute = { dist = "truncnormal", mean = 0.583, sd = 0.100, lo = 0.30, hi = 0.80 }
eta_memory = { dist = "truncnormal", mean = 0.840, sd = 0.044, lo = 0.70, hi = 0.97 }
hbm_bw = { dist = "uniform", lo = "3.25 TB/s", hi = "3.35 TB/s" }
allreduce_latency = { dist = "lognormal", median = "32 us", gsd = 1.2 }
context_tokens = { dist = "loguniform", lo = 16, hi = 4096 }
batch = { dist = "choice", values = [1, 16, 64, 256] }
)",
                           "eta_memory",
                           "hbm_bw",
                           "batch"};
  return model;
}

std::vector<NamedAnalysis> every_method(const Model& model) {
  const std::string groups =
      fmt::format("groups = {{ pair = [\"{}\", \"{}\"] }}\n", model.first, model.second);
  const std::string swept = fmt::format(
      "sweep = {{ {} = [{}] }}\n", model.third, model.third == "c" ? "0.2, 0.6" : "1, 64");
  std::vector<NamedAnalysis> all{
      {"step", "method = \"oat\"\npoints = 5\n"},
      {"tails", "method = \"oat\"\nquantiles = [0.1, 0.9]\nkinks = false\n"},
      {"grid", "method = \"morris\"\ntrajectories = 24\n"},
      {"radial", "method = \"morris\"\nvariant = \"radial\"\ntrajectories = 24\n"},
      {"together", "method = \"morris\"\ntrajectories = 24\n" + groups},
      {"spread", "method = \"morris\"\ntrajectories = 6\noptimal = { from = 40 }\n"},
      {"pairs", "method = \"sobol\"\nn = 256\nsecond_order = true\nci = \"bootstrap\"\n"},
      {"corrected", "method = \"sobol\"\nn = 256\nsecond_order = true\nci = \"bca\"\n"},
      {"delta", "method = \"sobol\"\nn = 256\nci = \"asymptotic\"\nestimator_first = \"owen\"\n"},
      {"replicated", "method = \"sobol\"\nn = 512\nci = \"replicates\"\n"},
      {"stopped",
       "method = \"sobol\"\nn = 64\nci = \"bootstrap\"\n"
       "stop = { ci_width = 1e-6, max_evaluations = 4000 }\n"},
      {"settings", "method = \"sobol\"\nn = 128\nci = \"bootstrap\"\n" + swept},
      {"closed", "method = \"sobol\"\nn = 256\nci = \"bootstrap\"\n" + groups},
      {"drawn", "method = \"propagate\"\nn = 1500\n"},
      {"bands", "method = \"propagate\"\nsampler = \"sobol\"\nn = 1024\n" + swept},
      {"given", "method = \"given_data\"\ndata = \"drawn\"\n"},
      {"binned", "method = \"given_data\"\ndata = \"drawn\"\nestimator = \"binned\"\n"}};
  for (NamedAnalysis& one : all) {
    const bool resamples = one.text.find("\"bootstrap\"") != std::string::npos ||
                           one.text.find("\"bca\"") != std::string::npos ||
                           one.text.find("\"morris\"") != std::string::npos;
    one.text = "[[analysis]]\nname = \"" + one.name + "\"\n" + one.text +
               (resamples ? "resamples = 200\n" : "");
  }
  return all;
}

std::string joined(const std::vector<NamedAnalysis>& analyses) {
  std::string text;
  for (const NamedAnalysis& one : analyses) {
    text += one.text;
  }
  return text;
}

std::string run_study(const TemporaryFolder& folder,
                      const std::string& text,
                      std::vector<std::string> options,
                      int code) {
  folder.write("s.toml", text);
  options.insert(options.begin(), {"run", "s.toml", "--quiet", "-o", "s.h5", "--force"});
  const ProcessResult result = run_uq(folder.path(), options);
  INFO(text << result.err);
  REQUIRE(result.code == code);
  return "s.h5";
}

Shown shown_study(const TemporaryFolder& folder, const std::string& text, int code) {
  return {folder.path(), run_study(folder, text, {}, code)};
}

}  // namespace uq::test
