#include "studies/read/tails.hpp"

#include "studies/read/formula_tokens_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace uq::studies {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool speaks_of_tails(const std::string& word) {
  const bool percentile = word.size() > 2 && word[0] == 'p' && word[1] == '9' &&
                          std::all_of(word.begin() + 1, word.end(), is_digit);
  return percentile || word == "tail" || word == "tails" || word == "percentile" ||
         word == "percentiles";
}

}  // namespace

std::string tail_word(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    std::string word;
    while (is_letter(byte_at(text, at)) || is_digit(byte_at(text, at))) {
      word += lower(text[at++]);
    }
    if (speaks_of_tails(word)) {
      return text.substr(begin, at - begin);
    }
    at = std::max(at, begin + 1);
  }
  return {};
}

std::string tail_help() {
  return "help: a tail is a percentile over requests, which takes a stochastic or event-driven "
         "model; the spread over uncertain inputs is a quantile, such as q99";
}

void check_tails(const Node& root,
                 const Model& model,
                 perfmodels::Fidelity fidelity,
                 Diagnostics& diagnostics) {
  const Node::Entry* context = root.find("context");
  const Node::Entry* slo =
      context != nullptr && context->value.is_table() ? context->value.find("slo") : nullptr;
  if (slo == nullptr || !slo->value.is_string() || fidelity != perfmodels::Fidelity::analytical) {
    return;
  }
  const std::string word = tail_word(slo->value.string());
  const auto& outputs = model.outputs();
  const bool known = std::any_of(outputs.begin(), outputs.end(), [](const OutputVariable& output) {
    return !tail_word(output.name).empty();
  });
  if (!word.empty() && !known) {
    diagnostics
        .error("U483",
               fmt::format("the slo speaks of `{}`, but the model is analytical: it gives one "
                           "figure at a point, which has no tail",
                           word),
               slo->value.place)
        .notes.push_back(tail_help());
  }
}

}  // namespace uq::studies
