#include "studies/criteria/condition_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace uq::studies {

namespace {

constexpr std::array<std::string_view, 6> comparisons{"<", ">", "<=", ">=", "==", "!="};

bool is_comparison(const Token& token) {
  return token.kind == Token::Kind::operation &&
         std::find(comparisons.begin(), comparisons.end(), token.text) != comparisons.end();
}

/// The part of a formula from token `first` up to, not including, token `last`.
class Part {
 public:
  Part(const std::vector<Token>& tokens, std::size_t first, std::size_t last)
      : tokens_(tokens), first_(first), last_(last) {}

  std::optional<NoCondition> fault() const {
    if (first_ >= last_) {
      return {};  // a broken formula: compiling it reports that
    }
    if (const std::size_t question = outermost("?"); question < last_) {
      const std::size_t colon = matching_colon(question);
      return first_of(part(first_, question).fault(),
                      part(question + 1, colon).fault(),
                      part(colon + 1, last_).fault());
    }
    for (const char* operation : {"||", "&&"}) {
      if (const std::size_t at = outermost(operation); at < last_) {
        return first_of(part(first_, at).fault(), part(at + 1, last_).fault());
      }
    }
    return fault_of_operand();
  }

 private:
  Part part(std::size_t first, std::size_t last) const { return {tokens_, first, last}; }

  template <class... Faults>
  static std::optional<NoCondition> first_of(const Faults&... faults) {
    std::optional<NoCondition> found;
    ((found = found ? found : faults), ...);
    return found;
  }

  bool is(std::size_t at, std::string_view text) const {
    return tokens_[at].kind == Token::Kind::operation && tokens_[at].text == text;
  }

  /// The first token outside all parentheses for which `wanted` holds; last_ when there is none.
  template <class Wanted>
  std::size_t find(std::size_t from, const Wanted& wanted) const {
    int depth = 0;
    for (std::size_t at = from; at < last_; ++at) {
      depth += is(at, "(") ? 1 : is(at, ")") ? -1 : 0;
      if (depth == 0 && wanted(at)) {
        return at;
      }
    }
    return last_;
  }

  std::size_t outermost(std::string_view text) const {
    return find(first_, [&](std::size_t at) { return is(at, text); });
  }

  std::size_t matching_colon(std::size_t question) const {
    int open = 0;
    return find(question, [&](std::size_t at) {
      open += is(at, "?") ? 1 : is(at, ":") ? -1 : 0;
      return open == 0;
    });
  }

  std::optional<NoCondition> fault_of_operand() const {
    const auto compares = [&](std::size_t at) { return is_comparison(tokens_[at]); };
    const std::size_t comparison = find(first_, compares);
    if (comparison < last_) {
      const std::size_t second = find(comparison + 1, compares);
      if (second < last_) {
        return NoCondition{"compares the outcome of a comparison: write a < b && b < c",
                           tokens_[second].begin,
                           tokens_[second].end - tokens_[second].begin};
      }
      return {};
    }
    if (is(first_, "!")) {
      return part(first_ + 1, last_).fault();
    }
    const bool enclosed =
        is(first_, "(") && find(first_, [&](std::size_t at) { return is(at, ")"); }) == last_ - 1;
    if (enclosed) {
      return part(first_ + 1, last_ - 1).fault();
    }
    return NoCondition{"is no condition: it compares nothing",
                       tokens_[first_].begin,
                       tokens_[last_ - 1].end - tokens_[first_].begin};
  }

  const std::vector<Token>& tokens_;
  std::size_t first_, last_;
};

}  // namespace

std::optional<NoCondition> no_condition(const std::vector<Token>& tokens) {
  return Part(tokens, 0, tokens.size() - 1).fault();
}

}  // namespace uq::studies
