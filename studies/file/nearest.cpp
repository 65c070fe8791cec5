#include "studies/file/diagnostic.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

namespace {

struct Synonym {
  std::string_view word, meant;
};

// What people type who come from other tools; only words that mean the same, never a rate for a
// mean.
constexpr std::array synonyms{
    Synonym{"std", "sd"},
    Synonym{"stdev", "sd"},
    Synonym{"stddev", "sd"},
    Synonym{"sigma", "sd"},
    Synonym{"mean_std", "sd"},
    Synonym{"standard_deviation", "sd"},
    Synonym{"cv", "rel_sd"},
    Synonym{"rel_std", "rel_sd"},
    Synonym{"mu", "mean"},
    Synonym{"average", "mean"},
    Synonym{"avg", "mean"},
    Synonym{"mu_log", "mean_log"},
    Synonym{"mulog", "mean_log"},
    Synonym{"sigma_log", "sd_log"},
    Synonym{"sigmalog", "sd_log"},
    Synonym{"std_log", "sd_log"},
    Synonym{"gsigma", "gsd"},
    Synonym{"min", "lo"},
    Synonym{"low", "lo"},
    Synonym{"lower", "lo"},
    Synonym{"max", "hi"},
    Synonym{"high", "hi"},
    Synonym{"upper", "hi"},
    Synonym{"peak", "mode"},
    Synonym{"most_likely", "mode"},
    Synonym{"bins", "edges"},
    Synonym{"counts", "weights"},
    Synonym{"bounds", "truncate"},
    Synonym{"range", "truncate"},
    Synonym{"clip", "truncate"},
    Synonym{"distribution", "dist"},
    Synonym{"law", "dist"},
    Synonym{"type", "dist"},
    Synonym{"constant", "value"},
    Synonym{"const", "value"},
    Synonym{"fixed", "value"},
    Synonym{"default", "nominal"},
    Synonym{"runs", "n"},
    Synonym{"samples", "n"},
    Synonym{"n_samples", "n"},
    Synonym{"size", "n"},
    Synonym{"level", "confidence"},
    Synonym{"conf_level", "confidence"},
    Synonym{"bootstrap", "resamples"},
    Synonym{"num_resamples", "resamples"},
    Synonym{"percentiles", "quantiles"},
    Synonym{"gaussian", "normal"},
    Synonym{"gauss", "normal"},
    Synonym{"truncated_normal", "truncnormal"},
    Synonym{"log_normal", "lognormal"},
    Synonym{"log_uniform", "loguniform"},
    Synonym{"reciprocal", "loguniform"},
    Synonym{"expon", "exponential"},
    Synonym{"monte_carlo", "propagate"},
    Synonym{"bands", "propagate"},
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return out;
}

/// Edit distance with swapped neighbours counting one. @source Damerau (1964), Levenshtein (1966).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest_word = 64;  // nobody's typing error; bounds the cost
  if (word.empty() || word.size() > longest_word) {
    return {};
  }
  const std::string wanted = lower(word);
  for (const Synonym& synonym : synonyms) {
    if (synonym.word == wanted) {
      const auto found = std::find(candidates.begin(), candidates.end(), synonym.meant);
      if (found != candidates.end()) {
        return *found;
      }
    }
  }
  std::string best;
  std::size_t best_distance = word.size() / 3 + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest_word) {
      continue;
    }
    const std::size_t distance = edit_distance(wanted, lower(candidate));
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  constexpr std::size_t telling_prefix = 3;
  if (best.empty() && wanted.size() >= telling_prefix) {
    const auto found =
        std::find_if(candidates.begin(), candidates.end(), [&](const auto& candidate) {
          return lower(candidate).starts_with(wanted);
        });
    return found == candidates.end() ? std::string{} : *found;
  }
  return best;
}

}  // namespace uq::studies
