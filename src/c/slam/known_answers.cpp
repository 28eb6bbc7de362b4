// SPDX-License-Identifier: MIT
#include "c/slam/known_answers.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <span>

#include "base/expression/substitute.hpp"

namespace hardbop::slam {

using words::ExprId;
using words::Node;
using words::Op;

namespace {

/// Beside the number of numbers, in a file.
constexpr unsigned outcome_bits = 2;
constexpr auto last_outcome = static_cast<std::uint64_t>(smt::Satisfiable::Unknown);

bool is_leaf(Op op) {
  return op == Op::Variable || op == Op::Input || op == Op::Array || op == Op::ArrayInput;
}

/// Nodes below some constraints, each as a few numbers that name its operands by their places.
class FormWriter {
 public:
  explicit FormWriter(const words::Expressions& expressions) : expressions_(expressions) {}

  void add(ExprId constraint) {
    words::for_each_node(expressions_, {constraint}, [&](ExprId id) {
      if (places_.try_emplace(id, places_.size()).second) write(id);
    });
    words_.push_back(places_.at(constraint));
  }
  /// Leaves get numbers, by which the same leaf is known; without them only its sort counts.
  void number_leaves() { numbers_leaves_ = true; }

  [[nodiscard]] const std::vector<std::uint64_t>& written() const { return words_; }
  [[nodiscard]] std::vector<ExprId> leaves() && { return std::move(leaves_); }

 private:
  const words::Expressions& expressions_;
  bool numbers_leaves_ = false;
  std::unordered_map<ExprId, std::uint64_t> places_;
  std::vector<std::uint64_t> words_;
  std::vector<ExprId> leaves_;

  void write(ExprId id) {
    const Node& node = expressions_.node(id);
    words_.push_back(static_cast<std::uint64_t>(node.op) | std::uint64_t{node.width} << 8U |
                     std::uint64_t{node.index} << 16U);
    if (is_leaf(node.op)) {
      words_.push_back(numbers_leaves_ ? leaves_.size() : 0);
      leaves_.push_back(id);
      return;
    }
    words_.push_back(node.value);
    const std::array operands{node.a, node.b, node.c};
    for (unsigned i = 0; i < words::operand_count(node.op); ++i)
      words_.push_back(places_.at(operands[i]));
  }
};

}  // namespace

/// Constraints are put in an order that does not depend on the program either: by their shapes.
QuestionForm form_of(const words::Expressions& expressions, const std::vector<ExprId>& constraints,
                     std::uint64_t setting) {
  std::vector<std::pair<Digest, ExprId>> by_shape;
  for (const ExprId constraint : constraints) {
    FormWriter shape(expressions);
    shape.add(constraint);
    by_shape.emplace_back(digest_of(std::span(shape.written())), constraint);
  }
  std::ranges::sort(by_shape);
  QuestionForm out;
  FormWriter writer(expressions);
  writer.number_leaves();
  for (const auto& [shape, constraint] : by_shape) {
    writer.add(constraint);
    out.constraints.push_back(constraint);
  }
  std::vector<std::uint64_t> all = writer.written();
  all.push_back(setting);
  out.digest = digest_of(std::span<const std::uint64_t>(all));
  out.leaves = std::move(writer).leaves();
  return out;
}

const KnownAnswers::Answer* KnownAnswers::find(const Digest& question) {
  const auto found = entries_.find(question);
  if (found == entries_.end()) return nullptr;
  found->second.is_used = true;
  ++taken_;
  return &found->second.answer;
}

void KnownAnswers::keep(const Digest& question, Answer answer) {
  entries_[question] = {std::move(answer), true};
  has_new_ = true;
}

/// An entry: its digest, how many numbers it has and whether it is possible, and the numbers.
std::string KnownAnswers::to_bytes() const {
  std::map<Digest, const Answer*> sorted;
  for (const auto& [digest, entry] : entries_)
    if (entry.is_used) sorted.emplace(digest, &entry.answer);
  std::vector<std::uint64_t> words;
  for (const auto& [digest, answer] : sorted) {
    words.insert(words.end(), {digest.low, digest.high,
                               answer->numbers.size() << outcome_bits |
                                   static_cast<std::uint64_t>(answer->possible)});
    words.insert(words.end(), answer->numbers.begin(), answer->numbers.end());
  }
  std::string out(words.size() * sizeof(std::uint64_t), '\0');
  if (!words.empty()) std::memcpy(out.data(), words.data(), out.size());
  return out;
}

void KnownAnswers::add(std::string_view bytes) {
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint64_t));
  constexpr std::size_t head = 3;
  for (std::size_t at = 0; at + head <= words.size();) {
    const std::uint64_t count = words[at + 2] >> outcome_bits;
    const std::uint64_t outcome = words[at + 2] & ((1U << outcome_bits) - 1);
    if (count > words.size() - at - head || outcome > last_outcome) return;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at + head);
    Answer answer{static_cast<smt::Satisfiable>(outcome),
                  {first, first + static_cast<std::ptrdiff_t>(count)}};
    entries_.try_emplace({words[at], words[at + 1]}, Entry{std::move(answer), false});
    at += head + count;
  }
}

}  // namespace hardbop::slam
