// SPDX-License-Identifier: MIT
// Methods for Boolean programs.
#include <array>
#include <fmt/format.h>

#include "product/service/methods.hpp"
#include <hardbop/export.hpp>
#include <hardbop/hardbop.hpp>
#include <hardbop/import.hpp>

namespace hardbop::service {

namespace {

struct FamilyName {
  std::string_view name;
  Family family;
  std::uint32_t largest;  // of which the text fits into a response
};
constexpr std::array families =
    std::to_array<FamilyName>({{"tn", Family::Tn, 1'000'000},
                               {"drivers", Family::Drivers, 10'000'000},
                               {"stepped-counter", Family::SteppedCounter, 100'000},
                               {"doubled-counter", Family::DoubledCounter, 100'000},
                               {"wide", Family::Wide, 100'000},
                               {"recursion", Family::Recursion, 100'000},
                               {"hard", Family::Hard, 32},
                               {"concurrent", Family::Concurrent, 1000}});

}  // namespace

ParseOptions take_reading(Request& request) {
  ParseOptions options;
  request.take("name", options.name);
  const std::string dialect = request.take_choice("dialect", dialect_names());
  options.dialect = find_dialect(dialect).value_or(options.dialect);
  return options;
}

ParseResult read_program(std::string text, const ParseOptions& options) {
  ParseResult parsed = parse(std::move(text), options);
  if (!parsed.program) throw Failure{"bad-input", "the program has errors", parsed.messages};
  return parsed;
}

namespace {

/// The program of another tool as a Boolean program, which has a name and dialect of its own.
std::string translated(std::string text, const std::string& format, ParseOptions& options) {
  const ImportFormat from = format == "remopla"    ? ImportFormat::Remopla
                            : format == "pushdown" ? ImportFormat::Pushdown
                                                   : ImportFormat::HornClauses;
  FormatResult imported = import_program(std::move(text), from, options.name);
  if (!imported.text) throw Failure{"bad-input", "the program has errors", imported.messages};
  options = {options.name + ".bp"};
  return *std::move(imported.text);
}

}  // namespace

std::string parse_method(Request& request, Call& /*call*/) {
  std::string text = request.take_text("text");
  ParseOptions options = take_reading(request);
  const std::string format =
      request.take_choice("format", {"program", "remopla", "pushdown", "horn"});
  request.finish();
  const bool is_translated = format != "program";
  if (is_translated) text = translated(std::move(text), format, options);
  const ParseResult parsed = read_program(std::move(text), options);
  Json out = {{"name", parsed.program->name()},
              {"sha256", parsed.program->sha256()},
              {"concurrent", parsed.program->is_concurrent()},
              {"messages", is_translated ? Json::array() : messages_json(parsed.messages)}};
  if (is_translated) out["text"] = parsed.program->text();
  return dump(out);
}

std::string check_method(Request& request, Call& call) {
  std::string text = request.take_text("text");
  const ParseOptions options = take_reading(request);
  const Question question = take_question(request, call);
  request.finish();
  ParseResult parsed = read_program(std::move(text), options);
  Answer answer = check(*parsed.program, question);
  answer.warnings.insert(answer.warnings.begin(), parsed.messages.begin(), parsed.messages.end());
  return answer_text(answer);
}

std::string format_method(Request& request, Call& /*call*/) {
  std::string text = request.take_text("text");
  const ParseOptions options = take_reading(request);
  const std::string name = request.take_choice("language", {"program", "system", "rule"});
  request.finish();
  const Language language = name == "system" ? Language::Calculus
                            : name == "rule" ? Language::Rule
                                             : Language::BooleanProgram;
  const FormatResult formatted = format(std::move(text), language, options);
  if (!formatted.text)
    throw Failure{"bad-input", fmt::format("the {} has errors", name), formatted.messages};
  return dump({{"text", *formatted.text}, {"messages", messages_json(formatted.messages)}});
}

/// The control flow, or the points and arrows of the explicit engine.
std::string graph_method(Request& request, Call& call) {
  std::string text = request.take_text("text");
  const ParseOptions options = take_reading(request);
  const bool points = request.take_choice("what", {"control-flow", "points"}) == "points";
  Question question;
  if (points) question = take_question(request, call);
  request.finish();
  const ParseResult parsed = read_program(std::move(text), options);
  if (!points) return dump({{"dot", parsed.program->to_dot()}});
  const DrawingResult drawing = draw_points(*parsed.program, question);
  if (!drawing.error.empty()) throw Failure{"bad-input", drawing.error};
  return dump({{"dot", drawing.dot}});
}

std::string generate_method(Request& request, Call& /*call*/) {
  std::vector<std::string> names{"tn", "random"};
  for (const FamilyName& known : families)
    if (known.family != Family::Tn) names.emplace_back(known.name);
  const std::string name = request.take_choice("family", names);
  GenerateOptions options;
  request.take("size", options.size);
  request.take("seed", options.seed);
  request.take("safe", options.safe);
  request.finish();
  if (name == "random") return dump({{"text", generate_random(options.seed)}});
  for (const FamilyName& known : families) {
    if (known.name != name) continue;
    options.family = known.family;
    if (options.size > known.largest)
      refuse(fmt::format("request: 'size' of family {} can be at most {}", name, known.largest));
  }
  return dump({{"text", generate(options)}});
}

std::string export_method(Request& request, Call& /*call*/) {
  std::string text = request.take_text("text");
  const ParseOptions reading = take_reading(request);
  ExportOptions options;
  std::vector<std::string> names;
  for (const ExportFormat& format : export_formats())
    if (!format.is_binary) names.emplace_back(format.name);  // JSON has text alone
  options.to = find_export_format(request.take_choice("to", names))->language;
  request.take("labels", options.labels);
  request.take("all_labels", options.all_labels);
  request.take("entries", options.entries);
  request.take("ltl", options.ltl);
  request.finish();
  const ParseResult parsed = read_program(std::move(text), reading);
  const ExportResult exported = export_program(*parsed.program, options);
  if (!exported.error.empty()) throw Failure{"bad-input", exported.error};
  return dump({{"text", exported.text}});
}

}  // namespace hardbop::service
