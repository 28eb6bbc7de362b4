// SPDX-License-Identifier: MIT
// A call of an undefined function becomes: record what the arguments point to; call the generated
// function `undefined.functions`, which does everything that undefined functions may do; return any
// result.
//
//   undefined.functions:
//                  again: everything that known objects point to becomes known;
//                         each object that is known to be writable gets any value;
//                         choose: return, or call a known function with any arguments and go to
//                         `again`
//
// Variables of the program record exactly what is known (knowledge.hpp): an object keeps its value
// as long as no pointer has led to it. A written number is any number. A written pointer is null,
// or points to a known object of its type, or to the one object that the environment creates, or is
// a function of the environment, whose call cannot be followed. Locals are forgotten when their
// block ends or their function returns; heap blocks are forgotten when they are freed.
#include "c/environment/environment.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/components.hpp"
#include "c/environment/knowledge.hpp"
#include "c/environment/pointer_choice.hpp"
#include "c/il/scopes.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

constexpr Type choice_type{16, false, false, false};
/// An environment that may do more than this is not followed.
constexpr std::size_t most_statements = 20'000;
constexpr std::size_t most_expressions = 400'000;

class Environment {
 public:
  Environment(Program& program, Shapes& shapes)
      : program_(program),
        build_(program),
        fresh_(add_fresh()),
        knowledge_(program, shapes, build_, fresh_),
        choice_(knowledge_, shapes, build_, fresh_, add_fresh_function()) {}

  void run() {
    const std::size_t before = build_.next_statement();
    const std::size_t expressions = program_.exprs.size();
    make_function();
    const bool is_large = knowledge_.is_too_large() ||
                          build_.next_statement() - before > most_statements ||
                          program_.exprs.size() - expressions > most_expressions;
    for (const FunctionId f : program_.functions.ids()) {
      if (f == program_.environment) continue;
      const std::vector<StatementId> statements = program_.functions[f].statements;
      function_ = f;
      if (!is_large && knowledge_.locals().contains(f)) {
        keep_outer(f);
        for (const StatementId s : statements) end_blocks(f, s);
      }
      for (const StatementId s : statements) is_large ? refuse(f, s) : rewrite(f, s);
      if (!is_large && knowledge_.locals().contains(f)) start_locals(f);
    }
  }

 private:
  Program& program_;
  Builder build_;
  ObjectId fresh_;
  Knowledge knowledge_;
  PointerChoice choice_;
  Position at_;    // of the first call of an undefined function, then of what is replaced
  ScopeId scope_;  // likewise

  // What the environment makes

  ObjectId add_fresh() {
    const auto id = static_cast<ObjectId>(program_.objects.size());
    Object object;
    object.name = "$fresh";
    object.is_temporary = true;
    object.is_external = true;
    program_.objects.push_back(std::move(object));
    return id;
  }

  FunctionId add_fresh_function() {
    Function function;
    function.name = "a function of the environment";
    return program_.functions.add(std::move(function));
  }

  // Statements

  StatementId emit(Kind kind, std::vector<Place> places, std::vector<ExprId> values,
                   const std::string& text = {}) {
    Statement statement;
    statement.kind = kind;
    statement.at = at_;
    statement.scope = scope_;
    statement.places = std::move(places);
    statement.values = std::move(values);
    statement.text = text;
    return build_.emit(std::move(statement));
  }

  void assign(const Place& place, ExprId value) { emit(Kind::Assign, {place}, {value}); }
  void set_flag(ObjectId flag, ExprId truth) {
    assign({build_.address(flag, 0), Knowledge::flag_type},
           build_.word(truth, Knowledge::flag_type));
  }
  void clear_flag(ObjectId flag) { set_flag(flag, build_.constant(Builder::truth_type, 0)); }

  /// Where the condition holds, what comes next; `join` ends it.
  Exits branch(ExprId condition) {
    const StatementId id = emit(Kind::Branch, {}, {condition});
    return {{id, true, none}};
  }

