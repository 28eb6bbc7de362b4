// SPDX-License-Identifier: MIT
// hardbop check: decide properties of a program.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <memory>
#include <random>
#include <utility>

#include "main/commands.hpp"
#include "main/files.hpp"
#include "main/help.hpp"
#include "main/options.hpp"
#include "main/terminal.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* footer =
    R"(Without --label and --all-labels, every assertion and the labels ERROR and
SLIC_ERROR are checked; of C programs, whether an assertion can fail or
reach_error be called (assertions).

Exit status: 0 all hold or there is nothing to check, 10 some violated, 5 none
violated but some unknown, 1 usage, 2 bad input, 6 internal error.

Examples:
  hardbop check lock.bp                       can an assertion fail?
  hardbop check --label R --trace fig1.bp     can a run arrive at R, and how?
  hardbop check --all-labels --json lock.bp   every label, for a program to read
  hardbop check --certify lock.smt2 lock.bp   an answer that z3 can check, too
  hardbop check --trace driver.c              can it fail, and how?
  hardbop check --spec lock --trace driver.c  does it keep the rule on locks?
  hardbop generate tn 10 | hardbop check --label reach -)";

std::string random_uuid() {
  std::random_device device;
  const auto word = [&] { return static_cast<std::uint32_t>(device()); };
  const std::uint32_t middle = word();
  const std::uint32_t variant = word();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", word(), middle >> 16U,
                     middle & 0xfffU, 0x8000U | (variant >> 16U & 0x3fffU), variant & 0xffffU,
                     word());
}

std::string time_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

struct CheckCommand {
  InputOptions input;
  Question question;
  COptionsOnCommandLine c;
  CQuestion c_question;
  std::vector<std::string> properties;  // names, and files of SV-COMP's
  std::vector<std::string> specs;
  std::string harness_path;
  std::string witness_path;
  std::string sarif_path;
  CLI::Option* recursion_bound = nullptr;
  std::optional<std::uint32_t> heap;
  std::string trace_style;
  std::string certificate_path;
  std::vector<std::string> predicates;
  std::string keep;
  bool is_kept = true;
  bool json = false;
  bool statistics = false;

  [[nodiscard]] int run() {
    for (const std::string* path : {&certificate_path, &harness_path, &witness_path, &sarif_path})
      for (const std::string& source : input.paths)
        if (!path->empty() && would_overwrite(*path, source)) return bad_input;
    const auto start = std::chrono::steady_clock::now();
    std::optional<Interruption> interruption(std::in_place);
    ReadLimits limits{question.timeout, question.memory, interruption->flag()};
    question.cancel = interruption->flag();
    if (c.is_c(input.paths)) {
      const auto sources =
          read_c_files(input.paths, c.compile_commands, limits, !input.no_warnings);
      if (!sources) return limits.stopped ? unknown : bad_input;
      return run_c(*sources);
    }
    std::optional<std::string> text = read_input(input.path, limits);
    if (!text) return limits.stopped ? unknown : bad_input;
    if (!specs.empty()) {
      fmt::print(stderr, "{}: error: --spec is for C programs\n  hint: --monitor is for others\n",
                 input_name(input.path));
      return bad_input;
    }
    const std::optional<Program> program =
        parse_text(*std::move(text), input.path, input.dialect(), !input.no_warnings);
    if (!program) return bad_input;
    if (question.timeout) {  // counts from the start, reading included
      const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
      question.timeout = std::max(0.0, *question.timeout - used.count());
    }
    Answer answer = ask(*program);
    interruption.reset();  // writing is short: from here on a signal ends it as usual
    for (const auto& [path, what] :
         {std::pair(&witness_path, "witness"), std::pair(&harness_path, "harness")})
      if (!path->empty())
        fmt::print(stderr, "{}: no {}: only C programs have one\n", input_name(input.path), what);
    return finish(std::move(answer));
  }

  [[nodiscard]] int run_c(const std::vector<CSource>& sources) {
    if (const std::optional<int> status = read_properties()) return *status;
    for (const std::string& spec : specs)
      if (!read_rule(spec, c_question.rules)) return bad_input;
    const bool recursion_given = recursion_bound->count() > 0;
    c_question.bounds_given = recursion_given || heap;
    if (recursion_given) c_question.recursion = question.recursion_bound;
    if (heap) c_question.heap = *heap;
    c_question.harness = !harness_path.empty();
    c_question.witness = !witness_path.empty();
    question.traces = wants_traces();
    question.certify = !certificate_path.empty();
    if (!read_predicates(predicates, c_question.predicates)) return bad_input;
    if (!keep.empty()) {
      if (!make_folder(keep)) return bad_input;
      c_question.on_iteration = [this](const CIteration& iteration) { keep_iteration(iteration); };
    }
    CAnswer found;
    {
      ProgressLine progress;
      question.on_progress = [&](const ProgressReport& report) { progress.show(report); };
      found = check_c(sources, c.get(), c_question, question);
    }
    if (!input.no_warnings)
      for (const Message& message : found.messages) fmt::print(stderr, "{}", message.to_string());
    if (!found.no_harness.empty())
      fmt::print(stderr, "{}: no harness: {}\n", found.answer.input, found.no_harness);
    if (!found.harness.empty() && !write_file(harness_path, found.harness)) return bad_input;
    if (!write_witness(found) || !is_kept) return bad_input;
    if (!found.answer.no_certificate.empty())
      fmt::print(stderr, "{}: no certificate: {}\n", found.answer.input,
                 std::exchange(found.answer.no_certificate, ""));
    const int status = finish(std::move(found.answer));
    if (!found.is_still_reading) return status;
    std::fflush(nullptr);
    std::_Exit(status);
  }

