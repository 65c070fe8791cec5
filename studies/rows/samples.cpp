#include "studies/rows/samples.hpp"

#include "studies/rows/design_hash.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace uq::studies {

namespace {

std::vector<std::string> status_names() {
  return {row_status_names.begin(), row_status_names.end()};
}

void append_rows(NdArray& target, Index first, const Matrix& x) {
  const Index columns = x.cols();
  for (Index k = 0; k < x.rows(); ++k) {
    for (Index j = 0; j < columns; ++j) {
      target.data[static_cast<std::size_t>((first + k) * columns + j)] = x(k, j);
    }
  }
}

/// unit(output) and input_unit(input).
void add_units(Dataset& dataset, const Problem& problem) {
  const AxisDimensions axes = axes_of(problem);
  std::vector<std::string> units;
  for (const UncertainInput& input : problem.inputs) {
    units.push_back(input.unit);
  }
  add_output_units(dataset, axes, problem);
  add_text(
      dataset, axes, "input_unit", "unit of the input", std::array{Axis::input}, std::move(units));
}

Dataset skeleton(const Problem& problem, Index rows, const std::vector<Dimension>& sweep) {
  AxisDimensions axes = axes_of(problem);
  Dataset dataset{.path = "samples"};
  dataset.dims = {
      {.name = "sample", .size = rows, .long_name = "evaluation, in the order of the design"},
      axes.at(Axis::input).front(),
      axes.at(Axis::output).front()};
  dataset.dims.insert(dataset.dims.end(), sweep.begin(), sweep.end());
  return dataset;
}

/// The arrays of a sample: x(sample, input), y(sample, output, sweep…), status(sample, sweep…).
struct Arrays {
  NdArray x, y, status;
  std::string order;  ///< what the rows of x are
};

void fill(Dataset& dataset,
          const Problem& problem,
          Arrays arrays,
          const std::vector<Dimension>& sweep) {
  dataset.attributes = {
      {design_attribute, design_sha256(dataset.dim("input")->labels, arrays.x)},
      {outputs_attribute, outputs_sha256(dataset.dim("output")->labels, arrays.y, arrays.status)}};
  std::vector<std::string> y_dims{"sample", "output"};
  std::vector<std::string> status_dims{"sample"};
  for (const Dimension& dim : sweep) {
    y_dims.push_back(dim.name);
    status_dims.push_back(dim.name);
  }
  dataset.variables = {{.name = "x",
                        .dims = {"sample", "input"},
                        .data = std::move(arrays.x),
                        .units = unit_of_input,
                        .long_name = std::move(arrays.order)},
                       {.name = "y",
                        .dims = std::move(y_dims),
                        .data = std::move(arrays.y),
                        .units = unit_text(Unit::output, problem),
                        .long_name = "outputs"},
                       {.name = "status",
                        .dims = std::move(status_dims),
                        .data = std::move(arrays.status),
                        .units = "1",
                        .long_name = "what became of the evaluation",
                        .storage = Storage::flags,
                        .flag_meanings = status_names()}};
  add_units(dataset, problem);
}

}  // namespace

void fill_physical(const Problem& problem,
                   const UnitPoints& points,
                   MutableMatrixRef x,
                   Index from) {
  constexpr Index block = 4096;
  Matrix u;
  for (Index first = 0; first < x.rows(); first += block) {
    const Index count = std::min(block, x.rows() - first);
    u.resize(count, points.dims);
    points.block(first, u);
    for (Index j = 0; j < x.cols(); ++j) {
      const auto size = static_cast<std::size_t>(count);
      quantiles(problem.inputs[static_cast<std::size_t>(j)].law,
                std::span<const double>(u.col(from + j).data(), size),
                std::span<double>(&x(first, j), size));
    }
  }
}

Matrix physical(const Problem& problem, const UnitPoints& points, Index rows, Index from) {
  Matrix x(rows, problem.dims());
  fill_physical(problem, points, x, from);
  return x;
}

NdArray row_by_row(const Matrix& x) {
  NdArray all({x.rows(), x.cols()});
  append_rows(all, 0, x);
  return all;
}

