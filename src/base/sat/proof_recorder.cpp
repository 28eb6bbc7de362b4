// SPDX-License-Identifier: MIT
// A step is a letter, numbers, and a zero; a number is twice that of a variable, or one more for
// its negation, in groups of seven bits, the lowest first, and has its highest bit set if more
// follow.
#include "base/sat/proof_recorder.hpp"

#include <new>
#include <unordered_map>
#include <utility>

namespace hardbop::sat {

namespace {

/// The same in any order of the literals. Of two clauses with one hash, the wrong one may be
/// deleted: a proof that lacks a clause is refused.
std::uint64_t hash_in_any_order(std::span<const Literal> literals) {
  std::uint64_t hash = 0;
  for (const Literal literal : literals) {
    const std::uint64_t mixed = static_cast<std::uint32_t>(literal) * 0x9E37'79B9'7F4A'7C15U;
    hash += mixed ^ (mixed >> 29U);
  }
  return hash;
}

}  // namespace

ProofRecorder::ProofRecorder()
    : stream_(::fopencookie(this, "w",
                            {.read = nullptr, .write = write, .seek = nullptr, .close = nullptr})) {
  if (!stream_) throw std::bad_alloc();
}

void ProofRecorder::begin_question() {
  if (!std::exchange(has_question_, true)) return;
  is_incremental_ = true;
  std::fflush(stream_.get());
  for (std::size_t number = 0; number < proof_.size(); ++number)
    if (!proof_[number].is_deletion) kept_.add(proof_[number].clause);
  proof_ = {};
}

void ProofRecorder::add(std::span<const Literal> lemma) {
  std::fflush(stream_.get());
  proof_.add(lemma);
}

// A clause that came back may be deleted once more, and be known to the proof only once. So from
// the second question on, only what was learned since then can be deleted.
ClausalProof ProofRecorder::take_proof() {
  std::fflush(stream_.get());
  if (is_exhausted_) throw std::bad_alloc();
  if (!is_incremental_) return std::move(proof_);
  std::unordered_map<std::uint64_t, std::size_t> learned;  // how often, by hash
  for (std::size_t number = 0; number < proof_.size(); ++number) {
    const auto [is_deletion, clause] = proof_[number];
    std::size_t& count = learned[hash_in_any_order(clause)];
    if (!is_deletion) {
      kept_.add(clause);
      ++count;
    } else if (count != 0) {
      kept_.remove(clause);
      --count;
    }
  }
  proof_ = {};
  return std::move(kept_);
}

/// Called by the C library, through which no exception may pass.
ssize_t ProofRecorder::write(void* recorder, const char* bytes, std::size_t size) {
  auto& self = *static_cast<ProofRecorder*>(recorder);
  try {
    if (!self.is_exhausted_)
      for (const char byte : std::span(bytes, size)) self.take(static_cast<unsigned char>(byte));
  } catch (const std::bad_alloc&) {
    self.is_exhausted_ = true;
  }
  return static_cast<ssize_t>(size);
}

void ProofRecorder::take(unsigned char byte) {
  if (kind_ == 0) {
    kind_ = static_cast<char>(byte);
    return;
  }
  code_ |= (byte & 0x7FU) << shift_;
  shift_ += 7;
  if ((byte & 0x80U) != 0) return;
  const auto number = static_cast<Literal>(code_ >> 1U);
  if (number != 0) {
    clause_.push_back((code_ & 1U) != 0 ? -number : number);
  } else {
    kind_ == 'd' ? proof_.remove(clause_) : proof_.add(clause_);
    clause_.clear();
    kind_ = 0;
  }
  code_ = 0;
  shift_ = 0;
}

}  // namespace hardbop::sat
