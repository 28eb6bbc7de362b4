// SPDX-License-Identifier: MIT
#include "c/il/interpreter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/expression/float.hpp"
#include "base/util/invariant.hpp"
#include "c/il/faults.hpp"
#include "c/il/flat_memory.hpp"
#include "c/il/object_bytes.hpp"
#include "c/il/passing.hpp"
#include "c/il/scopes.hpp"
#include "c/il/thread_state.hpp"
#include "c/il/value_text.hpp"

namespace hardbop::c {

using flat::declaration_text;
using flat::function_step;
using flat::functions_at;
using flat::Instance;
using flat::invalid_access;
using flat::Memory;
using flat::out_of_bounds;
using flat::Stop;
using flat::usual_alignment;
using words::Op;

namespace {

class Interpreter : public MemoryView {
 public:
  Interpreter(const Program& program, const InterpreterOptions& options)
      : program_(program),
        options_(options),
        memory_(program, options.memory_limit),
        bases_(program.objects.size(), 0),
        locals_(program.scopes.size()),
        threads_(1) {
    for (ObjectId id = 0; id < program.objects.size(); ++id)
      if (!program.objects[id].scope.is_none()) locals_[program.objects[id].scope].push_back(id);
    if (options.reuses_addresses) memory_.reuse();
  }

  Outcome run() {
    try {
      if (program_.main.is_none())
        throw Stop{Outcome::Kind::Unsupported, "function 'main' is missing"};
      make_globals();
      enter(program_.main, {}, none);
      while (true) {
        if (threads_.size() > 1) choose_thread();
        if (outcome_.steps++ >= options_.step_limit) throw Stop{Outcome::Kind::StepLimit, ""};
        const Statement& statement = program_.statements[at_];
        if (options_.observe) options_.observe(statement, frames_.size() - 1, *this);
        if (!execute(statement)) return outcome_;
      }
    } catch (const Stop& stop) {
      return stopped(stop);
    }
  }

  // For who tries all schedules

  void start() {
    make_globals();
    has_own_addresses_ = true;
    enter(program_.main, {}, none);
  }
  [[nodiscard]] const std::vector<ThreadView>& threads() {
    views_.clear();
    for (std::size_t t = 0; t < threads_.size(); ++t)
      views_.push_back({t == running_ ? at_ : threads_[t].at, threads_[t].has_ended});
    return views_;
  }
  [[nodiscard]] std::size_t running() const { return running_; }
  [[nodiscard]] bool is_in_section() const { return threads_[running_].atomic > 0; }
  /// One statement of a thread, and what follows it in an atomic section or is silent; nothing
  /// where the program goes on.
  [[nodiscard]] std::optional<Outcome> step(std::size_t thread,
                                            const std::vector<bool>& is_silent) {
    try {
      switch_to(thread);
      do {
        if (outcome_.steps++ >= options_.step_limit) throw Stop{Outcome::Kind::StepLimit, ""};
        if (!execute(program_.statements[at_])) return outcome_;
      } while (!threads_[running_].has_ended &&
               (threads_[running_].atomic > 0 || (is_silent[at_] && !is_last_return())));
      return std::nullopt;
    } catch (const Stop& stop) {
      return stopped(stop);
    }
  }
  /// Equal where the rest of all runs is: what is in memory, and where threads are.
  [[nodiscard]] std::string fingerprint() const {
    std::string out;
    const auto add = [&](std::uint64_t word) { add_word(out, word); };
    add(running_);
    memory_.tell(out);
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      const bool runs = t == running_;
      add(runs ? at_ : threads_[t].at);
      add(threads_[t].has_ended ? 1 : 0);
      add(threads_[t].result);
      for (const Frame& frame : runs ? frames_ : threads_[t].frames) add(frame.call);
      add(none);
    }
    return out;
  }

  /// Where locals are, and what calls have left open, too.
  [[nodiscard]] std::string whole_state() const override {
    std::string out = fingerprint();
    const auto add = [&](std::uint64_t word) { add_word(out, word); };
    for (const std::uint64_t base : bases_) add(base);
    for (const Frame& frame : frames_) tell(out, frame);
    for (const auto& [base, freed] : freed_) {
      add(base);
      add(freed.size);
    }
    return out;
  }

