#include "uq/core/ndarray.hpp"

#include "tests/support/catch.hpp"
#include "uq/core/error.hpp"

using uq::NdArray;

TEST_CASE("ndarray: the last axis is the fastest", "[ndarray][unit]") {
  NdArray a({2, 3}, 0.0);
  a.at({1, 2}) = 5;
  a.at({0, 1}) = 7;
  CHECK(a.data == std::vector<double>{0, 7, 0, 0, 0, 5});
}

TEST_CASE("ndarray: a position outside the shape is refused by name", "[ndarray][unit]") {
  const NdArray a({2, 3}, 0.0);
  CHECK_THROWS_AS(a.at({2, 0}), uq::InvalidArgument);
  CHECK_THROWS_WITH(a.at({1}), Catch::Contains("1 indices for an array of 2 axes"));
}

TEST_CASE("ndarray: a scalar has one element", "[ndarray][unit]") {
  CHECK(NdArray(std::vector<uq::Index>{}, 4.0).data == std::vector<double>{4.0});
}
