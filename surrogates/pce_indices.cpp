#include "surrogates/pce_indices.hpp"

#include "uq/core/error.hpp"
#include "uq/core/parallel.hpp"
#include "uq/core/philox.hpp"
#include "uq/propagation/quantile.hpp"
#include "uq/sensitivity/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace uq::surrogates {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr Index most_ranked = 256;  // factors beyond which no order is judged, as for sampled ones

// Which factors each term has.
std::vector<std::vector<Index>> active_factors(const MultiIndices& terms, const Grouping& factors) {
  std::vector<std::vector<Index>> active(static_cast<std::size_t>(terms.rows()));
  for (Index j = 0; j < terms.rows(); ++j) {
    for (Index g = 0; g < factors.size(); ++g) {
      const auto& members = factors.members[static_cast<std::size_t>(g)];
      if (std::any_of(members.begin(), members.end(), [&](Index i) { return terms(j, i) > 0; })) {
        active[static_cast<std::size_t>(j)].push_back(g);
      }
    }
  }
  return active;
}

// Parts of the variance: of each factor alone, of all terms that have it, of pairs (Eq. 18).
struct Parts {
  double variance = 0;
  double added = 0;  // to the variance by the changes on average, which all parts are without
  Vector first, total;
  Matrix pairs;  // upper triangle; no elements without second order

  Parts(Index factors, bool second_order)
      : first(Vector::Zero(factors)),
        total(Vector::Zero(factors)),
        pairs(Matrix::Zero(second_order ? factors : 0, second_order ? factors : 0)) {}

  void add(const std::vector<Index>& active, double part) {
    variance += part;
    for (const Index g : active) {
      total(g) += part;
    }
    if (active.size() == 1) {
      first(active[0]) += part;
    }
    if (active.size() == 2 && pairs.size() > 0) {
      pairs(active[0], active[1]) += part;
    }
  }
};

// What the replicates say of one figure at a time: the smallest and the largest value it may have
// in each, depending on where the missing variance belongs (Eq. 20).
class Bounds {
 public:
  Bounds(Index replicates, double confidence)
      : lower_(static_cast<std::size_t>(replicates)),
        upper_(static_cast<std::size_t>(replicates)),
        tail_((1 - confidence) / 2) {}

  void set(Index r, double lower, double upper) {
    lower_[static_cast<std::size_t>(r)] = lower;
    upper_[static_cast<std::size_t>(r)] = upper;
  }
  std::array<double, 2> interval() {
    if (lower_.empty() || std::isnan(upper_[0])) {
      return {none, none};
    }
    std::sort(lower_.begin(), lower_.end());
    std::sort(upper_.begin(), upper_.end());
    constexpr auto type = propagation::QuantileType::weibull;
    return {propagation::sorted_quantile(lower_, tail_, type),
            propagation::sorted_quantile(upper_, 1 - tail_, type)};
  }

 private:
  std::vector<double> lower_, upper_;
  double tail_;
};

// One output's expansion with its coefficients in units of their size, a power of two, so that no
// square is lost.
class Decomposed {
 public:
  Decomposed(const Pce& pce, const Grouping& factors, const PceIndicesOptions& options)
      : options_(options), active_(active_factors(pce.terms, factors)), f_(factors.size()) {
    const Index p = pce.coefficients.size();
    double largest = 0;
    for (Index j = 1; j < p; ++j) {
      largest = std::max(largest, std::abs(pce.coefficients(j)));
    }
    for (const double change : pce.replicates.reshaped()) {
      largest = std::max(largest, p > 1 ? 0.0 : std::abs(change - pce.coefficients(0)));
    }
    unit_ = largest > 0 ? std::ldexp(1.0, std::clamp(std::ilogb(largest), -1000, 1000)) : 1;
    coefficients_ = pce.coefficients / unit_;
    changes_ = pce.replicates;
    for (Index j = 0; j < p; ++j) {
      changes_.col(j).array() -= pce.coefficients(j);
    }
    changes_ /= unit_;
    missing_ = pce.missing / unit_ / unit_;
    if (pce.missing < std::numeric_limits<double>::min() && pce.missing > 0) {
      missing_ = none;  // its digits are gone
    }
  }

  Parts parts() const {
    Parts all(f_, options_.second_order);
    for (Index j = 1; j < coefficients_.size(); ++j) {
      all.add(active_[static_cast<std::size_t>(j)], coefficients_(j) * coefficients_(j));
    }
    return all;
  }

