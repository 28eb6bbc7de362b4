// SPDX-License-Identifier: MIT
#include "c/lower/lower.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

#include "base/util/diagnostic.hpp"
#include "base/util/invariant.hpp"
#include "c/il/faults.hpp"
#include "c/il/scopes.hpp"
#include "c/lower/evaluator.hpp"
#include "c/memory/call_graph.hpp"
#include "c/memory/dangling.hpp"
#include "c/memory/lifetimes.hpp"
#include "c/memory/stars.hpp"

namespace hardbop::c {

namespace {

using words::BlockId;
using words::Op;
using words::Width;

/// A larger piece of heap is not followed, byte by byte as it would be.
constexpr std::uint64_t largest_allocation = 4096;

struct Instance {
  FunctionId function = none;
  std::uint32_t depth = 0;
  std::vector<words::VariableId> results;
  std::vector<BlockId> returns;        // blocks of its Return statements
  std::vector<BlockId> continuations;  // where its callers go on, by number of the call
  std::vector<BlockId> callers;        // the blocks that call it, by the same number
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
        dangling_(program, points_to_, calls_),
        memory_(program, model_.graph),
        lifetimes_(program, dangling_, memory_, model_.graph),
        stars_(memory_, model_.graph),
        evaluator_({program, points_to_, calls_, dangling_, bounds.procedures}, memory_,
                   pointers == Pointers::Star ? &stars_ : nullptr, model_.graph) {}

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
    model_.graph.entry = entries_[main()];
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
  Dangling dangling_;
  Memory memory_;
  Lifetimes lifetimes_;
  Stars stars_;
  Evaluator evaluator_;
  std::vector<Instance> instances_;
  std::vector<InstanceId> first_instance_;              // by function
  std::vector<std::map<StatementId, BlockId>> blocks_;  // by instance
  std::map<StatementId, words::VariableId> allocated_;  // by Allocate: how many pieces there are
  std::vector<BlockId> entries_;                        // by instance

  [[nodiscard]] words::Expressions& e() { return model_.graph.expressions; }
  [[nodiscard]] words::Block& block(BlockId id) { return model_.graph.blocks[id]; }
  [[nodiscard]] const Function& function(InstanceId i) const {
    return program_.functions[instances_[i].function];
  }

  [[nodiscard]] bool stops(StatementId s) const {
    if (budget_ == nullptr) return false;
    return (s % 8 == 0 ? budget_->poll() : budget_->stopped()) != StopReason::None;
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
        const Pointee what{Pointee::Kind::Object, o};
        const std::string name = fmt::format("{}::{}{}", function(i).name, object.name, suffix(i));
        const RegionId region = memory_.add(what, i, name, object.size, object.cells, false);
        if (dangling_.contains(what) && !is_shared(object.function))
          lifetimes_.add_local(i, region, object.scope, name + ".live");
      }
      for (std::size_t k = 0; k < function(i).results.size(); ++k) {
        instances_[i].results.push_back(
            static_cast<words::VariableId>(model_.graph.variables.size()));
        words::Variable& variable = model_.graph.variables.emplace_back();
        variable.name = fmt::format("{}::return{}", function(i).name, suffix(i));
        variable.width = function(i).results[k].bits;
      }
    }
    for (FunctionId f = 0; f < program_.functions.size(); ++f)
      memory_.add({Pointee::Kind::Function, f}, none, program_.functions[f].name, 1, {}, false);
    for (FunctionId f = 0; f < program_.functions.size(); ++f)
      for (const StatementId s : program_.functions[f].statements)
        if (program_.statements[s].kind == Statement::Kind::Allocate) add_heap(f, s);
    set_initial_values();
  }

  /// Whether the locals of all activations are one.
  [[nodiscard]] bool is_shared(FunctionId f) const {
    return bounds_.procedures && calls_.is_recursive(f);
  }

