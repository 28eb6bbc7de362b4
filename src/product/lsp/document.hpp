// SPDX-License-Identifier: MIT
// An open file: its text, what is wrong with it, and what its names mean. Private to the layer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "boolean/language/ast.hpp"
#include "product/lsp/occurrences.hpp"
#include "product/lsp/positions.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/format.hpp>

namespace hardbop::lsp {

class Document {
 public:
  Document(std::string uri, std::string text, Language language);

  [[nodiscard]] const std::string& uri() const { return uri_; }
  [[nodiscard]] Language language() const { return language_; }
  [[nodiscard]] std::string_view text() const { return source_->text(); }
  [[nodiscard]] const Positions& positions() const { return positions_; }
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  /// Of a Boolean program without errors; else there is none.
  [[nodiscard]] const bp::Program* program() const { return program_ ? &*program_ : nullptr; }
  [[nodiscard]] const bp::Symbols& symbols() const { return symbols_; }
  [[nodiscard]] const std::vector<Occurrence>& occurrences() const { return occurrences_; }
  /// Of a fixed-point system without errors and inputs: where its queries are.
  [[nodiscard]] const std::vector<SourceSpan>& queries() const { return queries_; }
  /// The states that runs reach in a Boolean program; none if that takes long, or has no answer.
  [[nodiscard]] const Invariants& invariants() const;
  /// The name at a place, or just behind which it is; null if there is none.
  [[nodiscard]] const Occurrence* occurrence_at(SourceOffset offset) const;

 private:
  std::string uri_;
  Language language_;
  std::shared_ptr<const SourceFile> source_;
  Positions positions_;
  Diagnostics diagnostics_{};
  std::optional<bp::Program> program_{};
  bp::Symbols symbols_{};
  std::vector<Occurrence> occurrences_{};
  std::vector<SourceSpan> queries_{};
  mutable std::optional<Invariants> invariants_{};  // found when they are first needed

  void read();
  void read_program();
  void read_system();
};

}  // namespace hardbop::lsp
