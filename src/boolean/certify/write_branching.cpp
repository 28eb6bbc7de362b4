// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unordered_map>

#include "boolean/certify/names.hpp"
#include "boolean/certify/proof.hpp"
#include "boolean/certify/texts.hpp"

namespace hardbop::certify {

namespace {

using horn::Copy;
using horn::PlaceId;
using horn::Terms;
using temporal::BranchingPart;
using temporal::BranchingProof;

class BranchingWriter {
 public:
  BranchingWriter(const Claim& claim, const horn::FlatProgram& program,
                  const temporal::BranchingClaim& branching, const BranchingProof& proof)
      : script_(claim, "QF_UF"),
        program_(program),
        branching_(branching),
        proof_(proof),
        obligations_(program, branching, proof),
        terms_(obligations_.terms()) {}

  std::string run() {
    constants();
    diagrams();
    for (std::size_t part = 0; part < proof_.parts.size(); ++part) roots(part);
    script_.line("\n; The obligations. Each must be unsat.");
    obligations_.for_each([this](const BranchingObligation& obligation) { write(obligation); });
    return script_.finish();
  }

 private:
  ScriptWriter script_;
  const horn::FlatProgram& program_;
  const temporal::BranchingClaim& branching_;
  const BranchingProof& proof_;
  BranchingObligations obligations_;
  TermWriter terms_;
  std::unordered_map<std::uint32_t, std::string> names_;  // of terms that are nodes of diagrams

  static std::string constant(Instance instance, std::uint32_t variable) {
    return to_text(Constant{instance, {trace::Decision::Kind::Current, variable}});
  }

  void constants() {
    script_.line(
        "\n; The variables of the program without calls: globals, then those of the frames");
    script_.line("; on the stack; with + after a step.");
    for (const Instance instance : {Instance::Before, Instance::After})
      for (std::uint32_t i = 0; i < program_.variables(); ++i)
        script_.line("(declare-fun {} () Bool)", constant(instance, i));
  }

  void diagrams() {
    script_.line("\n; Diagrams, one constant per node and instance, and what it is.");
    for (std::uint32_t node = 1; node < proof_.nodes.size(); ++node) {
      const trace::DiagramNode& content = proof_.nodes[node];
      for (const Instance instance : {Instance::Before, Instance::After}) {
        const std::string name = to_text({node, false}, instance);
        script_.line("(declare-fun {} () Bool)", name);
        script_.line("(assert (= {} (ite {} {} {})))", name,
                     constant(instance, content.decision.index), to_text(content.high, instance),
                     to_text(content.low, instance));
        const Copy copy = instance == Instance::After ? Copy::Next : Copy::Current;
        const horn::Term term = obligations_.term({node, false}, copy);
        if (!term.negated()) names_.try_emplace(term.node(), name);
      }
    }
  }

  void roots(std::size_t part) {
    const BranchingPart& what = branching_.parts()[part];
    script_.line("\n; Part {}: what is in the set {}{} leads {}{}.", part,
                 what.recurs && what.ends ? "is where to go, or " : "",
                 what.is_universal ? "by every step" : "by the step that is picked",
                 what.recurs ? "to the set" : "to where parts before say so",
                 what.ends ? " with a lesser rank" : "");
    const BranchingProof::Part& proof = proof_.parts[part];
    for (PlaceId at = 0; at < proof.sets.size(); ++at) {
      const std::string number = fmt::format("{}.{}", part, at);
      script_.define(fmt::format("{}{}", names::set, number), "",
                     to_text(proof.sets[at], Instance::Before), place(at));
      define_all(fmt::format("{}{}", names::rank, number), proof.ranks[at]);
      define_all(fmt::format("{}{}", names::pick, number), proof.picks[at]);
    }
  }

  void define_all(const std::string& name, const std::vector<trace::DiagramRef>& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
      script_.define(fmt::format("{}.{}", name, i), "", to_text(all[i], Instance::Before));
  }

  [[nodiscard]] std::string place(PlaceId at) const {
    const bp::VertexId v = program_.places()[at].vertex;
    return v == bp::no_index ? "start" : place_text(program_.graph(), v);
  }

  void write(const BranchingObligation& obligation) {
    script_.begin(obligation.is_start
                      ? "start"
                      : fmt::format("part {} at {}", obligation.part, place(obligation.place)));
    for (const horn::Term fact : obligation.facts)
      script_.require(terms_.write(fact, [this](std::uint32_t node) { return name(node); }));
    script_.ask();
  }

  [[nodiscard]] std::string name(std::uint32_t node) const {
    const Terms::Node& content = obligations_.terms().node({node, false});
    if (content.kind == Terms::Kind::Variable)
      return constant(content.variable.copy == Copy::Next ? Instance::After : Instance::Before,
                      content.variable.index);
    const auto found = names_.find(node);
    return found == names_.end() ? std::string() : found->second;
  }
};

}  // namespace

std::string write_proof(const Claim& claim, const horn::FlatProgram& program,
                        const temporal::BranchingClaim& branching, const BranchingProof& proof) {
  return BranchingWriter(claim, program, branching, proof).run();
}

}  // namespace hardbop::certify
