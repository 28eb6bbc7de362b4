// SPDX-License-Identifier: MIT
// Other tools are asked through the exports: about each label separately, and about all assertions
// together with the labels ERROR and SLIC_ERROR, because that is how they can be asked. A violation
// of the latter says nothing about a single one of them, unless there is only one.
#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "base/util/process.hpp"
#include "product/cross/contenders.hpp"
#include <hardbop/export.hpp>

namespace hardbop {

namespace {

using cross_layer::Group;

struct OutsideAnswer {
  Verdict verdict = Verdict::Unknown;
  std::string reason;
  bool is_missing = false;
};

/// Runs commands one after the other, all within one limit of time.
class Runner {
 public:
  explicit Runner(const Question& question) : left_(question.timeout) {
    options_.cancel = question.cancel;
    options_.folder = folder_.path();
    options_.keep_output = true;
  }

  [[nodiscard]] std::string write(const std::string& name, std::string_view text) const {
    return folder_.write(name, text);
  }

  /// What it printed; nothing where it came to no end of its own, for which `answer` says why.
  [[nodiscard]] std::optional<std::string> run(const std::vector<std::string>& command,
                                               OutsideAnswer& answer) {
    options_.seconds = left_;
    ProcessResult result = run_process(command, options_);
    seconds_ += result.seconds;
    if (left_) *left_ = std::max(0.0, *left_ - result.seconds);
    switch (result.end) {
      case ProcessResult::End::Exited: return std::move(result.output);
      case ProcessResult::End::NotFound:
        answer.is_missing = true;
        answer.reason = fmt::format("{} is not installed", command.front());
        break;
      case ProcessResult::End::TimedOut: answer.reason = "time limit reached"; break;
      case ProcessResult::End::Cancelled: answer.reason = "cancelled"; break;
      case ProcessResult::End::Signalled:
        answer.reason = fmt::format("{} was ended by signal {}", command.front(), result.status);
        break;
      case ProcessResult::End::Failed:
        answer.reason = fmt::format("cannot run {}", command.front());
        break;
    }
    return std::nullopt;
  }

  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  TemporaryFolder folder_;
  ProcessOptions options_;
  std::optional<double> left_;
  double seconds_ = 0;
};

/// Satisfiable clauses have an invariant.
OutsideAnswer ask_z3(Runner& runner, const std::string& text) {
  OutsideAnswer answer;
  const auto output = runner.run({"z3", runner.write("program.smt2", text)}, answer);
  if (!output) return answer;
  if (output->starts_with("sat")) {
    answer.verdict = Verdict::Holds;
  } else if (output->starts_with("unsat")) {
    answer.verdict = Verdict::Violated;
  } else {
    answer.reason = "z3 says " + output->substr(0, output->find('\n'));
  }
  return answer;
}

/// SPIN writes a program in C, which is compiled and run.
OutsideAnswer ask_spin(Runner& runner, const std::string& text) {
  OutsideAnswer answer;
  if (!runner.run({"spin", "-a", runner.write("program.pml", text)}, answer)) return answer;
  if (!runner.run({"cc", "-w", "-O0", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"}, answer))
    return answer;
  const auto output = runner.run({"./pan", "-E", "-m1000000"}, answer);
  if (!output) return answer;
  if (output->find("assertion violated") != std::string::npos) {
    answer.verdict = Verdict::Violated;
  } else if (output->find("errors: 0") != std::string::npos &&
             output->find("max search depth too small") == std::string::npos) {
    answer.verdict = Verdict::Holds;
  } else {
    answer.reason = "SPIN did not search all states";
  }
  return answer;
}

/// ABC proves by property-directed reachability [een11], or finds a way to a bad state.
OutsideAnswer ask_abc(Runner& runner, const std::string& text) {
  OutsideAnswer answer;
  const auto output = runner.run(
      {"berkeley-abc", "-q", fmt::format("read {}; pdr", runner.write("program.aig", text))},
      answer);
  if (!output) return answer;
  if (output->find("was asserted in frame") != std::string::npos) {
    answer.verdict = Verdict::Violated;
  } else if (output->find("Property proved") != std::string::npos) {
    answer.verdict = Verdict::Holds;
  } else {
    answer.reason = "ABC did not decide it";
  }
  return answer;
}

struct Tool {
  std::string_view name;
  ExportLanguage language;
  OutsideAnswer (*ask)(Runner&, const std::string&);
};

constexpr Tool tools[] = {{"z3", ExportLanguage::Chc, ask_z3},
                          {"spin", ExportLanguage::Promela, ask_spin},
                          {"abc", ExportLanguage::Aiger, ask_abc}};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

namespace cross_layer {

std::vector<Group> groups(const Answer& asked) {
  constexpr std::string_view prefix = "label ";
  std::vector<Group> out;
  Group errors;
  const bool by_label = std::ranges::none_of(
      asked.results, [](const auto& r) { return r.kind == PropertyResult::Kind::Assert; });
  for (std::size_t i = 0; i < asked.results.size(); ++i) {
    const PropertyResult& result = asked.results[i];
    const bool is_label = result.kind == PropertyResult::Kind::Label;
    const std::string label = is_label ? result.property.substr(prefix.size()) : "";
    const bool is_error = !is_label || label == "ERROR" || label == "SLIC_ERROR";
    if (is_label && (by_label || !is_error)) {
      out.push_back({{label}, {i}});
    } else {
      errors.properties.push_back(i);
    }
  }
  if (!errors.properties.empty()) out.push_back(std::move(errors));
  return out;
}

Contender ask_outside(const std::string& name, const Program& program, const CrossOptions& options,
                      const std::vector<Group>& asked, std::vector<Verdict>& verdicts) {
  Contender contender;
  contender.name = name;
  verdicts.assign(asked.size(), Verdict::Unknown);
  const Tool* const tool = std::find_if(std::begin(tools), std::end(tools),
                                        [&](const Tool& t) { return t.name == name; });
  if (tool == std::end(tools)) {
    contender.remark = "unknown tool";
    return contender;
  }
  Runner runner(options.question);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const ExportResult exported =
        export_program(program, {tool->language, asked[i].labels, false, options.question.entries});
    if (!exported.error.empty()) {
      contender.remark = first_line(exported.error);
      return contender;
    }
    const OutsideAnswer answer = tool->ask(runner, exported.text);
    contender.seconds = runner.seconds();
    if (!answer.reason.empty()) contender.remark = answer.reason;
    if (answer.is_missing) return contender;
    verdicts[i] = answer.verdict;
  }
  return contender;
}

}  // namespace cross_layer

std::vector<std::string_view> outside_tools() {
  std::vector<std::string_view> names;
  for (const Tool& tool : tools) names.push_back(tool.name);
  return names;
}

}  // namespace hardbop
