// SPDX-License-Identifier: MIT
#include "c/rules/weaver.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "c/il/builder.hpp"
#include "c/il/reached.hpp"
#include "c/il/value_text.hpp"
#include "c/rules/expressions.hpp"

namespace hardbop::rules {

namespace {

using c::ExprId;
using c::FunctionId;
using c::none;
using c::Statement;
using c::StatementId;
using StatementKind = c::Statement::Kind;

bool occurs(const std::string& name, const c::Program& program) {
  return std::ranges::any_of(program.functions, [&](const c::Function& function) {
    return !function.is_library && source_name(function) == name;
  });
}

/// Where handlers run.
struct Site {
  CallView call;
  bool is_exit = false;
  c::Position at;
  c::ScopeId scope;
};

class Weaver {
 public:
  Weaver(const Rule& rule, c::Program& program, Diagnostics& diagnostics)
      : rule_(rule),
        program_(program),
        diagnostics_(diagnostics),
        build_(program),
        expressions_(rule, add_variables(), build_, diagnostics) {}

  void run() {
    warn();
    for (const FunctionId f : program_.functions.ids()) {
      if (!program_.functions[f].is_defined) continue;
      weave_calls(f);
      if (!program_.functions[f].is_library) weave_body(f);
      remove_unreachable(program_.functions[f]);
    }
    if (rule_.watches_any && !program_.main.is_none())
      start_main(program_.functions[program_.main]);
  }

 private:
  const Rule& rule_;
  c::Program& program_;
  Diagnostics& diagnostics_;
  c::Builder build_;
  c::Place watched_;  // what is watched, and whether anything is
  c::Place watches_;
  RuleExpressions expressions_;

  // Variables

  std::vector<c::Place> add_variables() {
    std::vector<c::Place> places;
    for (const RuleVariable& variable : rule_.variables)
      places.push_back(add_global(variable.name, type_of(variable, build_), variable.initial));
    if (!rule_.is_watching()) return places;
    watched_ = add_global("watched", {build_.pointer().bits, false, false, false}, 0);
    program_.objects[build_.expr(watched_.address).object].is_watch = true;
    watches_ = add_global("watches", {8, false, false, true}, rule_.watches_any ? 1 : 0);
    return places;
  }

  c::Place add_global(const std::string& name, c::Type type, std::int64_t initial) {
    c::Object object;
    object.name = rule_.name + "." + name;
    object.is_integer = !type.is_pointer;
    const auto id = static_cast<c::ObjectId>(program_.objects.size());
    if (initial != 0)
      object.initial = {{0, type, build_.constant(type, static_cast<std::uint64_t>(initial))}};
    return add_object(std::move(object), id, type);
  }

  /// What an argument was when the function was entered.
  c::Place add_local(FunctionId function, std::size_t number, c::Type type) {
    c::Object object;
    object.name = fmt::format("${}.{}", rule_.name, number);
    object.storage = c::Object::Storage::Local;
    object.function = function;
    object.is_temporary = true;
    const auto id = static_cast<c::ObjectId>(program_.objects.size());
    program_.functions[function].locals.push_back(id);
    return add_object(std::move(object), id, type);
  }

  c::Place add_object(c::Object object, c::ObjectId id, c::Type type) {
    object.size = type.bits / 8U;
    object.cells = {{0, type, ""}};
    program_.objects.push_back(std::move(object));
    return {build_.address(id, 0), type};
  }

  // What concerns a function

  [[nodiscard]] static bool concerns(const RuleEvent& event, const std::string& function,
                                     bool is_exit) {
    return event.function == function && event.is_exit == is_exit;
  }

  [[nodiscard]] static bool concerns(const RuleHandler& handler, const std::string& function,
                                     bool is_exit) {
    return std::ranges::any_of(
        handler.events, [&](const RuleEvent& event) { return concerns(event, function, is_exit); });
  }

