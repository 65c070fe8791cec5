#include "studies/cli/commands.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/report/diff.hpp"
#include "studies/store/store.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace uq::studies {

int diff_command(const DiffArguments& arguments) {
  const ResultFile first = read_untrusted(arguments.first);
  const ResultFile second = read_untrusted(arguments.second);
  Comparison comparison;
  try {
    comparison = compare(first,
                         second,
                         {.analysis = arguments.analysis,
                          .variable = arguments.variable,
                          .input = arguments.input,
                          .tolerance = arguments.tolerance});
  } catch (StudyError& error) {
    for (Diagnostic& diagnostic : error.diagnostics) {
      diagnostic.place.file = arguments.first + ", " + arguments.second;
      diagnostic.notes.emplace_back(
          "help: only results about the same inputs can be compared; make both from one study");
    }
    throw;
  }
  fmt::print("{}", arguments.json ? comparison_json(comparison) : comparison_text(comparison));
  return comparison.holds() ? 0 : 4;
}

}  // namespace uq::studies
