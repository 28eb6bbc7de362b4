// SPDX-License-Identifier: MIT
// The concurrent Boolean program of a C program with threads. The C program was made sequential
// (c/threads): a thread runs until it stops, and the scheduler chooses who goes on. Here, each
// thread is a thread again. What it does between two stops is an atomic section, and the scheduler
// is nobody: to go on after a stop is to take the scheduler's edges that lead there, as if chosen.
// So a run of the Boolean program is a path of the sequential program, block for block.
//
// Predicates are shared, whatever they are about: a thread that changes a variable changes all
// predicates that mention it, also those that mention another thread's own variables.
#include <fmt/format.h>

#include "c/slam/abstraction.hpp"

namespace hardbop::slam {

using bp::NamedTerm;
using bp::StatementKind;

namespace {

constexpr const char* begun = "{main has begun}";
constexpr const char* start_label = "start";

}  // namespace

void Abstractor::write_threads() {
  const Procedure& main = procedures_.of(procedures_.main());
  const AbstractBody& body = known_body(main);
  std::vector<bp::Name> globals;
  std::vector<SlotMeaning>& slots = out_.slots[main.function];
  for (const ExprId predicate : visible()) {
    globals.push_back(names_[predicate]);
    slots.push_back({predicate, c::none});
  }
  if (!globals.empty()) builder_.declare(globals);
  builder_.declare_with_values({{bodies_.names.intern(begun), NamedTerm::constant(false)}});
  slots.push_back({});
  for (std::size_t i = 0; i < body.threads.size(); ++i) {
    builder_.blank_line();
    builder_.begin_thread(body.threads[i].name, std::nullopt);
    builder_.begin_procedure("main", 0, {});
    if (body.invariant) builder_.enforce(*body.invariant);
    const std::size_t end =
        i + 1 < body.threads.size() ? body.threads[i + 1].first : body.statements.size();
    for (std::size_t k = body.threads[i].first; k < end; ++k)
      out_.meanings.set(builder_.add(body.statements[k].draft), body.statements[k].meaning);
    builder_.end_procedure();
    builder_.end_thread();
  }
  out_.program = builder_.finish("abstraction.bp");
}

void Abstractor::abstract_threads() {
  for (const ThreadTurns& thread : turns_.threads()) abstract_thread(thread);
}

/// Nobody does anything before main has begun.
void Abstractor::begin_thread(const std::string& name) {
  body_.threads.push_back({name, body_.statements.size()});
  add({.kind = StatementKind::AtomicBegin, .label = start_label});
  const bp::Name flag = bodies_.names.intern(begun);
  if (body_.threads.size() == 1)
    add({.kind = StatementKind::Assign, .names = {flag}, .values = {NamedTerm::constant(true)}});
  else
    add({.kind = StatementKind::Assume, .values = {NamedTerm::of(flag)}});
}

void Abstractor::abstract_thread(const ThreadTurns& thread) {
  thread_ = &thread;
  begin_thread(thread.name);
  if (thread.starts.empty()) {
    initialise();
  } else {
    bp::Draft any{.kind = StatementKind::Goto};
    for (std::size_t i = 0; i < thread.starts.size(); ++i)
      any.names.push_back(bodies_.names.intern(fmt::format("start_{}", i)));
    const std::vector<bp::Name> labels = any.names;
    if (labels.size() > 1) add(std::move(any));
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels.size() > 1) add({.label = *labels[i]});
      take(thread.starts[i]);
    }
  }
  abstract_blocks(thread.blocks);
  thread_ = nullptr;
}

void Abstractor::take(const Way& way) {
  for (std::size_t i = 0; i < way.steps.size(); ++i) {
    const Way::Step& step = way.steps[i];
    const BlockId to = i + 1 < way.steps.size() ? way.steps[i + 1].block : way.to;
    abstract_edge(step.block, step.edge, bodies_.names.intern(""), to);
  }
  add({.kind = StatementKind::Goto, .names = {label(way.to)}});
}

void Abstractor::leave(BlockId from) {
  add({.kind = StatementKind::AtomicEnd});
  const auto next = thread_->goes_on.find(from);
  if (next != thread_->goes_on.end()) {
    add({.kind = StatementKind::AtomicBegin});
    return take(next->second);
  }
  if (!thread_->starts_again) return add({.kind = StatementKind::EndThread});
  add({.kind = StatementKind::Goto, .names = {bodies_.names.intern(start_label)}});
}

}  // namespace hardbop::slam
