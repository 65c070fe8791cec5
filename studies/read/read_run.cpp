#include "studies/read/read_run.hpp"

#include "studies/file/bind.hpp"
#include "studies/read/keys.hpp"

#include <cstdint>
#include <optional>

namespace uq::studies {

namespace {

/// A whole number from `least` to `most` under a key, if it is there and sound.
std::optional<Index> whole_at(
    const Node& table, const char* key, Index least, Index most, Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find(key);
  if (entry == nullptr) {
    return {};
  }
  const auto* number = std::get_if<std::int64_t>(&entry->value.value);
  if (number == nullptr || *number < least || *number > most) {
    diagnostics.error("U202",
                      "`" + std::string(key) + "` must be a whole number from " +
                          std::to_string(least) + " to " + std::to_string(most),
                      entry->value.place);
    return {};
  }
  return static_cast<Index>(*number);
}

ProcessPolicy read_process_policy(const Node& table, Diagnostics& diagnostics) {
  ProcessPolicy policy;
  if (const Node::Entry* entry = table.find("timeout")) {
    const std::optional<double> seconds =
        read_quantity(entry->value, "s", "the timeout", diagnostics);
    if (seconds && !(*seconds > 0 && *seconds <= 1e9)) {
      diagnostics.error("U202",
                        "the timeout must be a time of more than 0 s",
                        entry->value.place,
                        "leave it out to wait as long as it takes");
    }
    policy.timeout = seconds.value_or(0);
  }
  constexpr Index most = 100;
  if (const auto retries = whole_at(table, "retries", 0, most, diagnostics)) {
    policy.retries = static_cast<int>(*retries);
  }
  return policy;
}

StoreSamples read_store_samples(const Node& table, Diagnostics& diagnostics) {
  const Node::Entry* entry = table.find("store_samples");
  if (entry == nullptr || (entry->value.is_string() && entry->value.string() == "auto")) {
    return StoreSamples::automatic;
  }
  if (const auto* flag = std::get_if<bool>(&entry->value.value)) {
    return *flag ? StoreSamples::yes : StoreSamples::no;
  }
  diagnostics.error("U201", "`store_samples` must be \"auto\", true or false", entry->value.place);
  return StoreSamples::automatic;
}

Launcher read_launcher(const Node& launcher, Diagnostics& diagnostics) {
  Launcher result;
  if (launcher.find("slurm") != nullptr) {
    diagnostics
        .error("U108",
               "a launcher of kind `slurm` is not available in this version",
               launcher.find("slurm")->place)
        .notes.push_back(
            "help: prefix = [\"srun\", \"-n1\", \"--exact\", \"--unbuffered\", "
            "\"--kill-on-bad-exit=0\"]");
    return result;
  }
  check_keys(launcher, {"prefix", "workers"}, "a launcher", diagnostics);
  constexpr Index most = 4096;
  result.workers = whole_at(launcher, "workers", 1, most, diagnostics).value_or(0);
  const Node::Entry* prefix = launcher.find("prefix");
  if (prefix == nullptr) {
    return result;
  }
  bool sound = prefix->value.is_array() && !prefix->value.array().empty();
  for (const Node& word : sound ? prefix->value.array() : Node::Array{}) {
    sound = sound && word.is_string();
    if (sound) {
      result.prefix.push_back(word.string());
    }
  }
  if (!sound || result.prefix.front().empty()) {
    diagnostics.error("U541",
                      "`prefix` must be a list of words, the first of them a program",
                      prefix->value.place,
                      "write [\"ssh\", \"host\"]");
    result.prefix.clear();
  }
  return result;
}

}  // namespace

FailurePolicy read_failures(const Node& root, Diagnostics& diagnostics) {
  FailurePolicy policy;
  const Node* table = table_at(root, "failures", "[failures]", diagnostics);
  if (table == nullptr) {
    return policy;
  }
  check_keys(*table, {"on_failure", "budget", "retries", "timeout"}, "[failures]", diagnostics);
  if (const auto on_failure = text_at(*table, "on_failure", diagnostics)) {
    policy.stop_at_first = *on_failure == "stop";
    if (*on_failure != "complete" && *on_failure != "stop") {
      unknown_name("U203",
                   "failure policy",
                   *on_failure,
                   {"complete", "stop"},
                   table->find("on_failure")->value.place,
                   diagnostics);
    }
  }
  if (const Node::Entry* entry = table->find("budget")) {
    const std::optional<double> budget =
        read_quantity(entry->value, "1", "the failure budget", diagnostics);
    if (budget && (*budget < 0 || *budget >= 1)) {
      diagnostics.error("U202",
                        "the failure budget must be a share of the evaluations, 0 <= budget < 1",
                        entry->value.place,
                        "write 0.05 for 5 %");
    }
    policy.missing.budget = budget.value_or(0);
  }
  policy.process = read_process_policy(*table, diagnostics);
  return policy;
}

RunSection read_run(const Node& root, Diagnostics& diagnostics) {
  RunSection section;
  const Node* table = table_at(root, "run", "[run]", diagnostics);
  if (table == nullptr) {
    return section;
  }
  check_keys(*table, {"store_samples", "isolation", "launcher"}, "[run]", diagnostics);
  section.store = read_store_samples(*table, diagnostics);
  if (const auto isolation = text_at(*table, "isolation", diagnostics)) {
    const Place& place = table->find("isolation")->value.place;
    section.place.in_process = *isolation == "in-process";
    if (*isolation == "worker") {
      section.place.isolation = place;
    } else if (!section.place.in_process) {
      unknown_name("U203", "isolation", *isolation, {"worker", "in-process"}, place, diagnostics);
    }
  }
  if (const Node* launcher =
          table_at(*table, "launcher", "launcher = { workers = 4 }", diagnostics)) {
    section.place.launched = table->find("launcher")->place;
    section.place.launcher = read_launcher(*launcher, diagnostics);
    if (section.place.in_process) {
      diagnostics.error("U541",
                        "`launcher` starts worker processes, but the model runs in this one",
                        *section.place.launched,
                        "leave out isolation = \"in-process\"");
    }
  }
  return section;
}

void expect_no_processes(const std::string& kind, const RunPlace& place, Diagnostics& diagnostics) {
  for (const auto& at : {place.isolation, place.launched}) {
    if (at) {
      diagnostics.error("U541",
                        "a model of kind `" + kind + "` runs in this process, not in workers",
                        *at,
                        "leave it out");
    }
  }
}

}  // namespace uq::studies
