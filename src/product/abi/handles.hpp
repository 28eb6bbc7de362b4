// SPDX-License-Identifier: MIT
// What callers of the C ABI keep: objects behind numbers that are never used twice, so that a
// number that was released, or invented, is found to be wrong. Private to the layer.
//
// The table belongs to the process. C callers have no other place for it, and it holds nothing that
// changes an answer.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/bdd/manager.hpp"
#include "base/util/budget.hpp"
#include <hardbop/hardbop.h>
#include <hardbop/service.hpp>

namespace hardbop::abi {

/// A manager, used by one thread at a time.
class Diagrams {
 public:
  std::mutex mutex{};
  std::string error{};
  std::unordered_map<hardbop_handle, bdd::Bdd> functions{};
  bdd::Manager manager{};  // destroyed last but for the functions, which need it

  ~Diagrams() { functions.clear(); }

  /// Begins an operation; the caller has locked it.
  void begin();
  /// Null: operations are not interrupted. The caller has locked it.
  void set_interrupt(hardbop_interrupt check, void* data);
  /// At once if nobody uses the manager, else before the next operation: who releases a function
  /// must not wait, because it may be a garbage collector that an interrupt runs.
  void release(hardbop_handle function);

 private:
  std::atomic<bool> is_interrupted_{false};
  std::optional<Budget> budget_{};
  Limits limits_{};
  std::mutex released_mutex_{};
  std::vector<hardbop_handle> released_{};
};

using Kept = std::variant<std::shared_ptr<service::Call>, std::shared_ptr<Diagrams>>;

class Handles {
 public:
  [[nodiscard]] static Handles& instance();

  [[nodiscard]] hardbop_handle keep(Kept kept);
  /// A function of a manager; the caller has locked that.
  [[nodiscard]] hardbop_handle keep_function(const std::shared_ptr<Diagrams>& owner, bdd::Bdd f);
  void release(hardbop_handle handle);

  /// The sessions of all callers.
  [[nodiscard]] service::Sessions& sessions() { return sessions_; }

  /// Null if it is none of that kind.
  [[nodiscard]] std::shared_ptr<service::Call> find_call(hardbop_handle handle);
  [[nodiscard]] std::shared_ptr<Diagrams> find_manager(hardbop_handle handle);
  /// The manager that a function belongs to.
  [[nodiscard]] std::shared_ptr<Diagrams> find_owner(hardbop_handle function);

 private:
  std::mutex mutex_{};
  hardbop_handle last_ = 0;
  service::Sessions sessions_{};
  std::unordered_map<hardbop_handle, Kept> kept_{};
  std::unordered_map<hardbop_handle, std::weak_ptr<Diagrams>> owners_{};
};

}  // namespace hardbop::abi