  [[nodiscard]] bool has_event(const std::string& function, bool is_exit) const {
    return std::ranges::any_of(
               rule_.watches,
               [&](const RuleWatch& watch) { return concerns(watch.event, function, is_exit); }) ||
           std::ranges::any_of(rule_.handlers, [&](const RuleHandler& handler) {
             return concerns(handler, function, is_exit);
           });
  }

  /// A handler may name functions of several libraries: one of them is enough.
  void warn() {
    std::set<std::string> said;
    for (const RuleHandler& handler : rule_.handlers) {
      const auto& events = handler.events;
      const bool some = std::ranges::any_of(
          events, [&](const RuleEvent& event) { return occurs(event.function, program_); });
      const RuleEvent& first = events.front();
      if (some || !said.insert(first.function).second) continue;
      const char* const text =
          events.size() == 1
              ? "{} does not occur in the program"
              : "neither {} nor another function of this handler occurs in the program";
      diagnostics_.warning(first.at, fmt::format(fmt::runtime(text), quote_name(first.function)));
    }
  }

  // Handlers as statements

  Statement statement(StatementKind kind, const Site& site) const {
    Statement out;
    out.kind = kind;
    out.at = site.at;
    out.scope = site.scope;
    return out;
  }

  void assign(const c::Place& to, ExprId value, const Site& site) {
    Statement out = statement(StatementKind::Assign, site);
    out.places = {to};
    out.values = {value};
    build_.emit(std::move(out));
  }

  /// What is pending goes on where the condition holds; gives where it does not.
  c::Exits branch(ExprId condition, const Site& site) {
    if (build_.is_constant(condition)) {
      if (build_.expr(condition).value != 0) return {};
      return build_.take_pending();
    }
    Statement out = statement(StatementKind::Branch, site);
    out.values = {condition};
    const StatementId id = build_.emit(std::move(out));
    return {{id, true, none}};
  }

  /// Everything that happens at an event, between what is pending and what comes next.
  void handle(const Site& site) {
    for (const RuleWatch& watch : rule_.watches)
      if (concerns(watch.event, site.call.function, site.is_exit)) choose(watch, site);
    for (const RuleHandler& handler : rule_.handlers)
      if (concerns(handler, site.call.function, site.is_exit)) run_handler(handler, site);
  }

  /// As a word that is compared with what is watched.
  ExprId watchable(const RuleParameter& parameter, const Site& site) {
    const RuleValue value = expressions_.parameter(parameter, site.call);
    if (value.type.bits > watched_.type.bits)
      diagnostics_.error(parameter.at, "a watched value cannot be wider than a pointer");
    return build_.resize(value.word, watched_.type, value.type.is_signed);
  }

  /// If nothing is watched yet, perhaps this is.
  void choose(const RuleWatch& watch, const Site& site) {
    const ExprId value = watchable(watch.parameter, site);
    c::Exits elsewhere = branch(build_.negation(build_.truth(build_.load(watches_))), site);
    Statement chooses = statement(StatementKind::Arbitrary, site);
    chooses.places = {watches_};
    build_.emit(std::move(chooses));
    const c::Exits not_this = branch(build_.truth(build_.load(watches_)), site);
    assign(watched_, value, site);
    elsewhere.insert(elsewhere.end(), not_this.begin(), not_this.end());
    build_.add_pending(elsewhere);
  }

  void run_handler(const RuleHandler& handler, const Site& site) {
    c::Exits elsewhere;
    if (handler.guard) {
      const ExprId same =
          build_.binary(words::Op::Equal, build_.load(watched_), watchable(*handler.guard, site));
      const ExprId watches = rule_.watches_any ? build_.constant(c::Builder::truth_type, 1)
                                               : build_.truth(build_.load(watches_));
      elsewhere = branch(build_.binary(words::Op::And, watches, same), site);
    }
    execute(handler.body, site);
    build_.add_pending(elsewhere);
  }

