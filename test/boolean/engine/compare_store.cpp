// SPDX-License-Identifier: MIT
#include "boolean/engine/compare_store.hpp"

#include <fmt/format.h>
#include <memory>
#include <random>
#include <vector>

#include "boolean/engine/store/store.hpp"
#include "boolean/engine/summary/summary_engine.hpp"
#include "boolean/language/checked_program.hpp"
#include "boolean/language/checker.hpp"
#include "boolean/language/generate_random.hpp"
#include "boolean/language/parser.hpp"
#include "boolean/language/targets.hpp"

namespace hardbop::test {

namespace {

using engine::Finding;

constexpr int edits = 6;
constexpr int tries = 40;  // until an edited text is a program

std::unique_ptr<bp::CheckedProgram> read(const std::string& text) {
  Diagnostics diagnostics;
  const auto source = std::make_shared<const SourceFile>("random.bp", text);
  auto program = std::make_shared<const bp::Program>(
      bp::parse_program(source, bp::Dialect::Standard, diagnostics));
  if (diagnostics.has_errors()) return nullptr;
  std::optional<bp::Symbols> symbols = bp::check_program(*program, diagnostics);
  if (diagnostics.has_errors() || !symbols) return nullptr;
  return std::make_unique<bp::CheckedProgram>(program, *std::move(symbols));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

class Edits {
 public:
  Edits(std::uint64_t seed, std::string text) : random_(seed), text_(std::move(text)) {}

  [[nodiscard]] const std::string& text() const { return text_; }
  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }

  /// Changes one to three lines, mostly in one procedure.
  std::unique_ptr<bp::CheckedProgram> next() {
    for (int i = 0; i < tries; ++i) {
      std::vector<std::string> lines = lines_of(text_);
      for (std::size_t left = 1 + below(3); left != 0; --left) edit(lines);
      std::string text;
      for (const std::string& line : lines) text += line + '\n';
      if (auto program = read(text)) {
        text_ = std::move(text);
        return program;
      }
    }
    return read(text_);
  }

 private:
  std::mt19937_64 random_;
  std::string text_;

  void edit(std::vector<std::string>& lines) {
    const std::size_t at = below(lines.size());
    std::string& line = lines[at];
    const auto replace = [&](std::string_view from, std::string_view to) {
      if (const std::size_t place = line.find(from); place != std::string::npos)
        line.replace(place, from.size(), to);
    };
    switch (below(12)) {
      case 0: line = "skip;"; break;
      case 1: lines.insert(lines.begin() + static_cast<long>(at), line); break;
      case 2: replace(":= ", ":= !"); break;
      case 3: replace("if (", "if (!"); break;
      case 4: replace("while (", "while (* & "); break;
      case 5: replace("1", "0"); break;
      case 6: replace("T", "F"); break;
      case 7: replace("*", "T"); break;
      case 8: std::swap(line, lines[below(lines.size())]); break;
      case 9: lines.insert(lines.begin(), fmt::format("decl extra{};", below(1000))); break;
      case 10: line += " // only a comment"; break;
      default: line = "skip; " + line; break;
    }
  }
};

/// The same ones of every state of the program, by name.
engine::Query question(const bp::CheckedProgram& program, const std::vector<std::string>& labels) {
  const bp::Graph& graph = program.graph();
  engine::Query query;
  query.entries = {program.program().find_procedure("main")};
  for (const std::string& name : labels)
    if (bp::Target target = bp::label_target(graph, name); !target.vertices.empty())
      query.targets.push_back(std::move(target.vertices));
  if (labels.empty())
    for (bp::Target& target : bp::assertion_targets(graph))
      query.targets.push_back(std::move(target.vertices));
  return query;
}

std::uint64_t figure(const Statistics& statistics, std::string_view path) {
  for (const Statistics::Entry& entry : statistics.entries())
    if (entry.first == path) return std::get<std::uint64_t>(entry.second);
  return 0;
}

std::string text_of(const Finding& finding) {
  std::string out = fmt::format("{} at {}", static_cast<int>(finding.outcome),
                                static_cast<std::int64_t>(finding.reached));
  if (!finding.trace) return out;
  const auto length = trace::length_of(*finding.trace);
  return out + fmt::format(", {} steps", length.hierarchical);
}

}  // namespace

StoreComparison compare_store(std::uint64_t seed, const std::filesystem::path& folder) {
  StoreComparison out;
  bp::RandomProgramSize size = bp::varied_size(seed);
  size.procedures += 3;
  Edits edited(seed, bp::generate_random(seed, size));
  std::unique_ptr<bp::CheckedProgram> program = read(edited.text());
  std::vector<std::string> labels;
  for (std::size_t left = edited.below(4); left != 0 && !program->graph().labels().empty(); --left)
    labels.push_back(bp::qualified_name(
        program->graph(),
        program->graph().labels()[edited.below(program->graph().labels().size())]));
  const auto files = std::make_shared<FileStore>(folder, std::uint64_t{1} << 30U, "test");
  engine::SummaryOptions options;
  options.store_key = fmt::format("{}", seed);
  if (seed % 4 == 0) options.store_effort = (seed / 4) % 120;
  for (int i = 0; i <= edits; ++i) {
    engine::Query query = question(*program, labels);
    query.want_traces = edited.below(4) == 0;
    Budget budget;
    Statistics statistics;
    Statistics other;
    const auto without = engine::make_summary_engine()->run(program->graph(), query, budget, other);
    options.store = std::make_shared<engine::SnapshotStore>(files);  // by the folder
    const auto with =
        engine::make_summary_engine(options)->run(program->graph(), query, budget, statistics);
    ++out.questions;
    out.taken += figure(statistics, "store.procedures_taken");
    out.explored_in_part += figure(statistics, "store.procedures_explored_in_part");
    out.explored += figure(statistics, "store.procedures_explored");
    for (std::size_t t = 0; t < with.size(); ++t) {
      ++(without[t].outcome == engine::Outcome::Reached ? out.reached : out.unreachable);
      if (text_of(with[t]) == text_of(without[t])) continue;
      out.difference =
          fmt::format("seed {}, edit {}, target {}: {} with a store, {} without:\n{}\n", seed, i, t,
                      text_of(with[t]), text_of(without[t]), edited.text());
      return out;
    }
    if (!files->problems().empty())
      out.difference = fmt::format("seed {}: {}\n", seed, files->problems().front().text);
    program = edited.next();
  }
  return out;
}

}  // namespace hardbop::test
