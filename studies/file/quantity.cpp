#include "studies/file/bind.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/file/units_detail.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace uq::studies {

namespace {

std::optional<double> finite(double value,
                             const Node& node,
                             const std::string& subject,
                             Diagnostics& problems) {
  if (std::isfinite(value)) {
    return value;
  }
  problems.error(
      "U205",
      fmt::format("{} must be a finite number, but it is {}", subject, number_text(value)),
      node.place,
      "not finite");
  return std::nullopt;
}

bool is_plain(const UnitValue& unit) {
  return unit.same_dimension(UnitValue{});
}

/// `help: write a bandwidth such as "3.0 TB/s"`.
std::string remedy(const UnitValue& unit, const std::string& text) {
  const std::string example = example_of(unit);
  if (is_plain(unit)) {
    return fmt::format("help: write a plain number such as {}", example);
  }
  return example.empty()
             ? fmt::format("help: write a number in {}, e.g. \"3 {}\"", text, text)
             : fmt::format("help: write {} such as \"{}\"", dimension_name(unit, text), example);
}

/// "`x` is a bandwidth (B/s in the model)".
std::string claim(const UnitValue& unit, const std::string& text, const std::string& subject) {
  const std::string name = dimension_name(unit, text);
  return is_plain(unit) ? fmt::format("{} is {}", subject, name)
                        : fmt::format("{} is {} ({} in the model)", subject, name, text);
}

/// A string that may be a quantity.
class QuantityText {
 public:
  QuantityText(const Node& node,
               const std::string& unit,
               const std::string& subject,
               Diagnostics& problems)
      : node_(node),
        unit_(unit),
        subject_(subject),
        problems_(problems),
        target_(parse_unit(unit)) {}

  std::optional<double> value() {
    const auto quantity = parse_quantity(node_.string());
    if (!quantity) {
      return refuse("U201",
                    fmt::format("{} must be a number, but it is {}", subject_, node_.kind()),
                    "expected a number",
                    help());
    }
    if (quantity->unit.empty()) {
      return refuse("U212",
                    fmt::format("{} is given as {} without a unit", subject_, node_.kind()),
                    fmt::format("write {} without the quotes, or add a unit", node_.string()),
                    target_ && !is_plain(*target_) ? help() : "");
    }
    if (quantity->unit == unit_) {
      return finite(quantity->value, node_, subject_, problems_);
    }
    const auto written = parse_unit(quantity->unit);
    if (!written) {
      const std::string near = nearest(quantity->unit, common_units());
      return refuse("U210",
                    fmt::format("unknown unit `{}`", quantity->unit),
                    near.empty() ? "" : fmt::format("did you mean `{}`?", near),
                    help());
    }
    if (!target_) {
      return refuse("U210",
                    fmt::format("{} is in `{}`, to which \"{}\" cannot be converted",
                                subject_,
                                unit_,
                                node_.string()),
                    {},
                    fmt::format("help: write a number in {}", unit_));
    }
    if (!written->same_dimension(*target_)) {
      return refuse("U211",
                    fmt::format("{}, but \"{}\" is {}",
                                claim(*target_, unit_, subject_),
                                node_.string(),
                                dimension_name(*written, quantity->unit)),
                    {},
                    help());
    }
    return finite(convert(quantity->value, *written, *target_), node_, subject_, problems_);
  }

 private:
  std::string help() const {
    return target_ ? remedy(*target_, unit_) : fmt::format("help: write a number in {}", unit_);
  }

  std::nullopt_t refuse(std::string code,
                        std::string message,
                        std::string label,
                        std::string note) {
    Diagnostic& problem =
        problems_.error(std::move(code), std::move(message), node_.place, std::move(label));
    if (!note.empty()) {
      problem.notes.push_back(std::move(note));
    }
    return std::nullopt;
  }

  const Node& node_;
  const std::string& unit_;
  const std::string& subject_;
  Diagnostics& problems_;
  std::optional<UnitValue> target_;
};

}  // namespace

std::optional<double> read_quantity(const Node& node,
                                    const std::string& unit,
                                    const std::string& subject,
                                    Diagnostics& problems) {
  if (node.is_number()) {
    return finite(node.number(), node, subject, problems);
  }
  if (node.is_string()) {
    return QuantityText(node, unit, subject, problems).value();
  }
  problems.error("U201",
                 fmt::format("{} must be a number, but it is {}", subject, node.kind()),
                 node.place,
                 "expected a number");
  return std::nullopt;
}

}  // namespace uq::studies
