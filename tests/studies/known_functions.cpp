// The functions of tests/reference/known_laws.json, each written from the formula of its case.

#include "tests/studies/known_law.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace uq::test {

namespace {

using Json = nlohmann::json;
using Function = std::function<double(const double*)>;
using std::numbers::pi;

std::vector<double> numbers(const Json& params, const char* key) {
  return params.at(key).get<std::vector<double>>();
}

double square(double x) {
  return x * x;
}

Function ishigami(const Json& p, std::size_t) {
  return [a = p.at("a").get<double>(), b = p.at("b").get<double>()](const double* x) {
    return std::sin(x[0]) + a * square(std::sin(x[1])) + b * std::pow(x[2], 4) * std::sin(x[0]);
  };
}

Function sobol_g(const Json& p, std::size_t d) {
  return [a = numbers(p, "a"), d](const double* x) {
    double y = 1;
    for (std::size_t i = 0; i < d; ++i) {
      y *= (std::abs(4 * x[i] - 2) + a[i]) / (1 + a[i]);
    }
    return y;
  };
}

Function sobol_g_star(const Json& p, std::size_t d) {
  return [a = numbers(p, "a"), delta = numbers(p, "delta"), alpha = numbers(p, "alpha"), d](
             const double* x) {
    double y = 1;
    for (std::size_t i = 0; i < d; ++i) {
      const double shifted = x[i] + delta[i];
      const double w = std::abs(2 * (shifted - std::floor(shifted)) - 1);
      y *= ((1 + alpha[i]) * std::pow(w, alpha[i]) + a[i]) / (1 + a[i]);
    }
    return y;
  };
}

Function poly_product(const Json& p, std::size_t d) {
  return [c0 = p.at("c0").get<double>(), c2 = p.at("c2").get<double>(), d](const double* x) {
    double y = 1;
    for (std::size_t i = 0; i < d; ++i) {
      y *= c2 * square(x[i]) + c0;
    }
    return y;
  };
}

Function linear(const Json& p, std::size_t d) {
  return [c = numbers(p, "c"), d](const double* x) {
    double y = 0;
    for (std::size_t i = 0; i < d; ++i) {
      y += c[i] * x[i];
    }
    return y;
  };
}

Function bratley_k(const Json&, std::size_t d) {
  return [d](const double* x) {
    double y = 0;
    double product = 1;
    for (std::size_t i = 0; i < d; ++i) {
      product *= -x[i];
      y += product;
    }
    return y;
  };
}

Function bratley_b(const Json&, std::size_t d) {
  return [d](const double* x) {
    double y = 1;
    for (std::size_t i = 0; i < d; ++i) {
      const auto k = static_cast<double>(i + 1);
      y *= k * std::cos(k * x[i]);
    }
    return y;
  };
}

Function friedman(const Json& p, std::size_t) {
  return [k12 = p.at("k12").get<double>(),
          c3 = p.at("c3").get<double>(),
          c4 = p.at("c4").get<double>(),
          c5 = p.at("c5").get<double>()](const double* x) {
    return k12 * std::sin(pi * x[0] * x[1]) + c3 * square(x[2] - 0.5) + c4 * x[3] + c5 * x[4];
  };
}

Function wing_weight(const Json&, std::size_t) {
  return [](const double* x) {
    const double cosine = std::cos(x[3] * pi / 180);
    return 0.036 * std::pow(x[0], 0.758) * std::pow(x[1], 0.0035) *
               std::pow(x[2] / square(cosine), 0.6) * std::pow(x[4], 0.006) * std::pow(x[5], 0.04) *
               std::pow(100 * x[6] / cosine, -0.3) * std::pow(x[7] * x[8], 0.49) +
           x[0] * x[9];
  };
}

Function morris20(const Json& p, std::size_t d) {
  return [b1 = p.at("b1").get<double>(),
          b2 = p.at("b2").get<double>(),
          b3 = p.at("b3").get<double>(),
          b4 = p.at("b4").get<double>(),
          curved = p.at("curved_inputs_zero_based").get<std::vector<std::size_t>>(),
          d](const double* x) {
    const auto sign = [](std::size_t power) { return power % 2 == 0 ? 1.0 : -1.0; };
    std::vector<double> w(d);
    for (std::size_t i = 0; i < d; ++i) {
      const bool bent = std::find(curved.begin(), curved.end(), i) != curved.end();
      w[i] = 2 * ((bent ? 1.1 * x[i] / (x[i] + 0.1) : x[i]) - 0.5);
    }
    double y = 0;
    for (std::size_t i = 0; i < d; ++i) {
      y += (i < 10 ? b1 : sign(i + 1)) * w[i];
      for (std::size_t j = i + 1; j < d; ++j) {
        y += (j < 6 ? b2 : sign(i + j)) * w[i] * w[j];
        for (std::size_t l = j + 1; l < 5; ++l) {
          y += b3 * w[i] * w[j] * w[l];
        }
      }
    }
    return y + b4 * w[0] * w[1] * w[2] * w[3];
  };
}

Function oakley(const Json& p, std::size_t d) {
  return [a1 = numbers(p, "a1"),
          a2 = numbers(p, "a2"),
          a3 = numbers(p, "a3"),
          m = numbers(p, "M_rowmajor"),
          d](const double* x) {
    double y = 0;
    for (std::size_t i = 0; i < d; ++i) {
      y += a1[i] * x[i] + a2[i] * std::sin(x[i]) + a3[i] * std::cos(x[i]);
      for (std::size_t j = 0; j < d; ++j) {
        y += x[i] * m[i * d + j] * x[j];
      }
    }
    return y;
  };
}

Function lognormal_product(const Json& p, std::size_t d) {
  return [c = p.at("const").get<double>(), e = numbers(p, "exponents"), d](const double* x) {
    double y = c;
    for (std::size_t i = 0; i < d; ++i) {
      y *= std::pow(x[i], e[i]);
    }
    return y;
  };
}

Function cantilever(const Json&, std::size_t) {
  return [](const double* x) { return x[1] * std::pow(x[2], 3) / (3 * x[0] * x[3]); };
}

Function flood(const Json&, std::size_t) {
  return [](const double* x) {
    const double height = std::pow(x[0] / (x[1] * x[4] * std::sqrt((x[3] - x[2]) / x[5])), 0.6);
    return height + x[2] - x[6] - x[7];
  };
}

Function borehole(const Json&, std::size_t) {
  return [](const double* x) {
    const double depth = std::log(x[1] / x[0]);
    return 2 * pi * x[2] * (x[3] - x[5]) /
           (depth * (1 + 2 * x[6] * x[2] / (depth * square(x[0]) * x[7]) + x[2] / x[4]));
  };
}

Function otl_circuit(const Json&, std::size_t) {
  return [](const double* x) {
    const double k = x[5] * (x[4] + 9);
    return (12 * x[1] / (x[0] + x[1]) + 0.74) * k / (k + x[2]) + 11.35 * x[2] / (k + x[2]) +
           0.74 * x[2] * k / ((k + x[2]) * x[3]);
  };
}

Function piston(const Json&, std::size_t) {
  return [](const double* x) {
    const double heat = x[4] * x[2] * x[5] / x[6];
    const double a = x[4] * x[1] + 19.62 * x[0] - x[3] * x[2] / x[1];
    const double v = x[1] / (2 * x[3]) * (std::sqrt(square(a) + 4 * x[3] * heat) - a);
    return 2 * pi * std::sqrt(x[0] / (x[3] + square(x[1]) * heat / square(v)));
  };
}

Function roofline_layers(const Json& p, std::size_t) {
  return [layers = p.at("layers_n_a_b").get<std::vector<std::vector<double>>>(),
          c = p.at("c").get<double>()](const double* x) {
    double y = c / x[2];
    for (const std::vector<double>& layer : layers) {
      y += layer[0] * std::max(layer[1] / x[0], layer[2] / x[1]);
    }
    return y;
  };
}

Function max_lognormal(const Json& p, std::size_t) {
  return [a = p.at("a").get<double>(), b = p.at("b").get<double>()](const double* x) {
    return std::max(a * x[0], b * x[1]);
  };
}

Function largest(const Json&, std::size_t d) {
  return [d](const double* x) { return *std::max_element(x, x + d); };
}

Function switched(const Json& p, std::size_t) {
  return [theta = p.at("theta").get<double>(),
          alpha = p.at("alpha").get<double>(),
          beta = p.at("beta").get<double>(),
          gamma = p.at("gamma").get<double>()](const double* x) {
    return x[0] > theta ? alpha + beta * x[1] : gamma * x[2];
  };
}

Function mm1_delay(const Json&, std::size_t) {
  return [](const double* x) { return 1 / (x[1] - x[0]); };
}

Function batched_service(const Json&, std::size_t) {
  return [](const double* x) { return std::ceil(x[0] / x[1]) * (x[2] + x[3] * x[1]); };
}

}  // namespace

Function known_function(const Json& known_case) {
  static const std::map<std::string, Function (*)(const Json&, std::size_t)> functions{
      {"ishigami", ishigami},
      {"sobol_g", sobol_g},
      {"sobol_g_star", sobol_g_star},
      {"poly_product", poly_product},
      {"linear", linear},
      {"bratley_k", bratley_k},
      {"bratley_b", bratley_b},
      {"friedman", friedman},
      {"wing_weight", wing_weight},
      {"morris20", morris20},
      {"oakley_ohagan_15", oakley},
      {"lognormal_product", lognormal_product},
      {"cantilever", cantilever},
      {"flood", flood},
      {"borehole", borehole},
      {"otl_circuit", otl_circuit},
      {"piston", piston},
      {"roofline_layers", roofline_layers},
      {"max_lognormal", max_lognormal},
      {"max_uniform", largest},
      {"max_exponential", largest},
      {"switch", switched},
      {"mm1_delay", mm1_delay},
      {"batched_service", batched_service}};
  const std::string name = known_case.at("function");
  const auto found = functions.find(name);
  if (found == functions.end()) {
    throw std::invalid_argument("no function " + name);
  }
  return found->second(known_case.at("params"), known_case.at("inputs").size());
}

}  // namespace uq::test
