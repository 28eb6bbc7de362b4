// SPDX-License-Identifier: MIT
// Which elements: those below a counter or a constant, perhaps but for one, or, of a table with
// rows and columns, those before a place. What is true of them: what the assertion says (then no
// more needs to be known about what programs write into arrays), or that they are a constant,
// another element or the index, or have a sign.
#include "c/verify/element_guesses.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "words/analysis/liveness.hpp"
#include "words/analysis/random_walk.hpp"

namespace hardbop::verify {

namespace {

using words::ExprId;
using words::Op;
using words::VariableId;
using words::Width;

class ElementGuesses {
 public:
  explicit ElementGuesses(ModelWithoutArrays& model)
      : graph_(model.graph), e_(model.graph.expressions), violations_(model.violations) {
    const std::size_t first = graph_.variables.size() - model.meanings.size();
    std::vector<bool> is_assigned(graph_.variables.size());
    for (const words::Block& block : graph_.blocks)
      for (const words::Assignment& one : block.assignments) is_assigned[one.variable] = true;
    for (VariableId v = 0; v < graph_.variables.size(); ++v) {
      const bool is_element = v >= first && model.meanings[v - first].is_element;
      if (v >= first && !is_element) {
        twins_.push_back(v);
        originals_[v] = model.meanings[v - first].number;
      }
      if (!is_assigned[v]) continue;
      (is_element ? elements_ : counters_).push_back(v);
    }
    if (counters_.size() > most_each) counters_.resize(most_each);
    find_compared();
  }

  [[nodiscard]] std::vector<ExprId> run() {
    guess_order();
    for (const ExprId violation : violations_) guess_assertion(violation);
    std::set<Width> widths;
    for (const VariableId v : counters_) widths.insert(graph_.variables[v].width);
    guess_where(e_.truth(true), std::nullopt);
    for (const Width width : widths) guess_below(e_.constant(width, 0));
    for (const VariableId twin : twins_)
      for (const std::uint64_t more : {0U, 1U})
        guess_below(
            e_.binary(Op::Add, leaf(twin), e_.constant(graph_.variables[twin].width, more)));
    for (const VariableId twin : twins_)
      if (twins_.size() > 1) guess_in_block(twin);
    for (const VariableId twin : twins_) guess_not_yet(leaf(twin));
    return std::move(out_);
  }

 private:
  static constexpr std::size_t most_each = 12;
  static constexpr std::size_t most_in_all = 2000;
  static constexpr std::size_t most_of_tables = 200;
  static constexpr std::size_t most_compared = 8;

  words::Graph& graph_;
  words::Expressions& e_;
  std::vector<ExprId> violations_;
  std::map<Width, std::vector<std::uint64_t>> constants_ = words::constants_of(graph_);
  std::vector<VariableId> twins_;
  std::map<VariableId, VariableId> originals_;  // by twin
  std::vector<VariableId> elements_;
  std::vector<VariableId> counters_;
  std::map<Width, std::set<std::uint64_t>>
      compared_;                              // what the graph asks to be equal, or near it
  std::map<Width, std::set<ExprId>> limits_;  // what it asks words to be below
  std::vector<ExprId> out_;

  void find_compared() {
    for (ExprId id = 0; id < e_.size(); ++id) {
      const words::Node& node = e_.node(id);
      if (node.op == Op::LessSigned || node.op == Op::LessUnsigned)
        if (const Op limit = e_.node(node.b).op; limit == Op::Constant || limit == Op::Variable)
          if (limits_[e_.width(node.b)].size() < most_compared)
            limits_[e_.width(node.b)].insert(node.b);
      if (node.op != Op::Equal || !e_.is_constant(node.b)) continue;
      const Width width = e_.width(node.b);
      std::set<std::uint64_t>& found = compared_[width];
      if (width < 8 || found.size() >= most_compared) continue;
      for (const std::uint64_t more : {0U, 1U})
        found.insert((e_.node(node.b).value + more) & words::mask(width));
    }
  }

  [[nodiscard]] ExprId leaf(VariableId v) { return e_.variable(v, graph_.variables[v].width); }
  [[nodiscard]] ExprId both(ExprId a, ExprId b) { return e_.binary(Op::And, a, b); }

  void add(ExprId condition) {
    if (!e_.is_constant(condition) && out_.size() < most_in_all) out_.push_back(condition);
  }

  /// Variables that count, and constants.
  [[nodiscard]] std::vector<ExprId> like(const std::vector<VariableId>& variables, Width width) {
    std::vector<ExprId> out;
    for (const VariableId v : variables)
      if (graph_.variables[v].width == width) out.push_back(leaf(v));
    for (const std::uint64_t constant : constants_[width])
      if (out.size() < 2 * most_each) out.push_back(e_.constant(width, constant));
    return out;
  }

  /// A position that is written to is one of the array only if a counter has its limits.
  void guess_order() {
    for (const VariableId a : counters_) {
      const Width width = graph_.variables[a].width;
      if (width < 8) continue;
      add(e_.binary(Op::LessEqualSigned, e_.constant(width, 0), leaf(a)));
      for (const std::uint64_t c : compared_[width]) add(differs(leaf(a), c));
      for (const VariableId b : counters_)
        if (a != b && graph_.variables[b].width == width)
          add(e_.binary(Op::LessEqualSigned, leaf(a), leaf(b)));
    }
  }

  // What the assertion says

