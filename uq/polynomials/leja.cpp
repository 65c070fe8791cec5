#include "uq/core/error.hpp"
#include "uq/polynomials/rules.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

namespace uq {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

// Where nodes of a variable may lie.
struct Domain {
  double lo = -inf;
  double hi = inf;
  std::vector<double> values;  // of a discrete law; empty: all of [lo, hi]
  bool integer = false;        // too many values to list: nodes are rounded to them
};

Domain domain_of(const Coordinate& c) {
  Domain domain;
  if (c.map == CoordinateMap::score) {
    return domain;
  }
  const auto [lo, hi] = support(c.law);
  const auto variable = [&](double x) {
    return ((c.map == CoordinateMap::logarithm ? std::log(x) : x) - c.centre) / c.scale;
  };
  domain.lo = variable(lo);
  domain.hi = variable(hi);
  const auto add = [&](double x) {
    if (domain.values.empty() || variable(x) > domain.values.back()) {
      domain.values.push_back(variable(x));
    }
  };
  if (const auto* integer = std::get_if<Integer>(&c.law.law)) {
    constexpr double most = 1e4;
    domain.integer = integer->hi - integer->lo > most;
    if (!domain.integer) {
      for (double x = integer->lo; x <= integer->hi; ++x) {
        add(x);
      }
    }
  } else if (const auto* discrete = std::get_if<Discrete>(&c.law.law)) {
    for (std::size_t k = 0; k < discrete->values.size(); ++k) {
      if (discrete->weights[k] > 0) {
        add(discrete->values[k]);
      }
    }
  } else if (const auto* sample = std::get_if<Empirical>(&c.law.law)) {
    for (const double x : sample->values) {
      add(x);
    }
  }
  return domain;
}

class Sequence {
 public:
  explicit Sequence(const Coordinate& c) : c_(c), r_(c.polynomials), domain_(domain_of(c)) {
    const double spread = (r_.a.array() - r_.a(0)).abs().maxCoeff();
    symmetric_ = domain_.values.empty() && !domain_.integer && spread <= 1e-12;
  }

  // Degree up to which the interpolatory rule of all nodes is exact.
  Index exact() const {
    const auto n = static_cast<Index>(nodes_.size());
    if (n == static_cast<Index>(domain_.values.size())) {
      return 2 * n - 1;  // the rule is the law
    }
    return balanced_ ? n : n - 1;
  }
  const std::vector<double>& nodes() const { return nodes_; }

  // Appends the nodes of a level, the next one; false where there are not that many.
  bool extend(Index level) {
    const std::size_t before = nodes_.size();
    const bool continuous = domain_.values.empty() && !domain_.integer;
    balanced_ = continuous && (level == 0 || level == 1 || symmetric_);
    if (level == 0) {
      return add_first();
    }
    if (balanced_) {
      return add_pair(symmetric_ ? 2 * r_.a(0) : r_.a(0) + r_.a(1));
    }
    const auto wanted = static_cast<std::size_t>(2 * level + 2);
    while (nodes_.size() < wanted && add_node()) {
    }
    const bool complete = nodes_.size() == wanted || nodes_.size() == domain_.values.size();
    nodes_.resize(complete ? nodes_.size() : before);
    return nodes_.size() > before;
  }

 private:
  // Eq. 34: squared distances to the nodes over the Christoffel function of one degree more.
  double merit(double t) const {
    const Index degree = std::min(static_cast<Index>(nodes_.size()) + 1, r_.degree());
    double before = 0;
    double p = 1;
    double christoffel = 1;
    for (Index k = 1; k <= degree; ++k) {
      const double next = ((t - r_.a(k - 1)) * p - (k > 1 ? std::sqrt(r_.b(k - 1)) : 0) * before) /
                          std::sqrt(r_.b(k));
      before = p;
      p = next;
      christoffel += p * p;
    }
    double product = 1;
    for (const double node : nodes_) {
      product *= (t - node) * (t - node);
    }
    return product / christoffel;
  }

  double on_value(double t) const {
    return domain_.integer ? (std::round(c_.centre + c_.scale * t) - c_.centre) / c_.scale : t;
  }

  // The mean, or the value nearest to it.
  bool add_first() {
    double node = on_value(r_.a(0));
    for (const double t : domain_.values) {
      const bool nearer = std::abs(t - r_.a(0)) < std::abs(node - r_.a(0));
      node = t == domain_.values.front() || nearer ? t : node;
    }
    nodes_.push_back(node);
    return true;
  }

