// SPDX-License-Identifier: MIT
#include "c/lower.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

#include "c/call_graph.hpp"
#include "c/memory.hpp"
#include "c/stars.hpp"
#include "util/diagnostic.hpp"
#include "util/invariant.hpp"

namespace hardbop::c {

namespace {

using ltg::BlockId;
using ltg::Op;
using ltg::Width;

/// A larger piece of heap is not followed, byte by byte as it would be.
constexpr std::uint64_t largest_allocation = 4096;

struct Instance {
  FunctionId function = none;
  std::uint32_t depth = 0;
  std::vector<ltg::VariableId> results;
  std::vector<BlockId> returns;        // blocks of its Return statements
  std::vector<BlockId> continuations;  // where its callers go on, by number of the call
  std::vector<BlockId> callers;        // the blocks that call it, by the same number
};

/// What evaluating expressions needs and has found out.
struct Evaluation {
  InstanceId instance = none;
  ltg::ExprId valid = 0;    // everything read can be
  bool is_followed = true;  // false where an access could be to too many places
  bool escapes = false;     // an address becomes known that is another one in each activation
  ObjectId large = none;    // without cells, to which an access may be
};

class Lowering {
 public:
  Lowering(const Program& program, const Bounds& bounds, Pointers pointers, Budget* budget)
      : program_(program),
        bounds_(bounds),
        pointers_(pointers),
        budget_(budget),
        points_to_(program, budget),
        calls_(program, points_to_),
        memory_(program, model_.graph),
        stars_(memory_, model_.graph),
        has_large_(std::any_of(program.objects.begin(), program.objects.end(),
                               [](const Object& object) { return !object.has_cells; })) {}

  Model run() {
    if (bounds_.overflows) e().keep_overflows();
    add_instances();
    add_regions();
    if (pointers_ == Pointers::Star) add_stars();
    add_blocks();
    for (InstanceId i = 0; i < instances_.size(); ++i)
      for (const StatementId s : function(i).statements)
        if (!stops(s)) lower_statement(i, s);
    for (InstanceId i = 0; i < instances_.size(); ++i)
      bounds_.procedures ? add_procedure(i) : lower_returns(i);
    model_.graph.entry = block_of(main(), function(main()).entry);
    if (pointers_ == Pointers::Star) start_stars();
    name_variables();
    return std::move(model_);
  }

 private:
  const Program& program_;
  Bounds bounds_;
  Pointers pointers_;
  Budget* budget_;
  PointsTo points_to_;
  CallGraph calls_;
  Model model_;
  Memory memory_;
  Stars stars_;
  bool has_large_;
  std::vector<Instance> instances_;
  std::vector<InstanceId> first_instance_;              // by function
  std::vector<std::map<StatementId, BlockId>> blocks_;  // by instance
  std::map<StatementId, ltg::VariableId> allocated_;    // by Allocate: how many pieces there are

  [[nodiscard]] ltg::Expressions& e() { return model_.graph.expressions; }
  [[nodiscard]] ltg::Block& block(BlockId id) { return model_.graph.blocks[id]; }
  [[nodiscard]] const Function& function(InstanceId i) const {
    return program_.functions[instances_[i].function];
  }

  [[nodiscard]] bool stops(StatementId s) const {
    if (budget_ == nullptr) return false;
    return (s % 64 == 0 ? budget_->poll() : budget_->stopped()) != StopReason::None;
  }

  // Copies

  void add_instances() {
    first_instance_.assign(program_.functions.size(), none);
    for (FunctionId f = 0; f < program_.functions.size(); ++f) {
      if (!points_to_.reached()[f] || !program_.functions[f].is_defined) continue;
      first_instance_[f] = static_cast<InstanceId>(instances_.size());
      const std::uint32_t copies =
          calls_.is_recursive(f) && !bounds_.procedures ? bounds_.recursion : 1;
      for (std::uint32_t depth = 0; depth < copies; ++depth) {
        Instance& instance = instances_.emplace_back();
        instance.function = f;
        instance.depth = depth;
      }
    }
  }