  Place local(Type type) {
    const auto id = static_cast<ObjectId>(program_.objects.size());
    Object object;
    object.name = fmt::format("${}", id);
    object.storage = Object::Storage::Local;
    object.function = function_;
    object.is_temporary = true;
    object.size = type.bits / 8U;
    object.cells = {{0, type, ""}};
    program_.objects.push_back(std::move(object));
    program_.functions[function_].locals.push_back(id);
    return {build_.address(id, 0), type};
  }
  FunctionId function_;  // that statements are made for

  // Knowledge

  /// What an address leads to becomes known.
  void note(ExprId address, const Pointees& pointees, bool is_constant) {
    if (build_.expr(address).type.bits != program_.data_model.pointer_bits) return;
    for (const std::size_t i : knowledge_.among(pointees)) {
      const Known& item = knowledge_.all()[i];
      if (item.is_external) continue;
      const ExprId hit = is_in(address, item);
      add_to(item.known, hit);
      const bool may_write = item.writable != none && item.writable != item.known && !is_constant;
      if (may_write) add_to(item.writable, hit);
    }
  }

  void add_to(ObjectId flag, ExprId truth) {
    set_flag(flag, build_.binary(Op::Or, knowledge_.flag(flag), truth));
  }

  ExprId is_in(ExprId address, const Known& item) {
    const Expr& expr = build_.expr(address);
    const bool is_itself = expr.kind == Expr::Kind::Address && item.slot == none &&
                           item.what == Pointee{Pointee::Kind::Object, expr.object};
    if (is_itself) return build_.constant(Builder::truth_type, 1);
    const Type word = build_.pointer();
    const ExprId hit =
        item.is_single
            ? build_.binary(Op::Equal, address, item.base)
            : build_.binary(Op::LessEqualUnsigned, build_.binary(Op::Subtract, address, item.base),
                            item.length != none
                                ? build_.resize(build_.load(slot(item.length)), word, false)
                                : build_.constant(word, item.size));
    if (item.alive == none) return hit;
    return build_.conditional(item.alive, hit, build_.constant(Builder::truth_type, 0));
  }

  ExprId word_at(const Known& item, std::uint32_t offset) {
    return build_.load({build_.plus(item.base, offset), build_.pointer()});
  }

  /// All that known objects point to, directly or not.
  void spread() {
    const auto count = static_cast<std::uint32_t>(knowledge_.all().size());
    std::vector<std::vector<std::uint32_t>> next(count);
    for (std::uint32_t i = 0; i < count; ++i)
      for (const PointerWord& word : knowledge_.all()[i].leads)
        for (const std::size_t to : knowledge_.among(word.pointees))
          if (!knowledge_.all()[to].is_external) next[i].push_back(static_cast<std::uint32_t>(to));
    std::vector<std::uint32_t> roots(count);
    for (std::uint32_t i = 0; i < count; ++i) roots[i] = i;
    auto components = strong_components(
        count, roots, [&](std::uint32_t i, std::size_t k) -> std::optional<std::uint32_t> {
          if (k == next[i].size()) return std::nullopt;
          return next[i][k];
        });
    std::ranges::reverse(components);
    for (const auto& component : components)
      for (std::size_t round = 0; round < component.size(); ++round)
        for (const std::uint32_t i : component) spread(knowledge_.all()[i]);
  }

  void spread(const Known& item) {
    const auto leads = [&](const PointerWord& word) {
      const auto to = knowledge_.among(word.pointees);
      return std::ranges::any_of(to,
                                 [&](std::size_t i) { return !knowledge_.all()[i].is_external; });
    };
    if (std::ranges::none_of(item.leads, leads)) return;
    Exits others;
    if (!item.is_external) others = branch(knowledge_.flag(item.known));
    for (const PointerWord& word : item.leads)
      if (leads(word)) note(word_at(item, word.offset), word.pointees, word.target.is_constant);
    build_.add_pending(others);
  }

  // What the environment does