  [[nodiscard]] std::optional<std::uint64_t> read(ObjectId object, std::uint32_t offset,
                                                  Type type) const override {
    if (bases_[object] == 0) return std::nullopt;
    const Instance* instance = const_cast<Memory&>(memory_).at(bases_[object]);
    const std::size_t size = type.bits / 8U;
    if (instance == nullptr || offset + size > instance->bytes.size()) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (!instance->bytes.is_known(offset + i)) return std::nullopt;
      value |= std::uint64_t{instance->bytes.read(offset + i)} << (8 * i);
    }
    return value;
  }

  [[nodiscard]] std::optional<UnknownBytes> find(std::uint64_t address) const override {
    return const_cast<Memory&>(memory_).origin(address);
  }

 private:
  const Program& program_;
  const InterpreterOptions& options_;
  Memory memory_;
  std::vector<std::uint64_t> bases_;  // by object: where its current instance is; 0: nowhere
  ById<ScopeId, std::vector<ObjectId>> locals_;
  std::vector<Frame> frames_;
  StatementId at_ = none;
  std::map<StatementId, std::uint32_t> allocations_;  // by Allocate: how many it made
  struct Freed {
    std::uint64_t size = 0;
    UnknownBytes origin;
    StatementId freed_by = none;
  };
  std::map<std::uint64_t, Freed> freed_;  // blocks that were, by their first address
  Outcome outcome_;
  std::vector<ThreadState> threads_;  // by number; the running one's is in frames_, bases_ and at_
  std::size_t running_ = 0;
  std::vector<ThreadView> views_;   // of them
  bool has_own_addresses_ = false;  // each thread, which uses them again: states become equal
  static constexpr std::uint64_t addresses_of_thread = 0x0100'0000;

  /// At the end of its function.
  [[nodiscard]] bool is_last_return() const {
    return frames_.size() == 1 && program_.statements[at_].kind == Statement::Kind::Return;
  }

  Outcome stopped(const Stop& stop) {
    outcome_.kind = stop.kind;
    outcome_.text = stop.text;
    outcome_.defect = stop.defect;
    outcome_.detail = stop.detail;
    outcome_.statement = at_;
    return outcome_;
  }

  void choose_thread() {
    if (threads_[running_].atomic > 0 && !threads_[running_].has_ended) return;
    std::size_t next = running_;
    if (options_.schedule) {
      next = options_.schedule(threads(), running_);
    } else {
      while (threads_[next].has_ended) next = (next + 1) % threads_.size();
    }
    if (next >= threads_.size() || threads_[next].has_ended)
      throw Stop{Outcome::Kind::Blocked, "the thread has ended"};
    switch_to(next);
  }

  void switch_to(std::size_t next) {
    if (next == running_) return;
    ThreadState& from = threads_[running_];
    from.frames = std::move(frames_);
    from.bases = std::move(bases_);
    from.at = at_;
    from.next_address = memory_.next();
    running_ = next;
    if (has_own_addresses_) memory_.set_next(threads_[next].next_address);
    frames_ = std::move(threads_[next].frames);
    bases_ = std::move(threads_[next].bases);
    at_ = threads_[next].at;
  }

  /// False where the program has ended.
  bool execute_step(const Statement& statement) {
    ThreadState& self = threads_[running_];
    switch (statement.step) {
      case ThreadStep::Create: create(statement); break;
      case ThreadStep::Join:
        if (!join(statement)) return wait();
        break;
      case ThreadStep::End: return end_thread(value(statement.values[0]));
      case ThreadStep::Self:
        if (!statement.places.empty()) store(statement.places[0], running_);
        break;
      case ThreadStep::Await:
        if (value(statement.values[0]) == 0) return wait();
        ++self.atomic;
        break;
      case ThreadStep::BeginAtomic: ++self.atomic; break;
      case ThreadStep::EndAtomic:
        if (self.atomic > 0) --self.atomic;
        break;
    }
    go_on(statement, statement.next);
    return true;
  }

