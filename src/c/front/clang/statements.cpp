// SPDX-License-Identifier: MIT
// Statements become control flow. An unknown construct becomes a statement Unsupported at its
// place; the code after it is still translated, because other code may jump there.
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using Kind = Statement::Kind;

StatementId Translator::emit(Kind kind, clang::SourceLocation at, std::string text) {
  Statement statement;
  statement.kind = kind;
  statement.at = position(at);
  statement.text = std::move(text);
  return build_.emit(std::move(statement));
}

void Translator::assign(const Place& place, ExprId value, clang::SourceLocation at) {
  Statement statement;
  statement.kind = Kind::Assign;
  statement.at = position(at);
  statement.places = {place};
  statement.values = {build_.resize(value, place.type, false)};
  build_.emit(std::move(statement));
}

void Translator::arbitrary(const Place& place, const std::string& who, clang::SourceLocation at) {
  Statement statement;
  statement.kind = Kind::Arbitrary;
  statement.at = position(at);
  statement.places = {place};
  statement.text = who;
  build_.emit(std::move(statement));
}

void Translator::unsupported(const std::string& what, clang::SourceLocation at) {
  go_on_behind(emit(Kind::Unsupported, at, what));
}

/// What comes next is looked at, too, so that all that is not supported is found;
/// remove_unreachable() then ends the statement.
void Translator::go_on_behind(StatementId unsupported) {
  build_.add_pending({{unsupported, false, none}});
}

Translator::Choice Translator::branch(ExprId condition, clang::SourceLocation at, bool is_negated) {
  if (build_.is_constant(condition)) {
    const bool holds = build_.expr(condition).value != 0;
    Exits all = build_.take_pending();
    return holds ? Choice{std::move(all), {}} : Choice{{}, std::move(all)};
  }
  Statement statement;
  statement.kind = Kind::Branch;
  statement.at = position(at);
  statement.values = {condition};
  statement.is_negated = is_negated;
  const StatementId id = build_.emit(std::move(statement));
  static_cast<void>(build_.take_pending());
  return {{{id, false, none}}, {{id, true, none}}};
}

void Translator::require(ExprId condition, const std::string& otherwise, clang::SourceLocation at,
                         std::optional<Defect> defect) {
  const Choice ways = branch(condition, at);
  if (ways.no.empty()) return build_.add_pending(ways.yes);
  build_.add_pending(ways.no);
  if (defect)
    fail(*defect, otherwise, at);
  else
    emit(Kind::Unsupported, at, otherwise);
  build_.add_pending(ways.yes);
}

void Translator::fail(Defect defect, const std::string& text, clang::SourceLocation at) {
  const StatementId s = emit(Kind::Fault, at, text);
  program_.statements[s].defect = defect;
}

/// Notes where it starts; what a macro makes starts nowhere that could be told from others.
void Translator::lower(const clang::Stmt* statement) {
  if (statement == nullptr) return;
  if (stack_.is_nearly_full())
    return unsupported("statement nested too deeply", statement->getBeginLoc());
  const llvm::SaveAndRestore<const clang::Expr*> full(full_, nullptr);
  const bool starts =
      copy_ == nullptr &&
      !clang::isa<clang::CompoundStmt, clang::LabelStmt, clang::SwitchCase, clang::AttributedStmt>(
          statement) &&
      !statement->getBeginLoc().isMacroID();
  build_.begin(starts ? position(statement->getBeginLoc()) : Position{});
  lower_inside(statement);
  build_.begin({});
}

