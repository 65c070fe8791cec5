#pragma once

#include "studies/store/dataset.hpp"

#include <string>
#include <vector>

namespace uq::studies {

/// A text file of an export, its name relative to the folder.
struct TextFile {
  std::string name, content;
};

/// Everything `uq export` writes, made of the result file alone: bands.csv, indices.csv, for each
/// stored design designs/NAME.csv, for each analysis tables/NAME.md and tables/NAME.tex, for each
/// band over a swept input figures/NAME-OUTPUT.tex. A file that would have no row is left out. The
/// claim stands in each.
std::vector<TextFile> export_files(const ResultFile& file);

/// Quantile bands, a row per output and setting: output, unit, a column per swept input, mean, q05
/// … each with _lo and _hi, sd, analysis, unit of each swept input, claim, reason. Empty when there
/// is none.
std::string bands_csv(const ResultFile& file);

/// Figures of inputs or groups of inputs, a row per cell: analysis, output, input, index, value,
/// lo, hi, unit, a column per further dimension, claim, reason. Empty when there is none.
std::string indices_csv(const ResultFile& file);

/// designs/NAME.csv of each stored design of `sample`: its points and outputs with the hash of the
/// points, as `uq ask` writes them and `results` takes them.
std::vector<TextFile> design_files(const ResultFile& file);

/// The tables of one analysis as Markdown.
std::string markdown_tables(const ResultFile& file, const Dataset& analysis);

/// The tables of one analysis as LaTeX `table` environments (package booktabs).
std::string latex_tables(const ResultFile& file, const Dataset& analysis);

/// Bands over the swept input as pgfplots pictures, and a document around each.
std::vector<TextFile> pgfplots_figures(const ResultFile& file, const Dataset& analysis);

/// Writes files into a folder, made when it is not there. @param force replaces existing ones
/// @throws IoError naming what exists or cannot be written; existing files are looked for before
/// anything is written
void write_export(const std::vector<TextFile>& files, const std::string& folder, bool force);

}  // namespace uq::studies
