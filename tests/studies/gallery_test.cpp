// The studies of studies/gallery as a reader runs them, against what is known of their answers.

#include "tests/studies/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/process.hpp"
#include "tests/support/statistics.hpp"
#include "uq/propagation/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

using uq::test::Labels;
using uq::test::ProcessResult;
using uq::test::run_uq;
using uq::test::Shown;
using uq::test::TemporaryFolder;

namespace {

std::string gallery() {
  return uq::test::source_dir() + "/studies/gallery/";
}

/// Runs a copy of a gallery study in the folder (results lie beside their study) and reads it.
Shown run_gallery(const TemporaryFolder& folder, const std::string& name) {
  std::filesystem::copy_file(gallery() + name + ".toml", folder.path() + "/" + name + ".toml");
  const ProcessResult result = run_uq(folder.path(), {"run", name + ".toml"});
  INFO(result.err);
  REQUIRE(result.code == 0);
  CHECK(result.out.find("complete") != std::string::npos);
  CHECK(result.out.find("relative ranking only") != std::string::npos);
  return {folder.path(), name + ".h5"};
}

/// Counts how many exact values lie in their 95 % interval, and checks that none lies so far
/// outside that the suite's budget of false alarms rules it out.
class Truths {
 public:
  explicit Truths(const Shown& shown) : shown_(shown) {}

  /// @param tolerance how far `exact` itself may be off.
  void check(const std::string& analysis,
             const std::string& variable,
             const Labels& at,
             double exact,
             double tolerance) {
    using uq::propagation::student_t_quantile;
    const auto [lower, upper] = shown_.interval(analysis, variable, at);
    CAPTURE(analysis, variable, at, exact, lower, upper);
    const double false_alarm = uq::test::suite_false_alarms / uq::test::statistical_checks;
    // Eight replicates, seven degrees of freedom; more than enough for the other intervals.
    const double widen = student_t_quantile(1 - false_alarm / 2, 7) / student_t_quantile(0.975, 7);
    const double half = (upper - lower) / 2;
    CHECK(std::abs((lower + upper) / 2 - exact) <= widen * half + tolerance);
    held_ += lower - tolerance <= exact && exact <= upper + tolerance ? 1 : 0;
    ++seen_;
  }

  double share() const { return static_cast<double>(held_) / seen_; }

 private:
  const Shown& shown_;
  int held_ = 0;
  int seen_ = 0;
};

}  // namespace

TEST_CASE("gallery: every study is sound and tested here", "[gallery][unit]") {
  std::set<std::string> studies;
  for (const auto& entry : std::filesystem::directory_iterator(gallery())) {
    if (entry.path().extension() != ".toml") {
      continue;  // a reader's own results
    }
    studies.insert(entry.path().filename().string());
    const TemporaryFolder folder;
    const ProcessResult checked = run_uq(folder.path(), {"check", entry.path().string()});
    INFO(entry.path() << checked.err);
    CHECK(checked.code == 0);
  }
  CHECK(studies == std::set<std::string>{"batch_gpus_and_models.toml",
                                         "batches_and_contexts.toml",
                                         "borehole_surrogate.toml",
                                         "cycle_brute_force.toml",
                                         "cycle_surrogate.toml",
                                         "decode_efficiencies.toml",
                                         "decode_steps.toml",
                                         "ishigami.toml",
                                         "llama2_70b_chain.toml",
                                         "llama2_70b_h100_decode.toml",
                                         "llama2_70b_screen.toml",
                                         "oat_llama2_70b.toml",
                                         "roofline_fork.toml",
                                         "screened_g_function.toml",
                                         "screening_design.toml",
                                         "serving_queue.toml"});
}