double sample_bytes(double rows, const Problem& problem, double settings) {
  const auto inputs = static_cast<double>(problem.inputs.size());
  const auto outputs = static_cast<double>(problem.outputs.size());
  return rows * (8 * inputs + settings * (8 * outputs + 1));
}

double kept_bytes(double rows, const Problem& problem) {
  return sample_bytes(rows, problem);  // a status is a byte in memory too
}

double workspace_bytes(const Problem& problem, Index columns) {
  const auto width = static_cast<double>(columns) +
                     static_cast<double>(problem.model.inputs().size()) +
                     static_cast<double>(problem.model.outputs().size());
  // The rest of a run, whatever its size: stacks of the threads, failures, results.
  constexpr double small = 8e6;
  return threads() * static_cast<double>(EvaluateOptions{}.block) * (8 * width + 1) + small;
}

namespace {

/// All points of a Saltelli design in physical units, block by block.
NdArray exchanged_points(const Problem& problem, const SaltelliDesign& design) {
  const Index n = design.n();
  const Index d = design.dims();
  const Matrix a = physical(problem, design.points, n);
  const Matrix b = physical(problem, design.points, n, d);
  NdArray x({n * design.blocks(), d});
  append_rows(x, 0, a);
  append_rows(x, n, b);
  const auto append = [&](Index block, Index factor, const Matrix& from, const Matrix& other) {
    Matrix mixed = from;
    for (const Index i : design.members(factor)) {
      mixed.col(i) = other.col(i);
    }
    append_rows(x, block * n, mixed);
  };
  const Matrix c = design.third_base ? physical(problem, design.points, n, 2 * d) : Matrix();
  for (Index f = 0; f < design.factors(); ++f) {
    append(design.ab(f), f, a, b);
    if (design.second_order) {
      append(design.ba(f), f, b, a);
    }
    if (design.third_base) {
      append(design.bc(f), f, b, c);
    }
  }
  return x;
}

/// Outputs and statuses of n rows of `blocks` evaluations each, block by block, for every setting.
void fill_outputs(Arrays& arrays,
                  Index n,
                  Index blocks,
                  Index outputs,
                  const std::vector<Evaluations>& evaluations,
                  const std::vector<Dimension>& sweep) {
  const auto settings = static_cast<Index>(evaluations.size());
  std::vector<Index> y_shape{n * blocks, outputs};
  std::vector<Index> status_shape{n * blocks};
  for (const Dimension& dim : sweep) {
    y_shape.push_back(dim.size);
    status_shape.push_back(dim.size);
  }
  arrays.y = NdArray(y_shape);
  arrays.status = NdArray(status_shape);
  for (Index s = 0; s < settings; ++s) {
    const Evaluations& at = evaluations[static_cast<std::size_t>(s)];
    for (Index row = 0; row < n * blocks; ++row) {
      for (Index o = 0; o < outputs; ++o) {
        arrays.y.data[static_cast<std::size_t>((row * outputs + o) * settings + s)] =
            at.y[static_cast<std::size_t>(o)](row % n, row / n);
      }
      arrays.status.data[static_cast<std::size_t>(row * settings + s)] =
          static_cast<double>(at.status[static_cast<std::size_t>(row)]);
    }
  }
}

}  // namespace

Dataset samples(const Problem& problem,
                const SaltelliDesign& design,
                const std::vector<Evaluations>& evaluations,
                const std::vector<Dimension>& sweep) {
  Dataset dataset = skeleton(problem, design.n() * design.blocks(), sweep);
  const std::string what = design.groups.empty() ? "column i" : "the columns of group i";
  Arrays arrays{exchanged_points(problem, design),
                {},
                {},
                "inputs: all of A, then B, then A with " + what + " of B for each i" +
                    (design.second_order ? ", then B with those of A" : "") +
                    (design.third_base ? ", then B with those of C" : "")};
  fill_outputs(arrays,
               design.n(),
               design.blocks(),
               static_cast<Index>(problem.outputs.size()),
               evaluations,
               sweep);
  fill(dataset, problem, std::move(arrays), sweep);
  return dataset;
}

