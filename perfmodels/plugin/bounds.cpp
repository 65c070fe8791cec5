#include "perfmodels/config_detail.hpp"
#include "perfmodels/plugin/bounds_detail.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::perfmodels::plugin {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool holds(double value, const Limits& limits) {
  return value >= limits.smallest && value <= limits.largest &&
         (!limits.whole || value == std::floor(value));
}

#if defined(__SSE2__)
// Every row of every plugin pays for this loop, and gcc vectorises no form of it for the baseline,
// which lacks 64-bit integer compares. No early exit: all values hold nearly always.
template <bool whole>
bool all_hold(const double* values, Index rows, const Limits& limits) {
  // Adding and subtracting 1.5 * 2^52 drops the fraction up to 2^51; not all whole numbers beyond
  // pass, so callers look again, value by value.
  const __m128d shift = _mm_set1_pd(6755399441055744.0);
  const __m128d smallest = _mm_set1_pd(limits.smallest);
  const __m128d largest = _mm_set1_pd(limits.largest);
  const auto inside = [&](__m128d v) {
    const __m128d within = _mm_and_pd(_mm_cmpge_pd(v, smallest), _mm_cmple_pd(v, largest));
    return whole ? _mm_and_pd(within, _mm_cmpeq_pd(_mm_sub_pd(_mm_add_pd(v, shift), shift), v))
                 : within;
  };
  __m128d even = _mm_cmpeq_pd(shift, shift);
  __m128d odd = even;
  Index i = 0;
  for (; i + 4 <= rows; i += 4) {
    even = _mm_and_pd(even, inside(_mm_loadu_pd(values + i)));
    odd = _mm_and_pd(odd, inside(_mm_loadu_pd(values + i + 2)));
  }
  for (; i < rows; ++i) {
    even = _mm_and_pd(even, inside(_mm_set1_pd(values[i])));
  }
  return _mm_movemask_pd(_mm_and_pd(even, odd)) == 3;
}

// The same for real inputs, twice as wide; comparisons are exact in any width.
[[gnu::target("avx2")]] bool reals_hold_avx2(const double* values,
                                             Index rows,
                                             const Limits& limits) {
  const __m256d smallest = _mm256_set1_pd(limits.smallest);
  const __m256d largest = _mm256_set1_pd(limits.largest);
  __m256d fine = _mm256_cmp_pd(smallest, smallest, _CMP_EQ_OQ);
  Index i = 0;
  for (; i + 8 <= rows; i += 8) {
    const __m256d a = _mm256_loadu_pd(values + i);
    const __m256d b = _mm256_loadu_pd(values + i + 4);
    fine = _mm256_and_pd(fine,
                         _mm256_and_pd(_mm256_and_pd(_mm256_cmp_pd(a, smallest, _CMP_GE_OQ),
                                                     _mm256_cmp_pd(a, largest, _CMP_LE_OQ)),
                                       _mm256_and_pd(_mm256_cmp_pd(b, smallest, _CMP_GE_OQ),
                                                     _mm256_cmp_pd(b, largest, _CMP_LE_OQ))));
  }
  bool all = _mm256_movemask_pd(fine) == 15;
  for (; i < rows; ++i) {
    all &= values[i] >= limits.smallest && values[i] <= limits.largest;
  }
  return all;
}

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#else
template <bool whole>
bool all_hold(const double* values, Index rows, const Limits& limits) {
  return std::all_of(values, values + rows, [&](double value) { return holds(value, limits); });
}
#endif

bool all_hold(const double* values, Index rows, const Limits& limits) {
#if defined(__SSE2__)
  if (!limits.whole && rows >= 8 && has_avx2()) {
    return reals_hold_avx2(values, rows, limits);
  }
#endif
  return limits.whole ? all_hold<true>(values, rows, limits)
                      : all_hold<false>(values, rows, limits);
}

std::string rule(const InputVariable& input) {
  switch (input.kind) {
    case InputKind::categorical:
      return "the index of one of its " + std::to_string(input.categories.size()) + " categories";
    case InputKind::boolean:
      return "0 or 1";
    case InputKind::real:
    case InputKind::integer:
      break;
  }
  std::string text = input.kind == InputKind::integer ? "a whole number" : "";
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " and ") + part; };
  if (!std::isinf(input.lower)) {
    add((input.lower_open ? "> " : ">= ") + number_text(input.lower));
  }
  if (!std::isinf(input.upper)) {
    add("<= " + number_text(input.upper));
  }
  return text;
}

}  // namespace

Bounds::Bounds(const std::vector<InputVariable>& inputs) : inputs_(inputs) {
  for (const InputVariable& input : inputs) {
    const double lower = input.lower_open ? std::nextafter(input.lower, infinity) : input.lower;
    limits_.push_back({std::max(lower, std::numeric_limits<double>::lowest()),
                       std::min(input.upper, std::numeric_limits<double>::max()),
                       input.kind != InputKind::real});
  }
}

bool Bounds::all_hold(const MatrixRef& x) const {
  bool fine = true;
  if (x.rows() == 1) {  // what a search calls: no loop to set up
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      fine &= holds(x.data()[static_cast<Index>(k) * x.outerStride()], limits_[k]);
    }
    return fine;
  }
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    const double* column = x.data() + static_cast<Index>(k) * x.outerStride();
    fine &= plugin::all_hold(column, x.rows(), limits_[k]);
  }
  return fine;
}

std::string Bounds::violation(const MatrixRef& x, Index row) const {
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    const double value = x(row, static_cast<Index>(k));
    if (!holds(value, limits_[k])) {
      return inputs_[k].name + " = " + number_text(value) + " must be " +
             (std::isfinite(value) ? rule(inputs_[k]) : "a finite number");
    }
  }
  return {};
}

bool are_indices(const double* values, Index rows, Index count) {
  return all_hold(values, rows, {0, static_cast<double>(count - 1), true});
}

}  // namespace uq::perfmodels::plugin