TEST_CASE("gallery: the screened G function keeps what carries its variance",
          "[gallery][statistical]") {
  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "screened_g_function");
  const auto& attributes = shown.analysis("indices").at("attributes");
  CHECK(attributes.at("kept") == nlohmann::json{"x1", "x2", "x3", "x4"});
  CHECK(attributes.at("accepted") == nlohmann::json{"true", "true", "true"});
  // Variances 1 / (3 (1 + a)^2) of the factors; those of x5 … x8 are 1e-4 / 3 (known.md).
  const std::vector<double> part{1.0 / 3, 1.0 / 12, 1.0 / 90.75, 1.0 / 300};
  double kept = 1;
  for (const double v : part) {
    kept *= 1 + v;
  }
  const double small = 1e-4 / 3;
  const double variance = kept * std::pow(1 + small, 4) - 1;
  Truths truths(shown);
  for (std::size_t i = 0; i < part.size(); ++i) {
    const Labels at{{"output", "y"}, {"input", "x" + std::to_string(i + 1)}};
    truths.check("indices", "S1", at, part[i] / (kept - 1), 0);
    truths.check("indices", "ST", at, part[i] / (1 + part[i]) * kept / (kept - 1), 0);
  }
  CHECK(truths.share() >= 0.75);
  // Each of the four dropped has ST = v (1 + V) / (1 + v) / V; the four interact hardly at all.
  const double lost = 4 * small * (1 + variance) / (1 + small) / variance;
  CHECK(shown.value("indices", "dropped_share", {{"output", "y"}}) == Approx(lost).epsilon(0.2));
  CHECK(shown.value("indices", "dropped_share_upper", {{"output", "y"}}) > lost);
}

TEST_CASE("gallery: 128 runs of the borehole tell what 41,000 do", "[gallery][statistical]") {
  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "borehole_surrogate");
  CHECK(shown.value("emulator", "q2", {{"output", "flow"}}) > 0.99);
  CHECK(shown.analysis("indices").at("attributes").at("evaluations") == 0);
  CHECK(shown.analysis("band").at("attributes").at("predictions") == 10000);
  for (const std::string& input : shown.labels("indices", "input")) {
    for (const char* name : {"S1", "ST"}) {
      const Labels at{{"output", "flow"}, {"input", input}};
      CAPTURE(input, name);
      // The indices of the model err by less than 0.005 at this size; see their own intervals.
      CHECK(shown.value("indices", name, at) ==
            Approx(shown.value("model_indices", name, at)).margin(0.015));
    }
  }
  for (const char* p : {"0.05", "0.5", "0.95"}) {
    const Labels at{{"output", "flow"}, {"probability", p}};
    CHECK(shown.value("band", "quantile", at) ==
          Approx(shown.value("model_band", "quantile", at)).epsilon(0.03));
  }
}

TEST_CASE("gallery: 120 runs of a slow model tell what brute force does",
          "[gallery][statistical]") {
  const TemporaryFolder folder;
  const Shown few = run_gallery(folder, "cycle_surrogate");
  const Shown many = run_gallery(folder, "cycle_brute_force");
  for (const std::string output : {"time", "energy"}) {
    CAPTURE(output);
    CHECK(few.value("emulator", "q2", {{"output", output}}) > 0.99);
    for (const std::string& input : few.labels("drivers", "input")) {
      for (const char* name : {"S1", "ST"}) {
        const Labels at{{"output", output}, {"input", input}};
        CAPTURE(input, name);
        CHECK(few.value("drivers", name, at) ==
              Approx(many.value("drivers", name, at)).margin(0.02));
      }
    }
    for (const char* p : {"0.05", "0.5", "0.95"}) {
      const Labels at{{"output", output}, {"probability", p}};
      CHECK(few.value("band", "quantile", at) ==
            Approx(many.value("band", "quantile", at)).epsilon(0.02));
    }
  }
}

