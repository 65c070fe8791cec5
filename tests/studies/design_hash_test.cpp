// Which points a group of samples holds: the hash that outputs are attached by.

#include "studies/rows/design_hash.hpp"

#include "tests/support/catch.hpp"

using namespace uq::studies;
using uq::NdArray;

namespace {

Dataset samples(const std::vector<std::string>& inputs, const std::vector<double>& x) {
  Dataset dataset;
  dataset.dims = {{.name = "input", .labels = inputs}};
  NdArray values(
      {static_cast<uq::Index>(x.size() / inputs.size()), static_cast<uq::Index>(inputs.size())});
  values.data = x;
  dataset.variables = {{.name = "x", .dims = {"sample", "input"}, .data = values}};
  dataset.attributes = {{design_attribute, design_sha256(inputs, values)}};
  return dataset;
}

}  // namespace

TEST_CASE("design hash: of nothing else than names and bits in order", "[given_data][hash][unit]") {
  const Dataset sound = samples({"a", "b"}, {1, 2, 3, 4});
  CHECK(design_fault(sound).empty());
  // The bytes by hand: 1 as 8 bytes, "a", 1, "b", then four doubles.
  CHECK(std::get<std::string>(*sound.attribute(design_attribute)) ==
        "370d6efc30ad017df797fd509120c1770cd36c8b4d316a1e9ea51628029bcfcf");
  const auto with_hash_of = [&](const Dataset& other) {
    Dataset changed = other;
    changed.attributes = sound.attributes;
    return design_fault(changed);
  };
  CHECK_FALSE(with_hash_of(samples({"a", "b"}, {3, 4, 1, 2})).empty());  // another order
  CHECK_FALSE(with_hash_of(samples({"b", "a"}, {1, 2, 3, 4})).empty());
  CHECK_FALSE(with_hash_of(samples({"a", "b"}, {1, 2, 3, 4.0000000000000009})).empty());
  CHECK_FALSE(with_hash_of(samples({"ab"}, {1, 2, 3, 4})).empty());
  Dataset without = sound;
  without.attributes.clear();
  CHECK(design_fault(without).find("no `design_sha256`") != std::string::npos);
}
