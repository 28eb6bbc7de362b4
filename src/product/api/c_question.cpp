// SPDX-License-Identifier: MIT
#include "product/api/c_question.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <thread>

#include "base/util/diagnostic.hpp"
#include "base/util/spelling.hpp"
#include "c/verify/bmc_engine.hpp"
#include "c/verify/image_engine.hpp"
#include "c/verify/slam_engine.hpp"
#include "product/api/c_read.hpp"
#include "product/api/image_options.hpp"
#include "product/api/messages.hpp"
#include "product/api/stores.hpp"
#include "product/log/c_image_log.hpp"
#include "product/log/slam_log.hpp"

namespace hardbop::api {

namespace {

using verify::EngineRow;

/// "assertions, overflow, termination, SV-COMP's unreach-call, …": those that are decided.
std::string property_names(const std::vector<EngineRow>& engines) {
  std::vector<std::string> own;
  std::vector<std::string> others;
  for (const verify::KnownProperty& known : verify::known_properties())
    if (verify::is_decided(known.property, engines))
      (known.is_own ? own : others).push_back(known.property.name);
  return fmt::format("{}, SV-COMP's {}", fmt::join(own, ", "), fmt::join(others, ", "));
}

/// What is wrong with the names of properties.
verify::Messages beyond_properties(const std::string& input,
                                   const std::vector<std::string>& unknown,
                                   const std::vector<EngineRow>& engines) {
  verify::Messages out;
  for (const std::string& name : unknown)
    out.push_back(
        verify::error_in(input, fmt::format("unknown property {}", quote_name(name)),
                         fmt::format("properties of C programs are {}, or an SV-COMP file *.prp",
                                     property_names(engines))));
  return out;
}

verify::Messages to_errors(const std::string& input, std::vector<std::string> texts) {
  verify::Messages out;
  for (std::string& text : texts) out.push_back(verify::error_in(input, std::move(text)));
  return out;
}

/// What there is one of in an answer.
std::vector<std::string> beyond_several(const CQuestion& c_question, const Question& question) {
  std::vector<std::string> out;
  if (question.certify) out.emplace_back("a certificate covers one property only");
  if (c_question.witness) out.emplace_back("a witness covers one property only");
  return out;
}

/// What is not asked of rules.
std::vector<std::string> beyond_rules(const CQuestion& c_question, const Question& question) {
  std::vector<std::string> out;
  if (c_question.rules.empty()) return out;
  if (!c_question.properties.empty())
    out.emplace_back("CQuestion::rules cannot be combined with CQuestion::properties");
  if (!question.ltl.empty())
    out.emplace_back("CQuestion::rules cannot be combined with Question::ltl");
  if (c_question.harness)
    out.emplace_back("CQuestion::rules cannot be combined with CQuestion::harness");
  return out;
}

/// What of a question is not asked of C.
std::vector<std::string> beyond_c(const Question& question) {
  std::vector<std::string> out;
  const auto refuse = [&](bool is_asked, const char* what) {
    if (is_asked) out.push_back(fmt::format("{} is not available for C programs", what));
  };
  refuse(!question.labels.empty(), "Question::labels");
  refuse(question.all_labels, "Question::all_labels");
  refuse(!question.ctl.empty(), "Question::ctl");
  if (question.terminates)
    out.emplace_back(
        "for C programs, use CQuestion::properties termination instead of Question::terminates");
  refuse(!question.properties.empty(), "Question::properties");
  refuse(!question.monitors.empty(), "Question::monitors");
  if (!question.entries.empty())
    out.emplace_back("for C programs, use COptions::entry instead of Question::entries");
  refuse(question.rounds.has_value(), "Question::rounds");
  if (question.invariants)
    out.emplace_back(
        "Question::invariants is not available for C programs; a proof of Question::certify, or a "
        "witness of CQuestion::witness, contains invariants");
  return out;
}

/// What is not asked of a function that is not main.
std::vector<std::string> beyond_entry(const c::ParseOptions& reading,
                                      const verify::Request& request) {
  std::vector<std::string> out;
  if (reading.entry.function.empty()) return out;
  if (request.wanted.harness) out.emplace_back("a harness needs a program with main");
  if (request.wanted.witness) out.emplace_back("a witness needs a program with main");
  for (const verify::Property& property : request.properties)
    if (property.is<verify::Cleanup>())
      out.push_back(fmt::format("{} needs a program with main: a function does not end a program",
                                property.name));
  return out;
}

/// Those that have the ability.
std::string names_of(const std::vector<EngineRow>& engines, bool EngineRow::*ability) {
  std::vector<std::string_view> names;
  for (const EngineRow& row : engines)
    if (row.*ability && !row.is_variant) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, " or "));
}

