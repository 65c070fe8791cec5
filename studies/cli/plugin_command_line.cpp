#include "studies/cli/plugin_command_line.hpp"

#include <nlohmann/json.hpp>

namespace uq::studies {

namespace {

/// What is wrong with a configuration, empty: nothing. Plugins are promised the text of a JSON
/// object; no other reaches them.
std::string objection_to_config(const std::string& text) {
  return nlohmann::json::parse(text, nullptr, false).is_object()
             ? ""
             : "`" + text + "` is no JSON object such as '{\"key\": 1}'";
}

void add_options(CLI::App& command, std::string& id, std::string& config, int& timeout) {
  command.add_option("--model", id, "model of a plugin that has several");
  command.add_option("--config", config, "configuration of the plugin's model, a JSON object")
      ->check(objection_to_config);
  command.add_option("--timeout", timeout, "seconds until the plugin counts as hanging")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
}

}  // namespace

void PluginCommandLine::add_to(CLI::App& app, std::function<int()>& chosen) {
  CLI::App* inspect_app =
      app.add_subcommand("inspect", "inputs, outputs and configuration of a model");
  inspect_app->add_option("model", inspect.model, "built-in model, or file of a plugin")
      ->required();
  add_options(*inspect_app, inspect.id, inspect.config, inspect.timeout);
  inspect_app->footer("Example:\n  uq inspect roofline_llm");
  inspect_app->callback([&] { chosen = [this] { return inspect_command(inspect); }; });

  CLI::App* check_app =
      app.add_subcommand("check-plugin", "whether a plugin keeps the rules; runs its code");
  check_app->add_option("file", check.file, "shared library")->required();
  add_options(*check_app, check.id, check.config, check.timeout);
  check_app->add_flag("--json", check.json, "print JSON");
  check_app->footer("Example:\n  uq check-plugin ./libmine.so");
  check_app->callback([&] { chosen = [this] { return check_plugin_command(check); }; });

  CLI::App* new_app = app.add_subcommand("new-plugin", "write a plugin to start from");
  new_app->add_option("name", fresh.name, "of the model and of the folder that is made")
      ->required();
  new_app->add_flag("--c", fresh.c, "in C instead of C++");
  new_app->footer("Example:\n  uq new-plugin mine");
  new_app->callback([&] { chosen = [this] { return new_plugin_command(fresh); }; });

  CLI::App* trust_app =
      app.add_subcommand("trust", "let studies run the code of a file, as long as it is unchanged");
  trust_app->add_option("file", trust.file, "shared library, or a study whose command it is");
  auto* list = trust_app->add_flag("--list", trust.list, "print what is trusted");
  trust_app->add_flag("--remove", trust.remove, "trust the file no longer")->excludes(list);
  trust_app->footer("Example:\n  uq trust ./libmine.so");
  trust_app->callback([&] { chosen = [this] { return trust_command(trust); }; });
}

}  // namespace uq::studies