  [[nodiscard]] std::string suffix(InstanceId i) const {
    return instances_[i].depth == 0 ? "" : fmt::format("#{}", instances_[i].depth);
  }

  void add_regions() {
    for (ObjectId o = 0; o < program_.objects.size(); ++o) {
      const Object& object = program_.objects[o];
      if (object.storage == Object::Storage::Local) continue;
      memory_.add({Pointee::Kind::Object, o}, none, object.name, object.size, object.cells, true);
    }
    for (InstanceId i = 0; i < instances_.size(); ++i) {
      for (const ObjectId o : function(i).locals) {
        const Object& object = program_.objects[o];
        memory_.add({Pointee::Kind::Object, o}, i,
                    fmt::format("{}::{}{}", function(i).name, object.name, suffix(i)), object.size,
                    object.cells, false);
      }
      for (std::size_t k = 0; k < function(i).results.size(); ++k) {
        instances_[i].results.push_back(
            static_cast<ltg::VariableId>(model_.graph.variables.size()));
        ltg::Variable& variable = model_.graph.variables.emplace_back();
        variable.name = fmt::format("{}::return{}", function(i).name, suffix(i));
        variable.width = function(i).results[k].bits;
      }
    }
    for (FunctionId f = 0; f < program_.functions.size(); ++f)
      memory_.add({Pointee::Kind::Function, f}, none, program_.functions[f].name, 1, {}, false);
    for (StatementId s = 0; s < program_.statements.size(); ++s)
      if (program_.statements[s].kind == Statement::Kind::Allocate) add_heap(s);
    set_initial_values();
  }

  /// The pieces that a statement can allocate.
  void add_heap(StatementId s) {
    const auto size = constant_size(program_.statements[s]);
    if (!size) return;
    std::vector<Cell> cells;
    for (std::uint32_t i = 0; i < *size; ++i) {
      Cell& cell = cells.emplace_back();
      cell.offset = i;
      cell.type = {8, false, false, false};
      cell.name = fmt::format("[{}]", i);
    }
    const bool is_zero = is_zeroed(program_.statements[s]);
    for (std::uint32_t k = 0; k < bounds_.heap; ++k)
      memory_.add({Pointee::Kind::Heap, s}, none,
                  fmt::format("heap{}.{}", program_.statements[s].at.line, k), *size, cells,
                  is_zero);
    allocated_[s] = static_cast<ltg::VariableId>(model_.graph.variables.size());
    ltg::Variable& counter = model_.graph.variables.emplace_back();
    counter.name = fmt::format("allocated{}", program_.statements[s].at.line);
    counter.width = static_cast<Width>(std::bit_width(bounds_.heap));
    counter.initial = 0;
  }

  [[nodiscard]] std::optional<std::uint32_t> constant_size(const Statement& statement) {
    Evaluation evaluation = begin_evaluation(none);
    if (!is_closed(statement.values[0])) return std::nullopt;
    const ltg::ExprId size = value(statement.values[0], evaluation);
    if (!e().is_constant(size)) return std::nullopt;
    const std::uint64_t bytes = e().node(size).value;
    if (bytes > largest_allocation) return std::nullopt;
    return static_cast<std::uint32_t>(bytes);
  }

  [[nodiscard]] bool is_zeroed(const Statement& allocate) {
    if (allocate.values.size() < 2 || !is_closed(allocate.values[1])) return false;
    Evaluation evaluation = begin_evaluation(none);
    return !e().is_constant(value(allocate.values[1], evaluation), 0);
  }

  /// Without any load or address.
  [[nodiscard]] bool is_closed(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Constant) return true;
    if (expr.kind != Expr::Kind::Operation) return false;
    const std::array operands{expr.a, expr.b, expr.c};
    return std::all_of(operands.begin(), operands.end(),
                       [&](ExprId operand) { return operand == none || is_closed(operand); });
  }

