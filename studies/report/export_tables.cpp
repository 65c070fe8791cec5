#include "studies/report/export.hpp"
#include "studies/report/grid.hpp"
#include "studies/report/markup.hpp"
#include "studies/report/stamp.hpp"
#include "studies/report/zero_note.hpp"

#include <algorithm>

namespace uq::studies {

namespace {

std::string markdown_row(const std::vector<GridCell>& cells, std::size_t width) {
  std::string text = "|";
  for (std::size_t k = 0; k < width; ++k) {
    const GridCell cell = k < cells.size() ? cells[k] : GridCell{};
    text += " " + markdown_text(cell.text, !cell.is_number) + " |";
  }
  return text + "\n";
}

std::string latex_row(const std::vector<GridCell>& cells, std::size_t width) {
  std::string text;
  for (std::size_t k = 0; k < width; ++k) {
    const GridCell cell = k < cells.size() ? cells[k] : GridCell{};
    text +=
        (k == 0 ? "" : " & ") + (cell.is_number ? latex_number(cell.text) : latex_text(cell.text));
  }
  return text + " \\\\\n";
}

/// A line that cannot end its comment.
std::string comment(const std::string& text) {
  std::string line = text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\r', ' ');
  return "% " + line + "\n";
}

}  // namespace

std::string markdown_tables(const ResultFile& file, const Dataset& analysis) {
  std::string text = "# " + markdown_text(analysis_name(analysis)) + "\n\n" +
                     markdown_text(caption_of(file, analysis)) + "\n";
  for (const Grid& grid : grids(analysis)) {
    text += grid.title.empty() ? "\n" : "\n**" + markdown_text(grid.title) + "**\n\n";
    if (!grid.note.empty()) {
      text += grid.note + "\n";
      continue;
    }
    text += markdown_row(grid.headings, grid.headings.size()) + "|";
    for (std::size_t k = 0; k < grid.headings.size(); ++k) {
      text += "---|";
    }
    text += "\n";
    for (const std::vector<GridCell>& row : grid.rows) {
      text += markdown_row(row, grid.headings.size());
    }
  }
  const std::string note = zero_note(analysis);
  text += note.empty() ? "" : "\n" + note + "\n";
  const std::vector<std::string> warnings = attribute_list(analysis.attribute("warnings"));
  for (std::size_t k = 0; k < warnings.size(); ++k) {
    text += (k == 0 ? "\nWarnings:\n\n- " : "- ") + markdown_text(warnings[k]) + "\n";
  }
  return text;
}

std::string latex_tables(const ResultFile& file, const Dataset& analysis) {
  const std::string caption = caption_of(file, analysis);
  std::string text = comment(caption) + "% needs \\usepackage{booktabs}\n";
  int number = 0;
  for (const Grid& grid : grids(analysis)) {
    const std::string title = grid.title.empty() ? "" : latex_text(grid.title) + ". ";
    if (!grid.note.empty()) {
      text += comment(grid.title + ": " + grid.note);
      continue;
    }
    text += "\\begin{table}\n\\centering\n\\caption{" + title + latex_text(caption) +
            "}\n\\label{tab:" + analysis_name(analysis) + "-" + std::to_string(++number) +
            "}\n\\begin{tabular}{" + std::string(grid.headings.size(), 'l') + "}\n\\toprule\n" +
            latex_row(grid.headings, grid.headings.size()) + "\\midrule\n";
    for (const std::vector<GridCell>& row : grid.rows) {
      text += latex_row(row, grid.headings.size());
    }
    text += "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
  }
  if (const std::string note = zero_note(analysis); !note.empty()) {
    text += comment(note);
  }
  for (const std::string& warning : attribute_list(analysis.attribute("warnings"))) {
    text += comment("warning: " + warning);
  }
  return text;
}

}  // namespace uq::studies
