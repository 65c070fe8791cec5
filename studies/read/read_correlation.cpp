#include "studies/read/read_correlation.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/read/keys.hpp"
#include "uq/core/error.hpp"
#include "uq/dependence/correlation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace uq::studies {

namespace {

/// A pair with the positions of its inputs in the problem.
struct Pair {
  WrittenCorrelation written;
  Index first, second;
};

std::optional<Index> position(const Node& name, const Problem& problem, Diagnostics& diagnostics) {
  const std::vector<std::string> names = names_of(problem.inputs);
  const auto found = std::find(names.begin(), names.end(), name.string());
  if (found == names.end()) {
    unknown_name("U104", "uncertain input", name.string(), names, name.place, diagnostics);
    return {};
  }
  const auto at = found - names.begin();
  const UncertainInput& input = problem.inputs[static_cast<std::size_t>(at)];
  const InputVariable& variable = problem.model.inputs()[static_cast<std::size_t>(input.column)];
  if (variable.kind == InputKind::categorical) {
    diagnostics.error("U311",
                      fmt::format("`{}` is a category: it has no order to correlate", input.name),
                      name.place);
    return {};
  }
  return at;
}

std::optional<Pair> read_pair(const Node& node,
                              const std::string& kind,
                              const Problem& problem,
                              Diagnostics& diagnostics) {
  const bool is_pair = node.is_array() && node.array().size() == 3 && node.array()[0].is_string() &&
                       node.array()[1].is_string() && node.array()[2].is_number();
  if (!is_pair) {
    diagnostics.error("U201",
                      "a correlation must be two inputs and a number, but it is " + node.kind(),
                      node.place,
                      "write [\"a\", \"b\", 0.5]");
    return {};
  }
  const Node::Array& parts = node.array();
  const auto first = position(parts[0], problem, diagnostics);
  const auto second = position(parts[1], problem, diagnostics);
  const double value = parts[2].number();
  if (first && second && first == second) {
    diagnostics.error("U311",
                      fmt::format("`{}` cannot be correlated with itself", parts[0].string()),
                      node.place);
    return {};
  }
  if (!(value > -1 && value < 1)) {
    diagnostics
        .error("U202",
               fmt::format("a correlation must be greater than -1 and less than 1, but it is {}",
                           number_text(value)),
               parts[2].place,
               "out of range")
        .notes.push_back("help: an input that follows another exactly belongs in [derived]");
    return {};
  }
  if (!first || !second) {
    return {};
  }
  return Pair{{parts[0].string(), parts[1].string(), value, kind, node.place}, *first, *second};
}

/// Correlation of the normal scores; empty when the laws cannot be correlated so.
std::optional<double> latent(const Pair& pair, const Problem& problem, Diagnostics& diagnostics) {
  const WrittenCorrelation& written = pair.written;
  if (written.kind == "spearman") {
    return latent_from_spearman(written.value);
  }
  const Distribution& x = problem.inputs[static_cast<std::size_t>(pair.first)].law;
  const Distribution& y = problem.inputs[static_cast<std::size_t>(pair.second)].law;
  try {
    const std::optional<double> r = latent_from_pearson(x, y, written.value);
    if (!r || !(*r > -1 && *r < 1)) {
      const auto [lo, hi] = pearson_range(x, y);
      diagnostics
          .error("U313",
                 fmt::format("`{}` and `{}` cannot have a Pearson correlation of {}: their laws "
                             "allow {:.4g} to {:.4g}",
                             written.first,
                             written.second,
                             number_text(written.value),
                             lo,
                             hi),
                 written.place)
          .notes.push_back("help: `spearman` takes any value between -1 and 1");
      return {};
    }
    return r;
  } catch (const InvalidArgument&) {
    diagnostics
        .error("U313",
               fmt::format("`{}` or `{}` has no finite variance, so no Pearson correlation",
                           written.first,
                           written.second),
               written.place)
        .notes.push_back("help: write it as `spearman`");
    return {};
  }
}

/// The value a user would write for a latent correlation.
double as_written(const Pair& pair, const Problem& problem, double r) {
  return pair.written.kind == "spearman"
             ? spearman_from_latent(r)
             : pearson_from_latent(problem.inputs[static_cast<std::size_t>(pair.first)].law,
                                   problem.inputs[static_cast<std::size_t>(pair.second)].law,
                                   r);
}

/// Says which inputs contradict each other and which values near by would not; uses none of them.
void report_contradiction(const std::vector<Pair>& pairs,
                          const Problem& problem,
                          Diagnostics& diagnostics) {
  const std::vector<Index> culprits = contradicting_inputs(problem.correlation);
  const auto among = [&](Index i) {
    return std::find(culprits.begin(), culprits.end(), i) != culprits.end();
  };
  std::vector<std::string> names;
  for (const Index i : culprits) {
    names.push_back("`" + problem.inputs[static_cast<std::size_t>(i)].name + "`");
  }
  const Pair* last = nullptr;
  for (const Pair& pair : pairs) {
    last = among(pair.first) && among(pair.second) ? &pair : last;
  }
  Diagnostic& diagnostic = diagnostics.error(
      "U312",
      fmt::format("the correlations of {} contradict each other: no joint law has them all",
                  joined(names)),
      last != nullptr ? last->written.place : pairs.back().written.place,
      "with this pair");
  // A little inside the valid set: rounding what is printed must not lead out of it again.
  const Matrix nearest = nearest_correlation(problem.correlation, 1e-3);
  diagnostic.notes.push_back("the nearest correlations that are possible:");
  for (const Pair& pair : pairs) {
    diagnostic.notes.push_back(
        fmt::format("  {} [\"{}\", \"{}\", {:.3f}] instead of {}",
                    pair.written.kind,
                    pair.written.first,
                    pair.written.second,
                    as_written(pair, problem, nearest(pair.first, pair.second)),
                    number_text(pair.written.value)));
  }
  // Pairs nobody named are 0; the nearest matrix may need some of them.
  for (Index i = 0; i < nearest.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      const bool named = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& p) {
        return (p.first == i && p.second == j) || (p.first == j && p.second == i);
      });
      if (!named && std::abs(nearest(i, j)) >= 5e-4) {
        diagnostic.notes.push_back(
            fmt::format("  spearman [\"{}\", \"{}\", {:.3f}] instead of none",
                        problem.inputs[static_cast<std::size_t>(j)].name,
                        problem.inputs[static_cast<std::size_t>(i)].name,
                        spearman_from_latent(nearest(i, j))));
      }
    }
  }
}

