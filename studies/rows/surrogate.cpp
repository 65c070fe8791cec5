#include "studies/rows/surrogate.hpp"

#include "studies/rows/erase.hpp"
#include "studies/rows/finish.hpp"
#include "studies/surrogates/joined_data.hpp"
#include "studies/surrogates/restore.hpp"
#include "studies/surrogates/stored_surrogate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace uq::studies {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const SurrogateStudy& of(const std::any& options) {
  return std::any_cast<const SurrogateStudy&>(options);
}

std::any bind(const Node& table, const Scope& scope, Diagnostics& diagnostics) {
  SurrogateStudy study = read_surrogate(table, scope, diagnostics);
  return study.kind == nullptr ? std::any() : std::any(std::move(study));  // faulty, and reported
}

Problem narrow(const std::any&, Problem problem) {
  return problem;
}

Attributes used(const std::any& options) {
  return used_surrogate(of(options));
}

Cost cost(const std::any& options, const Problem&) {
  // What growing adds is not known before: at most all of it.
  const auto& grow = of(options).grow;
  return {.evaluations = grow ? static_cast<double>(grow->max_n) : 0};
}

double bytes_on_sample(const std::any& options, const Problem& problem, double rows) {
  const SurrogateStudy& study = of(options);
  const double most = study.grow ? static_cast<double>(study.grow->max_n) : rows;
  const auto width =
      static_cast<double>(problem.dims()) + 4 * static_cast<double>(problem.outputs.size());
  return 2 * 8 * std::max(rows, most) * width +
         study.kind->bytes(study.fit, problem, std::max(rows, most));
}

std::vector<std::string> builds_on(const std::any& options) {
  std::vector<std::string> names;
  for (const SurrogateSource& source : of(options).data) {
    if (!source.stored) {
      names.push_back(source.name);
    }
  }
  return names;
}

std::vector<std::string> reads(const std::any& options) {
  std::vector<std::string> names;
  for (const SurrogateSource& source : of(options).data) {
    if (source.stored) {
      names.push_back(source.name);
    }
  }
  return names;
}

double own_rows(const std::any& options) {
  double rows = 0;
  for (const SurrogateSource& source : of(options).data) {
    rows += source.stored ? static_cast<double>(source.stored->columns.front().values.size()) : 0;
  }
  return rows;
}

void check_rows(const std::any& options,
                const Problem& problem,
                double rows,
                const Place& place,
                Diagnostics& diagnostics) {
  const SurrogateStudy& study = of(options);
  if (study.grow && static_cast<double>(study.grow->max_n) <= rows) {
    diagnostics.error(
        "U506",
        fmt::format("`grow` has max_n = {}, but the samples have {:.0f} points already",
                    study.grow->max_n,
                    rows),
        place);
  }
  const double most = study.grow ? std::max(rows, static_cast<double>(study.grow->max_n)) : rows;
  study.kind->check_rows(study.fit, problem, most, place, diagnostics);
}

std::string extends(const std::any& options) {
  return of(options).grow ? of(options).grown() : "";
}

SurrogatePromise promises(const std::any& options) {
  const SurrogateStudy& study = of(options);
  return {{}, std::string(study.kind->name), study.kind->has_closed_form, study.log};
}

/// Box of the points a fit has used: none of an output it was kept out of, or has no value of.
struct Box {
  Vector lower, upper;
};

Box box_of(const SurrogateData& data, const NdArray& kept_out) {
  const auto d = data.problem.dims();
  const auto q = static_cast<Index>(data.y.size());
  Box box{Vector::Constant(d, nan), Vector::Constant(d, nan)};
  for (Index i = 0; i < data.x.rows(); ++i) {
    bool used = false;
    for (Index o = 0; o < q; ++o) {
      used = used ||
             (std::isfinite(data.y[static_cast<std::size_t>(o)](i)) && kept_out.at({i, o}) != 1);
    }
    for (Index j = 0; used && j < d; ++j) {
      box.lower(j) = std::fmin(box.lower(j), data.x(i, j));
      box.upper(j) = std::fmax(box.upper(j), data.x(i, j));
    }
  }
  return box;
}

enum class PointSet { train, holdout, extrapolate };

/// What became of each point: of those kept out, whether they lie outside the box of the others.
NdArray sets_of(const SurrogateData& data, const NdArray& kept_out, const Box& box) {
  NdArray sets({data.x.rows()}, 0);
  for (Index i = 0; i < data.x.rows(); ++i) {
    bool kept = false;
    for (Index o = 0; o < static_cast<Index>(data.y.size()); ++o) {
      kept = kept || kept_out.at({i, o}) == 1;
    }
    bool outside = false;
    for (Index j = 0; j < data.x.cols(); ++j) {
      outside = outside || data.x(i, j) < box.lower(j) || data.x(i, j) > box.upper(j);
    }
    sets.at({i}) = static_cast<double>(!kept     ? PointSet::train
                                       : outside ? PointSet::extrapolate
                                                 : PointSet::holdout);
  }
  return sets;
}

