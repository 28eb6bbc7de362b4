// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>
#include <vector>

#include "boolean/engine/store/store.hpp"
#include "product/api/check.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/session.hpp>

namespace hardbop {

struct Session::State {
  Program program;
  OperatorDialect dialect;
  std::shared_ptr<engine::SnapshotStore> store = std::make_shared<engine::SnapshotStore>();
};

namespace {

struct Replacement {
  SourceSpan span;
  std::string_view text;
};

/// Null if there is none.
const bp::Thread* find_thread(const bp::Program& program, std::string_view name) {
  for (const bp::Thread& thread : program.threads)
    if (program.text(thread.name.name) == name) return &thread;
  return nullptr;
}

/// Procedures and threads take the place of those of the same name; what is new comes at the end,
/// and declarations at the beginning.
std::string edited(const bp::Program& program, const bp::Program& edits) {
  const std::string_view old = program.source->text();
  std::vector<Replacement> replacements;
  std::string first;
  std::string last;
  const auto put = [&](const auto& definition, const auto* before) {
    const std::string_view text = edits.source->text(definition.span);
    if (before != nullptr)
      replacements.push_back({before->span, text});
    else
      last.append(text).append("\n");
  };
  for (const bp::Item& item : edits.items) {
    if (item.kind == bp::Item::Kind::Procedure) {
      const bp::Procedure& procedure = edits.procedures[item.index];
      const bp::ProcedureId p = program.find_procedure(edits.text(procedure.name.name));
      put(procedure, p == bp::no_index ? nullptr : &program.procedures[p]);
    } else if (item.kind == bp::Item::Kind::Thread) {
      const bp::Thread& thread = edits.threads[item.index];
      put(thread, find_thread(program, edits.text(thread.name.name)));
    } else {
      first.append(edits.source->text(edits.statements[item.index].span)).append(";\n");
    }
  }
  std::ranges::sort(replacements, {}, [](const Replacement& one) { return one.span.begin; });
  std::string out = std::move(first);
  SourceOffset at = 0;
  for (const Replacement& one : replacements) {
    out.append(old.substr(at, one.span.begin - at)).append(one.text);
    at = one.span.end;
  }
  return out.append(old.substr(at)).append("\n").append(last);
}

/// What is there twice would replace itself; an edit of nothing is likely a mistake.
void check_edits(const bp::Program& edits, Diagnostics& diagnostics) {
  if (edits.items.empty())
    diagnostics.error({}, "the edit is empty", "give procedures, threads or declarations");
  std::set<std::pair<bool, bp::NameId>> seen;
  for (const bp::Item& item : edits.items) {
    const bool is_thread = item.kind == bp::Item::Kind::Thread;
    if (!is_thread && item.kind != bp::Item::Kind::Procedure) continue;
    const bp::NameRef name =
        is_thread ? edits.threads[item.index].name : edits.procedures[item.index].name;
    if (!seen.emplace(is_thread, name.name).second)
      diagnostics.error(edits.span(name),
                        fmt::format("{} '{}' is defined twice in one edit",
                                    is_thread ? "thread" : "procedure", edits.text(name.name)));
  }
}

}  // namespace

Session::Session(Program program, OperatorDialect dialect)
    : state_(std::make_unique<State>(State{std::move(program), dialect})) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

const Program& Session::program() const {
  return state_->program;
}

ParseResult Session::edit(const std::string& text) {
  const ParseOptions options{program().name(), state_->dialect};
  if (text.size() >= SourceFile::max_size) return parse(text, options);
  Diagnostics diagnostics;
  const auto source = std::make_shared<const SourceFile>(program().name(), text);
  const bp::Program edits =
      bp::parse_program(source, static_cast<bp::Dialect>(state_->dialect), diagnostics);
  if (!diagnostics.has_errors()) check_edits(edits, diagnostics);
  ParseResult result;
  if (diagnostics.has_errors()) {
    result.messages = api::to_messages(diagnostics, *source);
    result.errors = diagnostics.errors();
    return result;
  }
  result = parse(edited(program().implementation().program(), edits), options);
  if (result.program) state_->program = *result.program;
  return result;
}

Answer Session::check(const Question& question) {
  return api::check(state_->program.implementation(), question, state_->store);
}

}  // namespace hardbop
