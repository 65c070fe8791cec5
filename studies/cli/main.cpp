#include "studies/cli/commands.hpp"

int main(int argc, char** argv) {
  return uq::studies::command_line(argc, argv);
}
