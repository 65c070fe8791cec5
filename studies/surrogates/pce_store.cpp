#include "studies/surrogates/pce_store.hpp"

#include "studies/store/layout.hpp"
#include "studies/surrogates/exact_law.hpp"
#include "studies/surrogates/stored.hpp"
#include "uq/core/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

namespace uq::studies {

namespace {

using surrogates::Pce;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::string> maps{"affine", "probability", "score"};

using Term = std::vector<std::int32_t>;

/// The order of `MultiIndices`: by total degree, then by the degrees of the first, second, …
/// variable, descending.
struct Before {
  bool operator()(const Term& a, const Term& b) const {
    const auto degree = [](const Term& t) { return std::accumulate(t.begin(), t.end(), 0); };
    const int first = degree(a);
    const int second = degree(b);
    return first != second ? first < second : a > b;
  }
};

/// All terms of all outputs, with their places.
std::map<Term, Index, Before> joined_terms(const std::vector<Pce>& outputs) {
  std::map<Term, Index, Before> all;
  for (const Pce& pce : outputs) {
    for (Index k = 0; k < pce.terms.rows(); ++k) {
      all.emplace(Term(pce.terms.row(k).begin(), pce.terms.row(k).end()), 0);
    }
  }
  Index place = 0;
  for (auto& [term, at] : all) {
    at = place++;
  }
  return all;
}

Index refits(const std::vector<Pce>& outputs) {
  Index count = 0;
  for (const Pce& pce : outputs) {
    count = std::max(count, pce.replicates.rows());
  }
  return count;
}

const Coordinates* coordinates_of(const std::vector<Pce>& outputs) {
  for (const Pce& pce : outputs) {
    if (pce.terms.rows() > 0) {
      return pce.coordinates.get();
    }
  }
  return nullptr;
}

void store_coordinates(Dataset& dataset, const Coordinates& coordinates) {
  const Index d = coordinates.dims();
  Index degrees = 0;
  for (const Coordinate& c : coordinates.each) {
    degrees = std::max(degrees, c.polynomials.a.size());
  }
  NdArray map({d});
  NdArray centre({d});
  NdArray scale({d});
  NdArray a({d, degrees});
  NdArray b({d, degrees});
  std::vector<std::string> laws;
  for (Index j = 0; j < d; ++j) {
    const Coordinate& c = coordinates.each[static_cast<std::size_t>(j)];
    map.at({j}) = static_cast<double>(c.map);
    centre.at({j}) = c.centre;
    scale.at({j}) = c.scale;
    for (Index k = 0; k < c.polynomials.a.size(); ++k) {
      a.at({j, k}) = c.polynomials.a(k);
      b.at({j, k}) = c.polynomials.b(k);
    }
    laws.push_back(exact_text(c.law));
  }
  dataset.dims.push_back(
      {.name = "degree", .size = degrees, .long_name = "degree of a polynomial"});
  const auto number = [&](const char* name, const char* doc, NdArray data, const char* units) {
    dataset.variables.push_back({.name = name,
                                 .dims = {"input"},
                                 .data = std::move(data),
                                 .units = units,
                                 .long_name = doc});
  };
  dataset.variables.push_back({.name = "coordinate",
                               .dims = {"input"},
                               .data = std::move(map),
                               .units = "1",
                               .long_name = "how the input becomes the variable of polynomials",
                               .storage = Storage::flags,
                               .flag_meanings = maps});
  number("centre", "value the variable is 0 at (affine)", std::move(centre), unit_of_input);
  number("scale",
         "step of the input that is 1 of the variable (affine)",
         std::move(scale),
         unit_of_input);
  for (auto& [name, data] : {std::pair{"recurrence_a", &a}, std::pair{"recurrence_b", &b}}) {
    dataset.variables.push_back({.name = name,
                                 .dims = {"input", "degree"},
                                 .data = std::move(*data),
                                 .units = "1",
                                 .long_name = "coefficients of the polynomials' recurrence"});
  }
  Variable text{.name = "law",
                .dims = {"input"},
                .text = std::move(laws),
                .long_name = "law the polynomials are orthonormal under, exactly, as JSON"};
  dataset.variables.push_back(std::move(text));
  if (coordinates.factor.size() == 0) {
    return;
  }
  Dimension second = *dataset.dim("input");
  second.name = "input2";
  second.long_name = "uncertain input, a second time";
  NdArray factor({d, d});
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j < d; ++j) {
      factor.at({i, j}) = coordinates.factor(i, j);
    }
  }
  dataset.dims.push_back(std::move(second));
  dataset.variables.push_back({.name = "copula_factor",
                               .dims = {"input", "input2"},
                               .data = std::move(factor),
                               .units = "1",
                               .long_name = "factor of the correlation of the normal scores"});
}