  void make_function() {
    Function function;
    function.name = environment_name;
    function.is_defined = true;
    program_.environment = function_ = program_.functions.add(std::move(function));
    for (const Statement& statement : program_.statements)
      if (statement.kind == Kind::Environment && at_.line == 0) at_ = statement.at;
    program_.functions[function_].at = at_;
    const MarkId entry = build_.mark();
    const MarkId again = build_.mark();
    const StatementId first = build_.next_statement();
    spread();
    for (const Known& item : knowledge_.all()) write(item);
    call_back(again);
    emit(Kind::Return, {}, {});
    program_.functions[function_].entry = build_.marked(entry);
    for (StatementId id = first; id < build_.next_statement(); ++id)
      program_.functions[function_].statements.push_back(id);
  }

  void write(const Known& item) {
    if (!item.can_be_written) return;
    if (item.numbers.empty() && item.stores.empty() && item.length == none) return;
    Exits others;
    if (!item.is_external) others = branch(knowledge_.flag(item.writable));
    if (item.length != none) write_bytes(item);
    std::vector<Place> numbers;
    for (const Cell& cell : item.numbers)
      numbers.push_back({build_.plus(item.base, cell.offset), cell.type});
    if (!numbers.empty()) emit(Kind::Arbitrary, std::move(numbers), {}, environment_name);
    exclude_guesses(item);
    for (const PointerWord& word : item.stores) {
      const ExprId old = word_at(item, word.offset);
      assign({build_.plus(item.base, word.offset), build_.pointer()},
             choose_pointer(word.target, old));
    }
    build_.add_pending(others);
  }

  /// One after the other: how many there are is known only as the program runs.
  void write_bytes(const Known& item) {
    const Type byte{8, false, false, false};
    const Place length = slot(item.length);
    const Type word = length.type;
    const Place index = local(word);
    assign(index, build_.constant(word, 0));
    const MarkId again = build_.mark();
    const ExprId at = build_.load(index);
    const Exits done = branch(build_.binary(Op::LessUnsigned, at, build_.load(length)));
    const ExprId moved = build_.resize(at, build_.pointer(), false);
    emit(Kind::Arbitrary, {{build_.binary(Op::Add, item.base, moved), byte}}, {}, environment_name);
    assign(index, build_.binary(Op::Add, at, build_.constant(word, 1)));
    build_.lead_back(again);
    build_.add_pending(done);
  }

  /// A number that is written where addresses can be is none, unless that is known.
  void exclude_guesses(const Known& item) {
    for (const PointerWord& word : item.leads) {
      const bool is_pointer = std::ranges::any_of(
          item.stores, [&](const PointerWord& stored) { return stored.offset == word.offset; });
      if (is_pointer) continue;
      for (const std::size_t i : knowledge_.among(word.pointees)) {
        const Known& other = knowledge_.all()[i];
        if (other.is_external) continue;
        const ExprId is_other = build_.negation(is_in(word_at(item, word.offset), other));
        emit(Kind::Assume, {}, {build_.binary(Op::Or, is_other, knowledge_.flag(other.known))});
      }
    }
  }

  ExprId choose_pointer(const Target& target, ExprId otherwise) {
    const Place choice = local(choice_type);
    emit(Kind::Arbitrary, {choice}, {}, environment_name);
    return choice_.pointer(target, build_.load(choice), otherwise);
  }

  /// Any known function may be called, any number of times.
  void call_back(MarkId again) {
    const auto is_function = [](const Known& item) {
      return item.what.kind == Pointee::Kind::Function;
    };
    if (std::ranges::none_of(knowledge_.all(), is_function)) return;
    const Place choice = local(choice_type);
    emit(Kind::Arbitrary, {choice}, {}, environment_name);
    std::uint64_t number = 0;
    for (const Known& item : knowledge_.all()) {
      if (!is_function(item)) continue;
      const ExprId is_it =
          build_.binary(Op::Equal, build_.load(choice), build_.constant(choice_type, ++number));
      const Exits others = branch(build_.binary(Op::And, is_it, knowledge_.flag(item.known)));
      call(item.what.function());
      build_.lead_back(again);
      build_.add_pending(others);
    }
  }

