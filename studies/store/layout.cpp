#include "studies/store/layout.hpp"

#include "uq/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace uq::studies {

namespace {

constexpr bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Well-formed UTF-8 as RFC 3629 §4 defines it (no overlong forms, no surrogates), without NUL,
// which would end the string in the file.
bool is_storable(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) {
      return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U;
    };
    const unsigned lead = byte(i);
    const std::size_t length = lead < 0x80U   ? 1
                               : lead < 0xC2U ? 0
                               : lead < 0xE0U ? 2
                               : lead < 0xF0U ? 3
                               : lead < 0xF5U ? 4
                                              : 0;
    if (length == 0 || lead == 0) {
      return false;
    }
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0U) != 0x80U) {
        return false;
      }
    }
    const unsigned second = byte(i + 1);
    if ((lead == 0xE0U && second < 0xA0U) || (lead == 0xEDU && second > 0x9FU) ||
        (lead == 0xF0U && second < 0x90U) || (lead == 0xF4U && second > 0x8FU)) {
      return false;
    }
    i += length;
  }
  return true;
}

void check_text(const std::string& text, const std::string& where) {
  expects(is_storable(text), where + " is not UTF-8 without NUL: " + text);
}

void check_name(const std::string& name, const std::string& where, std::set<std::string>& taken) {
  expects(is_name(name), where + ": `" + name + "` is not [A-Za-z][A-Za-z0-9_]*");
  expects(taken.insert(name).second, where + ": `" + name + "` occurs twice");
}

void check_attributes(const Attributes& attributes, const std::string& where) {
  std::set<std::string> taken;
  for (const auto& [name, value] : attributes) {
    check_name(name, where + " attribute", taken);
    if (const auto* text = std::get_if<std::string>(&value)) {
      check_text(*text, where + " attribute `" + name + "`");
    } else if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
      for (const std::string& entry : *texts) {
        check_text(entry, where + " attribute `" + name + "`");
      }
    }
  }
}

void check_flags(const Variable& variable, const std::string& where) {
  const std::size_t count = variable.flag_meanings.size();
  expects(count >= 1 && count <= 127, where + ": flags have 1 to 127 meanings");
  for (const std::string& meaning : variable.flag_meanings) {
    expects(!meaning.empty() && meaning.find_first_of(" \t\n") == std::string::npos,
            where + ": a flag meaning is one word, not `" + meaning + "`");
    check_text(meaning, where);
  }
  for (const double value : variable.data.data) {
    expects(value >= 0 && value < static_cast<double>(count) && value == std::floor(value),
            where + ": " + std::to_string(value) + " has no flag meaning");
  }
}

// Doubles hold every integer up to 2^53; beyond it the stored integer would not be the one that was
// meant.
void check_integers(const Variable& variable, const std::string& where) {
  constexpr double limit = 9007199254740992.0;
  for (const double value : variable.data.data) {
    expects(std::abs(value) <= limit && value == std::floor(value),
            where + ": " + std::to_string(value) + " is not an integer up to 2^53");
  }
}

void check_numbers(const Dataset& dataset, const Variable& variable, const std::string& where) {
  std::vector<Index> shape;
  for (const std::string& name : variable.dims) {
    shape.push_back(extent(*dataset.dim(name)));
  }
  expects(variable.data.shape == shape && variable.data.data.size() == elements(dataset, variable),
          where + ": the shape does not fit the dimensions");
  expects(variable.text.empty(), where + ": holds both numbers and text");
  expects(variable.storage == Storage::flags || !variable.units.empty(), where + " has no units");
  expects(!variable.long_name.empty(), where + " has no long_name");
  if (variable.storage == Storage::flags) {
    check_flags(variable, where);
  } else if (variable.storage == Storage::int64) {
    check_integers(variable, where);
  }
}

void check_variable(const Dataset& dataset, const Variable& variable, const std::string& where) {
  for (const std::string& name : variable.dims) {
    expects(dataset.dim(name) != nullptr, where + ": no dimension `" + name + "`");
  }
  expects(std::set(variable.dims.begin(), variable.dims.end()).size() == variable.dims.size(),
          where + ": a dimension occurs twice");
  check_text(variable.units, where);
  check_text(variable.long_name, where);
  if (is_text(variable)) {
    expects(
        variable.text.size() == elements(dataset, variable),
        where + ": " + std::to_string(variable.text.size()) + " texts do not fit the dimensions");
    for (const std::string& text : variable.text) {
      check_text(text, where);
    }
  } else {
    check_numbers(dataset, variable, where);
  }
}

void check_dimension(const Dimension& dimension, const std::string& where) {
  const Index size = extent(dimension);
  expects(dimension.labels.empty() || dimension.values.empty(),
          where + ": has both labels and values");
  expects(size >= 0 && (dimension.size == 0 || dimension.size == size),
          where + ": the size is not that of the coordinate");
  expects(dimension.values.empty() || !dimension.units.empty(), where + " has no units");
  check_text(dimension.units, where);
  check_text(dimension.long_name, where);
  for (const std::string& label : dimension.labels) {
    check_text(label, where);
  }
}

void check_dataset(const Dataset& dataset) {
  const std::string where = "/" + dataset.path;
  for (std::size_t first = 0; first <= dataset.path.size();) {
    const std::size_t last = std::min(dataset.path.find('/', first), dataset.path.size());
    expects(is_name(dataset.path.substr(first, last - first)), where + " is not a group path");
    first = last + 1;
  }
  check_attributes(dataset.attributes, where);
  std::set<std::string> taken;
  for (const Dimension& dimension : dataset.dims) {
    check_name(dimension.name, where, taken);
    check_dimension(dimension, where + " dimension `" + dimension.name + "`");
  }
  for (const Variable& variable : dataset.variables) {
    check_name(variable.name, where, taken);
    check_variable(dataset, variable, where + " variable `" + variable.name + "`");
  }
}

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_letter(c) || is_digit(c) || c == '_';
         });
}

Index extent(const Dimension& dimension) {
  const std::size_t coordinate = std::max(dimension.labels.size(), dimension.values.size());
  return coordinate > 0 ? static_cast<Index>(coordinate) : dimension.size;
}

std::size_t elements(const Dataset& dataset, const Variable& variable) {
  std::size_t count = 1;
  for (const std::string& name : variable.dims) {
    count *= static_cast<std::size_t>(extent(*dataset.dim(name)));
  }
  return count;
}

bool is_samples(const std::string& path) {
  return path == "samples" || path.ends_with("/samples");
}

void check_layout(const ResultFile& file) {
  check_attributes(file.attributes, "/");
  std::set<std::string> paths;
  for (const Dataset& dataset : file.groups) {
    check_dataset(dataset);
    expects(paths.insert(dataset.path).second, "/" + dataset.path + " occurs twice");
  }
  for (const auto& [name, value] : file.attributes) {
    expects(name != "Conventions" || value == Attribute(std::string(conventions)),
            "Conventions must be " + std::string(conventions));
  }
}

Attributes root_attributes(const ResultFile& file) {
  Attributes ordered{{"Conventions", std::string(conventions)}};
  std::copy_if(file.attributes.begin(),
               file.attributes.end(),
               std::back_inserter(ordered),
               [](const auto& entry) { return entry.first != "Conventions"; });
  std::stable_partition(
      ordered.begin(), ordered.end(), [](const auto& entry) { return entry.first != "status"; });
  return ordered;
}

}  // namespace uq::studies