  void store(const Place& place, std::uint64_t word) {
    store(accessed(place.address, place.type), place.type, word & words::mask(place.type.bits),
          true);
  }

  void create(const Statement& statement) {
    const FunctionId function = function_at(value(statement.values[0]));
    const std::uint64_t argument = value(statement.values[1]);
    if (!program_.functions[function].is_defined ||
        program_.functions[function].parameters.size() != 1)
      throw Stop{Outcome::Kind::Unsupported, "thread of such a function"};
    const std::size_t number = threads_.size();
    threads_.emplace_back();
    threads_.back().last_call = statement.callee;
    threads_.back().bases = bases_;
    threads_.back().next_address = flat::objects_at + number * addresses_of_thread;
    if (!statement.places.empty()) store(statement.places[0], number);
    const std::size_t creator = running_;
    const StatementId at = at_;
    switch_to(number);
    for (ObjectId id = 0; id < program_.objects.size(); ++id) {
      if (program_.objects[id].storage == Object::Storage::Local) bases_[id] = 0;
      if (program_.objects[id].is_thread_local) make_global(id);
    }
    enter(function, {argument & words::mask(program_.functions[function].parameters[0].type.bits)},
          none);
    switch_to(creator);
    at_ = at;
  }

  /// The running thread cannot go on now: somebody else may.
  bool wait() {
    if (!options_.on_wait || threads_.size() == 1 || threads_[running_].atomic > 0)
      throw Stop{Outcome::Kind::Blocked, "waits"};
    options_.on_wait(running_);
    return true;
  }

  /// False if it has to wait.
  bool join(const Statement& statement) {
    const std::uint64_t wanted = value(statement.values[0]);
    if (wanted == 0 || (wanted >= threads_.size() && wanted != main_thread))
      throw invalid_access("join of a thread that does not exist");
    const std::uint64_t number = wanted == main_thread ? 0 : wanted;
    if (!threads_[number].has_ended) return false;
    if (!statement.places.empty()) store(statement.places[0], threads_[number].result);
    return true;
  }

  bool end_thread(std::uint64_t result) {
    threads_[running_].result = result;
    while (!frames_.empty()) drop_frame();
    threads_[running_].has_ended = true;
    threads_[running_].atomic = 0;
    if (std::ranges::all_of(threads_, &ThreadState::has_ended)) return end(0);
    return true;
  }

  /// The running thread's function has returned.
  bool return_from_thread(std::uint64_t result) {
    const FunctionId last = std::exchange(threads_[running_].last_call, FunctionId());
    if (last.is_none()) return end_thread(threads_[running_].result | result);
    threads_[running_].result = result;
    enter(last, {}, none);
    return true;
  }

