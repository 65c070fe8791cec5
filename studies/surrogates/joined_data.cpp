#include "studies/surrogates/joined_data.hpp"

#include "uq/core/error.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

const std::string& output_name(const Problem& problem, std::size_t k) {
  return problem.model.outputs()[static_cast<std::size_t>(problem.outputs[k])].name;
}

void append(SurrogateData& data, const Matrix& x, const std::vector<Vector>& y) {
  const Index before = data.x.rows();
  data.x.conservativeResize(before + x.rows(), data.problem.dims());
  data.x.bottomRows(x.rows()) = x;
  data.y.resize(y.size());
  for (std::size_t k = 0; k < y.size(); ++k) {
    data.y[k].conservativeResize(before + x.rows());
    data.y[k].tail(x.rows()) = y[k];
  }
}

/// Rows of a sample of another file, whose names have been checked.
void append_stored(SurrogateData& data, const TableFile& table) {
  const auto column = [&](const std::string& name) {
    const auto at = std::find_if(table.columns.begin(),
                                 table.columns.end(),
                                 [&](const CsvColumn& c) { return c.name == name; });
    expects(at != table.columns.end(), "the stored sample lacks `" + name + "`");
    const std::vector<double>& values = at->values;
    return Vector(Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size())));
  };
  Matrix x(static_cast<Index>(table.columns.front().values.size()), data.problem.dims());
  for (Index j = 0; j < data.problem.dims(); ++j) {
    x.col(j) = column(data.problem.inputs[static_cast<std::size_t>(j)].name);
  }
  std::vector<Vector> y;
  for (std::size_t k = 0; k < data.problem.outputs.size(); ++k) {
    y.push_back(column(output_name(data.problem, k)));
  }
  append(data, x, y);
}

}  // namespace

void append_sample(SurrogateData& data, const Sample& sample) {
  if (sample.problem.dims() != data.problem.dims()) {  // a screen has left others by now
    Diagnostics diagnostics;
    diagnostics.error("U504", "samples that vary different inputs make no surrogate together", {});
    diagnostics.throw_if_errors();
  }
  Matrix x(sample.x.rows(), data.problem.dims());
  for (Index j = 0; j < data.problem.dims(); ++j) {
    const auto& all = sample.problem.inputs;
    const auto at = std::find_if(all.begin(), all.end(), [&](const UncertainInput& other) {
      return other.column == data.problem.inputs[static_cast<std::size_t>(j)].column;
    });
    expects(at != all.end(), "the sample lacks an input of the surrogate");
    x.col(j) = sample.x.col(at - all.begin());
  }
  std::vector<Vector> y;
  for (const Index output : data.problem.outputs) {
    const auto& all = sample.problem.outputs;
    const auto at = std::find(all.begin(), all.end(), output);
    expects(at != all.end(), "the sample lacks an output of the surrogate");
    y.push_back(sample.y[static_cast<std::size_t>(at - all.begin())]);
  }
  append(data, x, y);
}

JoinedData joined_data(const SurrogateStudy& study,
                       const Problem& problem,
                       const RunContext& context) {
  JoinedData joined{{.problem = problem, .x = Matrix(0, problem.dims()), .y = {}, .log = {}}, {}};
  for (std::size_t k = 0; k < problem.outputs.size(); ++k) {
    const bool log =
        std::find(study.log.begin(), study.log.end(), output_name(problem, k)) != study.log.end();
    joined.data.log.push_back(log ? 1 : 0);
  }
  for (const SurrogateSource& source : study.data) {
    const Index before = joined.data.x.rows();
    if (source.stored) {
      append_stored(joined.data, *source.stored);
    } else {
      const Finished& base = context.finished(source.name);
      expects(base.sample != nullptr, "analysis `" + source.name + "` left no sample");
      append_sample(joined.data, *base.sample);
    }
    joined.counts.push_back(static_cast<double>(joined.data.x.rows() - before));
  }
  return joined;
}

}  // namespace uq::studies
