// SPDX-License-Identifier: MIT
// A literal of AIGER is twice the number of a node, plus one where it is negated. Inputs have the
// first numbers, then latches, then gates, each after its operands. In the binary form a gate is
// the differences of its literals, seven bits a byte.
#include "words/export/aiger.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/expression/substitute.hpp"
#include "words/engine/bmc/blaster.hpp"

namespace hardbop::words {

namespace {

using bmc::Aig;
using bmc::Bits;

class AigerWriter {
 public:
  AigerWriter(TransitionSystem system, AigerForm form)
      : system_(starting_at_zero(std::move(system))), form_(form) {}

  std::string run(const std::vector<std::string>& about) {
    make_circuits();
    number_leaves();
    number_gates();
    write_head();
    for (const Gate& gate : gates_) write(gate);
    write_names();
    out_ += "c\n";
    for (const std::string& line : about) out_ += line + '\n';
    return std::move(out_);
  }

 private:
  struct Gate {
    std::uint32_t literal = 0;
    std::uint32_t high = 0;
    std::uint32_t low = 0;
  };

  TransitionSystem system_;
  AigerForm form_;
  Aig aig_;
  std::vector<Bits> inputs_;            // by input
  std::vector<Bits> latches_;           // by variable
  std::vector<Bits> next_;              // by variable
  std::vector<bmc::Edge> bad_;          // by goal
  std::vector<std::uint32_t> numbers_;  // by node of the circuits; 0 is not numbered, or constant
  std::vector<std::string> input_names_;
  std::vector<std::string> latch_names_;
  std::vector<Gate> gates_;
  std::uint32_t last_ = 0;
  std::string out_;

  /// Variables are inputs of the circuits, behind those that are inputs.
  void make_circuits() {
    Expressions& expressions = system_.expressions;
    const auto first = static_cast<InputId>(system_.inputs.size());
    Substituter flat(expressions, [&](ExprId leaf) {
      const Node node = expressions.node(leaf);
      if (node.op != Op::Variable) return leaf;
      return expressions.input(first + static_cast<InputId>(node.value), node.width);
    });
    std::vector<ExprId> leaves;
    for (InputId i = 0; i < first; ++i) leaves.push_back(expressions.input(i, system_.inputs[i]));
    for (VariableId v = 0; v < system_.variables.size(); ++v)
      leaves.push_back(expressions.input(first + v, system_.variables[v].width));
    for (ExprId& next : system_.next) next = flat(next);
    for (TransitionSystem::Bad& bad : system_.bad) bad.condition = flat(bad.condition);

    Budget budget{Limits()};
    bmc::Blaster blaster(expressions, aig_);
    for (std::size_t i = 0; i < leaves.size(); ++i)
      (i < first ? inputs_ : latches_).push_back(blaster.bits(leaves[i], budget));
    for (const ExprId next : system_.next) next_.push_back(blaster.bits(next, budget));
    for (const TransitionSystem::Bad& bad : system_.bad)
      bad_.push_back(blaster.bits(bad.condition, budget).front());
  }

  void number_leaves() {
    numbers_.assign(aig_.size(), 0);
    const auto add = [&](const Bits& bits, const std::string& name, std::vector<std::string>& all) {
      for (std::size_t i = 0; i < bits.size(); ++i) {
        numbers_[Aig::node(bits[i])] = ++last_;
        all.push_back(bits.size() == 1 ? name : fmt::format("{}[{}]", name, i));
      }
    };
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      add(inputs_[i], fmt::format("input{}", i), input_names_);
    for (std::size_t v = 0; v < latches_.size(); ++v)
      add(latches_[v], symbol_text(system_.variables[v].name), latch_names_);
  }

  [[nodiscard]] std::uint32_t literal(bmc::Edge edge) const {
    return 2 * numbers_[Aig::node(edge)] + (Aig::is_negated(edge) ? 1 : 0);
  }

  /// Those that something needs; a node comes after those that it is made of.
  void number_gates() {
    std::vector<bool> needed(aig_.size());
    for (const Bits& bits : next_)
      for (const bmc::Edge edge : bits) needed[Aig::node(edge)] = true;
    for (const bmc::Edge edge : bad_) needed[Aig::node(edge)] = true;
    const auto is_gate = [&](std::size_t node) {
      return needed[node] && node != 0 && !aig_.is_input(static_cast<std::uint32_t>(node));
    };
    for (std::size_t node = aig_.size(); node-- > 0;)
      if (is_gate(node)) {
        const Aig::Node& gate = aig_[static_cast<std::uint32_t>(node)];
        needed[Aig::node(gate.a)] = needed[Aig::node(gate.b)] = true;
      }
    for (std::size_t node = 0; node < aig_.size(); ++node) {
      if (!is_gate(node)) continue;
      const Aig::Node& gate = aig_[static_cast<std::uint32_t>(node)];
      const std::uint32_t a = literal(gate.a);
      const std::uint32_t b = literal(gate.b);
      numbers_[node] = ++last_;
      gates_.push_back({2 * last_, std::max(a, b), std::min(a, b)});
    }
  }

  void write_head() {
    const bool is_binary = form_ == AigerForm::Binary;
    const std::size_t inputs = input_names_.size();
    out_ = fmt::format("{} {} {} {} 0 {} {}\n", is_binary ? "aig" : "aag", last_, inputs,
                       latch_names_.size(), gates_.size(), bad_.size());
    for (std::size_t i = 0; !is_binary && i < inputs; ++i) out_ += fmt::format("{}\n", 2 * (i + 1));
    std::size_t latch = inputs;
    for (const Bits& bits : next_)
      for (const bmc::Edge edge : bits) {
        ++latch;
        if (!is_binary) out_ += fmt::format("{} ", 2 * latch);
        out_ += fmt::format("{}\n", literal(edge));
      }
    for (const bmc::Edge edge : bad_) out_ += fmt::format("{}\n", literal(edge));
  }

  void write(const Gate& gate) {
    if (form_ == AigerForm::Ascii) {
      out_ += fmt::format("{} {} {}\n", gate.literal, gate.high, gate.low);
      return;
    }
    write_number(gate.literal - gate.high);
    write_number(gate.high - gate.low);
  }

  void write_number(std::uint32_t number) {
    for (; number >= 0x80; number >>= 7U) out_ += static_cast<char>(0x80U | (number & 0x7FU));
    out_ += static_cast<char>(number);
  }

  void write_names() {
    const auto add = [&](char kind, std::size_t number, std::string name) {
      std::ranges::replace_if(
          name, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
      out_ += fmt::format("{}{} {}\n", kind, number, name);
    };
    for (std::size_t i = 0; i < input_names_.size(); ++i) add('i', i, input_names_[i]);
    for (std::size_t i = 0; i < latch_names_.size(); ++i) add('l', i, latch_names_[i]);
    for (std::size_t i = 0; i < bad_.size(); ++i) add('b', i, system_.bad[i].name);
  }
};

}  // namespace

std::string to_aiger(TransitionSystem system, AigerForm form,
                     const std::vector<std::string>& about) {
  return AigerWriter(std::move(system), form).run(about);
}

}  // namespace hardbop::words
