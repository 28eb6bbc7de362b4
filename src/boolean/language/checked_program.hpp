// SPDX-License-Identifier: MIT
// A program, what its names mean, and its graph, which refers to both.
#pragma once

#include <memory>

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

class CheckedProgram {
 public:
  /// The program must be free of errors, as one is that was made rather than written.
  explicit CheckedProgram(std::shared_ptr<const Program> program);
  /// The symbols are the program's, and there was no error.
  CheckedProgram(std::shared_ptr<const Program> program, Symbols symbols);
  CheckedProgram(const CheckedProgram&) = delete;
  CheckedProgram& operator=(const CheckedProgram&) = delete;

  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const Symbols& symbols() const { return symbols_; }
  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] std::string_view text() const { return program_->source->text(); }

 private:
  std::shared_ptr<const Program> program_;
  Symbols symbols_;
  Graph graph_;
};

}  // namespace hardbop::bp
