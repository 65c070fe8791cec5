#include "uq/core/grouping.hpp"

#include "tests/support/catch.hpp"

using uq::fault;
using uq::Grouping;
using uq::Index;

TEST_CASE("grouping: a partition has every input in one group", "[grouping][unit]") {
  const Grouping groups{{"memory", "b"}, {{0, 2}, {1}}};
  CHECK(fault(groups, 3).empty());
  CHECK(fault(groups, 4) == "input 3 is in 0 groups, required is one");
  CHECK(fault(groups, 2) == "group 'memory' names input 2 of 2");
  CHECK(fault({{"a", "b"}, {{0}, {0}}}, 1) == "input 0 is in 2 groups, required is one");
  CHECK(fault({{"a", "a"}, {{0}, {1}}}, 2) == "two groups of one name");
  CHECK(fault({{"a", "b"}, {{0}, {}}}, 1) == "group 'b' has no members");
  CHECK(fault({{"a"}, {{0}, {1}}}, 2) == "1 names for 2 groups");
  CHECK(fault(uq::one_each({"a", "b"}), 2).empty());
}

TEST_CASE("grouping: a subset of the inputs keeps the groups that still have members",
          "[grouping][unit]") {
  const Grouping groups{{"memory", "b", "net"}, {{0, 2}, {1}, {3, 4}}};
  CHECK(restricted(groups, {4, 2}) == Grouping{{"memory", "net"}, {{1}, {0}}});
  CHECK(restricted(groups, {0, 1, 2, 3, 4}) == groups);
  CHECK(restricted(groups, {}).size() == 0);
}