  void keep_iteration(const CIteration& iteration) {
    const std::string path = fmt::format("{}/iteration-{:03}", keep, iteration.number);
    is_kept = is_kept && write_file(path + ".bp", iteration.program) &&
              write_file(path + ".predicates", iteration.predicates) &&
              (iteration.path.empty() || write_file(path + ".path", iteration.path));
  }

  /// --property names a property, or a file of SV-COMP's. SV-COMP's programs are read as it says.
  [[nodiscard]] std::optional<int> read_properties() {
    std::string own;
    std::string sv_comp;
    for (const std::string& word : properties) {
      std::optional<std::string> name = word;
      const bool is_file = word.ends_with(".prp");
      if (is_file) name = read_property_file(word);
      if (!name) return bad_input;
      for (const CPropertyName& known : c_properties()) {
        if (known.name != *name) continue;
        if (is_file || !known.is_own) sv_comp = word;
        if (!is_file && !known.is_sv_comp) own = word;
      }
      c_question.properties.push_back(*std::move(name));
    }
    if (!own.empty() && !sv_comp.empty())
      return complain(
          "hardbop check",
          fmt::format("--property: {} is SV-COMP's, with settings of its own, and {} is "
                      "not; ask for them one after the other",
                      sv_comp, own));
    if (!sv_comp.empty() && !c.undefined) c.undefined = "pure";
    return std::nullopt;
  }

  [[nodiscard]] static std::optional<std::string> read_property_file(const std::string& path) {
    const std::optional<std::string> text = read_input(path);
    if (!text) return std::nullopt;
    std::string property = read_property(*text);
    if (!property.empty()) return property;
    std::vector<std::string> names;
    for (const CPropertyName& known : c_properties())
      if (known.is_decided && known.is_sv_comp) names.push_back(known.name);
    fmt::print(stderr,
               "{}: error: none of the properties that hardbop knows\n  hint: SV-COMP's properties "
               "of C programs are {}\n",
               path, fmt::join(names, ", "));
    return std::nullopt;
  }

  [[nodiscard]] bool wants_traces() const { return !trace_style.empty() || !sarif_path.empty(); }

  [[nodiscard]] bool write_witness(const CAnswer& found) const {
    if (!found.no_witness.empty())
      fmt::print(stderr, "{}: no witness: {}\n", found.answer.input, found.no_witness);
    if (!found.witness) return true;
    return write_file(witness_path, to_witness(*found.witness, {random_uuid(), time_now()}));
  }

  [[nodiscard]] int finish(Answer answer) const {
    for (const Message& error : answer.errors) fmt::print(stderr, "{}", error.to_string());
    if (!answer.internal_error.empty())
      fmt::print(stderr, "{}: internal error: {}\n", answer.input, answer.internal_error);
    const int status = exit_status(answer);
    if (status == bad_input || status == internal_error) return status;
    const bool has_certificate = !answer.certificate.empty() || !answer.no_certificate.empty();
    if (has_certificate && !write_certificate(answer)) return bad_input;
    if (!sarif_path.empty() && !write_file(sarif_path, to_sarif(answer))) return bad_input;
    if (trace_style.empty())  // those that there are, are for the file
      for (PropertyResult& result : answer.results) result.trace.reset();
    TextStyle style;
    style.trace = trace_style == "bebop" ? TraceStyle::Bebop : TraceStyle::Table;
    style.colour = colour_wanted();
    style.statistics = statistics;
    return write_output(json ? to_json(answer) : to_text(answer, style)) ? status : bad_input;
  }

  /// What was not decided needs none.
  [[nodiscard]] bool write_certificate(const Answer& answer) const {
    if (answer.no_certificate.empty()) return write_file(certificate_path, answer.certificate);
    fmt::print(stderr, "{}: error: no certificate: {}\n", answer.input, answer.no_certificate);
    return answer.results.empty() || exit_status(answer) == unknown;
  }

  [[nodiscard]] Answer ask(const Program& program) {
    ProgressLine progress;
    question.traces = wants_traces();
    question.certify = !certificate_path.empty();
    question.on_progress = [&](const ProgressReport& report) { progress.show(report); };
    return check(program, question);
  }
};

// One overload per type of option in the table of <hardbop/question.hpp>.

void add(CLI::App& command, const char* flag, const char*, const char* help, bool& value) {
  command.add_flag(flag, value, help);
}

void add(CLI::App& command, const char* flag, const char* name, const char* help,
         std::vector<std::string>& value) {
  command.add_option(flag, value, help)->option_text(name)->allow_extra_args(false);
}

