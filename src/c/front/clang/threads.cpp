// SPDX-License-Identifier: MIT
// Threads: library/pthread.c and its neighbours say what functions of threads do, in terms of a few
// steps that are statements of the intermediate language.
#include <algorithm>

#include "base/util/invariant.hpp"
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using Kind = Statement::Kind;

namespace {

struct NamedStep {
  std::string_view name;
  ThreadStep step;
};
constexpr NamedStep steps[] = {
    {"create", ThreadStep::Create},
    {"join", ThreadStep::Join},
    {"end", ThreadStep::End},
    {"self", ThreadStep::Self},
    {"await", ThreadStep::Await},
    {"begin_atomic", ThreadStep::BeginAtomic},
    {"end_atomic", ThreadStep::EndAtomic},
};

}  // namespace

void Translator::emit_thread_step(const clang::CallExpr* expression, const std::string& name,
                                  const std::vector<Place>& results) {
  const auto* const found = std::ranges::find(steps, name, &NamedStep::name);
  HARDBOP_INVARIANT(found != std::end(steps), "the C library should only name steps that exist");
  const clang::SourceLocation at = expression->getExprLoc();
  Statement statement;
  statement.kind = Kind::Thread;
  statement.step = found->step;
  statement.at = position(at);
  const bool awaits = found->step == ThreadStep::Await;
  const StatementId first = build_.next_statement();
  const llvm::SaveAndRestore<bool> one(is_one_step_, awaits);
  for (const clang::Expr* argument : expression->arguments())
    statement.values.push_back(awaits ? truth(argument) : value(argument));
  HARDBOP_INVARIANT(!awaits || build_.next_statement() == first,
                    "the C library should only wait for what is known at once");
  statement.places = results;
  const bool may_end = found->step == ThreadStep::Create || found->step == ThreadStep::End;
  if (may_end && is_referred_to("pthread_key_create")) {
    const FunctionId destructors = copy_model(*model_of("__run_destructors"), copy_);
    if (found->step == ThreadStep::Create) {
      statement.callee = destructors;
    } else {
      Statement call;
      call.kind = Kind::Call;
      call.callee = destructors;
      call.at = statement.at;
      build_.emit(std::move(call));
    }
  }
  build_.emit(std::move(statement));
}

void Translator::emit_atomic(ThreadStep step, clang::SourceLocation at) {
  Statement statement;
  statement.kind = Kind::Thread;
  statement.step = step;
  statement.at = position(at);
  build_.emit(std::move(statement));
}

bool Translator::is_atomic(const LValue& place) {
  return place.type->isAtomicType() && may_have_threads();
}

void Translator::begin_change(LValue& target, const clang::Expr* by, clang::SourceLocation at) {
  if (!is_atomic(target)) return;
  target.address = stabilise(target.address, at);  // to find the place is not part of the step
  keep_bounds(target, at);
  if (by != nullptr) evaluated_[by->IgnoreParens()] = keep(by);
  emit_atomic(ThreadStep::BeginAtomic, at);
}

ExprId Translator::read_at_once(LValue from, clang::SourceLocation at) {
  if (!is_atomic(from)) return read(from, at);
  begin_change(from, nullptr, at);
  const ExprId out = stabilise(read(from, at), at);
  end_change(from, nullptr, at);
  return out;
}

namespace {

/// Variables whose addresses it takes.
void find_addressed(const clang::Stmt* statement, std::set<const clang::ValueDecl*>& out) {
  if (statement == nullptr) return;
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(statement);
      unary != nullptr && unary->getOpcode() == clang::UO_AddrOf)
    if (const auto* named =
            clang::dyn_cast<clang::DeclRefExpr>(unary->getSubExpr()->IgnoreParens()))
      out.insert(named->getDecl());
  for (const clang::Stmt* child : statement->children()) find_addressed(child, out);
}

}  // namespace

