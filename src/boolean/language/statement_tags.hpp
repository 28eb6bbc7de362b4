// SPDX-License-Identifier: MIT
// What the statements of a program that was made (program_builder.hpp) stand for.
#pragma once

#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

/// A statement without a tag of its own has Tag().
template <typename Tag>
class StatementTags {
 public:
  void set(std::uint32_t statement, const Tag& tag) {
    if (tags_.size() <= statement) tags_.resize(statement + 1);
    tags_[statement] = tag;
  }
  /// That of the statement which a vertex executes: at an Exit or an Error there is none.
  [[nodiscard]] Tag at(const Vertex& vertex) const {
    const bool executes = vertex.kind != VertexKind::Exit && vertex.kind != VertexKind::Error;
    return executes && vertex.statement < tags_.size() ? tags_[vertex.statement] : Tag();
  }

 private:
  std::vector<Tag> tags_;  // by index in Program::statements
};

}  // namespace hardbop::bp