  // Squares of the coefficients after a change, without what the changes add on average: twice
  // their variance, once for those of the replicate and once for those of the fit.
  std::vector<Parts> replicated() const {
    const Index r = changes_.rows();
    Vector variance = Vector::Zero(coefficients_.size());
    for (Index j = 0; j < variance.size(); ++j) {
      variance(j) = r == 0 ? 0 : changes_.col(j).squaredNorm() / static_cast<double>(r);
    }
    std::vector<Parts> all(static_cast<std::size_t>(r), Parts(f_, options_.second_order));
    parallel_for(r, [&](Index k) {
      for (Index j = 1; j < coefficients_.size(); ++j) {
        const double c = coefficients_(j) + changes_(k, j);
        Parts& parts = all[static_cast<std::size_t>(k)];
        parts.add(active_[static_cast<std::size_t>(j)], c * c - 2 * variance(j));
        parts.added += 2 * variance(j);
      }
    });
    return all;
  }

  double unit() const { return unit_; }
  double missing() const { return missing_; }
  Index replicates() const { return changes_.rows(); }
  double change_of_mean(Index r) const { return changes_(r, 0); }

 private:
  PceIndicesOptions options_;
  std::vector<std::vector<Index>> active_;
  Index f_;
  double unit_ = 1;
  double missing_ = 0;
  Vector coefficients_;
  Matrix changes_;
};

struct Output {
  PceIndices& result;
  const PceIndicesOptions& options;
  Index k;  // output
  Index f;  // factors
  const Decomposed& decomposed;
  const std::vector<Parts>& draws;

  // Interval of a share of the variance: none of what is missing belongs to it, or all (Eq. 20).
  template <class Part>
  std::array<double, 2> share(Part part) const {
    Bounds bounds(decomposed.replicates(), options.confidence);
    const double missing = decomposed.missing();
    for (Index r = 0; r < decomposed.replicates(); ++r) {
      const Parts& draw = draws[static_cast<std::size_t>(r)];
      const double whole = draw.variance + missing;
      if (whole <= 0) {
        bounds.set(r, 0, 1);  // nothing is known of the shares
        continue;
      }
      const double of = part(draw);
      bounds.set(r,
                 std::clamp(of / whole, 0.0, 1.0),
                 std::isnan(missing) ? none : std::clamp((of + missing) / whole, 0.0, 1.0));
    }
    return bounds.interval();
  }

  void moments() const {
    const double missing = decomposed.missing();
    const double unit = decomposed.unit();
    Bounds mean(decomposed.replicates(), options.confidence);
    Bounds variance(decomposed.replicates(), options.confidence);
    for (Index r = 0; r < decomposed.replicates(); ++r) {
      const double change = decomposed.change_of_mean(r);
      mean.set(r, change, change);
      // Least squares takes for less what is missing where leverages are high: measured, hence
      // twice (Eq. 21).
      const Parts& draw = draws[static_cast<std::size_t>(r)];
      variance.set(
          r, std::max(draw.variance, 0.0), std::max(draw.variance + draw.added + 2 * missing, 0.0));
    }
    const auto at = static_cast<std::size_t>(k);
    const auto shift = mean.interval();
    const auto spread = variance.interval();
    for (std::size_t b = 0; b < 2; ++b) {
      result.mean_ci.data[2 * at + b] = result.mean.data[at] + shift[b] * unit;
      result.variance_ci.data[2 * at + b] = spread[b] * unit * unit;
    }
  }

  void shares(const Parts& parts) const {
    for (Index g = 0; g < f; ++g) {
      result.S1.at({k, g}) = parts.first(g) / parts.variance;
      result.ST.at({k, g}) = parts.total(g) / parts.variance;
      result.dead.at({k, g}) = parts.total(g) == 0 ? 1 : 0;
      const auto first = share([g](const Parts& draw) { return draw.first(g); });
      const auto total = share([g](const Parts& draw) { return draw.total(g); });
      for (Index b = 0; b < 2; ++b) {
        result.S1_ci.at({k, g, b}) = first[static_cast<std::size_t>(b)];
        result.ST_ci.at({k, g, b}) = total[static_cast<std::size_t>(b)];
      }
      for (Index h = g + 1; options.second_order && h < f; ++h) {
        result.S2.at({k, g, h}) = parts.pairs(g, h) / parts.variance;
        const auto pair = share([g, h](const Parts& draw) { return draw.pairs(g, h); });
        for (Index b = 0; b < 2; ++b) {
          result.S2_ci.at({k, g, h, b}) = pair[static_cast<std::size_t>(b)];
        }
      }
    }
  }

