// SPDX-License-Identifier: MIT
// Snapshots by the question that they answer: in memory, and in a folder if there is one.
#pragma once

#include <map>
#include <memory>
#include <string_view>

#include "base/util/file_store.hpp"
#include "boolean/engine/store/snapshot.hpp"

namespace hardbop::engine {

class SnapshotStore {
 public:
  SnapshotStore() = default;
  explicit SnapshotStore(std::shared_ptr<FileStore> files) : files_(std::move(files)) {}

  /// An empty one, if there is none. The key only says which snapshot is likely to be of use.
  [[nodiscard]] std::shared_ptr<Snapshot> take(std::string_view key);
  void keep(std::string_view key, const std::shared_ptr<Snapshot>& snapshot, bool changed);
  /// What the last snapshot takes in a folder, or would take there.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::shared_ptr<FileStore> files_;
  std::map<Digest, std::shared_ptr<Snapshot>> snapshots_;
  std::uint64_t bytes_ = 0;
};

}  // namespace hardbop::engine
