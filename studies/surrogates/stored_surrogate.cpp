#include "studies/surrogates/stored_surrogate.hpp"

#include "studies/foreign/sha256.hpp"
#include "studies/report/table.hpp"
#include "studies/store/store.hpp"
#include "studies/surrogates/restore.hpp"
#include "uq/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace uq::studies {

namespace {

std::string text_of(const Attributes& attributes, const std::string& name) {
  for (const auto& [key, value] : attributes) {
    if (const auto* text = std::get_if<std::string>(&value); text != nullptr && key == name) {
      return *text;
    }
  }
  return {};
}

void put(std::string& bytes, std::uint64_t number) {
  for (int k = 0; k < 8; ++k) {
    bytes += static_cast<char>((number >> (8 * k)) & 0xFF);
  }
}

void put(std::string& bytes, const std::string& text) {
  put(bytes, static_cast<std::uint64_t>(text.size()));
  bytes += text;
}

/// Names of the surrogates of a file, for a hint.
std::string surrogates_of(const ResultFile& file) {
  std::string names;
  for (const Dataset& group : file.groups) {
    if (text_of(group.attributes, "method") == "surrogate") {
      names += (names.empty() ? "" : ", ") + group.path.substr(std::string("analysis/").size());
    }
  }
  return names.empty() ? "it has none" : "its surrogates: " + names;
}

const SurrogateKind& kind_of(const std::string& name, const Dataset& own) {
  const std::string kind = text_of(own.attributes, "kind");
  const SurrogateKind* row = find_kind(kind);
  if (row == nullptr) {
    throw StoredSurrogateError(
        fmt::format("`{}` is a surrogate of kind `{}`, which this version does not have",
                    name,
                    printable(kind.substr(0, 40))));
  }
  return *row;
}

}  // namespace

std::string surrogate_sha256(const Dataset& dataset) {
  std::string bytes;
  std::map<std::string, const Dimension*> dims;  // a file need not keep the order
  for (const Dimension& dim : dataset.dims) {
    dims.emplace(dim.name, &dim);
  }
  for (const auto& [name, dim] : dims) {
    put(bytes, name);
    for (const std::string& label : dim->labels) {
      put(bytes, label);
    }
  }
  std::map<std::string, const Variable*> variables;
  for (const Variable& variable : dataset.variables) {
    variables.emplace(variable.name, &variable);
  }
  for (const auto& [name, variable] : variables) {
    if (name == "withheld") {
      continue;
    }
    put(bytes, name);
    for (const std::string& dim : variable->dims) {
      put(bytes, dim);
    }
    for (const std::string& text : variable->text) {
      put(bytes, text);
    }
    for (const double value : variable->data.data) {
      // Any NaN is as good as another one, and -0 as 0 where integers are stored.
      put(bytes, value != value ? 0x7FF8000000000000U : std::bit_cast<std::uint64_t>(value + 0.0));
    }
  }
  return sha256(bytes);
}

LoadedSurrogate load_surrogate(const std::string& name, const std::string& folder) {
  constexpr std::string_view mark = ".h5:";
  const std::size_t at = name.rfind(mark);
  if (at == std::string::npos || at + mark.size() == name.size()) {
    throw StoredSurrogateError(fmt::format("`{}` does not say which surrogate is meant", name),
                               "write \"earlier.h5:NAME\", NAME being the surrogate's analysis");
  }
  const std::string file = name.substr(0, at + mark.size() - 1);
  const std::string analysis = name.substr(at + mark.size());
  const std::string path = (std::filesystem::path(folder) / file).string();
  if (std::error_code ignored; !std::filesystem::exists(path, ignored)) {
    throw StoredSurrogateError(fmt::format("there is no file `{}`", file),
                               "the path is relative to the study file");
  }
  ResultFile result;
  try {
    result = read_untrusted(path);
  } catch (const IoError& error) {
    throw StoredSurrogateError(error.what());
  }
  const Dataset* own = result.group("analysis/" + analysis);
  if (own == nullptr) {
    throw StoredSurrogateError(fmt::format("`{}` has no analysis `{}`", file, analysis),
                               surrogates_of(result));
  }
  if (text_of(own->attributes, "method") != "surrogate") {
    throw StoredSurrogateError(fmt::format("analysis `{}` of `{}` is no surrogate", analysis, file),
                               surrogates_of(result));
  }
  const SurrogateKind& kind = kind_of(name, *own);
  if (text_of(own->attributes, surrogate_attribute) != surrogate_sha256(*own)) {
    throw StoredSurrogateError(
        fmt::format("`{}` is refused: it is not the surrogate its `{}` was taken of",
                    name,
                    surrogate_attribute),
        "run that study again");
  }
  LoadedSurrogate loaded;
  try {
    loaded.surrogate = restored(*own, kind, name);
  } catch (const InvalidArgument& error) {
    throw StoredSurrogateError(fmt::format("`{}` is refused: {}", name, error.what()));
  }
  const auto& outputs = loaded.surrogate->outputs;
  if (std::none_of(outputs.begin(), outputs.end(), [](const SurrogateOutput& output) {
        return output.withheld.empty();
      })) {
    throw StoredSurrogateError(
        fmt::format("`{}` has no output to build on: `{}`: {}",
                    name,
                    outputs.empty() ? "" : outputs.front().variable.name,
                    outputs.empty() ? "there is none" : outputs.front().withheld));
  }
  std::ifstream stream(path, std::ios::binary);
  loaded.sha256 = sha256({std::istreambuf_iterator<char>(stream), {}});
  loaded.model = text_of(result.attributes, "model");
  loaded.claim = text_of(result.attributes, "claim");
  loaded.workload = text_of(result.attributes, "workload");
  loaded.hardware = text_of(result.attributes, "hardware");
  return loaded;
}

}  // namespace uq::studies