  Frame drop_frame() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    for (const auto& [local, outer] : frame.outer_bases) {
      memory_.remove(bases_[local]);
      bases_[local] = outer;
    }
    for (const auto& [made_by, base] : frame.allocas) memory_.remove(base);
    if (has_own_addresses_) memory_.set_next(frame.addresses_from);
    return frame;
  }

  void make_global(ObjectId id) {
    const Object& object = program_.objects[id];
    bases_[id] = memory_.add(object.size, true, {id, none, 0, 0});
    for (const InitialValue& initial : object.initial)
      store(bases_[id] + initial.offset, initial.type, value(initial.value), true);
    memory_.at(bases_[id])->is_constant = object.is_constant;
  }

  void make_globals() {
    for (ObjectId id = 0; id < program_.objects.size(); ++id)
      if (program_.objects[id].storage != Object::Storage::Local)
        bases_[id] = memory_.add(program_.objects[id].size, true, {id, none, 0, 0});
    for (ObjectId id = 0; id < program_.objects.size(); ++id) {
      const Object& object = program_.objects[id];
      if (object.storage == Object::Storage::Local) continue;
      for (const InitialValue& initial : object.initial)
        store(bases_[id] + initial.offset, initial.type, value(initial.value), true);
      memory_.at(bases_[id])->is_constant = object.is_constant;
    }
  }

  [[nodiscard]] std::uint64_t choose(Type type, std::size_t place = 0) const {
    const std::uint64_t chosen =
        options_.choose ? options_.choose(program_.statements[at_], type, place) : 0;
    return type.is_bool ? chosen & 1U : chosen & words::mask(type.bits);
  }

  Memory::Found find(std::uint64_t address, std::size_t size) {
    const std::optional<Memory::Found> found = memory_.find(address, size);
    if (!found && address < functions_at) throw invalid_access("access through a null pointer");
    if (!found) {
      if (const Freed* before = freed_at(address))
        throw invalid_access(problem_of_use(program_, program_.statements[before->origin.allocate]),
                             freed_text(*before));
      throw out_of_bounds(size, missed_text(address, address));
    }
    if (!found->instance->is_live)
      throw invalid_access(problem_of_use(program_.objects[found->instance->origin.object]));
    return *found;
  }

  /// Which object a pointer to or next to it has missed, if an access is at that address.
  [[nodiscard]] std::string missed_text(std::uint64_t pointer, std::uint64_t address) {
    const std::optional<Memory::Near> near = memory_.find_near(pointer);
    const std::string object = near ? size_text(*near->instance) : "";
    if (object.empty()) return "";
    const std::uint8_t bits = program_.data_model.pointer_bits;
    return fmt::format("{}, offset {}", object,
                       words::as_signed((address - near->base) & words::mask(bits), bits));
  }

  /// Empty where the program does not declare it.
  [[nodiscard]] std::string size_text(const flat::Instance& instance) const {
    const std::string name = declaration_text(program_, instance.origin);
    const std::uint64_t bytes = instance.bytes.size();
    return name.empty() ? "" : fmt::format("{} has {} byte{}", name, bytes, bytes == 1 ? "" : "s");
  }

  std::uint64_t load(std::uint64_t address, Type type) {
    const std::size_t size = type.bits / 8U;
    const auto [instance, offset] = find(address, size);
    if (options_.on_access)
      options_.on_access({instance->origin, address - offset, offset, type.bits / 8U, false});
    std::optional<std::uint64_t> chosen;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (!instance->bytes.is_known(offset + i)) {
        if (!chosen && options_.unknown) {
          UnknownBytes unknown = instance->origin;
          unknown.offset = offset;
          chosen = options_.unknown(unknown, type);
        }
        if (!chosen) chosen = choose(type);
        instance->bytes.write(offset + i, static_cast<std::uint8_t>(*chosen >> (8 * i)));
      }
      value |= std::uint64_t{instance->bytes.read(offset + i)} << (8 * i);
    }
    return value;
  }

  void store(std::uint64_t address, Type type, std::uint64_t value, bool initialises = false) {
    const std::size_t size = type.bits / 8U;
    const auto [instance, offset] = find(address, size);
    if (instance->is_constant && !initialises)
      throw invalid_access(problem_of_writing(program_.objects[instance->origin.object]));
    if (options_.on_access)
      options_.on_access({instance->origin, address - offset, offset, type.bits / 8U, true});
    for (std::size_t i = 0; i < size; ++i)
      instance->bytes.write(offset + i, static_cast<std::uint8_t>(value >> (8 * i)));
  }

  std::uint64_t value(ExprId id) {
    const Expr& expr = program_.exprs[id];
    const std::uint64_t ones = words::mask(expr.type.bits);
    switch (expr.kind) {
      case Expr::Kind::Constant: return expr.value;
      case Expr::Kind::Address:
        if (bases_[expr.object] == 0) throw Stop{Outcome::Kind::Fault, "address of no object"};
        return (bases_[expr.object] + expr.value) & ones;
      case Expr::Kind::FunctionAddress: return functions_at + expr.function.index() * function_step;
      case Expr::Kind::Load: return load(accessed(expr.a, expr.type), expr.type);
      case Expr::Kind::Operation: break;
    }
    const std::uint64_t a = value(expr.a);
    const std::uint8_t width = program_.exprs[expr.a].type.bits;
    switch (expr.op) {
      case Op::Conditional: return value(a != 0 ? expr.b : expr.c);
      case Op::ZeroExtend: return a;
      case Op::SignExtend: return static_cast<std::uint64_t>(words::as_signed(a, width)) & ones;
      case Op::Extract: return (a >> expr.value) & ones;
      case Op::Concatenate: return (a << program_.exprs[expr.b].type.bits) | value(expr.b);
      case Op::Not:
      case Op::Negate: return words::apply(expr.op, width, a, 0);
      default: break;
    }
    const std::uint64_t b = expr.b == none ? 0 : value(expr.b);
    if (words::is_float_operation(expr.op))
      return words::apply_float({expr.op, expr.type.bits, 0, 0, 0, expr.value}, width, a, b);
    const std::uint64_t result = words::apply(expr.op, width, a, b);
    // The difference of two pointers is a number, which may happen to be an address.
    const bool is_difference = expr.op == Op::Subtract && memory_.find_near(b).has_value();
    if (moves_pointer(expr) && !is_difference && memory_.strays(a, result))
      throw Stop{Outcome::Kind::Fault, "pointer moved from one object to another"};
    return result;
  }

  [[nodiscard]] static bool moves_pointer(const Expr& expr) {
    return expr.kind == Expr::Kind::Operation && expr.type.is_pointer &&
           (expr.op == Op::Add || expr.op == Op::Subtract);
  }

  /// Where an access is: wherever the pointer gets to on its way there, in the end it is where it
  /// was before, or the access is out of bounds.
  std::uint64_t accessed(ExprId id, Type type) {
    std::uint64_t start = 0;
    bool is_lost = false;
    const std::uint64_t address = moved(id, start, is_lost);
    if (is_lost) {
      const std::optional<Memory::Near> near = memory_.find_near(start);
      throw out_of_bounds(type.bits / 8U, near ? size_text(*near->instance) : "");
    }
    const Memory::Move move = memory_.move_of(start, address);
    const bool is_nowhere =
        move == Memory::Move::Nowhere && address >= functions_at && freed_at(address) == nullptr;
    if (move == Memory::Move::ToAnother || is_nowhere)
      throw out_of_bounds(type.bits / 8U, missed_text(start, address));
    return address;
  }

  std::uint64_t moved(ExprId id, std::uint64_t& start, bool& is_lost) {
    const Expr& expr = program_.exprs[id];
    if (!moves_pointer(expr)) return start = value(id);
    const std::uint64_t from = moved(expr.a, start, is_lost);
    if (const std::optional<Distance> distance = distance_of(program_, expr.b)) {
      const std::int64_t index = words::as_signed(value(distance->index), expr.type.bits);
      const auto most = static_cast<std::int64_t>(distance->most);
      is_lost = is_lost || index > most || index < -most;
    }
    return words::apply(expr.op, expr.type.bits, from, value(expr.b));
  }

  /// False where the program has ended.
  bool execute(const Statement& statement) {
    using Kind = Statement::Kind;
    switch (statement.kind) {
      case Kind::Skip: break;
      case Kind::Assign: {
        const std::uint64_t assigned = value(statement.values[0]);
        const Place& place = statement.places[0];
        store(accessed(place.address, place.type), place.type, assigned, statement.initialises);
        break;
      }
      case Kind::Arbitrary:
        if (options_.leave_out && options_.leave_out(statement)) break;
        for (std::size_t i = 0; i < statement.places.size(); ++i) {
          const Place& place = statement.places[i];
          store(accessed(place.address, place.type), place.type, choose(place.type, i),
                statement.initialises);
        }
        break;
      case Kind::Allocate: allocate(statement); break;
      case Kind::Free: release(value(statement.values[0]), statement.is_stream); break;
      case Kind::Call: call(statement); return true;
      case Kind::Return: return leave(statement);
      case Kind::Assume:
        if (value(statement.values[0]) == 0) throw Stop{Outcome::Kind::AssumeFailed, ""};
        break;
      case Kind::Branch:
        go_on(statement, value(statement.values[0]) != 0 ? statement.next : statement.otherwise);
        return true;
      case Kind::Error: throw Stop{Outcome::Kind::Error, statement.text};
      case Kind::Fault: throw Stop{Outcome::Kind::Fault, statement.text, statement.defect};
      case Kind::Thread: return execute_step(statement);
      case Kind::Environment:
      case Kind::Unsupported: throw Stop{Outcome::Kind::Unsupported, statement.text};
      case Kind::Halt: return end(statement.values.empty() ? 0 : value(statement.values[0]));
    }
    go_on(statement, statement.next);
    return true;
  }

  void go_on(const Statement& from, StatementId to) {
    HARDBOP_INVARIANT(to != none, "a statement that does not end should lead somewhere");
    at_ = to;
    const ScopeId old_scope = from.scope;
    const ScopeId new_scope = program_.statements[to].scope;
    if (old_scope == new_scope) return;
    for (ScopeId scope = old_scope; leaves(program_, old_scope, new_scope, scope);
         scope = program_.scopes[scope].parent) {
      for (const ObjectId local : locals_[scope]) set_live(local, false);
      end_arrays([&](const Statement& allocate) { return scope_of(allocate) == scope; });
    }
    for (ScopeId scope = new_scope; leaves(program_, new_scope, old_scope, scope);
         scope = program_.scopes[scope].parent)
      for (const ObjectId local : locals_[scope]) set_live(local, true);
  }

  /// One that lives again does so at another address, if these are not to be used again.
  void set_live(ObjectId local, bool is_live) {
    Instance* instance = memory_.at(bases_[local]);
    if (instance == nullptr) return;
    if (is_live && instance->has_ended && !options_.reuses_addresses)
      bases_[local] = memory_.move(bases_[local]);
    instance = memory_.at(bases_[local]);
    instance->is_live = is_live;
    instance->has_ended = !is_live;
  }

  /// Of the current function: those that its Allocate statements of this kind made.
  template <typename Ends>
  void end_arrays(Ends ends) {
    std::erase_if(frames_.back().allocas, [&](const auto& made) {
      if (!ends(program_.statements[made.first])) return false;
      memory_.remove(made.second);
      return true;
    });
  }

  /// Those that made memory which is still there, or of which no pointer knows.
  [[nodiscard]] std::vector<StatementId> left_over() {
    const bool is_cleanup = options_.defects.contains(Defect::Cleanup);
    const std::set<std::uint64_t> known =
        is_cleanup ? std::set<std::uint64_t>() : memory_.reached(program_);
    std::vector<StatementId> out;
    memory_.for_each([&](std::uint64_t base, const Instance& instance) {
      const bool counts =
          instance.is_heap && !program_.statements[instance.origin.allocate].is_stream;
      if (counts && !known.contains(base)) out.push_back(instance.origin.allocate);
    });
    return out;
  }

  bool end(std::uint64_t code) {
    for (const Defect defect : {Defect::Leak, Defect::Cleanup}) {
      if (!options_.defects.contains(defect)) continue;
      outcome_.left = left_over();
      if (!outcome_.left.empty()) throw Stop{Outcome::Kind::Fault, "memory is left over", defect};
    }
    outcome_.kind = Outcome::Kind::Ended;
    outcome_.exit_code = code;
    outcome_.statement = at_;
    return false;
  }

  void allocate(const Statement& statement) {
    const bool zeroed = statement.values.size() > 1 && value(statement.values[1]) != 0;
    const std::uint64_t size = value(statement.values[0]);
    end_arrays([&](const Statement& one) { return &one == &statement && one.text == "array"; });
    const std::uint64_t base = memory_.add(size, zeroed, {none, at_, allocations_[at_]++, 0},
                                           starts_page(statement) ? page : usual_alignment);
    if (copies_block(statement)) copy_block(value(statement.values[2]), base);
    if (is_automatic(statement))
      frames_.back().allocas.emplace_back(at_, base);
    else
      memory_.at(base)->is_heap = true;
    const Place& place = statement.places[0];
    store(accessed(place.address, place.type), place.type, base, statement.initialises);
  }

  void copy_block(std::uint64_t from, std::uint64_t to) {
    const Instance* source = from == 0 ? nullptr : memory_.at(from);
    if (source == nullptr || !source->is_heap) return;
    ObjectBytes& bytes = memory_.at(to)->bytes;
    source->bytes.for_each_known([&](std::uint64_t at, std::uint8_t byte) {
      if (at < bytes.size()) bytes.write(at, byte);
    });
  }

  void release(std::uint64_t address, bool is_stream) {
    if (address == 0) return;
    const Instance* instance = memory_.at(address);
    const bool can_end = instance != nullptr && instance->is_heap &&
                         program_.statements[instance->origin.allocate].is_stream == is_stream;
    if (!can_end && is_stream) return;
    if (!can_end) {
      const Freed* before = freed_at(address);
      throw invalid_access(before == nullptr ? bad_free : double_free,
                           before == nullptr ? not_allocated_text(address) : freed_text(*before));
    }
    freed_[address] = {instance->bytes.size(), instance->origin, at_};
    memory_.remove(address);
  }

  /// The block that was there; null where there was none.
  [[nodiscard]] const Freed* freed_at(std::uint64_t address) const {
    const auto above = freed_.upper_bound(address);
    if (above == freed_.begin()) return nullptr;
    const auto& [base, block] = *std::prev(above);
    return address - base < std::max<std::uint64_t>(block.size, 1) ? &block : nullptr;
  }

  [[nodiscard]] std::string freed_text(const Freed& block) const {
    const bool is_stream = program_.statements[block.origin.allocate].is_stream;
    return fmt::format("{} was {} at {}", declaration_text(program_, block.origin),
                       is_stream ? "closed" : "freed",
                       position_text(program_, program_.statements[block.freed_by].at));
  }

  /// What a pointer points to that is not the start of a block.
  [[nodiscard]] std::string not_allocated_text(std::uint64_t address) {
    const std::optional<Memory::Near> near = memory_.find_near(address);
    const std::string name = near ? declaration_text(program_, near->instance->origin) : "";
    if (name.empty()) return "";
    if (!near->instance->is_heap || address == near->base)
      return name + " was not allocated by malloc";
    const std::int64_t distance = words::as_signed(address - near->base, 64);
    const std::int64_t bytes = distance < 0 ? -distance : distance;
    return fmt::format("the pointer is {} byte{} {} the start of {}", bytes, bytes == 1 ? "" : "s",
                       distance < 0 ? "before" : "behind", name);
  }

  void call(const Statement& statement) {
    std::vector<std::uint64_t> arguments;
    for (const ExprId argument : statement.values) arguments.push_back(value(argument));
    FunctionId callee = statement.callee;
    if (callee.is_none()) {
      callee = function_at(arguments.back());
      arguments.pop_back();
    }
    const Function& function = program_.functions[callee];
    if (!function.is_defined)
      throw Stop{Outcome::Kind::Unsupported, "call of undefined function " + source_name(function)};
    const bool fits =
        arguments.size() == function.parameters.size() &&
        (statement.places.empty() || statement.places.size() == function.results.size()) &&
        passes_floats_alike(program_, statement, function);
    if (!fits)
      throw Stop{Outcome::Kind::Fault,
                 "call of " + source_name(function) + " with unexpected types"};
    if (frames_.size() >= options_.depth_limit)
      throw Stop{Outcome::Kind::Fault, "calls are nested too deeply"};
    enter(callee, arguments, at_);
  }

  [[nodiscard]] FunctionId function_at(std::uint64_t address) const {
    const std::uint64_t number = (address - functions_at) / function_step;
    if (address < functions_at || (address - functions_at) % function_step != 0 ||
        number >= program_.functions.size())
      throw invalid_access("call through a pointer that points to no function");
    return FunctionId(number);
  }

  void enter(FunctionId id, const std::vector<std::uint64_t>& arguments, StatementId from) {
    const Function& function = program_.functions[id];
    Frame frame;
    frame.function = id;
    frame.call = from;
    frame.addresses_from = memory_.next();
    if (from != none)  // where results go is settled before the callee changes anything
      for (const Place& place : program_.statements[from].places)
        frame.result_places.push_back(accessed(place.address, place.type));
    for (const ObjectId local : function.locals) {
      frame.outer_bases.emplace_back(local, bases_[local]);
      bases_[local] = memory_.add(program_.objects[local].size, false, {local, none, 0, 0});
      memory_.at(bases_[local])->is_live = is_within(
          program_, program_.statements[function.entry].scope, program_.objects[local].scope);
      memory_.at(bases_[local])->is_constant = program_.objects[local].is_constant;
    }
    frames_.push_back(std::move(frame));
    for (std::size_t i = 0; i < arguments.size(); ++i)
      store(value(function.parameters[i].address), function.parameters[i].type, arguments[i], true);
    at_ = function.entry;
  }

  bool leave(const Statement& statement) {
    std::vector<std::uint64_t> results;
    for (const ExprId result : statement.values) results.push_back(value(result));
    const Frame frame = drop_frame();
    if (frame.call == none && running_ != 0) {
      const Type pointer{program_.data_model.pointer_bits};
      return return_from_thread(results.empty() ? 0 : results[0] & words::mask(pointer.bits));
    }
    if (frame.call == none) return end(results.empty() ? 0 : results[0]);
    const Statement& from = program_.statements[frame.call];
    at_ = frame.call;
    for (std::size_t i = 0; i < from.places.size() && i < results.size(); ++i)
      store(frame.result_places[i], from.places[i].type, results[i], from.initialises);
    go_on(from, from.next);
    return true;
  }
};

