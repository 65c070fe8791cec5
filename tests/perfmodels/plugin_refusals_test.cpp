#include "tests/perfmodels/plugin_support.hpp"

#include <fstream>
#include <iterator>

using namespace uq;
using namespace uq::perfmodels;
using test::fault;
using test::refusal;

namespace {

std::string bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("plugin: what is no plugin is refused in words", "[plugin][unit]") {
  const test::TemporaryFolder folder;
  const auto file = [&](const std::string& name, const std::string& content) {
    return folder.path() + "/" + folder.write(name, content);
  };
  CHECK(refusal(folder.path() + "/gone.so").text == "does not exist");
  CHECK(refusal(folder.path()).text == "is not a file");
  CHECK(refusal(file("text.so", std::string(1000, 'x'))).text == "is not a shared library");
  CHECK(refusal(file("empty.so", "")).text == "is not a shared library");
  CHECK(refusal("/proc/self/exe").text == "is a program, not a shared library");
  const auto no_symbol = refusal(test::plugin("empty"));
  CHECK(no_symbol.text == "has no symbol uqpm_entry: it is not a plugin");
  CHECK(no_symbol.hint.find("extern \"C\"") != std::string::npos);
  const auto unresolved = refusal(test::plugin("unresolved"));
  CHECK(unresolved.text.find("undefined symbol: uq_test_defined_nowhere") != std::string::npos);
  CHECK(unresolved.hint.find("link") != std::string::npos);
}

TEST_CASE("plugin: a library for another processor is named so", "[plugin][unit]") {
  const test::TemporaryFolder folder;
  std::string elf = bytes_of(test::plugin("faulty"));
  const auto refused = [&](std::size_t byte, char value) {
    std::string other = elf;
    other[byte] = value;
    return refusal(folder.path() + "/" + folder.write("other.so", other)).text;
  };
  CHECK(refused(18, '\x28') == "was built for another processor");  // e_machine: ARM
  CHECK(refused(4, '\x01') == "was built for another processor");   // 32 bits
}

TEST_CASE("plugin: a missing library of a library is named", "[plugin][unit]") {
  // The name of a needed library is patched in place.
  std::string elf = bytes_of(test::plugin("roofline_cpp"));
  const auto at = elf.find("libstdc++.so.6");
  REQUIRE(at != std::string::npos);
  elf.replace(at, 6, "libxxx");
  const test::TemporaryFolder folder;
  const auto refused = refusal(folder.path() + "/" + folder.write("needs.so", elf));
  CHECK(refused.text == "needs the library libxxxc++.so.6, which was not found");
  CHECK(refused.hint.find("LD_LIBRARY_PATH") != std::string::npos);
}

TEST_CASE("plugin: each fault of the handshake has its own error", "[plugin][unit]") {
  const auto [name, text] = GENERATE(table<const char*, const char*>({
      {"entry_throws", "uqpm_entry threw an exception"},
      {"refuses", "the plugin refuses this host (uqpm_entry returned NULL)"},
      {"major", "was compiled for version 2.0 of the interface, this host has 1.0"},
      {"library_size", "struct_size of uqpm_library is 16, required is at least 32"},
      {"library_size_odd",
       "struct_size of uqpm_library is 33, which cannot be the size of a struct"},
      {"no_models", "n_models is 0"},
      {"many_models", "n_models is 4294967295"},
      {"no_descriptor", "n_models is 2 and descriptor is NULL"},
      {"no_create", "create is NULL"},
      {"descriptor_throws", "model 0: descriptor() threw an exception"},
      {"descriptor_null", "model 0: descriptor() returned NULL"},
      {"descriptor_size", "model 0: struct_size of uqpm_descriptor is 8, required is at least 56"},
      {"id_null", "model 0: id is NULL"},
      {"id_empty", "model 0: id is empty"},
      {"id_utf8", "model 0: id is not UTF-8: \"\uFFFD(\""},
      {"id_twice", "model 1: another model has the id `first` too"},
      {"version_null", "model `first`: version is NULL"},
      {"fidelity", "model `first`: unknown fidelity 99"},
      {"flags",
       "model `first`: flags has bits this version of the interface does not have: 1048576"},
      {"stochastic",
       "model `first`: is stochastic (UQPM_STOCHASTIC); stochastic models are not available in "
       "this version"},
      {"no_promise",
       "model `first`: does not promise the same result for the same row (UQPM_DETERMINISTIC)"},
  }));
  CAPTURE(name);
  const test::FaultyLibrary library(name);
  CHECK(refusal(library.file(), "first").text == text);
}

TEST_CASE("plugin: a later minor version may have more flags", "[plugin][unit]") {
  const test::FaultyLibrary library("newer");
  CHECK(inspect_plugin(library.file()).abi_minor == 1);
  CHECK(load_plugin(library.file(), "first", "{}").model.inputs().size() == 4);
}

TEST_CASE("plugin: a model is chosen by its id", "[plugin][unit]") {
  const std::string file = test::plugin("faulty");
  CHECK(load_plugin(file, "second", "").model.id() == "second");
  CHECK(refusal(file).text == "has several models, none was chosen");
  CHECK(refusal(file).hint == "one of: first, second");
  CHECK(refusal(file, "third").text == "has no model `third`");
  CHECK(refusal(file, "third").hint == "there is: first, second");
}

TEST_CASE("plugin: each fault of create has its own error", "[plugin][unit]") {
  const auto [name, text] = GENERATE(table<const char*, const char*>({
      {"create_throws", "create threw an exception: no licence"},
      {"create_throws_int", "create threw something that is not a std::exception"},
      {"create_null", "create returned UQPM_OK without a model"},
      {"create_refuses", "refuses the configuration: key `gpu` is unknown"},
      {"create_silent", "create returned UQPM_E_INTERNAL: the plugin gives no reason"},
      {"model_size", "struct_size of uqpm_model is 16, required is at least 80"},
      {"no_evaluate", "evaluate is NULL"},
      {"no_destroy", "destroy is NULL"},
      {"cost_nan", "cost_hint_s = nan is no time"},
      {"no_inputs", "n_inputs is 0"},
      {"inputs_null", "n_inputs is 4 and inputs is NULL"},
      {"inputs_many", "n_inputs is 4294967295, which cannot be"},
      {"no_outputs", "n_outputs is 0"},
      {"outputs_null", "n_outputs is 4 and outputs is NULL"},
  }));
  CAPTURE(name);
  CHECK(refusal(test::plugin("faulty"), "first", fault(name)).text ==
        std::string("model `first`: ") + text);
}

TEST_CASE("plugin: an error text without end is read no further than its buffer",
          "[plugin][unit]") {
  const auto refused = refusal(test::plugin("faulty"), "first", fault("create_unterminated"));
  CHECK(refused.text.starts_with("model `first`: refuses the configuration: xxxx"));
  CHECK(refused.text.size() < 600);
}

TEST_CASE("plugin: each fault of an input or output has its own error", "[plugin][unit]") {
  const auto [name, text] = GENERATE(table<const char*, const char*>({
      {"input_size", "input 0: struct_size of uqpm_input is 8, required is at least 80"},
      {"input_size_huge",
       "input 0: struct_size of uqpm_input is 4294967295, which cannot be the size of a struct"},
      {"input_size_differs", "input 1: struct_size is 88, that of input 0 is 80"},
      {"output_size", "output 0: struct_size of uqpm_output is 0, required is at least 64"},
      {"name_null", "input 0: name is NULL"},
      {"name_empty", "input 0: name is empty"},
      {"name_twice", "input 1: another input is named `a` too"},
      {"name_utf8", "input 0: name is not UTF-8: \"a\uFFFD\""},
      {"name_control", "input 0: name has control characters: \"a\\n\""},
      {"unit_null", "input 0 `a`: unit is NULL"},
      {"unit_empty", "input 0 `a`: unit is empty"},
      {"kind", "input 0 `a`: unknown kind 17"},
      {"input_flags",
       "input 0 `a`: flags has bits this version of the interface does not have: 1073741824"},
      {"lower_nan", "input 0 `a`: lower is NaN"},
      {"lower_above", "input 0 `a`: lower is above upper: lower = 11, upper = 10"},
      {"lower_equals", "input 0 `a`: lower equals upper: lower = 0, upper = 0"},
      {"integer_bounds",
       "input 1 `b`: bounds of an integer are whole numbers: lower = 0.5, upper = 8"},
      {"nominal_outside", "input 0 `a`: nominal = 11 is not within [0, 10]"},
      {"nominal_open", "input 0 `a`: nominal = 0 is not within (0, 10]"},
      {"nominal_half", "input 1 `b`: nominal = 2.5 is not a whole number"},
      {"category_open", "input 2 `gpu`: UQPM_LOWER_OPEN is for real and integer inputs"},
      {"no_categories", "input 2 `gpu`: is categorical without categories"},
      {"categories_null", "input 2 `gpu`: n_categories is 2 and categories is NULL"},
      {"category_null", "input 2 `gpu`: categories[1] is NULL"},
      {"category_twice", "input 2 `gpu`: category `A100` appears twice"},
      {"categories_of_real", "input 0 `a`: has categories though its kind is not UQPM_CATEGORICAL"},
      {"output_name_null", "output 0: name is NULL"},
      {"output_name_twice", "output 1: another output is named `total` too"},
      {"output_kind", "output 0 `total`: unknown kind 3 of an output"},
      {"role", "output 0 `total`: unknown role 99"},
      {"regime_real", "output 0 `total`: is a regime and not categorical"},
      {"regime_without", "output 3 `limit`: is categorical without categories"},
      {"sense", "output 0 `total`: unknown sense 2"},
      {"parent_beyond", "output `product`: parent 4 of a stage is none of the 4 outputs"},
      {"parent_negative", "output `product`: parent -1 of a stage is none of the 4 outputs"},
      {"parent_is_stage", "output `product`: parent `rest` of a stage is a stage itself"},
      {"parent_is_regime", "output `product`: a stage and its parent are real"},
  }));
  CAPTURE(name);
  CHECK(refusal(test::plugin("faulty"), "first", fault(name)).text ==
        std::string("model `first`, ") + text);
}
