// SPDX-License-Identifier: MIT
// An entry is a file with a manifest: of every file that was read, its size, time of change and
// hash; of every folder in which a file was looked for in vain, its time of change and those names.
// If sizes and times are the same, nothing is read. A file that was changed so shortly before the
// manifest was written that a later change could have the same time is always hashed.
#include "product/suite/cache.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sys/stat.h>

#include "base/certificate/claim.hpp"
#include "product/suite/patterns.hpp"
#include "product/suite/results.hpp"
#include <hardbop/program.hpp>

namespace hardbop::suite {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t clock_grain = 2'000'000'000;  // of the coarsest file systems, in nanoseconds
constexpr int manifest_version = 1;

struct Stamp {
  std::int64_t size = -1;  // -1: there is no such file
  std::int64_t changed = 0;
};

Stamp stamp_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  const std::int64_t size = S_ISDIR(status.st_mode) ? 0 : status.st_size;
  // The time of the last change of any kind, which no program can set back.
  return {size, status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec};
}

std::string hash_of(const std::string& path) {
  const std::optional<std::string> text = text_of_file(path);
  return text ? certify::sha256(*text) : "";
}

}  // namespace

std::int64_t system_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::string identity_of(const std::string& program) {
  std::string all = std::string(version()) + hash_of(program);
  std::set<std::string> modules;
  std::error_code error;
  const fs::path folder = fs::path(program).parent_path();
  for (const fs::path& place : {folder, folder / "../lib", folder / "../lib/hardbop"})
    for (fs::directory_iterator file(place, error), end; !error && file != end;
         file.increment(error))
      if (file->path().filename().string().starts_with("hardbop-") &&
          file->path().extension() == ".so")
        modules.insert(file->path().string());
  for (const std::string& module : modules) all += hash_of(module);
  for (const char* const name : {"CPATH", "C_INCLUDE_PATH"})
    if (const char* const value = std::getenv(name)) all += fmt::format("{}={};", name, value);
  return certify::sha256(all);
}

Cache::Cache(std::string path, std::string identity, std::string folder)
    : path_(std::move(path)), identity_(std::move(identity)), folder_(std::move(folder)) {}

std::string Cache::path_of(const Task& task) const {
  const Json key = {{"identity", identity_}, {"folder", folder_}, {"arguments", task.arguments}};
  const std::string hash = certify::sha256(to_line(key));
  return fmt::format("{}/{}/{}.json", path_, hash.substr(0, 2), hash.substr(2));
}

std::vector<std::string> Cache::named_files(const Task& task) const {
  std::vector<std::string> out;
  const auto add = [&](const std::string& word) {
    std::error_code error;
    const fs::path path = fs::path(folder_) / word;
    if (fs::is_regular_file(path, error)) out.push_back(word);
    if (const std::string inside = word + "/compile_commands.json";
        fs::is_regular_file(fs::path(folder_) / inside, error))
      out.push_back(inside);
  };
  for (const std::string& word : task.arguments) {
    add(word);
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
      add(word.substr(equals + 1));
  }
  return out;
}

bool Cache::is_same(const Json& file, std::int64_t written) const {
  const std::string path = (fs::path(folder_) / file.at("path").get<std::string>()).string();
  const Stamp now = stamp_of(path);
  const std::int64_t changed = file.at("changed");
  if (now.size != file.at("size").get<std::int64_t>()) return false;
  if (now.changed == changed && changed + clock_grain < written) return true;
  return hash_of(path) == file.at("sha256").get<std::string>();
}

bool Cache::is_still_absent(const Json& folder, std::int64_t written) const {
  const fs::path path = fs::path(folder_) / folder.at("path").get<std::string>();
  const Stamp now = stamp_of(path.string());
  const std::int64_t changed = folder.at("changed");
  if (now.size < 0) return true;
  if (now.changed == changed && changed + clock_grain < written) return true;
  return std::ranges::none_of(folder.at("absent"), [&](const Json& name) {
    return stamp_of((path / name.get<std::string>()).string()).size >= 0;
  });
}

std::optional<Row> Cache::find(const Task& task) const {
  const std::string path = path_of(task);
  const std::optional<std::string> text = text_of_file(path);
  if (!text) return std::nullopt;
  try {
    const Json manifest = Json::parse(*text);
    if (manifest.at("version") != manifest_version) return std::nullopt;
    const std::int64_t written = manifest.at("written");
    for (const Json& file : manifest.at("files"))
      if (!is_same(file, written)) return std::nullopt;
    for (const Json& folder : manifest.at("folders"))
      if (!is_still_absent(folder, written)) return std::nullopt;
    std::optional<Row> row = row_from(manifest.at("row"));
    // A task that was not decided may be with other limits.
    if (!row || (!row->is_decided() && row->key != key_of(task))) return std::nullopt;
    const Row asked = row_for(task);  // its name and what is expected may be others now
    row->id = asked.id;
    row->group = asked.group;
    row->program = asked.program;
    row->question = asked.question;
    row->expected = asked.expected;
    row->key = asked.key;
    row->is_cached = true;
    std::error_code error;
    fs::last_write_time(path, fs::file_time_type::clock::now(), error);  // for trim()
    return row;
  } catch (const Json::exception&) {
    return std::nullopt;  // damaged: it is answered again, and replaced
  }
}

/// Other runs may use and trim the same folder: a file that is gone is no problem.
void Cache::trim(std::uint64_t most_bytes) const {
  struct Entry {
    fs::file_time_type used;
    std::uint64_t size = 0;
    fs::path file;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator i(path_, error), end; !error && i != end;
       i.increment(error)) {
    std::error_code gone;
    if (!i->is_regular_file(gone) || i->path().extension() != ".json") continue;
    Entry entry{i->last_write_time(gone), i->file_size(gone), i->path()};
    if (gone) continue;
    total += entry.size;
    entries.push_back(std::move(entry));
  }
  if (total <= most_bytes) return;
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (total <= most_bytes) return;
    fs::remove(entry.file, error);
    total -= entry.size;
  }
}

Json Cache::absent_json(const std::vector<std::string>& absent) const {
  std::map<std::string, Json> folders;
  for (const std::string& name : absent) {
    const fs::path path(name);
    Json& folder = folders[path.parent_path().string()];
    folder["absent"].push_back(path.filename().string());
  }
  Json out = Json::array();
  for (auto& [name, folder] : folders) {
    folder["path"] = name;
    folder["changed"] = stamp_of((fs::path(folder_) / name).string()).changed;
    out.push_back(std::move(folder));
  }
  return out;
}

std::string Cache::store(const Task& task, const Row& row, const TaskFiles& files,
                         std::int64_t started) const {
  Json listed = Json::array();
  std::set<std::string> seen;
  for (const std::string& name : files.files) {
    if (!seen.insert(name).second) continue;
    const std::string path = (fs::path(folder_) / name).string();
    const Stamp stamp = stamp_of(path);
    if (stamp.size < 0 || stamp.changed >= started || !is_utf8(name)) return {};
    listed.push_back({{"path", name},
                      {"size", stamp.size},
                      {"changed", stamp.changed},
                      {"sha256", hash_of(path)}});
  }
  const Json manifest = {{"version", manifest_version},
                         {"written", system_now()},
                         {"files", std::move(listed)},
                         {"folders", absent_json(files.absent)},
                         {"row", to_json(row)}};
  const std::string path = path_of(task);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  return replace_file(path, to_line(manifest));
}

}  // namespace hardbop::suite