TEST_CASE("gallery: a screen by Morris' method and indices of what it keeps agree",
          "[gallery][statistical]") {
  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "llama2_70b_chain");
  const auto& attributes = shown.analysis("indices").at("attributes");
  CHECK(attributes.at("accepted") == nlohmann::json{"true", "true"});
  CHECK(attributes.at("evaluations").get<int>() ==
        4096 * (2 + static_cast<int>(attributes.at("kept").size())));
  // An input is kept where its effect on some output reaches a twentieth of the largest.
  const auto effect = [&](const std::string& output, const std::string& input) {
    return shown.value("screen", "mu_star", {{"output", output}, {"input", input}});
  };
  std::vector<std::string> kept;
  for (const std::string& input : shown.labels("screen", "input")) {
    bool matters = false;
    for (const std::string& output : shown.labels("screen", "output")) {
      double largest = 0;
      for (const std::string& other : shown.labels("screen", "input")) {
        largest = std::max(largest, effect(output, other));
      }
      matters = matters || effect(output, input) > 0.05 * largest;
    }
    if (matters) {
      kept.push_back(input);
    }
  }
  CHECK(attributes.at("kept") == kept);
  CHECK(shown.labels("indices", "input") == kept);
  // Both methods put the same input first, and the screen says that it bounds nothing.
  for (const char* output : {"tpot", "cost_per_mtok", "energy_per_token"}) {
    for (const std::string& input : kept) {
      CHECK(shown.value("indices", "ST", {{"output", output}, {"input", input}}) <=
            shown.value("indices", "ST", {{"output", output}, {"input", "batch"}}));
      CHECK(effect(output, input) <= effect(output, "batch"));
    }
    CHECK(std::isnan(shown.value("indices", "dropped_share", {{"output", output}})));
  }
}

TEST_CASE("gallery: decode steps tell the clock from the temperature", "[gallery][statistical]") {
  const TemporaryFolder folder;
  std::filesystem::copy_file(gallery() + "decode_steps.csv", folder.path() + "/decode_steps.csv");
  const Shown shown = run_gallery(folder, "decode_steps");
  const auto at = [](const std::string& input) {
    return Labels{{"output", "latency"}, {"input", input}};
  };
  // docs/methods/given_data.md Eq. 16: temperature does nothing, the clock slows nothing down.
  const auto [low, high] = shown.interval("drivers", "PCC", at("temperature"));
  CHECK(low < 0);
  CHECK(high > 0);
  CHECK(shown.interval("drivers", "PCC", at("clock")).second < 0);
  CHECK(shown.interval("drivers", "PCC", at("batch")).first > 0.9);
  CHECK(shown.value("drivers", "rows", {{"output", "latency"}}) == 236);
}

TEST_CASE("gallery: ishigami meets the exact indices", "[gallery][statistical]") {
  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "ishigami");
  Truths truths(shown);
  // Ishigami & Homma (1990), closed form for a = 7, b = 0.1.
  const std::vector<double> first{0.31390519114781146, 0.4424111447900408, 0};
  const std::vector<double> total{0.5575888552099592, 0.4424111447900408, 0.24368366406214773};
  for (std::size_t i = 0; i < 3; ++i) {
    const Labels at{{"output", "y"}, {"input", "x" + std::to_string(i + 1)}};
    truths.check("indices", "S1", at, first[i], 0);
    truths.check("indices", "ST", at, total[i], 0);
    CHECK(shown.value("indices", "S1", at) == Approx(first[i]).margin(0.005));
    CHECK(shown.value("indices", "ST", at) == Approx(total[i]).margin(0.005));
    CHECK(shown.value("indices", "dead", at) == 0);
  }
  truths.check("indices", "mean", {{"output", "y"}}, 3.5, 0);
  truths.check("indices", "variance", {{"output", "y"}}, 13.844587940719256, 0);
  truths.check("law", "mean", {{"output", "y"}}, 3.5, 0);
  truths.check("law", "sd", {{"output", "y"}}, 3.7208316463, 0);
  truths.check("law", "quantile", {{"output", "y"}, {"probability", "0.95"}}, 9.2985, 0.0137);
  CHECK(truths.share() >= 0.75);
}

