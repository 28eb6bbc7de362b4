// SPDX-License-Identifier: MIT
// Edits come in groups. Of a group, large sets are tried first, then halves of them, down to
// single edits [zeller02]; all groups are gone through until nothing can be kept any more.
// Unlike there, what is tried is syntax: candidates with errors are never shown to anyone.
#include "boolean/language/shrink/shrink.hpp"

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "boolean/language/checker.hpp"
#include "boolean/language/parser.hpp"
#include "boolean/language/shrink/edits.hpp"

namespace hardbop::bp {

namespace {

/// A program with what its names mean.
struct Parsed {
  Program program;
  Symbols symbols;
  std::uint64_t weight = 0;
};

/// How much there is of a program. Strictly less of it each time makes shrinking end.
std::uint64_t weight_of(const Program& program) {
  constexpr std::uint64_t per_character = 3;
  std::uint64_t weight = 0;
  for (const char c : program.source->text())
    if (c != ' ' && c != '\n') weight += per_character;
  for (const Expr& node : program.nodes) {
    if (node.op == Op::Star) weight += 1;
    if (node.op == Op::Name || node.op == Op::NextName) weight += 2;
  }
  for (const Procedure& procedure : program.procedures) weight += procedure.results;
  return weight;
}

/// Null where the text has errors.
std::unique_ptr<Parsed> parse(std::string text) {
  Diagnostics diagnostics;
  auto parsed = std::make_unique<Parsed>();
  parsed->program = parse_program(std::make_shared<const SourceFile>("candidate", std::move(text)),
                                  Dialect::Standard, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  parsed->symbols = check_program(parsed->program, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  parsed->weight = weight_of(parsed->program);
  return parsed;
}

class Shrinking {
 public:
  Shrinking(const std::function<bool(const std::string&)>& keep, Budget& budget)
      : keep_(keep), budget_(budget) {}

  Shrunk run(std::string text) {
    out_.text = std::move(text);
    budget_.enter("shrinking", "bytes");
    base_ = parse(out_.text);
    if (base_ == nullptr) return std::move(out_);
    while (round()) continue;
    out_.is_minimal = budget_.stopped() == StopReason::None;
    return std::move(out_);
  }

 private:
  const std::function<bool(const std::string&)>& keep_;
  Budget& budget_;
  Shrunk out_;
  std::unique_ptr<Parsed> base_;
  std::unordered_set<std::size_t> seen_;  // hashes of candidates

  /// Whether anything was kept.
  bool round() {
    const std::uint64_t before = out_.kept;
    try_edits(nullptr, nullptr);  // comments and layout alone
    const std::size_t groups = edits_of(base_->program, base_->symbols).size();
    for (std::size_t group = 0; group < groups; ++group) shrink_group(group);
    return out_.kept != before && budget_.stopped() == StopReason::None;
  }

  void shrink_group(std::size_t group) {
    const auto list = [&] { return edits_of(base_->program, base_->symbols)[group]; };
    std::vector<Edit> edits = list();
    for (std::size_t chunk = edits.size(); chunk > 0; chunk /= 2) {
      for (std::size_t at = 0; at < edits.size();) {
        if (budget_.poll(out_.text.size()) != StopReason::None) return;
        const std::size_t end = std::min(at + chunk, edits.size());
        if (try_edits(edits.data() + at, edits.data() + end)) {
          edits = list();  // what follows has moved up to here
        } else {
          at = end;
        }
      }
    }
  }

  bool try_edits(const Edit* first, const Edit* last) {
    std::string text = apply(base_->program, base_->symbols, first, last);
    if (!seen_.insert(std::hash<std::string>()(text)).second) return false;
    std::unique_ptr<Parsed> candidate = parse(text);
    if (candidate == nullptr || candidate->weight >= base_->weight) return false;
    ++out_.tried;
    if (!keep_(text)) return false;
    ++out_.kept;
    out_.text = std::move(text);
    base_ = std::move(candidate);
    return true;
  }
};

}  // namespace

Shrunk shrink(std::string text, const std::function<bool(const std::string&)>& keep,
              Budget& budget) {
  return Shrinking(keep, budget).run(std::move(text));
}

}  // namespace hardbop::bp