Coordinates load_coordinates(const Stored& stored) {
  const Index d = stored.size("input");
  const Index degrees = stored.size("degree");
  const std::vector<double>& map = stored.numbers("coordinate", {"input"});
  const std::vector<double>& centre = stored.numbers("centre", {"input"});
  const std::vector<double>& scale = stored.numbers("scale", {"input"});
  const std::vector<double>& a = stored.numbers("recurrence_a", {"input", "degree"});
  const std::vector<double>& b = stored.numbers("recurrence_b", {"input", "degree"});
  const std::vector<std::string>& laws = stored.texts("law", "input");
  Coordinates coordinates;
  for (Index j = 0; j < d; ++j) {
    const auto at = static_cast<std::size_t>(j);
    expects(map[at] == 0 || map[at] == 1 || map[at] == 2, "a coordinate is of no kind there is");
    Coordinate c{.law = law_from_text(laws[at]),
                 .map = static_cast<CoordinateMap>(static_cast<int>(map[at])),
                 .centre = centre[at],
                 .scale = scale[at]};
    expects(std::isfinite(c.centre) && std::isfinite(c.scale) && c.scale != 0,
            "a coordinate has no scale");
    const double* row = a.data() + j * degrees;
    const Index own =
        std::find_if(row, row + degrees, [](double v) { return std::isnan(v); }) - row;
    expects(own >= 1, "an input has no polynomials");
    c.polynomials.a = Eigen::Map<const Vector>(row, own);
    c.polynomials.b = Eigen::Map<const Vector>(b.data() + j * degrees, own);
    expects(c.polynomials.b.minCoeff() > 0 || own == 1, "the norm of a polynomial is not positive");
    coordinates.each.push_back(std::move(c));
  }
  if (stored.has("copula_factor")) {
    const std::vector<double>& factor = stored.numbers("copula_factor", {"input", "input2"});
    expects(stored.size("input2") == d, "the factor of the copula is not square");
    coordinates.factor.resize(d, d);
    for (Index i = 0; i < d; ++i) {
      for (Index j = 0; j < d; ++j) {
        coordinates.factor(i, j) = factor[static_cast<std::size_t>(i * d + j)];
      }
    }
  }
  return coordinates;
}

}  // namespace

std::string term_name(const MultiIndices& terms,
                      Index term,
                      const std::vector<std::string>& inputs) {
  std::string name;
  for (Index j = 0; j < terms.cols(); ++j) {
    const auto degree = terms(term, j);
    if (degree > 0) {
      name += (name.empty() ? "" : " ") + inputs[static_cast<std::size_t>(j)] +
              (degree > 1 ? "^" + std::to_string(degree) : "");
    }
  }
  return name.empty() ? "1" : name;
}