TEST_CASE("gallery: as many batches and contexts are served as their joint law says",
          "[gallery][statistical]") {
  // P(batch tokens <= 300000), with batch uniform on 32 … 96, ln tokens uniform on [ln 512, ln
  // 8192] and normal scores of correlation r = 2 sin(-pi 0.5 / 6): by the midpoint rule over the
  // score z of the batch, given which the score of the tokens is normal with mean r z and variance
  // 1 - r^2.
  const auto phi = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  const double r = 2 * std::sin(-std::acos(-1.0) * 0.5 / 6);
  constexpr int points = 200000;
  constexpr double reach = 8;
  double fits = 0;
  for (int k = 0; k < points; ++k) {
    const double z = -reach + 2 * reach * (k + 0.5) / points;
    const double batch = 32 + std::floor(65 * phi(z));
    const double share = std::log(300000 / batch / 512) / std::log(8192 / 512.0);
    double lo = -reach, hi = reach;  // the score of the longest context that fits
    for (int step = 0; step < 60 && share < 1; ++step) {
      (phi((lo + hi) / 2) < share ? lo : hi) = (lo + hi) / 2;
    }
    const double below = share < 1 ? phi((lo - r * z) / std::sqrt(1 - r * r)) : 1;
    fits += below * std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0)) * 2 * reach / points;
  }
  // Five stacks need a pin rate of 0.6 TB/s, which the triangular law exceeds with (0.1 / 0.15)^1;
  // six of 0.5 TB/s always have it.
  const double delivered = 0.25 * (0.1 * 0.1 / (0.15 * 0.1)) + 0.75;

  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "batches_and_contexts");
  const nlohmann::json& attributes = shown.analysis("latency").at("attributes");
  const double rate = attributes.at("acceptance");
  const double standard_error = std::sqrt(rate * (1 - rate) / (8192 / rate));  // of random draws
  CHECK(uq::test::within_standard_errors(rate, fits * delivered, standard_error));
  // No device reads its 17.5 GB of weights faster than at 4.2 TB/s and full efficiency.
  CHECK(shown.value("latency", "quantile", {{"output", "tpot"}, {"probability", "0.05"}}) >
        17.5e9 / 4.2e12);
}

TEST_CASE("gallery: the batch of two GPUs and two models has a table over all four",
          "[gallery][unit]") {
  const TemporaryFolder folder;
  for (const std::string name : {"batch_gpus_and_models.toml", "decode_efficiencies.toml"}) {
    std::filesystem::copy_file(gallery() + name, folder.path() + "/" + name);
  }
  const ProcessResult result = run_uq(folder.path(), {"run", "batch_gpus_and_models.toml"});
  INFO(result.err);
  REQUIRE(result.code == 0);
  CHECK(result.out.find("4 studies") == 0);
  CHECK(result.out.find("band: tpot") != std::string::npos);
  const auto median = [&](const std::string& name) {
    const Shown shown(folder.path(), "decode/" + name + ".h5");
    CHECK(shown.attributes().at("hardware") == "8 x " + name.substr(0, 8));
    return shown.value("band", "quantile", {{"output", "tpot"}, {"probability", "0.5"}});
  };
  // The larger model reads more weights, the older GPU reads them more slowly.
  CHECK(median("H100-SXM-llama2-13b") < median("A100-SXM-llama2-13b"));
  CHECK(median("H100-SXM-llama2-70b") < median("A100-SXM-llama2-70b"));
  CHECK(median("A100-SXM-llama2-13b") < median("A100-SXM-llama2-70b"));
}

