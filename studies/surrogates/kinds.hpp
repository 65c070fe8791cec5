#pragma once

#include "studies/file/bind.hpp"
#include "studies/rows/method.hpp"
#include "studies/surrogates/surrogate.hpp"

#include <any>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// The points a surrogate is fitted to.
struct SurrogateData {
  Problem problem;
  Matrix x;               ///< (n, d), inputs in the order of the problem
  std::vector<Vector> y;  ///< per output (n); NaN where there is no value
  std::vector<char> log;  ///< per output: whether ln y is fitted
};

/// What a fit leaves, whatever its kind.
struct SurrogateFit {
  /// Its errors (q2, rmse, …), over `output`, and all that `rebuild` needs. Reasons of undefined
  /// outputs are the variable `undefined`.
  Dataset dataset;
  NdArray y_pred;      ///< (n, q): prediction behind the errors, NaN: none
  NdArray kept_out;    ///< (n, q): 1 where the point was kept out of the fit
  NdArray lost_share;  ///< (q)
  Warnings warnings;
};

/// One kind of surrogate: a row of the table, and all that the others know of it.
struct SurrogateKind {
  std::string_view name;
  std::string_view summary;
  std::vector<OptionInfo> (*options)();
  /// Reads the keys of this kind and reports every problem, inputs it cannot take included.
  std::any (*bind)(const Node& table, const Scope&, Diagnostics&);
  Attributes (*used)(const std::any&);
  double (*bytes)(const std::any&, const Problem&, double rows);
  /// Reports what so many points do not suffice for (contract C4).
  void (*check_rows)(const std::any&, const Problem&, double rows, const Place&, Diagnostics&);
  SurrogateFit (*fit)(const std::any&, const SurrogateData&, Seed, const MissingPolicy&);
  /// The errors alone, without numbers: what criteria are read against.
  Dataset (*outline)(const std::any&, const Problem&);
  /// Fills emulator and expansions from what `fit` has stored: the same bits.
  /// @throws InvalidArgument for what is no such result.
  void (*rebuild)(const Dataset&, Surrogate&);
  bool has_closed_form;  ///< mean, variance and indices follow from the fit, unless of ln y
};

const std::vector<SurrogateKind>& surrogate_kinds();

/// The kind of that name, or null.
const SurrogateKind* find_kind(std::string_view name);

}  // namespace uq::studies