  void set_initial_values() {
    for (ObjectId o = 0; o < program_.objects.size(); ++o) {
      const Object& object = program_.objects[o];
      if (object.storage == Object::Storage::Local) continue;
      const Region& region = memory_.region({Pointee::Kind::Object, o}, none);
      for (const InitialValue& initial : object.initial) {
        Evaluation evaluation = begin_evaluation(none);
        const ltg::ExprId word = value(initial.value, evaluation);
        Memory::Updates updates;
        const auto address =
            e().constant(program_.data_model.pointer_bits, region.base + initial.offset);
        (void)memory_.write(address, initial.type, word, {}, updates);
        for (const auto& [variable, bits] : updates) set_initial(variable, bits);
      }
    }
  }

  /// A store of part of a cell mentions the cell's other bits.
  void set_initial(ltg::VariableId variable, ltg::ExprId bits) {
    std::vector<std::uint64_t> values(model_.graph.variables.size());
    values[variable] = *model_.graph.variables[variable].initial;
    model_.graph.variables[variable].initial = e().evaluate(bits, values, {});
  }

  // Variables for what pointers point to

  /// For reads of the forms *p and p->f.
  void add_stars() {
    for (InstanceId i = 0; i < instances_.size(); ++i) {
      for (const StatementId s : function(i).statements) {
        if (stops(s)) return;
        const Statement& statement = program_.statements[s];
        for (const Place& place : statement.places) add_stars(i, place.address);
        for (const ExprId value : statement.values) add_stars(i, value);
      }
    }
  }

  void add_stars(InstanceId i, ExprId id) {
    const Expr& expr = program_.exprs[id];
    for (const ExprId operand : {expr.a, expr.b, expr.c})
      if (operand != none) add_stars(i, operand);
    const std::optional<Dereference> read = dereference(expr);
    if (!read) return;
    Evaluation evaluation = begin_evaluation(i);
    const ltg::Node& pointer = e().node(value(read->pointer, evaluation));
    if (pointer.op == Op::Variable)
      stars_.add(static_cast<ltg::VariableId>(pointer.value), read->offset, expr.type,
                 points_to_.of(read->pointer));
  }

  /// A read at a pointer variable's value, or some bytes behind it.
  struct Dereference {
    ExprId pointer = none;
    std::uint64_t offset = 0;
  };

  [[nodiscard]] std::optional<Dereference> dereference(const Expr& expr) const {
    if (expr.kind != Expr::Kind::Load) return std::nullopt;
    Dereference out{expr.a, 0};
    const Expr& address = program_.exprs[expr.a];
    if (address.kind == Expr::Kind::Operation && address.op == Op::Add &&
        program_.exprs[address.b].kind == Expr::Kind::Constant) {
      out.pointer = address.a;
      out.offset = program_.exprs[address.b].value;
    }
    const Expr& pointer = program_.exprs[out.pointer];
    const bool is_variable = pointer.kind == Expr::Kind::Load && pointer.type.is_pointer &&
                             program_.exprs[pointer.a].kind == Expr::Kind::Address;
    return is_variable ? std::optional(out) : std::nullopt;
  }

  void start_stars() {
    const Memory::Updates updates = stars_.start();
    if (updates.empty()) return;
    const BlockId start = new_block(none);
    for (const auto& [variable, bits] : updates)
      block(start).assignments.push_back({variable, bits});
    edge(start, e().truth(true), model_.graph.entry);
    model_.graph.entry = start;
  }

  // Blocks

  BlockId new_block(StatementId statement, InstanceId i = none) {
    model_.graph.blocks.emplace_back();
    BlockMeaning& meaning = model_.blocks.emplace_back();
    meaning.statement = statement;
    if (i != none) meaning.function = instances_[i].function;
    if (i != none) meaning.depth = instances_[i].depth;
    return static_cast<BlockId>(model_.graph.blocks.size() - 1);
  }

  void add_blocks() {
    blocks_.resize(instances_.size());
    for (InstanceId i = 0; i < instances_.size(); ++i)
      for (const StatementId s : function(i).statements) blocks_[i][s] = new_block(s, i);
  }

  [[nodiscard]] BlockId block_of(InstanceId i, StatementId s) const {
    return blocks_[i].find(s)->second;
  }