TEST_CASE("gallery: the roofline fork meets its table", "[gallery][statistical]") {
  struct Row {
    std::string analysis, output, x, y;
    double mean, variance, first_x, first_y, both;
  };
  // Exact inner integrals with 64-point Gauss on the split intervals; printed digits.
  const std::vector<Row> table{
      {"within10",
       "t100_d10",
       "x10",
       "y10",
       1.03688825,
       .002439094148,
       .4078400,
       .4078400,
       .1843200},
      {"within10",
       "t105_d10",
       "x10",
       "y10",
       1.068413314,
       .002820654188,
       .7636949,
       .1198512,
       .1164539},
      {"within10",
       "t110_d10",
       "x10",
       "y10",
       1.108775768,
       .003565712531,
       .9439817,
       .0194972,
       .0365211},
      {"within10", "t120_d10", "x10", "y10", 1.20405223, .004865462439, .9999447, 3.347e-6, 5.2e-5},
      {"within20",
       "t100_d20",
       "x20",
       "y20",
       1.081976622,
       .01101273891,
       .4154461,
       .4154461,
       .1691079},
      {"within20",
       "t120_d20",
       "x20",
       "y20",
       1.228833267,
       .01781553204,
       .9377059,
       .0242200,
       .0380741},
      {"within30",
       "t100_d30",
       "x30",
       "y30",
       1.137505394,
       .02887952706,
       .4229409,
       .4229409,
       .1541182},
      {"within30",
       "t120_d30",
       "x30",
       "y30",
       1.278566679,
       .04111782346,
       .8381617,
       .0846817,
       .0771566}};
  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "roofline_fork");
  Truths truths(shown);
  for (const Row& row : table) {
    const Labels output{{"output", row.output}};
    const Labels x{{"output", row.output}, {"input", row.x}};
    const Labels y{{"output", row.output}, {"input", row.y}};
    const double digits = 1e-6;  // the last printed one of an index
    truths.check(row.analysis, "mean", output, row.mean, 1e-8);
    truths.check(row.analysis, "variance", output, row.variance, 1e-10);
    truths.check(row.analysis, "S1", x, row.first_x, digits);
    truths.check(row.analysis, "S1", y, row.first_y, digits);
    truths.check(row.analysis, "ST", x, row.first_x + row.both, 2 * digits);
    truths.check(row.analysis, "ST", y, row.first_y + row.both, 2 * digits);
    CHECK(shown.value(row.analysis, "mean", output) == Approx(row.mean).epsilon(1e-4));
    CHECK(shown.value(row.analysis, "variance", output) == Approx(row.variance).epsilon(2e-3));
    CHECK(shown.value(row.analysis, "S1", x) == Approx(row.first_x).margin(1e-3));
    CHECK(shown.value(row.analysis, "S1", y) == Approx(row.first_y).margin(1e-3));
  }
  CHECK(truths.share() >= 0.75);
}

TEST_CASE("gallery: the llama study names its dead input, adds up and widens with the batch",
          "[gallery][statistical]") {
  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "llama2_70b_h100_decode");
  CHECK(shown.attributes().at("claim") == "relative-ranking-only");
  CHECK(shown.attributes().at("status") == "complete");
  const ProcessResult text = run_uq(folder.path(), {"show", "llama2_70b_h100_decode.h5"});
  CHECK(text.out.find("dead for `tpot`, changing no bit of it: `eta_compute`") !=
        std::string::npos);

  const std::vector<std::string> inputs = shown.labels("drivers", "input");
  CHECK(inputs.size() == 7);
  for (const std::string output : {"tpot", "throughput"}) {
    double sum = 0;
    for (const std::string& input : inputs) {
      const Labels at{{"output", output}, {"input", input}};
      const bool dead = input == "eta_compute";
      CAPTURE(output, input);
      CHECK(shown.value("drivers", "dead", at) == (dead ? 1 : 0));
      if (dead) {
        CHECK(shown.value("drivers", "ST", at) == 0);
      } else {
        CHECK(shown.value("drivers", "ST", at) > 0);
      }
      sum += shown.value("drivers", "S1", at);
    }
    // tpot is a sum of terms in one or two inputs, throughput nearly linear in it: few
    // interactions.
    CHECK(sum == Approx(1).margin(0.03));
  }
  const auto tpot = [&](const std::string& input) {
    return shown.value("drivers", "ST", {{"output", "tpot"}, {"input", input}});
  };
  CHECK(tpot("context_tokens") > tpot("kernel_overhead"));
  CHECK(tpot("allreduce_latency") > tpot("kernel_overhead"));
  CHECK(tpot("kernel_overhead") > tpot("eta_memory"));
  CHECK(tpot("eta_memory") > tpot("hbm_bw"));
  CHECK(tpot("hbm_bw") > tpot("link_bw"));

  double width_before = 0;
  std::vector<double> before(3, 0);
  const std::vector<std::string> batches = shown.labels("band", "batch");
  CHECK(batches.size() == 9);
  for (const std::string& batch : batches) {
    std::vector<double> now;
    for (const std::string probability : {"0.05", "0.5", "0.95"}) {
      now.push_back(
          shown.value("band",
                      "quantile",
                      {{"output", "tpot"}, {"probability", probability}, {"batch", batch}}));
    }
    CAPTURE(batch, now, before);
    // The same draws at every batch: more sequences never take less time, draw by draw.
    CHECK(now[0] < now[1]);
    CHECK(now[1] < now[2]);
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(now[k] > before[k]);
    }
    CHECK(now[2] - now[0] > 0.995 * width_before);
    width_before = now[2] - now[0];
    before = now;
  }
  // One study, two ways to the same law: the decomposition at batch 64 and the band at batch 64.
  const Labels at64{{"output", "tpot"}, {"batch", "64.0"}};
  const auto [lower, upper] = shown.interval("band", "mean", at64);
  const double mean = shown.value("drivers", "mean", {{"output", "tpot"}});
  CHECK(std::abs(mean - (lower + upper) / 2) < upper - lower);
}

