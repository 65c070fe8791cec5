#include "studies/file/bind.hpp"
#include "tests/studies/golden.hpp"
#include "tests/studies/probe.hpp"

namespace uq::studies {
namespace {

void read_quantities(const Node& table, Diagnostics& problems) {
  for (const Node::Entry& entry : table.table()) {
    const auto& pair = entry.value.array();  // [unit of the model, what the user wrote]
    read_quantity(pair.at(1), pair.at(0).string(), "`" + entry.key + "`", problems);
  }
}

/// All problems of a file with the tables `options` (of Probe) and `quantities`.
std::vector<Diagnostic> problems_of(const std::string& text, const std::string& name) {
  try {
    Diagnostics problems;
    const Node root = read_toml(text, name);
    if (const auto* options = root.find("options")) {
      test::Probe probe = bind_options<test::Probe>(options->value, problems);
      std::vector<std::string> known;
      for (const OptionInfo& option : describe_options<test::Probe>()) {
        known.push_back(option.name);
      }
      check_keys(options->value, known, "method `probe`", problems);
    }
    if (const auto* quantities = root.find("quantities")) {
      read_quantities(quantities->value, problems);
    }
    problems.throw_if_errors();
  } catch (const StudyError& error) {
    return error.diagnostics;
  }
  return {};
}

TEST_CASE("messages: each faulty file gives exactly the expected text", "[messages][golden]") {
  test::check_golden("/tests/studies/messages", 34, problems_of);
}

TEST_CASE("messages: every code of the reader is documented", "[messages][unit]") {
  const std::string documented = test::contents(uq::test::source_dir() + "/docs/messages.md");
  std::size_t codes = 0;
  for (const char* folder : {"/studies/file", "/studies/tables"}) {
    for (const auto& entry : std::filesystem::directory_iterator(uq::test::source_dir() + folder)) {
      const std::string source = test::contents(entry.path());
      for (auto at = source.find("\"U"); at != std::string::npos; at = source.find("\"U", at + 1)) {
        const std::string code = source.substr(at + 1, 4);
        if (source.substr(at + 5, 1) == "\"" &&
            code.find_first_not_of("U0123456789") == std::string::npos) {
          INFO(entry.path().string() << " " << code);
          CHECK(documented.find("| " + code + " |") != std::string::npos);
          ++codes;
        }
      }
    }
  }
  CHECK(codes >= 25);
}

}  // namespace
}  // namespace uq::studies