  void call(FunctionId f) {
    const Function callee = program_.functions[f];
    const Position outer = std::exchange(at_, callee.at);
    std::vector<ExprId> values;
    for (const Place& parameter : callee.parameters) {
      const Place passed = local(parameter.type);
      if (parameter.type.is_pointer)
        assign(passed,
               choose_pointer(knowledge_.target_of(parameter), build_.constant(passed.type, 0)));
      else
        emit(Kind::Arbitrary, {passed}, {}, environment_name);
      values.push_back(build_.load(passed));
    }
    std::vector<Place> results;
    for (std::size_t k = 0; k < callee.results.size(); ++k) {
      results.push_back(local(callee.results[k]));
      if (callee.results[k].bits == 8 && !knowledge_.points_to().returned(f, k).empty()) {
        emit(Kind::Unsupported, {}, {}, "callback that returns a pointer in a union");
        at_ = outer;
        return;
      }
    }
    const StatementId id = emit(Kind::Call, results, std::move(values));
    program_.statements[id].callee = f;
    for (std::size_t k = 0; k < results.size(); ++k)
      note(build_.load(results[k]), knowledge_.points_to().returned(f, k), false);
    at_ = outer;
  }

  // The program around it

  void rewrite(FunctionId f, StatementId s) {
    const Statement statement = program_.statements[s];
    at_ = statement.at;
    scope_ = statement.scope;
    function_ = f;
    if (statement.kind == Kind::Environment) return replace_call(s);
    if (statement.kind == Kind::Allocate && knowledge_.heap().contains(s)) return after_allocate(s);
    if (statement.kind == Kind::Free) before(s, [&] { forget_pieces(statement.values[0]); });
    if (statement.kind == Kind::Return && knowledge_.locals().contains(f))
      before(s, [&] { end_locals(f); });
  }

  /// What is left by an arrow is forgotten on it, and what is entered: a pointer that was left over
  /// may have led there in between.
  void end_blocks(FunctionId f, StatementId s) {
    end_blocks(f, {s, false, none}, program_.statements[s].next);
    end_blocks(f, {s, true, none}, program_.statements[s].otherwise);
  }

  void end_blocks(FunctionId f, const Exit& arrow, StatementId to) {
    if (to == none) return;
    at_ = program_.statements[arrow.from].at;
    scope_ = program_.statements[arrow.from].scope;
    const StatementId first = build_.next_statement();
    build_.add_pending({arrow});
    for (const std::size_t i : knowledge_.locals().at(f)) {
      const Known& item = knowledge_.all()[i];
      const ScopeId block = program_.objects[item.what.id].scope;
      const ScopeId next = program_.statements[to].scope;
      if (leaves(program_, scope_, next, block) || leaves(program_, next, scope_, block))
        forget(item);
    }
    build_.lead(build_.take_pending(), to);
    if (build_.next_statement() != first) insert(arrow.from, first);
  }

  void forget(const Known& item) {
    if (item.known != none) clear_flag(item.known);
    if (item.writable != none && item.writable != item.known) clear_flag(item.writable);
  }

  /// What is made is the function's; the statement itself is skipped.
  template <typename Make>
  void after(StatementId s, Make make) {
    const StatementId next = program_.statements[s].next;
    build_.add_pending({{s, false, none}});
    const StatementId first = build_.next_statement();
    make();
    build_.lead(build_.take_pending(), next);
    insert(s, first);
  }

