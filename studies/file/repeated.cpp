#include "studies/file/syntax_detail.hpp"
#include "studies/file/text_detail.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace uq::studies {

std::size_t after_string(std::string_view text, std::size_t offset) {
  const char quote = text[offset];
  const bool escapes = quote == '"';
  const bool multiline = text.substr(offset, 3) == std::string(3, quote);
  const std::size_t delimiter = multiline ? 3 : 1;
  for (offset += delimiter; offset < text.size(); ++offset) {
    if (escapes && text[offset] == '\\') {
      ++offset;
    } else if (!multiline && text[offset] == '\n') {
      return offset;
    } else if (text[offset] == quote &&
               (!multiline || text.substr(offset, 3) == std::string(3, quote))) {
      offset += delimiter;
      // Up to two quotes may stand directly before the closing three.
      while (multiline && offset < text.size() && text[offset] == quote) {
        ++offset;
      }
      return offset;
    }
  }
  return text.size();
}

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
bool is_bare(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

struct Key {
  std::string path;
  std::size_t begin, end;
};

/// Lists the keys and headers of a text in order, each with its full path; values are skipped over.
/// Needs no valid text: it stops making sense where the text does.
class KeyList {
 public:
  KeyList(std::string_view text, std::size_t end) : text_(text.substr(0, end)) {
    while (at_ < text_.size()) {
      read_expression();
    }
  }
  const std::vector<Key>& keys() const { return keys_; }

 private:
  /// An open bracket inside a value: of a table with keys below `path`, or of an array.
  struct Level {
    bool is_table;
    std::string path;
    int element;
  };

  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  void skip(auto&& matches) {
    while (at_ < text_.size() && matches(text_[at_])) {
      ++at_;
    }
  }
  void skip_line() {
    skip([](char c) { return c != '\n'; });
  }

  void read_expression() {
    skip([](char c) { return is_blank(c) || c == '\n'; });
    if (at('#')) {
      skip_line();
    } else if (at('[')) {
      read_header();
    } else if (at_ < text_.size()) {
      read_key(prefix_);
      read_value();
    }
  }

  void read_header() {
    const bool many = text_.substr(at_).starts_with("[[");
    at_ += many ? 2 : 1;
    prefix_.clear();
    read_key({});
    prefix_ = keys_.back().path;
    if (many) {
      // Entries of an array of tables are told apart by their number.
      keys_.back().path.append("#").append(std::to_string(keys_.size()));
      prefix_ = keys_.back().path;
    }
    skip_line();
  }

  /// Reads `a."b".c`, listing it below `parent`; always moves on.
  void read_key(const std::string& parent) {
    std::string path = parent;
    const std::size_t begin = at_;
    std::size_t end = at_;
    do {
      at_ += at('.') ? 1 : 0;
      skip(is_blank);
      const std::size_t from = at_;
      const bool is_quoted = at('"') || at('\'');
      if (is_quoted) {
        at_ = after_string(text_, at_);
      } else {
        skip(is_bare);
      }
      end = at_;
      const std::size_t trim = is_quoted && end > from + 1 ? 1 : 0;
      path += path.empty() ? "" : ".";
      path += text_.substr(from + trim, end - from - 2 * trim);
      skip(is_blank);
    } while (at('.'));
    keys_.push_back({path, begin, std::max(end, begin + 1)});
    at_ = std::max(at_, begin + 1);
  }

  void read_value() {
    std::vector<Level> open;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n' && open.empty()) {
        return;
      }
      if (c == '"' || c == '\'') {
        at_ = after_string(text_, at_) - 1;
      } else if (c == '#') {
        skip_line();
        --at_;
      } else if (c == '[') {
        open.push_back({false, keys_.back().path, 0});
      } else if (c == '{') {
        std::string path = keys_.back().path;
        if (!open.empty() && !open.back().is_table) {
          path = open.back().path;
          path.append("#").append(std::to_string(open.back().element));
        }
        open.push_back({true, path, 0});
        read_inline_key(path);
      } else if ((c == ']' || c == '}') && !open.empty()) {
        open.pop_back();
      } else if (c == ',' && !open.empty()) {
        ++open.back().element;
        if (open.back().is_table) {
          read_inline_key(open.back().path);
        }
      }
    }
  }

  void read_inline_key(const std::string& path) {
    ++at_;
    skip(is_blank);
    if (at_ < text_.size() && (is_bare(text_[at_]) || at('"') || at('\''))) {
      read_key(path);
    }
    --at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string prefix_;
  std::vector<Key> keys_;
};

}  // namespace

RepeatedKey repeated_key(const std::string& text, std::size_t fault) {
  // The parser points at the value, at a part of the key, or at the bracket that opens a header.
  const std::size_t line = fault == 0 ? 0 : text.rfind('\n', fault - 1) + 1;
  const bool header = std::all_of(text.begin() + static_cast<std::ptrdiff_t>(std::min(line, fault)),
                                  text.begin() + static_cast<std::ptrdiff_t>(fault),
                                  is_blank);
  const std::size_t limit =
      header ? std::min(text.find_first_not_of("[ \t", fault), text.size()) : fault;
  std::vector<Key> keys = KeyList(text, std::min(text.find('\n', limit), text.size())).keys();
  while (!keys.empty() && keys.back().begin > limit) {
    keys.pop_back();
  }
  if (keys.empty()) {
    return {"a key", std::min(fault, text.size()), 1, std::nullopt};
  }
  const Key last = keys.back();
  keys.pop_back();
  RepeatedKey repeated{
      last.path, last.begin, static_cast<int>(last.end - last.begin), std::nullopt};
  const auto look_for = [&](const auto& matches) {
    const auto found = std::find_if(keys.begin(), keys.end(), matches);
    if (!repeated.first && found != keys.end()) {
      repeated.first = found->begin;
    }
  };
  look_for([&](const Key& key) { return key.path == last.path; });
  // [a.b] after `a.b.c = 1`, and `a.b.c = 1` after `a.b = 1`, repeat a name without its being
  // written.
  const std::string below = last.path + ".";
  look_for([&](const Key& key) { return key.path.starts_with(below); });
  look_for([&](const Key& key) {
    return last.path.starts_with(key.path) && last.path[key.path.size()] == '.';
  });
  // Numbers of array entries are no part of what the user wrote.
  std::string& name = repeated.name;
  for (auto hash = name.find('#'); hash != std::string::npos; hash = name.find('#')) {
    name.erase(hash, std::min(name.find('.', hash), name.size()) - hash);
  }
  return repeated;
}

}  // namespace uq::studies
