#include "samplers/sobol_sequence.hpp"

#include "samplers/digital_kernel_detail.hpp"
#include "tests/samplers/points.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference.hpp"
#include "uq/core/error.hpp"

#include <boost/random/sobol.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using uq::Index;
using uq::Matrix;
using uq::samplers::sobol_directions;
using uq::samplers::sobol_points;
using uq::samplers::sobol_raw;

// Position in Gray order of the point with natural index i: the inverse of i ^ i / 2.
Index gray_position(Index i) {
  Index position = 0;
  for (; i != 0; i >>= 1) {
    position ^= i;
  }
  return position;
}

double raw(const Matrix& sequence, Index row, const nlohmann::json& dim) {
  return sequence(row, dim.get<Index>());
}

}  // namespace

TEST_CASE("sobol: raw points are the reference values bit for bit", "[sobol][reference]") {
  const std::vector<std::uint64_t> directions = sobol_directions(1004);
  Matrix sequence(2048, 1004);
  sobol_raw(directions, 0, sequence);
  const nlohmann::json reference = uq::test::reference("sequences.json");
  int cases = 0;
  for (const auto& known : reference["cases"]) {
    if (known["kind"] != "sobol") {
      continue;
    }
    ++cases;
    INFO(known["id"].get<std::string>());
    for (std::size_t i = 0; i < known["index"].size(); ++i) {
      const auto index = known["index"][i].get<Index>();
      for (std::size_t j = 0; j < known["dims_zero_based"].size(); ++j) {
        const auto& dim = known["dims_zero_based"][j];
        REQUIRE(raw(sequence, index, dim) == known["gray_code_order"][i][j].get<double>());
        REQUIRE(raw(sequence, gray_position(index), dim) ==
                known["natural_order"][i][j].get<double>());
      }
    }
  }
  CHECK(cases == 4);
}

TEST_CASE("sobol: directions begin with the numbers of Joe and Kuo's table", "[sobol][reference]") {
  const nlohmann::json reference = uq::test::reference("sequences.json");
  const std::vector<std::uint64_t> directions = sobol_directions(10);
  std::size_t rows = 0;
  for (const auto& known : reference["cases"]) {
    if (known["kind"] != "direction_numbers") {
      continue;
    }
    for (const auto& row : known["rows_d_s_a_m"]) {
      ++rows;
      const std::size_t dim = row[0].get<std::size_t>() - 1;
      for (std::size_t bit = 0; bit < row[3].size(); ++bit) {
        REQUIRE(directions[dim * 53 + bit] == row[3][bit].get<std::uint64_t>() << (52 - bit));
      }
    }
  }
  CHECK(rows == 9);
}

TEST_CASE("sobol: every dimension of the table is Boost's, after point 0", "[sobol][reference]") {
  constexpr Index dims = uq::samplers::max_sobol_dims;
  Matrix u(40, dims);
  sobol_raw(sobol_directions(dims), 0, u);
  CHECK((u.row(0).array() == 0).all());
  boost::random::sobol_engine<std::uint64_t, 53> engine(static_cast<std::size_t>(dims));
  for (Index i = 1; i < u.rows(); ++i) {
    for (Index j = 0; j < dims; ++j) {
      REQUIRE(uq::test::digits_of(u(i, j)) == engine());
    }
  }
}

// A generator matrix with unit diagonal makes each coordinate a (0, m, 1)-net for all m <= 53.
TEST_CASE("sobol: direction b of every dimension ends at digit b", "[sobol][property]") {
  const std::vector<std::uint64_t> directions = sobol_directions(uq::samplers::max_sobol_dims);
  for (std::size_t at = 0; at < directions.size(); ++at) {
    REQUIRE(std::countr_zero(directions[at]) == 52 - static_cast<int>(at % 53));
  }
}

// The first three checks of the reference case "properties-given".
TEST_CASE("sobol: the first 2^m points fill each 1/2^m once, without point 0 they do not",
          "[sobol][reference]") {
  const std::vector<std::uint64_t> directions = sobol_directions(10);
  for (Index n = 2; n <= 4096; n *= 2) {
    Matrix u(n + 1, 10);
    sobol_raw(directions, 0, u);
    Index broken = 0;  // a column is spared where point n falls into the cell of point 0
    for (Index j = 0; j < 10; ++j) {
      REQUIRE(uq::test::is_stratified(u.col(j).head(n), n));
      broken += uq::test::is_stratified(u.col(j).tail(n), n) ? 0 : 1;
    }
    REQUIRE(broken > 0);
    REQUIRE(uq::test::is_net_in_plane(u.col(0).head(n), u.col(1).head(n)));
  }
}

TEST_CASE("sobol: any rows from anywhere are those of the whole sequence", "[sobol][property]") {
  const std::vector<std::uint64_t> directions = sobol_directions(3);
  Matrix whole(5000, 3);
  sobol_raw(directions, 0, whole);
  for (const Index first : {0, 1, 63, 64, 65, 127, 1000, 4095, 4096}) {
    for (const Index count : {0, 1, 2, 63, 64, 65, 130, 900}) {
      Matrix frame = Matrix::Constant(count + 2, 5, -1);  // rows and columns around stay untouched
      sobol_raw(directions, first, frame.block(1, 1, count, 3));
      REQUIRE(frame.block(1, 1, count, 3) == whole.middleRows(first, count));
      REQUIRE((frame.row(0).array() == -1).all());
      REQUIRE((frame.bottomRows(1).array() == -1).all());
    }
  }
}

