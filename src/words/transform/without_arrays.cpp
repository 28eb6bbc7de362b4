// SPDX-License-Identifier: MIT
// Why every run has its like: for whatever values the twins have, a run of the original becomes one
// of the result by giving each read elsewhere the word that the array has there. Of these, the one
// counts whose twins are the values of the variables when the run leaves its last block for a
// target. A block that is not left for a target foretells nothing, and its twins do not matter.
// Of other blocks that are watched, a second twin remembers the variable as it was there last, or
// is arbitrary if the run never was there; the run counts whose first twin is that.
#include "words/transform/without_arrays.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/expression/substitute.hpp"
#include "words/analysis/liveness.hpp"

namespace hardbop::words {

namespace {

constexpr std::size_t most_positions = 8;
constexpr std::size_t most_elements = 48;  // that are followed
constexpr std::size_t most_listed = 64;    // elements of an array that differ at the start

/// An index, made of twins; of a position that moves, made of variables.
struct Position {
  ExprId index = 0;
  bool moves = false;
  std::map<ArrayId, VariableId> elements{};  // that are followed there
};

std::vector<ExprId> roots_of(const Block& block) {
  std::vector<ExprId> out;
  for (const Edge& edge : block.edges) out.push_back(edge.guard);
  for (const Assignment& one : block.assignments) out.push_back(one.value);
  for (const ArrayAssignment& one : block.array_assignments) out.push_back(one.value);
  return out;
}

class Watching {
 public:
  Watching(const Graph& graph, const std::vector<BlockId>& targets, WatchedReads reads)
      : out_(graph), is_target_(graph.blocks.size()), reads_of_(reads) {
    for (const BlockId target : targets) is_target_[target] = true;
    for (BlockId b = 0; b < is_target_.size(); ++b) is_target_[b] = is_target_[b] || only_fails(b);
  }

  std::optional<WithoutArrays> run() {
    if (reads_of_ != WatchedReads::OfNone && !watch_reads()) return std::nullopt;
    std::vector<ExprId> violations = violations_at_twins();
    const std::size_t count = out_.blocks.size();
    for (BlockId b = 0; b < count; ++b) rewrite(b);
    add_start();
    out_.arrays.clear();
    out_.array_inputs.clear();
    return WithoutArrays{std::move(out_), std::move(meanings_), places(), std::move(violations),
                         std::move(seen_)};
  }

 private:
  Graph out_;
  std::vector<bool> is_target_;
  WatchedReads reads_of_;
  std::vector<Position> positions_;
  std::vector<std::pair<ExprId, std::map<VariableId, ExprId>>> foretold_;  // guards, with twins
  std::vector<WithoutArrays::Meaning> meanings_;                           // of new variables
  std::map<VariableId, ExprId> shared_;  // twins, where nothing is foretold
  std::vector<Assignment> first_;        // what elements are at the start
  std::map<BlockId, WithoutArrays::Reads> seen_;
  // Of the block that is being rewritten:
  BlockId block_ = 0;
  std::map<ExprId, ExprId> done_;
  std::map<std::pair<ExprId, ExprId>, ExprId> reads_;  // by array and index

  [[nodiscard]] Expressions& e() { return out_.expressions; }

  [[nodiscard]] std::map<VariableId, ExprId> places() const {
    std::map<VariableId, ExprId> out;
    for (const Position& position : positions_)
      for (const auto& [array, element] : position.elements) out[element] = position.index;
    return out;
  }

  /// Whether all that a block does is to go to a target: then the blocks before it decide.
  [[nodiscard]] bool only_fails(BlockId b) const {
    const Block& block = out_.blocks[b];
    return b != out_.entry && block.edges.size() == 1 && is_target_[block.edges[0].to] &&
           out_.expressions.is_constant(block.edges[0].guard, 1) && block.assignments.empty() &&
           block.array_assignments.empty();
  }

  // What is watched

  /// Whether there is something, and not too much.
  bool watch_reads() {
    if (reads_of_ == WatchedReads::OfAny) return watch_any();
    ExprId is_foretold = e().truth(true);  // by those that are not left for a target
    for (BlockId b = 0; b < is_target_.size(); ++b)
      if (!is_target_[b] && !foretell(b) && reads_of_ == WatchedReads::OfAllBlocks)
        remember(b, is_foretold);
    for (BlockId b = 0; b < is_target_.size(); ++b) require(b, is_foretold);
    return !positions_.empty() && positions_.size() <= most_positions && add_elements();
  }

