#include "studies/cli/result_command_line.hpp"

namespace uq::studies {

void ResultCommandLine::add_to(CLI::App& app, std::function<int()>& chosen) {
  CLI::App* export_app = app.add_subcommand(
      "export", "write a result as CSV, Markdown, LaTeX and pgfplots files for reports");
  export_app->add_option("file", exported.file, "result file")->required();
  export_app->add_option("-o,--output", exported.folder, "folder; made when it is not there")
      ->required();
  export_app->add_flag("--force", exported.force, "overwrite existing files");
  export_app->footer("Example:\n  uq export llama2_70b_h100_decode.h5 -o paper/data");
  export_app->callback([&, this] { chosen = [this] { return export_command(exported); }; });

  CLI::App* diff_app =
      app.add_subcommand("diff", "which figures of two results differ beyond their intervals");
  diff_app->add_option("first", diff.first, "result file")->required();
  diff_app->add_option("second", diff.second, "result file")->required();
  diff_app->add_option("analysis", diff.analysis, "only this analysis");
  diff_app->add_option("--var", diff.variable, "only these figures, e.g. S1, 'q9*'");
  diff_app->add_option("--input", diff.input, "only these inputs or groups, e.g. 'eta_*'");
  diff_app
      ->add_option("--tolerance",
                   diff.tolerance,
                   "largest relative difference of figures without interval; default: not judged")
      ->check(CLI::Range(0.0, 1.0))
      ->check([](const std::string& text) {  // which no comparison refuses
        return text.find("nan") != std::string::npos || text.find("NAN") != std::string::npos
                   ? "`" + text + "` is no tolerance"
                   : std::string();
      });
  diff_app->add_flag("--json", diff.json, "print JSON");
  diff_app->footer("Example:\n  uq diff before.h5 after.h5 drivers --var 'S*' --input 'eta_*'");
  diff_app->callback([&, this] { chosen = [this] { return diff_command(diff); }; });
}

}  // namespace uq::studies