void store_expansions(Dataset& dataset, const std::vector<Pce>& outputs) {
  const auto terms = joined_terms(outputs);
  const auto q = static_cast<Index>(outputs.size());
  const auto count = static_cast<Index>(terms.size());
  const std::vector<std::string> inputs = dataset.dim("input")->labels;
  const auto d = static_cast<Index>(inputs.size());
  MultiIndices all(count, d);
  for (const auto& [term, at] : terms) {
    all.row(at) = Eigen::Map<const Eigen::RowVector<std::int32_t, Eigen::Dynamic>>(term.data(), d);
  }
  Dimension axis{
      .name = "term", .size = count, .long_name = "product of polynomials of the inputs"};
  NdArray indices({count, d});
  for (Index k = 0; k < count; ++k) {
    axis.labels.push_back(term_name(all, k, inputs));
    for (Index j = 0; j < d; ++j) {
      indices.at({k, j}) = all(k, j);
    }
  }
  const Index r = refits(outputs);
  NdArray coefficients({q, count});
  NdArray replicates({q, r, count});
  NdArray missing({q});
  NdArray log({q}, 0);
  for (Index o = 0; o < q; ++o) {
    const Pce& pce = outputs[static_cast<std::size_t>(o)];
    missing.at({o}) = pce.terms.rows() == 0 ? nan : pce.missing;
    log.at({o}) = pce.log ? 1 : 0;
    for (Index k = 0; k < pce.terms.rows(); ++k) {
      const Index at = terms.at(Term(pce.terms.row(k).begin(), pce.terms.row(k).end()));
      coefficients.at({o, at}) = pce.coefficients(k);
      for (Index i = 0; i < pce.replicates.rows(); ++i) {
        replicates.at({o, i, at}) = pce.replicates(i, k);
      }
    }
  }
  if (const Coordinates* coordinates = coordinates_of(outputs)) {
    store_coordinates(dataset, *coordinates);
  }
  if (count == 0) {
    return;  // no output has an expansion
  }
  dataset.dims.push_back(std::move(axis));
  const auto add = [&](const char* name,
                       std::vector<std::string> dims,
                       NdArray data,
                       const char* units,
                       const char* doc,
                       Storage storage = Storage::float64) {
    dataset.variables.push_back({.name = name,
                                 .dims = std::move(dims),
                                 .data = std::move(data),
                                 .units = units,
                                 .long_name = doc,
                                 .storage = storage});
  };
  add("multi_index",
      {"term", "input"},
      std::move(indices),
      "1",
      "degree of the term in the input",
      Storage::int64);
  add("coefficient",
      {"output", "term"},
      std::move(coefficients),
      unit_of_output,
      "coefficient of the term; of ln y where log is 1");
  if (r > 0) {
    dataset.dims.push_back({.name = "refit", .size = r, .long_name = "refit of the surrogate"});
    add("replicate_coefficient",
        {"output", "refit", "term"},
        std::move(replicates),
        unit_of_output,
        "coefficient of the term in a refit");
  }
  add("missing_variance",
      {"output"},
      std::move(missing),
      unit_of_output_squared,
      "variance the expansion misses, from its leave-one-out error; of ln y where log is 1");
  dataset.variables.push_back({.name = "log",
                               .dims = {"output"},
                               .data = std::move(log),
                               .units = "1",
                               .long_name = "what is expanded",
                               .storage = Storage::flags,
                               .flag_meanings = {"y", "ln_y"}});
}

std::vector<Pce> load_expansions(const Dataset& dataset) {
  const Stored stored(dataset);
  const auto coordinates = std::make_shared<const Coordinates>(load_coordinates(stored));
  const Index q = stored.size("output");
  const Index d = stored.size("input");
  const Index count = stored.size("term");
  const std::vector<double>& indices = stored.numbers("multi_index", {"term", "input"});
  const std::vector<double>& coefficients = stored.numbers("coefficient", {"output", "term"});
  const Index r = stored.has("replicate_coefficient") ? stored.size("refit") : 0;
  static const std::vector<double> none;
  const std::vector<double>& replicates =
      r > 0 ? stored.numbers("replicate_coefficient", {"output", "refit", "term"}) : none;
  const std::vector<double>& missing = stored.numbers("missing_variance", {"output"});
  const std::vector<double>& log = stored.numbers("log", {"output"});
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const Coordinate& c = coordinates->each[k % static_cast<std::size_t>(d)];
    expects(indices[k] >= 0 && indices[k] <= static_cast<double>(c.polynomials.degree()),
            "a term has a degree that the polynomials of its input have not");
  }
  const std::vector<std::string>& undefined = stored.texts("undefined", "output");
  std::vector<Pce> outputs;
  for (Index o = 0; o < q; ++o) {
    std::vector<Index> own;
    for (Index k = 0; k < count; ++k) {
      if (!std::isnan(coefficients[static_cast<std::size_t>(o * count + k)])) {
        own.push_back(k);
      }
    }
    const auto size = static_cast<Index>(own.size());
    Pce pce{.coordinates = coordinates,
            .terms = MultiIndices(size, d),
            .coefficients = Vector(size),
            .replicates = Matrix(size > 0 ? r : 0, size),
            .missing = missing[static_cast<std::size_t>(o)],
            .log = log[static_cast<std::size_t>(o)] == 1,
            .undefined = undefined[static_cast<std::size_t>(o)]};
    for (Index k = 0; k < size; ++k) {
      const Index at = own[static_cast<std::size_t>(k)];
      pce.coefficients(k) = coefficients[static_cast<std::size_t>(o * count + at)];
      expects(std::isfinite(pce.coefficients(k)), "a coefficient is infinite");
      for (Index j = 0; j < d; ++j) {
        pce.terms(k, j) = static_cast<std::int32_t>(indices[static_cast<std::size_t>(at * d + j)]);
      }
      for (Index i = 0; i < pce.replicates.rows(); ++i) {
        pce.replicates(i, k) = replicates[static_cast<std::size_t>((o * r + i) * count + at)];
      }
    }
    outputs.push_back(std::move(pce));
  }
  return outputs;
}

}  // namespace uq::studies