  /// The statement is done after what is made, under another number.
  template <typename Make>
  void before(StatementId s, Make make) {
    const Statement original = program_.statements[s];
    const StatementId first = build_.next_statement();
    make();
    if (build_.next_statement() == first) return;
    Statement moved = original;
    moved.start = {};
    moved.label.clear();
    moved.loop = {};
    const StatementId last = build_.emit(std::move(moved));
    program_.statements[last].next = original.next;
    static_cast<void>(build_.take_pending());
    Statement& replaced = program_.statements[s];
    replaced.kind = Kind::Skip;
    replaced.places.clear();
    replaced.values.clear();
    replaced.callee = FunctionId();
    replaced.text.clear();
    replaced.next = first;
    insert(s, first);
  }

  /// All statements from `first` on stand behind another one.
  void insert(StatementId behind, StatementId first) {
    std::vector<StatementId>& all = program_.functions[function_].statements;
    std::vector<StatementId> made;
    for (StatementId id = first; id < build_.next_statement(); ++id) made.push_back(id);
    all.insert(std::ranges::find(all, behind) + 1, made.begin(), made.end());
  }

  void replace_call(StatementId s) {
    const Statement call = program_.statements[s];
    Statement& replaced = program_.statements[s];
    replaced.kind = Kind::Skip;
    replaced.values.clear();
    replaced.places.clear();
    replaced.targets.clear();
    after(s, [&] {
      for (std::size_t i = 0; i < call.values.size(); ++i)
        note(call.values[i], knowledge_.points_to().of(call.values[i]),
             call.targets[i].is_constant);
      if (program_.functions[program_.environment].statements.size() > 1)
        program_.statements[emit(Kind::Call, {}, {})].callee = program_.environment;
      for (std::size_t i = 0; i < call.places.size(); ++i)
        give_back(call.places[i], call.targets[call.values.size() + i], call.text);
    });
  }

  void give_back(const Place& place, const Target& target, const std::string& name) {
    if (!place.type.is_pointer) {
      emit(Kind::Arbitrary, {place}, {}, name);
      return;
    }
    assign(place, choose_pointer(target, build_.constant(place.type, 0)));
  }

  void start_locals(FunctionId f) {
    function_ = f;
    at_ = program_.functions[f].at;
    scope_ = ScopeId();
    const StatementId entry = program_.functions[f].entry;
    const MarkId start = build_.mark();
    const StatementId first = build_.next_statement();
    if (knowledge_.is_recursive(f)) enter_again(f);
    set_flag(knowledge_.activity(f), build_.constant(Builder::truth_type, 1));
    for (const std::size_t i : knowledge_.locals().at(f)) {
      const Known& item = knowledge_.all()[i];
      forget(item);
      if (item.slot != none) assign(slot(item.slot), build_.address(item.what.id, 0));
    }
    build_.lead(build_.take_pending(), entry);
    program_.functions[f].entry = build_.marked(start);
    std::vector<StatementId>& all = program_.functions[f].statements;
    std::vector<StatementId> made;
    for (StatementId id = first; id < build_.next_statement(); ++id) made.push_back(id);
    all.insert(all.begin(), made.begin(), made.end());
  }

  [[nodiscard]] Place slot(ObjectId object) {
    return {build_.address(object, 0), program_.objects[object].cells[0].type};
  }

  /// A recursion hides the variables of the outer call: where they are known, nobody can say more.
  void enter_again(FunctionId f) {
    ExprId is_known = build_.constant(Builder::truth_type, 0);
    for (const std::size_t i : knowledge_.locals().at(f))
      is_known = build_.binary(Op::Or, is_known, knowledge_.flag(knowledge_.all()[i].known));
    const Exits others = branch(is_known);
    emit(
        Kind::Unsupported, {}, {},
        fmt::format("recursive call of '{}' while undefined functions know locals of an outer call",
                    program_.functions[f].name));
    build_.add_pending(others);
    for (const auto& [from, to] : kept_[f]) assign(to, build_.load(slot(from)));
  }

  /// Of a recursion: what is put back when the function returns.
  void keep_outer(FunctionId f) {
    if (!knowledge_.is_recursive(f) || kept_.contains(f)) return;
    kept_[f].emplace_back(knowledge_.activity(f), local(Knowledge::flag_type));
    for (const std::size_t i : knowledge_.locals().at(f))
      kept_[f].emplace_back(knowledge_.all()[i].slot, local(build_.pointer()));
  }
  std::map<FunctionId, std::vector<std::pair<ObjectId, Place>>> kept_;