  using Twins = std::map<VariableId, ExprId>;

  /// One twin for a variable, wherever it is in an index.
  bool watch_any() {
    Twins twins;
    for (BlockId b = 0; b < is_target_.size(); ++b)
      (void)watch_all(roots_of(out_.blocks[b]), twins);
    for (BlockId b = 0; b < is_target_.size(); ++b)
      for (const Edge& edge : out_.blocks[b].edges)
        if (is_target_[edge.to]) foretold_.emplace_back(edge.guard, twins);
    shared_ = std::move(twins);
    if (positions_.empty() || positions_.size() > most_positions || !add_elements()) return false;
    for (BlockId b = 0; b < is_target_.size(); ++b) follow_reads(b);
    return true;
  }

  /// Twins of the variables in the indices that decide whether a block is left for a target;
  /// whether there are such indices.
  bool foretell(BlockId b) {
    std::vector<ExprId> guards;
    for (const Edge& edge : out_.blocks[b].edges)
      if (is_target_[edge.to]) guards.push_back(edge.guard);
    Twins twins;
    if (!watch_all(guards, twins)) return false;
    for (const ExprId guard : guards) foretold_.emplace_back(guard, twins);
    ExprId is_foretold = e().truth(true);
    for (const auto& [v, twin] : twins)
      is_foretold = e().binary(Op::And, is_foretold, e().binary(Op::Equal, leaf(v), twin));
    require(b, is_foretold);
    return true;
  }

  /// The same for what a block reads last, into a variable or to decide where to go.
  void remember(BlockId b, ExprId& is_foretold) {
    std::vector<ExprId> roots;
    for (const Edge& edge : out_.blocks[b].edges) roots.push_back(edge.guard);
    for (const Assignment& one : out_.blocks[b].assignments) roots.push_back(one.value);
    Twins twins;
    (void)watch_all(roots, twins);
    for (const auto& [v, twin] : twins) {
      const ExprId last =
          new_variable("last " + out_.variables[v].name, out_.variables[v].width, {false, v});
      out_.blocks[b].assignments.push_back(
          {static_cast<VariableId>(e().node(last).value), leaf(v)});
      is_foretold = e().binary(Op::And, is_foretold, e().binary(Op::Equal, last, twin));
    }
  }

  /// Of the edges to targets.
  void require(BlockId b, ExprId condition) {
    for (Edge& edge : out_.blocks[b].edges)
      if (is_target_[edge.to]) edge.guard = e().binary(Op::And, edge.guard, condition);
  }

  [[nodiscard]] ExprId leaf(VariableId v) { return e().variable(v, out_.variables[v].width); }

  /// Whether there was an index to watch.
  bool watch_all(const std::vector<ExprId>& roots, Twins& twins) {
    std::set<ExprId> indices;
    for_each_node(e(), roots, [&](ExprId id) {
      if (e().node(id).op == Op::Select) indices.insert(e().node(id).b);
    });
    std::erase_if(indices, [&](ExprId index) { return !is_closed(index); });
    for (const ExprId index : indices) watch(index, twins);
    return !indices.empty();
  }

  /// Whether an expression is known from variables alone.
  [[nodiscard]] bool is_closed(ExprId root) const {
    bool out = true;
    for_each_node(out_.expressions, {root}, [&](ExprId id) {
      const Op op = out_.expressions.node(id).op;
      out = out && op != Op::Input && op != Op::Select;
    });
    return out;
  }

  void watch(ExprId index, Twins& twins) {
    for (const VariableId v : variables_of(e(), {index})) {
      if (twins.contains(v)) continue;
      twins.emplace(v, new_variable("foretold " + out_.variables[v].name, out_.variables[v].width,
                                    {false, v}));
    }
    Substituter foretold(e(), [&](ExprId leaf_of_index) {
      const Node node = e().node(leaf_of_index);
      return twins.at(static_cast<VariableId>(node.value));
    });
    const ExprId position = foretold(index);
    if (std::ranges::find(positions_, position, &Position::index) == positions_.end())
      positions_.push_back({position, false});
  }

