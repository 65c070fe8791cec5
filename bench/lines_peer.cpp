// A command of protocol `lines` in C++, as fast as one can be written in an hour: y = a + b. It
// looks for its numbers where the engine writes them instead of parsing JSON.
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>

int main() {
  std::string in;
  std::string out;
  char part[1 << 16];
  for (ssize_t size = 0; (size = read(0, part, sizeof part)) > 0;) {
    in.append(part, static_cast<std::size_t>(size));
    std::size_t at = 0;
    for (std::size_t end = 0; (end = in.find('\n', at)) != std::string::npos; at = end + 1) {
      const char* line = in.c_str() + at;
      const char* id = std::strchr(line, ':') + 1;
      const char* a = std::strstr(id, "\"a\":") + 4;
      const char* b = std::strstr(a, "\"b\":") + 4;
      double x = 0;
      double y = 0;
      std::from_chars(a, in.c_str() + end, x);
      std::from_chars(b, in.c_str() + end, y);
      char number[40];
      const auto done = std::to_chars(number, number + sizeof number, x + y);
      out.append("{\"id\":").append(id, std::strchr(id, ',')).append(",\"outputs\":{\"y\":");
      out.append(number, done.ptr).append("}}\n");
    }
    in.erase(0, at);
    for (std::size_t sent = 0; sent < out.size();) {
      const ssize_t written = write(1, out.data() + sent, out.size() - sent);
      if (written <= 0) {
        return 1;
      }
      sent += static_cast<std::size_t>(written);
    }
    out.clear();
  }
  return 0;
}
