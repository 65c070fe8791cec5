#pragma once

// The one place that names the test framework's header: Debian 12 ships Catch2 2.13.
#include <catch2/catch.hpp>
