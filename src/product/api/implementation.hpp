// SPDX-License-Identifier: MIT
// What a public Program holds. Private to the layer.
#pragma once

#include <memory>
#include <utility>

#include "base/util/diagnostic.hpp"
#include "boolean/language/checker.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/parser.hpp"
#include "product/api/messages.hpp"
#include <hardbop/program.hpp>

namespace hardbop {

class Program::Implementation {
 public:
  Implementation(bp::Program parsed, bp::Symbols checked, OperatorDialect dialect)
      : program_(std::move(parsed)),
        symbols_(std::move(checked)),
        graph_(program_, symbols_),
        dialect_(dialect) {}

  [[nodiscard]] const bp::Program& program() const { return program_; }
  [[nodiscard]] const bp::Symbols& symbols() const { return symbols_; }
  [[nodiscard]] const bp::Graph& graph() const { return graph_; }
  [[nodiscard]] const SourceFile& source() const { return *program_.source; }
  [[nodiscard]] OperatorDialect dialect() const { return dialect_; }

 private:
  bp::Program program_;
  bp::Symbols symbols_;
  bp::Graph graph_;  // refers to both
  OperatorDialect dialect_;
};

}  // namespace hardbop
