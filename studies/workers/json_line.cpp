#include "studies/workers/json_line.hpp"

#include "studies/file/text_detail.hpp"
#include "studies/workers/dialogue.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace uq::studies {

namespace {

using Json = nlohmann::json;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t shown = 160;

std::string json_of(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

[[noreturn]] void no_answer(std::string_view line) {
  throw DialogueFault(RowStatus::unparsable,
                      "wrote a line that is no answer: " + escaped(line.substr(0, shown)));
}

/// The line with the words NaN, Infinity and -Infinity, which JSON lacks and Python writes,
/// replaced by null; texts are left alone.
std::string without_nan(std::string_view line) {
  std::string out;
  bool quoted = false;
  for (std::size_t k = 0; k < line.size();) {
    const std::string_view rest = line.substr(k);
    if (quoted) {
      const std::size_t size = rest[0] == '\\' ? std::min<std::size_t>(2, rest.size()) : 1;
      quoted = rest[0] != '"';
      out += rest.substr(0, size);
      k += size;
      continue;
    }
    std::size_t word = 0;
    for (const std::string_view name : {"NaN", "-NaN", "Infinity", "-Infinity"}) {
      word = rest.starts_with(name) ? name.size() : word;
    }
    if (word > 0) {
      out += "null";
      k += word;
      continue;
    }
    quoted = rest[0] == '"';
    out += rest[0];
    ++k;
  }
  return out;
}

Json parsed(std::string_view line) {
  Json json = Json::parse(line, nullptr, false);
  return json.is_discarded() ? Json::parse(without_nan(line), nullptr, false) : json;
}

std::string words(const Json& text) {
  return text.is_string()
             ? escaped(text.get_ref<const std::string&>().substr(0, shown))
             : text.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, shown);
}

/// The value of one output; sets the status and says why when there is none.
double output_value(const Json& value, const OutputVariable& output, LineAnswer& answer) {
  const auto refuse = [&](const std::string& what) {
    answer.status = RowStatus::unparsable;
    answer.message = "output `" + output.name + "` is " + what;
    return not_a_number;
  };
  if (output.kind == OutputKind::categorical) {
    if (!value.is_string()) {
      return refuse(words(value) + ", not the name of a category");
    }
    const auto found =
        std::find(output.categories.begin(), output.categories.end(), value.get<std::string>());
    return found == output.categories.end()
               ? refuse("`" + words(value) + "`, none of its categories")
               : static_cast<double>(found - output.categories.begin());
  }
  if (value.is_null()) {
    return not_a_number;
  }
  return value.is_number() ? value.get<double>() : refuse(words(value) + ", not a number");
}

}  // namespace

void append_number(std::string& out, double value) {
  std::array<char, 40> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  const std::string_view digits(text.data(), static_cast<std::size_t>(end - text.data()));
  out += digits;
  if (digits.find_first_of(".e") == std::string_view::npos) {
    out += ".0";
  }
}

LineWriter::LineWriter(const std::vector<InputVariable>& inputs) {
  for (const InputVariable& input : inputs) {
    Input one{json_of(input.name) + ":", input.kind, {}, input.name};
    for (const std::string& category : input.categories) {
      one.categories.push_back(json_of(category));
    }
    inputs_.push_back(std::move(one));
  }
}

bool LineWriter::append(
    std::string& out, std::uint64_t id, const MatrixRef& x, Index row, std::string& why) const {
  out += "{\"id\":" + std::to_string(id) + ",\"inputs\":{";
  for (std::size_t j = 0; j < inputs_.size(); ++j) {
    const Input& input = inputs_[j];
    const double value = x(row, static_cast<Index>(j));
    out += j > 0 ? "," : "";
    out += input.key;
    constexpr double whole = 9007199254740992.0;  // 2^53
    const bool index = value >= 0 && value < static_cast<double>(input.categories.size()) &&
                       value == std::floor(value);
    if (!std::isfinite(value) || (input.kind == InputKind::categorical && !index)) {
      why = "input `" + input.name + "` = " + fmt::format("{}", value) + " cannot be passed on";
      return false;
    }
    if (input.kind == InputKind::categorical) {
      out += input.categories[static_cast<std::size_t>(value)];
    } else if (input.kind == InputKind::boolean) {
      out += value != 0 ? "true" : "false";
    } else if (input.kind == InputKind::integer && value == std::floor(value) &&
               std::abs(value) <= whole) {
      out += std::to_string(static_cast<std::int64_t>(value));
    } else {
      append_number(out, value);
    }
  }
  out += "}}\n";
  return true;
}

LineAnswer read_answer(std::string_view line, const std::vector<OutputVariable>& outputs) {
  const Json json = parsed(line);
  if (!json.is_object() || !json.contains("id") || !json["id"].is_number_unsigned()) {
    no_answer(line);
  }
  LineAnswer answer{.id = json["id"].get<std::uint64_t>()};
  answer.y.assign(outputs.size(), not_a_number);
  if (const auto error = json.find("error"); error != json.end()) {
    answer.status = RowStatus::exception;
    answer.message = words(*error);
    return answer;
  }
  if (const auto why = json.find("infeasible"); why != json.end()) {
    answer.status = RowStatus::infeasible;
    answer.message = words(*why);
    return answer;
  }
  const auto found = json.find("outputs");
  if (found == json.end() || !found->is_object()) {
    answer.status = RowStatus::unparsable;
    answer.message = "the answer has neither `outputs`, `error` nor `infeasible`";
    return answer;
  }
  for (std::size_t k = 0; k < outputs.size() && answer.status == RowStatus::ok; ++k) {
    const auto value = found->find(outputs[k].name);
    if (value == found->end()) {
      answer.status = RowStatus::wrong_size;
      answer.message = "the answer lacks output `" + outputs[k].name + "`";
    } else {
      answer.y[k] = output_value(*value, outputs[k], answer);
    }
  }
  return answer;
}

}  // namespace uq::studies
