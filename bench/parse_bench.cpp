// SPDX-License-Identifier: MIT
// The language layer on T(20000), 420,000 lines: text in memory to syntax, to the control-flow
// graph, and back to text. Beside the time it counts the bytes asked of `operator new`: those
// still held when the work is done, and the most held at one time, each per statement.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <malloc.h>
#include <new>

#include "boolean/language/checker.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/parser.hpp"
#include "boolean/language/printer.hpp"

namespace {

std::size_t held = 0;
std::size_t peak = 0;

void release(void* memory) {
  if (memory != nullptr) held -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

// Benchmarks run in one thread, so plain counters do.
void* operator new(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  held += malloc_usable_size(memory);
  peak = std::max(peak, held);
  return memory;
}

void operator delete(void* memory) noexcept {
  release(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
  release(memory);
}

namespace {

using namespace hardbop;
using namespace hardbop::bp;

constexpr std::uint32_t levels = 20'000;

std::shared_ptr<const SourceFile> source() {
  static const auto file = std::make_shared<SourceFile>("tn.bp", generate_tn(levels));
  return file;
}

double lines() {
  const std::string_view text = source()->text();
  return static_cast<double>(std::ranges::count(text, '\n'));
}

Program parse() {
  Diagnostics diagnostics;
  return parse_program(source(), Dialect::Standard, diagnostics);
}

/// Measures memory from its making on; the text is not counted.
class Memory {
 public:
  Memory() : start_(held) { peak = held; }

  void report(benchmark::State& state, std::size_t statements) const {
    const auto count = static_cast<double>(statements);
    state.counters["bytes/statement"] = static_cast<double>(held - start_) / count;
    state.counters["peak_bytes/statement"] = static_cast<double>(peak - start_) / count;
  }

 private:
  std::size_t start_;
};

void count_lines(benchmark::State& state) {
  state.counters["lines/s"] =
      benchmark::Counter(lines(), benchmark::Counter::kIsIterationInvariantRate);
}

void parse_tn(benchmark::State& state) {
  source();
  while (state.KeepRunning()) {
    const Memory memory;
    const Program program = parse();
    memory.report(state, program.statements.size());
    benchmark::DoNotOptimize(program.nodes.data());
  }
  count_lines(state);
}

void parse_check_and_graph_tn(benchmark::State& state) {
  source();
  while (state.KeepRunning()) {
    const Memory memory;
    Diagnostics diagnostics;
    const Program program = parse_program(source(), Dialect::Standard, diagnostics);
    const Symbols symbols = check_program(program, diagnostics);
    const Graph graph(program, symbols);
    memory.report(state, program.statements.size());
    benchmark::DoNotOptimize(graph.vertices().data());
  }
  count_lines(state);
}

void print_tn(benchmark::State& state) {
  const Program program = parse();
  while (state.KeepRunning()) {
    const Memory memory;
    const std::string printed = print_program(program);
    memory.report(state, program.statements.size());
    benchmark::DoNotOptimize(printed.data());
  }
  count_lines(state);
}

BENCHMARK(parse_tn)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_check_and_graph_tn)->Unit(benchmark::kMillisecond);
BENCHMARK(print_tn)->Unit(benchmark::kMillisecond);

}  // namespace
