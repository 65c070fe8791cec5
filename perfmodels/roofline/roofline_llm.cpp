#include "perfmodels/builtin.hpp"
#include "perfmodels/config_detail.hpp"
#include "perfmodels/roofline/bounds_detail.hpp"
#include "perfmodels/roofline/kernel_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace uq::perfmodels {
namespace roofline {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

class RooflineLlm {
 public:
  explicit RooflineLlm(const Setup& setup);

  const std::vector<InputVariable>& inputs() const { return inputs_; }
  const std::vector<OutputVariable>& outputs() const { return outputs_; }
  std::string id() const { return text_of(setup_); }
  void evaluate(MatrixRef x, BatchResult& out) const;

 private:
  // What follows from the times of one chunk of rows.
  struct Costs {
    Column throughput, cache, memory, energy, money, regime;
  };
  // All columns of one chunk of rows; a few tens of kB on the stack of the evaluating thread.
  struct Chunk {
    Rates rates;
    Load load;
    Times times;
    Times decode;         // request: the decode step before it is added
    Column tokens_count;  // tokens the throughput counts, Eq. 10
    Costs costs;
  };

  void fill_rates(const Pointers& in, Index rows, Rates& rates) const;
  void fill_load(
      PassKind kind, const double* batch, const double* length, Index rows, Load& load) const;
  void run_passes(const Pointers& in, Index rows, Chunk& work, double* const* y) const;
  void write(const Pointers& in, Index rows, Chunk& work, double* const* y) const;
  bool all_fit(const Pointers& in, Index rows, const Chunk& work) const;
  void refuse_rows(
      const Pointers& in, Index first, Index rows, const Chunk& work, BatchResult& out) const;

  const double* at(const Pointers& in, Input input) const {
    return in[static_cast<std::size_t>(input)];
  }

