#include "studies/workers/seat_detail.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace uq::studies {

void Seat::flush() {
  while (sent < outgoing.size()) {
    const ssize_t size =
        ::send(process->input(), outgoing.data() + sent, outgoing.size() - sent, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size < 0) {
      if (errno != EAGAIN) {  // nobody reads any more
        sent = outgoing.size();
        break;
      }
      return;
    }
    sent += static_cast<std::size_t>(size);
  }
  outgoing.clear();
  sent = 0;
}

bool Seat::hear(std::vector<RowResult>& answered) {
  dialogue->take({}, answered);    // what needed no answer
  std::array<char, 1 << 17> part;  // NOLINT(cppcoreguidelines-pro-type-member-init): is read into
  for (;;) {
    const ssize_t size = ::read(process->output(), part.data(), part.size());
    if (size > 0) {
      dialogue->take({part.data(), static_cast<std::size_t>(size)}, answered);
      if (size < static_cast<ssize_t>(part.size())) {
        return true;
      }
    } else if (size == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

void Seat::clear() {
  process.reset();
  dialogue.reset();
  outgoing.clear();
  sent = 0;
  flights.clear();
  retire = false;
  last_batch = 0;
  served = 0;
}

}  // namespace uq::studies
