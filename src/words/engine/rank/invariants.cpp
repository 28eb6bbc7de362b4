// SPDX-License-Identifier: MIT
// A place that no run is known to arrive at has all guesses; the first run to it is shown by the
// solver, and makes some of them false. So what no run arrives at is never looked at.
#include "words/engine/rank/invariants.hpp"

#include <algorithm>

#include "base/expression/substitute.hpp"
#include "words/engine/houdini.hpp"

namespace hardbop::rank {

using smt::Satisfiable;
using words::Op;
using words::VariableId;

namespace {

constexpr std::size_t most_guesses = 600;  // of one place
constexpr std::size_t most_results = 16;   // values that are compared with a result
constexpr std::size_t most_cases = 4;      // constants of which a variable is one

/// The words that a value may be, one for each case.
void collect_cases(const words::Expressions& e, ExprId value, std::vector<ExprId>& out) {
  std::vector<ExprId> stack{value};
  while (!stack.empty() && out.size() < most_results) {
    const ExprId top = stack.back();
    stack.pop_back();
    const words::Node& node = e.node(top);
    if (node.op == Op::Conditional) {
      stack.push_back(node.b);
      stack.push_back(node.c);
    } else {
      out.push_back(top);
    }
  }
}

/// A signed number that does not wrap where its sum or difference does.
ExprId widened(words::Expressions& e, ExprId id) {
  const words::Node node = e.node(id);
  const bool is_sum = node.op == Op::Add || node.op == Op::Subtract;
  if (!is_sum) return e.extend(Op::SignExtend, id, rank_width);
  return e.binary(node.op, e.extend(Op::SignExtend, node.a, rank_width),
                  e.extend(Op::SignExtend, node.b, rank_width));
}

/// Neither of arrays nor of numbers of IEEE 754.
bool is_plain(const words::Expressions& e, ExprId value) {
  bool out = true;
  for_each_node(e, {value}, [&](ExprId id) {
    const words::Node& node = e.node(id);
    out = out && node.index == 0 && node.op != Op::Select && !words::is_float_operation(node.op);
  });
  return out;
}

}  // namespace

Invariants::Invariants(Questions& questions, Guessing guessing)
    : questions_(questions),
      guessing_(guessing),
      segments_(questions.segments()),
      subject_(segments_.subject()),
      e_(questions.expressions()),
      exits_(subject_.procedures.size()),
      compared_(subject_.procedures.size()),
      constants_(subject_.procedures.size()),
      dependents_(subject_.procedures.size()) {}

bool Invariants::find() {
  for (std::size_t p = 0; p < subject_.procedures.size(); ++p)
    for (const BlockId cut : segments_.cuts(p)) {
      if (questions_.is_over()) return false;
      const Segments::Ways& ways = ways_[cut] = segments_.from(cut);
      cuts_[cut];
      for (const words::Return& one : ways.returns) dependents_[one.callee].insert(cut);
    }
  guess();
  start();
  while (!work_.empty()) {
    if (questions_.is_over()) return false;
    const BlockId next = work_.front();
    work_.pop_front();
    waiting_.erase(next);
    process(next);
  }
  return !questions_.is_over();
}

// Guesses

void Invariants::guess() {
  for (std::size_t p = 0; p < subject_.procedures.size(); ++p) {
    std::vector<ExprId> roots;
    for (const BlockId cut : segments_.cuts(p))
      for (const Segment& one : ways_.at(cut).segments) roots.push_back(one.condition);
    compared_[p] = comparisons(e_, roots);
    const auto is_open = [&](const Compared& one) {
      return !is_about(e_, one, [](VariableId) { return true; });
    };
    std::erase_if(compared_[p], is_open);
  }
  for (const auto& [cut, ways] : ways_)
    for (const Segment& one : ways.segments) guess_on_the_way(one);
  for (std::size_t p = 0; p < subject_.procedures.size(); ++p) {
    guess_at_cuts(p);
    guess_at_exit(p);
  }
  Place& first = cuts_.at(subject_.procedures[subject_.main].entry);
  add(arriving(segments_.initial()), false, subject_.main, first);
}

bool Invariants::is_seen_by(std::size_t callee, VariableId v) const {
  return subject_.is_global[v] || subject_.procedures[callee].parameters.contains(v);
}

/// Constants that variables are given on the way.
std::set<Compared> Invariants::arriving(const Values& values) {
  std::set<Compared> out;
  for (const auto& [v, value] : values.variables) {
    if (e_.width(value) == 1) continue;
    std::vector<ExprId> cases;
    collect_cases(e_, value, cases);
    for (const ExprId one : cases)
      if (e_.is_constant(one)) out.insert({segments_.variable(v), one, true, true});
  }
  return out;
}

/// A variable that is one of a few constants.
void Invariants::add_cases(const Values& values, Place& place) {
  for (const auto& [v, value] : values.variables) {
    std::vector<ExprId> cases;
    collect_cases(e_, value, cases);
    const bool are_few = cases.size() > 1 && cases.size() <= most_cases;
    if (!are_few || e_.width(value) == 1) continue;
    ExprId is_one = e_.truth(false);
    bool are_constants = true;
    for (const ExprId one : cases) {
      are_constants = are_constants && e_.is_constant(one);
      is_one = e_.binary(Op::Or, is_one, e_.binary(Op::Equal, segments_.variable(v), one));
    }
    if (are_constants) add(is_one, place);
  }
}

/// What is given to variables on the way to a cut point, and what was compared before that.
void Invariants::guess_on_the_way(const Segment& segment) {
  std::size_t procedure = segments_.procedure_of(segment.from);
  Values arrived = segment.after;
  if (segment.kind == Segment::Kind::Call) {
    procedure = subject_.call(segment.to)->callee;
    std::erase_if(arrived.variables,
                  [&](const auto& one) { return !is_seen_by(procedure, one.first); });
  } else if (segment.kind != Segment::Kind::Cut) {
    return;
  }
  constants_[procedure].merge(arriving(arrived));
  if (guessing_ == Guessing::Few) return;
  for (const Compared& one : in_terms_of(e_, comparisons(e_, {segment.condition}), arrived)) {
    const bool is_usable = is_about(e_, one, [&](VariableId v) {
      return segment.kind == Segment::Kind::Cut || is_seen_by(procedure, v);
    });
    if (is_usable) compared_[procedure].insert(one);
  }
  add_cases(arrived, *target(segment));
}

void Invariants::guess_at_cuts(std::size_t procedure) {
  for (const BlockId cut : segments_.cuts(procedure)) {
    add(compared_[procedure], false, procedure, cuts_.at(cut));
    add(constants_[procedure], false, procedure, cuts_.at(cut));
  }
  if (guessing_ == Guessing::Many) compared_[procedure].merge(std::set(constants_[procedure]));
}

void Invariants::guess_at_exit(std::size_t procedure) {
  std::set<Compared> found = compared_[procedure];
  for (const BlockId cut : segments_.cuts(procedure))
    for (const Segment& one : ways_.at(cut).segments) {
      if (one.kind != Segment::Kind::Leave) continue;
      const std::set<Compared> constants = arriving(one.after);
      found.insert(constants.begin(), constants.end());
      for (const VariableId v : subject_.procedures[procedure].results) {
        std::vector<ExprId> cases;
        collect_cases(e_, segments_.variable(v, one.after), cases);
        const ExprId result = e_.extend(Op::SignExtend, segments_.variable(v), rank_width);
        for (const ExprId value : cases)
          if (is_plain(e_, value)) found.insert({result, widened(e_, value), true, true});
      }
    }
  add(found, true, procedure, exits_[procedure]);
}

/// Those that make sense there: callers know nothing of other locals of who they called.
void Invariants::add(const std::set<Compared>& compared, bool is_exit, std::size_t procedure,
                     Place& place) {
  const words::Subject::Procedure& owner = subject_.procedures[procedure];
  const auto is_usable = [&](VariableId v) {
    return !is_exit || subject_.is_global[v] || owner.parameters.contains(v) ||
           owner.results.contains(v);
  };
  for (const Compared& one : compared)
    if (is_about(e_, one, is_usable))
      for (const ExprId condition : guess_conditions(e_, one)) add(condition, place);
}

void Invariants::add(ExprId condition, Place& place) {
  const bool is_new = std::ranges::find(place.known, condition) == place.known.end();
  if (is_new && place.known.size() < most_guesses) place.known.push_back(condition);
}

// What is left of them

void Invariants::start() {
  const BlockId entry = subject_.procedures[subject_.main].entry;
  (void)weaken({}, segments_.initial(), cuts_.at(entry));
  enqueue(entry);
}

void Invariants::enqueue(BlockId cut) {
  if (cuts_.at(cut).is_reached && waiting_.insert(cut).second) work_.push_back(cut);
}

std::vector<ExprId> Invariants::conditions(const Segment& segment) {
  std::vector<ExprId> out = at(segment.from);
  out.push_back(segment.condition);
  const std::vector<words::Return>& returns = ways_.at(segment.from).returns;
  for (std::size_t i = 0; i < segment.returns; ++i) {
    const ExprId not_made = e_.unary(Op::Not, returns[i].condition);
    if (!is_left(returns[i].callee)) out.push_back(not_made);
    if (!is_left(returns[i].callee)) continue;
    for (const ExprId known : at_exit(returns[i].callee))
      out.push_back(e_.binary(Op::Or, not_made, segments_.in_state(known, returns[i].left)));
  }
  return out;
}

Invariants::Place* Invariants::target(const Segment& segment) {
  switch (segment.kind) {
    case Segment::Kind::Cut: return &cuts_.at(segment.to);
    case Segment::Kind::Call:
      return &cuts_.at(subject_.procedures[subject_.call(segment.to)->callee].entry);
    case Segment::Kind::Leave: return &exits_[segments_.procedure_of(segment.from)];
    case Segment::Kind::Sink: break;
  }
  return nullptr;
}

void Invariants::process(BlockId cut) {
  for (const Segment& one : ways_.at(cut).segments) {
    Place* const place = target(one);
    if (place == nullptr || !weaken(conditions(one), one.after, *place)) continue;
    switch (one.kind) {
      case Segment::Kind::Cut: enqueue(one.to); break;
      case Segment::Kind::Call:
        enqueue(subject_.procedures[subject_.call(one.to)->callee].entry);
        break;
      default:
        for (const BlockId caller : dependents_[segments_.procedure_of(cut)]) enqueue(caller);
    }
  }
}

/// Drops what is not true where a segment arrives. Whether anything changed.
bool Invariants::weaken(const std::vector<ExprId>& conditions, const Values& after, Place& place) {
  std::vector<ExprId> arrived;
  for (const ExprId known : place.known) arrived.push_back(segments_.in_state(known, after));
  std::vector<bool> is_kept(arrived.size(), true);
  const bool was_reached = place.is_reached;
  if (!was_reached) {
    const Satisfiable answer = questions_.check(conditions);
    if (answer == Satisfiable::No) return false;
    place.is_reached = true;
    for (std::size_t i = 0; i < arrived.size() && answer == Satisfiable::Yes; ++i)
      is_kept[i] = questions_.value(arrived[i]) != 0;
  }
  words::drop_false(is_kept,
                    words::Implication{e_, std::move(arrived), [&] { return conditions; },
                                       [&](const auto& asked) { return questions_.check(asked); },
                                       [&](ExprId id) { return questions_.value(id); },
                                       [&] { return questions_.is_over(); }});
  const std::size_t before = place.known.size();
  place.known = words::kept_of(place.known, is_kept);
  return !was_reached || place.known.size() != before;
}

}  // namespace hardbop::rank
