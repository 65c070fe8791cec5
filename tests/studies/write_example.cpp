// Writes the example result to the file named by the only argument, for the readers of other
// projects.

#include "studies/store/store.hpp"
#include "tests/studies/example.hpp"

#include <cstdio>
#include <exception>

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: write_example FILE\n", stderr);
    return 2;
  }
  try {
    uq::studies::write(uq::test::example_result(), arguments[1]);
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
