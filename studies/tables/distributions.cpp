#include "studies/tables/distributions.hpp"

#include "studies/file/bind.hpp"
#include "studies/file/text_detail.hpp"
#include "studies/read/keys.hpp"
#include "studies/tables/law_sets_detail.hpp"
#include "studies/tables/law_values_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace uq::studies {

namespace {

const Law* find_law(const Node& table, const std::string& input, Diagnostics& problems) {
  const Node::Entry* dist = table.find("dist");
  const std::vector<std::string> names = names_of(law_table());
  if (dist == nullptr) {
    problems
        .error("U102",
               fmt::format("input `{}` has no `dist`", input),
               table.place,
               "which distribution?")
        .notes = {"known: " + joined(names),
                  "help: write dist = \"uniform\", or value = … for a constant"};
    return nullptr;
  }
  if (!dist->value.is_string()) {
    problems.error("U201",
                   fmt::format("`dist` of `{}` must be the name of a distribution, but it is {}",
                               input,
                               dist->value.kind()),
                   dist->value.place,
                   "expected text in quotes");
    return nullptr;
  }
  const std::string& name = dist->value.string();
  const auto found = std::find_if(
      law_table().begin(), law_table().end(), [&](const Law& law) { return law.name == name; });
  if (found != law_table().end()) {
    return &*found;
  }
  const std::string near = nearest(name, names);
  problems
      .error("U103",
             fmt::format("unknown distribution `{}`", name),
             dist->value.place,
             near.empty() ? std::string{} : fmt::format("did you mean `{}`?", near))
      .notes = {"known: " + joined(names)};
  return nullptr;
}

/// truncate = [lo, hi]; infinite bounds as text or as TOML's infinities.
struct Truncation {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool refused = false;
};

Truncation read_truncation(const Node& table, const InputVariable& input, Diagnostics& problems) {
  Truncation truncation;
  const Node::Entry* entry = table.find("truncate");
  if (entry == nullptr) {
    return truncation;
  }
  const std::string subject = fmt::format("`truncate` of `{}`", input.name);
  if (!entry->value.is_array() || entry->value.array().size() != 2) {
    problems.error("U209",
                   subject + " must be [lo, hi]",
                   entry->value.place,
                   "expected two bounds; \"-inf\" and \"inf\" are allowed");
    truncation.refused = true;
    return truncation;
  }
  const auto read = [&](const Node& node, const std::string& unbounded, double& bound) {
    const bool is_unbounded = (node.is_string() && node.string() == unbounded) ||
                              (node.is_number() && node.number() == bound);
    if (is_unbounded) {
      return;
    }
    const auto value = read_quantity(node, input.unit, "a bound of " + subject, problems);
    truncation.refused = truncation.refused || !value;
    bound = value.value_or(bound);
  };
  read(entry->value.array()[0], "-inf", truncation.lower);
  read(entry->value.array()[1], "inf", truncation.upper);
  return truncation;
}

/// Reports the rules that parameters break, each key once, at the culprit's place.
class Rules {
 public:
  Rules(const Node& table,
        const std::string& input,
        const ParameterValues& values,
        Diagnostics& problems)
      : table_(table), input_(input), values_(values), problems_(problems) {}

  /// @param parameter as the engine calls it: sd may be written as rel_sd, truncate as lo and hi,
  /// values as a file
  void report(const std::string& parameter, const std::string& message) {
    const std::string key = written(parameter);
    if (is_refused(key) || !reported_.insert(key).second) {
      return;
    }
    const Node::Entry* entry = table_.find(key);
    const bool range = parameter == "truncate" && key != "truncate";
    const std::string culprit =
        range ? fmt::format("the range of `{}`", input_) : fmt::format("`{}` of `{}`", key, input_);
    problems_.error("U208",
                    fmt::format("{} {}", culprit, message),
                    entry != nullptr ? place_of_fault(*entry) : table_.find("dist")->value.place);
  }

 private:
  std::string written(const std::string& parameter) const {
    static const std::map<std::string, std::string> others{
        {"sd", "rel_sd"}, {"truncate", "hi"}, {"values", "file"}};
    const auto other = others.find(parameter);
    const bool as_other = table_.find(parameter) == nullptr && other != others.end() &&
                          table_.find(other->second) != nullptr;
    return as_other ? other->second : parameter;
  }

  /// A value that was refused is NaN and has its report already.
  bool is_refused(const std::string& key) const {
    const auto found = values_.find(key);
    return found != values_.end() && std::any_of(found->second.begin(),
                                                 found->second.end(),
                                                 [](double value) { return std::isnan(value); });
  }

