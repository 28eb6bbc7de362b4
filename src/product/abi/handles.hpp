// SPDX-License-Identifier: MIT
// What callers of the C ABI keep: objects behind numbers that are never used twice, so that a
// number that was released, or invented, is found to be wrong. Private to the layer.
//
// The table belongs to the process. C callers have no other place for it, and it holds nothing that
// changes an answer.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <variant>

#include "base/bdd/manager.hpp"
#include <hardbop/hardbop.h>
#include <hardbop/service.hpp>

namespace hardbop::abi {

/// A manager, used by one thread at a time.
struct Diagrams {
  std::mutex mutex{};
  std::string error{};
  std::unordered_map<hardbop_handle, bdd::Bdd> functions{};
  bdd::Manager manager{};  // destroyed last but for the functions, which need it

  ~Diagrams() { functions.clear(); }
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
