#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

namespace uq::perfmodels::plugin {

/// While it lives, the thread has the default floating-point environment (round to nearest, no
/// flush to zero, no traps); afterwards the one it had. Foreign code that leaves rounding or
/// flush-to-zero changed would change the bits of all that follows; a library linked with
/// -ffast-math does so as it is loaded.
#if defined(__SSE2__)
class FpEnvironment {
 public:
  /// Two instructions of a few cycles, where fegetenv and fesetenv take a hundred: x87 is left out,
  /// no code here uses it.
  FpEnvironment() : saved_(_mm_getcsr()) { set(default_control, saved_); }
  ~FpEnvironment() { set(saved_, _mm_getcsr()); }
  FpEnvironment(const FpEnvironment&) = delete;
  FpEnvironment& operator=(const FpEnvironment&) = delete;

  /// Whether rounding, flushing or traps are no longer the default.
  static bool changed() { return ((_mm_getcsr() ^ default_control) & control_bits) != 0; }

 private:
  static constexpr unsigned default_control = 0x1F80;
  static constexpr unsigned control_bits =
      0xFFC0;  // the lowest six bits are sticky exception flags
  static void set(unsigned wanted, unsigned present) {
    if (((wanted ^ present) & control_bits) != 0) {
      _mm_setcsr(wanted);
    }
  }
  unsigned saved_;
};
#else
class FpEnvironment {
 public:
  FpEnvironment() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FpEnvironment() { std::fesetenv(&saved_); }
  FpEnvironment(const FpEnvironment&) = delete;
  FpEnvironment& operator=(const FpEnvironment&) = delete;

  static bool changed() { return std::fegetround() != FE_TONEAREST; }

 private:
  std::fenv_t saved_;
};
#endif

}  // namespace uq::perfmodels::plugin
