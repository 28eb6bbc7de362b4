// SPDX-License-Identifier: MIT
// What runs before and after main. Constructors run first: a smaller priority runs earlier, then
// the order of the text counts. When main returns or exit is called, the functions registered with
// atexit run, the last one first, and then the destructors in the opposite order; functions that
// these register run next. quick_exit runs the functions registered with at_quick_exit. abort and
// _exit run nothing.
//
// The IL has one function that registers and one that runs all registered functions. Both look at
// one slot after the other, because an array with a variable index is harder to follow. There are
// as many slots as calls in the text, and a few more; a program that needs more is unsupported.
#include <clang/AST/Attr.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using Kind = Statement::Kind;
using words::Op;

namespace {

constexpr unsigned fewest_slots = 4;
constexpr unsigned most_slots = 32;  // what C promises
constexpr Type byte{8, false, false, false};

}  // namespace

void Translator::collect_call_at_ends(const clang::FunctionDecl* function) {
  if (function->doesThisDeclarationHaveABody()) {
    if (const auto* first = attribute_of<clang::ConstructorAttr>(function))
      constructors_.push_back({first->getPriority(), {unit_, function}});
    if (const auto* last = attribute_of<clang::DestructorAttr>(function))
      destructors_.push_back({last->getPriority(), {unit_, function}});
    return;
  }
  for (ProgramEnd* ending : {&at_exit_, &at_quick_exit_})
    if (function->isReferenced() && known_name(function) == ending->registers)
      ending->is_used = true;
}

/// Nobody calls them in the text, so nobody else keeps them.
void Translator::prepare_ends() {
  const auto is_earlier = [](const Automatic& a, const Automatic& b) {
    return a.priority < b.priority;
  };
  std::ranges::stable_sort(constructors_, is_earlier);
  std::ranges::stable_sort(destructors_, is_earlier);
  std::ranges::reverse(destructors_);
  for (std::vector<Automatic>* functions : {&constructors_, &destructors_})
    for (Automatic& one : *functions) {
      use_unit(one.definition.unit);
      one.function = function_of(clang::cast<clang::FunctionDecl>(one.definition.declaration));
    }
  if (!destructors_.empty()) at_exit_.is_used = true;
}

bool Translator::has_ends() const {
  return !program_.main.is_none() && (!constructors_.empty() || at_exit_.is_used);
}

bool Translator::call_at_ends(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                              const std::string& name, const std::vector<Place>& results) {
  for (ProgramEnd* ending : {&at_exit_, &at_quick_exit_})
    if (name == ending->registers && expression->getNumArgs() == 1) {
      register_handler(expression, callee, *ending, results);
      return true;
    }
  ProgramEnd& ending = name == "exit" ? at_exit_ : at_quick_exit_;
  if ((name != "exit" && name != "quick_exit") || !ending.is_used || expression->getNumArgs() != 1)
    return false;
  const clang::SourceLocation at = expression->getExprLoc();
  Statement halt;
  halt.kind = Kind::Halt;
  halt.at = position(at);
  halt.text = name;
  if (scalar(expression->getArg(0)->getType()))
    halt.values = {stabilise(value(expression->getArg(0)), at)};
  call_end(ending, halt.at);
  build_.emit(std::move(halt));
  return true;
}

void Translator::register_handler(const clang::CallExpr* expression,
                                  const clang::FunctionDecl* callee, ProgramEnd& ending,
                                  const std::vector<Place>& results) {
  const FunctionId id = function_of(callee);
  const clang::SourceLocation at = expression->getExprLoc();
  if (!program_.functions[id].is_defined) {
    program_.functions[id].is_defined = true;
    const llvm::SaveAndRestore<FunctionId> outer(function_, id);
    lower_parameters(callee);
    ending.registering = id;
    ending.unit = unit_;
    ending.at = at;
  }
  if (ending.registering != id || program_.functions[id].parameters.size() != 1)
    return unsupported("call of " + std::string(ending.registers), at);
  ++ending.sites;
  call_function(expression, id, results);
}

void Translator::emit_call(FunctionId callee, Position at) {
  Statement call;
  call.kind = Kind::Call;
  call.at = at;
  call.callee = callee;
  build_.emit(std::move(call));
}

void Translator::call_all(const std::vector<Automatic>& functions) {
  for (const Automatic& one : functions)
    emit_call(one.function, program_.functions[one.function].at);
}

FunctionId Translator::make_function(const std::string& name) {
  Function made;
  made.name = name;
  made.is_defined = true;
  return program_.functions.add(std::move(made));
}

void Translator::call_end(ProgramEnd& ending, Position at) {
  if (!ending.is_used) return;
  if (ending.running.is_none()) {
    ending.running = make_function(&ending == &at_exit_ ? "the end of the program"
                                                        : "the quick end of the program");
    program_.functions[ending.running].at = at;
  }
  emit_call(ending.running, at);
}

