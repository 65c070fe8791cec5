#include "perfmodels/plugin/check.hpp"

#include "perfmodels/plugin/check_detail.hpp"
#include "perfmodels/plugin/output_guard.hpp"
#include "perfmodels/plugin/process_state_detail.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace uq::perfmodels {
namespace {

using plugin::Verdict;

struct Rule {
  const char* name;
  Verdict (*check)(const plugin::Subject&);
};

constexpr std::array rules{Rule{"nominal point", plugin::nominal_point},
                           Rule{"statuses", plugin::statuses},
                           Rule{"finite outputs", plugin::finite_outputs},
                           Rule{"categories", plugin::categories},
                           Rule{"stages", plugin::stages},
                           Rule{"bounds", plugin::bounds},
                           Rule{"dead inputs", plugin::dead_inputs},
                           Rule{"repetition", plugin::repetition},
                           Rule{"instances", plugin::instances},
                           Rule{"batch splits", plugin::batch_splits},
                           Rule{"strides", plugin::strides},
                           Rule{"threads", plugin::threads},
                           Rule{"cancellation", plugin::cancellation},
                           Rule{"memory", plugin::memory}};

// Few rows of a model that says it is slow.
Index rows_for(double cost) {
  constexpr double budget = 0.05;  // seconds of one batch
  return cost > 0 ? static_cast<Index>(std::clamp(budget / cost, 6.0, 48.0)) : 48;
}

// Runs rules one by one, with standard output out of their reach, and collects what they find.
class Checker {
 public:
  explicit Checker(const CheckOptions& options) : options_(options) {}

  // Runs one rule; a plugin that is refused while it runs fails it.
  template <class Check>
  bool run(const std::string& rule, const Check& check) {
    if (options_.starting) {
      options_.starting(rule);
    }
    Verdict verdict;
    OutputGuard guard;
    try {
      verdict = check();
    } catch (const PluginError& error) {
      verdict = {CheckLevel::error, error.what(), error.hint};
    } catch (const std::exception& error) {
      verdict = {CheckLevel::error, error.what(), {}};
    }
    const StrayOutput stray = guard.finish();
    if (stray_.bytes == 0) {
      stray_.first_line = stray.first_line;
    }
    stray_.bytes += stray.bytes;
    stray_.diverted |= stray.diverted;
    add(rule, verdict);
    return verdict.level != CheckLevel::error;
  }

  void add(const std::string& rule, const Verdict& verdict) {
    findings_.push_back({rule, verdict.level, verdict.text, verdict.hint});
    if (options_.found) {
      options_.found(findings_.back());
    }
  }

  const StrayOutput& stray() const { return stray_; }
  std::vector<CheckFinding> findings() { return std::move(findings_); }

 private:
  const CheckOptions& options_;
  StrayOutput stray_;
  std::vector<CheckFinding> findings_;
};

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

Verdict described(const plugin::Instance& instance, const PluginModelInfo& info) {
  const plugin::Description& description = instance.description();
  std::string without;
  for (const InputVariable& input : description.inputs) {
    if (input.doc.empty()) {
      without += (without.empty() ? "`" : ", `") + input.name + "`";
    }
  }
  const std::string text =
      "`" + info.id + "` " + info.version + ": " + counted(description.inputs.size(), "input") +
      ", " + counted(description.outputs.size(), "output") + ", " + std::string(thread_rule(info));
  return {CheckLevel::ok, text, without.empty() ? "" : "a doc would help users of " + without};
}

Verdict process(const plugin::ProcessState& before,
                const plugin::ProcessState& after,
                bool fp_on_load) {
  std::vector<std::string> found = plugin::changes(before, after);
  if (fp_on_load) {
    found.insert(found.begin(), "loading the library changed the floating-point environment");
  }
  if (found.empty()) {
    return {
        CheckLevel::ok,
        "locale, working folder, environment, umask, signal handlers and file descriptors are as "
        "they were",
        {}};
  }
  std::string text;
  for (const std::string& change : found) {
    text += (text.empty() ? "" : "; ") + change;
  }
  // The host puts the floating-point environment right by itself, the rest stays.
  const bool only_fp = fp_on_load && found.size() == 1;
  return {only_fp ? CheckLevel::warning : CheckLevel::error,
          text,
          fp_on_load ? "fast mathematics on the link line adds start-up code that flushes to zero: "
                       "leave it out there"
                     : ""};
}

Verdict standard_output(const StrayOutput& stray) {
  if (stray.diverted) {
    return {CheckLevel::error,
            "descriptor 1 was closed or led elsewhere",
            "it belongs to the host: what is opened next would take its place and get the results"};
  }
  if (stray.bytes == 0) {
    return {CheckLevel::ok, "nothing was printed", {}};
  }
  return {CheckLevel::error,
          std::to_string(stray.bytes) + " bytes were printed, beginning with \"" +
              stray.first_line + "\"",
          "say it with message(), or print to standard error"};
}

}  // namespace

std::string_view name(CheckLevel level) {
  constexpr std::array<std::string_view, 3> names{"ok", "warning", "error"};
  return names[static_cast<std::size_t>(level)];
}

std::vector<CheckFinding> check_plugin(const std::string& file,
                                       const std::string& id,
                                       const std::string& config_text,
                                       const CheckOptions& options) {
  const plugin::ProcessState before = plugin::process_state();
  const std::string config = config_text.empty() ? "{}" : config_text;
  Checker checker(options);
  plugin::Library* library = nullptr;
  std::uint32_t index = 0;
  std::unique_ptr<plugin::Instance> instance;
  const bool loaded = checker.run("loads", [&]() -> Verdict {
    load_plugin(file, id, config);  // refuses what check could examine but no run would take
    library = &plugin::open_library(file);
    index = plugin::model_index(*library, id);
    instance = std::make_unique<plugin::Instance>(*library, index, config);
    return described(*instance, library->info.models[index]);
  });
  if (loaded) {
    std::optional<plugin::Subject> subject;
    const bool evaluated = checker.run("evaluates", [&]() -> Verdict {
      const plugin::Description& description = instance->description();
      const Matrix rows = sample_rows(description, rows_for(description.cost_hint));
      subject.emplace(plugin::Subject{
          *library, index, config, instance, description, rows, plugin::probe(*instance, rows)});
      const plugin::Outcome& outcome = subject->reference;
      Verdict verdict{CheckLevel::ok, counted(outcome.status.size(), "row") + " in one batch", {}};
      if (outcome.result != UQPM_OK) {
        verdict = {CheckLevel::error,
                   "evaluate returned " + plugin::status_text(outcome.result) +
                       (outcome.messages.contains(-1) ? ": " + outcome.messages.at(-1) : ""),
                   "a row without result gets UQPM_PT_FAILED; the call is UQPM_OK"};
      }
      return with_faults({outcome}, verdict);
    });
    for (const Rule& rule : rules) {
      if (evaluated) {
        checker.run(rule.name, [&] { return rule.check(*subject); });
      }
    }
    subject.reset();
    instance.reset();
    const plugin::ProcessState after = plugin::process_state();
    checker.run("process", [&] { return process(before, after, library->fp_on_load); });
  }
  checker.add("standard output", standard_output(checker.stray()));
  return checker.findings();
}

}  // namespace uq::perfmodels