void Translator::lower_inside(const clang::Stmt* statement) {
  switch (statement->getStmtClass()) {
    case clang::Stmt::NullStmtClass: return;
    case clang::Stmt::CompoundStmtClass:
      return lower_compound(clang::cast<clang::CompoundStmt>(statement));
    case clang::Stmt::DeclStmtClass:
      return lower_declarations(clang::cast<clang::DeclStmt>(statement));
    case clang::Stmt::IfStmtClass: return lower_if(clang::cast<clang::IfStmt>(statement));
    case clang::Stmt::WhileStmtClass: return lower_while(clang::cast<clang::WhileStmt>(statement));
    case clang::Stmt::DoStmtClass: return lower_do(clang::cast<clang::DoStmt>(statement));
    case clang::Stmt::ForStmtClass: return lower_for(clang::cast<clang::ForStmt>(statement));
    case clang::Stmt::SwitchStmtClass:
      return lower_switch(clang::cast<clang::SwitchStmt>(statement));
    case clang::Stmt::CaseStmtClass:
    case clang::Stmt::DefaultStmtClass:
      return lower_case(clang::cast<clang::SwitchCase>(statement));
    case clang::Stmt::LabelStmtClass: return lower_label(clang::cast<clang::LabelStmt>(statement));
    case clang::Stmt::GotoStmtClass: return lower_goto(clang::cast<clang::GotoStmt>(statement));
    case clang::Stmt::IndirectGotoStmtClass:
      return lower_computed_goto(clang::cast<clang::IndirectGotoStmt>(statement));
    case clang::Stmt::ReturnStmtClass:
      return lower_return(clang::cast<clang::ReturnStmt>(statement));
    case clang::Stmt::GCCAsmStmtClass:
    case clang::Stmt::MSAsmStmtClass: return lower_asm(clang::cast<clang::AsmStmt>(statement));
    case clang::Stmt::AttributedStmtClass: {
      const auto* attributed = clang::cast<clang::AttributedStmt>(statement);
      if (const std::string problem = problem_of_statement(attributed); !problem.empty())
        unsupported(problem, attributed->getAttrLoc());
      return lower(attributed->getSubStmt());
    }
    case clang::Stmt::BreakStmtClass:
    case clang::Stmt::ContinueStmtClass: {
      const bool is_break = clang::isa<clang::BreakStmt>(statement);
      for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop) {
        if (loop->is_switch && !is_break) continue;
        run_cleanups(loop->cleanups);
        Exits& exits = is_break ? loop->breaks : loop->continues;
        const Exits here = build_.take_pending();
        exits.insert(exits.end(), here.begin(), here.end());
        return;
      }
      return;
    }
    default: break;
  }
  if (const auto* expression = clang::dyn_cast<clang::Expr>(statement)) return effect(expression);
  unsupported(std::string("statement of kind ") + statement->getStmtClassName(),
              statement->getBeginLoc());
}

void Translator::lower_compound(const clang::CompoundStmt* statement) {
  const std::size_t outer = cleanups_.size();
  const auto lower_body = [&] {
    for (const clang::Stmt* inner : statement->body()) lower(inner);
    end_scope(outer);
  };
  if (statement == declaration_->getBody()) {  // all of the function
    const llvm::SaveAndRestore<Position> scope(scope_end_, position(statement->getRBracLoc()));
    return lower_body();
  }
  const Block block = block_until(statement->getRBracLoc());
  lower_body();
}

/// Part of an `if`, `switch` or loop: a block, whether it has braces or not.
void Translator::lower_block(const clang::Stmt* statement) {
  if (statement == nullptr || clang::isa<clang::CompoundStmt>(statement)) return lower(statement);
  const Block block = block_until(statement->getEndLoc());
  lower(statement);
}

void Translator::lower_declarations(const clang::DeclStmt* statement) {
  for (const clang::Decl* declaration : statement->decls()) {
    if (const auto* name = clang::dyn_cast<clang::TypedefNameDecl>(declaration))
      measure(name->getUnderlyingType(), name->getLocation());
    const auto* variable = clang::dyn_cast<clang::VarDecl>(declaration);
    if (variable == nullptr) continue;
    declare(variable);
    if (!begin_cleanup(variable)) unsupported("attribute cleanup", variable->getLocation());
  }
}

void Translator::lower_if(const clang::IfStmt* statement) {
  const Block block = block_until(statement->getEndLoc());
  const Choice ways = condition(statement->getCond());
  build_.add_pending(ways.yes);
  lower_block(statement->getThen());
  const Exits first = build_.take_pending();
  build_.add_pending(ways.no);
  lower_block(statement->getElse());
  build_.add_pending(first);
}

void Translator::begin_loop(bool is_switch) {
  Loop& loop = loops_.emplace_back();
  loop.cleanups = cleanups_.size();
  loop.is_switch = is_switch;
}

/// Whether what leads back to the head of a loop, which has no condition to evaluate, does not show
/// that it leaves the block in between.
bool Translator::stays_in_block(MarkId head) {
  const StatementId first = build_.marked(head);
  if (first == none || program_.statements[first].scope == build_.scope()) return false;
  const Exits pending = build_.take_pending();
  build_.add_pending(pending);
  return std::ranges::any_of(pending, [&](const Exit& exit) {
    return exit.from == none || program_.statements[exit.from].scope != build_.scope();
  });
}

/// What is pending leads back to the head; the loop is left by its breaks and where its condition
/// failed.
void Translator::end_loop(MarkId head, const Exits& condition_failed, clang::SourceLocation at) {
  const bool does_nothing = build_.is_pending(head);
  if (does_nothing || stays_in_block(head)) emit(Kind::Skip, at);
  build_.lead_back(head);
  build_.add_pending(condition_failed);
  build_.add_pending(loops_.back().breaks);
  loops_.pop_back();
}

/// What a macro makes starts nowhere that could be told from others.
void Translator::note_head(MarkId head, clang::SourceLocation at) {
  const StatementId first = build_.marked(head);
  if (first != none && !at.isMacroID() && copy_ == nullptr)
    program_.statements[first].loop = position(at);
}