NdArray columns(const std::vector<Vector>& y, Index rows) {
  const auto q = static_cast<Index>(y.size());
  NdArray all({rows, q});
  for (Index i = 0; i < rows; ++i) {
    for (Index o = 0; o < q; ++o) {
      all.at({i, o}) = y[static_cast<std::size_t>(o)](i);
    }
  }
  return all;
}

void add_points(Dataset& dataset,
                const SurrogateData& data,
                NdArray y_pred,
                const NdArray& kept_out,
                const Box& box) {
  const Index n = data.x.rows();
  dataset.dims.push_back({.name = "point", .size = n, .long_name = "point of the samples"});
  NdArray x({n, data.x.cols()});
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < data.x.cols(); ++j) {
      x.at({i, j}) = data.x(i, j);
    }
  }
  const auto add = [&](const char* name,
                       const char* second,
                       const char* doc,
                       const std::string& units,
                       NdArray values) {
    dataset.variables.push_back({.name = name,
                                 .dims = {"point", second},
                                 .data = std::move(values),
                                 .units = units,
                                 .long_name = doc});
  };
  const std::string unit = unit_text(Unit::output, data.problem);
  add("x", "input", "inputs of the point", unit_of_input, std::move(x));
  add("y_true", "output", "output of the model", unit, columns(data.y, n));
  add("y_pred",
      "output",
      "prediction of the point by a fit that has not seen it",
      unit,
      std::move(y_pred));
  dataset.variables.push_back({.name = "set",
                               .dims = {"point"},
                               .data = sets_of(data, kept_out, box),
                               .units = "1",
                               .long_name = "what the point was used for",
                               .storage = Storage::flags,
                               .flag_meanings = {"train", "holdout", "extrapolate"}});
}

/// y_sd(point, output): how far refits spread at the points.
void add_spread(Dataset& dataset, const Surrogate& surrogate, const SurrogateData& data) {
  const Index n = data.x.rows();
  const auto q = static_cast<Index>(data.y.size());
  const Index r = surrogate.emulator.replicates;
  NdArray sd({n, q});
  if (r > 1 && surrogate.emulator.predict) {
    Matrix centre(n, q);
    surrogate.emulator.predict(-1, data.x, centre);
    Matrix sum = Matrix::Zero(n, q);
    Matrix squares = Matrix::Zero(n, q);
    Matrix y(n, q);
    for (Index k = 0; k < r; ++k) {
      surrogate.emulator.predict(k, data.x, y);
      y -= centre;  // first, so that a large mean costs no digits
      sum += y;
      squares += y.cwiseAbs2();
    }
    const auto count = static_cast<double>(r);
    for (Index i = 0; i < n; ++i) {
      for (Index o = 0; o < q; ++o) {
        const double variance = (squares(i, o) - sum(i, o) * sum(i, o) / count) / (count - 1);
        sd.at({i, o}) = std::sqrt(std::max(variance, 0.0));
      }
    }
  }
  dataset.variables.push_back({.name = "y_sd",
                               .dims = {"point", "output"},
                               .data = std::move(sd),
                               .units = unit_text(Unit::output, data.problem),
                               .long_name = "standard deviation of the refits at the point"});
}

/// Why analyses on the surrogate are to say nothing of an output.
std::vector<std::string> withheld(const Dataset& dataset, double q2_min) {
  const Variable& q2 = *dataset.variable("q2");
  const Variable& undefined = *dataset.variable("undefined");
  std::vector<std::string> reasons;
  for (std::size_t o = 0; o < q2.data.data.size(); ++o) {
    const double value = q2.data.data[o];
    reasons.push_back(!undefined.text[o].empty() ? "it has no surrogate: " + undefined.text[o]
                      : std::isnan(value)        ? "its q2 is undefined"
                      : value < q2_min
                          ? fmt::format("q2 = {:.3g} is below q2_min = {:g}", value, q2_min)
                          : "");
  }
  return reasons;
}

void warn_of_withheld(AnalysisResult& out, const Dataset& dataset) {
  const std::vector<std::string>& names = dataset.dim("output")->labels;
  const std::vector<std::string>& reasons = dataset.variable("withheld")->text;
  for (std::size_t o = 0; o < names.size(); ++o) {
    if (!reasons[o].empty()) {
      out.warnings.push_back(
          {"W141",
           fmt::format("analyses on this surrogate withhold `{}`: {}", names[o], reasons[o])});
    }
  }
}

