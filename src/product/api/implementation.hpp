// SPDX-License-Identifier: MIT
// The contents of a public Program. Private to the layer.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "boolean/language/checked_program.hpp"
#include "boolean/language/checker.hpp"
#include "boolean/language/parser.hpp"
#include "product/api/messages.hpp"
#include <hardbop/program.hpp>

namespace hardbop {

class Program::Implementation {
 public:
  /// `warnings`: what is odd about it, though not wrong.
  Implementation(std::shared_ptr<const bp::Program> program, bp::Symbols checked,
                 OperatorDialect dialect, std::vector<Message> warnings)
      : checked_(std::move(program), std::move(checked)),
        dialect_(dialect),
        warnings_(std::move(warnings)) {}

  [[nodiscard]] const bp::Program& program() const { return checked_.program(); }
  [[nodiscard]] const bp::Symbols& symbols() const { return checked_.symbols(); }
  [[nodiscard]] const bp::Graph& graph() const { return checked_.graph(); }
  [[nodiscard]] const SourceFile& source() const { return *program().source; }
  [[nodiscard]] OperatorDialect dialect() const { return dialect_; }
  [[nodiscard]] const std::vector<Message>& warnings() const { return warnings_; }

 private:
  bp::CheckedProgram checked_;
  OperatorDialect dialect_;
  std::vector<Message> warnings_;
};

namespace api {

/// Of a program whose syntax was read, or made, without errors: what its names mean.
[[nodiscard]] ParseResult check_names(std::shared_ptr<const bp::Program> program,
                                      OperatorDialect dialect, Diagnostics diagnostics);

}  // namespace api

}  // namespace hardbop
