// SPDX-License-Identifier: MIT
#include "base/util/file_store.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace hardbop {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view magic = "hardbop\x01";
/// Files that a process began and did not finish are removed after this time.
constexpr std::chrono::hours abandoned_after{1};

struct Header {
  char magic[8] = {};
  Digest version;
  Digest contents;
  std::uint64_t size = 0;
};

/// No two threads or processes begin the same one.
fs::path temporary(const fs::path& file) {
  static std::atomic<unsigned> number{0};
  return fmt::format("{}.{}-{}.part", file.string(), ::getpid(), number++);
}

}  // namespace

FileStore::FileStore(fs::path folder, std::uint64_t most_bytes, std::string_view version)
    : folder_(std::move(folder)), most_bytes_(most_bytes), version_(digest_of(version)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) problems_.push_back({folder_, "cannot make the folder: " + error.message()});
}

fs::path FileStore::path(const Digest& name, std::string_view kind) const {
  return folder_ / fmt::format("{:016x}{:016x}.{}", name.high, name.low, kind);
}

std::optional<std::string> FileStore::take(const Digest& name, std::string_view kind) {
  is_used_ = true;
  const fs::path file = path(name, kind);
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  const auto refuse = [&](const char* why) {
    problems_.push_back({file, why});
    return std::nullopt;
  };
  Header header;
  if (!in.read(reinterpret_cast<char*>(&header), sizeof header))
    return refuse("damaged file ignored");
  if (std::string_view(header.magic, sizeof header.magic) != magic)
    return refuse("not a file of a store; ignored");
  if (header.version != version_) return refuse("file of another version ignored");
  std::error_code error;
  if (fs::file_size(file, error) != sizeof header + header.size || error)
    return refuse("damaged file ignored");
  std::string bytes(header.size, '\0');
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) ||
      header.contents != digest_of(bytes))
    return refuse("damaged file ignored");
  last_size_ = bytes.size() + sizeof header;
  fs::last_write_time(file, fs::file_time_type::clock::now(), error);
  return bytes;
}

void FileStore::keep(const Digest& name, std::string_view kind, std::string_view contents) {
  is_used_ = true;
  const fs::path file = path(name, kind);
  const fs::path part = temporary(file);
  Header header;
  std::ranges::copy(magic, header.magic);
  header.version = version_;
  header.contents = digest_of(contents);
  header.size = contents.size();
  std::error_code error;
  {
    std::ofstream out(part, std::ios::binary);
    out.write(reinterpret_cast<const char*>(&header), sizeof header);
    out.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    out.close();
    if (!out) {
      problems_.push_back({part, "cannot write the file; nothing is kept"});
      fs::remove(part, error);
      return;
    }
  }
  fs::rename(part, file, error);
  if (error) problems_.push_back({file, "cannot write the file: " + error.message()});
  last_size_ = contents.size() + sizeof header;
  remove_old(file);
}

/// Another process may remove the same ones; that is no problem.
void FileStore::remove_old(const fs::path& newest) {
  struct Entry {
    fs::path file;
    fs::file_time_type used;
    std::uint64_t size;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator i(folder_, error), end; !error && i != end; i.increment(error)) {
    std::error_code gone;
    Entry entry{i->path(), fs::last_write_time(i->path(), gone), fs::file_size(i->path(), gone)};
    if (gone) continue;
    if (entry.file.extension() == ".part" && now - entry.used < abandoned_after) continue;
    if (entry.file.extension() == ".part") entry.used = {};
    total += entry.size;
    if (entry.file != newest) entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (total <= most_bytes_ && entry.file.extension() != ".part") break;
    fs::remove(entry.file, error);
    total -= entry.size;
  }
}

}  // namespace hardbop
