// SPDX-License-Identifier: MIT
// SAT sweeping [kuehlmann04]. All gates are computed for random inputs. Those that differ for none
// of them are taken for equal, and the solver is asked, from the inputs on, so that each question
// is about little more than the last ones showed. Inputs for which two gates differ after all are
// computed, too, and tell other gates apart. Every question has a limit: what is hard is left.
#include "words/engine/bmc/sweep.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/util/processor_time.hpp"

namespace hardbop::bmc {

namespace {

/// After more, a question is hard.
constexpr int easy_conflicts = 4000;
/// In seconds; else it is twice what the first conflicts took. Later questions go on from there.
constexpr double shortest_sweep = 0.5;
/// A question costs the solver some time for each clause it has.
constexpr std::size_t most_gates_swept = 20'000;
constexpr std::size_t random_words = 8;
/// Words of inputs for which gates differed.
constexpr std::size_t most_words = random_words + 16;
constexpr std::size_t bits_of_word = 64;
constexpr int most_conflicts = 400;
constexpr std::size_t most_hard = 100;

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30U) * 0xBF58'476D'1CE4'E5B9U;
  x = (x ^ x >> 27U) * 0x94D0'49BB'1331'11EBU;
  return x ^ x >> 31U;
}

/// Half of the words have few bits: numbers are often small.
std::uint64_t random_pattern(std::uint32_t node, std::size_t word) {
  const std::uint64_t seed = (std::uint64_t{node} << 8U | word) * 0x9E37'79B9'7F4A'7C15U;
  return word % 2 == 0 ? mixed(seed) : mixed(seed) & mixed(seed + 1);
}

}  // namespace

sat::Satisfiable Sweep::solve(std::span<const sat::Literal> assumptions, Edge root) {
  const double start = processor_seconds_of_thread();
  const sat::Satisfiable out = solver_.solve(assumptions, easy_conflicts);
  if (out != sat::Satisfiable::Unknown || budget_.poll() != StopReason::None) return out;
  budget_.enter("looking for equal gates", "gates");
  const double now = processor_seconds_of_thread();
  end_ = now + std::max(shortest_sweep, 2 * (now - start));
  find_equal(root);
  budget_.enter("solving");
  return solver_.solve(assumptions);
}

void Sweep::find_equal(Edge root) {
  if (aig_.size() > most_gates_swept || hard_ >= most_hard || swept_.contains(Aig::node(root)))
    return;
  is_settled_.resize(aig_.size());
  collect(Aig::node(root));
  begin_values();
  bool has_time = pass();
  while (has_time && met_ > 0 && words_ < most_words) {
    simulate();
    has_time = pass();
  }
  if (has_time) swept_.insert(Aig::node(root));
  values_ = {};
  cone_ = {};
}

void Sweep::collect(std::uint32_t root) {
  std::vector<bool> is_in(aig_.size());
  is_in[root] = true;
  for (std::uint32_t node = root; node > 0; --node) {
    if (!is_in[node]) continue;
    cone_.push_back(node);
    if (aig_.is_input(node)) continue;
    is_in[Aig::node(aig_[node].a)] = true;
    is_in[Aig::node(aig_[node].b)] = true;
  }
  std::ranges::reverse(cone_);
}

void Sweep::begin_values() {
  values_.assign(aig_.size() * most_words, 0);
  pattern_.assign(aig_.size(), 0);
  words_ = 0;
  while (words_ < random_words) {
    for (const std::uint32_t node : cone_) pattern_[node] = random_pattern(node, words_);
    simulate();
  }
}

/// Computes one more word of all gates from those of the inputs.
void Sweep::simulate() {
  const auto value = [&](Edge edge) {
    const std::uint64_t plain = values_[Aig::node(edge) * most_words + words_];
    return Aig::is_negated(edge) ? ~plain : plain;
  };
  for (const std::uint32_t node : cone_) {
    const Aig::Node& gate = aig_[node];
    values_[node * most_words + words_] =
        aig_.is_input(node) ? pattern_[node] : value(gate.a) & value(gate.b);
  }
  ++words_;
  pattern_.assign(aig_.size(), 0);
  met_ = 0;
}

/// The node, or its negation: for the first inputs it is false.
Edge Sweep::normal(std::uint32_t node) const {
  return node << 1U | static_cast<Edge>(values_[node * most_words] & 1U);
}

/// The same for a node and its negation.
std::uint64_t Sweep::signature(std::uint32_t node) const {
  const std::uint64_t flip = (values_[node * most_words] & 1U) != 0 ? ~std::uint64_t{0} : 0;
  std::uint64_t out = 0;
  for (std::size_t word = 0; word < words_; ++word)
    out = mixed(out + (values_[node * most_words + word] ^ flip) + word + 1);
  return out;
}

/// Compares each gate with the oldest one that seems equal; whether there is time for more.
bool Sweep::pass() {
  std::unordered_map<std::uint64_t, Edge> oldest{{signature(0), Aig::never}};
  for (const std::uint32_t node : cone_) {
    if (is_settled_[node] || !cnf_.known(node << 1U)) continue;
    const auto [place, is_first] = oldest.try_emplace(signature(node), normal(node));
    if (is_first || aig_.is_input(node)) continue;
    if (budget_.poll(node) != StopReason::None || processor_seconds_of_thread() > end_)
      return false;
    const Answer answer = compare(place->second, normal(node));
    if (budget_.stopped() != StopReason::None) return false;
    is_settled_[node] = answer != Answer::Different;
    if (answer == Answer::Equal) ++merged_;
    if (answer == Answer::Hard && ++hard_ >= most_hard) return false;
    if (met_ == bits_of_word) return true;
  }
  return true;
}

Sweep::Answer Sweep::compare(Edge a, Edge b) {
  const sat::Literal x = *cnf_.known(a);
  const sat::Literal y = *cnf_.known(b);
  const Answer first = show_implied(x, y);
  return first == Answer::Equal ? show_implied(y, x) : first;
}

/// Equal means: where the first is true, the second is.
Sweep::Answer Sweep::show_implied(sat::Literal a, sat::Literal b) {
  const sat::Literal question[] = {a, -b};
  switch (solver_.solve(question, most_conflicts)) {
    case sat::Satisfiable::Unknown: return Answer::Hard;
    case sat::Satisfiable::Yes: remember_inputs(); return Answer::Different;
    case sat::Satisfiable::No: break;
  }
  const sat::Literal lemma[] = {-a, b};
  solver_.lemma(lemma);
  return Answer::Equal;
}

void Sweep::remember_inputs() {
  for (const std::uint32_t node : cone_) {
    if (!aig_.is_input(node)) continue;
    const std::optional<sat::Literal> literal = cnf_.known(node << 1U);
    if (literal && solver_.value(*literal)) pattern_[node] |= std::uint64_t{1} << met_;
  }
  ++met_;
}

}  // namespace hardbop::bmc