TEST_CASE("gallery: the tornado of a decode step, and the batch at which it bends",
          "[gallery][unit]") {
  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "oat_llama2_70b");
  const auto tornado = [&](const char* variable, const std::string& input) {
    return shown.value("tornado", variable, {{"output", "tpot"}, {"input", input}});
  };
  CHECK(tornado("dead", "eta_compute") == 1);
  // Homogeneous of degree -1 in rates and +1 in latencies.
  CHECK(tornado("elasticity", "eta_memory") + tornado("elasticity", "eta_network") -
            tornado("elasticity", "allreduce_latency") - tornado("elasticity", "kernel_overhead") ==
        Approx(-1).margin(1e-8));
  CHECK(tornado("y_low", "allreduce_latency") == Approx(0.016186020729299738 - 162 * 3.2e-6));
  // The up-projection, 8192 x 2 x 28672 / 8, turns from memory to compute.
  const double ridge = 0.583 * 989.4e12 / (0.840 * 3.35e12);
  const double batch = 1 / (1 / ridge - 1 / 8192.0 - 1 / 7168.0);
  const Labels at{{"output", "tpot"}, {"input", "batch"}};
  CHECK(shown.value("batches", "kink_at", at) == Approx(batch).epsilon(1e-6));
  CHECK(shown.value("batches", "regime_at_high", {{"input", "batch"}}) ==
        Approx(batch).epsilon(1e-6));
  CHECK(shown.analysis("batches").at("attributes").at("points") == 7);
}

TEST_CASE("gallery: the screening tells what matters from what is dead", "[gallery][statistical]") {
  const TemporaryFolder folder;
  const Shown shown = run_gallery(folder, "llama2_70b_screen");
  const auto figure =
      [&](const std::string& variable, const std::string& output, const std::string& input) {
        return shown.value("screen", variable, {{"output", output}, {"input", input}});
      };
  // No price and no power enters a time; every price and power enters the cost.
  for (const std::string input : {"gpu_price", "electricity_price", "gpu_power", "pue"}) {
    CAPTURE(input);
    CHECK(figure("dead", "tpot", input) == 1);
    CHECK(figure("mu_star", "tpot", input) == 0);
    CHECK(figure("dead", "cost_per_mtok", input) == 0);
    CHECK(figure("mu", "cost_per_mtok", input) > 0);
  }
  // A faster memory or link takes less time, more latency takes more, whatever else holds.
  for (const std::string input : {"eta_memory", "hbm_bw", "link_bw", "eta_network"}) {
    CHECK(figure("mu", "tpot", input) == Approx(-figure("mu_star", "tpot", input)));
  }
  for (const std::string input : {"allreduce_latency", "kernel_overhead", "batch"}) {
    CHECK(figure("mu", "tpot", input) == Approx(figure("mu_star", "tpot", input)));
  }
  CHECK(shown.value("screen", "stable_top", {{"output", "cost_per_mtok"}}) >= 2);
  CHECK(shown.labels("grouped", "group").size() == 7);
  CHECK(shown.value("grouped", "dead", {{"output", "tpot"}, {"group", "prices"}}) == 1);
}
