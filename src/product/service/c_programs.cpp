// SPDX-License-Identifier: MIT
// Methods for C programs.
#include <fmt/format.h>

#include "product/service/methods.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::service {

namespace {

void take_entry(Request& request, CEntry& entry) {
  request.take("entry", entry.function);
  request.take("entry_pointers_may_be_null", entry.pointers_may_be_null);
  request.take("entry_strings_are_terminated", entry.strings_are_terminated);
  request.take("entry_elements", entry.most_elements);
}

/// Rules by the names of those that come with Hardbop, or as objects with name and text.
void take_rules(Request& request, CQuestion& question) {
  std::vector<std::string> names;
  request.take("rules", names);
  for (const std::string& name : names) {
    const std::size_t before = question.rules.size();
    std::vector<std::string> known;
    for (CRule& rule : shipped_rules()) {
      known.push_back(rule.name);
      if (rule.name == name) question.rules.push_back(std::move(rule));
    }
    if (question.rules.size() == before)
      refuse(fmt::format("request: no rule is called '{}'{}", name, hint_of(name, known)));
  }
  std::vector<NamedText> texts;
  request.take("rule_texts", texts);
  for (NamedText& text : texts)
    question.rules.push_back({text.name, text.name, std::move(text.text)});
}

CQuestion take_c_question(Request& request) {
  CQuestion question;
  request.take("properties", question.properties);
  std::vector<std::string> known;
  for (const CPropertyName& property : c_properties()) known.push_back(property.name);
  for (const std::string& name : question.properties)
    if (!find_c_property(name))
      refuse(fmt::format("request: no property is called '{}'{}", name, hint_of(name, known)));
  take_rules(request, question);
  std::optional<std::uint64_t> recursion;
  std::optional<std::uint32_t> heap;
  request.take("recursion", recursion);
  request.take("heap", heap);
  question.bounds_given = recursion || heap;
  question.recursion = recursion.value_or(question.recursion);
  question.heap = heap.value_or(question.heap);
  request.take("unwind", question.unwind);
  request.take("harness", question.harness);
  return question;
}

}  // namespace

std::vector<CSource> take_sources(Request& request) {
  std::vector<CSource> sources;
  for (Request& object : request.take_objects("sources")) {
    CSource source{object.take_text("path"), object.take_text("text")};
    object.take("arguments", source.arguments);
    object.finish();
    sources.push_back(std::move(source));
  }
  if (sources.empty()) refuse("request: 'sources' should be a list of at least one file");
  return sources;
}

COptions take_reading_of_c(Request& request) {
  COptions options;
  options.data_model = request.take_choice("data_model", {"LP64", "ILP32"}) == "LP64"
                           ? CDataModel::Lp64
                           : CDataModel::Ilp32;
  request.take("target", options.target);
  const std::string undefined = request.take_choice("undefined", {"havoc", "pure", "refuse"});
  options.undefined = undefined == "havoc"  ? CUndefined::Havoc
                      : undefined == "pure" ? CUndefined::Pure
                                            : CUndefined::Refuse;
  options.volatile_reads = request.take_choice("volatile", {"arbitrary", "memory"}) == "memory"
                               ? CVolatile::Memory
                               : CVolatile::Arbitrary;
  options.malloc = request.take_choice("malloc", {"never-fails", "may-fail"}) == "may-fail"
                       ? CMalloc::MayFail
                       : CMalloc::NeverFails;
  request.take("include_dirs", options.include_dirs);
  request.take("defines", options.defines);
  take_entry(request, options.entry);
  return options;
}

std::string check_c_method(Request& request, Call& call) {
  const std::vector<CSource> sources = take_sources(request);
  const COptions options = take_reading_of_c(request);
  const CQuestion c_question = take_c_question(request);
  const Question question = take_question(request, call);
  request.finish();
  const CAnswer found = check_c(sources, options, c_question, question);
  std::string text = answer_text(found.answer);
  if (found.harness.empty()) return text;
  Json answer = Json::parse(text);
  answer["harness"] = found.harness;
  return dump(answer);
}

std::string graph_c_method(Request& request, Call& /*call*/) {
  const std::vector<CSource> sources = take_sources(request);
  const COptions options = take_reading_of_c(request);
  request.finish();
  const FormatResult drawing = draw_c(sources, options);
  if (!drawing.text) throw Failure{"bad-input", "the program has errors", drawing.messages};
  return dump({{"dot", *drawing.text}});
}

}  // namespace hardbop::service
