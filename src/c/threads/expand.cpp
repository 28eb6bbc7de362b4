// SPDX-License-Identifier: MIT
#include "c/threads/expand.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

#include "base/util/invariant.hpp"
#include "c/il/builder.hpp"
#include "c/il/scopes.hpp"
#include "c/memory/points_to.hpp"
#include "c/threads/narrow.hpp"
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;
using words::Op;

class Expander {
 public:
  Expander(const Program& program, const ThreadBounds& bounds)
      : in_(program),
        bounds_(bounds),
        points_to_(program),
        is_private_(private_objects(program)),
        out_{program, {}},
        build_(out_.program) {
    out_.program.statements.clear();
    out_.program.scopes = {};
    for (Function& function : out_.program.functions) {
      function.statements.clear();
      function.entry = none;
      function.is_defined = false;
    }
    Function& main = out_.program.functions[in_.main];
    main.is_defined = true;
    main.parameters.clear();
    main.locals.clear();
    for (Object& object : out_.program.objects) object.scope = {};
  }

  Expanded run() {
    add_thread(in_.main, {}, false);
    for (std::size_t t = 0; t < out_.threads.size(); ++t) expand_thread(t);
    Function& main = out_.program.functions[in_.main];
    for (StatementId s = 0; s < out_.program.statements.size(); ++s) main.statements.push_back(s);
    main.entry = out_.threads[0].entry;
    narrow_objects(out_.program);
    return std::move(out_);
  }

 private:
  /// A function's body in place of a call.
  struct Expansion {
    FunctionId function;
    std::map<ObjectId, ObjectId> objects;           // its locals
    std::map<ObjectId, ExprId> arguments;           // of parameters that never change
    std::map<ExprId, ExprId> exprs;                 // what they have become
    std::map<StatementId, StatementId> statements;  // likewise
    std::vector<ObjectId> results;
    StatementId after = none;  // where it returns to
    bool repeats = false;      // it may be entered again
  };

  const Program& in_;
  const ThreadBounds& bounds_;
  PointsTo points_to_;
  std::vector<bool> is_private_;
  Expanded out_;
  Builder build_;
  std::uint32_t thread_ = 0;
  std::vector<FunctionId> chain_;    // functions that are being expanded
  std::uint32_t activation_ = none;  // the innermost of them
  std::map<std::pair<std::uint32_t, ObjectId>, ObjectId> thread_locals_;
  std::vector<FunctionId> last_calls_;  // by thread: what is called when it returns; or none
  StatementId end_ = none;              // of the current thread

  [[nodiscard]] Type word() const { return {16, false, false, false}; }

  ObjectId add_object(Object object) {
    const auto id = static_cast<ObjectId>(out_.program.objects.size());
    object.storage = Object::Storage::Local;
    if (object.function.is_none()) object.function = in_.main;
    object.scope = {};
    object.activation = activation_;
    out_.program.objects.push_back(std::move(object));
    out_.program.functions[in_.main].locals.push_back(id);
    if (thread_ < out_.threads.size()) out_.threads[thread_].locals.push_back(id);
    return id;
  }

  ObjectId add_hidden(const std::string& name, Type type) {
    Object object;
    object.name = name;
    object.is_temporary = true;
    object.size = type.bits / 8U;
    object.cells = {{0, type, ""}};
    return add_object(std::move(object));
  }

  /// One that starts as zero.
  ObjectId add_state(const std::string& name, Type type) {
    const ObjectId id = add_hidden(name, type);
    out_.program.objects[id].storage = Object::Storage::Global;
    out_.program.objects[id].function = {};
    out_.program.functions[in_.main].locals.pop_back();
    if (thread_ < out_.threads.size()) out_.threads[thread_].locals.pop_back();
    return id;
  }

  std::uint32_t add_thread(FunctionId function, FunctionId last_call, bool is_reused) {
    const auto number = static_cast<std::uint32_t>(out_.threads.size());
    ThreadCopy thread;
    thread.function = function;
    thread.is_reused = is_reused;
    thread.state = add_state(fmt::format("thread.{}.at", number), word());
    thread.argument = add_state(fmt::format("thread.{}.argument", number), build_.pointer());
    thread.result = add_state(fmt::format("thread.{}.result", number), build_.pointer());
    out_.threads.push_back(thread);
    last_calls_.push_back(last_call);
    return number;
  }

