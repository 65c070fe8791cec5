#include "studies/tables/distributions.hpp"

#include "studies/file/bind.hpp"
#include "studies/file/text_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace uq::studies {

namespace {

using Values = std::map<std::string, std::vector<double>>;  ///< of a key; a scalar has one element
using Keys = std::vector<std::string>;

double at(const Values& values, const std::string& key) {
  return values.at(key).front();
}

/// A law of the study file: complete sets of parameters, of which the user gives exactly one, and
/// what is made of them.
struct Law {
  std::string name, doc;
  std::vector<Keys> sets;
  Distribution (*make)(const Values&);
};

Distribution make_normal(const Values& v) {
  const double mean = at(v, "mean");
  const double sd = v.contains("sd") ? at(v, "sd") : at(v, "rel_sd") * std::abs(mean);
  return {Normal{mean, sd}};
}

Distribution make_lognormal(const Values& v) {
  if (v.contains("median")) {
    return {lognormal_from_median(at(v, "median"), at(v, "gsd"))};
  }
  if (v.contains("mean")) {
    return {lognormal_from_moments(at(v, "mean"), at(v, "sd"))};
  }
  return {Lognormal{at(v, "mean_log"), at(v, "sd_log")}};
}

const std::vector<Law>& table() {
  static const std::vector<Law> laws{
      {"uniform",
       "every value between lo and hi is equally likely",
       {{"lo", "hi"}},
       [](const Values& v) { return Distribution{Uniform{at(v, "lo"), at(v, "hi")}}; }},
      {"loguniform",
       "the logarithm is uniform between those of lo and hi; 0 < lo",
       {{"lo", "hi"}},
       [](const Values& v) { return Distribution{Loguniform{at(v, "lo"), at(v, "hi")}}; }},
      {"normal",
       "bell curve; rel_sd is sd / |mean|",
       {{"mean", "sd"}, {"mean", "rel_sd"}},
       make_normal},
      {"truncnormal",
       "normal cut at lo and hi; mean and sd are those before the cut",
       {{"mean", "sd", "lo", "hi"}},
       [](const Values& v) {
         return Distribution{Normal{at(v, "mean"), at(v, "sd")}, at(v, "lo"), at(v, "hi")};
       }},
      {"lognormal",
       "the logarithm is normal; mean and sd of the value or of its logarithm, or median and "
       "geometric sd",
       {{"mean_log", "sd_log"}, {"mean", "sd"}, {"median", "gsd"}},
       make_lognormal},
      {"exponential",
       "waiting time without memory",
       {{"mean"}},
       [](const Values& v) { return Distribution{Exponential{at(v, "mean")}}; }},
      {"triangular",
       "density rises from lo to mode and falls to hi",
       {{"lo", "mode", "hi"}},
       [](const Values& v) {
         return Distribution{Triangular{at(v, "lo"), at(v, "mode"), at(v, "hi")}};
       }},
      {"histogram",
       "k weights between k + 1 increasing edges, uniform within each bin",
       {{"edges", "weights"}},
       [](const Values& v) { return Distribution{Histogram{v.at("edges"), v.at("weights")}}; }},
  };
  return laws;
}

bool contains(const Keys& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

Keys parameters_of(const Law& law) {
  Keys keys;
  for (const Keys& set : law.sets) {
    std::copy_if(set.begin(), set.end(), std::back_inserter(keys), [&](const std::string& key) {
      return !contains(keys, key);
    });
  }
  return keys;
}

/// "mean and sd, or mean and rel_sd".
std::string sets_text(const Law& law) {
  Keys texts;
  for (const Keys& set : law.sets) {
    texts.push_back(joined(set, " and "));
  }
  return joined(texts, ", or ");
}

/// Reads one `{ dist = … }`; every step reports what it finds and the next goes on with the rest.
class LawReader {
 public:
  LawReader(const Node& table,
            const std::string& input,
            const std::string& unit,
            Diagnostics& problems)
      : table_(table), input_(input), unit_(unit), problems_(problems) {}

  std::optional<Distribution> read() {
    const Law* law = find_law();
    if (law == nullptr) {
      return std::nullopt;
    }
    Keys known = parameters_of(*law);
    const bool complete = has_one_set(*law, known);
    for (const std::string& key : known) {
      read_parameter(key);
    }
    read_truncation();
    known.insert(known.end(), {"truncate", "nominal", "unit", "doc", "dist"});
    check_keys(
        table_, known, fmt::format("distribution `{}` of `{}`", law->name, input_), problems_);
    if (complete) {
      check_own_rules(*law);
    }
    const bool made_of_moments =
        values_.contains("gsd") || (law->name == "lognormal" && values_.contains("mean"));
    if (!complete || has_unread_list_ || (faulty_ && made_of_moments)) {
      return std::nullopt;
    }
    // With a refused value, NaN until here, the rules of the other parameters are still worth
    // checking.
    Distribution distribution = law->make(values_);
    distribution.lower = std::max(distribution.lower, lower_);
    distribution.upper = std::min(distribution.upper, upper_);
    for (const ParameterFault& fault : check(distribution)) {
      if (!has_refused_value(fault.parameter)) {
        report_rule(fault.parameter, fault.message);
      }
    }
    return faulty_ ? std::nullopt : std::optional(std::move(distribution));
  }

 private:
  const Law* find_law() {
    const Node::Entry* dist = table_.find("dist");
    Keys names;
    for (const Law& law : table()) {
      names.push_back(law.name);
    }
    if (dist == nullptr) {
      problems_
          .error("U102",
                 fmt::format("input `{}` has no `dist`", input_),
                 table_.place,
                 "which distribution?")
          .notes = {"known: " + joined(names),
                    "help: write dist = \"uniform\", or value = … for a constant"};
      return nullptr;
    }
    place_ = dist->value.place;
    if (!dist->value.is_string()) {
      problems_.error("U201",
                      fmt::format("`dist` of `{}` must be the name of a distribution, but it is {}",
                                  input_,
                                  dist->value.kind()),
                      place_,
                      "expected text in quotes");
      return nullptr;
    }
    const std::string& name = dist->value.string();
    const auto found = std::find_if(
        table().begin(), table().end(), [&](const Law& law) { return law.name == name; });
    if (found != table().end()) {
      return &*found;
    }
    const std::string near = nearest(name, names);
    problems_
        .error("U103",
               fmt::format("unknown distribution `{}`", name),
               place_,
               near.empty() ? std::string{} : fmt::format("did you mean `{}`?", near))
        .notes = {"known: " + joined(names)};
    return nullptr;
  }

  /// Whether the parameters present are exactly one set of the law.
  bool has_one_set(const Law& law, const Keys& parameters) {
    Keys present;
    std::copy_if(
        parameters.begin(), parameters.end(), std::back_inserter(present), [&](const auto& key) {
          return table_.find(key) != nullptr;
        });
    const auto holds_all = [](const Keys& set, const Keys& keys) {
      return std::all_of(
          keys.begin(), keys.end(), [&](const auto& key) { return contains(set, key); });
    };
    const auto open = std::find_if(
        law.sets.begin(), law.sets.end(), [&](const Keys& set) { return holds_all(set, present); });
    if (open == law.sets.end()) {
      report_mixture(law, present);
      return false;
    }
    if (std::any_of(law.sets.begin(), law.sets.end(), [&](const Keys& set) {
          return set.size() == present.size() && holds_all(set, present);
        })) {
      return true;
    }
    // A key that is only misspelt is reported as unknown, not as missing, too.
    Keys meant;
    for (const Node::Entry& entry : table_.table()) {
      meant.push_back(contains(parameters, entry.key) ? entry.key : nearest(entry.key, parameters));
    }
    Keys missing;
    for (const std::string& key : *open) {
      if (!contains(meant, key)) {
        missing.push_back(fmt::format("`{}`", key));
      }
    }
    if (missing.empty()) {
      return false;
    }
    problems_
        .error(
            "U206",
            fmt::format(
                "distribution `{}` of `{}` lacks {}", law.name, input_, joined(missing, " and ")),
            place_)
        .notes = {fmt::format("help: `{}` takes {}", law.name, sets_text(law))};
    return false;
  }

  /// At the first key that fits no set together with the ones before it.
  void report_mixture(const Law& law, const Keys& present) {
    std::vector<const Node::Entry*> entries;
    for (const Node::Entry& entry : table_.table()) {
      if (contains(present, entry.key)) {
        entries.push_back(&entry);
      }
    }
    Keys seen;
    for (const Node::Entry* entry : entries) {
      const bool fits = std::any_of(law.sets.begin(), law.sets.end(), [&](const Keys& set) {
        return contains(set, entry->key) &&
               std::all_of(
                   seen.begin(), seen.end(), [&](const auto& key) { return contains(set, key); });
      });
      if (!fits) {
        problems_
            .error("U207",
                   fmt::format("`{}` of `{}` does not go with `{}` in distribution `{}`",
                               entry->key,
                               input_,
                               joined(seen, "`, `"),
                               law.name),
                   entry->place,
                   "of another set")
            .notes = {fmt::format("help: `{}` takes {}", law.name, sets_text(law))};
        return;
      }
      seen.push_back(entry->key);
    }
  }

  std::string subject(const std::string& key) const {
    return fmt::format("`{}` of `{}`", key, input_);
  }

  void read_parameter(const std::string& key) {
    const Node::Entry* entry = table_.find(key);
    if (entry == nullptr) {
      return;
    }
    static const Keys plain{"rel_sd", "mean_log", "sd_log", "gsd", "weights"};
    const std::string unit = contains(plain, key) ? "1" : unit_;
    const bool list = key == "edges" || key == "weights";
    if (!list) {
      take(key, read_quantity(entry->value, unit, subject(key), problems_));
      return;
    }
    if (!entry->value.is_array()) {
      problems_.error(
          "U201",
          fmt::format(
              "{} must be an array of numbers, but it is {}", subject(key), entry->value.kind()),
          entry->value.place,
          "expected [ … ]");
      faulty_ = has_unread_list_ = true;
      return;
    }
    values_[key];
    for (const Node& element : entry->value.array()) {
      const std::string name =
          fmt::format("element {} of {}", values_[key].size() + 1, subject(key));
      take(key, read_quantity(element, unit, name, problems_));
    }
  }

  void take(const std::string& key, std::optional<double> value) {
    faulty_ = faulty_ || !value;
    // A refused element keeps its position, so that later ones are numbered as written.
    values_[key].push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
  }

  void read_truncation() {
    const Node::Entry* entry = table_.find("truncate");
    if (entry == nullptr) {
      return;
    }
    if (!entry->value.is_array() || entry->value.array().size() != 2) {
      problems_.error("U209",
                      fmt::format("{} must be [lo, hi]", subject("truncate")),
                      entry->value.place,
                      "expected two bounds; \"-inf\" and \"inf\" are allowed");
      faulty_ = true;
      return;
    }
    read_bound(entry->value.array()[0], "-inf", lower_);
    read_bound(entry->value.array()[1], "inf", upper_);
  }

  /// `bound` already holds the infinity meant by `unbounded`.
  void read_bound(const Node& node, const std::string& unbounded, double& bound) {
    const bool as_text = node.is_string() && node.string() == unbounded;
    const bool as_number = node.is_number() && node.number() == bound;
    if (as_text || as_number) {
      return;
    }
    const auto value = read_quantity(node, unit_, "a bound of " + subject("truncate"), problems_);
    faulty_ = faulty_ || !value;
    bound = value.value_or(bound);
  }

  bool has_refused_value(const std::string& key) const {
    const auto found = values_.find(key == "sd" && values_.contains("rel_sd") ? "rel_sd" : key);
    const auto refused = [](double value) { return std::isnan(value); };
    return found != values_.end() &&
           std::any_of(found->second.begin(), found->second.end(), refused);
  }

  /// Rules of keys that the engine does not know under these names.
  void check_own_rules(const Law& law) {
    const auto value = [&](const std::string& key) {
      return values_.contains(key) ? at(values_, key) : std::numeric_limits<double>::quiet_NaN();
    };
    const auto require = [&](const std::string& key, double bound) {
      if (value(key) <= bound) {
        report_rule(
            key,
            fmt::format("is {}, but must be > {}", number_text(value(key)), number_text(bound)));
      }
    };
    require("rel_sd", 0);
    require("gsd", 1);
    require("median", 0);
    if (law.name == "lognormal") {
      require("mean", 0);
      require("sd", 0);
    }
    if (value("rel_sd") > 0 && value("mean") == 0) {
      report_rule("rel_sd", "needs a mean other than 0: write sd");
    }
    const double lo = value("lo"), hi = value("hi");
    if (law.name == "truncnormal" && lo == hi) {
      report_rule(
          "hi", fmt::format("equals lo = {0}: for a constant use `value = {0}`", number_text(lo)));
    } else if (law.name == "truncnormal" && lo > hi) {
      report_rule(
          "hi",
          fmt::format(
              "is {}, below lo = {}: are the bounds swapped?", number_text(hi), number_text(lo)));
    }
  }

  /// At the value of the key, or at the element of its array that breaks the rule.
  Place place_of_fault(const Node::Entry& entry) const {
    if (!entry.value.is_array() || !values_.contains(entry.key)) {
      return entry.value.place;
    }
    const std::vector<double>& values = values_.at(entry.key);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const bool falls = entry.key == "edges" && k > 0 && values[k] <= values[k - 1];
      if (falls || (entry.key == "weights" && values[k] < 0)) {
        return entry.value.array()[k].place;
      }
    }
    return entry.value.place;
  }

  /// @param parameter as the engine calls it: sd may be written as rel_sd, truncate as lo and hi
  void report_rule(const std::string& parameter, const std::string& message) {
    const bool relative = parameter == "sd" && table_.find("rel_sd") != nullptr;
    const bool range = parameter == "truncate" && table_.find("truncate") == nullptr;
    const std::string key = relative ? "rel_sd" : range ? "hi" : parameter;
    if (contains(ruled_, key)) {
      return;
    }
    ruled_.push_back(key);
    const Node::Entry* entry = table_.find(key);
    const std::string culprit = range ? fmt::format("the range of `{}`", input_) : subject(key);
    problems_.error("U208",
                    fmt::format("{} {}", culprit, message),
                    entry != nullptr ? place_of_fault(*entry) : place_);
    faulty_ = true;
  }

  const Node& table_;
  const std::string& input_;
  const std::string& unit_;
  Diagnostics& problems_;
  Place place_;  ///< of the law's name
  Values values_;
  double lower_ = -std::numeric_limits<double>::infinity();
  double upper_ = std::numeric_limits<double>::infinity();
  bool faulty_ = false;
  bool has_unread_list_ = false;  ///< edges or weights that are no array
  Keys ruled_;                    ///< parameters whose rules are reported as broken
};

}  // namespace

const std::vector<LawInfo>& laws() {
  static const std::vector<LawInfo> infos = [] {
    std::vector<LawInfo> out;
    for (const Law& law : table()) {
      out.push_back({law.name, parameters_of(law), law.doc});
    }
    return out;
  }();
  return infos;
}

std::optional<Distribution> read_law(const Node& table,
                                     const std::string& input,
                                     const std::string& unit,
                                     Diagnostics& problems) {
  const std::size_t before = problems.all().size();
  auto law = LawReader(table, input, unit, problems).read();
  return problems.all().size() == before ? law : std::nullopt;
}

}  // namespace uq::studies
