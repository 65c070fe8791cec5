#include "tests/perfmodels/plugin_support.hpp"

#include <cmath>

using namespace uq;
using namespace uq::perfmodels;

TEST_CASE("plugin wrapper: all an author says arrives", "[plugin][wrapper][unit]") {
  const PluginInfo info = inspect_plugin(test::plugin("choices"));
  REQUIRE(info.models.size() == 4);
  CHECK(info.models[0].id == "memory");
  CHECK(info.models[0].version == "2.1");
  CHECK(info.models[0].vendor == "tests");
  CHECK(info.models[0].doc == "weights in memory");
  CHECK(info.models[0].config_schema == R"({"type": "object"})");
  CHECK(info.models[1].fidelity == Fidelity::surrogate);
  CHECK(thread_rule(info.models[1]) == "one instance per thread");

  const PluginModel memory = load_plugin(test::plugin("choices"), "memory", "");
  const auto& inputs = memory.model.inputs();
  CHECK(inputs[0].unit == "GB");
  CHECK(inputs[0].doc == "all of them");
  CHECK(inputs[1].kind == InputKind::integer);
  CHECK(inputs[2].categories == std::vector<std::string>{"fp8", "fp16"});
  CHECK(inputs[2].nominal == 1);
  CHECK(inputs[3].kind == InputKind::boolean);
  CHECK(memory.traits.senses == std::vector<int>{-1, 0, 0, 0});
  CHECK(memory.model.outputs()[2].parent == 0);
  CHECK(memory.model.outputs()[3].categories == std::vector<std::string>{"no", "yes"});
}

TEST_CASE("plugin wrapper: exceptions become statuses of their rows", "[plugin][wrapper][unit]") {
  const Model model = test::plugin_model("choices", "{}", "memory");
  const Matrix x{{14, 2, 1, 1}, {950, 1, 1, 0}, {850, 1, 1, 0}, {750, 1, 1, 0}, {950, 2, 0, 0}};
  const auto result = test::evaluate_rows(model, x);
  CHECK(result.status[0] == RowStatus::ok);
  CHECK(result.y(0, 0) == 14);
  CHECK(result.y(0, 3) == 1);
  CHECK(!result.messages.contains(0));  // a warning of a row that is ok
  CHECK(result.status[1] == RowStatus::infeasible);
  CHECK(result.messages.at(1) == "needs 950 GB");
  CHECK(result.status[2] == RowStatus::exception);
  CHECK(result.messages.at(2) == "no table entry");
  CHECK(result.messages.at(3) == "the model threw something that is not a std::exception");
  CHECK(result.y(4, 0) == 237.5);
}

TEST_CASE("plugin wrapper: a function of batches marks rows, and may throw",
          "[plugin][wrapper][unit]") {
  const Model model = test::plugin_model("choices", "{}", "square");
  const Matrix x{{3}, {-1}, {-2}, {-3}, {4}};
  const auto result = test::evaluate_rows(model, x);
  CHECK(result.y(0, 0) == 9);
  CHECK(result.status[1] == RowStatus::infeasible);
  CHECK(result.messages.at(1) == "minus one");
  CHECK(result.messages.at(2) == "minus two");
  CHECK(result.status[3] == RowStatus::exception);
  CHECK(result.messages.at(3) == "evaluate returned UQPM_E_INTERNAL: minus three");
  CHECK(result.y(4, 0) == 16);
}

TEST_CASE("plugin wrapper: what create throws reaches the user", "[plugin][wrapper][unit]") {
  const std::string file = test::plugin("choices");
  const auto refused = test::refusal(file, "memory", R"({"typo": 1})");
  CHECK(refused.text == "model `memory`: refuses the configuration: the only key is `capacity`");
  CHECK(refused.hint == R"(the configuration was {"typo": 1})");
  CHECK(test::refusal(file, "nothing").text ==
        "model `nothing`: create returned UQPM_E_INTERNAL: the model has neither rows(...) nor "
        "batches(...)");
  CHECK(test::refusal(file, "noisy").text.find("stochastic") != std::string::npos);
}

TEST_CASE("plugin wrapper: a run is stopped between rows", "[plugin][wrapper][unit]") {
  PluginOptions options;
  options.cancelled = [] { return true; };
  const Model model = load_plugin(test::plugin("choices"), "memory", "{}", options).model;
  const auto result = test::evaluate_rows(model, Matrix{{14, 2, 1, 1}, {15, 2, 1, 1}});
  CHECK(result.status == std::vector<RowStatus>(2, RowStatus::cancelled));
}