/// What is asked of engines that do not do it.
std::vector<std::string> beyond_engines(const CQuestion& c_question, const Question& question,
                                        const verify::Request& request) {
  std::vector<std::string> out;
  const auto all_are = [&](bool EngineRow::*ability) {
    return !request.chosen.empty() && std::ranges::all_of(request.chosen, ability);
  };
  const CSlamOptions& slam = c_question.slam;
  const bool refines = !slam.predicates.empty() || slam.iterations || slam.on_iteration;
  const std::string refining = names_of(request.engines, &EngineRow::refines);
  if (refines && !all_are(&EngineRow::refines))
    out.push_back(
        fmt::format("CSlamOptions::predicates, CSlamOptions::iterations and "
                    "CSlamOptions::on_iteration need Question::engine {}",
                    refining));
  if (slam.unbounded && !all_are(&EngineRow::refines))
    out.push_back(fmt::format("CSlamOptions::unbounded needs Question::engine {}", refining));
  const auto overflow = std::ranges::find_if(
      request.properties, [](const verify::Property& one) { return one.is<verify::Overflow>(); });
  if (slam.unbounded && overflow != request.properties.end())
    out.push_back(fmt::format(
        "with CSlamOptions::unbounded nothing overflows, so {} cannot be checked", overflow->name));
  if (slam.unbounded && question.certify)
    out.emplace_back("certificates cannot be combined with CSlamOptions::unbounded");
  if (question.certify && !all_are(&EngineRow::certifies))
    out.push_back(fmt::format("certificates of C programs need Question::engine {}",
                              names_of(request.engines, &EngineRow::certifies)));
  if (request.chosen.empty()) {
    std::vector<std::string_view> names;
    SpellingHint hint(question.engine);
    for (const EngineRow& row : request.engines) {
      if (!row.is_variant) names.push_back(row.name);
      hint.offer(row.name);
    }
    out.push_back(fmt::format("C programs need Question::engine {}{}{}", fmt::join(names, " or "),
                              hint.hint().empty() ? "" : "; ", hint.hint()));
  }
  if (question.certify && c_question.rules.size() > 1)
    out.emplace_back("a certificate covers one rule only");
  return out;
}

verify::SlamOptions to_slam_options(const CSlamOptions& options, const log::Sink& on_event,
                                    const std::shared_ptr<FileStore>& files) {
  verify::SlamOptions out;
  out.files = files;
  out.predicates = to_texts(options.predicates);
  out.iterations = options.iterations;
  out.unbounded = options.unbounded;
  if (!options.on_iteration && !on_event) return out;
  out.on_round = [tell = options.on_iteration, on_event](const verify::SlamRound& round) {
    if (tell && !round.is_excluded)
      tell({round.number, round.program, round.predicates, round.path});
    if (on_event) log::write_round(on_event, round);
  };
  return out;
}

/// The engines that there are, with the options of each.
std::vector<EngineRow> make_engines(const CQuestion& c_question, const Question& question,
                                    const std::shared_ptr<FileStore>& files) {
  verify::ImageOptions image;
  image.search = image_options(question.image);
  if (c_question.pointers)
    image.pointers =
        *c_question.pointers == CPointers::Star ? c::Pointers::Star : c::Pointers::Direct;
  if (question.on_event && question.engine == "image") {  // events of several would mix
    const auto log = std::make_shared<log::CImageLog>(question.on_event);
    image.search.observer = log.get();
    image.search.merge = false;  // a block for each statement
    image.on_model = [log](const verify::Task& task, const c::Model& model) {
      log->begin_model(task, model);
    };
  }
  verify::BmcOptions bmc;
  bmc.search.unwind = c_question.unwind;
  std::vector<EngineRow> out =
      verify::engines(image, to_slam_options(c_question.slam, question.on_event, files), bmc);
  for (const auto& row : c_question.further_engines) out.push_back(*row);
  return out;
}

}  // namespace

std::vector<verify::PredicateText> to_texts(const std::vector<CPredicates>& files) {
  std::vector<verify::PredicateText> out;
  for (const CPredicates& file : files) out.push_back({file.path, file.text});
  return out;
}

std::vector<verify::RuleText> to_texts(const std::vector<CRule>& rules) {
  std::vector<verify::RuleText> out;
  for (const CRule& rule : rules) out.push_back({rule.name, rule.path, rule.text});
  return out;
}

ReadQuestion read_question(const std::vector<CSource>& sources, const COptions& options,
                           const CQuestion& c_question, const Question& question) {
  ReadQuestion out;
  verify::Request& request = out.request;
  request.sources = verify::Sources(to_sources(sources));
  const std::string& input = request.sources.input();
  request.reading = to_reading(options);
  out.files = open_store(question);
  request.engines = make_engines(c_question, question, out.files);
  request.chosen = verify::choose_engines(request.engines, question.engine);
  if (question.context_switches)
    request.context_switches =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(*question.context_switches, 60'000));
  request.engines_at_once =
      c_question.engines_at_once.value_or(std::thread::hardware_concurrency());
  if (!question.ltl.empty() && !c_question.properties.empty())
    add_messages(to_errors(input, {"Question::ltl cannot be combined with CQuestion::properties"}),
                 out.errors);
  const bool asks_one = question.certify || c_question.witness;
  if (c_question.properties.empty() && c_question.rules.empty() && question.ltl.empty()) {
    request.properties = verify::usual_properties();
    if (asks_one) request.properties.resize(1);
    request.are_usual = true;
  } else if (c_question.rules.empty() && question.ltl.empty()) {
    verify::ReadProperties read = verify::read_properties(c_question.properties);
    request.properties = std::move(read.properties);
    add_messages(beyond_properties(input, read.unknown, request.engines), out.errors);
  }
  if (request.properties.size() > 1)
    add_messages(to_errors(input, beyond_several(c_question, question)), out.errors);
  request.rules = to_texts(c_question.rules);
  request.formulas = question.ltl;
  request.bounds = {c_question.recursion, c_question.heap, c_question.bounds_given};
  request.wanted = {question.traces, c_question.harness, c_question.witness, question.certify};
  request.allowance = {to_limits(question), to_listener(question), question.on_phase};
  request.seconds_per_property = question.timeout_per_property;
  request.coverage = question.coverage;
  request.objections = to_errors(input, beyond_rules(c_question, question));
  verify::append(to_errors(input, beyond_c(question)), request.problems);
  verify::append(to_errors(input, beyond_entry(request.reading, request)), request.problems);
  verify::append(to_errors(input, beyond_engines(c_question, question, request)), request.problems);
  verify::append(to_errors(input, image_problems(question.image)), request.problems);
  return out;
}

}  // namespace hardbop::api