  [[nodiscard]] ExprId new_variable(std::string name, Width width, WithoutArrays::Meaning meaning) {
    const auto number = static_cast<VariableId>(out_.variables.size());
    out_.variables.push_back({std::move(name), width, std::nullopt});
    meanings_.push_back(meaning);
    return e().variable(number, width);
  }

  /// What is read where variables are, until they change: programs read the same element again.
  void follow_reads(BlockId b) {
    for (const auto& [id, node] : selects_in(roots_of(out_.blocks[b]))) {
      if (e().node(node.a).op != Op::Array || variables_of(e(), {node.b}).empty()) continue;
      const auto array = static_cast<ArrayId>(e().node(node.a).value);
      auto found = std::ranges::find(positions_, node.b, &Position::index);
      if (found == positions_.end()) {
        if (positions_.size() > 2 * most_positions) return;
        found = positions_.insert(positions_.end(), {node.b, true});
      }
      if (found->elements.contains(array)) continue;
      const ExprId element =
          new_variable(out_.arrays[array].name + " here", node.width, {true, array});
      found->elements[array] = static_cast<VariableId>(e().node(element).value);
    }
  }

  /// Reads whose index is known from variables.
  [[nodiscard]] std::vector<std::pair<ExprId, Node>> selects_in(const std::vector<ExprId>& roots) {
    std::vector<std::pair<ExprId, Node>> out;
    for_each_node(e(), roots, [&](ExprId id) {
      if (e().node(id).op == Op::Select && is_closed(e().node(id).b))
        out.emplace_back(id, e().node(id));
    });
    return out;
  }

  /// Whether they are not too many.
  bool add_elements() {
    std::size_t count = 0;
    for (Position& position : positions_)
      for (ArrayId a = 0; a < out_.arrays.size(); ++a) {
        const ArrayVariable& array = out_.arrays[a];
        if (array.sort.index != e().width(position.index)) continue;
        if (++count > most_elements) return false;
        const ExprId element = new_variable(array.name + " watched", array.sort.element, {true, a});
        position.elements[a] = static_cast<VariableId>(e().node(element).value);
        if (!array.initial) continue;
        if (const auto word = first_word(*array.initial, array.sort, position.index))
          first_.push_back({position.elements[a], *word});
      }
    return true;
  }

  [[nodiscard]] std::optional<ExprId> first_word(const ArrayValue& value, ArraySort sort,
                                                 ExprId position) {
    ExprId out = e().constant(sort.element, value.fill());
    std::size_t others = 0;
    value.for_each_other([&](std::uint64_t index, std::uint64_t word) {
      if (++others > most_listed) return;
      const ExprId is_there =
          e().binary(Op::Equal, position, e().constant(sort.index, index & mask(sort.index)));
      out = e().conditional(is_there, e().constant(sort.element, word), out);
    });
    return others <= most_listed ? std::optional(out) : std::nullopt;
  }

  /// Of those guards that nothing else is read in.
  [[nodiscard]] std::vector<ExprId> violations_at_twins() {
    std::vector<ExprId> out;
    for (const auto& [guard, twins] : foretold_) {
      Substituter as_watched(
          e(), [](ExprId leaf_of_guard) { return leaf_of_guard; },
          [&](ExprId made) { return watched(made); });
      const ExprId violation = as_watched(at_twins(guard, twins));
      if (violation != guard && is_closed(violation) &&
          std::ranges::find(out, violation) == out.end())
        out.push_back(violation);
    }
    return out;
  }

  [[nodiscard]] ExprId at_twins(ExprId id, const Twins& twins) {
    return Substituter(e(), [&](ExprId leaf_of_it) {
      const Node& node = e().node(leaf_of_it);
      const auto twin =
          node.op == Op::Variable ? twins.find(static_cast<VariableId>(node.value)) : twins.end();
      return twin == twins.end() ? leaf_of_it : twin->second;
    })(id);
  }

