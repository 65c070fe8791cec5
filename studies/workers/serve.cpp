#include "studies/workers/serve.hpp"

#include "studies/workers/frame.hpp"
#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <limits>
#include <optional>

namespace uq::studies {

namespace {

using Clock = std::chrono::steady_clock;

/// A descriptor that foreign code may have closed, and another file taken its number.
class OwnFile {
 public:
  explicit OwnFile(int fd) : fd_(fd) { ::fstat(fd_, &status_); }
  /// @throws IoError when it is no longer the file it was
  int get() const {
    struct stat now{};
    if (::fstat(fd_, &now) != 0 || now.st_dev != status_.st_dev || now.st_ino != status_.st_ino) {
      throw IoError("the model closed a descriptor of the engine");
    }
    return fd_;
  }

 private:
  int fd_;
  struct stat status_{};
};

class Line {
 public:
  explicit Line(const Channel& channel) : in_(channel.in), out_(channel.out) {}

  /// The next frame; empty at the end of the input.
  std::optional<Frame> receive() {
    std::array<char, 1 << 16> part;  // NOLINT(cppcoreguidelines-pro-type-member-init): is read into
    for (;;) {
      if (std::optional<Frame> frame = reader_.next()) {
        return frame;
      }
      const ssize_t size = ::read(in_.get(), part.data(), part.size());
      if (size == 0 || (size < 0 && errno != EINTR)) {
        return {};
      }
      reader_.feed({part.data(), size < 0 ? 0 : static_cast<std::size_t>(size)});
    }
  }

  void send(FrameKind kind, const std::string& payload) {
    std::string bytes;
    append_frame(bytes, kind, payload);
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t size = ::write(out_.get(), bytes.data() + sent, bytes.size() - sent);
      if (size < 0 && errno != EINTR) {
        throw IoError("the engine does not listen");
      }
      sent += size < 0 ? 0 : static_cast<std::size_t>(size);
    }
  }

 private:
  OwnFile in_, out_;
  FrameReader reader_;
};

/// Evaluates batches of a model and looks after the process.
class Desk {
 public:
  Desk(const Model& model, const Build& build, ProcessGuard& guard)
      : model_(model), build_(build), guard_(guard) {}

  RowResult evaluate(const RowBatch& batch) {
    const Index rows = batch.x.rows();
    RowResult result{.id = batch.id};
    result.status.assign(static_cast<std::size_t>(rows), RowStatus::ok);
    result.y = Matrix::Constant(rows,
                                static_cast<Index>(model_.outputs().size()),
                                std::numeric_limits<double>::quiet_NaN());
    BatchResult out{result.y, result.status, [&](Index row, const std::string& text) {
                      result.messages.emplace_back(row, text);
                    }};
    const auto start = Clock::now();
    ProcessGuard::enter();
    model_.evaluate(batch.x, out);
    std::fflush(stdout);  // what it printed is to be seen while it lives
    result.warnings = guard_.leave();
    const auto now = Clock::now();
    result.seconds = std::chrono::duration<double>(now - start).count();
    done_ += static_cast<std::uint64_t>(rows);
    result.retire = wants_to_retire(now);
    if (build_.memory > 0) {
      tell_memory(result);
    }
    return result;
  }

 private:
  bool wants_to_retire(Clock::time_point now) {
    if (build_.recycle_after > 0 && done_ >= build_.recycle_after) {
      return true;
    }
    constexpr auto pause = std::chrono::milliseconds(100);  // looking takes longer than a row may
    if (now - looked_ < pause) {
      return false;
    }
    looked_ = now;
    return guard_.has_grown(build_.growth);
  }

  /// Under a limit, an allocation that failed is that limit's doing.
  static void tell_memory(RowResult& result) {
    for (const auto& [row, text] : result.messages) {
      RowStatus& status = result.status[static_cast<std::size_t>(row)];
      if (status == RowStatus::exception && text.find("std::bad_alloc") != std::string::npos) {
        status = RowStatus::out_of_memory;
      }
    }
  }

  const Model& model_;
  const Build& build_;
  ProcessGuard& guard_;
  std::uint64_t done_ = 0;
  Clock::time_point looked_;
};

}  // namespace

int serve(const Channel& channel, const Builder& builder) {
  constexpr int lost = worker_lost;
  std::signal(SIGPIPE, SIG_IGN);
  set_threads(1);
  try {
    Line line(channel);
    ProcessGuard guard;
    line.send(FrameKind::hello, encode(this_process()));
    const std::optional<Frame> first = line.receive();
    if (!first || first->kind != FrameKind::build) {
      return first && first->kind != FrameKind::bye ? lost : 0;
    }
    const Build build = decode_build(first->payload);
    limit_process(build.memory);
    std::optional<BuiltModel> built;
    try {
      built = builder(build.model);
    } catch (const ModelRefused& refusal) {
      line.send(FrameKind::refused, encode(refusal.refused));
      return 0;
    } catch (const IoError& error) {
      line.send(FrameKind::refused, encode(Refused{.code = "", .text = error.what(), .notes = {}}));
      return 0;
    }
    guard.leave();
    line.send(FrameKind::ready,
              encode(Ready{
                  built->model.id(), built->model.inputs(), built->model.outputs(), built->facts}));
    Desk desk(built->model, build, guard);
    while (const std::optional<Frame> frame = line.receive()) {
      if (frame->kind != FrameKind::batch) {
        return frame->kind == FrameKind::bye ? 0 : lost;
      }
      const RowBatch batch = decode_batch(frame->payload);
      if (batch.x.cols() != static_cast<Index>(built->model.inputs().size())) {
        return lost;
      }
      line.send(FrameKind::result, encode(desk.evaluate(batch)));
    }
    return 0;
  } catch (const IoError&) {
    return lost;
  } catch (const ProtocolError&) {
    return lost;
  }
}

}  // namespace uq::studies
