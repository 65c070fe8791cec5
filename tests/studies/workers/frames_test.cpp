// Frames and messages: what is written is read back, and no bytes whatever break the reader.

#include "studies/workers/frame.hpp"
#include "studies/workers/message.hpp"
#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace uq::studies;
using uq::Index;
using uq::Matrix;
using uq::RowStatus;

namespace {

Matrix awkward_numbers() {
  Matrix x(2, 4);
  x << 1e-300, 4.9e-324, 123456789.123456789, -0.0, std::numeric_limits<double>::infinity(),
      std::nan(""), 0.1, -1e308;
  return x;
}

RowResult some_result() {
  RowResult result{.id = 7, .seconds = 0.25, .retire = true};
  result.status = {RowStatus::ok, RowStatus::infeasible};
  result.y = awkward_numbers();
  result.messages = {{1, "needs 96 GB"}, {0, "ä\n"}};
  result.warnings = {"changed the locale"};
  return result;
}

Ready some_model() {
  Ready ready{.id = "m", .facts = "{}"};
  ready.inputs = {{.name = "gpu", .kind = uq::InputKind::categorical, .categories = {"A", "B"}},
                  {.name = "x", .unit = "s", .lower = 0, .upper = 1, .lower_open = true}};
  ready.outputs = {{.name = "t", .unit = "s"},
                   {.name = "part", .role = uq::OutputRole::stage, .parent = 0}};
  return ready;
}

/// Every message of the protocol, encoded.
std::vector<std::pair<FrameKind, std::string>> all_messages() {
  return {{FrameKind::hello, encode(this_process())},
          {FrameKind::build, encode(Build{.model = "{}", .memory = 5, .recycle_after = 6})},
          {FrameKind::ready, encode(some_model())},
          {FrameKind::refused, encode(Refused{"U141", "no", {"help: yes", ""}})},
          {FrameKind::batch, encode(3, awkward_numbers())},
          {FrameKind::result, encode(some_result())},
          {FrameKind::bye, ""}};
}

void decode(FrameKind kind, const std::string& payload) {
  switch (kind) {
    case FrameKind::hello:
      decode_hello(payload);
      break;
    case FrameKind::build:
      decode_build(payload);
      break;
    case FrameKind::ready:
      decode_ready(payload);
      break;
    case FrameKind::refused:
      decode_refused(payload);
      break;
    case FrameKind::batch:
      decode_batch(payload);
      break;
    case FrameKind::result:
      decode_result(payload);
      break;
    case FrameKind::bye:
      break;
  }
}

/// Whether the bytes are a message of the kind; anything but a ProtocolError escapes.
bool is_message(FrameKind kind, const std::string& payload) {
  try {
    decode(kind, payload);
    return true;
  } catch (const ProtocolError&) {
    return false;
  }
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("frames: messages arrive with every bit", "[workers][unit]") {
  const RowBatch batch = decode_batch(encode(3, awkward_numbers()));
  CHECK(batch.id == 3);
  CHECK(same_bits(batch.x, awkward_numbers()));
  const RowResult result = decode_result(encode(some_result()));
  CHECK(result.id == 7);
  CHECK(result.seconds == 0.25);
  CHECK(result.retire);
  CHECK(result.status == some_result().status);
  CHECK(same_bits(result.y, awkward_numbers()));
  CHECK(result.messages == some_result().messages);
  CHECK(result.warnings == some_result().warnings);
  const Ready ready = decode_ready(encode(some_model()));
  CHECK(encode(ready) == encode(some_model()));
  CHECK(ready.inputs[0].categories == std::vector<std::string>{"A", "B"});
  CHECK(ready.inputs[1].lower_open);
  CHECK(std::isnan(ready.inputs[1].nominal));
  CHECK(ready.outputs[1].parent == 0);
  const Build build = decode_build(encode(Build{.model = "x", .memory = 5, .recycle_after = 6}));
  CHECK((build.model == "x" && build.memory == 5 && build.recycle_after == 6));
  CHECK(decode_batch(encode(0, Matrix(0, 3))).x.cols() == 3);
}

TEST_CASE("frames: a stream may be cut anywhere", "[workers][unit]") {
  std::string stream;
  for (const auto& [kind, payload] : all_messages()) {
    append_frame(stream, kind, payload);
  }
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
    FrameReader reader;
    std::size_t found = 0;
    for (std::size_t at = 0; at < stream.size(); at += step) {
      reader.feed(std::string_view(stream).substr(at, step));
      while (const auto frame = reader.next()) {
        REQUIRE(found < all_messages().size());
        CHECK(frame->kind == all_messages()[found].first);
        CHECK(frame->payload == all_messages()[found].second);
        ++found;
      }
    }
    CHECK(found == all_messages().size());
    CHECK_FALSE(reader.next());
  }
}

TEST_CASE("frames: every flipped bit is noticed", "[workers][unit]") {
  for (const auto& [kind, payload] : all_messages()) {
    std::string frame;
    append_frame(frame, kind, payload);
    for (std::size_t bit = 0; bit < 8 * frame.size(); ++bit) {
      std::string damaged = frame;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
      FrameReader reader;
      bool accepted = false;
      try {
        reader.feed(damaged);
        accepted = reader.next().has_value();  // a greater length only waits for more
      } catch (const ProtocolError&) {
      }
      INFO("bit " << bit << " of a frame of " << frame.size() << " bytes");
      CHECK_FALSE(accepted);
    }
  }
}

TEST_CASE("frames: shortened, lengthened and random messages are refused, never read beyond",
          "[workers][unit]") {
  std::mt19937_64 random(1);
  for (const auto& [kind, payload] : all_messages()) {
    if (kind == FrameKind::bye) {
      continue;
    }
    CHECK(is_message(kind, payload));
    for (std::size_t size = 0; size < payload.size(); ++size) {
      CHECK_FALSE(is_message(kind, payload.substr(0, size)));
    }
    CHECK_FALSE(is_message(kind, payload + '\0'));
    for (int k = 0; k < 20'000; ++k) {  // whatever these decode to, they end well
      std::string damaged = payload;
      for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
        damaged[random() % damaged.size()] = static_cast<char>(random());
      }
      is_message(kind, damaged);
      std::string noise(random() % 64, '\0');
      for (char& byte : noise) {
        byte = static_cast<char>(random() % 4 == 0 ? random() : 0);
      }
      is_message(kind, noise);
    }
  }
}