/// A function that does not return may call exit, or end the program otherwise.
void Translator::end_by_environment(const std::string& name, clang::SourceLocation at) {
  for (ProgramEnd* ending : {&at_exit_, &at_quick_exit_}) {
    if (undefined_ != Undefined::Havoc || !ending->is_used) continue;
    const Place is_it = temporary(byte, at);
    arbitrary(is_it, environment_name, at);
    const Choice ways = branch(build_.truth(build_.load(is_it)), at);
    build_.add_pending(ways.yes);
    call_end(*ending, position(at));
    emit(Kind::Halt, at, name);
    build_.add_pending(ways.no);
  }
  emit(Kind::Halt, at, name);
}

ObjectId Translator::make_state(const std::string& name, Type type, unsigned count) {
  const auto id = static_cast<ObjectId>(program_.objects.size());
  Object object;
  object.name = name;
  object.is_temporary = true;
  for (unsigned i = 0; i < count; ++i) {
    const std::string index = count == 1 ? "" : "[" + std::to_string(i) + "]";
    object.cells.push_back({object.size, type, index});
    object.size += type.bits / 8U;
  }
  program_.objects.push_back(std::move(object));
  return id;
}

void Translator::lower_ends() {
  for (ProgramEnd* ending : {&at_exit_, &at_quick_exit_}) {
    if (ending->registering.is_none() && ending->running.is_none()) continue;
    labels_.clear();
    const unsigned most = std::clamp(ending->sites, fewest_slots, most_slots);
    if (!ending->registering.is_none()) {
      ending->slots = make_state(std::string(ending->registers) + ".given", build_.pointer(), most);
      ending->count = make_state(std::string(ending->registers) + ".count", byte, 1);
      use_unit(ending->unit);
      lower_registering(*ending, most);
    }
    if (!ending->running.is_none()) lower_running(*ending, most);
  }
}

void Translator::lower_registering(const ProgramEnd& ending, unsigned most) {
  function_ = ending.registering;
  const Place count{build_.address(ending.count, 0), byte};
  const std::uint64_t size = build_.pointer().bits / 8U;
  const MarkId entry = build_.mark();
  const StatementId first = build_.next_statement();
  const ExprId given = build_.load(program_.functions[function_].parameters[0]);
  for (unsigned i = 0; i < most; ++i) {
    const ExprId is_here = build_.binary(Op::Equal, build_.load(count), build_.constant(byte, i));
    const Choice ways = branch(is_here, ending.at);
    build_.add_pending(ways.yes);
    assign({build_.address(ending.slots, i * size), build_.pointer()}, given, ending.at);
    assign(count, build_.constant(byte, i + 1), ending.at);
    Statement done;
    done.kind = Kind::Return;
    done.at = position(ending.at);
    for (const Type& type : program_.functions[function_].results)
      done.values.push_back(build_.constant(type, 0));
    build_.emit(std::move(done));
    build_.add_pending(ways.no);
  }
  unsupported("more than " + std::to_string(most) + " calls of " + ending.registers, ending.at);
  end_function(first, entry);
}

/// The last one first; each may give others.
void Translator::run_handlers(const ProgramEnd& ending, unsigned most) {
  if (ending.registering.is_none()) return;
  const Place count{build_.address(ending.count, 0), byte};
  const std::uint64_t size = build_.pointer().bits / 8U;
  const MarkId head = build_.mark();
  for (unsigned i = most; i > 0; --i) {
    const ExprId is_last = build_.binary(Op::Equal, build_.load(count), build_.constant(byte, i));
    const Choice ways = branch(is_last, ending.at);
    build_.add_pending(ways.yes);
    assign(count, build_.constant(byte, i - 1), ending.at);
    Statement call;
    call.kind = Kind::Call;
    call.at = position(ending.at);
    call.values = {build_.load({build_.address(ending.slots, (i - 1) * size), build_.pointer()})};
    build_.emit(std::move(call));
    build_.lead_back(head);
    build_.add_pending(ways.no);
  }
}

void Translator::lower_running(const ProgramEnd& ending, unsigned most) {
  function_ = ending.running;
  const Position at = program_.functions[function_].at;
  if (is_ending_ == none) is_ending_ = make_state("exit.called", byte, 1);
  const Place is_ending{build_.address(is_ending_, 0), byte};
  const MarkId entry = build_.mark();
  const StatementId first = build_.next_statement();
  Statement test;
  test.kind = Kind::Branch;
  test.at = at;
  test.values = {build_.truth(build_.load(is_ending))};
  const StatementId tested = build_.emit(std::move(test));
  static_cast<void>(build_.take_pending());
  build_.add_pending({{tested, false, none}});
  emit_at(Kind::Unsupported, at, "call of exit while the program exits");
  build_.add_pending({{tested, true, none}});
  Statement begin;
  begin.kind = Kind::Assign;
  begin.at = at;
  begin.places = {is_ending};
  begin.values = {build_.constant(byte, 1)};
  build_.emit(std::move(begin));
  run_handlers(ending, most);
  if (&ending == &at_exit_ && !destructors_.empty()) {
    call_all(destructors_);
    run_handlers(ending, most);
  }
  emit_at(Kind::Return, at, "");
  end_function(first, entry);
}

}  // namespace hardbop::c