  /// The pieces that a statement can allocate.
  void add_heap(FunctionId f, StatementId s) {
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
    const Pointee what{Pointee::Kind::Heap, s};
    std::vector<Lifetimes::Owner> owners;
    for (InstanceId i = 0; i < instances_.size() && is_automatic(program_.statements[s]); ++i)
      if (instances_[i].function == f) owners.push_back({i, instances_[i].depth});
    for (std::uint32_t k = 0; k < bounds_.heap; ++k) {
      const std::string name = fmt::format("heap{}.{}", program_.statements[s].at.line, k);
      const RegionId region = memory_.add(what, none, name, *size, cells, is_zero);
      if (dangling_.contains(what)) lifetimes_.add_piece(region, owners, name + ".live");
    }
    allocated_[s] = static_cast<words::VariableId>(model_.graph.variables.size());
    words::Variable& counter = model_.graph.variables.emplace_back();
    counter.name = fmt::format("allocated{}", program_.statements[s].at.line);
    counter.width = static_cast<Width>(std::bit_width(bounds_.heap));
    counter.initial = 0;
  }

  [[nodiscard]] std::optional<std::uint32_t> constant_size(const Statement& statement) {
    Evaluation evaluation = evaluator_.begin(none);
    if (!is_closed(statement.values[0])) return std::nullopt;
    const words::ExprId size = evaluator_.value(statement.values[0], evaluation);
    if (!e().is_constant(size)) return std::nullopt;
    const std::uint64_t bytes = e().node(size).value;
    if (bytes > largest_allocation) return std::nullopt;
    return static_cast<std::uint32_t>(bytes);
  }

  [[nodiscard]] bool is_zeroed(const Statement& allocate) {
    if (allocate.values.size() < 2 || !is_closed(allocate.values[1])) return false;
    Evaluation evaluation = evaluator_.begin(none);
    return !e().is_constant(evaluator_.value(allocate.values[1], evaluation), 0);
  }

