#pragma once

#include "uq/core/model.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace uq::studies {

/// Who a worker is. Results may be mixed only when all but `pid` agree (contract C2).
struct Hello {
  std::uint32_t protocol = 0;
  std::int32_t numerics = 0;
  std::string version;  ///< of the program
  std::string libm;     ///< of the C library
  std::string cpu;      ///< features that change what the C library computes
  std::int64_t pid = 0;
};

/// The Hello of this process.
Hello this_process();

/// Empty when results of both have the same bits; else the difference in words.
std::string difference(const Hello& worker, const Hello& engine);

/// What a worker is to become.
struct Build {
  std::string model;                  ///< what the program's builder understands
  std::uint64_t memory = 0;           ///< bytes of address space, 0: no limit
  std::uint64_t recycle_after = 0;    ///< evaluations until it asks to be replaced, 0: never
  std::uint64_t growth = 1ULL << 30;  ///< bytes by which it may grow before it asks
};

/// A model as a worker describes it.
struct Ready {
  std::string id;
  std::vector<InputVariable> inputs;
  std::vector<OutputVariable> outputs;
  std::string facts;  ///< what the builder adds, for the one who asked
};

/// Why a worker has no model, as a diagnostic of the study.
struct Refused {
  std::string code, text;
  std::vector<std::string> notes;
};

/// Rows to evaluate. @shape x (rows, inputs)
struct RowBatch {
  std::uint64_t id = 0;
  Matrix x;
};

/// What became of them. @shape y (rows, outputs); status as many
struct RowResult {
  std::uint64_t id = 0;
  double seconds = 0;
  bool retire = false;  ///< the worker asks to be replaced
  std::vector<RowStatus> status;
  Matrix y;
  std::vector<std::pair<Index, std::string>> messages;
  std::vector<std::string> warnings;  ///< what foreign code changed in the process
};

std::string encode(const Hello&);
std::string encode(const Build&);
std::string encode(const Ready&);
std::string encode(const Refused&);
std::string encode(std::uint64_t id, const MatrixRef& x);  ///< of a RowBatch
std::string encode(const RowResult&);

/// Strict: every byte is used, every enumerator is one, counts fit. @throws ProtocolError
Hello decode_hello(std::string_view);
Build decode_build(std::string_view);
Ready decode_ready(std::string_view);
Refused decode_refused(std::string_view);
RowBatch decode_batch(std::string_view);
RowResult decode_result(std::string_view);

}  // namespace uq::studies
