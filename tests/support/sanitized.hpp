#pragma once

// gcc defines the macros, clang answers the question.
#if !defined(__has_feature)
#define __has_feature(feature) 0  // NOLINT(bugprone-reserved-identifier)
#endif

namespace uq::test {

/// Whether the address or the thread sanitizer watches this build: it multiplies memory and time.
inline constexpr bool sanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    true;
#else
    false;
#endif

}  // namespace uq::test
