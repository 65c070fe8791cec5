#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

namespace uq::perfmodels::plugin {

/// While it lives, the thread has the default floating-point environment (round to nearest, no
/// flush to zero, no traps); afterwards the one it had. Foreign code that leaves rounding or
/// flush-to-zero changed would change the bits of all that follows; a library linked for fast
/// mathematics does so as it is loaded.
#if defined(__x86_64__)
class FpEnvironment {
 public:
  /// A few cycles, where fegetenv and fesetenv take a hundred. The x87 unit counts too: the C
  /// library asks it for the rounding of printf and strtod.
  FpEnvironment() : sse_(_mm_getcsr()), x87_(x87()) { set(sse_, default_sse, x87_, default_x87); }
  ~FpEnvironment() { set(_mm_getcsr(), sse_, x87(), x87_); }
  FpEnvironment(const FpEnvironment&) = delete;
  FpEnvironment& operator=(const FpEnvironment&) = delete;

  /// Whether rounding, flushing or traps are no longer the default.
  static bool changed() {
    return ((_mm_getcsr() ^ default_sse) & control_bits) != 0 || x87() != default_x87;
  }

 private:
  static constexpr unsigned default_sse = 0x1F80;
  static constexpr unsigned control_bits = 0xFFC0;  // the lowest six bits are sticky exceptions
  static constexpr unsigned short default_x87 = 0x037F;

  static unsigned short x87() {
    unsigned short word = 0;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return word;
  }
  // Writing is the slow part, and hardly ever needed.
  static void set(unsigned sse_now, unsigned sse, unsigned short x87_now, unsigned short x87_word) {
    if (((sse ^ sse_now) & control_bits) != 0) {
      _mm_setcsr(sse);
    }
    if (x87_now != x87_word) {
      __asm__ volatile("fldcw %0" : : "m"(x87_word));
    }
  }

  unsigned sse_;
  unsigned short x87_;
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
