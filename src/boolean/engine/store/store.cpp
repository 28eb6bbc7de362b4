// SPDX-License-Identifier: MIT
#include "boolean/engine/store/store.hpp"

namespace hardbop::engine {

namespace {

/// Another number for another form of snapshots.
constexpr std::string_view snapshot_kind = "summaries-1";

}  // namespace

std::shared_ptr<Snapshot> SnapshotStore::take(std::string_view key) {
  const Digest name = digest_of(key);
  std::shared_ptr<Snapshot>& snapshot = snapshots_[name];
  if (snapshot) return snapshot;
  if (files_)
    if (const auto bytes = files_->take(name, snapshot_kind)) {
      bytes_ = files_->last_size();
      if (auto read = Snapshot::from_bytes(*bytes))
        return snapshot = std::make_shared<Snapshot>(*std::move(read));
    }
  return snapshot = std::make_shared<Snapshot>();
}

void SnapshotStore::keep(std::string_view key, const std::shared_ptr<Snapshot>& snapshot,
                         bool changed) {
  const Digest name = digest_of(key);
  snapshots_[name] = snapshot;
  if (!files_ || !changed) return;
  files_->keep(name, snapshot_kind, snapshot->to_bytes());
  bytes_ = files_->last_size();
}

}  // namespace hardbop::engine
