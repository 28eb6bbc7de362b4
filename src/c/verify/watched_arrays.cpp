// SPDX-License-Identifier: MIT
#include "c/verify/watched_arrays.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "c/verify/certificate.hpp"
#include "c/verify/element_guesses.hpp"
#include "c/verify/signs.hpp"
#include "c/verify/sinks.hpp"
#include "c/verify/unrollable.hpp"
#include "words/analysis/guesses.hpp"
#include "words/analysis/order.hpp"
#include "words/analysis/refute.hpp"
#include "words/engine/horn/horn_engine.hpp"
#include "words/transform/reduce.hpp"

namespace hardbop::verify {

namespace {

/// In the order in which they are tried.
constexpr std::pair<words::WatchedReads, std::string_view> names_of_reads[] = {
    {words::WatchedReads::OfLastBlock, "watched"},
    {words::WatchedReads::OfAllBlocks, "all-watched"},
    {words::WatchedReads::OfNone, "not-watched"}};

std::vector<bool> signs_of(const c::Program& program, const c::Model& model,
                           const words::WithoutArrays& made) {
  const std::vector<bool> arrays = signed_arrays(program, model);
  std::vector<bool> out = signed_variables(program, model);
  for (const words::WithoutArrays::Meaning& meaning : made.meanings)
    out.push_back(meaning.is_element ? arrays[meaning.number] : out[meaning.number]);
  return out;
}

struct Original {
  c::Model model;
  std::vector<words::BlockId> sinks;
  words::ReduceOptions options;
  words::Graph graph;  // reduced
};

using Seen = std::map<words::BlockId, words::Sampled>;

/// What runs of the program itself show: without its arrays it has runs that tell nothing.
Seen states_at_heads(const words::Graph& graph, Budget& budget) {
  const words::Order order = words::weak_topological_order(graph);
  std::vector<words::BlockId> heads;
  for (const words::BlockId b : order.blocks)
    if (order.is_head[b]) heads.push_back(b);
  auto out = words::sample(graph, words::Liveness(graph, &budget), heads);
  for (auto& [block, sampled] : out) {
    sampled.arrays.clear();
    sampled.contents.clear();
  }
  return out;
}

/// Nothing if the budget has run out.
std::optional<Original> original_of(const c::Program& program, const Property& property,
                                    std::uint32_t pieces, Budget& budget) {
  budget.enter("building the model");
  Original out{unrollable_model_without_calls(program, property, pieces, &budget), {}, {}, {}};
  if (budget.poll() != StopReason::None) return std::nullopt;
  out.sinks = all_sinks(out.model);
  out.options.budget = &budget;
  out.graph = words::reduce(out.model.graph, out.sinks, out.options).graph;
  return out;
}

ModelWithoutArrays model_of(const c::Program& program, const Original& original,
                            const words::WithoutArrays& made, words::Graph graph) {
  ModelWithoutArrays out{std::move(graph), {},          signs_of(program, original.model, made),
                         made.meanings,    made.places, made.violations};
  for (const c::Sink& sink : original.model.sinks) out.sinks[sink.block] = sink.text;
  return out;
}

std::optional<ModelWithoutArrays> watched_model_of(const c::Program& program,
                                                   const Original& original,
                                                   words::WatchedReads reads, Budget& budget) {
  const auto made = words::without_arrays(original.graph, original.sinks, reads);
  if (!made || budget.poll() != StopReason::None) return std::nullopt;
  ModelWithoutArrays out = model_of(
      program, original, *made, words::reduce(made->graph, original.sinks, original.options).graph);
  if (budget.poll() != StopReason::None) return std::nullopt;
  return out;
}

}  // namespace

std::optional<ModelWithoutArrays> watched_model(const c::Program& program, const Property& property,
                                                std::uint32_t pieces, words::WatchedReads reads,
                                                Budget& budget) {
  const auto original = original_of(program, property, pieces, budget);
  if (!original) return std::nullopt;
  return watched_model_of(program, *original, reads, budget);
}

namespace {

constexpr std::size_t most_seen = 120;  // guesses at a head from what was seen there

/// Proves that no error is reached in a model without arrays.
class WatchedProofs {
 public:
  WatchedProofs(const Task& task, Original original, Budget& budget)
      : task_(task), original_(std::move(original)), budget_(budget) {}