  BlockId sink(Sink::Kind kind, StatementId s, std::string text) {
    const BlockId id = new_block(none);
    model_.sinks.push_back({kind, id, program_.statements[s].at, std::move(text), s});
    return id;
  }

  void edge(BlockId from, ltg::ExprId guard, BlockId to) {
    if (!e().is_constant(guard, 0)) block(from).edges.push_back({guard, to});
  }

  /// Goes on where everything that was read can be; else nobody knows.
  void go(BlockId from, const Evaluation& evaluation, StatementId s, BlockId to) {
    edge(from, guard(evaluation), to);
    fault(from, evaluation, s);
  }

  ltg::ExprId guard(const Evaluation& evaluation) {
    return evaluation.is_followed ? evaluation.valid : e().truth(false);
  }

  void fault(BlockId from, const Evaluation& evaluation, StatementId s) {
    if (evaluation.escapes) {
      edge(from, e().truth(true),
           sink(Sink::Kind::Unsupported, s, "the address of a local variable of a recursion"));
    } else if (!evaluation.is_followed) {
      edge(from, e().truth(true),
           sink(Sink::Kind::Unsupported, s, "an access to one of too many places"));
    } else if (!e().is_constant(evaluation.valid, 1)) {
      edge(from, e().unary(Op::Not, evaluation.valid),
           sink(Sink::Kind::Unsupported, s,
                "an access outside of every known object" + note_on_size(evaluation.large)));
    }
  }

  [[nodiscard]] std::string note_on_size(ObjectId large) const {
    if (large == none) return "";
    return fmt::format(": {} has more than {} scalars", quote_name(program_.objects[large].name),
                       most_cells);
  }

  ltg::ExprId input(BlockId at, Width width, const InputMeaning& meaning) {
    const auto id = static_cast<ltg::InputId>(model_.graph.inputs.size());
    model_.graph.inputs.push_back(width);
    model_.inputs.push_back(meaning);
    block(at).inputs.push_back(id);
    return e().input(id, width);
  }

  void assign(BlockId at, Memory::Updates& updates, const std::optional<Write>& only = {}) {
    stars_.follow(updates, only);
    for (const auto& [variable, bits] : updates) block(at).assignments.push_back({variable, bits});
  }

  // Expressions

  Evaluation begin_evaluation(InstanceId instance) {
    return {instance, e().truth(true), true, false, none};
  }

  /// A procedure's variables have one address each: who recurses must not tell it others.
  void note_escape(ExprId stored, Evaluation& evaluation) const {
    if (!bounds_.procedures) return;
    const Pointees pointees = points_to_.of(stored);
    const bool escapes = std::any_of(pointees.begin(), pointees.end(), [&](const Pointee& pointee) {
      if (pointee.kind != Pointee::Kind::Object) return false;
      const Object& object = program_.objects[pointee.id];
      return object.storage == Object::Storage::Local && calls_.is_recursive(object.function);
    });
    if (!escapes) return;
    evaluation.escapes = true;
    evaluation.is_followed = false;
  }

  /// An object that is too large to be known, for who asks why.
  void note_size(ExprId address, Evaluation& evaluation) const {
    if (!has_large_) return;
    for (const Pointee& pointee : points_to_.of(address))
      if (pointee.kind == Pointee::Kind::Object && !program_.objects[pointee.id].has_cells)
        evaluation.large = pointee.id;
  }

  /// What is equal to an address knows it, too. That it is not 0 is true in all activations.
  void note_comparison(const Expr& expr, Evaluation& evaluation) const {
    if (expr.type.bits != 1 || program_.exprs[expr.a].type.bits == 1) return;
    const auto is_null = [&](ExprId id) {
      return program_.exprs[id].kind == Expr::Kind::Constant && program_.exprs[id].value == 0;
    };
    const auto is_address = [&](ExprId id) {
      return program_.exprs[id].kind == Expr::Kind::Address;
    };
    if (is_null(expr.b) && is_address(expr.a)) return;
    if (is_null(expr.a) && is_address(expr.b)) return;
    note_escape(expr.a, evaluation);
    note_escape(expr.b, evaluation);
  }

