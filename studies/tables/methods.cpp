#include "studies/tables/methods.hpp"

#include "studies/rows/given_data.hpp"
#include "studies/rows/morris.hpp"
#include "studies/rows/oat.hpp"
#include "studies/rows/propagate.hpp"
#include "studies/rows/sample.hpp"
#include "studies/rows/sobol.hpp"
#include "studies/rows/surrogate.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

/// A method that evaluates: it can do so on a surrogate.
Method evaluating(Method row) {
  row.runs_on_surrogates = true;
  return row;
}

/// The row, with what `uq plan` says of the accuracy it buys.
Method expecting(std::vector<Expected> (*expected)(const Attributes&), Method row) {
  row.expected = expected;
  return row;
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> table{
      expecting(&expected_oat,
                evaluating(oat_method("oat",
                                      "one input at a time: tornado, elasticities, kinks, stages",
                                      "docs/methods/oat.md"))),
      expecting(
          &expected_morris,
          evaluating(morris_method(
              "morris", "screening: elementary effects of many inputs", "docs/methods/morris.md"))),
      expecting(&expected_sobol,
                evaluating(sobol_method(
                    "sobol", "variance decomposition: Sobol' indices", "docs/methods/sobol.md"))),
      expecting(
          &expected_bands,
          evaluating(propagate_method("propagate",
                                      "law of the outputs: moments, quantile bands, exceedances",
                                      "docs/methods/propagate.md"))),
      expecting(&expected_given_data,
                given_data_method("given_data",
                                  "first-order indices and regression on a sample that is there",
                                  "docs/methods/given_data.md")),
      expecting(&expected_design,
                sample_method("sample",
                              "a design and the model on it, for surrogates and other tools",
                              "docs/methods/sample.md")),
      surrogate_method("surrogate",
                       "stands in for a slow model: polynomial chaos with its error",
                       "docs/methods/surrogate.md"),
  };
  return table;
}

const Method* find_method(std::string_view name) {
  const auto found = std::find_if(
      methods().begin(), methods().end(), [&](const Method& m) { return m.name == name; });
  return found == methods().end() ? nullptr : &*found;
}

}  // namespace uq::studies