  [[nodiscard]] std::optional<Finding> prove_watching(words::WatchedReads reads, double seconds);
  [[nodiscard]] std::optional<Finding> prove_with_facts(double seconds);

 private:
  const Task& task_;
  const Original original_;
  Budget& budget_;
  std::optional<Seen> seen_;
  Statistics statistics_;

  [[nodiscard]] std::vector<chc::Hint> guesses_about(ModelWithoutArrays& model);
  [[nodiscard]] chc::Finding ask_about(ModelWithoutArrays& model, const words::Subject& subject,
                                       double seconds);
};

words::StandIns stand_ins_of(const ModelWithoutArrays& model) {
  words::StandIns out;
  std::vector<bool> is_assigned(model.graph.variables.size());
  for (const words::Block& block : model.graph.blocks)
    for (const words::Assignment& one : block.assignments) is_assigned[one.variable] = true;
  const std::size_t first = model.graph.variables.size() - model.meanings.size();
  for (std::size_t i = 0; i < model.meanings.size(); ++i) {
    const auto v = static_cast<words::VariableId>(first + i);
    const words::WithoutArrays::Meaning& meaning = model.meanings[i];
    if (meaning.is_element)
      out.elements.push_back({v, meaning.number, model.places.at(v)});
    else if (!is_assigned[v])
      out.twins.push_back({v, meaning.number});
  }
  return out;
}

/// About elements, and about what was seen in runs of the program with its arrays; such runs also
/// show which are false.
std::vector<chc::Hint> WatchedProofs::guesses_about(ModelWithoutArrays& model) {
  if (!seen_) seen_ = states_at_heads(original_.graph, budget_);
  std::vector<words::Guess> guesses = guess_elements(model);
  const words::Liveness liveness(model.graph, &budget_);
  const words::Ranges ranges(model.graph, liveness, &budget_);
  if (budget_.poll() != StopReason::None) return {};
  std::ranges::copy(words::guess_invariants(model.graph, *seen_, ranges, most_seen),
                    std::back_inserter(guesses));
  std::vector<chc::Hint> out;
  for (const words::Guess& one :
       words::not_refuted(original_.graph, model.graph.expressions, model.graph.variables.size(),
                          stand_ins_of(model), std::move(guesses), budget_))
    out.push_back(
        {one.block, words::variables_of(model.graph.expressions, {one.condition}), one.condition});
  return out;
}

/// Asks Spacer for no more than so many seconds, after guesses.
chc::Finding WatchedProofs::ask_about(ModelWithoutArrays& model, const words::Subject& subject,
                                      double seconds) {
  chc::Question question{subject, model.graph.expressions, model.is_signed,
                         [](std::uint32_t) { return false; }};
  question.seconds = seconds;
  question.suggestions = [&, is_first = true]() mutable {
    return std::exchange(is_first, false) ? guesses_about(model) : std::vector<chc::Hint>();
  };
  return chc::run_horn(question, budget_, statistics_);
}

std::optional<Finding> WatchedProofs::prove_watching(words::WatchedReads reads, double seconds) {
  std::optional<ModelWithoutArrays> model =
      watched_model_of(task_.program, original_, reads, budget_);
  if (!model) return std::nullopt;
  const words::Graph graph = model->graph;
  const words::Subject subject = words::single_procedure(graph, model->sinks);
  const chc::Finding found = ask_about(*model, subject, seconds);
  if (found.outcome != engine::Outcome::Unreachable) return std::nullopt;
  Finding out{Outcome::Holds};
  if (task_.wanted.certificate)
    out.proof.certificate = words::write_proof(
        about_watched(make_claim(task_, task_.bounds.heap), reads), subject, *found.proof);
  out.statistics = statistics_;
  return out;
}

/// Those about elements; of each block not too many, and those that say where first.
std::vector<std::pair<words::BlockId, words::ExprId>> facts_about_elements(
    const ModelWithoutArrays& model, const std::vector<chc::Hint>& hints) {
  constexpr std::size_t most_of_block = 40;
  const std::size_t first = model.graph.variables.size() - model.meanings.size();
  std::map<words::BlockId, std::size_t> counts;
  std::vector<std::pair<words::BlockId, words::ExprId>> out;
  for (const bool says_where : {true, false})
    for (const chc::Hint& hint : hints) {
      bool has_twin = false;
      bool has_element = false;
      for (const words::VariableId v : hint.variables)
        if (v >= first) (model.meanings[v - first].is_element ? has_element : has_twin) = true;
      if (has_element && has_twin == says_where && ++counts[hint.block] <= most_of_block)
        out.emplace_back(hint.block, hint.condition);
    }
  return out;
}

/// First, what is true of all elements is proved; then it is assumed of each that is read. A
/// certificate would have to say both, and there is no format for that.
std::optional<Finding> WatchedProofs::prove_with_facts(double seconds) {
  if (task_.wanted.certificate) return std::nullopt;
  auto made = words::without_arrays(original_.graph, original_.sinks, words::WatchedReads::OfAny);
  if (!made) return std::nullopt;
  // Nothing is left out here: of what no target depends on, facts would not be true.
  ModelWithoutArrays all = model_of(task_.program, original_, *made, made->graph);
  const words::Graph first = all.graph;
  const chc::Finding known = ask_about(all, words::single_procedure(first, all.sinks), 0);
  if (known.outcome == engine::Outcome::Unreachable) return Finding{Outcome::Holds};
  if (budget_.poll() != StopReason::None) return std::nullopt;
  made->graph.expressions = all.graph.expressions;
  words::assume_of_reads(*made, facts_about_elements(all, known.hints));
  ModelWithoutArrays model =
      model_of(task_.program, original_, *made,
               words::reduce(made->graph, original_.sinks, original_.options).graph);
  const words::Graph second = model.graph;
  const chc::Finding found =
      ask_about(model, words::single_procedure(second, model.sinks), seconds);
  if (found.outcome != engine::Outcome::Unreachable) return std::nullopt;
  Finding out{Outcome::Holds};
  out.statistics = statistics_;
  return out;
}

}  // namespace

std::optional<Finding> prove_with_watched_arrays(const Task& task, double seconds, Budget& budget) {
  // Where ends of programs do not matter, others ask about programs with calls.
  const bool is_about_ends = task.property.defects().has_ends();
  auto original = original_of(task.program, task.property, task.bounds.heap, budget);
  if (!original || budget.poll() != StopReason::None) return std::nullopt;
  WatchedProofs proofs(task, *std::move(original), budget);
  for (const auto& [reads, name] : names_of_reads) {
    if (reads == words::WatchedReads::OfNone && !is_about_ends) continue;
    if (auto proved = proofs.prove_watching(reads, seconds / 2)) return proved;
    if (budget.poll() != StopReason::None) return std::nullopt;
  }
  return proofs.prove_with_facts(seconds);
}

std::optional<words::WatchedReads> watched_of(const certify::Claim& claim) {
  for (const auto& [reads, name] : names_of_reads)
    if (claim.all(watched_key) == std::vector<std::string>{std::string(name)}) return reads;
  return std::nullopt;
}

certify::Claim about_watched(certify::Claim claim, words::WatchedReads reads) {
  for (const auto& [one, name] : names_of_reads)
    if (one == reads) claim.options.push_back({std::string(watched_key), std::string(name)});
  return claim;
}

}  // namespace hardbop::verify
