#include "studies/criteria/condition_detail.hpp"
#include "studies/criteria/figures_detail.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/formula_units.hpp"
#include "studies/read/keys.hpp"
#include "studies/read/tails.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace uq::studies {

namespace {

using Part = CriterionName::Part;

struct PartName {
  std::string_view name;
  Part part;
};
constexpr std::array parts{PartName{"lo", Part::lower},
                           PartName{"hi", Part::upper},
                           PartName{"ci_width", Part::width},
                           PartName{"max", Part::largest}};

/// The text with a name such as q99.9 as q99_9, which formulas take, at the same positions.
std::string with_plain_names(std::string text) {
  for (std::size_t at = 0; at < text.size();) {
    const bool begins_name = is_letter(text[at]) || text[at] == '_';
    const std::size_t end = std::max(end_of_name(text, at), at + 1);
    if (begins_name && probability_named(text.substr(at, end - at)) && byte_at(text, end) == '.' &&
        is_digit(byte_at(text, end + 1))) {
      text[end] = '_';
    } else {
      at = end;
    }
  }
  return text;
}

class CriterionReader {
 public:
  CriterionReader(const Node& node,
                  const Dataset& outline,
                  std::string subject,
                  Diagnostics& diagnostics)
      : node_(node), outline_(outline), subject_(std::move(subject)), diagnostics_(diagnostics) {}

  std::optional<Criterion> read() {
    const std::size_t before = diagnostics_.error_count();
    criterion_.text = node_.string();
    criterion_.formula = node_;
    plain_ = with_plain_names(node_.string());
    formula_ = plain_;
    if (!tokenize() || !is_sound_condition()) {
      return {};
    }
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      if (tokens_[at].kind == Token::Kind::name) {
        at += read_name(at);
      }
    }
    name_bare_max();
    criterion_.formula.value = formula_;
    if (diagnostics_.error_count() == before) {
      check_units();
    }
    return diagnostics_.error_count() == before ? std::optional(criterion_) : std::nullopt;
  }

 private:
  bool tokenize() {
    std::set<std::string> names;
    for (std::string name : figure_names(outline_)) {
      std::replace(name.begin(), name.end(), '.', '_');
      names.insert(std::move(name));
    }
    try {
      tokens_ = tokens_of(plain_, names);
    } catch (const FormulaFault& fault) {
      Diagnostic& problem = error(fault.code, fault.message, fault.position, fault.length);
      problem.label = fault.label;
      if (!fault.note.empty()) {
        problem.notes.push_back(fault.note);
      }
      return false;
    } catch (const FormulaSyntax& fault) {
      error("U130", fault.reason.empty() ? "syntax error" : fault.reason, fault.position, 1);
      return false;
    }
    if (tokens_.size() == 1) {
      error("U475", "it is empty", 0, 1).notes.emplace_back("help: write \"ci_width(ST) < 0.05\"");
      return false;
    }
    return true;
  }

  bool is_sound_condition() {
    const auto fault = no_condition(tokens_);
    if (fault) {
      error("U474", fault->message, fault->position, fault->length)
          .notes.emplace_back(
              "help: compare with `<`, `<=`, `>`, `>=`, `==` or `!=`; combine with `&&`, `||`, "
              "`!`");
    }
    return !fault;
  }

  std::string slice(std::size_t begin, std::size_t end) const {
    return node_.string().substr(begin, end - begin);
  }
  bool is_operation(std::size_t at, std::string_view text) const {
    return at < tokens_.size() && tokens_[at].kind == Token::Kind::operation &&
           tokens_[at].text == text;
  }
  bool is_name(std::size_t at) const {
    return at < tokens_.size() && tokens_[at].kind == Token::Kind::name;
  }

  /// Reads the name at a token. @return how many more tokens belong to it
  std::size_t read_name(std::size_t at) {
    const Token& token = tokens_[at];
    const std::string text = slice(token.begin, token.end);
    const auto* part = std::find_if(
        parts.begin(), parts.end(), [&](const PartName& known) { return known.name == text; });
    if (is_operation(at + 1, "(")) {
      const bool of_name = is_name(at + 2) && is_operation(at + 3, ")");
      if (part == parts.end() || (part->part == Part::largest && !of_name)) {
        return 0;  // a function of formulas: their reader knows it, or reports it
      }
      if (!of_name) {
        error("U471", fmt::format("`{}` takes the name of one figure", text), token)
            .notes.push_back(fmt::format("help: write {0}(a) - {0}(b) for a difference", text));
        return 0;
      }
      read_part(part->part, tokens_[at], tokens_[at + 2], tokens_[at + 3]);
      return 3;
    }
    if (part != parts.end()) {
      if (part->part != Part::largest) {
        error("U471", fmt::format("`{0}` is {0}(X) of a figure X", text), token);
      } else {
        bare_max_.push_back(token);
      }
      return 0;
    }
    if (text == "pi" || text == "e") {
      return 0;
    }
    if (const auto figure = known_figure(token)) {
      std::string symbol = text;
      std::replace(symbol.begin(), symbol.end(), '.', '_');
      add({text, symbol, figure->variable->name, Part::value, figure->probability});
    }
    return 0;
  }

