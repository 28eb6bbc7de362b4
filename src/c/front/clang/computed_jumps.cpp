// SPDX-License-Identifier: MIT
// Addresses of labels, and jumps to them. An address is a number that no other label of the program
// has; a jump compares it with those of all labels of its function whose address is taken.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;

namespace {

constexpr std::uint64_t first_label = 0x1000;  // not null, and no address of a device
constexpr std::uint64_t label_step = 16;

void collect_labels(const clang::Stmt* statement, std::vector<const clang::LabelDecl*>& out) {
  if (statement == nullptr) return;
  if (const auto* address = clang::dyn_cast<clang::AddrLabelExpr>(statement))
    if (std::ranges::find(out, address->getLabel()) == out.end())
      out.push_back(address->getLabel());
  for (const clang::Stmt* child : statement->children()) collect_labels(child, out);
}

}  // namespace

ExprId Translator::address_of_label(const clang::LabelDecl* label) {
  const auto number = label_numbers_.try_emplace(label, label_numbers_.size()).first->second;
  return build_.constant(build_.pointer(), first_label + number * label_step);
}

void Translator::lower_computed_goto(const clang::IndirectGotoStmt* statement) {
  const clang::SourceLocation at = statement->getGotoLoc();
  if (!cleanups_.empty())
    return unsupported("goto in the scope of a variable with attribute cleanup", at);
  const ExprId target = stabilise(value(statement->getTarget()), at);
  std::vector<const clang::LabelDecl*> labels;
  collect_labels(declaration_->getBody(), labels);
  for (const clang::LabelDecl* label : labels) {
    const Choice ways = branch(build_.binary(Op::Equal, target, address_of_label(label)), at);
    Exits& gotos = labels_[label].gotos;
    gotos.insert(gotos.end(), ways.yes.begin(), ways.yes.end());
    build_.add_pending(ways.no);
  }
  if (build_.is_reachable()) fail(Defect::Memory, "computed goto to no label of its function", at);
}

}  // namespace hardbop::c