void Translator::lower_while(const clang::WhileStmt* statement) {
  const Block block = block_until(statement->getEndLoc());
  begin_loop(false);
  const MarkId head = build_.mark();
  const Choice ways = condition(statement->getCond());
  build_.add_pending(ways.yes);
  lower_block(statement->getBody());
  build_.add_pending(loops_.back().continues);
  end_loop(head, ways.no, statement->getWhileLoc());
  note_head(head, statement->getWhileLoc());
}

void Translator::lower_do(const clang::DoStmt* statement) {
  const Block block = block_until(statement->getEndLoc());
  begin_loop(false);
  const MarkId head = build_.mark();
  lower_block(statement->getBody());
  build_.add_pending(loops_.back().continues);
  const Choice ways = condition(statement->getCond());
  build_.add_pending(ways.yes);
  end_loop(head, ways.no, statement->getDoLoc());
}

void Translator::lower_for(const clang::ForStmt* statement) {
  const Block block = block_until(statement->getEndLoc());
  const std::size_t outer = cleanups_.size();
  if (statement->getInit() != nullptr) {
    lower_inside(statement->getInit());
    build_.begin({});  // the condition does not come first
  }
  begin_loop(false);
  const MarkId head = build_.mark();
  const clang::Expr* tested = statement->getCond();
  Choice ways;
  if (tested != nullptr)
    ways = condition(tested);
  else
    ways.yes = build_.take_pending();
  build_.add_pending(ways.yes);
  lower_block(statement->getBody());
  build_.add_pending(loops_.back().continues);
  if (statement->getInc() != nullptr) effect(statement->getInc());
  end_loop(head, ways.no, statement->getForLoc());
  note_head(head, statement->getForLoc());
  end_scope(outer);
}

void Translator::lower_switch(const clang::SwitchStmt* statement) {
  const Block block = block_until(statement->getEndLoc());
  lower(statement->getInit());
  const clang::Expr* tested = statement->getCond();
  const clang::SourceLocation at = statement->getSwitchLoc();
  if (!scalar(tested->getType())) return unsupported("switch on this type", at);
  const ExprId which = read_once(value(tested), tested->getExprLoc());
  const Type type = scalar_or_word(tested->getType());
  const auto bound = [&](const clang::Expr* limit) {
    return build_.constant(type,
                           limit->EvaluateKnownConstInt(*context_).extOrTrunc(64).getZExtValue());
  };
  const clang::SwitchCase* otherwise = nullptr;
  std::vector<const clang::CaseStmt*> cases;
  for (const clang::SwitchCase* each = statement->getSwitchCaseList(); each != nullptr;
       each = each->getNextSwitchCase()) {
    if (const auto* one = clang::dyn_cast<clang::CaseStmt>(each))
      cases.push_back(one);
    else
      otherwise = each;
  }
  if (cases.empty())
    static_cast<void>(stabilise(which, tested->getExprLoc()));  // it is read all the same
  const auto less_equal =
      type.is_signed ? words::Op::LessEqualSigned : words::Op::LessEqualUnsigned;
  for (auto each = cases.rbegin(); each != cases.rend(); ++each) {  // Clang has the last one first
    const ExprId low = bound((*each)->getLHS());
    ExprId matches = build_.binary(words::Op::Equal, which, low);
    if ((*each)->getRHS() != nullptr)
      matches = build_.binary(words::Op::And, build_.binary(less_equal, low, which),
                              build_.binary(less_equal, which, bound((*each)->getRHS())));
    Choice ways = branch(matches, tested->getExprLoc());
    cases_[*each] = std::move(ways.yes);
    build_.add_pending(ways.no);
  }
  const Exits rest = build_.take_pending();
  if (otherwise != nullptr) cases_[otherwise] = rest;
  begin_loop(true);
  lower_block(statement->getBody());
  if (otherwise == nullptr) build_.add_pending(rest);
  build_.add_pending(loops_.back().breaks);
  loops_.pop_back();
}

void Translator::lower_case(const clang::SwitchCase* statement) {
  build_.add_pending(cases_[statement]);
  lower(statement->getSubStmt());
}

namespace {

/// Whether the first thing it does is to call reach_error, which says more than a label.
bool starts_with_error(const clang::Stmt* statement) {
  if (const auto* block = clang::dyn_cast<clang::CompoundStmt>(statement))
    return !block->body_empty() && starts_with_error(block->body_front());
  const auto* call = clang::dyn_cast<clang::CallExpr>(statement);
  if (call == nullptr || call->getNumArgs() > 0 || call->getDirectCallee() == nullptr) return false;
  const std::string name = call->getDirectCallee()->getNameAsString();
  return name == "reach_error" || name == "__VERIFIER_error";
}

}  // namespace