  /// The value of the key, or the element of its array that breaks the rule.
  Place place_of_fault(const Node::Entry& entry) const {
    const auto found = values_.find(entry.key);
    if (!entry.value.is_array() || found == values_.end()) {
      return entry.value.place;
    }
    const std::vector<double>& values = found->second;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const bool falls = entry.key == "edges" && k > 0 && values[k] <= values[k - 1];
      const bool repeats =
          entry.key == "values" &&
          std::find(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(k), values[k]) !=
              values.begin() + static_cast<std::ptrdiff_t>(k);
      if (falls || repeats || (entry.key == "weights" && values[k] < 0)) {
        return entry.value.array()[k].place;
      }
    }
    return entry.value.place;
  }

  const Node& table_;
  const std::string& input_;
  const ParameterValues& values_;
  Diagnostics& problems_;
  std::set<std::string> reported_;
};

bool has_refused(const ParameterValues& values) {
  return std::any_of(values.begin(), values.end(), [](const auto& entry) {
    return std::any_of(
        entry.second.begin(), entry.second.end(), [](double value) { return std::isnan(value); });
  });
}

bool has_whole_values(const Distribution& law) {
  const auto whole = [](const std::vector<double>& values) {
    return std::all_of(
        values.begin(), values.end(), [](double value) { return value == std::floor(value); });
  };
  if (const auto* choice = std::get_if<Discrete>(&law.law)) {
    return whole(choice->values);
  }
  if (const auto* sample = std::get_if<Empirical>(&law.law)) {
    return whole(sample->values);
  }
  return std::holds_alternative<Integer>(law.law);
}

/// Whether the law gives only values that the input can take.
void check_kind(const Law& law,
                const Distribution& distribution,
                const InputVariable& input,
                const Place& place,
                Diagnostics& problems) {
  const bool only_choice = input.kind == InputKind::categorical || input.kind == InputKind::boolean;
  if (only_choice && law.name != "choice") {
    problems
        .error("U134",
               fmt::format("`{}` takes {}, which distribution `{}` does not give",
                           input.name,
                           input.kind == InputKind::boolean ? "true or false" : "a category",
                           law.name),
               place)
        .notes.push_back("help: write dist = \"choice\" with `values`");
  } else if (input.kind == InputKind::integer && !has_whole_values(distribution)) {
    problems
        .error("U134",
               fmt::format("`{}` takes whole numbers, but distribution `{}` gives others",
                           input.name,
                           law.name),
               place)
        .notes.push_back("help: write dist = \"integer\" with `lo` and `hi`, or \"choice\"");
  }
}

std::optional<ReadLaw> read(const Node& table,
                            const InputVariable& input,
                            const std::string& folder,
                            Diagnostics& problems) {
  const Law* law = find_law(table, input.name, problems);
  if (law == nullptr) {
    return {};
  }
  const Place place = table.find("dist")->value.place;
  const bool complete = has_one_set(table, *law, input.name, place, problems);
  LawParameters parameters = read_parameters(table, *law, input, folder, problems);
  const Truncation truncation = read_truncation(table, input, problems);
  std::vector<std::string> known = parameters_of(*law);
  known.insert(known.end(), {"truncate", "nominal", "unit", "doc", "dist"});
  check_keys(
      table, known, fmt::format("distribution `{}` of `{}`", law->name, input.name), problems);
  if (!complete || parameters.has_unread_list) {
    return {};
  }
  // With a refused value, NaN from here on, the rules of the others are still worth checking.
  Rules rules(table, input.name, parameters.values, problems);
  if (law->rules != nullptr) {
    law->rules(parameters.values, [&](const std::string& key, const std::string& message) {
      rules.report(key, message);
    });
  }
  Distribution distribution = law->make(parameters.values);
  distribution.lower = std::max(distribution.lower, truncation.lower);
  distribution.upper = std::min(distribution.upper, truncation.upper);
  for (const ParameterFault& fault : check(distribution)) {
    rules.report(fault.parameter, fault.message);
  }
  if (!has_refused(parameters.values) && !truncation.refused) {
    check_kind(*law, distribution, input, place, problems);
  }
  return ReadLaw{std::move(distribution), std::move(parameters.source)};
}

}  // namespace

const std::vector<LawInfo>& laws() {
  static const std::vector<LawInfo> infos = [] {
    std::vector<LawInfo> out;
    for (const Law& law : law_table()) {
      out.push_back({law.name, parameters_of(law), law.doc});
    }
    return out;
  }();
  return infos;
}

std::optional<ReadLaw> read_law(const Node& table,
                                const InputVariable& input,
                                const std::string& folder,
                                Diagnostics& problems) {
  const std::size_t before = problems.error_count();
  auto law = read(table, input, folder, problems);
  return problems.error_count() == before ? std::move(law) : std::nullopt;
}

}  // namespace uq::studies