  /// What undefined functions do names locals of functions that do not recurse, but looks only
  /// while they are alive: of a function that nobody calls, never.
  ltg::ExprId address_of(const Pointee& what, std::uint64_t offset, InstanceId instance) {
    if (instance != none && what.kind == Pointee::Kind::Object &&
        program_.objects[what.id].storage == Object::Storage::Local &&
        program_.objects[what.id].function != instances_[instance].function) {
      const Region* region = memory_.only_region(what);
      return e().constant(program_.data_model.pointer_bits,
                          region == nullptr ? 0 : region->base + offset);
    }
    const Region& region = memory_.region(what, instance);
    return e().constant(program_.data_model.pointer_bits, region.base + offset);
  }

  ltg::ExprId value(ExprId id, Evaluation& evaluation) {
    const Expr& expr = program_.exprs[id];
    switch (expr.kind) {
      case Expr::Kind::Constant: return e().constant(expr.type.bits, expr.value);
      case Expr::Kind::Address:
        return address_of({Pointee::Kind::Object, expr.object}, expr.value, evaluation.instance);
      case Expr::Kind::FunctionAddress:
        return address_of({Pointee::Kind::Function, expr.object}, 0, none);
      case Expr::Kind::Load: {
        const ltg::ExprId address = value(expr.a, evaluation);
        const auto read = memory_.read(address, expr.type, pointees_of(address, expr.a));
        note_size(expr.a, evaluation);
        evaluation.is_followed = evaluation.is_followed && read.has_value();
        if (!read) return e().constant(expr.type.bits, 0);
        evaluation.valid = e().binary(Op::And, evaluation.valid, read->valid);
        if (const auto star = star_of(expr, evaluation.instance)) return *star;
        return read->value;
      }
      case Expr::Kind::Operation: return operation(expr, evaluation);
    }
    HARDBOP_INVARIANT(false, "every kind of expression should be known");
  }

  std::optional<ltg::ExprId> star_of(const Expr& load, InstanceId instance) {
    if (pointers_ == Pointers::Direct) return std::nullopt;
    const std::optional<Dereference> read = dereference(load);
    if (!read) return std::nullopt;
    Evaluation evaluation = begin_evaluation(instance);
    return stars_.value(value(read->pointer, evaluation), read->offset, load.type);
  }

  /// A constant address says itself what it is of.
  Pointees pointees_of(ltg::ExprId address, ExprId expr) {
    return e().is_constant(address) ? Pointees() : points_to_.of(expr);
  }

  ltg::ExprId operation(const Expr& expr, Evaluation& evaluation) {
    const ltg::ExprId a = value(expr.a, evaluation);
    switch (expr.op) {
      case Op::Not:
      case Op::Negate: return e().unary(expr.op, a);
      case Op::ZeroExtend:
      case Op::SignExtend: return e().extend(expr.op, a, expr.type.bits);
      case Op::Extract: return e().extract(a, static_cast<Width>(expr.value), expr.type.bits);
      default: break;
    }
    const ltg::ExprId b = value(expr.b, evaluation);
    note_comparison(expr, evaluation);
    if (expr.op == Op::Conditional) return e().conditional(a, b, value(expr.c, evaluation));
    return expr.op == Op::Concatenate ? e().concatenate(a, b) : e().binary(expr.op, a, b);
  }

  /// The store, where it is through a pointer.
  [[nodiscard]] std::optional<Write> store(const Place& place, ltg::ExprId word,
                                           Evaluation& evaluation, Memory::Updates& updates) {
    const ltg::ExprId address = value(place.address, evaluation);
    const auto valid =
        memory_.write(address, place.type, word, pointees_of(address, place.address), updates);
    note_size(place.address, evaluation);
    evaluation.is_followed = evaluation.is_followed && valid.has_value();
    if (valid) evaluation.valid = e().binary(Op::And, evaluation.valid, *valid);
    return e().is_constant(address) ? std::nullopt : std::optional(Write{address, word});
  }

  // Statements

