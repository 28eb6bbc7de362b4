// SPDX-License-Identifier: MIT
#include "product/abi/handles.hpp"

#include <chrono>
#include <utility>

namespace hardbop::abi {

namespace {

constexpr std::chrono::milliseconds interrupt_interval{50};

}  // namespace

void Diagrams::begin() {
  error.clear();
  {
    const std::lock_guard lock(released_mutex_);
    for (const hardbop_handle function : released_) functions.erase(function);
    released_.clear();
  }
  if (!budget_ || budget_->stopped() == StopReason::None) return;
  is_interrupted_ = false;
  budget_.emplace(limits_);  // one that has stopped keeps stopping
}

void Diagrams::set_interrupt(hardbop_interrupt check, void* data) {
  manager.set_budget(nullptr);
  budget_.reset();
  if (check == nullptr) return;
  limits_.cancel = &is_interrupted_;
  limits_.rest = [this, check, data, next = Budget::Clock::now()]() mutable {
    if (const Budget::Clock::time_point now = Budget::Clock::now(); now >= next) {
      next = now + interrupt_interval;
      if (check(data) != 0) is_interrupted_ = true;
    }
    return false;
  };
  manager.set_budget(&budget_.emplace(limits_));
}

void Diagrams::release(hardbop_handle function) {
  const std::unique_lock lock(mutex, std::try_to_lock);
  if (lock.owns_lock()) {
    functions.erase(function);
    return;
  }
  const std::lock_guard later(released_mutex_);
  released_.push_back(function);
}

Handles& Handles::instance() {
  static Handles handles;
  return handles;
}

hardbop_handle Handles::keep(Kept kept) {
  const std::lock_guard lock(mutex_);
  kept_.emplace(++last_, std::move(kept));
  return last_;
}

hardbop_handle Handles::keep_function(const std::shared_ptr<Diagrams>& owner, bdd::Bdd f) {
  const std::lock_guard lock(mutex_);
  owner->functions.emplace(++last_, std::move(f));
  owners_.emplace(last_, owner);
  return last_;
}

/// Objects end outside of the lock of the table: a manager has much to free.
void Handles::release(hardbop_handle handle) {
  std::shared_ptr<Diagrams> owner;
  std::unordered_map<hardbop_handle, Kept>::node_type ended;
  {
    const std::lock_guard lock(mutex_);
    ended = kept_.extract(handle);
    if (const auto found = owners_.find(handle); found != owners_.end()) {
      owner = found->second.lock();
      owners_.erase(found);
    }
  }
  if (owner) owner->release(handle);
  if (!ended.empty()) {
    if (auto* const manager = std::get_if<std::shared_ptr<Diagrams>>(&ended.mapped())) {
      const std::lock_guard lock((*manager)->mutex);
      const std::lock_guard table(mutex_);
      for (const auto& [function, diagram] : (*manager)->functions) owners_.erase(function);
    }
  }
}

std::shared_ptr<service::Call> Handles::find_call(hardbop_handle handle) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(handle);
  if (found == kept_.end()) return nullptr;
  const auto* const call = std::get_if<std::shared_ptr<service::Call>>(&found->second);
  return call == nullptr ? nullptr : *call;
}

std::shared_ptr<Diagrams> Handles::find_manager(hardbop_handle handle) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(handle);
  if (found == kept_.end()) return nullptr;
  const auto* const manager = std::get_if<std::shared_ptr<Diagrams>>(&found->second);
  return manager == nullptr ? nullptr : *manager;
}

std::shared_ptr<Diagrams> Handles::find_owner(hardbop_handle function) {
  const std::lock_guard lock(mutex_);
  const auto found = owners_.find(function);
  return found == owners_.end() ? nullptr : found->second.lock();
}

}  // namespace hardbop::abi