/// What a sample is with the rows that extend it.
void append_rows(Sample& sample, const Sample& more) {
  const Index before = sample.x.rows();
  sample.x.conservativeResize(before + more.x.rows(), sample.x.cols());
  sample.x.bottomRows(more.x.rows()) = more.x;
  for (std::size_t k = 0; k < sample.y.size(); ++k) {
    sample.y[k].conservativeResize(before + more.x.rows());
    sample.y[k].tail(more.x.rows()) = more.y[k];
  }
  sample.status.insert(sample.status.end(), more.status.begin(), more.status.end());
}

/// Fits, and as long as the result is not good enough and there may be more points, extends the
/// sample and fits again.
SurrogateFit fit_growing(const SurrogateStudy& study,
                         JoinedData& joined,
                         const RunContext& context,
                         AnalysisResult& out) {
  const Seed seed = context.seed.child("fit");
  const auto fit = [&] { return study.kind->fit(study.fit, joined.data, seed, context.missing); };
  const auto good = [&](const SurrogateFit& found) {
    const std::vector<std::string> reasons = withheld(found.dataset, study.q2_min);
    return std::all_of(
               reasons.begin(), reasons.end(), [](const auto& why) { return why.empty(); }) &&
           (!context.accepted || context.accepted(found.dataset));
  };
  SurrogateFit found = fit();
  if (!study.grow) {
    return found;
  }
  const std::string grown = study.grown();
  const auto entry = std::find_if(study.data.begin(), study.data.end(), [&](const auto& source) {
    return source.name == grown;
  });
  Sample so_far = *context.finished(grown).sample;
  double& own = joined.counts[static_cast<std::size_t>(entry - study.data.begin())];
  while (!good(found) && joined.data.x.rows() < study.grow->max_n) {
    const Index add = std::min(study.grow->add, study.grow->max_n - joined.data.x.rows());
    const AnalysisResult more = context.extend(grown, so_far, add);
    append_sample(joined.data, *more.sample);
    append_rows(so_far, *more.sample);
    own += static_cast<double>(add);
    out.evaluations += more.evaluations;
    out.failures += more.failures;
    out.warnings.insert(out.warnings.end(), more.warnings.begin(), more.warnings.end());
    found = fit();
  }
  if (!good(found)) {
    out.warnings.push_back(
        {"W146",
         fmt::format("`grow` has reached max_n = {} and the surrogate is not accepted",
                     study.grow->max_n)});
  }
  return found;
}

AnalysisResult run(const std::any& options, const Problem& problem, const RunContext& context) {
  const SurrogateStudy& study = of(options);
  JoinedData joined = joined_data(study, problem, context);
  const SurrogateData& data = joined.data;
  AnalysisResult out;
  SurrogateFit fit = fit_growing(study, joined, context, out);
  Dataset dataset = std::move(fit.dataset);
  const Box box = box_of(data, fit.kept_out);
  const std::vector<std::string> reasons = withheld(dataset, study.q2_min);
  add_points(dataset, data, std::move(fit.y_pred), fit.kept_out, box);
  store_surroundings(dataset, problem, box.lower, box.upper, reasons);
  out.surrogate = restored(dataset, *study.kind, {});
  add_spread(dataset, *out.surrogate, data);
  dataset.attributes.emplace_back(surrogate_attribute, surrogate_sha256(dataset));
  dataset.attributes.emplace_back("points", static_cast<std::int64_t>(data.x.rows()));
  dataset.attributes.emplace_back("points_of_data", joined.counts);
  out.warnings.insert(out.warnings.end(), fit.warnings.begin(), fit.warnings.end());
  warn_of_withheld(out, dataset);
  out.withheld = is_withheld(fit.lost_share, context.missing);
  out.groups.push_back(std::move(dataset));
  return out;
}

Dataset outline(const std::any& options, const Problem& problem) {
  const SurrogateStudy& study = of(options);
  return study.kind->outline(study.fit, problem);
}

}  // namespace

Method surrogate_method(std::string_view name, std::string_view summary, std::string_view page) {
  Method row{.name = name,
             .summary = summary,
             .page = page,
             .options = &surrogate_options,
             .bind = &bind,
             .narrow = &narrow,
             .used = &used,
             .cost = &cost,
             .run = &run};
  row.builds_on = &builds_on;
  row.works_on_sample = true;
  row.bytes_on_sample = &bytes_on_sample;
  row.outline = &outline;
  row.promises = &promises;
  row.reads = &reads;
  row.extends = &extends;
  row.own_rows = &own_rows;
  row.check_rows = &check_rows;
  return row;
}

}  // namespace uq::studies
