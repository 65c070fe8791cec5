#pragma once

#include "studies/read/formula_tokens_detail.hpp"
#include "studies/read/formula_units.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uq::studies {

/// How much a formula says about the scale of a value, in rising order of what it leaves open.
enum class Scale {
  plain,    ///< of plain numbers alone: taken in the unit of what stands beside it
  open,     ///< of literals with a unit: they are converted
  exact,    ///< of variables and literals: a factor converts it
  touched,  ///< has a plain factor: the unit is known, but the factor may be half a conversion
  free,     ///< has a factor that looks like a conversion (1e3, 60): not even literals convert
};

/// A subexpression, and what is known of its value.
struct Term {
  enum class Form { literal, variable, enclosed, alternatives, scaled, other };
  Form form = Form::other;
  std::size_t begin = 0, end = 0;  ///< bytes of the formula
  Measure unit;
  Scale scale = Scale::plain;
  /// Its unit is made of several, so a plain number beside it has none.
  bool mixed = false;
  std::optional<double> constant;  ///< of a plain one; of a literal its number, in `unit`
  /// Subexpressions a conversion goes into: those of `alternatives`, the one of `enclosed` or
  /// `scaled`.
  std::vector<std::size_t> parts;
};

/// The subexpressions of a formula, built from the leaves up, and the edits that make its scales
/// agree. Each function takes and gives positions of terms.
/// Every function may throw FormulaFault: U211 for dimensions, U221 for scales.
class FormulaTerms {
 public:
  FormulaTerms(std::string_view text, const std::vector<FormulaVariable>& variables);

  std::size_t number(const Token& token);
  std::size_t constant(const Token& token, double value);
  std::size_t literal(const Token& token);
  /// @throws FormulaSyntax when there is no such variable, or its unit is not understood
  std::size_t variable(const Token& token);
  std::size_t sign(std::size_t begin, char operation, std::size_t a);
  std::size_t enclosed(std::size_t begin, std::size_t a, std::size_t end);
  std::size_t power(std::size_t a, std::size_t b);
  std::size_t product(std::size_t a, std::size_t b, bool divides);
  std::size_t sum(std::size_t a, std::size_t b, bool subtracts);
  std::size_t comparison(std::size_t a, std::size_t b);
  std::size_t logical(std::size_t a, std::size_t b);
  std::size_t choice(std::size_t condition, std::size_t a, std::size_t b);
  /// @throws FormulaSyntax for an unknown function or a wrong number of arguments
  std::size_t call(const Token& name, const std::vector<std::size_t>& arguments, std::size_t end);

  /// Converts the whole formula to the unit an output has.
  void deliver(std::size_t root, const std::string& unit, const std::string& subject);

  const Term& at(std::size_t term) const { return terms_[term]; }
  /// Whether units play a part: a literal has one, or a variable's is not "1".
  bool involved() const { return involved_; }
  bool has_literal() const { return has_literal_; }
  /// The formula with all edits.
  std::string edited() const;

 private:
  std::size_t add(Term term);
  std::size_t add_number(std::size_t begin, std::size_t end, bool plain);
  /// Completes a product with a plain factor; `inverse`: the factor divided by the value.
  std::size_t scaled(std::size_t value, std::size_t factor, Term product, bool inverse);
  /// A product without a dimension becomes a plain number: ms/s is a factor 1e-3.
  void normalise(std::size_t product);
  std::string slice(const Term& term) const;
  /// "`bytes / bw` is a time (ms)"
  std::string claim(const Term& term) const;
  /// How to make a plain number of a quantity.
  std::string reference_help(const Term& term) const;
  /// What to do about a plain factor of a value of this scale.
  static std::string factor_help(Scale scale);
  [[noreturn]] static void refuse(const std::string& code,
                                  const std::string& message,
                                  const Term& term,
                                  const std::string& note);
  [[noreturn]] void refuse_dimensions(const Term& wanted, const Term& found) const;
  [[noreturn]] void refuse_bare(const Term& plain, const Term& mixed) const;
  [[noreturn]] void refuse_share(const Term& plain, const Term& share) const;
  [[noreturn]] void refuse_between(const Term& plain, const Term& a, const Term& b) const;
  /// Refuses a plain number other than 0 where it has no certain unit; each of the others, among
  /// which it stands, may be null.
  void refuse_beside(const Term& plain,
                     const Term* mixed,
                     const Term* share,
                     const Term* anchor,
                     const Term* rival) const;
  /// @param scale that of the value `a` and `b` are to make
  [[noreturn]] void refuse_scales(const Term& a, const Term& b, Scale scale) const;

  void convert(std::size_t term, double factor, int depth = 0);
  /// Makes the terms agree in dimension and scale, as a sum or comparison needs; gives the common
  /// value without form and place.
  Term reconcile(const std::vector<std::size_t>& terms);
  /// @param where "`log` takes"
  void require_number(std::size_t term, const std::string& where);

  std::string_view text_;
  std::map<std::string, std::string, std::less<>> units_;  // of the variables
  std::vector<Term> terms_;
  bool involved_ = false, has_literal_ = false;
  std::map<std::size_t, std::string> opened_, closed_;  // inserted before this byte
  struct Literal {
    std::size_t end;
    std::string text;
    UnitValue unit;  // as written
    double value;
  };
  std::map<std::size_t, Literal> literals_;  // by their first byte
};

/// Builds the terms of a formula by the grammar of docs/methods/expression.md; gives the whole.
/// @throws FormulaSyntax where the text leaves the grammar
std::size_t parse_formula(const std::vector<Token>& tokens, FormulaTerms& terms);

/// The dimension and scale of a unit, of a product or quotient, of a power.
Measure measure_of(const UnitValue& unit);
Measure combined(const Measure& a, const Measure& b, bool divides);
Measure raised(const Measure& a, double exponent);
bool same_factor(double a, double b);
/// "a bandwidth"
std::string name_of(const Measure& measure);
/// "3 TB/s"
std::string example_of(const Measure& measure);

/// Whether a plain factor of a value is likely a conversion: powers of ten; 1024, 1024² … and 8 for
/// data; 60, 3600 and 86400 for times and rates; and their inverses.
bool is_conversion_factor(double factor, const Measure& measure);

}  // namespace uq::studies