  StatementId emit(Statement statement, const Position& at) {
    statement.at = at;
    statement.scope = {};
    statement.thread = thread_;
    statement.activation = activation_;
    if (statement.within.is_none())
      statement.within = chain_.empty() ? out_.threads[thread_].function : chain_.back();
    out_.program.statements.push_back(std::move(statement));
    return static_cast<StatementId>(out_.program.statements.size() - 1);
  }
  StatementId emit_skip(const Position& at) { return emit(Statement{}, at); }
  void lead(StatementId from, StatementId to) { out_.program.statements[from].next = to; }

  [[nodiscard]] Place place_of(ObjectId object) {
    return {build_.address(object, 0), out_.program.objects[object].cells[0].type};
  }

  static Statement assignment(const Place& place, ExprId value) {
    Statement out;
    out.kind = Kind::Assign;
    out.places = {place};
    out.values = {value};
    out.initialises = true;
    return out;
  }

  static Statement arbitrary(const Place& place) {
    Statement out;
    out.kind = Kind::Arbitrary;
    out.places = {place};
    out.text = schedule_choice;
    return out;
  }

  static Statement unsupported(std::string text) {
    Statement out;
    out.kind = Kind::Unsupported;
    out.text = std::move(text);
    return out;
  }

  void expand_thread(std::size_t number) {
    thread_ = static_cast<std::uint32_t>(number);
    const ThreadCopy thread = out_.threads[number];
    const Function& function = in_.functions[thread.function];
    const Position at = function.at;
    chain_.clear();
    activation_ = none;
    const StatementId start = emit_skip(at);
    out_.threads[number].entry = start;
    Statement ends;
    ends.kind = Kind::Thread;
    ends.step = ThreadStep::End;
    end_ = emit(std::move(ends), at);
    std::vector<ExprId> arguments;
    if (number != 0 && function.parameters.size() == 1)
      arguments = {build_.resize(build_.load(place_of(thread.argument)),
                                 function.parameters[0].type, false)};
    const StatementId after = emit_skip(at);
    const bool is_called_right = number == 0 || function.parameters.size() == arguments.size();
    const bool fits = function.is_defined && is_called_right && function.results.size() <= 1;
    if (!fits) return lead(start, emit(unsupported("thread of such a function"), at));
    const std::vector<ObjectId> results =
        enter(thread.function, arguments, start, after, thread.is_reused, at);
    if (number == 0) {
      Statement halts;
      halts.kind = Kind::Halt;
      if (!results.empty()) halts.values = {build_.load(place_of(results[0]))};
      return lead(after, emit(std::move(halts), at));
    }
    StatementId last = after;
    if (!results.empty()) {
      const ExprId result = build_.load(place_of(results[0]));
      const StatementId kept = emit(
          assignment(place_of(thread.result), build_.resize(result, build_.pointer(), true)), at);
      lead(last, kept);
      last = kept;
    }
    if (!last_calls_[number].is_none()) {
      const StatementId called = emit_skip(at);
      static_cast<void>(enter(last_calls_[number], {}, last, called, thread.is_reused, at));
      last = called;
    }
    lead(last, end_);
  }