  // How sure the order by ST is, with the missing variance given to each factor or not, by the
  // toss of a coin.
  void order() const {
    const Index replicates = decomposed.replicates();
    if (f > most_ranked || replicates == 0 || std::isnan(decomposed.missing())) {
      return;
    }
    Matrix total(f, replicates);
    std::vector<std::uint64_t> coins(static_cast<std::size_t>(f));
    for (Index r = 0; r < replicates; ++r) {
      philox_bits(Seed{0}.child("missing", static_cast<std::uint64_t>(r)), 0, coins);
      const Parts& draw = draws[static_cast<std::size_t>(r)];
      const double whole = draw.variance + decomposed.missing();
      for (Index g = 0; g < f; ++g) {
        const bool heads = (coins[static_cast<std::size_t>(g)] >> 63U) != 0;
        total(g, r) = (draw.total(g) + (heads ? decomposed.missing() : 0)) / whole;
      }
    }
    const Vector point = Vector::NullaryExpr(f, [&](Index g) { return result.ST.at({k, g}); });
    const auto rank = sensitivity::rank(
        point, total, Vector::Constant(replicates, options.epsilon), options.confidence);
    for (Index g = 0; g < f; ++g) {
      result.below.at({k, g}) = rank.below(g);
      for (Index h = 0; h < f; ++h) {
        result.before.at({k, g, h}) = rank.before(g, h);
      }
    }
    const Index top = rank.stable_top;
    result.stable_top.at({k}) = static_cast<double>(top);
    result.stable_top_share.at({k}) = rank.top(std::max<Index>(top, 1) - 1);
  }
};

PceIndices undefined_indices(Index q, Index f, bool second_order) {
  PceIndices r;
  r.S1 = r.ST = r.below = r.dead = NdArray({q, f});
  r.S1_ci = r.ST_ci = NdArray({q, f, 2});
  if (second_order) {
    r.S2 = NdArray({q, f, f});
    r.S2_ci = NdArray({q, f, f, 2});
  }
  r.mean = r.variance = r.stable_top = r.stable_top_share = NdArray({q});
  r.mean_ci = r.variance_ci = NdArray({q, 2});
  if (f <= most_ranked) {
    r.before = NdArray({q, f, f});
  }
  r.undefined.resize(static_cast<std::size_t>(q));
  return r;
}

}  // namespace

PceIndices pce_indices(const std::vector<Pce>& outputs,
                       const Grouping& factors,
                       const PceIndicesOptions& options) {
  const auto q = static_cast<Index>(outputs.size());
  const Index f = factors.size();
  PceIndices r = undefined_indices(q, f, options.second_order);
  for (Index k = 0; k < q; ++k) {
    const Pce& pce = outputs[static_cast<std::size_t>(k)];
    std::string& undefined = r.undefined[static_cast<std::size_t>(k)];
    if (!pce.undefined.empty()) {
      undefined = pce.undefined;
      continue;
    }
    expects(pce.coordinates->factor.size() == 0,
            "the inputs are dependent: the variables of the expansion belong to no input alone, "
            "so indices of inputs do not follow from it");
    const std::string wrong = fault(factors, pce.terms.cols());
    expects(wrong.empty(), wrong);
    if (pce.log) {
      undefined =
          "the expansion is of the output's logarithm: its indices have no closed form, sample it";
      continue;
    }
    const Decomposed decomposed(pce, factors, options);
    const Parts parts = decomposed.parts();
    const std::vector<Parts> draws = decomposed.replicated();
    const Output output{r, options, k, f, decomposed, draws};
    r.mean.at({k}) = pce.coefficients(0);
    r.variance.at({k}) = parts.variance * decomposed.unit() * decomposed.unit();
    output.moments();
    if (parts.variance == 0) {
      undefined = "the expansion is a constant: the points show no dependence on any input";
      continue;
    }
    output.shares(parts);
    output.order();
  }
  return r;
}

}  // namespace uq::surrogates
