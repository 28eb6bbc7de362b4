// SPDX-License-Identifier: MIT
// Interned names: equal texts get equal ids, so later passes compare numbers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hardbop::bp {

using NameId = std::uint32_t;

/// Keeps views, not copies: the text of every interned name must outlive the table.
class NameTable {
 public:
  NameTable();

  [[nodiscard]] NameId intern(std::string_view text);
  /// The id of a text that was interned before, or `none`.
  [[nodiscard]] NameId find(std::string_view text) const;
  [[nodiscard]] std::string_view text(NameId name) const { return texts_[name]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

  static constexpr NameId none = 0xFFFF'FFFFU;

 private:
  std::vector<std::string_view> texts_;
  std::vector<std::uint32_t> hashes_;
  std::vector<NameId> slots_;  // open addressing; a power of two

  [[nodiscard]] std::size_t probe(std::string_view text, std::uint32_t hash) const;
  void grow();
};

}  // namespace hardbop::bp