/// All schedules, breadth first by changes of who runs.
class AllSchedules {
 public:
  AllSchedules(const Program& program, const std::vector<bool>& is_silent, std::size_t most_states)
      : program_(program), is_silent_(is_silent), most_states_(most_states) {
    options_.step_limit = 100'000;
  }

  ScheduleSearch run() {
    Interpreter first(program_, options_);
    first.start();
    open_[0].push_back(std::move(first));
    for (std::uint32_t switches = 0; switches < open_.size(); ++switches)
      while (!open_[switches].empty() && out_.is_complete) {
        Interpreter state = std::move(open_[switches].back());
        open_[switches].pop_back();
        if (!seen_.insert(state.fingerprint()).second) continue;
        if (seen_.size() > most_states_) out_.is_complete = false;
        expand(state, switches);
      }
    return std::move(out_);
  }

 private:
  const Program& program_;
  InterpreterOptions options_;
  const std::vector<bool>& is_silent_;  // by statement
  std::size_t most_states_;
  std::map<std::uint32_t, std::vector<Interpreter>> open_;
  std::unordered_set<std::string> seen_;
  ScheduleSearch out_;

  void expand(Interpreter& state, std::uint32_t switches) {
    const std::vector<ThreadView> threads = state.threads();
    bool is_stuck = true;
    for (std::size_t t = 0; t < threads.size(); ++t) {
      if (threads[t].has_ended) continue;
      Interpreter next = state;
      const std::uint32_t used = switches + (t == state.running() ? 0 : 1);
      const std::optional<Outcome> outcome = next.step(t, is_silent_);
      if (outcome && outcome->kind == Outcome::Kind::Blocked) {
        // Nobody else can run while it waits in an atomic section.
        out_.has_deadlock = out_.has_deadlock || next.is_in_section();
        continue;
      }
      is_stuck = false;
      if (!outcome) {
        open_[used].push_back(std::move(next));
        continue;
      }
      if (outcome->kind == Outcome::Kind::Error) {
        const auto [found, is_new] = out_.errors.try_emplace(outcome->statement, used);
        found->second = std::min(found->second, used);
      }
      if (outcome->kind == Outcome::Kind::StepLimit ||
          outcome->kind == Outcome::Kind::Unsupported || outcome->kind == Outcome::Kind::Fault)
        out_.is_complete = false;
    }
    out_.has_deadlock = out_.has_deadlock || is_stuck;
  }
};

}  // namespace

ScheduleSearch search_schedules(const Program& program, const std::vector<bool>& is_silent,
                                std::size_t most_states) {
  return AllSchedules(program, is_silent, most_states).run();
}

Outcome interpret(const Program& program, const InterpreterOptions& options) {
  return Interpreter(program, options).run();
}

}  // namespace hardbop::c