  bool add_node() {
    const auto n = static_cast<Index>(nodes_.size());
    if (n > r_.degree()) {
      return false;
    }
    const auto value = [this](double t) { return merit(t); };
    if (domain_.values.empty()) {
      if (n + 1 > r_.degree()) {
        return false;
      }
      nodes_.push_back(on_value(best(gauss(r_, n + 1), value)));
      return true;
    }
    double most = 0;
    double at = 0;
    for (const double t : domain_.values) {
      if (const double there = value(t); there > most * (1 + 1e-9)) {
        most = there;
        at = t;
      }
    }
    if (most > 0) {
      nodes_.push_back(at);
    }
    return most > 0;
  }

  // Eq. 35: the best two nodes of this sum.
  bool add_pair(double sum) {
    const auto n = static_cast<Index>(nodes_.size());
    if (n + 2 > r_.degree()) {
      return false;
    }
    const auto both = [&](double t) {
      const double other = sum - t;
      const bool inside = other >= domain_.lo && other <= domain_.hi;
      return inside ? merit(t) * merit(other) * (t - other) * (t - other) : -1;
    };
    nodes_.push_back(best(gauss(r_, n + 2), both));
    nodes_.push_back(sum - nodes_.back());
    return true;
  }

  // Between neighbours, and beyond the outermost as far as a Gauss rule of more nodes would go.
  template <class Value>
  double best(const Rule& reach, const Value& value) const {
    const double first = reach.nodes(0);
    const double last = reach.nodes(reach.nodes.size() - 1);
    std::vector<double> ends = nodes_;
    ends.push_back(std::max(domain_.lo, 2 * first - last));
    ends.push_back(std::min(domain_.hi, 2 * last - first));
    std::sort(ends.begin(), ends.end());
    double most = -1;
    double at = 0;
    for (std::size_t i = ends.size() - 1; i > 0; --i) {  // of two alike the greater
      const double t = peak(ends[i - 1], ends[i], value);
      const double there = value(t);
      if (there > most * (1 + 1e-9)) {
        most = there;
        at = t;
      }
    }
    return at;
  }

  // Greatest value in [from, to]: the best of a grid, then bisected by thirds around it.
  template <class Value>
  static double peak(double from, double to, const Value& value) {
    constexpr int cells = 64;
    const double width = (to - from) / cells;
    int most = 0;
    double most_there = -2;
    for (int k = 0; k <= cells; ++k) {
      if (const double there = value(from + k * width); there > most_there) {
        most_there = there;
        most = k;
      }
    }
    double lo = std::max(from, from + (most - 1) * width);
    double hi = std::min(to, from + (most + 1) * width);
    for (int k = 0; k < 50; ++k) {  // to 1e-9 of the cell
      const double third = (hi - lo) / 3;
      if (value(lo + third) < value(hi - third)) {
        lo += third;
      } else {
        hi -= third;
      }
    }
    double best = 0.5 * (lo + hi);
    for (const double t : {from, from + most * width, to}) {
      best = value(t) >= value(best) ? t : best;
    }
    return best;
  }

  const Coordinate& c_;
  const Recurrence& r_;
  Domain domain_;
  bool symmetric_ = false;
  bool balanced_ = false;  // the rule is exact for one degree more than interpolation
  std::vector<double> nodes_;
};

// Weights that integrate the first n polynomials exactly.
Vector interpolatory(const Recurrence& r, std::span<const double> nodes) {
  const auto n = static_cast<Index>(nodes.size());
  Matrix p(n, n);
  orthonormal(r, nodes, p);
  const Eigen::PartialPivLU<Matrix> lu(p.transpose());
  return lu.solve(Vector::Unit(n, 0));
}

}  // namespace

RuleLevels leja(const Coordinate& c, Index levels) {
  expects(levels >= 1, std::to_string(levels) + " levels must be at least 1");
  RuleLevels all;
  Sequence sequence(c);
  for (Index l = 0; l < levels; ++l) {
    if (!sequence.extend(l)) {
      break;
    }
    const auto n = static_cast<Index>(sequence.nodes().size());
    std::vector<Index> at(static_cast<std::size_t>(n));
    std::iota(at.begin(), at.end(), 0);
    all.level.push_back(std::move(at));
    all.weights.push_back(interpolatory(c.polynomials, sequence.nodes()));
    all.exact.push_back(sequence.exact());
  }
  all.nodes = Vector::Map(sequence.nodes().data(), static_cast<Index>(sequence.nodes().size()));
  return all;
}

}  // namespace uq
