// SPDX-License-Identifier: MIT
// What addresses of a model mean on a run, in words for users.
#pragma once

#include <map>
#include <string>

#include "c/lower/lower.hpp"

namespace hardbop::c {

class PointerTexts {
 public:
  PointerTexts(const Program& program, const Model& model, const words::Run& run);

  /// Of a pointer to what has so many bytes, at a point of the run: "NULL", "&a[3]", "&f",
  /// "heap#2 (malloc at 14:9)+8" of the second block that the run allocates, "0x40021000" of an
  /// address that the program has as a number, "invalid pointer".
  [[nodiscard]] std::string text(std::size_t point, std::uint64_t address,
                                 std::uint32_t bytes) const;

 private:
  /// The execution of an Allocate.
  struct Made {
    std::size_t point = 0;
    std::size_t number = 0;  // of all that are alike, from one
  };
  const Program& program_;
  const Model& model_;
  const words::Run& run_;
  std::map<StatementId, std::vector<Made>> made_;

  [[nodiscard]] const AddressMeaning* find(std::uint64_t address) const;
  [[nodiscard]] bool has_ended(const AddressMeaning& meaning, std::size_t point) const;
  [[nodiscard]] std::string owner_text(const Object& object, std::size_t point) const;
  [[nodiscard]] std::string block_text(const AddressMeaning& meaning, std::size_t point,
                                       std::int64_t offset) const;
};

}  // namespace hardbop::c
