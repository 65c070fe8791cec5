#include "studies/read/formula_terms_detail.hpp"

#include <array>
#include <numbers>
#include <utility>

namespace uq::studies {

namespace {

/// Recursive descent; chains of operators are loops, so only nesting takes stack.
class Parser {
 public:
  Parser(const std::vector<Token>& tokens, FormulaTerms& terms) : tokens_(tokens), terms_(terms) {}

  std::size_t whole() {
    const std::size_t root = choice();
    if (token().kind != Token::Kind::end) {
      fail();
    }
    return root;
  }

 private:
  static constexpr int deepest = 250;

  /// Counts nesting while it lives.
  struct Nested {
    explicit Nested(Parser& parser) : depth(parser.depth_) {
      if (++depth > deepest) {
        throw FormulaSyntax{parser.token().begin, "the formula nests too deeply"};
      }
    }
    ~Nested() { --depth; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    int& depth;
  };

  const Token& token() const { return tokens_[at_]; }
  [[noreturn]] void fail() const { throw FormulaSyntax{token().begin}; }

  bool is(std::string_view operation) const {
    return token().kind == Token::Kind::operation && token().text == operation;
  }
  bool take(std::string_view operation) {
    const bool found = is(operation);
    at_ += found ? 1 : 0;
    return found;
  }
  void expect(std::string_view operation) {
    if (!take(operation)) {
      fail();
    }
  }

  std::size_t choice() {
    const Nested nested(*this);
    const std::size_t condition = binary(0);
    if (!take("?")) {
      return condition;
    }
    const std::size_t a = choice();
    expect(":");
    return terms_.choice(condition, a, choice());
  }

  /// Levels of docs/methods/expression.md, the weakest first.
  static int level_of(std::string_view operation) {
    static constexpr std::array<std::pair<std::string_view, int>, 12> levels{{{"||", 0},
                                                                              {"&&", 1},
                                                                              {"==", 2},
                                                                              {"!=", 2},
                                                                              {"<", 2},
                                                                              {"<=", 2},
                                                                              {">", 2},
                                                                              {">=", 2},
                                                                              {"+", 3},
                                                                              {"-", 3},
                                                                              {"*", 4},
                                                                              {"/", 4}}};
    for (const auto& [text, level] : levels) {
      if (text == operation) {
        return level;
      }
    }
    return -1;
  }

  std::size_t binary(int level) {
    constexpr int strongest = 4;
    if (level > strongest) {
      return sign();
    }
    std::size_t a = binary(level + 1);
    while (token().kind == Token::Kind::operation && level_of(token().text) == level) {
      const std::string_view operation = token().text;
      ++at_;
      a = joined(operation, a, binary(level + 1));
    }
    return a;
  }

  std::size_t joined(std::string_view operation, std::size_t a, std::size_t b) {
    switch (level_of(operation)) {
      case 0:
      case 1:
        return terms_.logical(a, b);
      case 2:
        return terms_.comparison(a, b);
      case 3:
        return terms_.sum(a, b, operation == "-");
      default:
        return terms_.product(a, b, operation == "/");
    }
  }

  std::size_t sign() {
    const Nested nested(*this);
    for (const std::string_view operation : {"-", "+", "!"}) {
      const std::size_t begin = token().begin;
      if (take(operation)) {
        return terms_.sign(begin, operation.front(), sign());
      }
    }
    const std::size_t base = primary();
    return take("^") ? terms_.power(base, sign()) : base;
  }

  std::size_t primary() {
    const Token& first = token();
    ++at_;
    switch (first.kind) {
      case Token::Kind::number:
        return terms_.number(first);
      case Token::Kind::literal:
        return terms_.literal(first);
      case Token::Kind::name:
        return named(first);
      case Token::Kind::operation:
        if (first.text == "(") {
          const std::size_t inner = choice();
          const std::size_t end = token().end;
          expect(")");
          return terms_.enclosed(first.begin, inner, end);
        }
        break;
      case Token::Kind::end:
        break;
    }
    throw FormulaSyntax{first.begin};
  }

  std::size_t named(const Token& name) {
    if (!take("(")) {
      if (name.text == "pi") {
        return terms_.constant(name, std::numbers::pi);
      }
      return name.text == "e" ? terms_.constant(name, std::numbers::e) : terms_.variable(name);
    }
    std::vector<std::size_t> arguments;
    do {
      arguments.push_back(choice());
    } while (take(","));
    const std::size_t end = token().end;
    expect(")");
    return terms_.call(name, arguments, end);
  }

  const std::vector<Token>& tokens_;
  FormulaTerms& terms_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::size_t parse_formula(const std::vector<Token>& tokens, FormulaTerms& terms) {
  return Parser(tokens, terms).whole();
}

}  // namespace uq::studies