/// A label is a statement of its own. To arrive at one that is called ERROR may be an error.
void Translator::lower_label(const clang::LabelStmt* statement) {
  const std::string name = statement->getName();
  Label& label = labels_[statement->getDecl()];
  const bool is_error =
      error_labels_ && name == "ERROR" && !starts_with_error(statement->getSubStmt());
  label.at = emit(is_error ? Kind::Error : Kind::Skip, statement->getBeginLoc(),
                  is_error ? "label ERROR" : "");
  program_.statements[label.at].label = name;
  lower(statement->getSubStmt());
}

void Translator::lower_goto(const clang::GotoStmt* statement) {
  if (!cleanups_.empty())
    return unsupported("goto in the scope of a variable with attribute cleanup",
                       statement->getGotoLoc());
  Exits& gotos = labels_[statement->getLabel()].gotos;
  const Exits here = build_.take_pending();
  gotos.insert(gotos.end(), here.begin(), here.end());
}

void Translator::lower_return(const clang::ReturnStmt* statement) {
  const clang::Expr* result = statement->getRetValue();
  const clang::SourceLocation at = statement->getReturnLoc();
  const clang::QualType type = declaration_->getReturnType();
  if (result == nullptr || type->isVoidType()) {
    if (result != nullptr) effect(result);
    run_cleanups(0);
    return return_arbitrary(at);
  }
  std::vector<ExprId> values;
  if (type->isRecordType()) {
    const ExprId source = aggregate(result);
    for (const Place& cell : places_of(source, type)) values.push_back(build_.load(cell));
  } else if (scalar(type)) {
    values.push_back(value(result));
  } else {
    unsupported("result of type '" + type.getAsString() + "'", at);
  }
  if (!cleanups_.empty())
    for (ExprId& each : values) each = stabilise(each, at);
  run_cleanups(0);
  Statement done;
  done.kind = Kind::Return;
  done.at = position(at);
  done.values = std::move(values);
  build_.emit(std::move(done));
}

/// The end of a function without a result: main gives 0, others whatever there is.
void Translator::return_arbitrary(clang::SourceLocation at) {
  const Function& function = program_.functions[function_];
  const std::vector<Type> types = function.results;
  const bool is_main = function.name == "main";
  std::vector<ExprId> values;
  for (const Type& type : types) {
    if (is_main) {
      values.push_back(build_.constant(type, 0));
      continue;
    }
    const Place result = temporary(type, at);
    if (build_.is_reachable()) arbitrary(result, "", at);
    values.push_back(build_.load(result));
  }
  Statement done;
  done.kind = Kind::Return;
  done.at = position(at);
  done.values = std::move(values);
  build_.emit(std::move(done));
}

namespace {

/// Instructions that do nothing that a program without interrupts can see.
constexpr llvm::StringRef harmless_instructions[] = {
    "nop",  "cli",  "sti",   "sei",    "cpsid", "cpsie", "wfi",   "wfe",    "sev",
    "sevl", "dmb",  "dsb",   "isb",    "fence", "pause", "yield", "mfence", "lfence",
    "wdr",  "sync", "eieio", "sfence", "sleep", "csdb",  "isync", "lwsync"};

/// Instructions are separated by line ends and semicolons; their operands only say which kind of
/// barrier is meant, or which interrupts.
bool is_harmless_assembly(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> instructions;
  llvm::SplitString(text, instructions, "\n;");
  return llvm::all_of(instructions, [](llvm::StringRef line) {
    const llvm::StringRef name =
        line.trim().take_until([](char letter) { return letter == ' ' || letter == '\t'; });
    return name.empty() || llvm::is_contained(harmless_instructions, name.lower());
  });
}

/// Whether outputs are what they were: an empty text that only the optimiser must not look through.
bool keeps_outputs(const clang::GCCAsmStmt* statement) {
  if (statement->getNumOutputs() == 0) return true;
  for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
    if (!statement->isOutputPlusConstraint(i)) return false;
  return statement->getAsmString()->getString().trim().empty();
}

}  // namespace

void Translator::lower_asm(const clang::AsmStmt* statement) {
  const auto* gcc = clang::dyn_cast<clang::GCCAsmStmt>(statement);
  const bool is_harmless = gcc != nullptr && gcc->getNumLabels() == 0 && keeps_outputs(gcc) &&
                           is_harmless_assembly(gcc->getAsmString()->getString());
  if (!is_harmless) return unsupported("inline assembly", statement->getAsmLoc());
  for (unsigned i = 0; i < gcc->getNumInputs(); ++i)
    if (scalar(gcc->getInputExpr(i)->getType())) effect(gcc->getInputExpr(i));
  emit(Kind::Skip, statement->getAsmLoc());
}

}  // namespace hardbop::c
