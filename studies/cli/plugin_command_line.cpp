#include "studies/cli/plugin_command_line.hpp"

namespace uq::studies {

namespace {

void add_model_options(CLI::App& command, std::string& id, std::string& config) {
  command.add_option("--model", id, "model of a plugin that has several");
  command.add_option("--config", config, "configuration of the plugin's model, a JSON object");
}

}  // namespace

void PluginCommandLine::add_to(CLI::App& app, std::function<int()>& chosen) {
  CLI::App* inspect_app =
      app.add_subcommand("inspect", "inputs, outputs and configuration of a model");
  inspect_app->add_option("model", inspect.model, "built-in model, or file of a plugin")
      ->required();
  add_model_options(*inspect_app, inspect.id, inspect.config);
  inspect_app->footer("Example:\n  uq inspect roofline_llm");
  inspect_app->callback([&] { chosen = [this] { return inspect_command(inspect); }; });

  CLI::App* check_app =
      app.add_subcommand("check-plugin", "whether a plugin keeps the rules; runs its code");
  check_app->add_option("file", check.file, "shared library")->required();
  add_model_options(*check_app, check.id, check.config);
  check_app->add_flag("--json", check.json, "print JSON");
  check_app->add_option("--timeout", check.timeout, "seconds until it counts as hanging")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
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
  trust_app->add_option("file", trust.file, "shared library");
  auto* list = trust_app->add_flag("--list", trust.list, "print what is trusted");
  trust_app->add_flag("--remove", trust.remove, "trust the file no longer")->excludes(list);
  trust_app->footer("Example:\n  uq trust ./libmine.so");
  trust_app->callback([&] { chosen = [this] { return trust_command(trust); }; });
}

}  // namespace uq::studies
