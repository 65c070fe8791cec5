#include "studies/workers/lines.hpp"

#include "studies/workers/json_line.hpp"

#include <deque>
#include <limits>
#include <string>

namespace uq::studies {

namespace {

/// A batch that was asked for: its rows have consecutive ids.
struct OpenBatch {
  RowResult result;
  std::uint64_t first_id = 0;
  std::vector<bool> answered;
  std::size_t missing = 0;
};

class Lines final : public Dialogue {
 public:
  Lines(const std::vector<InputVariable>& inputs, std::vector<OutputVariable> outputs)
      : writer_(inputs), outputs_(std::move(outputs)) {}

  std::string opening() override { return {}; }
  bool ready() const override { return true; }
  std::string meaning(int) const override { return {}; }

  std::string request(std::uint64_t id, const MatrixRef& x) override {
    const auto rows = static_cast<std::size_t>(x.rows());
    OpenBatch batch;
    batch.result.id = id;
    batch.result.status.assign(rows, RowStatus::ok);
    batch.result.y = Matrix::Constant(
        x.rows(), static_cast<Index>(outputs_.size()), std::numeric_limits<double>::quiet_NaN());
    batch.first_id = next_;
    batch.answered.assign(rows, false);
    batch.missing = rows;
    std::string text;
    for (Index i = 0; i < x.rows(); ++i) {
      std::string line;
      std::string why;
      if (writer_.append(line, next_ + static_cast<std::uint64_t>(i), x, i, why)) {
        text += line;
      } else {
        fill(batch, static_cast<std::size_t>(i), {.status = RowStatus::exception, .message = why});
      }
    }
    next_ += rows;
    open_.push_back(std::move(batch));
    return text;
  }

  void take(std::string_view bytes, std::vector<RowResult>& answered) override {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view piece = bytes.substr(0, end);
      if (begun_.size() + piece.size() > max_line) {
        throw DialogueFault(RowStatus::output_too_large,
                            "wrote a line of more than " + std::to_string(max_line) + " bytes");
      }
      if (end == std::string_view::npos) {
        begun_ += piece;
        break;
      }
      bytes.remove_prefix(end + 1);
      if (begun_.empty()) {
        take_line(piece);
      } else {
        begun_ += piece;
        take_line(begun_);
        begun_.clear();
      }
      hand_over(answered);  // at once: the next line may be a fault, and not theirs
    }
    hand_over(answered);
  }

 private:
  void hand_over(std::vector<RowResult>& answered) {
    while (!open_.empty() && open_.front().missing == 0) {
      answered.push_back(std::move(open_.front().result));
      open_.pop_front();
    }
  }

  void take_line(std::string_view line) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      return;
    }
    const LineAnswer answer = read_answer(line, outputs_);
    for (OpenBatch& batch : open_) {
      const std::uint64_t row = answer.id - batch.first_id;
      if (answer.id >= batch.first_id && row < batch.answered.size() && !batch.answered[row]) {
        fill(batch, row, answer);
        return;
      }
    }
    throw DialogueFault(RowStatus::unparsable,
                        "answered id " + std::to_string(answer.id) +
                            ", which was not asked or is answered already");
  }

  static void fill(OpenBatch& batch, std::size_t row, const LineAnswer& answer) {
    batch.answered[row] = true;
    --batch.missing;
    batch.result.status[row] = answer.status;
    for (std::size_t k = 0; k < answer.y.size(); ++k) {
      batch.result.y(static_cast<Index>(row), static_cast<Index>(k)) = answer.y[k];
    }
    if (!answer.message.empty()) {
      batch.result.messages.emplace_back(static_cast<Index>(row), answer.message);
    }
  }

  LineWriter writer_;
  std::vector<OutputVariable> outputs_;
  std::deque<OpenBatch> open_;
  std::string begun_;
  std::uint64_t next_ = 1;
};

}  // namespace

std::unique_ptr<Dialogue> lines_dialogue(const std::vector<InputVariable>& inputs,
                                         const std::vector<OutputVariable>& outputs) {
  return std::make_unique<Lines>(inputs, outputs);
}

}  // namespace uq::studies