/// A local scalar that is only accessed by its name.
bool Translator::is_own(const clang::VarDecl* variable) {
  if (!variable->hasLocalStorage() || !scalar(variable->getType())) return false;
  const clang::DeclContext* in = variable->getParentFunctionOrMethod();
  const auto [found, is_new] = addressed_.try_emplace(in);
  if (const auto* function = clang::dyn_cast_or_null<clang::FunctionDecl>(in); is_new && function)
    find_addressed(function->getBody(), found->second);
  return !found->second.contains(variable);
}

std::uint64_t Translator::next_reading(const LValue& from) {
  return from.is_own || !may_have_threads() ? 0 : ++readings_;
}

ExprId Translator::read_once(ExprId value, clang::SourceLocation at) {
  if (is_one_step_ || !may_have_threads()) return value;
  std::vector<ExprId> open{value};
  std::set<ExprId> seen;
  while (!open.empty()) {
    const ExprId top = open.back();
    open.pop_back();
    if (top == none || !seen.insert(top).second) continue;
    const Expr& expr = build_.expr(top);
    if (expr.kind == Expr::Kind::Load && expr.value != 0) return stabilise(value, at);
    open.insert(open.end(), {expr.a, expr.b, expr.c});
  }
  return value;
}

bool Translator::may_read_shared(const clang::Stmt* expression) {
  if (expression == nullptr || !may_have_threads()) return false;
  if (const auto* named = clang::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto* variable = clang::dyn_cast<clang::VarDecl>(named->getDecl()))
      return !is_own(variable);
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(expression);
      unary != nullptr && unary->getOpcode() == clang::UO_Deref)
    return true;
  if (const auto* member = clang::dyn_cast<clang::MemberExpr>(expression);
      member != nullptr && member->isArrow())
    return true;
  if (clang::isa<clang::ArraySubscriptExpr>(expression)) return true;
  return std::ranges::any_of(expression->children(),
                             [&](const clang::Stmt* one) { return may_read_shared(one); });
}

void Translator::end_change(const LValue& target, const clang::Expr* by, clang::SourceLocation at) {
  if (!is_atomic(target)) return;
  if (by != nullptr) evaluated_.erase(by->IgnoreParens());
  emit_atomic(ThreadStep::EndAtomic, at);
}

bool Translator::may_have_threads() {
  if (!may_have_threads_)
    may_have_threads_ = !interrupts_.handlers.empty() || is_referred_to("pthread_create") ||
                        is_referred_to("thrd_create");
  return *may_have_threads_;
}

ObjectId Translator::interrupts_state() {
  if (interrupts_are_off_ == none) {
    Object object;
    object.name = "interrupts.off";
    object.is_temporary = true;
    object.size = 1;
    object.cells = {{0, {8, false, false, false}, ""}};
    interrupts_are_off_ = static_cast<ObjectId>(program_.objects.size());
    program_.objects.push_back(std::move(object));
  }
  return interrupts_are_off_;
}

bool Translator::call_switch(const clang::CallExpr* expression, const std::string& name) {
  const bool is_off = std::ranges::find(interrupts_.off, name) != interrupts_.off.end();
  const bool is_on = std::ranges::find(interrupts_.on, name) != interrupts_.on.end();
  if (!is_off && !is_on) return false;
  effects_of_arguments(expression);
  const Type byte{8, false, false, false};
  assign({build_.address(interrupts_state(), 0), byte}, build_.constant(byte, is_off ? 1 : 0),
         expression->getExprLoc());
  return true;
}

/// Why it cannot be one; or nothing.
std::string Translator::why_no_handler(const std::string& name) const {
  if (name == "main" || name == entry_.function) return "is where the program starts";
  const std::optional<Definition> found = find_function(name);
  if (!found) return "is not defined";
  const auto* function = clang::dyn_cast<clang::FunctionDecl>(found->declaration);
  return function != nullptr && function->getNumParams() > 0 ? "has parameters" : "";
}

void Translator::require_handlers() {
  std::ranges::sort(interrupts_.handlers);
  const auto [again, end] = std::ranges::unique(interrupts_.handlers);
  interrupts_.handlers.erase(again, end);
  for (const std::string& name : interrupts_.handlers)
    if (const std::string problem = why_no_handler(name); !problem.empty())
      conflicts_.push_back({Finding::Severity::Error, first_file(), 0, 0,
                            "interrupt handler '" + name + "' " + problem});
}