  Setup setup_;
  Variant variant_;
  Pass decode_, prefill_;
  Footprint footprint_;
  std::vector<Input> columns_;
  std::vector<InputVariable> inputs_;
  Bounds bounds_;
  std::vector<OutputVariable> outputs_;
  Index first_common_;  // column of `throughput`; the total stands before it
};

Variant variant_of(const Setup& setup) {
  return setup.genz() ? Variant::genz : setup.by_size() ? Variant::by_size : Variant::single;
}

std::vector<InputVariable> variables_of(const std::vector<Input>& inputs, const Setup& setup) {
  std::vector<InputVariable> variables;
  for (const Input input : inputs) {
    variables.push_back(variable_of(input, setup));
  }
  return variables;
}

RooflineLlm::RooflineLlm(const Setup& setup)
    : setup_(setup),
      variant_(variant_of(setup)),
      decode_(pass_of(setup, PassKind::decode)),
      prefill_(pass_of(setup, PassKind::prefill)),
      footprint_(footprint_of(setup)),
      columns_(inputs_of(setup)),
      inputs_(variables_of(columns_, setup)),
      bounds_(columns_, inputs_),
      outputs_(outputs_of(setup)),
      first_common_(setup.phase == Phase::request ? 3 : 1) {}

void RooflineLlm::fill_rates(const Pointers& in, Index rows, Rates& rates) const {
  const auto reciprocal = [&](Input eta, Input speed, double scale, Column& rate) {
    const double* share = at(in, eta);
    const double* top = at(in, speed);
    for (Index i = 0; i < rows; ++i) {
      rate[static_cast<std::size_t>(i)] = 1 / (share[i] * top[i] * scale);
    }
  };
  // The GenZ tool's GB has 2^30 bytes (roofline_llm.md, difference 1).
  const double scale = setup_.genz() ? 1073741824.0 / 1e9 : 1.0;
  if (setup_.by_size()) {
    reciprocal(Input::eta_compute_large, Input::peak_flops, 1, rates.compute[0]);
    reciprocal(Input::eta_compute_medium, Input::peak_flops, 1, rates.compute[1]);
    reciprocal(Input::eta_compute_small, Input::peak_flops, 1, rates.compute[2]);
    reciprocal(Input::eta_memory_large, Input::hbm_bw, 1, rates.memory[0]);
    reciprocal(Input::eta_memory_medium, Input::hbm_bw, 1, rates.memory[1]);
    reciprocal(Input::eta_memory_small, Input::hbm_bw, 1, rates.memory[2]);
  } else {
    reciprocal(Input::eta_compute, Input::peak_flops, 1, rates.compute[0]);
    reciprocal(Input::eta_memory, Input::hbm_bw, scale, rates.memory[0]);
  }
  reciprocal(Input::eta_network, Input::link_bw, scale, rates.network);
  if (setup_.genz()) {
    reciprocal(Input::eta_memory, Input::onchip_bw, scale, rates.on_chip);
    const double* share = at(in, Input::eta_network);
    const double* hop = at(in, Input::hop_latency);
    for (Index i = 0; i < rows; ++i) {
      rates.start[static_cast<std::size_t>(i)] = 1 / share[i];
      rates.latency[static_cast<std::size_t>(i)] = hop[i] / share[i];
    }
  } else {
    std::copy_n(at(in, Input::allreduce_latency), rows, rates.latency.data());
    std::copy_n(at(in, Input::kernel_overhead), rows, rates.kernel.data());
  }
}

void RooflineLlm::fill_load(
    PassKind kind, const double* batch, const double* length, Index rows, Load& load) const {
  const bool genz = setup_.genz();
  for (Index row = 0; row < rows; ++row) {
    const auto i = static_cast<std::size_t>(row);
    const double b = batch[row];
    const double cached = b * length[row];
    load.cached[i] = cached;
    if (kind == PassKind::decode) {
      load.tokens[i] = b;
      load.head[i] = b;
      load.pairs[i] = cached;
    } else {
      load.tokens[i] = cached;
      load.head[i] = genz ? cached : b;
      load.pairs[i] = genz ? cached * length[row] : cached * (length[row] + 1) * 0.5;
    }
  }
}

void RooflineLlm::run_passes(const Pointers& in, Index rows, Chunk& work, double* const* y) const {
  const double* batch = at(in, Input::batch);
  if (setup_.phase == Phase::decode) {
    fill_load(PassKind::decode, batch, at(in, Input::context_tokens), rows, work.load);
    run_pass(variant_, decode_, work.rates, work.load, rows, work.times);
    std::copy_n(batch, rows, work.tokens_count.data());
    std::copy_n(work.times.total.data(), rows, y[0]);
    return;
  }
  const double* prompt = at(in, Input::prompt_tokens);
  if (setup_.phase == Phase::prefill) {
    fill_load(PassKind::prefill, batch, prompt, rows, work.load);
    run_pass(variant_, prefill_, work.rates, work.load, rows, work.times);
    std::copy_n(work.load.tokens.data(), rows, work.tokens_count.data());
    std::copy_n(work.times.total.data(), rows, y[0]);
    return;
  }
  // Request, Eq. 11: every step costs what the mean context s + o/2 costs.
  const double* output = at(in, Input::output_tokens);
  Column context;
  for (Index i = 0; i < rows; ++i) {
    context[static_cast<std::size_t>(i)] = prompt[i] + output[i] / 2;
    work.tokens_count[static_cast<std::size_t>(i)] = batch[i] * output[i];
  }
  fill_load(PassKind::decode, batch, context.data(), rows, work.load);
  run_pass(variant_, decode_, work.rates, work.load, rows, work.decode);
  fill_load(PassKind::prefill, batch, prompt, rows, work.load);
  run_pass(variant_, prefill_, work.rates, work.load, rows, work.times);
  std::copy_n(work.times.total.data(), rows, y[0]);
  std::copy_n(work.decode.total.data(), rows, y[1]);
  const auto add_steps = [&](Column& sum, const Column& step) {
    for (Index row = 0; row < rows; ++row) {
      const auto i = static_cast<std::size_t>(row);
      sum[i] += (output[row] - 1) * step[i];
    }
  };
  for (std::size_t k = 0; k < stage_count; ++k) {
    add_steps(work.times.stage[k], work.decode.stage[k]);
  }
  add_steps(work.times.compute, work.decode.compute);
  add_steps(work.times.memory, work.decode.memory);
  add_steps(work.times.total, work.decode.total);
  std::copy_n(work.times.total.data(), rows, y[2]);
}

void RooflineLlm::write(const Pointers& in, Index rows, Chunk& work, double* const* y) const {
  const double* batch = at(in, Input::batch);
  const double* length =
      setup_.phase == Phase::decode ? at(in, Input::context_tokens) : at(in, Input::prompt_tokens);
  const double* output = at(in, Input::output_tokens);
  const double* power = at(in, Input::gpu_power);
  const double* pue = at(in, Input::pue);
  const double* gpu_price = at(in, Input::gpu_price);
  const double* electricity = at(in, Input::electricity_price);
  const double n = setup_.tp;
  const double hire = 1e6 * n / 3600;     // $/h per GPU -> $/s of the group for 1e6 tokens
  const double energy = 1e6 * n / 3.6e6;  // W x $/kWh -> the same
  const double* count = work.tokens_count.data();
  const Times& times = work.times;
  // `costs` alone is written here: restrict spares gcc the alias checks that would keep this
  // scalar.
  Costs* __restrict costs = &work.costs;
  for (Index row = 0; row < rows; ++row) {
    const auto i = static_cast<std::size_t>(row);
    const double per_token = times.total[i] / count[i];
    const double cache = footprint_.cache_position * batch[row] * length[row];
    const double watts = power[row] * pue[row];
    costs->throughput[i] = count[i] / times.total[i];
    costs->cache[i] = cache;
    costs->memory[i] =
        footprint_.weights + cache + footprint_.activation_token * work.load.tokens[i];
    costs->energy[i] = n * watts * per_token;
    costs->money[i] = (hire * gpu_price[row] + energy * watts * electricity[row]) * per_token;
  }
  if (setup_.phase == Phase::request) {  // at its end a request holds s + o positions
    for (Index row = 0; row < rows; ++row) {
      const auto i = static_cast<std::size_t>(row);
      const double more = footprint_.cache_position * batch[row] * output[row];
      costs->cache[i] += more;
      costs->memory[i] += more;
    }
  }
  for (Index row = 0; row < rows; ++row) {  // ties go to the first
    const auto i = static_cast<std::size_t>(row);
    double largest = times.compute[i];
    double index = 0;
    const auto consider = [&](double time, double its_index) {
      index = time > largest ? its_index : index;
      largest = time > largest ? time : largest;
    };
    consider(times.memory[i], 1);
    consider(times.stage[s_comm][i], 2);
    consider(times.stage[s_overhead][i], 3);
    costs->regime[i] = index;
  }
  double* const* next = y + first_common_;
  const auto put = [&](const Column& column) { std::copy_n(column.data(), rows, *next++); };
  put(costs->throughput);
  std::fill_n(*next++, rows, footprint_.weights);
  put(costs->cache);
  put(costs->memory);
  put(costs->energy);
  put(costs->money);
  for (const Column& stage : times.stage) {
    put(stage);
  }
  put(times.compute);
  put(times.memory);
  put(times.stage[s_comm]);
  put(times.stage[s_overhead]);
  put(costs->regime);
}

bool RooflineLlm::all_fit(const Pointers& in, Index rows, const Chunk& work) const {
  const double* capacity = at(in, Input::hbm_capacity);
  double wrong = 0;
  for (Index i = 0; i < rows; ++i) {
    wrong = work.costs.memory[static_cast<std::size_t>(i)] <= capacity[i] ? wrong : 1.0;
  }
  return wrong == 0 || !setup_.check_memory;
}

void RooflineLlm::refuse_rows(
    const Pointers& in, Index first, Index rows, const Chunk& work, BatchResult& out) const {
  for (Index i = 0; i < rows; ++i) {
    std::string message = bounds_.violation(in, i);
    RowStatus status = RowStatus::exception;
    if (message.empty()) {
      const double memory = work.costs.memory[static_cast<std::size_t>(i)];
      const double capacity = at(in, Input::hbm_capacity)[i];
      if (memory <= capacity || !setup_.check_memory) {
        continue;
      }
      status = RowStatus::infeasible;
      message = "memory " + number_text(memory / 1e9) + " GB per GPU exceeds hbm_capacity " +
                number_text(capacity / 1e9) + " GB";
    }
    out.status[static_cast<std::size_t>(first + i)] = status;
    out.y.row(first + i).setConstant(not_a_number);
    if (out.message) {
      out.message(first + i, message);
    }
  }
}

void RooflineLlm::evaluate(MatrixRef x, BatchResult& out) const {
  Chunk work;
  std::vector<double*> y(outputs_.size());
  for (Index first = 0; first < x.rows(); first += chunk) {
    const Index rows = std::min(chunk, x.rows() - first);
    Pointers in{};
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      in[static_cast<std::size_t>(columns_[k])] = x.col(static_cast<Index>(k)).data() + first;
    }
    for (std::size_t k = 0; k < y.size(); ++k) {
      y[k] = out.y.col(static_cast<Index>(k)).data() + first;
    }
    fill_rates(in, rows, work.rates);
    run_passes(in, rows, work, y.data());
    write(in, rows, work, y.data());
    if (!bounds_.all_inside(in, rows) || !all_fit(in, rows, work)) {
      refuse_rows(in, first, rows, work, out);
    }
  }
}

}  // namespace
}  // namespace roofline

Model roofline_llm(const Config& config) {
  return roofline::RooflineLlm(roofline::setup_of(config));
}

}  // namespace uq::perfmodels