TEST_CASE("sobol: the last points of the sequence can be had", "[sobol][unit]") {
  const std::vector<std::uint64_t> directions = sobol_directions(2);
  constexpr Index end = Index{1} << 53;
  Matrix u(100, 2);
  sobol_raw(directions, end - 100, u);
  // The Gray code of 2^53 - 1 is 2^52 alone: its point is the last direction.
  CHECK(uq::test::digits_of(u(99, 0)) == directions[52]);
  CHECK(uq::test::digits_of(u(99, 1)) == directions[53 + 52]);
  CHECK_THROWS_AS(sobol_raw(directions, end - 99, u), uq::InvalidArgument);
  CHECK_THROWS_AS(sobol_raw(directions, -1, u), uq::InvalidArgument);
  Matrix wide(1, 3);
  CHECK_THROWS_AS(sobol_raw(directions, 0, wide), uq::InvalidArgument);
}

TEST_CASE("sobol: dimensions beyond the table are refused", "[sobol][unit]") {
  CHECK(sobol_directions(0).empty());
  CHECK_THROWS_WITH(sobol_directions(3668), Catch::Contains("3668") && Catch::Contains("3667"));
}

TEST_CASE("sobol: points for use are midpoints of the smallest net's cells", "[sobol][unit]") {
  const std::vector<std::uint64_t> directions = sobol_directions(4);
  for (const Index n : {1, 2, 3, 4, 5, 31, 32, 33, 1000}) {
    const Matrix u = uq::test::all(sobol_points(n, 4));
    Matrix plain(n, 4);
    sobol_raw(directions, 0, plain);
    const double cells = static_cast<double>(std::bit_ceil(static_cast<unsigned>(n)));
    REQUIRE(u == (plain.array() + 0.5 / cells).matrix());
    REQUIRE(u.minCoeff() >= 0.5 / cells);
    REQUIRE(u.maxCoeff() <= 1 - 0.5 / cells);
  }
}

TEST_CASE("sobol: 2^m points for use have mean 1/2 exactly", "[sobol][property]") {
  const Matrix u = uq::test::all(sobol_points(1024, 50));
  CHECK((u.colwise().sum().array() == 512).all());
  CHECK(uq::test::all_in_pieces(sobol_points(1000, 5)) == uq::test::all(sobol_points(1000, 5)));
}

TEST_CASE("sobol: points for use stay inside the open cube at any size", "[sobol][unit]") {
  constexpr Index n = Index{1} << 52;
  const uq::UnitPoints points = sobol_points(n, 3);
  const Matrix u = uq::test::rows(points, n - 1000, 1000);
  CHECK(u.minCoeff() > 0);
  CHECK(u.maxCoeff() < 1);
  CHECK((uq::test::rows(points, 0, 1).array() == 0x1p-53).all());
  CHECK_THROWS_AS(sobol_points(n + 1, 3), uq::InvalidArgument);
  CHECK_THROWS_AS(sobol_points(0, 3), uq::InvalidArgument);
}

TEST_CASE("sobol: every kernel gives the bits of the definition", "[sobol][property]") {
  std::array<std::uint64_t, 53> directions{};
  std::uint64_t state = 1;  // Steele's SplitMix64 step: any 53 random bits will do
  for (std::uint64_t& direction : directions) {
    state += 0x9E3779B97F4A7C15;
    direction = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) >> 11;
  }
  for (const auto& kernel : uq::samplers::detail::digital_kernels()) {
    INFO(std::string(kernel.name));
    for (const std::uint64_t first : {0ULL, 37ULL, 64ULL, (1ULL << 40) - 700, (1ULL << 53) - 999}) {
      std::vector<double> u(999);
      kernel.fill({directions.data(), 0x123456789abcd, 0x1p-54}, first, u);
      for (std::size_t i = 0; i < u.size(); ++i) {
        const std::uint64_t index = first + i;
        std::uint64_t k = 0x123456789abcd;
        for (std::size_t bit = 0; bit < 53; ++bit) {
          k ^= ((index ^ index >> 1) >> bit & 1) != 0 ? directions[bit] : 0;
        }
        REQUIRE(u[i] == std::ldexp(static_cast<double>(k), -53));
      }
    }
  }
}

TEST_CASE("sobol: every kernel keeps the ends of the unit interval out", "[sobol][unit]") {
  constexpr std::uint64_t top = (std::uint64_t{1} << 53) - 1;
  std::array<std::uint64_t, 53> directions{};
  directions[0] = top;
  for (const auto& kernel : uq::samplers::detail::digital_kernels()) {
    std::vector<double> u(64);
    kernel.fill({directions.data(), 0, 0x1p-54}, 0, u);
    CHECK(u[0] == 0x1p-54);
    CHECK(u[1] == 1 - 0x1p-53);
    kernel.fill({directions.data(), 0, 0}, 0, u);
    CHECK(u[0] == 0);
    kernel.fill({directions.data(), 1, 0x1p-54}, 0, u);
    CHECK(u[0] == 0x1p-53);
  }
}