FunctionId Translator::handler_of(const std::string& name) {
  const Definition found = *find_function(name);
  use_unit(found.unit);
  return function_of(clang::cast<clang::FunctionDecl>(found.declaration));
}

/// A function for a thread: as long as interrupts are on, it calls the handler again and again.
FunctionId Translator::add_interrupt(FunctionId handler) {
  const FunctionId id = program_.functions.next();
  Function made;
  made.name = "interrupt " + program_.functions[handler].name;
  made.at = program_.functions[handler].at;
  made.is_defined = true;
  Object argument;
  argument.name = "unused";
  argument.storage = Object::Storage::Local;
  argument.function = id;
  argument.size = build_.pointer().bits / 8U;
  argument.cells = {{0, build_.pointer(), ""}};
  const auto object = static_cast<ObjectId>(program_.objects.size());
  program_.objects.push_back(std::move(argument));
  made.locals = {object};
  made.parameters = {{build_.address(object, 0), build_.pointer()}};
  const auto first = build_.next_statement();
  const Type byte{8, false, false, false};
  Statement waits;
  waits.kind = Kind::Thread;
  waits.step = ThreadStep::Await;
  waits.values = {build_.binary(words::Op::Equal,
                                build_.load({build_.address(interrupts_state(), 0), byte}),
                                build_.constant(byte, 0))};
  Statement calls;
  calls.kind = Kind::Call;
  calls.callee = handler;
  Statement ends;
  ends.kind = Kind::Thread;
  ends.step = ThreadStep::EndAtomic;
  StatementId next = first;
  for (Statement* one : {&waits, &calls, &ends}) {
    one->at = made.at;
    one->next = one == &ends ? first : ++next;
    made.statements.push_back(static_cast<StatementId>(program_.statements.size()));
    program_.statements.push_back(*one);
  }
  made.entry = first;
  return program_.functions.add(std::move(made));
}

void Translator::add_interrupts() {
  if (program_.main.is_none()) return;
  for (const std::string& name : interrupts_.handlers) {
    const FunctionId thread = add_interrupt(handler_of(name));
    Function& main = program_.functions[program_.main];
    Statement creates;
    creates.kind = Kind::Thread;
    creates.step = ThreadStep::Create;
    creates.at = main.at;
    creates.values = {build_.function_address(thread), build_.constant(build_.pointer(), 0)};
    creates.next = main.entry;
    main.entry = static_cast<StatementId>(program_.statements.size());
    main.statements.push_back(main.entry);
    program_.statements.push_back(std::move(creates));
  }
}

void Translator::settle_threads() {
  const auto is_step = [](const Statement& one) { return one.kind == Kind::Thread; };
  const bool has_threads = std::ranges::any_of(program_.statements, [](const Statement& one) {
    return one.kind == Kind::Thread && one.step == ThreadStep::Create;
  });
  if (has_threads || finds_deadlocks_ || std::ranges::none_of(program_.statements, is_step)) return;
  for (Statement& one : program_.statements) {
    if (!is_step(one)) continue;
    switch (one.step) {
      case ThreadStep::Await: one.kind = Kind::Assume; break;
      case ThreadStep::BeginAtomic:
      case ThreadStep::EndAtomic: one.kind = Kind::Skip; break;
      case ThreadStep::Self:
        one.kind = one.places.empty() ? Kind::Skip : Kind::Assign;
        if (!one.places.empty()) one.values = {build_.constant(one.places[0].type, 0)};
        break;
      case ThreadStep::End:
        one.kind = Kind::Halt;
        one.values.clear();
        one.next = none;
        break;
      case ThreadStep::Join:
        one.kind = Kind::Fault;
        one.defect = Defect::Memory;
        one.text = "join of a thread that does not exist";
        one.places.clear();
        one.values.clear();
        one.next = none;
        break;
      case ThreadStep::Create: break;
    }
  }
}

}  // namespace hardbop::c
