#include "studies/file/bind.hpp"
#include "studies/read/formula_units.hpp"
#include "tests/studies/golden.hpp"
#include "tests/studies/probe.hpp"

#include <regex>
#include <set>

namespace uq::studies {
namespace {

void read_quantities(const Node& table, Diagnostics& problems) {
  for (const Node::Entry& entry : table.table()) {
    const auto& pair = entry.value.array();  // [unit of the model, what the user wrote]
    read_quantity(pair.at(1), pair.at(0).string(), "`" + entry.key + "`", problems);
  }
}

void resolve_formulas(const Node& units, const Node& formulas, Diagnostics& problems) {
  std::vector<FormulaVariable> variables;
  for (const Node::Entry& entry : units.table()) {
    variables.push_back({entry.key, entry.value.string()});
  }
  for (const Node::Entry& entry : formulas.table()) {
    resolve_formula(entry.value, variables, "formula `" + entry.key + "`", problems, "");
  }
}

/// All problems of a file with the tables `options` (of Probe) and `quantities`, or `formulas` over
/// variables with `units`.
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
    if (const auto* formulas = root.find("formulas")) {
      resolve_formulas(root.find("units")->value, formulas->value, problems);
    }
    problems.throw_if_errors();
  } catch (const StudyError& error) {
    return error.diagnostics;
  }
  return {};
}

TEST_CASE("messages: each faulty file gives exactly the expected text", "[messages][golden]") {
  test::check_golden("/tests/studies/messages", 38, problems_of);
}

/// Every match of `pattern`'s first group in `text`.
std::set<std::string> codes_in(const std::string& text, const std::regex& pattern) {
  std::set<std::string> codes;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
    codes.insert((*it)[1]);
  }
  return codes;
}

TEST_CASE("messages: the table holds exactly the codes of the sources", "[messages][unit]") {
  const std::string root = uq::test::source_dir();
  const std::regex literal("\"([UW][0-9]{3})\"");
  const std::regex row("\\n\\| ([UW][0-9]{3}) \\|");
  std::set<std::string> used;
  for (const char* folder : {"/uq", "/samplers", "/perfmodels", "/studies"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root + folder)) {
      const auto extension = entry.path().extension();
      if (extension == ".cpp" || extension == ".hpp") {
        used.merge(codes_in(test::contents(entry.path()), literal));
      }
    }
  }
  const std::set<std::string> documented =
      codes_in(test::contents(root + "/docs/messages.md"), row);
  CHECK(used.size() >= 50);
  for (const std::string& code : used) {
    INFO(code << " is not in docs/messages.md");
    CHECK(documented.contains(code));
  }
  for (const std::string& code : documented) {
    INFO(code << " of docs/messages.md is in no source");
    CHECK(used.contains(code));
  }
}

}  // namespace
}  // namespace uq::studies
