#include "studies/run/ask.hpp"

#include "studies/designs/design_csv.hpp"
#include "studies/designs/placed.hpp"
#include "studies/file/diagnostic.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/rows/design_hash.hpp"
#include "studies/rows/samples.hpp"
#include "studies/run/run.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace uq::studies {

namespace {

[[noreturn]] void refuse(const std::string& message,
                         const std::string& help,
                         const Place& place = {}) {
  Diagnostics diagnostics;
  diagnostics.error("U496", message, place).notes.push_back("help: " + help);
  diagnostics.throw_if_errors();
  throw std::logic_error(message);  // not reached
}

const Analysis& design_named(const Study& study, const std::string& name) {
  std::vector<std::string> names;
  const Analysis* found = nullptr;
  for (const Analysis& analysis : study.analyses) {
    if (analysis.method->name != "sample") {
      continue;
    }
    names.push_back(analysis.name);
    if (name.empty() || analysis.name == name) {
      found = &analysis;
    }
  }
  if (names.empty()) {
    refuse("the study has no analysis with method = \"sample\", whose points could be asked for",
           "add [[analysis]] with method = \"sample\"");
  }
  if (found == nullptr) {
    refuse(fmt::format("the study has no design `{}`", escaped(name)), "designs: " + joined(names));
  }
  if (name.empty() && names.size() > 1) {
    refuse("the study has several designs: name one", "designs: " + joined(names));
  }
  return *found;
}

const Analysis& analysis_named(const Study& study, const std::string& name) {
  for (const Analysis& analysis : study.analyses) {
    if (analysis.name == name) {
      return analysis;
    }
  }
  throw std::logic_error("no analysis `" + name + "`");
}

struct Asked {
  Matrix x;
  EarlierRows rows;  ///< with those it extends
};

/// As in a run; a sample it extends is placed first, and not evaluated either.
Asked points_of(const Study& study, const Analysis& analysis) {
  if (analysis.screening) {
    refuse(
        fmt::format("the inputs of `{}` are those that `{}` keeps, which is known after it has run",
                    analysis.name,
                    analysis.screening->from),
        "name the inputs: inputs = [\"…\"]",
        analysis.place);
  }
  const auto& options = std::any_cast<const DesignOptions&>(analysis.options);
  std::optional<EarlierRows> earlier;
  if (options.earlier) {
    earlier = options.earlier->stored
                  ? *options.earlier->stored
                  : points_of(study, analysis_named(study, options.earlier->name)).rows;
  }
  const Problem& problem = analysis.problem;
  const Placed design = placed(problem,
                               options,
                               stream(analysis, study.seed.value_or(0)).child("design"),
                               earlier ? &*earlier : nullptr);
  Asked asked{design.x(problem), {}};
  std::vector<std::string> names;
  for (const UncertainInput& input : problem.inputs) {
    names.push_back(input.name);
  }
  Matrix all(design.before.rows() + asked.x.rows(), asked.x.cols());
  all.topRows(design.before.rows()) = design.before;
  all.bottomRows(asked.x.rows()) = asked.x;
  asked.rows = {std::move(names), std::move(all), design.stream};
  return asked;
}

}  // namespace

std::string ask(const Study& study, const std::string& name) {
  const Analysis& analysis = design_named(study, name);
  if (!study.seed && !analysis.seed) {
    refuse("the study sets no seed, so these points could not be had again",
           "write seed = 1, or any other, into the study");
  }
  const NdArray x = row_by_row(points_of(study, analysis).x);
  const std::vector<DesignColumn> inputs = input_columns(analysis.problem);
  std::vector<std::string> names;
  for (const DesignColumn& input : inputs) {
    names.push_back(input.name);
  }
  return design_csv(inputs,
                    output_columns(analysis.problem),
                    x,
                    {},
                    design_sha256(names, x),
                    {fmt::format("points of `{}` of {}: fill in the outputs and hand the file back "
                                 "with results = \"…\"",
                                 analysis.name,
                                 escaped(study.name))});
}

}  // namespace uq::studies