  void lower_statement(InstanceId i, StatementId s) {
    const Statement& statement = program_.statements[s];
    const BlockId at = block_of(i, s);
    Evaluation evaluation = begin_evaluation(i);
    const auto next = [&] { return block_of(i, statement.next); };
    switch (statement.kind) {
      case Statement::Kind::Skip: return edge(at, e().truth(true), next());
      case Statement::Kind::Free: {
        (void)value(statement.values[0], evaluation);
        return go(at, evaluation, s, next());
      }
      case Statement::Kind::Assign: {
        Memory::Updates updates;
        const ltg::ExprId word = value(statement.values[0], evaluation);
        note_escape(statement.values[0], evaluation);
        assign(at, updates, store(statement.places[0], word, evaluation, updates));
        return go(at, evaluation, s, next());
      }
      case Statement::Kind::Arbitrary: {
        Memory::Updates updates;
        std::optional<Write> only;
        for (std::uint32_t k = 0; k < statement.places.size(); ++k) {
          const Place& place = statement.places[k];
          only = store(place, arbitrary(at, place.type, {s, none, k}), evaluation, updates);
        }
        assign(at, updates, statement.places.size() == 1 ? only : std::nullopt);
        return go(at, evaluation, s, next());
      }
      case Statement::Kind::Allocate: return allocate(i, s);
      case Statement::Kind::Call: return call(i, s);
      case Statement::Kind::Return: return lower_return(i, s);
      case Statement::Kind::Assume: {
        const ltg::ExprId condition = value(statement.values[0], evaluation);
        edge(at, e().binary(Op::And, guard(evaluation), condition), next());
        return fault(at, evaluation, s);
      }
      case Statement::Kind::Branch: {
        const ltg::ExprId condition = value(statement.values[0], evaluation);
        const ltg::ExprId can = guard(evaluation);
        edge(at, e().binary(Op::And, can, condition), next());
        edge(at, e().binary(Op::And, can, e().unary(Op::Not, condition)),
             block_of(i, statement.otherwise));
        return fault(at, evaluation, s);
      }
      case Statement::Kind::Error:
        return edge(at, e().truth(true), sink(Sink::Kind::Error, s, statement.text));
      case Statement::Kind::Unsupported:
        return edge(at, e().truth(true), sink(Sink::Kind::Unsupported, s, statement.text));
      case Statement::Kind::Halt: return;
      case Statement::Kind::Environment: break;
    }
    HARDBOP_INVARIANT(false, "calls of undefined functions should be replaced");
  }

  /// _Bool holds 0 or 1.
  ltg::ExprId arbitrary(BlockId at, Type type, const InputMeaning& meaning) {
    if (!type.is_bool) return input(at, type.bits, meaning);
    return e().extend(Op::ZeroExtend, input(at, 1, meaning), type.bits);
  }

  void allocate(InstanceId i, StatementId s) {
    const Statement& statement = program_.statements[s];
    const BlockId at = block_of(i, s);
    const auto counter = allocated_.find(s);
    if (counter == allocated_.end())
      return edge(
          at, e().truth(true),
          sink(Sink::Kind::Unsupported, s, "an allocation whose size is not a small constant"));
    const std::vector<RegionId>& pieces = memory_.regions({Pointee::Kind::Heap, s});
    const Width width = model_.graph.variables[counter->second].width;
    const ltg::ExprId count = e().variable(counter->second, width);
    ltg::ExprId address = e().constant(program_.data_model.pointer_bits, 0);
    for (std::size_t k = 0; k < pieces.size(); ++k)
      address = e().conditional(
          e().binary(Op::Equal, count, e().constant(width, k)),
          e().constant(program_.data_model.pointer_bits, memory_.regions()[pieces[k]].base),
          address);
    const ltg::ExprId is_left =
        e().binary(Op::LessUnsigned, count, e().constant(width, pieces.size()));
    Evaluation evaluation = begin_evaluation(i);
    Memory::Updates updates;
    (void)store(statement.places[0], address, evaluation, updates);
    updates[counter->second] = e().binary(Op::Add, count, e().constant(width, 1));
    assign(at, updates);
    edge(at, e().binary(Op::And, guard(evaluation), is_left), block_of(i, statement.next));
    fault(at, evaluation, s);
    edge(at, e().unary(Op::Not, is_left),
         sink(Sink::Kind::Bound, s, fmt::format("more than {} pieces of heap", bounds_.heap)));
  }

