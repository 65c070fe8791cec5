#pragma once

#include "uq/core/status.hpp"
#include "uq/core/types.hpp"
#include "uq/core/variable.hpp"

#include <concepts>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace uq {

/// Caller-owned space for the results of one batch of n points.
/// @shape y (n, outputs of the model); status n, pre-set to ok. Rows that are not ok hold NaN in y.
struct BatchResult {
  MutableMatrixRef y;
  std::span<RowStatus> status;
  /// Explains a row that is not ok; may be empty. Called from the thread that evaluates.
  std::function<void(Index row, const std::string& text)> message;
};

/// A model evaluates batches of points, as columns, in its own units. `evaluate` is const and may
/// be called from several threads at once; the same row gives the same bits however rows are
/// batched. It needs not report NaN or infinite outputs: `evaluate` of `Model` marks them
/// `nonfinite`.
template <class M>
concept BatchModel =
    std::copy_constructible<M> && requires(const M& model, MatrixRef x, BatchResult& out) {
      model.evaluate(x, out);
      { model.inputs() } -> std::convertible_to<const std::vector<InputVariable>&>;
      { model.outputs() } -> std::convertible_to<const std::vector<OutputVariable>&>;
      { model.id() } -> std::convertible_to<std::string>;
    };

/// Any batch model as a value; copies share the model.
class Model {
 public:
  template <class M>
    requires(!std::same_as<M, Model> && BatchModel<M>)
  Model(M model)
      : self_(std::make_shared<Holder<M>>(std::move(model))) {}  // NOLINT: converts by design

  const std::vector<InputVariable>& inputs() const { return self_->inputs(); }
  const std::vector<OutputVariable>& outputs() const { return self_->outputs(); }
  std::string id() const { return self_->id(); }

  /// Evaluates x (n, inputs) into out.y (n, outputs) and leaves every row in one of three states:
  /// ok with finite outputs; `nonfinite` with NaN for each NaN or infinite output and the model's
  /// bits for the others; any other status with all outputs NaN. A model that throws spoils the
  /// batch, which is then repeated row by row: only rows that throw again are lost (status
  /// `exception`, the text as message), all others get the bits they would have had. A repeated row
  /// may explain itself twice; the last message counts.
  /// @throws InvalidArgument when a shape does not fit; what `EndsEvaluation` is mixed into.
  void evaluate(const MatrixRef& x, BatchResult& out) const;

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual const std::vector<InputVariable>& inputs() const = 0;
    virtual const std::vector<OutputVariable>& outputs() const = 0;
    virtual std::string id() const = 0;
    virtual void evaluate(const MatrixRef& x, BatchResult& out) const = 0;
  };
  template <class M>
  struct Holder final : Interface {
    explicit Holder(M model) : value(std::move(model)) {}
    const std::vector<InputVariable>& inputs() const override { return value.inputs(); }
    const std::vector<OutputVariable>& outputs() const override { return value.outputs(); }
    std::string id() const override { return value.id(); }
    void evaluate(const MatrixRef& x, BatchResult& out) const override { value.evaluate(x, out); }
    M value;
  };
  std::shared_ptr<const Interface> self_;
};

}  // namespace uq