  void execute(const std::vector<RuleStatement>& statements, const Site& site) {
    for (const RuleStatement& one : statements) {
      if (!build_.is_reachable()) return;
      execute(one, site);
    }
  }

  void execute(const RuleStatement& one, const Site& site) {
    switch (one.kind) {
      case RuleStatement::Kind::Assign: {
        const c::Place& to = expressions_.place(one.variable);
        return assign(to, expressions_.assigned(one.value, site.call, to.type, one.at), site);
      }
      case RuleStatement::Kind::If: {
        const c::Exits no = branch(expressions_.truth(one.value, site.call), site);
        execute(one.then, site);
        const c::Exits yes = build_.take_pending();
        build_.add_pending(no);
        execute(one.otherwise, site);
        return build_.add_pending(yes);
      }
      case RuleStatement::Kind::Abort: {
        Statement out = statement(StatementKind::Error, site);
        out.text = error_prefix(rule_) + (one.text.empty() ? "broken" : one.text);
        build_.emit(std::move(out));
        return;
      }
      case RuleStatement::Kind::Halt: {
        Statement out = statement(StatementKind::Assume, site);
        out.values = {build_.constant(c::Builder::truth_type, 0)};
        build_.emit(std::move(out));
        return;
      }
    }
  }

  // Functions without a body: around their calls

  void weave_calls(FunctionId f) {
    std::vector<StatementId> order;
    for (const StatementId s : std::vector<StatementId>(program_.functions[f].statements)) {
      order.push_back(s);
      const Statement mark = program_.statements[s];
      if (mark.kind != StatementKind::Skip || mark.callee.is_none()) continue;
      const StatementId first = build_.next_statement();
      build_.add_pending({{s, false, none}});
      handle(site_of(mark));
      build_.lead(build_.take_pending(), mark.next);
      for (StatementId id = first; id < build_.next_statement(); ++id) order.push_back(id);
    }
    program_.functions[f].statements = std::move(order);
  }

  [[nodiscard]] Site site_of(const Statement& mark) const {
    Site site;
    site.call.function = source_name(program_.functions[mark.callee]);
    site.is_exit = mark.is_end;
    site.at = mark.at;
    site.scope = mark.scope;
    for (const ExprId value : mark.values) {
      const c::Type type = build_.expr(value).type;
      auto& seen = site.call.arguments.emplace_back();
      if (type.bits != 1) seen = RuleValue{value, type};
    }
    if (!mark.is_end) return site;
    site.call.result = site.call.arguments.front();
    site.call.has_result = site.call.result.has_value();
    site.call.arguments.erase(site.call.arguments.begin());
    return site;
  }

  // Functions with a body: inside

  void weave_body(FunctionId f) {
    const std::string name = source_name(program_.functions[f]);
    const bool has_exit = has_event(name, true);
    if (!has_exit && !has_event(name, false)) return;
    Site site;
    site.call.function = name;
    site.at = program_.functions[f].at;
    site.call.has_arguments = f != program_.main && read_parameters(f, site.call);
    const StatementId first = build_.next_statement();
    const c::MarkId entry = build_.mark();
    if (has_exit) keep_arguments(f, site);
    handle(site);
    build_.lead(build_.take_pending(), program_.functions[f].entry);
    std::vector<StatementId> order;
    for (StatementId id = first; id < build_.next_statement(); ++id) order.push_back(id);
    const std::vector<StatementId> old = program_.functions[f].statements;
    program_.functions[f].entry = build_.marked(entry);
    site.is_exit = true;
    for (const StatementId s : old) {
      order.push_back(s);
      if (!has_exit || program_.statements[s].kind != StatementKind::Return) continue;
      const StatementId start = build_.next_statement();
      weave_return(program_.functions[f], s, site);
      for (StatementId id = start; id < build_.next_statement(); ++id) order.push_back(id);
    }
    program_.functions[f].statements = std::move(order);
  }

