// SPDX-License-Identifier: MIT
#include "c/verify/watched_arrays.hpp"

#include <set>
#include <utility>

#include "c/verify/certificate.hpp"
#include "c/verify/signs.hpp"
#include "c/verify/sinks.hpp"
#include "c/verify/unrollable.hpp"
#include "words/analysis/liveness.hpp"
#include "words/analysis/random_walk.hpp"
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

}  // namespace

std::optional<ModelWithoutArrays> watched_model(const c::Program& program, const Property& property,
                                                std::uint32_t pieces, words::WatchedReads reads,
                                                Budget& budget) {
  budget.enter("building the model");
  const c::Model model = unrollable_model_without_calls(program, property, pieces, &budget);
  if (budget.poll() != StopReason::None) return std::nullopt;
  const std::vector<words::BlockId> sinks = all_sinks(model);
  words::ReduceOptions options;
  options.budget = &budget;
  auto made = words::without_arrays(words::reduce(model.graph, sinks, options).graph, sinks, reads);
  if (!made || budget.poll() != StopReason::None) return std::nullopt;
  ModelWithoutArrays out{words::reduce(made->graph, sinks, options).graph,
                         {},
                         signs_of(program, model, *made),
                         made->meanings};
  for (const c::Sink& sink : model.sinks) out.sinks[sink.block] = sink.text;
  if (budget.poll() != StopReason::None) return std::nullopt;
  return out;
}

namespace {

/// Conditions such as "if the twin is below i, the watched element is 7": Spacer needs long to find
/// them, and most invariants of arrays are of that form.
class ElementGuesses {
 public:
  explicit ElementGuesses(ModelWithoutArrays& model)
      : graph_(model.graph), e_(model.graph.expressions) {
    const std::size_t first = graph_.variables.size() - model.meanings.size();
    std::vector<bool> is_assigned(graph_.variables.size());
    for (const words::Block& block : graph_.blocks)
      for (const words::Assignment& one : block.assignments) is_assigned[one.variable] = true;
    for (words::VariableId v = 0; v < graph_.variables.size(); ++v) {
      const bool is_element = v >= first && model.meanings[v - first].is_element;
      if (v >= first && !is_element) twins_.push_back(v);
      if (!is_assigned[v]) continue;
      (is_element ? elements_ : counters_).push_back(v);
    }
    if (counters_.size() > most_each) counters_.resize(most_each);
  }

  [[nodiscard]] std::vector<words::ExprId> run() {
    std::set<words::Width> widths;
    for (const words::VariableId v : counters_) widths.insert(graph_.variables[v].width);
    for (const words::Width width : widths) guess_below(e_.constant(width, 0));
    for (const words::VariableId twin : twins_)
      for (const std::uint64_t more : {0U, 1U})
        guess_below(
            e_.binary(words::Op::Add, leaf(twin), e_.constant(graph_.variables[twin].width, more)));
    return std::move(out_);
  }

 private:
  static constexpr std::size_t most_each = 12;
  static constexpr std::size_t most_in_all = 2000;

  words::Graph& graph_;
  words::Expressions& e_;
  std::map<words::Width, std::vector<std::uint64_t>> constants_ = words::constants_of(graph_);
  std::vector<words::VariableId> twins_;
  std::vector<words::VariableId> elements_;
  std::vector<words::VariableId> counters_;
  std::vector<words::ExprId> out_;

  [[nodiscard]] words::ExprId leaf(words::VariableId v) {
    return e_.variable(v, graph_.variables[v].width);
  }

  /// Variables that count, and constants.
  [[nodiscard]] std::vector<words::ExprId> like(const std::vector<words::VariableId>& variables,
                                                words::Width width) {
    std::vector<words::ExprId> out;
    for (const words::VariableId v : variables)
      if (graph_.variables[v].width == width) out.push_back(leaf(v));
    for (const std::uint64_t constant : constants_[width])
      if (out.size() < 2 * most_each) out.push_back(e_.constant(width, constant));
    return out;
  }

  void guess_below(words::ExprId place) {
    const words::Width width = e_.width(place);
    const words::ExprId starts =
        e_.binary(words::Op::LessEqualSigned, e_.constant(width, 0), place);
    for (const words::ExprId end : like(counters_, width)) {
      const words::ExprId is_there =
          e_.binary(words::Op::And, starts, e_.binary(words::Op::LessSigned, place, end));
      if (!e_.is_constant(is_there)) guess_where(is_there, place);
    }
  }

  void guess_where(words::ExprId is_there, words::ExprId place) {
    const words::ExprId is_elsewhere = e_.unary(words::Op::Not, is_there);
    const auto add = [&](words::Op op, words::ExprId a, words::ExprId b) {
      const words::ExprId said = e_.binary(op, a, b);
      if (a != b && !e_.is_constant(said) && out_.size() < most_in_all)
        out_.push_back(e_.binary(words::Op::Or, is_elsewhere, said));
    };
    for (const words::VariableId v : elements_) {
      const words::ExprId element = leaf(v);
      const words::Width width = graph_.variables[v].width;
      for (const words::ExprId other : like(elements_, width))
        if (e_.is_constant(other) || other > element) add(words::Op::Equal, element, other);
      if (e_.width(place) >= width) add(words::Op::Equal, element, e_.extract(place, 0, width));
      add(words::Op::LessEqualSigned, e_.constant(width, 0), element);
      add(words::Op::LessSigned, element, e_.constant(width, 0));
    }
  }
};

/// At every block: who takes them looks where they are of use.
std::vector<chc::Hint> guess_elements(ModelWithoutArrays& model) {
  std::vector<chc::Hint> out;
  for (const words::ExprId condition : ElementGuesses(model).run()) {
    const auto variables = words::variables_of(model.graph.expressions, {condition});
    for (words::BlockId b = 0; b < model.graph.blocks.size(); ++b)
      if (!model.graph.blocks[b].edges.empty()) out.push_back({b, variables, condition});
  }
  return out;
}

std::optional<Finding> prove_watching(const Task& task, words::WatchedReads reads, double seconds,
                                      Budget& budget) {
  std::optional<ModelWithoutArrays> model =
      watched_model(task.program, task.property, task.bounds.heap, reads, budget);
  if (!model) return std::nullopt;
  const words::Graph graph = model->graph;
  const words::Subject subject = words::single_procedure(graph, model->sinks);
  Statistics statistics;
  chc::Question question{subject, model->graph.expressions, model->is_signed,
                         [](std::uint32_t) { return false; }};
  question.seconds = seconds;
  question.suggestions = [&, is_first = true]() mutable {
    return std::exchange(is_first, false) ? guess_elements(*model) : std::vector<chc::Hint>();
  };
  const chc::Finding found = chc::run_horn(question, budget, statistics);
  if (found.outcome != engine::Outcome::Unreachable) return std::nullopt;
  Finding out{Outcome::Holds};
  if (task.wanted.certificate)
    out.proof.certificate = words::write_proof(
        about_watched(make_claim(task, task.bounds.heap), reads), subject, *found.proof);
  out.statistics = std::move(statistics);
  return out;
}

}  // namespace

std::optional<Finding> prove_with_watched_arrays(const Task& task, double seconds, Budget& budget) {
  // Where ends of programs do not matter, others ask about programs with calls.
  const bool is_about_ends = task.property.defects().has_ends();
  for (const auto& [reads, name] : names_of_reads) {
    if (reads == words::WatchedReads::OfNone && !is_about_ends) continue;
    if (auto proved = prove_watching(task, reads, seconds / 2, budget)) return proved;
    if (budget.poll() != StopReason::None) return std::nullopt;
  }
  return std::nullopt;
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
