// SPDX-License-Identifier: MIT
// A block of C that is being translated.
#pragma once

#include <llvm/Support/SaveAndRestore.h>

#include "c/il/builder.hpp"

namespace hardbop::c {

/// The locals made while it exists are of a block that ends there.
class Block {
 public:
  Block(Builder& build, Position& scope_end, const Position& end)
      : build_(build), end_(scope_end, end) {
    build_.open_scope();
  }
  ~Block() { build_.close_scope(); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

 private:
  Builder& build_;
  llvm::SaveAndRestore<Position> end_;
};

}  // namespace hardbop::c
