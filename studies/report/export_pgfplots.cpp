#include "studies/report/export.hpp"
#include "studies/report/figures.hpp"
#include "studies/report/markup.hpp"
#include "studies/report/stamp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>

namespace uq::studies {

namespace {

/// Okabe and Ito's colours, which the colour-blind tell apart.
constexpr std::array<const char*, 7> colours{
    "0,114,178", "230,159,0", "0,158,115", "213,94,0", "204,121,167", "86,180,233", "0,0,0"};

/// A band over the axis at one setting of the other swept inputs.
struct Series {
  std::string label;  ///< the setting; empty when nothing else is swept
  std::vector<double> x, low, middle, high;
};

struct Levels {
  Index low, middle, high;
};

Levels levels_of(const Dimension& probability) {
  const auto value = [&](Index k) { return probability.values[static_cast<std::size_t>(k)]; };
  Levels levels{0, 0, 0};
  for (Index k = 0; k < static_cast<Index>(probability.values.size()); ++k) {
    levels.low = value(k) < value(levels.low) ? k : levels.low;
    levels.high = value(k) > value(levels.high) ? k : levels.high;
    levels.middle =
        std::abs(value(k) - 0.5) < std::abs(value(levels.middle) - 0.5) ? k : levels.middle;
  }
  return levels;
}

std::string point(double x, double y) {
  return fmt::format("({},{})", x, y);
}

/// The band as closed polygons, one for each stretch without undefined points.
std::string polygons(const Series& series, const std::string& colour) {
  std::string text;
  for (std::size_t first = 0; first < series.x.size();) {
    const auto defined = [&](std::size_t k) {
      return std::isfinite(series.low[k]) && std::isfinite(series.high[k]);
    };
    std::size_t end = first;
    while (end < series.x.size() && defined(end)) {
      ++end;
    }
    if (end > first + 1) {  // a single point has no area
      text +=
          "\\addplot[draw=none, fill=" + colour + ", fill opacity=0.25, forget plot] coordinates {";
      for (std::size_t k = first; k < end; ++k) {
        text += (k == first ? "" : " ") + point(series.x[k], series.low[k]);
      }
      for (std::size_t k = end; k-- > first;) {
        text += " " + point(series.x[k], series.high[k]);
      }
      text += "} -- cycle;\n";
    }
    first = end + 1;
  }
  return text;
}

std::string line(const Series& series, const std::string& colour) {
  std::string text = "\\addplot[color=" + colour + ", thick, mark=*, mark size=1pt] coordinates {";
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    text += (k == 0 ? "" : " ") + (std::isfinite(series.middle[k])
                                       ? point(series.x[k], series.middle[k])
                                       : fmt::format("({},nan)", series.x[k]));
  }
  return text + "};\n";
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return latex_text(unit.empty() || unit == "1" ? name : name + " [" + unit + "]");
}

/// Many octaves are read better on a logarithmic axis.
bool is_logarithmic(const Dimension& axis) {
  const auto [least, most] = std::minmax_element(axis.values.begin(), axis.values.end());
  return !axis.values.empty() && *least > 0 && *most >= 16 * *least;
}

std::string axis_options(const View& view,
                         const Variable& quantile,
                         const Dimension& axis,
                         const Position& output,
                         const std::string& claim) {
  const std::vector<Position> cells = view.positions(dims_without(quantile, {"output"}), output);
  const std::string unit = cells.empty() ? "" : figure(view, quantile, cells.front()).unit;
  const std::string name = view.label("output", output.at("output"));
  std::string text = "  title={" + latex_text(name) + " (" + latex_text(claim) + ")},\n  xlabel={" +
                     with_unit(axis.name, axis.units) + "}, ylabel={" + with_unit(name, unit) +
                     "},\n";
  if (is_logarithmic(axis)) {
    text += "  xmode=log, log ticks with fixed point,\n";
  }
  if (axis.values.empty()) {  // names stand at 0, 1, …
    std::string ticks;
    std::string labels;
    for (Index k = 0; k < static_cast<Index>(axis.labels.size()); ++k) {
      ticks += (k == 0 ? "" : ",") + std::to_string(k);
      labels += (k == 0 ? "{" : ",{") + latex_text(view.label(axis.name, k)) + "}";
    }
    text += "  xtick={" + ticks + "}, xticklabels={" + labels + "},\n";
  }
  return text + "  legend pos=north west, legend cell align=left,\n  unbounded coords=jump]\n";
}

std::vector<Series> series_of(const View& view,
                              const Variable& quantile,
                              const Dimension& axis,
                              const Position& output) {
  const Levels levels = levels_of(*view.dataset().dim("probability"));
  const std::vector<std::string> others =
      dims_without(quantile, {"output", "probability", axis.name});
  std::vector<Series> all;
  for (const Position& setting : view.positions(others, output)) {
    Series series{setting_text(view, others, setting), {}, {}, {}, {}};
    std::vector<Position> cells = view.positions({axis.name}, setting);
    if (!axis.values.empty()) {  // a sweep has the order of the study; a line runs along the axis
      std::sort(cells.begin(), cells.end(), [&](const Position& a, const Position& b) {
        return axis.values[static_cast<std::size_t>(a.at(axis.name))] <
               axis.values[static_cast<std::size_t>(b.at(axis.name))];
      });
    }
    for (Position at : cells) {
      const auto k = static_cast<std::size_t>(at.at(axis.name));
      series.x.push_back(axis.values.empty() ? static_cast<double>(k) : axis.values[k]);
      const auto value = [&](Index level) {
        at["probability"] = level;
        return view.number(quantile.name, at);
      };
      series.low.push_back(value(levels.low));
      series.middle.push_back(value(levels.middle));
      series.high.push_back(value(levels.high));
    }
    all.push_back(std::move(series));
  }
  return all;
}

/// "median, band from q05 to q95".
std::string legend(const View& view) {
  const Levels levels = levels_of(*view.dataset().dim("probability"));
  const auto name = [&](Index k) { return quantile_name(view, {{"probability", k}}); };
  const std::string middle = name(levels.middle) == "q50" ? "median" : name(levels.middle);
  return levels.low == levels.high
             ? middle
             : middle + ", band from " + name(levels.low) + " to " + name(levels.high);
}

std::string picture(const ResultFile& file,
                    const View& view,
                    const Variable& quantile,
                    const Dimension& axis,
                    const Position& output) {
  std::string text = "% " + latex_text(caption_of(file, view.dataset())) +
                     "\n% needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.16}\n"
                     "\\begin{tikzpicture}\n";
  const std::vector<Series> all = series_of(view, quantile, axis, output);
  const std::size_t used = std::min(all.size(), colours.size());
  for (std::size_t k = 0; k < used; ++k) {
    text += fmt::format("\\definecolor{{uqband{}}}{{RGB}}{{{}}}\n", k, colours[k]);
  }
  text += "\\begin{axis}[\n" + axis_options(view, quantile, axis, output, claim_text(file));
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string colour = "uqband" + std::to_string(k % colours.size());
    const std::string entry =
        all[k].label.empty() ? legend(view) : all[k].label + ": " + legend(view);
    text += polygons(all[k], colour) + line(all[k], colour) + "\\addlegendentry{" +
            latex_text(entry) + "}\n";
  }
  return text + "\\end{axis}\n\\end{tikzpicture}\n";
}