  /// Expands a function between two statements; where its results are then.
  std::vector<ObjectId> enter(FunctionId id, const std::vector<ExprId>& arguments, StatementId from,
                              StatementId after, bool repeats, const Position& at) {
    const Function& function = in_.functions[id];
    const bool is_deep = std::cmp_greater_equal(std::ranges::count(chain_, id), bounds_.recursion);
    if (is_deep || out_.program.statements.size() > bounds_.statements) {
      lead(from, emit(unsupported(is_deep ? "recursion in a program with threads"
                                          : "program with threads of this size"),
                      at));
      return {};
    }
    const std::uint32_t caller = activation_;
    const auto own = static_cast<std::uint32_t>(out_.program.activations.size());
    out_.program.activations.push_back({id, caller});
    activation_ = own;
    Expansion activation;
    activation.function = id;
    activation.after = after;
    activation.repeats = repeats;
    for (const Type type : function.results)
      activation.results.push_back(add_hidden("$result", type));
    const std::set<ObjectId> fixed = fixed_parameters(function, arguments);
    add_locals(function, fixed, activation);
    activation_ = caller;
    StatementId last = pass(function, arguments, fixed, activation, from, at);
    if (repeats) last = forget_locals(function, activation, last, at);
    activation_ = own;
    chain_.push_back(id);
    for (const StatementId s : function.statements) {
      activation.statements[s] = emit_skip(in_.statements[s].at);
      out_.program.statements[activation.statements[s]].within = id;
      out_.program.statements[activation.statements[s]].origin = s;
    }
    lead(last, activation.statements.at(function.entry));
    for (const StatementId s : function.statements) expand(s, activation);
    chain_.pop_back();
    activation_ = caller;
    return activation.results;
  }