  void end_locals(FunctionId f) {
    for (const std::size_t i : knowledge_.locals().at(f)) forget(knowledge_.all()[i]);
    if (!knowledge_.is_recursive(f)) return clear_flag(knowledge_.activity(f));
    for (const auto& [to, from] : kept_[f]) assign(slot(to), build_.load(from));
  }

  // Heap

  /// Each piece has a slot, for as many as there are slots.
  void after_allocate(StatementId s) {
    const std::vector<std::size_t>& pieces = knowledge_.heap().at(s);
    if (pieces.empty()) return refuse_allocation(s);
    const Place place = program_.statements[s].places[0];
    after(s, [&] {
      const ExprId made = build_.load(place);
      const Type counter_type{8, false, false, false};
      const ObjectId counter = knowledge_.add_global(fmt::format("$pieces{}", s), counter_type);
      const Place count{build_.address(counter, 0), counter_type};
      const Exits others = branch(build_.binary(Op::LessUnsigned, build_.load(count),
                                                build_.constant(counter_type, pieces.size())));
      for (std::size_t k = 0; k < pieces.size(); ++k) {
        const Known& item = knowledge_.all()[pieces[k]];
        const ExprId is_it =
            build_.binary(Op::Equal, build_.load(count), build_.constant(counter_type, k));
        assign(slot(item.slot), build_.conditional(is_it, made, item.base));
        if (item.length == none) continue;
        const Place length = slot(item.length);
        const ExprId bytes = build_.resize(program_.statements[s].values[0], length.type, false);
        assign(length, build_.conditional(is_it, bytes, build_.load(length)));
      }
      assign(count, build_.binary(Op::Add, build_.load(count), build_.constant(counter_type, 1)));
      const Exits goes_on = build_.take_pending();
      build_.add_pending(others);
      emit(
          Kind::Unsupported, {}, {},
          fmt::format("more than {} heap blocks that undefined functions may know", pieces.size()));
      build_.add_pending(goes_on);
    });
  }

  void refuse_allocation(StatementId s) {
    Statement& allocate = program_.statements[s];
    allocate.kind = Kind::Unsupported;
    allocate.text =
        "heap block with pointers, without a small constant size, that undefined functions may "
        "know";
    allocate.next = none;
    allocate.values.clear();
    allocate.places.clear();
  }

  void forget_pieces(ExprId freed) {
    for (const std::size_t i : knowledge_.among(knowledge_.points_to().of(freed))) {
      const Known& item = knowledge_.all()[i];
      if (item.what.kind != Pointee::Kind::Heap) continue;
      const ExprId is_it = build_.binary(Op::Equal, freed, item.base);
      for (const ObjectId flag : {item.known, item.writable})
        if (flag != none)
          set_flag(flag, build_.binary(Op::And, knowledge_.flag(flag), build_.negation(is_it)));
      assign(slot(item.slot),
             build_.conditional(is_it, build_.constant(build_.pointer(), 0), item.base));
    }
  }

  // Too much

  void refuse(FunctionId, StatementId s) {
    Statement& statement = program_.statements[s];
    if (statement.kind != Kind::Environment) return;
    statement.kind = Kind::Unsupported;
    statement.text = fmt::format(
        "call of undefined function '{}', which may write too many objects", statement.text);
    statement.next = none;
    statement.values.clear();
    statement.places.clear();
    statement.targets.clear();
  }
};

}  // namespace

void add_environment(Program& program, Shapes& shapes) {
  const auto is_call = [](const Statement& statement) {
    return statement.kind == Kind::Environment;
  };
  if (program.main.is_none() || std::ranges::none_of(program.statements, is_call)) return;
  Environment(program, shapes).run();
}

}  // namespace hardbop::c