/// A file name for any text; `taken` keeps two outputs apart.
std::string file_name(const std::string& analysis,
                      const std::string& output,
                      std::set<std::string>& taken) {
  std::string name = analysis + "-";  // no analysis and no rest of the name has one
  for (const char c : output) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  while (!taken.insert(name).second) {
    name += "_";
  }
  return name;
}

}  // namespace

std::vector<TextFile> pgfplots_figures(const ResultFile& file, const Dataset& analysis) {
  const Variable* quantile = quantiles(analysis);
  if (quantile == nullptr || analysis.dim("probability")->values.empty()) {
    return {};
  }
  const std::vector<std::string> swept = dims_without(*quantile, {"output", "probability"});
  if (swept.empty()) {
    return {};
  }
  const View view(analysis);
  const Dimension& axis = *analysis.dim(swept.back());
  std::vector<TextFile> files;
  std::set<std::string> taken;
  for (const Position& output : view.positions({"output"})) {
    const std::string name =
        file_name(analysis_name(analysis), view.label("output", output.at("output")), taken);
    files.push_back({"figures/" + name + ".tex", picture(file, view, *quantile, axis, output)});
    files.push_back({"figures/" + name + "-standalone.tex",
                     "% " + latex_text(caption_of(file, analysis)) +
                         "\n\\documentclass{standalone}\n\\usepackage[utf8]{inputenc}\n"
                         "\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n"
                         "\\begin{document}\n\\input{" +
                         name + ".tex}\n\\end{document}\n"});
  }
  return files;
}

}  // namespace uq::studies