  void call(InstanceId i, StatementId s) {
    const Statement& statement = program_.statements[s];
    const BlockId at = block_of(i, s);
    if (statement.callee != none) return enter(i, s, at, statement.callee);
    Evaluation evaluation = begin_evaluation(i);
    const ltg::ExprId address = value(statement.values.back(), evaluation);
    ltg::ExprId known = e().truth(false);
    for (const FunctionId f : points_to_.callees(statement)) {
      const ltg::ExprId is_it =
          e().binary(Op::Equal, address, address_of({Pointee::Kind::Function, f}, 0, none));
      const BlockId way = new_block(none, i);
      edge(at, e().binary(Op::And, guard(evaluation), is_it), way);
      known = e().binary(Op::Or, known, is_it);
      enter(i, s, way, f);
    }
    evaluation.valid = e().binary(Op::And, evaluation.valid, known);
    fault(at, evaluation, s);
  }

  void enter(InstanceId i, StatementId s, BlockId at, FunctionId callee) {
    if (first_instance_[callee] == none)
      return edge(at, e().truth(true),
                  sink(Sink::Kind::Unsupported, s,
                       fmt::format("a call of '{}'", program_.functions[callee].name)));
    const bool deeper =
        !bounds_.procedures && calls_.recurse_together(instances_[i].function, callee);
    const std::uint32_t depth = deeper ? instances_[i].depth + 1 : 0;
    if (depth >= bounds_.recursion && deeper)
      return edge(at, e().truth(true),
                  sink(Sink::Kind::Bound, s,
                       fmt::format("recursion deeper than {} calls", bounds_.recursion)));
    const InstanceId to = first_instance_[callee] + depth;
    Evaluation evaluation = begin_evaluation(i);
    Memory::Updates updates;
    pass_arguments(i, s, to, evaluation, updates);
    for (const ObjectId o : function(to).locals) forget(at, s, o, to, updates);
    assign(at, updates);
    go(at, evaluation, s, block_of(to, function(to).entry));
    const BlockId after = continuation(i, s, to);
    instances_[to].callers.push_back(at);
    instances_[to].continuations.push_back(after);
    if (bounds_.procedures) model_.calls.push_back({at, callee, after});
  }

  /// Too few arguments, which old C allows, leave the rest arbitrary.
  void pass_arguments(InstanceId i, StatementId s, InstanceId to, Evaluation& evaluation,
                      Memory::Updates& updates) {
    const Statement& statement = program_.statements[s];
    const std::size_t given = statement.values.size() - (statement.callee == none ? 1 : 0);
    const std::vector<Place>& parameters = function(to).parameters;
    for (std::size_t k = 0; k < std::min(given, parameters.size()); ++k) {
      const ltg::ExprId word =
          e().resize(value(statement.values[k], evaluation), parameters[k].type.bits, true);
      note_escape(statement.values[k], evaluation);
      evaluation.instance = to;
      (void)store(parameters[k], word, evaluation, updates);
      evaluation.instance = i;
    }
  }

  /// A local variable is arbitrary in every activation, but for what was passed.
  void forget(BlockId at, StatementId s, ObjectId o, InstanceId to, Memory::Updates& updates) {
    const Object& object = program_.objects[o];
    if (object.is_temporary) return;
    const Region& region = memory_.region({Pointee::Kind::Object, o}, to);
    for (std::size_t k = 0; k < region.cells.size(); ++k) {
      const auto variable = static_cast<ltg::VariableId>(region.first + k);
      if (updates.contains(variable)) continue;
      updates[variable] = arbitrary(at, region.cells[k].type, {s, o, region.cells[k].offset});
    }
  }