std::vector<Pair> read_pairs(const Node& table, const Problem& problem, Diagnostics& diagnostics) {
  std::vector<Pair> pairs;
  for (const std::string kind : {"spearman", "pearson"}) {
    const Node::Entry* list = table.find(kind);
    if (list == nullptr) {
      continue;
    }
    if (!list->value.is_array()) {
      diagnostics.error("U201",
                        "`" + kind + "` must be a list of pairs, but it is " + list->value.kind(),
                        list->value.place,
                        "write [[\"a\", \"b\", 0.5]]");
      continue;
    }
    for (const Node& node : list->value.array()) {
      std::optional<Pair> pair = read_pair(node, kind, problem, diagnostics);
      if (!pair) {
        continue;
      }
      if (std::any_of(pairs.begin(), pairs.end(), [&](const Pair& p) {
            return std::minmax(p.first, p.second) == std::minmax(pair->first, pair->second);
          })) {
        diagnostics.error(
            "U113",
            fmt::format(
                "`{}` and `{}` are correlated twice", pair->written.first, pair->written.second),
            node.place,
            "keep one");
        continue;
      }
      pairs.push_back(std::move(*pair));
    }
  }
  return pairs;
}

}  // namespace

std::vector<WrittenCorrelation> read_correlation(const Node& root,
                                                 Problem& problem,
                                                 Diagnostics& diagnostics) {
  const Node* table = table_at(root, "correlation", "[correlation]", diagnostics);
  if (table == nullptr) {
    return {};
  }
  check_keys(*table, {"spearman", "pearson"}, "[correlation]", diagnostics);
  const std::vector<Pair> pairs = read_pairs(*table, problem, diagnostics);
  std::vector<WrittenCorrelation> written;
  Matrix correlation = Matrix::Identity(problem.dims(), problem.dims());
  bool reachable = true;
  for (const Pair& pair : pairs) {
    const std::optional<double> r = latent(pair, problem, diagnostics);
    reachable = reachable && r;
    correlation(pair.first, pair.second) = correlation(pair.second, pair.first) = r.value_or(0);
    if (pair.written.value != 0) {
      written.push_back(pair.written);
    }
  }
  if (written.empty()) {
    return {};
  }
  problem.correlation = std::move(correlation);
  if (reachable && !correlation_factor(problem.correlation)) {
    report_contradiction(pairs, problem, diagnostics);
    problem.correlation.resize(0, 0);  // so that no analysis reports it again
  }
  return written;
}

}  // namespace uq::studies
