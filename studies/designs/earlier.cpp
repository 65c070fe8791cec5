#include "studies/designs/earlier.hpp"

#include "studies/designs/design_options.hpp"
#include "studies/designs/earlier_file.hpp"
#include "studies/file/csv.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/keys.hpp"
#include "studies/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace uq::studies {

namespace {

/// An analysis of the same study: its laws are the same, its inputs may be fewer.
std::optional<Earlier> in_this_study(const std::string& name,
                                     const Scope& scope,
                                     const Place& place,
                                     Diagnostics& diagnostics) {
  std::vector<std::string> samples;
  for (const NamedAnalysis& analysis : scope.analyses) {
    if (analysis.method != nullptr && analysis.method->name == "sample") {
      samples.push_back(analysis.name);
    }
  }
  const auto found = std::find_if(scope.analyses.begin(),
                                  scope.analyses.end(),
                                  [&](const NamedAnalysis& a) { return a.name == name; });
  if (found == scope.analyses.end()) {
    unknown_name("U494", "sample", name, samples, place, diagnostics);
    return {};
  }
  if (found->method == nullptr || found->method->name != "sample") {
    diagnostics.error(
        "U494", fmt::format("`{}` cannot be extended: its method is not `sample`", name), place);
    return {};
  }
  if (found->analysis == nullptr || !found->analysis->options.has_value()) {
    return {};  // faulty, and reported
  }
  const auto& base = std::any_cast<const DesignOptions&>(found->analysis->options);
  return Earlier{.name = name,
                 .in_study = true,
                 .sampler = base.sampler,
                 .scramble = base.scramble,
                 .rows = rows_before(base) + static_cast<Index>(rows_of(base)),
                 .inputs = names_of(found->analysis->problem.inputs)};
}

std::string names_of_one_alone(const std::vector<std::string>& some,
                               const std::vector<std::string>& others) {
  std::vector<std::string> alone;
  for (const std::string& name : some) {
    if (std::find(others.begin(), others.end(), name) == others.end()) {
      alone.push_back("`" + name + "`");
    }
  }
  return joined(alone);
}

/// Which inputs differ, else empty.
std::string inputs_fault(const std::vector<std::string>& earlier,
                         const std::vector<std::string>& own) {
  const std::string lost = names_of_one_alone(earlier, own);
  const std::string fresh = names_of_one_alone(own, earlier);
  return lost.empty() && fresh.empty() ? ""
         : lost.empty()                ? "it does not vary " + fresh
         : fresh.empty()               ? "it varies " + lost + ", too"
                                       : fmt::format("it varies {} and not {}", lost, fresh);
}

}  // namespace

std::optional<Earlier> read_earlier(const Node& table,
                                    const Scope& scope,
                                    Diagnostics& diagnostics) {
  const auto name = text_at(table, "extends", diagnostics);
  if (!name) {
    return {};
  }
  const Place place = table.find("extends")->value.place;
  const bool of_file = name->find(".h5") != std::string::npos;
  std::optional<Earlier> earlier;
  if (of_file) {
    const std::string folder = std::filesystem::path(table.place.file).parent_path().string();
    try {
      earlier = earlier_of_file(*name, folder, scope, place, diagnostics);
    } catch (const CsvError& error) {
      Diagnostic& problem = diagnostics.error("U494", error.what(), place);
      if (!error.hint.empty()) {
        problem.notes.push_back("help: " + error.hint);
      }
    }
  } else {
    earlier = in_this_study(*name, scope, place, diagnostics);
  }
  if (!earlier) {
    return {};
  }
  if (const std::string fault = inputs_fault(earlier->inputs, names_of(scope.problem.inputs));
      !fault.empty()) {
    diagnostics.error("U495",
                      fmt::format("`{}` has other inputs: {}", *name, fault),
                      place,
                      "extend it with the inputs it has");
    return {};
  }
  return earlier;
}

EarlierRows rows_of(const Sample& sample) {
  Matrix x(sample.before.rows() + sample.x.rows(), sample.x.cols());
  x.topRows(sample.before.rows()) = sample.before;
  x.bottomRows(sample.x.rows()) = sample.x;
  return {names_of(sample.problem.inputs), std::move(x), Seed{sample.stream}};
}

EarlierRows earlier_rows(const Earlier& earlier, const RunContext& context) {
  return earlier.stored ? *earlier.stored : rows_of(*context.finished(earlier.name).sample);
}

std::vector<Index> positions_of(const std::vector<std::string>& names, const Problem& problem) {
  const std::vector<std::string> own = names_of(problem.inputs);
  if (const std::string fault = inputs_fault(names, own); !fault.empty()) {
    Diagnostics diagnostics;  // a screen has dropped inputs since
    diagnostics.error("U495", "the sample that is extended has other inputs: " + fault, {});
    diagnostics.throw_if_errors();
  }
  std::vector<Index> positions;
  for (const std::string& name : names) {
    positions.push_back(std::find(own.begin(), own.end(), name) - own.begin());
  }
  return positions;
}

}  // namespace uq::studies
