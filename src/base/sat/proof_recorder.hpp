// SPDX-License-Identifier: MIT
// A stream to which a solver writes a proof in the binary form of DRAT, and the proof.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>

#include "base/sat/clausal_proof.hpp"

namespace hardbop::sat {

class ProofRecorder {
 public:
  ProofRecorder();
  ProofRecorder(const ProofRecorder&) = delete;
  ProofRecorder& operator=(const ProofRecorder&) = delete;

  [[nodiscard]] std::FILE* stream() const { return stream_.get(); }
  /// What was deleted for earlier questions stays in the proof, as solvers may bring it back.
  void begin_question();
  /// A step that the solver did not write, behind those that it did.
  void add(std::span<const Literal> lemma);
  /// What was written by now. Throws std::bad_alloc where memory was exhausted on the way.
  [[nodiscard]] ClausalProof take_proof();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  ClausalProof kept_;   // up to the last question, without deletions
  ClausalProof proof_;  // since then
  bool has_question_ = false;
  bool is_incremental_ = false;  // whether there was more than one
  bool is_exhausted_ = false;
  // Of the step that is being written.
  char kind_ = 0;  // 'a' for a lemma, 'd' for a deletion; 0 between steps
  std::vector<Literal> clause_;
  std::uint32_t code_ = 0;  // of a literal, as far as it was written
  unsigned shift_ = 0;
  std::unique_ptr<std::FILE, Close> stream_;  // writes the rest when it is closed

  static ssize_t write(void* recorder, const char* bytes, std::size_t size);
  void take(unsigned char byte);
};

}  // namespace hardbop::sat
