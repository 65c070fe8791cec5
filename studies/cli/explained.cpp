#include "studies/cli/explained.hpp"

#include "studies/journal/journal.hpp"
#include "studies/read/read_study.hpp"
#include "studies/run/interrupt.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <system_error>

namespace uq::studies {

namespace {

/// A diagnostic's source line needs the file once more; a file that is gone only loses the excerpt.
std::string source_of(const Diagnostic& diagnostic) {
  try {
    return diagnostic.place.line > 0 ? read_file(diagnostic.place.file) : "";
  } catch (const IoError&) {
    return {};
  }
}

}  // namespace

void print_diagnostics(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    fmt::print(stderr, "{}\n", render(diagnostic, source_of(diagnostic)));
  }
}

int explained(const std::function<int()>& command) {
  try {
    return command();
  } catch (const Interrupted& interrupted) {
    fmt::print(stderr,
               "interrupted; {}\n",
               interrupted.kept.empty() ? "nothing was written"
                                        : "no result was written\n" + interrupted.kept);
    return 130;
  } catch (const std::system_error& error) {  // fmt could not print
    fmt::print(stderr, "error: standard output: {}\n", error.what());
    return 5;
  } catch (const StudyError& error) {
    print_diagnostics(error.diagnostics);
    return 2;
  } catch (const NotDeterministic& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 3;
  } catch (const EvaluationFailed& error) {
    fmt::print(stderr,
               "error: {}\nnothing was written: the study stops at the first failure (on_failure = "
               "\"stop\")\n",
               error.what());
    return 3;
  } catch (const IoError& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 5;
  } catch (const InvalidArgument& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: out of memory; `uq plan` shows what each analysis needs\n");
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "internal error: {}\n", error.what());
    return 1;
  }
}

}  // namespace uq::studies
