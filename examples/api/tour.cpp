// SPDX-License-Identifier: MIT
// A short example of each header, as docs/manual/api.md has them.
#include <iostream>

#include <hardbop/hardbop.hpp>

namespace {

constexpr const char* text = R"(
  decl g;
  void main() begin
    g := F; flip(); R: skip; assert(g);
  end
  void flip() begin g := !g; end
)";

void engines_and_options(const hardbop::Program& program) {
  for (const hardbop::EngineDescription& engine : hardbop::engines())
    std::cout << engine.name << ": " << engine.description << '\n';

  hardbop::Question question;
  question.engine = "image";
  question.image.traversal = hardbop::ImageTraversal::Frames;
  question.image.recursion_bound = 3;
  std::cout << hardbop::to_text(hardbop::check(program, question));
}

void temporal_properties(const hardbop::Program& program) {
  hardbop::Question question;
  question.ltl = {"F g"};
  question.monitors = {{"once.mon", "initial low\nerror high\nlow: when g go high\n"}};
  const hardbop::Answer answer = hardbop::check(program, question);
  for (const hardbop::Message& error : answer.errors) std::cerr << error.to_string();
  std::cout << hardbop::to_text(answer);
}

void values(const hardbop::Program& program) {
  hardbop::Question question;
  question.labels = {"R"};
  question.traces = true;
  const hardbop::Answer answer = hardbop::check(program, question);
  for (const hardbop::TraceStep& step : answer.results.front().trace->steps)
    for (const hardbop::VariableValue& variable : step.state)
      if (const bool* const value = std::get_if<bool>(&variable.value))
        std::cout << variable.name << (*value ? " is true\n" : " is false\n");
}

bool edits(const hardbop::Program& program) {
  hardbop::Session session(program);
  std::cout << hardbop::to_text(session.check({}));
  const hardbop::ParseResult edited = session.edit("void flip() begin g := T; end");
  for (const hardbop::Message& message : edited.messages) std::cerr << message.to_string();
  std::cout << hardbop::to_text(session.check({}));
  return edited.program.has_value();
}

bool building() {
  hardbop::ProgramBuilder builder("lock");
  const hardbop::Expression locked = builder.declare("locked", false);
  builder.begin_procedure("main");
  builder.begin_while(hardbop::Expression::any());
  const std::uint32_t line = builder.add_assert(!locked);
  builder.add_assign("locked", ~locked & hardbop::Expression::any());
  builder.end();  // of the while
  builder.end();  // of main
  const hardbop::ParseResult built = builder.finish();
  for (const hardbop::Message& message : built.messages) std::cerr << message.to_string();
  if (!built.program) return false;
  std::cout << built.program->text() << hardbop::to_text(hardbop::check(*built.program, {}));
  return line == 4;
}

void invariants(const hardbop::Program& program) {
  hardbop::Question question;
  question.invariants = true;
  const hardbop::Answer answer = hardbop::check(program, question);
  for (const hardbop::Invariant& one : answer.invariants->statements) {
    std::cout << one.at.line << ": " << one.statement << "  " << one.formula << '\n';
    if (!answer.invariants->can_be(one, "g", true)) std::cout << "g is always false here\n";
  }
}

bool evidence(const hardbop::Program& program) {
  hardbop::Question question;
  question.certify = true;
  const hardbop::Answer answer = hardbop::check(program, question);
  const hardbop::Validation validation = hardbop::validate(text, answer.certificate);
  return validation.status == hardbop::Validation::Status::Valid;
}

void other_tools(const hardbop::Program& program) {
  const hardbop::ExportResult clauses =
      hardbop::export_program(program, {.to = hardbop::ExportLanguage::Chc});
  std::cout << (clauses.error.empty() ? clauses.text : clauses.error);
}

bool comparison(const hardbop::Program& program) {
  hardbop::CrossOptions options;
  options.question.all_labels = true;
  const hardbop::CrossReport report = hardbop::cross(program, options);
  return report.disagreements.empty();
}

void smaller_programs() {
  const auto has_label = [](const std::string& candidate) {
    return candidate.find("R:") != std::string::npos;
  };
  std::cout << hardbop::shrink(text, has_label).text;
}

void fixed_points() {
  const hardbop::Solution solution =
      hardbop::solve("type T = 0..3; relation R(x: T) := x = 2; count R;");
  std::cout << hardbop::to_text(solution);
}

void requests() {
  hardbop::service::Call call;
  std::cout << hardbop::service::respond("generate", R"({"family": "tn", "size": 1})", call)
            << '\n';
}

void c_programs() {
  const std::vector<hardbop::CSource> sources = {
      {"main.c", "int main(void) { int x = 3; return x + 1; }\n"}};
  hardbop::CQuestion question;
  question.properties = {"overflow"};
  const hardbop::CAnswer found = hardbop::check_c(sources, {}, question, {});
  for (const hardbop::Message& message : found.answer.warnings) std::cerr << message.to_string();
  std::cout << hardbop::to_text(found.answer);

  std::cout << hardbop::print_c(sources).text.value_or("it has errors\n");
  hardbop::CAbstraction abstraction;
  abstraction.predicates = {{"mine", "main: x < 3\n"}};
  std::cout << hardbop::abstract_c(sources, {}, abstraction).text.value_or("it has errors\n");
}

}  // namespace

int main() {
  const hardbop::ParseResult parsed = hardbop::parse(text, {.name = "flip.bp"});
  if (!parsed.program) return 2;
  engines_and_options(*parsed.program);
  temporal_properties(*parsed.program);
  values(*parsed.program);
  invariants(*parsed.program);
  other_tools(*parsed.program);
  smaller_programs();
  fixed_points();
  requests();
  if (hardbop::reads_c()) c_programs();
  const bool is_fine = edits(*parsed.program) && building() && evidence(*parsed.program) &&
                       comparison(*parsed.program);
  return is_fine ? 0 : 1;
}