  /// After the call: the results are stored.
  BlockId continuation(InstanceId i, StatementId s, InstanceId callee) {
    const Statement& statement = program_.statements[s];
    const BlockId id = new_block(none);
    Evaluation evaluation = begin_evaluation(i);
    Memory::Updates updates;
    const std::vector<ltg::VariableId>& results = instances_[callee].results;
    for (std::size_t k = 0; k < statement.places.size(); ++k) {
      const Type type = statement.places[k].type;
      const ltg::ExprId word =
          k < results.size()
              ? e().resize(e().variable(results[k], model_.graph.variables[results[k]].width),
                           type.bits, true)
              : arbitrary(id, type, {s, none, 0});
      (void)store(statement.places[k], word, evaluation, updates);
    }
    assign(id, updates);
    go(id, evaluation, s, block_of(i, statement.next));
    return id;
  }

  void lower_return(InstanceId i, StatementId s) {
    const Statement& statement = program_.statements[s];
    const BlockId at = block_of(i, s);
    Evaluation evaluation = begin_evaluation(i);
    const std::vector<ltg::VariableId>& results = instances_[i].results;
    for (std::size_t k = 0; k < results.size(); ++k) {
      const Type type = function(i).results[k];
      const ltg::ExprId word = k < statement.values.size() ? value(statement.values[k], evaluation)
                                                           : arbitrary(at, type, {s, none, 0});
      if (k < statement.values.size()) note_escape(statement.values[k], evaluation);
      block(at).assignments.push_back({results[k], word});
    }
    const BlockId leave = new_block(none);
    go(at, evaluation, s, leave);
    instances_[i].returns.push_back(leave);
  }

  /// Who called is remembered where there are several callers.
  void lower_returns(InstanceId i) {
    Instance& instance = instances_[i];
    const std::size_t callers = instance.callers.size();
    if (callers == 0) return;
    if (callers == 1) {
      for (const BlockId leave : instance.returns)
        edge(leave, e().truth(true), instance.continuations.front());
      return;
    }
    const auto place = static_cast<ltg::VariableId>(model_.graph.variables.size());
    ltg::Variable& variable = model_.graph.variables.emplace_back();
    variable.name = fmt::format("{}::caller{}", function(i).name, suffix(i));
    variable.width = static_cast<Width>(std::bit_width(callers - 1));
    for (std::size_t k = 0; k < callers; ++k) {
      const ltg::ExprId number = e().constant(variable.width, k);
      block(instance.callers[k]).assignments.push_back({place, number});
      const ltg::ExprId is_it = e().binary(Op::Equal, e().variable(place, variable.width), number);
      for (const BlockId leave : instance.returns) edge(leave, is_it, instance.continuations[k]);
    }
  }

  void add_procedure(InstanceId i) {
    ProcedureMeaning& procedure = model_.procedures.emplace_back();
    procedure.function = instances_[i].function;
    procedure.entry = block_of(i, function(i).entry);
    procedure.leaves = instances_[i].returns;
    procedure.results = instances_[i].results;
    for (const Place& parameter : function(i).parameters) {
      const Pointee object{Pointee::Kind::Object, program_.exprs[parameter.address].object};
      const Region& region = memory_.region(object, i);
      for (std::size_t k = 0; k < region.cells.size(); ++k)
        procedure.parameters.push_back(static_cast<ltg::VariableId>(region.first + k));
    }
  }

  [[nodiscard]] InstanceId main() const { return first_instance_[program_.main]; }

  void name_variables() {
    model_.variables.resize(model_.graph.variables.size());
    std::map<Pointee, std::uint32_t> pieces;
    for (const Region& region : memory_.regions()) {
      VariableMeaning meaning;
      if (region.what.kind == Pointee::Kind::Heap) {
        meaning.heap = region.what.id;
        meaning.copy = pieces[region.what]++;
      } else {
        meaning.object = region.what.id;
        if (region.instance != none) meaning.copy = instances_[region.instance].depth;
      }
      for (meaning.cell = 0; meaning.cell < region.cells.size(); ++meaning.cell)
        model_.variables[region.first + meaning.cell] = meaning;
    }
  }
};

}  // namespace

Model lower(const Program& program, const Bounds& bounds, Pointers pointers, Budget* budget) {
  return Lowering(program, bounds, pointers, budget).run();
}

}  // namespace hardbop::c