  void read_part(Part part, const Token& function, const Token& name, const Token& close) {
    const auto figure = known_figure(name);
    if (!figure) {
      return;
    }
    const std::string of = slice(name.begin, name.end);
    const std::string what = slice(function.begin, function.end);
    if (part == Part::largest) {
      if (row_dimension(*figure->variable).empty()) {
        no_inputs(of, name);
      }
    } else if (!has_interval(outline_, *figure)) {
      error("U472", fmt::format("`{}` has no interval", of), name);
    }
    std::string symbol = what + "_" + of;
    std::replace(symbol.begin(), symbol.end(), '.', '_');
    if (figure_named(outline_, symbol)) {
      symbol[0] = static_cast<char>(symbol[0] - 'a' + 'A');
    }
    replace(function.begin, close.end, symbol);
    add({what + "(" + of + ")", symbol, figure->variable->name, part, figure->probability});
  }

  /// `max` alone: the largest of the one figure the criterion names.
  void name_bare_max() {
    if (bare_max_.empty()) {
      return;
    }
    const auto same = [&](const CriterionName& name) {
      return name.variable == criterion_.names.front().variable &&
             name.probability == criterion_.names.front().probability;
    };
    if (criterion_.names.empty() ||
        !std::all_of(criterion_.names.begin(), criterion_.names.end(), same)) {
      error("U471", "`max` alone is the largest of the one figure named beside it", bare_max_[0])
          .notes.emplace_back("help: write max(X) for the largest of a figure X");
      return;
    }
    const CriterionName of = criterion_.names.front();
    if (row_dimension(*outline_.variable(of.variable)).empty()) {
      no_inputs(of.variable, bare_max_[0]);
      return;
    }
    for (const Token& token : bare_max_) {
      replace(token.begin, token.end, "Max");
    }
    add({"max", "Max", of.variable, Part::largest, of.probability});
  }

  std::optional<NamedFigure> known_figure(const Token& token) {
    const std::string name = slice(token.begin, token.end);
    if (auto figure = figure_named(outline_, name)) {
      return figure;
    }
    const bool quantile = probability_named(name) && outline_.variable("quantile") != nullptr;
    Diagnostic& problem =
        error("U470",
              quantile ? fmt::format("`{}` is none of the quantiles of the analysis", name)
                       : fmt::format("the analysis has no figure `{}`", name),
              token);
    const std::vector<std::string> names = figure_names(outline_);
    if (const std::string best = nearest(name, names); !best.empty() && !quantile) {
      problem.label = fmt::format("did you mean `{}`?", best);
    }
    problem.notes.push_back(known(names));
    if (!tail_word(name).empty()) {
      problem.notes.push_back(tail_help());
    }
    if (quantile) {
      problem.notes.push_back(
          fmt::format("help: add {} to `quantiles`", number_text(*probability_named(name))));
    }
    return {};
  }

  void no_inputs(const std::string& name, const Token& token) {
    error("U473", fmt::format("`{}` has no inputs to take the largest over", name), token);
  }

  void add(CriterionName name) {
    const auto same = [&](const CriterionName& known) { return known.symbol == name.symbol; };
    if (std::none_of(criterion_.names.begin(), criterion_.names.end(), same)) {
      criterion_.names.push_back(std::move(name));
    }
  }

  void replace(std::size_t begin, std::size_t end, const std::string& symbol) {
    std::fill(formula_.begin() + static_cast<std::ptrdiff_t>(begin),
              formula_.begin() + static_cast<std::ptrdiff_t>(end),
              ' ');
    formula_.replace(begin, symbol.size(), symbol);
  }

  /// Every cell of the outline, each combination of units once; the first fault is reported.
  void check_units() {
    if (criterion_.names.empty()) {
      error("U474", "is no condition on a result: it names no figure", 0, plain_.size())
          .notes.push_back(known(figure_names(outline_)));
      return;
    }
    const View view(outline_);
    std::set<std::vector<std::string>> seen;
    for (const Position& at : view.positions(dimensions_of(criterion_, outline_))) {
      const std::vector<std::string> units = units_of(criterion_, view, at);
      if (!seen.insert(units).second) {
        continue;
      }
      std::string subject = subject_;
      if (at.contains("output") && outline_.dim("output")->labels.size() > 1) {
        subject += " at output `" + view.label("output", at.at("output")) + "`";
      }
      if (!formula_in(criterion_, units, subject, diagnostics_)) {
        return;
      }
    }
  }

  Diagnostic& error(const std::string& code,
                    const std::string& message,
                    std::size_t position,
                    std::size_t length) {
    return diagnostics_.error(code,
                              subject_ + ": " + message,
                              place_in(node_, position, std::max<std::size_t>(length, 1)));
  }
  Diagnostic& error(const std::string& code, const std::string& message, const Token& token) {
    return error(code, message, token.begin, token.end - token.begin);
  }

  const Node& node_;
  const Dataset& outline_;
  std::string subject_;
  Diagnostics& diagnostics_;
  Criterion criterion_;
  std::string plain_, formula_;
  std::vector<Token> tokens_;
  std::vector<Token> bare_max_;
};

}  // namespace

std::optional<Criterion> read_criterion(const Node& text,
                                        const Dataset& outline,
                                        const std::string& key,
                                        Diagnostics& diagnostics) {
  if (!text.is_string()) {
    diagnostics.error(
        "U201",
        fmt::format("`{}` must be a formula in quotes, but it is {}", key, text.kind()),
        text.place,
        "write \"ci_width(ST) < 0.05\"");
    return {};
  }
  const std::string subject = fmt::format("{} \"{}\"", key, shortened(text.string(), 60));
  return CriterionReader(text, outline, subject, diagnostics).read();
}

}  // namespace uq::studies
