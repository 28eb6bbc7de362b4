// SPDX-License-Identifier: MIT
#include "product/log/image_log.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

#include "base/bdd/cubes.hpp"

namespace hardbop::log {

namespace {

constexpr std::size_t most_states = 24;
/// Of a word that is shown by its bits; else ranges are shown.
constexpr std::size_t most_bits = 4;

/// Variables that have bits; others are constant.
std::vector<words::VariableId> shown_variables(const image::ImageStep& step) {
  std::vector<words::VariableId> out;
  for (words::VariableId v = 0; v < step.graph.variables.size(); ++v)
    if (!step.layout.current(v).empty()) out.push_back(v);
  return out;
}

/// Words of states, as text.
class StateText {
 public:
  StateText(const image::Layout& layout, const WordMeaning& meaning)
      : layout_(layout), meaning_(meaning), known_(layout.manager().var_count()) {}

  void enter(std::span<const bdd::Literal> cube) {
    known_.clear();
    for (const bdd::Literal literal : cube) known_.set(literal);
  }

  /// Of the cube: a value; `-` where it can be any; `4…7` where the lowest bits can be any; else
  /// its bits.
  std::string text(words::VariableId v) {
    const std::vector<bdd::Var>& bits = layout_.current(v);
    const auto is_known = [&](bdd::Var bit) { return known_.knows(bit); };
    if (std::ranges::none_of(bits, is_known)) return "-";
    const auto first = std::ranges::find_if(bits, is_known);
    if (!std::all_of(first, bits.end(), is_known)) return pattern(bits);
    if (first == bits.begin()) return value(v);
    return fmt::format("{}…{}", filled(v, false), filled(v, true));
  }
  /// Whether a word was too wide for its bits to be read.
  [[nodiscard]] bool has_long_pattern() const { return has_long_pattern_; }

  /// Of all states: the least and the largest value; `-` where they do not depend on it.
  std::string range(const bdd::Bdd& states, words::VariableId v) {
    const auto does_not_matter = [&](bdd::Var bit) {
      return with(states, bit, false) == with(states, bit, true);
    };
    if (std::ranges::all_of(layout_.current(v), does_not_matter)) return "-";
    const std::string least = extreme(states, v, false);
    const std::string most = extreme(states, v, true);
    return least == most ? least : fmt::format("{}…{}", least, most);
  }

 private:
  const image::Layout& layout_;
  const WordMeaning& meaning_;
  image::KnownBits known_;
  bool has_long_pattern_ = false;

  [[nodiscard]] std::string value(words::VariableId v) const {
    const std::uint64_t word = *layout_.value(v, known_);
    return meaning_.value_text ? meaning_.value_text(v, word) : std::to_string(word);
  }

  /// With this value for all bits that are not known.
  [[nodiscard]] std::string filled(words::VariableId v, bool bits) const {
    StateText copy = *this;
    for (const bdd::Var bit : layout_.current(v))
      if (!known_.knows(bit)) copy.known_.set({bit, bits});
    return copy.value(v);
  }

  [[nodiscard]] std::string pattern(const std::vector<bdd::Var>& bits) {
    has_long_pattern_ = has_long_pattern_ || bits.size() > most_bits;
    std::string out;
    for (auto bit = bits.rbegin(); bit != bits.rend(); ++bit)
      out += !known_.knows(*bit) ? '-' : known_.value(*bit) ? '1' : '0';
    return out;
  }

  [[nodiscard]] bdd::Bdd with(const bdd::Bdd& states, bdd::Var bit, bool one) const {
    return bdd::cofactor(states, layout_.manager().literal({bit, one}));
  }

  /// From the highest bit on, each as it should be if it can.
  std::string extreme(bdd::Bdd states, words::VariableId v, bool is_largest) {
    bool is_sign = has_sign(v);
    known_.clear();
    const std::vector<bdd::Var>& bits = layout_.current(v);
    for (auto bit = bits.rbegin(); bit != bits.rend(); ++bit) {
      bool one = is_largest != std::exchange(is_sign, false);
      if (with(states, *bit, one).is_false()) one = !one;
      states = with(states, *bit, one);
      known_.set({*bit, one});
    }
    return value(v);
  }

  /// Whether the highest bit that is kept says that a value is negative.
  [[nodiscard]] bool has_sign(words::VariableId v) {
    if (!meaning_.is_signed || !meaning_.is_signed(v)) return false;
    known_.clear();
    for (const bdd::Var bit : layout_.current(v))
      known_.set({bit, bit == layout_.current(v).back()});
    return value(v).starts_with('-');
  }
};

}  // namespace

void ImageLog::begin_search(const words::Graph& graph, Json event, WordMeaning meaning,
                            const std::function<void(words::BlockId, Json&)>& describe) {
  ++searches_;
  meaning_ = std::move(meaning);
  Json blocks = Json::array();
  for (words::BlockId b = 0; b < graph.blocks.size(); ++b) {
    Json to = Json::array();
    for (const words::Edge& edge : graph.blocks[b].edges) to.push_back(edge.to);
    describe(b, blocks.emplace_back(Json{{"to", std::move(to)}}));
  }
  event["search"] = searches_;
  event["blocks"] = std::move(blocks);
  write(sink_, event);
}

void ImageLog::begin(const bp::Graph& /*graph*/, const words::InlinedProgram& program) {
  begin_search(program.graph, {{"event", "blocks"}}, {}, [&](words::BlockId b, Json& block) {
    if (program.overflow == b) block["beyond"] = true;
    const bp::VertexId v = program.vertices[b];
    if (v == bp::no_index) return;
    block["vertex"] = v;
    const std::vector<words::BlockId>& copies = program.blocks[v];
    if (copies.size() > 1) block["copy"] = std::ranges::find(copies, b) - copies.begin() + 1;
  });
}

void ImageLog::step(const image::ImageStep& step) {
  const std::vector<words::VariableId> variables = shown_variables(step);
  Json names = Json::array();
  for (const words::VariableId v : variables) names.push_back(step.graph.variables[v].name);
  Json rows = Json::array();
  std::size_t count = 0;
  StateText words(step.layout, meaning_);
  bdd::for_each_cube(step.frontier, [&](std::span<const bdd::Literal> cube) {
    if (++count > most_states) return count < 100 * most_states;
    words.enter(cube);
    Json& row = rows.emplace_back(Json::array());
    for (const words::VariableId v : variables) row.push_back(words.text(v));
    return true;
  });
  const bool has_words = std::ranges::any_of(
      variables, [&](words::VariableId v) { return step.layout.current(v).size() > most_bits; });
  const bool has_ranges = words.has_long_pattern() || (has_words && count > most_states);
  if (has_ranges) {
    rows = {Json::array()};
    for (const words::VariableId v : variables)
      rows.front().push_back(words.range(step.frontier, v));
    count = 1;
  }
  Json event{{"event", "image"},        {"search", searches_},     {"step", step.step},
             {"frame", step.frame},     {"blocks", step.blocks},   {"columns", names},
             {"rows", std::move(rows)}, {"nodes", step.new_nodes}, {"all_nodes", step.nodes}};
  if (has_ranges) event["ranges"] = true;
  if (count > most_states) event["left_out"] = count - most_states;
  write(sink_, event);
}

}  // namespace hardbop::log
