#include "studies/workers/framed.hpp"

#include "studies/workers/frame.hpp"
#include "studies/workers/serve.hpp"

#include <deque>

namespace uq::studies {

namespace {

class Framed final : public Dialogue {
 public:
  Framed(const Build& build, std::shared_ptr<Description> description)
      : build_(build), description_(std::move(description)) {}

  std::string opening() override { return framed(FrameKind::build, encode(build_)); }
  bool ready() const override { return ready_; }
  std::string request(std::uint64_t id, const MatrixRef& x) override {
    return framed(FrameKind::batch, encode(id, x));
  }

  void take(std::string_view bytes, std::vector<RowResult>& answered) override {
    try {
      reader_.feed(bytes);
      while (const std::optional<Frame> frame = reader_.next()) {
        take(*frame, answered);
      }
    } catch (const ProtocolError& error) {
      throw DialogueFault(RowStatus::unparsable, error.what());
    }
  }

  std::string meaning(int exit_code) const override {
    return exit_code == worker_lost ? "the model closed or wrote to descriptors of the engine" : "";
  }

 private:
  static std::string framed(FrameKind kind, const std::string& payload) {
    std::string bytes;
    append_frame(bytes, kind, payload);
    return bytes;
  }

  void take(const Frame& frame, std::vector<RowResult>& answered) {
    if (!greeted_ && frame.kind == FrameKind::hello) {
      const Hello hello = decode_hello(frame.payload);
      if (const std::string differs = difference(hello, this_process()); !differs.empty()) {
        throw ModelRefused(
            {.code = "",
             .text = "a worker would give other bits: " + differs,
             .notes = {
                 "help: run workers with the engine's program on the same class of machine"}});
      }
      greeted_ = true;
    } else if (greeted_ && !ready_ && frame.kind == FrameKind::refused) {
      throw ModelRefused(decode_refused(frame.payload));
    } else if (greeted_ && !ready_ && frame.kind == FrameKind::ready) {
      description_->agree(frame.payload);
      ready_ = true;
    } else if (ready_ && frame.kind == FrameKind::result) {
      answered.push_back(decode_result(frame.payload));
    } else {
      throw ProtocolError("a frame arrived out of turn");
    }
  }

  Build build_;
  std::shared_ptr<Description> description_;
  FrameReader reader_;
  bool greeted_ = false;
  bool ready_ = false;
};

}  // namespace

void Description::agree(const std::string& payload) {
  decode_ready(payload);  // strict, before it becomes the measure
  const std::lock_guard lock(mutex_);
  if (payload_.empty()) {
    payload_ = payload;
  } else if (payload_ != payload) {
    throw ModelRefused({.code = "",
                        .text = "a worker describes another model than the first one did",
                        .notes = {"help: run again once the model's files are complete"}});
  }
}

Ready Description::get() const {
  const std::lock_guard lock(mutex_);
  return decode_ready(payload_);
}

std::unique_ptr<Dialogue> framed_dialogue(const Build& build,
                                          std::shared_ptr<Description> description) {
  return std::make_unique<Framed>(build, std::move(description));
}

}  // namespace uq::studies
