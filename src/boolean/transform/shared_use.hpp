// SPDX-License-Identifier: MIT
// Where threads can notice each other, and therefore where a context switch can matter.
//
// A statement that touches no shared variable can be executed before or after what other threads
// do. So a run needs context switches only directly after statements that touch one (or that end an
// atomic section, or start a thread), and where a thread ends. The statements after such a point
// that touch nothing shared can wait for the thread's next context, and are left out if it has
// none. This changes neither what can be reached nor the number of switches.
#pragma once

#include <vector>

#include "boolean/language/threads.hpp"

namespace hardbop::transform {

/// Threads that are alike: copies of a block, or all that statements start.
struct ThreadKind {
  std::vector<std::uint32_t> initial;  // numbers in Threads::initial; none: started threads
  std::vector<bp::ProcedureId> entries;
  std::vector<bool> procedures;  // by procedure: it may run there
};

class SharedUse {
 public:
  explicit SharedUse(const bp::Threads& threads);

  /// Kinds of threads, started ones last where there are any.
  [[nodiscard]] const std::vector<ThreadKind>& kinds() const { return kinds_; }
  /// Procedures that `init` may run.
  [[nodiscard]] const std::vector<bool>& init_procedures() const { return init_; }
  /// Shared globals that one thread writes and another one mentions. The others are constant
  /// once `init` has ended, or belong to one thread in fact.
  [[nodiscard]] const std::vector<bp::Slot>& exchanged() const { return exchanged_; }
  /// Of a shared global that is not exchanged: whether this kind of thread mentions it.
  [[nodiscard]] bool mentions(std::size_t kind, bp::Slot slot) const {
    return mentioned_[kind][slot];
  }
  /// Whether a context may have to end just before this vertex.
  [[nodiscard]] bool is_switch_point(bp::VertexId v) const { return switch_points_[v]; }
  [[nodiscard]] bool has_atomic() const { return has_atomic_; }
  [[nodiscard]] bool has_end_thread() const { return has_end_thread_; }

 private:
  const bp::Threads& threads_;
  const bp::Graph& graph_;
  std::vector<ThreadKind> kinds_;
  std::vector<bool> init_;
  std::vector<std::vector<bool>> mentioned_;  // by kind, by shared slot
  std::vector<bp::Slot> exchanged_;
  std::vector<bool> switch_points_;
  bool has_atomic_ = false;
  bool has_end_thread_ = false;

  void find_kinds();
  [[nodiscard]] std::vector<bool> reachable(const std::vector<bp::ProcedureId>& entries) const;
  void find_exchanged();
  void find_switch_points();
  [[nodiscard]] bool accesses(bp::VertexId v, const std::vector<bool>& exchanged) const;
};

}  // namespace hardbop::transform
