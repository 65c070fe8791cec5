#pragma once

#include "studies/rows/erase.hpp"
#include "studies/rows/method.hpp"
#include "uq/core/design.hpp"
#include "uq/core/evaluate.hpp"

namespace uq::studies {

/// Bytes a stored sample takes: rows x (inputs + outputs) doubles and a status byte.
double sample_bytes(double rows, const Problem& problem, double settings = 1);

/// Bytes `evaluate` works with on the threads of `threads()` beside its result, at most, for a
/// design of `columns` columns, in blocks of the default size.
double workspace_bytes(const Problem& problem, Index columns);

/// Rows [0, rows) of a design in physical units, (rows, d): of a Saltelli design those of A.
/// @param from column of the points that belongs to the first input: d for B
Matrix physical(const Problem&, const UnitPoints&, Index rows, Index from = 0);

/// The same for as many rows as x has; no more than a block of points is held beside it.
void fill_physical(const Problem&, const UnitPoints&, MutableMatrixRef x, Index from = 0);

/// A matrix as an array of two axes.
NdArray row_by_row(const Matrix& x);

/// Bytes of the rows an analysis leaves to later ones.
double kept_bytes(double rows, const Problem& problem);

/// The sample of a design as the group "samples": x(sample, input), y(sample, output, sweep…),
/// status(sample, sweep…). x is regenerated from the design; rows are ordered block by block.
/// @param evaluations one per setting of the sweep.
Dataset samples(const Problem&,
                const SaltelliDesign&,
                const std::vector<Evaluations>& evaluations,
                const std::vector<Dimension>& sweep);
Dataset samples(const Problem&,
                const IndependentDesign&,
                const std::vector<Evaluations>& evaluations,
                const std::vector<Dimension>& sweep);
/// Of given points; rows are ordered block by block. @param order what the rows are, in words
Dataset samples(const Problem&,
                const PhysicalPoints&,
                const Evaluations&,
                const std::string& order);

/// Adds failure_row, failure_status, failure_message(failure) when there are failures.
void add_failures(Dataset& dataset, const std::vector<Failure>& failures);

/// "3 of 57344 evaluations: 2 infeasible, 1 nonfinite; first: row 17: memory …"; empty when all are
/// ok.
std::string failure_summary(const Evaluations& evaluations);

}  // namespace uq::studies
