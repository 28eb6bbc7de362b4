// SPDX-License-Identifier: MIT
#include "words/engine/bmc/inductive_proof.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "words/engine/bmc/bmc_engine.hpp"
#include "words/graph/condition_text.hpp"

namespace hardbop::bmc {

namespace {

using certify::Validation;
using words::InductiveCase;
using words::InductiveClaim;

constexpr std::string_view k_key = "induction";
constexpr std::string_view head_key = "loop-head";
constexpr std::string_view invariant_key = "loop-invariant";  // a head, and a condition
constexpr PartKeys base_keys{"base-visits", "base-loop", "base-procedure", "base-lemma"};
constexpr PartKeys step_keys{"step-visits", "step-loop", "step-procedure", "step-lemma"};

/// The two cases as programs.
class Cases {
 public:
  Cases(const words::Graph& graph, const InductiveClaim& shown)
      : base_(words::base_case(graph, shown)),
        step_(words::step_case(graph, shown)),
        base_program_(whole_graph(base_.graph)),
        step_program_(whole_graph(step_.graph)),
        broken_{{base_.broken}, {step_.broken}} {}
  Cases(const Cases&) = delete;
  Cases& operator=(const Cases&) = delete;

  [[nodiscard]] std::vector<Part> parts() const {
    return {{base_keys, "no run breaks the claim at its first heads of loops", base_program_,
             broken_[0]},
            {step_keys, "no run from a head breaks the claim after it kept it", step_program_,
             broken_[1]}};
  }

 private:
  InductiveCase base_;
  InductiveCase step_;
  Program base_program_;
  Program step_program_;
  std::vector<std::vector<BlockId>> broken_;
};

/// The conditions of which one is the conjunction.
std::vector<ExprId> conjuncts(const words::Expressions& expressions, ExprId id) {
  std::vector<ExprId> out;
  std::vector<ExprId> stack{id};
  while (!stack.empty()) {
    const ExprId top = stack.back();
    stack.pop_back();
    const words::Node& node = expressions.node(top);
    if (node.op == words::Op::And) {
      stack.push_back(node.b);
      stack.push_back(node.a);
    } else if (!expressions.is_constant(top, 1)) {
      out.push_back(top);
    }
  }
  return out;
}

/// What the certificate says of the claim; nothing where a condition cannot be written.
std::optional<std::vector<Remark>> remarks_of(const words::Graph& graph,
                                              const InductiveClaim& shown) {
  std::vector<Remark> out{{k_key, std::to_string(shown.k)}};
  for (const auto& [head, invariant] : shown.invariants) {
    out.push_back({head_key, std::to_string(head)});
    for (const ExprId one : conjuncts(graph.expressions, invariant)) {
      const auto text = condition_text(graph.expressions, one);
      if (!text) return std::nullopt;
      out.push_back({invariant_key, fmt::format("{} {}", head, *text)});
    }
  }
  return out;
}

/// A number and what follows it after a blank.
struct Numbered {
  std::uint32_t number = 0;
  std::string rest;
};

std::optional<Numbered> read_numbered(const std::string& text) {
  std::istringstream in(text);
  Numbered out;
  if (!(in >> out.number)) return std::nullopt;
  if (in.get() != std::char_traits<char>::eof()) std::getline(in, out.rest);
  return out;
}

std::vector<Remark> remarks_of(const certify::Script& script) {
  std::vector<Remark> out;
  for (const certify::Note& note : script.notes)
    if (note.key == k_key || note.key == head_key || note.key == invariant_key)
      out.push_back({note.key, note.value});
  return out;
}

/// What a certificate claims; nothing where it is no claim about the graph.
std::optional<InductiveClaim> read_inductive_claim(words::Graph& graph,
                                                   const std::vector<BlockId>& targets,
                                                   const std::vector<Remark>& remarks) {
  InductiveClaim out{targets, {}, words::most_passed, {}};
  for (const Remark& remark : remarks) {
    const auto read = read_numbered(remark.value);
    if (!read) return std::nullopt;
    if (remark.key == k_key) {
      out.k = read->number;
    } else if (read->number >= graph.blocks.size()) {
      return std::nullopt;
    } else if (remark.key == head_key) {
      out.invariants[read->number] = graph.expressions.truth(true);
    } else {
      const auto head = out.invariants.find(read->number);
      const auto condition = words::read_condition(graph, read->rest);
      if (head == out.invariants.end() || !condition) return std::nullopt;
      head->second = graph.expressions.binary(words::Op::And, head->second, *condition);
    }
  }
  if (out.k >= words::most_passed) return std::nullopt;
  return out;
}

}  // namespace

std::vector<std::string_view> inductive_keys() {
  std::vector<std::string_view> out{k_key, head_key, invariant_key};
  for (const PartKeys& keys : {base_keys, step_keys})
    std::ranges::copy(keys.all(), std::back_inserter(out));
  return out;
}

bool is_proof_by_induction(const certify::Script& script) {
  return std::ranges::find(script.notes, k_key, &certify::Note::key) != script.notes.end();
}

// The claim is read from its text before it is asked about: then whoever reads it asks the same.
WrittenProof write_inductive_proof(const certify::Claim& claim, words::Graph graph,
                                   const FoundInduction& found, Budget& budget) {
  const auto remarks = remarks_of(found.graph, found.shown);
  const auto shown =
      remarks ? read_inductive_claim(graph, found.shown.targets, *remarks) : std::nullopt;
  if (!shown) return {{}, "an invariant of a loop cannot be written"};
  const Cases cases(graph, *shown);
  std::vector<Proof> proofs;
  for (const Part& part : cases.parts()) {
    Statistics statistics;
    const Findings decided = run_bmc(part.program, {part.targets}, {}, budget, statistics);
    MadeProof made = make_part(part, decided.depths, budget);
    if (!made.proof) return {{}, std::move(made.reason)};
    proofs.push_back(*std::move(made.proof));
  }
  std::string text = write_parts(claim, *remarks, cases.parts(), proofs, budget);
  return {std::move(text), budget.stopped() == StopReason::None ? "" : budget.reason()};
}

Validation check_inductive_proof(words::Graph graph, const std::vector<BlockId>& targets,
                                 const certify::Script& script, const std::string& text,
                                 Budget& budget) {
  const std::vector<Remark> remarks = remarks_of(script);
  const auto shown = read_inductive_claim(graph, targets, remarks);
  if (!shown)
    return {Validation::Status::Invalid, {"the invariants are not those of the program's loops"}};
  const Cases cases(graph, *shown);
  return check_parts(remarks, cases.parts(), script, text, budget);
}

}  // namespace hardbop::bmc