TEST_CASE("frames: noise is refused at its first bytes", "[workers][unit]") {
  for (const std::string& noise :
       {std::string("G"), std::string("progress: 3 %\n"), std::string(100, '\0')}) {
    FrameReader reader;
    reader.feed(noise);
    CHECK_THROWS_AS(reader.next(), ProtocolError);
  }
  std::mt19937_64 random(2);
  for (int k = 0; k < 20'000; ++k) {
    FrameReader reader;
    std::string noise(1 + random() % 100, '\0');
    for (char& byte : noise) {
      byte = static_cast<char>(random());
    }
    noise[0] = static_cast<char>(noise[0] & 0x3F);  // any but the first byte of a frame
    reader.feed(noise);
    CHECK_THROWS_AS(reader.next(), ProtocolError);
  }
  std::string out;
  CHECK_THROWS_AS(append_frame(out, FrameKind::batch, std::string(max_payload + 1, '\0')),
                  uq::InvalidArgument);
}

TEST_CASE("frames: a worker of another kind is named", "[workers][unit]") {
  const Hello engine = this_process();
  CHECK(difference(engine, engine).empty());
  Hello other = engine;
  other.pid += 1;
  CHECK(difference(other, engine).empty());
  const auto differs = [&](auto change) {
    Hello worker = engine;
    change(worker);
    return difference(worker, engine);
  };
  CHECK(differs([](Hello& h) { h.cpu = "x86-64"; }).find("class of CPU is x86-64, the engine's") !=
        std::string::npos);
  CHECK(differs([](Hello& h) { h.numerics = 99; }).find("numerics version is 99") !=
        std::string::npos);
  CHECK_FALSE(differs([](Hello& h) { h.protocol = 99; }).empty());
  CHECK_FALSE(differs([](Hello& h) { h.version = "0"; }).empty());
  CHECK_FALSE(differs([](Hello& h) { h.libm = "0"; }).empty());
}