  /// False where it cannot be told which is which.
  [[nodiscard]] bool read_parameters(FunctionId f, CallView& call) {
    const c::Function& function = program_.functions[f];
    c::ObjectId last = none;
    for (const c::Place& place : function.parameters) {
      const c::ObjectId object = program_.exprs[place.address].object;
      if (object == last) {  // another cell of the same parameter
        call.arguments.back().reset();
        continue;
      }
      last = object;
      const std::size_t number = call.arguments.size();
      if (number >= function.locals.size() || function.locals[number] != object) return false;
      auto& seen = call.arguments.emplace_back();
      if (program_.objects[object].is_integer || place.type.is_pointer)
        seen = RuleValue{build_.load(place), place.type};
    }
    return true;
  }

  /// A parameter may have changed by the time the function is left.
  void keep_arguments(FunctionId f, Site& site) {
    for (std::size_t i = 0; i < site.call.arguments.size(); ++i) {
      std::optional<RuleValue>& argument = site.call.arguments[i];
      if (!argument || !is_used_at_exit(site.call.function, i + 1)) continue;
      const c::Place kept = add_local(f, i + 1, argument->type);
      assign(kept, argument->word, site);
      argument->word = build_.load(kept);
    }
  }

  [[nodiscard]] bool is_used_at_exit(const std::string& function, std::size_t number) const {
    for (const RuleWatch& watch : rule_.watches)
      if (watch.parameter.number == number && concerns(watch.event, function, true)) return true;
    for (const RuleHandler& handler : rule_.handlers) {
      if (!concerns(handler, function, true)) continue;
      if (handler.guard && handler.guard->number == number) return true;
    }
    // Which handler an expression belongs to does not matter: to keep one more does no harm.
    return std::ranges::any_of(rule_.names, [&](const RuleName& name) {
      return name.kind == RuleName::Kind::Parameter && name.parameter.number == number;
    });
  }

  /// The statement becomes one that leads to the handlers, and these to the return.
  void weave_return(const c::Function& function, StatementId s, Site site) {
    const Statement done = program_.statements[s];
    site.at = done.at;
    site.scope = done.scope;
    site.call.has_result = !function.results.empty();
    const bool is_plain =
        function.returns_plain && function.results.size() == 1 && done.values.size() == 1;
    if (is_plain) {
      const c::Type type = function.results.front();
      site.call.result = RuleValue{build_.resize(done.values.front(), type, type.is_signed), type};
    }
    Statement leads = statement(StatementKind::Skip, site);
    leads.start = done.start;
    leads.label = done.label;
    program_.statements[s] = leads;
    build_.add_pending({{s, false, none}});
    handle(site);
    Statement ends = done;
    ends.label.clear();
    if (build_.is_reachable()) build_.emit(std::move(ends));
  }

  /// What is watched is chosen before all else.
  void start_main(c::Function& main) {
    Statement chooses;
    chooses.kind = StatementKind::Arbitrary;
    chooses.at = main.at;
    chooses.places = {watched_};
    const StatementId id = build_.emit(std::move(chooses));
    build_.lead(build_.take_pending(), main.entry);
    main.entry = id;
    main.statements.insert(main.statements.begin(), id);
  }

  /// What comes after an abort on all paths.
  void remove_unreachable(c::Function& function) const {
    const std::set<StatementId> reached = c::statements_reached(program_, function);
    std::erase_if(function.statements, [&](StatementId id) { return !reached.contains(id); });
  }
};

}  // namespace

std::string error_prefix(const Rule& rule) {
  return fmt::format("rule {}: ", rule.name);
}

std::vector<std::string> occurring(const Rule& rule, const c::Program& program) {
  std::vector<std::string> names = rule.functions();
  std::erase_if(names, [&](const std::string& name) { return !occurs(name, program); });
  return names;
}

void weave(const Rule& rule, c::Program& program, Diagnostics& diagnostics) {
  Weaver(rule, program, diagnostics).run();
}

}  // namespace hardbop::rules