Dataset samples(const Problem& problem,
                const IndependentDesign& design,
                const std::vector<Evaluations>& evaluations,
                const std::vector<Dimension>& sweep) {
  const Index n = design.points.count;
  Dataset dataset = skeleton(problem, n, sweep);
  Arrays arrays{NdArray({n, problem.dims()}), {}, {}, "inputs"};
  append_rows(arrays.x, 0, physical(problem, design.points, n));
  fill_outputs(arrays, n, 1, static_cast<Index>(problem.outputs.size()), evaluations, sweep);
  fill(dataset, problem, std::move(arrays), sweep);
  return dataset;
}

Dataset samples(const Problem& problem,
                const PhysicalPoints& points,
                const Evaluations& evaluations,
                const std::string& order) {
  const Index n = points.count;
  const Index rows = n * points.blocks;
  const auto q = static_cast<Index>(problem.outputs.size());
  Dataset dataset = skeleton(problem, rows, {});
  NdArray x({rows, points.dims});
  NdArray y({rows, q});
  NdArray status({rows});
  Matrix block(n, points.dims);
  for (Index b = 0; b < points.blocks; ++b) {
    points.fill(0, b, block);
    append_rows(x, b * n, block);
    for (Index k = 0; k < n; ++k) {
      const Index row = b * n + k;
      for (Index o = 0; o < q; ++o) {
        y.data[static_cast<std::size_t>(row * q + o)] =
            evaluations.y[static_cast<std::size_t>(o)](k, b);
      }
      status.data[static_cast<std::size_t>(row)] =
          static_cast<double>(evaluations.status[static_cast<std::size_t>(row)]);
    }
  }
  fill(dataset, problem, {std::move(x), std::move(y), std::move(status), order}, {});
  return dataset;
}

void add_failures(Dataset& dataset, const std::vector<Failure>& failures) {
  if (failures.empty()) {
    return;
  }
  const auto count = static_cast<Index>(failures.size());
  dataset.dims.push_back(
      {.name = "failure", .size = count, .long_name = "evaluation that failed, the first 1000"});
  NdArray row({count});
  NdArray status({count});
  std::vector<std::string> messages;
  for (std::size_t k = 0; k < failures.size(); ++k) {
    row.data[k] = static_cast<double>(failures[k].row);
    status.data[k] = static_cast<double>(failures[k].status);
    messages.push_back(failures[k].message);
  }
  Variable text{.name = "failure_message",
                .dims = {"failure"},
                .text = std::move(messages),
                .long_name = "what the model said"};
  dataset.variables.push_back({.name = "failure_row",
                               .dims = {"failure"},
                               .data = std::move(row),
                               .units = "1",
                               .long_name = "row of the design",
                               .storage = Storage::int64});
  dataset.variables.push_back({.name = "failure_status",
                               .dims = {"failure"},
                               .data = std::move(status),
                               .units = "1",
                               .long_name = "status of the evaluation",
                               .storage = Storage::flags,
                               .flag_meanings = status_names()});
  dataset.variables.push_back(std::move(text));
}

std::string failure_summary(const Evaluations& evaluations) {
  const Index total =
      std::accumulate(evaluations.counts.begin(), evaluations.counts.end(), Index{0});
  const Index failed = total - evaluations.counts[static_cast<std::size_t>(RowStatus::ok)];
  if (failed == 0) {
    return {};
  }
  std::string text =
      std::to_string(failed) + " of " + std::to_string(total) + " evaluations gave no value:";
  const char* separator = " ";
  for (std::size_t s = 1; s < evaluations.counts.size(); ++s) {
    if (evaluations.counts[s] > 0) {
      text += separator + std::to_string(evaluations.counts[s]) + " " +
              std::string(row_status_names[s]);
      separator = ", ";
    }
  }
  if (!evaluations.failures.empty() && !evaluations.failures.front().message.empty()) {
    text += "; the first, row " + std::to_string(evaluations.failures.front().row) + ": " +
            evaluations.failures.front().message;
  }
  return text;
}

}  // namespace uq::studies