  /// Without any load or address.
  [[nodiscard]] bool is_closed(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Constant) return true;
    if (expr.kind != Expr::Kind::Operation) return false;
    const std::array operands{expr.a, expr.b, expr.c};
    return std::ranges::all_of(
        operands, [&](ExprId operand) { return operand == none || is_closed(operand); });
  }

  void set_initial_values() {
    for (ObjectId o = 0; o < program_.objects.size(); ++o) {
      const Object& object = program_.objects[o];
      if (object.storage == Object::Storage::Local) continue;
      const RegionId id = memory_.region_id({Pointee::Kind::Object, o}, none);
      for (const InitialValue& initial : object.initial) {
        Evaluation evaluation = evaluator_.begin(none);
        const words::ExprId word = evaluator_.value(initial.value, evaluation);
        Memory::Updates updates;
        const auto address = e().constant(program_.data_model.pointer_bits,
                                          memory_.regions()[id].base + initial.offset);
        (void)memory_.write({address, initial.type, {}, id, 0, true}, word, updates);
        for (const auto& [variable, bits] : updates) set_initial(variable, bits);
      }
    }
  }

  /// A store of part of a cell mentions the cell's other bits.
  void set_initial(words::VariableId variable, words::ExprId bits) {
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
    const std::optional<Evaluator::Dereference> read = evaluator_.dereference(expr);
    if (!read) return;
    Evaluation evaluation = evaluator_.begin(i);
    const words::Node& pointer = e().node(evaluator_.value(read->pointer, evaluation));
    if (pointer.op == Op::Variable)
      stars_.add(static_cast<words::VariableId>(pointer.value), read->offset, expr.type,
                 points_to_.of(read->pointer));
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
    for (InstanceId i = 0; i < instances_.size(); ++i) {
      const StatementId entry = function(i).entry;
      entries_.push_back(change(i, lifetimes_.enter(i, program_.statements[entry].scope), entry));
    }
  }

  /// A block that leads to the other one, where something is to change before that.
  BlockId change(InstanceId i, Lifetimes::Changes changes, StatementId to) {
    if (changes.updates.empty()) return block_of(i, to);
    const BlockId id = new_block(none, i);
    words::ExprId known = e().truth(true);
    for (const Memory::Problem& problem : changes.problems) {
      fail(id, problem.when, to, problem.text);
      known = e().binary(Op::And, known, e().unary(Op::Not, problem.when));
    }
    assign(id, changes.updates);
    edge(id, known, block_of(i, to));
    return id;
  }

  /// Where an arrow from one statement to another leads: scopes end and start.
  BlockId arrive(InstanceId i, StatementId from, StatementId to) {
    const auto scope = [&](StatementId s) { return program_.statements[s].scope; };
    return change(i, lifetimes_.move(i, scope(from), scope(to)), to);
  }

  [[nodiscard]] BlockId block_of(InstanceId i, StatementId s) const {
    return blocks_[i].find(s)->second;
  }

  BlockId sink(Sink::Kind kind, StatementId s, std::string text) {
    const BlockId id = new_block(none);
    model_.sinks.push_back({kind, id, program_.statements[s].at, std::move(text), s});
    return id;
  }

  void edge(BlockId from, words::ExprId guard, BlockId to) {
    if (!e().is_constant(guard, 0)) block(from).edges.push_back({guard, to});
  }

  /// Goes on where everything that was read can be; else nobody knows.
  void go(BlockId from, const Evaluation& evaluation, StatementId s, BlockId to) {
    edge(from, guard(evaluation), to);
    fault(from, evaluation, s);
  }

  words::ExprId guard(const Evaluation& evaluation) {
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
      words::ExprId outside = e().unary(Op::Not, evaluation.valid);
      for (const Memory::Problem& problem : evaluation.problems) {
        fail(from, problem.when, s, problem.text);
        outside = e().binary(Op::And, outside, e().unary(Op::Not, problem.when));
      }
      fail(from, outside, s,
           "an access outside of every known object" + note_on_size(evaluation.large));
    }
  }

  void fail(BlockId from, words::ExprId when, StatementId s, std::string text) {
    if (e().is_constant(when, 0)) return;
    edge(from, when, sink(Sink::Kind::Unsupported, s, std::move(text)));
  }

  [[nodiscard]] std::string note_on_size(ObjectId large) const {
    if (large == none) return "";
    return fmt::format(": {} has more than {} scalars", quote_name(program_.objects[large].name),
                       most_cells);
  }

  words::ExprId input(BlockId at, Width width, const InputMeaning& meaning) {
    const auto id = static_cast<words::InputId>(model_.graph.inputs.size());
    model_.graph.inputs.push_back(width);
    model_.inputs.push_back(meaning);
    block(at).inputs.push_back(id);
    return e().input(id, width);
  }

  void assign(BlockId at, Memory::Updates& updates, const std::optional<Write>& only = {}) {
    stars_.follow(updates, only);
    for (const auto& [variable, bits] : updates) block(at).assignments.push_back({variable, bits});
  }

  // Statements

  void lower_statement(InstanceId i, StatementId s) {
    const Statement& statement = program_.statements[s];
    const BlockId at = block_of(i, s);
    Evaluation evaluation = evaluator_.begin(i);
    const auto next = [&] { return arrive(i, s, statement.next); };
    switch (statement.kind) {
      case Statement::Kind::Skip: return edge(at, e().truth(true), next());
      case Statement::Kind::Free: return free(i, s);
      case Statement::Kind::Assign: {
        Memory::Updates updates;
        const words::ExprId word = evaluator_.value(statement.values[0], evaluation);
        evaluator_.note_escape(statement.values[0], evaluation);
        assign(at, updates, evaluator_.store(statement.places[0], word, evaluation, updates));
        return go(at, evaluation, s, next());
      }
      case Statement::Kind::Arbitrary: {
        Memory::Updates updates;
        const bool initialises = defines_object(program_, statement);
        std::optional<Write> only;
        for (std::uint32_t k = 0; k < statement.places.size(); ++k) {
          const Place& place = statement.places[k];
          const words::ExprId word = arbitrary(at, place.type, {s, none, k});
          only = evaluator_.store(place, word, evaluation, updates, initialises);
        }
        assign(at, updates, statement.places.size() == 1 ? only : std::nullopt);
        return go(at, evaluation, s, next());
      }
      case Statement::Kind::Allocate: return allocate(i, s);
      case Statement::Kind::Call: return call(i, s);
      case Statement::Kind::Return: return lower_return(i, s);
      case Statement::Kind::Assume: {
        const words::ExprId condition = evaluator_.value(statement.values[0], evaluation);
        edge(at, e().binary(Op::And, guard(evaluation), condition), next());
        return fault(at, evaluation, s);
      }
      case Statement::Kind::Branch: {
        const words::ExprId condition = evaluator_.value(statement.values[0], evaluation);
        const words::ExprId can = guard(evaluation);
        edge(at, e().binary(Op::And, can, condition), next());
        edge(at, e().binary(Op::And, can, e().unary(Op::Not, condition)),
             arrive(i, s, statement.otherwise));
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
  words::ExprId arbitrary(BlockId at, Type type, const InputMeaning& meaning) {
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
    const Pointee what{Pointee::Kind::Heap, s};
    if (is_automatic(statement) && is_shared(instances_[i].function) && dangling_.contains(what))
      return fail(at, e().truth(true), s, "memory that a recursion allocates for itself");
    const std::vector<RegionId>& pieces = memory_.regions(what);
    const Width width = model_.graph.variables[counter->second].width;
    const words::ExprId count = e().variable(counter->second, width);
    words::ExprId address = e().constant(program_.data_model.pointer_bits, 0);
    Memory::Updates updates;
    if (statement.text == "array") lifetimes_.end_all(i, s, updates);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const words::ExprId is_next = e().binary(Op::Equal, count, e().constant(width, k));
      address = e().conditional(
          is_next,
          e().constant(program_.data_model.pointer_bits, memory_.regions()[pieces[k]].base),
          address);
      lifetimes_.start(i, pieces[k], is_next, updates);
    }
    const words::ExprId is_left =
        e().binary(Op::LessUnsigned, count, e().constant(width, pieces.size()));
    Evaluation evaluation = evaluator_.begin(i);
    (void)evaluator_.store(statement.places[0], address, evaluation, updates);
    updates[counter->second] = e().binary(Op::Add, count, e().constant(width, 1));
    assign(at, updates);
    edge(at, e().binary(Op::And, guard(evaluation), is_left), arrive(i, s, statement.next));
    fault(at, evaluation, s);
    edge(at, e().unary(Op::Not, is_left),
         sink(Sink::Kind::Bound, s, fmt::format("more than {} pieces of heap", bounds_.heap)));
  }

  /// Of null, or of the start of a piece that is alive and does not end by itself.
  void free(InstanceId i, StatementId s) {
    const ExprId freed = program_.statements[s].values[0];
    const BlockId at = block_of(i, s);
    Evaluation evaluation = evaluator_.begin(i);
    const words::ExprId address = evaluator_.value(freed, evaluation);
    const auto is = [&](std::uint64_t number) {
      return e().binary(Op::Equal, address, e().constant(e().width(address), number));
    };
    words::ExprId valid = is(0);
    Memory::Updates updates;
    for (const Pointee& pointee : points_to_.of(freed)) {
      if (pointee.kind != Pointee::Kind::Heap || is_automatic(program_.statements[pointee.id]))
        continue;
      for (const RegionId piece : memory_.regions(pointee)) {
        const Region& region = memory_.regions()[piece];
        const words::ExprId here = is(region.base);
        valid = e().binary(Op::Or, valid, e().binary(Op::And, here, memory_.is_live(region)));
        lifetimes_.free(piece, here, updates);
      }
    }
    evaluator_.require({valid, {{e().unary(Op::Not, valid), "bad free"}}}, evaluation);
    assign(at, updates);
    go(at, evaluation, s, arrive(i, s, program_.statements[s].next));
  }

  void call(InstanceId i, StatementId s) {
    const Statement& statement = program_.statements[s];
    const BlockId at = block_of(i, s);
    if (statement.callee != none) return enter(i, s, at, statement.callee);
    Evaluation evaluation = evaluator_.begin(i);
    const words::ExprId address = evaluator_.value(statement.values.back(), evaluation);
    words::ExprId known = e().truth(false);
    for (const FunctionId f : points_to_.callees(statement)) {
      const words::ExprId is_it = e().binary(
          Op::Equal, address, evaluator_.address_of({Pointee::Kind::Function, f}, 0, none));
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
    Evaluation evaluation = evaluator_.begin(i);
    Memory::Updates updates;
    pass_arguments(i, s, to, evaluation, updates);
    for (const ObjectId o : function(to).locals) forget(at, s, o, to, updates);
    assign(at, updates);
    go(at, evaluation, s, entries_[to]);
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
      const words::ExprId word = e().resize(evaluator_.value(statement.values[k], evaluation),
                                            parameters[k].type.bits, true);
      evaluator_.note_escape(statement.values[k], evaluation);
      evaluation.instance = to;
      (void)evaluator_.store(parameters[k], word, evaluation, updates);
      evaluation.instance = i;
    }
  }

  /// A local variable is arbitrary in every activation, but for what was passed.
  void forget(BlockId at, StatementId s, ObjectId o, InstanceId to, Memory::Updates& updates) {
    const Object& object = program_.objects[o];
    if (object.is_temporary) return;
    const Region& region = memory_.region({Pointee::Kind::Object, o}, to);
    for (std::size_t k = 0; k < region.cells.size(); ++k) {
      const auto variable = static_cast<words::VariableId>(region.first + k);
      if (updates.contains(variable)) continue;
      updates[variable] = arbitrary(at, region.cells[k].type, {s, o, region.cells[k].offset});
    }
  }

  /// After the call: the results are stored.
  BlockId continuation(InstanceId i, StatementId s, InstanceId callee) {
    const Statement& statement = program_.statements[s];
    const BlockId id = new_block(none);
    Evaluation evaluation = evaluator_.begin(i);
    Memory::Updates updates;
    const std::vector<words::VariableId>& results = instances_[callee].results;
    for (std::size_t k = 0; k < statement.places.size(); ++k) {
      const Type type = statement.places[k].type;
      const words::ExprId word =
          k < results.size()
              ? e().resize(e().variable(results[k], model_.graph.variables[results[k]].width),
                           type.bits, true)
              : arbitrary(id, type, {s, none, 0});
      (void)evaluator_.store(statement.places[k], word, evaluation, updates);
    }
    assign(id, updates);
    go(id, evaluation, s, arrive(i, s, statement.next));
    return id;
  }

  void lower_return(InstanceId i, StatementId s) {
    const Statement& statement = program_.statements[s];
    const BlockId at = block_of(i, s);
    Evaluation evaluation = evaluator_.begin(i);
    const std::vector<words::VariableId>& results = instances_[i].results;
    for (std::size_t k = 0; k < results.size(); ++k) {
      const Type type = function(i).results[k];
      const words::ExprId word = k < statement.values.size()
                                     ? evaluator_.value(statement.values[k], evaluation)
                                     : arbitrary(at, type, {s, none, 0});
      if (k < statement.values.size()) evaluator_.note_escape(statement.values[k], evaluation);
      block(at).assignments.push_back({results[k], word});
    }
    for (const auto& [variable, bits] : lifetimes_.leave(i))
      block(at).assignments.push_back({variable, bits});
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
    const auto place = static_cast<words::VariableId>(model_.graph.variables.size());
    words::Variable& variable = model_.graph.variables.emplace_back();
    variable.name = fmt::format("{}::caller{}", function(i).name, suffix(i));
    variable.width = static_cast<Width>(std::bit_width(callers - 1));
    for (std::size_t k = 0; k < callers; ++k) {
      const words::ExprId number = e().constant(variable.width, k);
      block(instance.callers[k]).assignments.push_back({place, number});
      const words::ExprId is_it =
          e().binary(Op::Equal, e().variable(place, variable.width), number);
      for (const BlockId leave : instance.returns) edge(leave, is_it, instance.continuations[k]);
    }
  }

  void add_procedure(InstanceId i) {
    ProcedureMeaning& procedure = model_.procedures.emplace_back();
    procedure.function = instances_[i].function;
    procedure.entry = entries_[i];
    procedure.leaves = instances_[i].returns;
    procedure.results = instances_[i].results;
    for (const Place& parameter : function(i).parameters) {
      const Pointee object{Pointee::Kind::Object, program_.exprs[parameter.address].object};
      const Region& region = memory_.region(object, i);
      for (std::size_t k = 0; k < region.cells.size(); ++k)
        procedure.parameters.push_back(static_cast<words::VariableId>(region.first + k));
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