  /// Reads of arrays as they are when a run arrives at the block.
  void see_reads(const std::vector<ExprId>& roots) {
    WithoutArrays::Reads& seen = seen_[block_];
    for (const auto& [v, twin] : shared_)
      seen.twins.emplace(static_cast<VariableId>(e().node(twin).value), leaf(v));
    for (const auto& [id, node] : selects_in(roots)) {
      const ExprId element = watched(e().select(node.a, at_twins(node.b, shared_)));
      if (e().node(element).op == Op::Variable)
        seen.values.emplace(static_cast<VariableId>(e().node(element).value), done_.at(id));
    }
  }

  /// The followed element, if this reads one.
  [[nodiscard]] ExprId watched(ExprId read) {
    const Node node = e().node(read);
    if (node.op != Op::Select || e().node(node.a).op != Op::Array) return read;
    const auto array = static_cast<ArrayId>(e().node(node.a).value);
    const auto position = std::ranges::find(positions_, node.b, &Position::index);
    if (position == positions_.end() || !position->elements.contains(array)) return read;
    return element(*position, array, node.width);
  }

  // What blocks do

  void rewrite(BlockId b) {
    block_ = b;
    done_.clear();
    reads_.clear();
    const Block old = out_.blocks[b];
    const std::vector<ExprId> roots = roots_of(old);
    for_each_node(e(), roots, [&](ExprId id) { rewrite_node(id); });
    if (!shared_.empty()) see_reads(roots);
    std::vector<Assignment> assignments;
    for (const Assignment& one : old.assignments)
      assignments.push_back({one.variable, done_.at(one.value)});
    for (const ArrayAssignment& one : old.array_assignments)
      for (const Position& position : positions_)
        if (const auto found = position.elements.find(one.array);
            found != position.elements.end() && !position.moves)
          assignments.push_back({found->second, read(one.value, position.index)});
    for (const Position& position : positions_)
      if (position.moves) move(old, position, assignments);
    Block& block = out_.blocks[b];
    block.assignments = std::move(assignments);
    for (Edge& edge : block.edges) edge.guard = done_.at(edge.guard);
    block.array_assignments.clear();
    block.array_inputs.clear();
  }

  /// What is at the position after the block, if it has changed.
  void move(const Block& old, const Position& position, std::vector<Assignment>& assignments) {
    Substituter after(e(), [&](ExprId leaf_of_index) {
      const auto v = static_cast<VariableId>(e().node(leaf_of_index).value);
      const auto found = std::ranges::find(old.assignments, v, &Assignment::variable);
      return found == old.assignments.end() ? leaf_of_index : done_.at(found->value);
    });
    const ExprId index = after(position.index);
    for (const auto& [array, element] : position.elements) {
      const auto found = std::ranges::find(old.array_assignments, array, &ArrayAssignment::array);
      if (index == position.index && found == old.array_assignments.end()) continue;
      const ExprId now = found == old.array_assignments.end()
                             ? e().array(array, out_.arrays[array].sort)
                             : found->value;
      assignments.push_back({element, read(now, index)});
    }
  }

  void rewrite_node(ExprId id) {
    const Node node = e().node(id);
    if (e().is_array(id)) return;
    const unsigned count = operand_count(node.op);
    if (node.op == Op::Select)
      done_[id] = read(node.a, done_.at(node.b));
    else if (count == 0)
      done_[id] = id;
    else
      done_[id] = remade(
          e(), node,
          {done_.at(node.a), count > 1 ? done_.at(node.b) : 0, count > 2 ? done_.at(node.c) : 0});
  }

  /// The word of an array at an index that was rewritten. Arrays are built of few steps.
  [[nodiscard]] ExprId read(ExprId array, ExprId index) {
    const auto [found, is_new] = reads_.try_emplace({array, index}, 0);
    if (!is_new) return found->second;
    const ExprId out = read_anew(array, index);
    reads_[{array, index}] = out;
    return out;
  }

  [[nodiscard]] ExprId read_anew(ExprId array, ExprId index) {
    const Node node = e().node(array);
    switch (node.op) {
      case Op::Fill: return done_.at(node.a);
      case Op::Store:
        return e().conditional(is_same(index, done_.at(node.b)), done_.at(node.c),
                               read(node.a, index));
      case Op::Conditional:
        return e().conditional(done_.at(node.a), read(node.b, index), read(node.c, index));
      case Op::Array: return read_watched(static_cast<ArrayId>(node.value), node, index);
      default: return new_input(node.width);
    }
  }

