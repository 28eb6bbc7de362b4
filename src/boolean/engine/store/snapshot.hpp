// SPDX-License-Identifier: MIT
// What is known of a program's procedures after a question, so that the next question need not
// find it out again. One record a procedure, all of one state of the program:
//
// - its name and its text, as digests;
// - its interface, which is all that its callers see of its statements: globals that it writes and
//   touches, and what is live at its entry;
// - clean entries: those from which no run reaches what the question is about. Every entry that
//   they cause in a callee is clean there, so the records are closed;
// - its summary on these entries.
//
// Diagrams are over named variables: a global's name and whether its value at the entry or now is
// meant, a formal's or a result's number. They share nodes and are read into any order.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/util/digest.hpp"

namespace hardbop::engine {

/// A node of the snapshot: 0 and 1 are the constants, i + 2 is the i-th node.
using DiagramId = std::uint32_t;

struct DiagramNode {
  std::uint32_t variable = 0;
  DiagramId high = 0;
  DiagramId low = 0;

  auto operator<=>(const DiagramNode&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// A variable of diagrams: which copy, and of what.
struct DiagramVariable {
  enum class Kind : std::uint8_t { CurrentGlobal, EntryGlobal, CurrentFormal, EntryFormal, Result };
  Kind kind = Kind::CurrentGlobal;
  std::uint32_t index = 0;  // of a global: of its name

  [[nodiscard]] std::uint32_t code() const {
    return (index << 3U) | static_cast<std::uint32_t>(kind);
  }
  static DiagramVariable of(std::uint32_t code) {
    return {static_cast<Kind>(code & 7U), code >> 3U};
  }
};

struct Interface {
  std::vector<std::uint32_t> written;  // globals, by the index of their names; ascending
  std::vector<std::uint32_t> touched;
  std::vector<std::uint32_t> live_globals;
  std::vector<std::uint32_t> live_formals;

  auto operator<=>(const Interface&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// One without a text says only that the program has such a procedure: then equal places mean equal
/// names.
struct ProcedureRecord {
  Digest name;
  Digest text{};
  std::uint32_t interface = 0;  // into Snapshot::interfaces
  std::uint32_t formals = 0;
  std::uint32_t results = 0;
  DiagramId entries = 0;
  DiagramId summary = 0;
  std::uint32_t has_errors = 0;  // it was also entered so that a run reaches what is asked for

  bool operator==(const ProcedureRecord&) const = default;
  [[nodiscard]] bool is_known() const { return text != Digest{}; }
};

class Snapshot {
 public:
  std::vector<ProcedureRecord> records;  // in the order of the program's procedures

  /// The record of a procedure, which is likely to be this one.
  [[nodiscard]] const ProcedureRecord* find(const Digest& name, std::size_t likely) const;
  [[nodiscard]] std::uint32_t add_name(std::string_view name);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::uint32_t add_interface(const Interface& interface);
  [[nodiscard]] const Interface& interface(std::uint32_t index) const { return interfaces_[index]; }
  /// high and low must be different.
  [[nodiscard]] DiagramId add_node(const DiagramNode& node);
  [[nodiscard]] const DiagramNode& node(DiagramId id) const { return nodes_[id - 2]; }
  /// A node's number is larger than those of the nodes below it.
  [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }
  /// Removes what no record needs, if that is much.
  void tidy();

  [[nodiscard]] std::string to_bytes() const;
  /// Nothing where the bytes are not those of a snapshot of this version, as a whole.
  [[nodiscard]] static std::optional<Snapshot> from_bytes(std::string_view bytes);

 private:
  std::vector<std::string> names_;  // of globals
  std::vector<Interface> interfaces_;
  std::vector<DiagramNode> nodes_;
  std::size_t tidy_nodes_ = 0;  // how many there were when they were last needed all
  // Made when first needed.
  mutable std::unordered_map<Digest, std::uint32_t, DigestHash> by_name_;
  std::map<std::string, std::uint32_t, std::less<>> name_index_;
  std::map<Interface, std::uint32_t> interface_index_;
  std::map<DiagramNode, DiagramId> node_index_;

  [[nodiscard]] bool is_sound() const;
};

}  // namespace hardbop::engine