template <typename Value>
void add(CLI::App& command, const char* flag, const char* name, const char* help,
         std::optional<Value>& value) {
  command.add_option(flag, value, help)
      ->option_text(name)
      ->check(std::is_integral_v<Value> ? whole_number() : number());
}

template <typename Value>
void add(CLI::App& command, const char* flag, const char* name, const char* help, Value& value) {
  CLI::Option* const option =
      command.add_option(flag, value, help)->option_text(fmt::format("{} [{}]", name, value));
  if constexpr (std::is_integral_v<Value>) option->check(whole_number());
}

CLI::Validator named_file() {
  return {[](const std::string& path) {
            return path == "-" ? "standard output carries the answer; name a file" : "";
          },
          ""};
}

std::vector<std::string> engine_names() {
  std::vector<std::string> names{"auto"};
  for (const EngineDescription& engine : engines()) names.emplace_back(engine.name);
  names.emplace_back("slam");  // for C programs alone
  return names;
}

}  // namespace

Action add_check(CLI::App& app) {
  const auto state = std::make_shared<CheckCommand>();
  CLI::App& command =
      *app.add_subcommand("check", "Decide properties of a Boolean program or a C program");
  state->input.add_files_to(command);
#define HARDBOP_ADD_OPTION(type, member, initial, flag, value, help) \
  add(command, flag, value, help, state->question.member);
  HARDBOP_QUESTION_OPTIONS(HARDBOP_ADD_OPTION)
#undef HARDBOP_ADD_OPTION
  command.get_option("--rounds")->excludes(command.get_option("--context-switches"));
  command.get_option("--engine")->check(CLI::IsMember(engine_names()).description(""));
  command.get_option("--trace-shortest")
      ->check(CLI::IsMember({"hierarchical", "expanded"}).description(""));
  command
      .add_flag("--trace{table}", state->trace_style,
                "Show a run that violates the property: --trace, or --trace=table, in order of "
                "execution with what changes; --trace=bebop, in reverse order with all values")
      ->check(CLI::IsMember({"table", "bebop"}).description(""));
  command
      .add_option("--certify", state->certificate_path,
                  "Write to FILE what 'hardbop validate' and others can check again: a proof that "
                  "the properties hold, or the runs that violate them; of C, with --engine slam, "
                  "a proof")
      ->option_text("FILE")
      ->check(named_file());
  state->c.add_to(command);
  command
      .add_option("--property", state->properties,
                  "C: what to check: assertions, overflow, termination; or of SV-COMP "
                  "unreach-call, no-overflow, or a .prp file (repeatable)")
      ->option_text("NAME [assertions]")
      ->allow_extra_args(false);
  command
      .add_option("--spec", state->specs,
                  "C: does every run keep the temporal rule in FILE, or the shipped one of that "
                  "name? (repeatable)")
      ->option_text("FILE|NAME")
      ->allow_extra_args(false)
      ->excludes(command.get_option("--property"));
  state->recursion_bound = command.get_option("--recursion-bound");
  command.add_option("--heap", state->heap, "C: let each place allocate this many pieces")
      ->option_text("N [4]")
      ->check(CLI::Range(1, 1000).description(""));
  add_predicates(command, state->predicates,
                 "C, --engine slam: begin with the predicates in FILE; repeatable");
  command
      .add_option("--iterations", state->c_question.iterations,
                  "C, --engine slam: give up after this many rounds")
      ->option_text("N [200]")
      ->check(whole_number());
  command
      .add_option("--keep", state->keep,
                  "C, --engine slam: keep the Boolean program, the predicates and the path "
                  "of every round in DIR")
      ->option_text("DIR");
  add_integers(command, state->c_question.unbounded,
               "C, --engine slam: read integers as machine words (machine), or as signed ones "
               "without bounds (unbounded), which decides runs without overflows");
  command
      .add_option("--pointers", state->c_question.pointers,
                  "C: read through pointers as a choice between all that they may be of (direct), "
                  "or by variables that are kept current (star)")
      ->option_text("HOW [direct]")
      ->check(CLI::IsMember({"direct", "star"}).description(""));
  command
      .add_option("--harness", state->harness_path,
                  "C: write to FILE a C file that makes the compiled program follow the run to an "
                  "error")
      ->option_text("FILE");
  command
      .add_option("--witness", state->witness_path,
                  "C: write to FILE the run that violates the property, or invariants of loops, "
                  "for other verifiers: a witness of SV-COMP's format 2.0")
      ->option_text("FILE")
      ->check(named_file());
  command
      .add_option("--sarif", state->sarif_path,
                  "Write the answer, with runs, to FILE in the format SARIF 2.1.0")
      ->option_text("FILE")
      ->check(named_file());
  command.add_flag("--json", state->json, "Print the answer as one JSON object");
  command.add_flag("--stats", state->statistics, "Print figures about the run, too");
  command.footer(footer);
  return [state]() -> int {
    if (const std::string problem = state->input.problem(state->c); !problem.empty())
      return complain("hardbop check", problem);
    return state->run();
  };
}

}  // namespace hardbop::cli