  /// Parameters that are never written and get something that never changes.
  [[nodiscard]] std::set<ObjectId> fixed_parameters(const Function& function,
                                                    const std::vector<ExprId>& arguments) const {
    std::set<ObjectId> out;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Expr& address = in_.exprs[function.parameters[i].address];
      const bool is_scalar = in_.objects[address.object].cells.size() == 1;
      if (build_.is_fixed(arguments[i]) && is_scalar && is_private_[address.object])
        out.insert(address.object);
    }
    const auto drop = [&](const Statement& statement) {
      for (const Place& place : statement.places)
        if (const ObjectId root = root_of(in_, place.address); root != none) out.erase(root);
    };
    for (const StatementId s : function.statements) drop(in_.statements[s]);
    return out;
  }

  void add_locals(const Function& function, const std::set<ObjectId>& fixed, Expansion& to) {
    std::set<ObjectId> locals(function.locals.begin(), function.locals.end());
    for (const Place& parameter : function.parameters)
      locals.insert(in_.exprs[parameter.address].object);
    for (const ObjectId local : locals)
      if (!fixed.contains(local)) {
        Object copy = in_.objects[local];
        if (thread_ != 0) copy.name += fmt::format("@{}", thread_ + 1);
        to.objects[local] = add_object(std::move(copy));
      }
  }

  StatementId pass(const Function& function, const std::vector<ExprId>& arguments,
                   const std::set<ObjectId>& fixed, Expansion& to, StatementId from,
                   const Position& at) {
    StatementId last = from;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Place& parameter = function.parameters[i];
      const ObjectId object = in_.exprs[parameter.address].object;
      if (fixed.contains(object)) {
        to.arguments[object] = arguments[i];
        continue;
      }
      const StatementId passed =
          emit(assignment({rewrite(parameter.address, to), parameter.type},
                          build_.resize(arguments[i], parameter.type, false)),
               at);
      lead(last, passed);
      last = passed;
    }
    return last;
  }

  /// Locals without a first value are arbitrary again.
  StatementId forget_locals(const Function& function, const Expansion& activation, StatementId from,
                            const Position& at) {
    std::set<ObjectId> parameters;
    for (const Place& parameter : function.parameters)
      parameters.insert(in_.exprs[parameter.address].object);
    Statement forgets;
    forgets.kind = Kind::Arbitrary;
    forgets.initialises = true;
    for (const ObjectId local : function.locals) {
      const Object& object = in_.objects[local];
      const bool counts = !object.is_temporary && !parameters.contains(local) && object.has_cells &&
                          object.cells.size() <= most_forgotten;
      if (!counts) continue;
      for (const Cell& cell : object.cells)
        if (!cell.is_padding)
          forgets.places.push_back(
              {build_.address(activation.objects.at(local), cell.offset), cell.type});
    }
    if (forgets.places.empty()) return from;
    const StatementId forgot = emit(std::move(forgets), at);
    lead(from, forgot);
    return forgot;
  }

  ObjectId own_object(ObjectId object, const Expansion& in) {
    if (const auto found = in.objects.find(object); found != in.objects.end()) return found->second;
    if (!in_.objects[object].is_thread_local || thread_ == 0) return object;
    const auto [found, is_new] = thread_locals_.try_emplace({thread_, object}, none);
    if (is_new) {
      found->second = static_cast<ObjectId>(out_.program.objects.size());
      out_.program.objects.push_back(in_.objects[object]);
      out_.threads[thread_].has_own_globals = true;
    }
    return found->second;
  }

  ExprId rewrite(ExprId id, Expansion& in) {
    if (id == none) return none;
    if (const auto found = in.exprs.find(id); found != in.exprs.end()) return found->second;
    const Expr expr = in_.exprs[id];
    ExprId out = id;
    if (expr.kind == Expr::Kind::Address) {
      const ObjectId object = own_object(expr.object, in);
      if (object != expr.object) out = build_.address(object, expr.value);
    } else if (const ExprId argument = fixed_argument(expr, in); argument != none) {
      out = build_.resize(argument, expr.type, false);
    } else {
      Expr changed = expr;
      changed.a = rewrite(expr.a, in);
      changed.b = rewrite(expr.b, in);
      changed.c = rewrite(expr.c, in);
      if (changed != expr) out = build_.rebuilt(changed);
    }
    return in.exprs[id] = out;
  }

  /// What a parameter that never changes is, where it is read.
  [[nodiscard]] ExprId fixed_argument(const Expr& expr, const Expansion& in) const {
    if (expr.kind != Expr::Kind::Load) return none;
    const Expr& address = in_.exprs[expr.a];
    if (address.kind != Expr::Kind::Address || address.value != 0) return none;
    const auto found = in.arguments.find(address.object);
    if (found == in.arguments.end()) return none;
    const bool is_whole = in_.objects[address.object].cells[0].type.bits == expr.type.bits;
    HARDBOP_INVARIANT(is_whole, "a parameter should be read as it is passed");
    return found->second;
  }

  void expand(StatementId s, Expansion& in) {
    Statement statement = in_.statements[s];
    const StatementId at = in.statements.at(s);
    for (ExprId& value : statement.values) value = rewrite(value, in);
    for (Place& place : statement.places) place.address = rewrite(place.address, in);
    const auto follow = [&](StatementId to) { return to == none ? none : in.statements.at(to); };
    statement.next = follow(statement.next);
    statement.otherwise = follow(statement.otherwise);
    if (statement.kind == Kind::Call) return expand_call(s, at, statement, in);
    if (statement.kind == Kind::Return) return expand_return(at, statement, in);
    if (statement.kind == Kind::Thread) return expand_step(s, at, statement, in);
    put(at, std::move(statement));
  }

  /// In place of what is there.
  void put(StatementId at, Statement statement) {
    statement.scope = {};
    statement.thread = thread_;
    statement.within = out_.program.statements[at].within;
    statement.activation = out_.program.statements[at].activation;
    statement.origin = out_.program.statements[at].origin;
    out_.program.statements[at] = std::move(statement);
  }

  void expand_return(StatementId at, const Statement& statement, const Expansion& in) {
    StatementId last = at;
    for (std::size_t i = 0; i < std::min(in.results.size(), statement.values.size()); ++i) {
      Statement kept = assignment(place_of(in.results[i]), statement.values[i]);
      if (i == 0) {
        kept.at = statement.at;
        kept.start = statement.start;
        put(at, std::move(kept));
        continue;
      }
      const StatementId next = emit(std::move(kept), statement.at);
      lead(last, next);
      last = next;
    }
    lead(last, in.after);
  }

  /// Whether a statement can be executed again by one activation.
  [[nodiscard]] bool is_in_loop(StatementId s) const {
    std::set<StatementId> seen;
    std::vector<StatementId> open{in_.statements[s].next};
    while (!open.empty()) {
      const StatementId top = open.back();
      open.pop_back();
      if (top == none || !seen.insert(top).second) continue;
      if (top == s) return true;
      open.push_back(in_.statements[top].next);
      open.push_back(in_.statements[top].otherwise);
    }
    return false;
  }

  void expand_call(StatementId s, StatementId at, Statement call, Expansion& in) {
    const bool repeats = in.repeats || is_in_loop(s);
    const StatementId next = call.next;
    std::vector<FunctionId> callees{call.callee};
    ExprId target = none;
    if (call.callee.is_none()) {
      target = call.values.back();
      call.values.pop_back();
      const Expr& known = build_.expr(target);
      callees = known.kind == Expr::Kind::FunctionAddress ? std::vector<FunctionId>{known.function}
                                                          : points_to_.callees(in_.statements[s]);
      if (known.kind == Expr::Kind::FunctionAddress) target = none;
    }
    StatementId from = fix_places(at, call);
    for (const FunctionId callee : callees) {
      StatementId entered = from;
      if (target != none) {
        Statement test;
        test.kind = Kind::Branch;
        test.values = {build_.binary(Op::Equal, target, build_.function_address(callee))};
        const StatementId tested = emit(std::move(test), call.at);
        lead(from, tested);
        entered = emit_skip(call.at);
        lead(tested, entered);
        from = emit_skip(call.at);
        out_.program.statements[tested].otherwise = from;
      }
      call_one(callee, call, entered, next, repeats);
    }
    if (target == none) return;
    Statement fault;
    fault.kind = Kind::Fault;
    fault.defect = Defect::Memory;
    fault.text = "call through a pointer that points to no function";
    lead(from, emit(std::move(fault), call.at));
  }

  /// Where results go is settled before the call.
  StatementId fix_places(StatementId at, Statement& call) {
    StatementId last = at;
    for (Place& place : call.places) {
      if (build_.is_fixed(place.address)) continue;
      const Place kept = place_of(add_hidden("$place", build_.pointer()));
      const StatementId next = emit(assignment(kept, place.address), call.at);
      lead(last, next);
      last = next;
      place.address = build_.load(kept);
    }
    return last;
  }

  void call_one(FunctionId callee, const Statement& call, StatementId from, StatementId next,
                bool repeats) {
    const Function& function = in_.functions[callee];
    const bool fits = function.is_defined && function.parameters.size() == call.values.size() &&
                      (call.places.empty() || call.places.size() == function.results.size());
    if (!fits)
      return lead(
          from, emit(unsupported("call of " + function.name + " with unexpected types"), call.at));
    const StatementId after = emit_skip(call.at);
    const std::vector<ObjectId> results = enter(callee, call.values, from, after, repeats, call.at);
    StatementId last = after;
    for (std::size_t i = 0; i < std::min(call.places.size(), results.size()); ++i) {
      Statement stored = assignment(call.places[i], build_.load(place_of(results[i])));
      stored.initialises = call.initialises;
      const StatementId kept = emit(std::move(stored), call.at);
      lead(last, kept);
      last = kept;
    }
    lead(last, next);
  }

  void expand_step(StatementId s, StatementId at, const Statement& statement, Expansion& in) {
    switch (statement.step) {
      case ThreadStep::Create: return expand_create(s, at, statement, in);
      case ThreadStep::Self: {
        out_.threads[thread_].asks_who = true;
        Statement tells;
        if (!statement.places.empty())
          tells =
              assignment(statement.places[0], build_.constant(statement.places[0].type, thread_));
        tells.at = statement.at;
        tells.start = statement.start;
        tells.next = statement.next;
        return put(at, std::move(tells));
      }
      case ThreadStep::End: {
        Statement kept = assignment(place_of(out_.threads[thread_].result), statement.values[0]);
        kept.at = statement.at;
        kept.start = statement.start;
        kept.next = end_;
        return put(at, std::move(kept));
      }
      default: return put(at, statement);
    }
  }

  /// Takes a copy that is not running.
  void expand_create(StatementId s, StatementId at, const Statement& create, Expansion& in) {
    const bool repeats = in.repeats || is_in_loop(s);
    const Expr known = build_.expr(create.values[0]);
    std::vector<FunctionId> functions;
    if (known.kind == Expr::Kind::FunctionAddress)
      functions = {known.function};
    else
      for (const Pointee& pointee : points_to_.of(in_.statements[s].values[0]))
        if (pointee.kind == Pointee::Kind::Function) functions.push_back(pointee.function());
    StatementId from = at;
    const bool is_deep =
        std::ranges::any_of(functions, [&](FunctionId f) { return creates_itself(f); });
    if (is_deep)
      return lead(from, emit(unsupported("thread that creates a thread like itself"), create.at));
    if (repeats && bounds_.crowds && known.kind == Expr::Kind::FunctionAddress)
      return create_crowd(known.function, create, at);
    for (const FunctionId function : functions)
      for (std::uint32_t copy = 0; copy < (repeats ? bounds_.threads : 1); ++copy)
        from =
            create_one(function, create, from, known.kind != Expr::Kind::FunctionAddress, repeats);
    lead(from, emit(unsupported(too_many_threads), create.at));
  }

  [[nodiscard]] bool creates_itself(FunctionId function) const {
    return thread_ != 0 && (out_.threads[thread_].function == function ||
                            out_.threads.size() > std::size_t{bounds_.threads} * 8);
  }

  /// A thread that is followed, or one of many others.
  void create_crowd(FunctionId function, const Statement& create, StatementId at) {
    const Place choice = place_of(add_state("schedule.follow", {8, false, false, false}));
    const StatementId chosen = emit(arbitrary(choice), create.at);
    lead(at, chosen);
    Statement test;
    test.kind = Kind::Branch;
    test.values = {build_.truth(build_.load(choice))};
    const StatementId tested = emit(std::move(test), create.at);
    lead(chosen, tested);
    const StatementId followed = emit_skip(create.at);
    lead(tested, followed);
    const StatementId others = create_one(function, create, followed, false, true);
    out_.program.statements[tested].otherwise = others;
    const StatementId unused = create_one(function, create, others, false, true, true);
    Statement never;
    never.kind = Kind::Assume;
    never.values = {build_.constant(Builder::truth_type, 0)};
    never.next = create.next;
    lead(unused, emit(std::move(never), create.at));
  }

  /// Where to go if this copy cannot be used.
  StatementId create_one(FunctionId function, const Statement& create, StatementId from,
                         bool is_tested, bool repeats, bool is_crowd = false) {
    const std::uint32_t number = add_thread(function, create.callee, repeats);
    out_.threads[number].is_crowd = is_crowd;
    const ThreadCopy thread = out_.threads[number];
    const Place state = place_of(thread.state);
    ExprId can = is_crowd ? build_.constant(Builder::truth_type, 1)
                          : build_.binary(Op::LessEqualUnsigned, build_.load(state),
                                          build_.constant(state.type, has_ended));
    if (is_tested)
      can = build_.binary(
          Op::And, can,
          build_.binary(Op::Equal, create.values[0], build_.function_address(function)));
    Statement test;
    test.kind = Kind::Branch;
    test.values = {can};
    const StatementId tested = emit(std::move(test), create.at);
    lead(from, tested);
    StatementId last = tested;
    const auto then = [&](Statement statement) {
      const StatementId next = emit(std::move(statement), create.at);
      lead(last, next);
      last = next;
    };
    then(assignment(place_of(thread.argument),
                    build_.resize(create.values[1], build_.pointer(), false)));
    then(assignment(place_of(thread.result), build_.constant(build_.pointer(), 0)));
    if (!create.places.empty())
      then(is_crowd ? arbitrary(create.places[0])
                    : assignment(create.places[0], build_.constant(create.places[0].type, number)));
    Statement creates = assignment(state, build_.constant(state.type, at_start));
    creates.kind = Kind::Thread;
    creates.step = ThreadStep::Create;
    creates.created = number;
    creates.callee = function;
    then(std::move(creates));
    lead(last, create.next);
    const StatementId otherwise = emit_skip(create.at);
    out_.program.statements[tested].otherwise = otherwise;
    return otherwise;
  }
};

}  // namespace

Expanded expand_threads(const Program& program, const ThreadBounds& bounds) {
  return Expander(program, bounds).run();
}

}  // namespace hardbop::c
