#include "studies/workers/message.hpp"

#include "studies/workers/bytes.hpp"

namespace uq::studies {

namespace {

void put_texts(ByteWriter& out, const std::vector<std::string>& texts) {
  out.put(static_cast<std::uint32_t>(texts.size()));
  for (const std::string& text : texts) {
    out.text(text);
  }
}

std::vector<std::string> get_texts(ByteReader& in) {
  std::vector<std::string> texts(in.count(sizeof(std::uint32_t)));
  for (std::string& text : texts) {
    text = in.text();
  }
  return texts;
}

/// An enumerator by its number. @throws ProtocolError beyond `last`
template <class E>
E get_enum(ByteReader& in, E last) {
  const auto number = in.get<std::uint8_t>();
  if (number > static_cast<std::uint8_t>(last)) {
    throw ProtocolError("a message holds an unknown kind");
  }
  return static_cast<E>(number);
}

template <class E>
void put_enum(ByteWriter& out, E value) {
  out.put(static_cast<std::uint8_t>(value));
}

void put_matrix(ByteWriter& out, const MatrixRef& x) {
  out.put(static_cast<std::uint32_t>(x.rows()));
  out.put(static_cast<std::uint32_t>(x.cols()));
  for (Index j = 0; j < x.cols(); ++j) {
    out.raw(x.col(j).data(), static_cast<std::size_t>(x.rows()) * sizeof(double));
  }
}

Matrix get_matrix(ByteReader& in) {
  const auto rows = in.get<std::uint32_t>();
  const auto columns = in.get<std::uint32_t>();
  const std::uint64_t most = in.left() / sizeof(double);
  // An empty matrix may claim any other size: no memory is taken for it.
  if (rows > 0 && columns > most / rows) {
    throw ProtocolError("a message announces more than it holds");
  }
  Matrix x(static_cast<Index>(rows), static_cast<Index>(columns));
  in.raw(x.data(), static_cast<std::size_t>(x.size()) * sizeof(double));
  return x;
}

void put_input(ByteWriter& out, const InputVariable& input) {
  out.text(input.name);
  out.text(input.unit);
  out.text(input.doc);
  out.put(input.lower);
  out.put(input.upper);
  out.put(input.nominal);
  out.put(static_cast<std::uint8_t>(input.lower_open));
  put_enum(out, input.kind);
  put_texts(out, input.categories);
}

InputVariable get_input(ByteReader& in) {
  InputVariable input;
  input.name = in.text();
  input.unit = in.text();
  input.doc = in.text();
  input.lower = in.get<double>();
  input.upper = in.get<double>();
  input.nominal = in.get<double>();
  input.lower_open = in.get<std::uint8_t>() != 0;
  input.kind = get_enum(in, InputKind::boolean);
  input.categories = get_texts(in);
  return input;
}

void put_output(ByteWriter& out, const OutputVariable& output) {
  out.text(output.name);
  out.text(output.unit);
  out.text(output.doc);
  put_enum(out, output.kind);
  put_enum(out, output.role);
  out.put(static_cast<std::int64_t>(output.parent));
  put_texts(out, output.categories);
}

OutputVariable get_output(ByteReader& in) {
  OutputVariable output;
  output.name = in.text();
  output.unit = in.text();
  output.doc = in.text();
  output.kind = get_enum(in, OutputKind::categorical);
  output.role = get_enum(in, OutputRole::diagnostic);
  output.parent = static_cast<Index>(in.get<std::int64_t>());
  output.categories = get_texts(in);
  return output;
}

constexpr std::size_t least_variable = 16;  // bytes: three empty texts and more

}  // namespace

std::string encode(const Hello& hello) {
  ByteWriter out;
  out.put(hello.protocol);
  out.put(hello.numerics);
  out.text(hello.version);
  out.text(hello.libm);
  out.text(hello.cpu);
  out.put(hello.pid);
  return out.take();
}

Hello decode_hello(std::string_view bytes) {
  ByteReader in(bytes);
  Hello hello;
  hello.protocol = in.get<std::uint32_t>();
  hello.numerics = in.get<std::int32_t>();
  hello.version = in.text();
  hello.libm = in.text();
  hello.cpu = in.text();
  hello.pid = in.get<std::int64_t>();
  in.expect_end();
  return hello;
}

std::string encode(const Build& build) {
  ByteWriter out;
  out.text(build.model);
  out.put(build.memory);
  out.put(build.recycle_after);
  out.put(build.growth);
  return out.take();
}

Build decode_build(std::string_view bytes) {
  ByteReader in(bytes);
  Build build;
  build.model = in.text();
  build.memory = in.get<std::uint64_t>();
  build.recycle_after = in.get<std::uint64_t>();
  build.growth = in.get<std::uint64_t>();
  in.expect_end();
  return build;
}

std::string encode(const Ready& ready) {
  ByteWriter out;
  out.text(ready.id);
  out.put(static_cast<std::uint32_t>(ready.inputs.size()));
  for (const InputVariable& input : ready.inputs) {
    put_input(out, input);
  }
  out.put(static_cast<std::uint32_t>(ready.outputs.size()));
  for (const OutputVariable& output : ready.outputs) {
    put_output(out, output);
  }
  out.text(ready.facts);
  return out.take();
}

Ready decode_ready(std::string_view bytes) {
  ByteReader in(bytes);
  Ready ready;
  ready.id = in.text();
  ready.inputs.resize(in.count(least_variable));
  for (InputVariable& input : ready.inputs) {
    input = get_input(in);
  }
  ready.outputs.resize(in.count(least_variable));
  for (OutputVariable& output : ready.outputs) {
    output = get_output(in);
  }
  ready.facts = in.text();
  in.expect_end();
  return ready;
}

std::string encode(const Refused& refused) {
  ByteWriter out;
  out.text(refused.code);
  out.text(refused.text);
  put_texts(out, refused.notes);
  return out.take();
}

Refused decode_refused(std::string_view bytes) {
  ByteReader in(bytes);
  Refused refused;
  refused.code = in.text();
  refused.text = in.text();
  refused.notes = get_texts(in);
  in.expect_end();
  return refused;
}

std::string encode(std::uint64_t id, const MatrixRef& x) {
  ByteWriter out;
  out.put(id);
  put_matrix(out, x);
  return out.take();
}

RowBatch decode_batch(std::string_view bytes) {
  ByteReader in(bytes);
  RowBatch batch;
  batch.id = in.get<std::uint64_t>();
  batch.x = get_matrix(in);
  in.expect_end();
  return batch;
}

std::string encode(const RowResult& result) {
  ByteWriter out;
  out.put(result.id);
  out.put(result.seconds);
  out.put(static_cast<std::uint8_t>(result.retire));
  out.put(static_cast<std::uint32_t>(result.status.size()));
  out.raw(result.status.data(), result.status.size());
  put_matrix(out, result.y);
  out.put(static_cast<std::uint32_t>(result.messages.size()));
  for (const auto& [row, text] : result.messages) {
    out.put(static_cast<std::uint32_t>(row));
    out.text(text);
  }
  put_texts(out, result.warnings);
  return out.take();
}

RowResult decode_result(std::string_view bytes) {
  ByteReader in(bytes);
  RowResult result;
  result.id = in.get<std::uint64_t>();
  result.seconds = in.get<double>();
  result.retire = in.get<std::uint8_t>() != 0;
  const std::uint32_t rows = in.count(1);
  result.status.reserve(rows);
  for (std::uint32_t i = 0; i < rows; ++i) {
    result.status.push_back(get_enum(in, RowStatus::missing));
  }
  result.y = get_matrix(in);
  if (result.y.rows() != static_cast<Index>(rows)) {
    throw ProtocolError("a result has another number of statuses than of rows");
  }
  const std::uint32_t messages = in.count(2 * sizeof(std::uint32_t));
  for (std::uint32_t k = 0; k < messages; ++k) {
    const auto row = in.get<std::uint32_t>();
    if (row >= rows) {
      throw ProtocolError("a result explains a row it does not have");
    }
    result.messages.emplace_back(static_cast<Index>(row), in.text());
  }
  result.warnings = get_texts(in);
  in.expect_end();
  return result;
}

}  // namespace uq::studies