  /// Whether two indices are equal. They have as few bits as the array needs, and those of a longer
  /// word are hard to reason about; so words that are longer are compared as a whole where both are
  /// in range, and else they may be equal or not.
  [[nodiscard]] ExprId is_same(ExprId a, ExprId b) {
    const std::optional<ExprId> x = whole_word(a, b);
    const std::optional<ExprId> y = whole_word(b, a);
    const ExprId is_equal = e().binary(Op::Equal, a, b);
    if (!x || !y || e().width(*x) != e().width(*y) || e().is_constant(is_equal)) return is_equal;
    const ExprId both = e().binary(Op::And, is_below(*x, e().width(a)), is_below(*y, e().width(a)));
    return e().conditional(both, e().binary(Op::Equal, *x, *y), new_input(1));
  }

  /// What an index is the lower part of; a constant is one of whatever the other is.
  [[nodiscard]] std::optional<ExprId> whole_word(ExprId index, ExprId other) {
    const Node node = e().node(index);
    if (node.op == Op::Extract && node.value == 0) return node.a;
    const Node like = e().node(other);
    if (node.op != Op::Constant || like.op != Op::Extract) return std::nullopt;
    return e().constant(e().width(like.a), node.value);
  }

  /// Whether a signed word is one of so many bits without a sign.
  [[nodiscard]] ExprId is_below(ExprId word, Width bits) {
    const Width width = e().width(word);
    return e().binary(Op::And, e().binary(Op::LessEqualSigned, e().constant(width, 0), word),
                      e().binary(Op::LessEqualSigned, word, e().constant(width, mask(bits))));
  }

  [[nodiscard]] ExprId read_watched(ArrayId array, const Node& node, ExprId index) {
    for (const Position& position : positions_)
      if (position.index == index && position.elements.contains(array))
        return element(position, array, node.width);
    ExprId out = new_input(node.width);
    for (const Position& position : positions_)
      if (position.elements.contains(array) && !position.moves)
        out = e().conditional(is_same(index, position.index), element(position, array, node.width),
                              out);
    return out;
  }

  [[nodiscard]] ExprId element(const Position& position, ArrayId array, Width width) {
    return e().variable(position.elements.at(array), width);
  }

  [[nodiscard]] ExprId new_input(Width width) {
    const auto number = static_cast<InputId>(out_.inputs.size());
    out_.inputs.push_back(width);
    out_.blocks[block_].inputs.push_back(number);
    return e().input(number, width);
  }

  /// A block before the first.
  void add_start() {
    if (first_.empty()) return;
    Block start;
    start.assignments = std::move(first_);
    start.edges = {{e().truth(true), out_.entry}};
    out_.entry = static_cast<BlockId>(out_.blocks.size());
    out_.blocks.push_back(std::move(start));
  }
};

}  // namespace

void assume_of_reads(WithoutArrays& made, const std::vector<std::pair<BlockId, ExprId>>& facts) {
  Expressions& e = made.graph.expressions;
  const std::size_t first = made.graph.variables.size() - made.meanings.size();
  for (const auto& [block, condition] : facts) {
    const auto found = made.reads.find(block);
    if (found == made.reads.end()) continue;
    const WithoutArrays::Reads& reads = found->second;
    const std::vector<VariableId> variables = variables_of(e, {condition});
    const auto is_known = [&](VariableId v) {
      return v < first || reads.values.contains(v) || reads.twins.contains(v);
    };
    if (!std::ranges::all_of(variables, is_known)) continue;
    Substituter instance(e, [&](ExprId leaf) {
      const auto v = static_cast<VariableId>(e.node(leaf).value);
      if (const auto read = reads.values.find(v); read != reads.values.end()) return read->second;
      const auto twin = reads.twins.find(v);
      return twin == reads.twins.end() ? leaf : twin->second;
    });
    const ExprId assumed = instance(condition);
    for (Edge& edge : made.graph.blocks[block].edges)
      edge.guard = e.binary(Op::And, edge.guard, assumed);
  }
}

std::optional<WithoutArrays> without_arrays(const Graph& graph, const std::vector<BlockId>& targets,
                                            WatchedReads reads) {
  return Watching(graph, targets, reads).run();
}

}  // namespace hardbop::words