  void guess_assertion(ExprId violation) {
    const ExprId said = e_.unary(Op::Not, violation);
    add(said);
    std::vector<VariableId> mentioned;
    const std::vector<VariableId> variables = words::variables_of(e_, {violation});
    for (const VariableId twin : twins_)
      if (std::ranges::find(variables, twin) != variables.end()) mentioned.push_back(twin);
    if (mentioned.empty()) guess_up_to(e_.constant(32, 0), said);
    for (const VariableId twin : mentioned)
      for (const std::uint64_t more : {0U, 1U})
        guess_up_to(e_.binary(Op::Add, leaf(twin), e_.constant(graph_.variables[twin].width, more)),
                    said);
    for (const VariableId row : mentioned)
      for (const VariableId column : mentioned)
        if (row != column) guess_table(leaf(row), leaf(column), said);
  }

  /// Of all places below or up to a counter or a constant, perhaps but for one.
  void guess_up_to(ExprId place, ExprId said) {
    const Width width = e_.width(place);
    for (const ExprId end : like(counters_, width)) {
      const ExprId is_there = is_below(place, end);
      const ExprId is_end = both(is_below(place, e_.constant(width, words::mask(width) >> 1U)),
                                 e_.binary(Op::LessEqualSigned, place, end));
      guess_said(is_there, said);
      guess_said(is_end, said);
      for (const std::uint64_t c : compared_[width]) {
        guess_said(both(is_there, differs(place, c)), said);
        guess_said(both(is_end, differs(place, c)), said);
      }
    }
  }

  [[nodiscard]] ExprId differs(ExprId id, std::uint64_t c) {
    return e_.unary(Op::Not, e_.binary(Op::Equal, id, e_.constant(e_.width(id), c)));
  }

  void guess_said(ExprId is_there, ExprId said) {
    add(e_.binary(Op::Or, e_.unary(Op::Not, is_there), said));
  }

  /// Of whole rows, and of a part of the next.
  void guess_table(ExprId row, ExprId column, ExprId said) {
    const std::size_t before = out_.size();
    const std::vector<ExprId> columns = like(counters_, e_.width(column));
    for (const ExprId width : columns)
      for (const ExprId end : like(counters_, e_.width(row))) {
        const ExprId is_in_row = both(is_below(row, end), is_below(column, width));
        guess_said(is_in_row, said);
        for (const ExprId part : columns) {
          if (e_.is_constant(part) || e_.is_constant(end)) continue;
          const ExprId is_next = both(e_.binary(Op::Equal, row, end), is_below(column, part));
          if (out_.size() - before < most_of_tables)
            guess_said(e_.binary(Op::Or, is_in_row, is_next), said);
        }
      }
  }

  // What elements often are

  [[nodiscard]] ExprId is_below(ExprId place, ExprId end) {
    const ExprId starts = e_.binary(Op::LessEqualSigned, e_.constant(e_.width(place), 0), place);
    return both(starts, e_.binary(Op::LessSigned, place, end));
  }

  void guess_below(ExprId place) {
    for (const ExprId end : like(counters_, e_.width(place))) {
      const ExprId is_there = is_below(place, end);
      if (!e_.is_constant(is_there)) guess_where(is_there, place);
    }
  }

  /// Those that a loop has still to come to: they are what they were before it.
  void guess_not_yet(ExprId place) {
    const Width width = e_.width(place);
    const ExprId starts = e_.binary(Op::LessEqualSigned, e_.constant(width, 0), place);
    for (const VariableId counter : counters_) {
      if (graph_.variables[counter].width != width) continue;
      const ExprId comes = both(starts, e_.binary(Op::LessEqualSigned, leaf(counter), place));
      for (const ExprId end : limits_[width])
        if (end != leaf(counter))
          guess_where(both(comes, e_.binary(Op::LessSigned, place, end)), place);
    }
  }

  /// Where an index is made of a pointer and a counter: the others are what their variables are.
  void guess_in_block(VariableId twin) {
    ExprId is_same = e_.truth(true);
    for (const VariableId other : twins_)
      if (other != twin)
        is_same = both(is_same, e_.binary(Op::Equal, leaf(other), leaf(originals_.at(other))));
    for (const ExprId end : like(counters_, graph_.variables[twin].width))
      guess_where(both(is_same, is_below(leaf(twin), end)), leaf(twin));
  }

  void guess_where(ExprId is_there, std::optional<ExprId> place) {
    const auto guess = [&](Op op, ExprId a, ExprId b) {
      const ExprId said = e_.binary(op, a, b);
      if (a != b && !e_.is_constant(said)) guess_said(is_there, said);
    };
    for (const VariableId v : elements_) {
      const ExprId element = leaf(v);
      const Width width = graph_.variables[v].width;
      for (const ExprId other : like(elements_, width))
        if (e_.is_constant(other) || other > element) guess(Op::Equal, element, other);
      if (place && e_.width(*place) >= width)
        guess(Op::Equal, element, e_.extract(*place, 0, width));
      guess(Op::LessEqualSigned, e_.constant(width, 0), element);
      guess(Op::LessSigned, element, e_.constant(width, 0));
    }
  }
};

}  // namespace

std::vector<words::Guess> guess_elements(ModelWithoutArrays& model) {
  std::vector<words::Guess> out;
  for (const ExprId condition : ElementGuesses(model).run())
    for (words::BlockId b = 0; b < model.graph.blocks.size(); ++b)
      if (!model.graph.blocks[b].edges.empty()) out.push_back({b, condition});
  return out;
}

}  // namespace hardbop::verify
