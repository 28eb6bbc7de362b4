// SPDX-License-Identifier: MIT
#include "product/suite/results.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

#include "product/suite/write_all.hpp"

namespace hardbop::suite {

namespace {

namespace fs = std::filesystem;

std::string failure(const std::string& path, const char* what) {
  return fmt::format("{}: error: {}: {}", path, what, std::strerror(errno));
}

}  // namespace

ResultsRead read_results(const std::string& path, const VisitRow& visit) {
  ResultsRead out;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    out.problem = failure(path, "cannot be read");
    return out;
  }
  for (std::string line; std::getline(file, line);) {
    out.is_torn = file.eof();  // no line break follows
    if (out.is_torn) break;
    out.end += line.size() + 1;
    std::optional<Row> row = row_from(Json::parse(line, nullptr, false));
    if (row)
      visit(*std::move(row));
    else
      ++out.bad_lines;
  }
  return out;
}

std::vector<std::string> result_files(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  const fs::path own = fs::path(folder) / "results.jsonl";
  if (fs::exists(own, error)) out.push_back(own.string());
  std::vector<std::string> parts;
  for (fs::directory_iterator part(fs::path(folder) / "parts", error), end; !error && part != end;
       part.increment(error))
    if (const fs::path file = part->path() / "results.jsonl"; fs::exists(file, error))
      parts.push_back(file.string());
  std::ranges::sort(parts);
  out.insert(out.end(), parts.begin(), parts.end());
  return out;
}

void RowSet::add(Row&& row) {
  const auto [known, is_new] = rows.try_emplace(row.id);
  Row& kept = known->second;
  if (is_new) {
    kept = std::move(row);
    return;
  }
  ++doubles;
  if (kept.is_decided() && row.is_decided() && kept.holds() != row.holds())
    contradictions.push_back(row.id);
  const bool is_better = (kept.verdict == "error" && row.verdict != "error") ||
                         (!kept.is_decided() && row.is_decided());
  if (is_better) kept = std::move(row);
}

RowSet read_rows(const std::string& path, bool answers, std::vector<std::string>& problems) {
  RowSet out;
  std::error_code error;
  const std::vector<std::string> files =
      fs::is_directory(path, error) ? result_files(path) : std::vector<std::string>{path};
  if (files.empty()) problems.push_back(fmt::format("{}: error: there are no results", path));
  for (const std::string& file : files) {
    const ResultsRead read = read_results(file, [&](Row&& row) {
      if (!answers) row.answer = nullptr;
      out.add(std::move(row));
    });
    if (!read.problem.empty()) problems.push_back(read.problem);
    if (read.bad_lines != 0)
      problems.push_back(fmt::format("{}: warning: {} lines are no results", file, read.bad_lines));
  }
  return out;
}

ResultsFile::~ResultsFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string ResultsFile::open(const std::string& path,
                              const std::function<bool(const Row&)>& is_wanted) {
  path_ = path;
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) return failure(path_, "cannot be written");
  // The lock is that of the file that is there now: it is replaced below only by who has it.
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
    return fmt::format("{}: error: another run writes it", path_);
  return keep(is_wanted);
}

std::string ResultsFile::keep(const std::function<bool(const Row&)>& is_wanted) {
  std::string kept;
  std::size_t dropped = 0;
  const ResultsRead read = read_results(path_, [&](Row&& row) {
    if (is_wanted(row))
      kept += to_line(to_json(row)) + "\n";
    else
      ++dropped;
  });
  if (!read.problem.empty()) return read.problem;
  size_ = read.end;
  if (dropped != 0 || read.bad_lines != 0) {
    if (std::string problem = replace_file(path_, kept); !problem.empty()) return problem;
    const int fresh = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
    if (fresh < 0 || ::flock(fresh, LOCK_EX | LOCK_NB) != 0)
      return failure(path_, "cannot be written");
    ::close(std::exchange(descriptor_, fresh));
    size_ = kept.size();
  } else if (read.is_torn && ::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) {
    return failure(path_, "cannot be written");
  }
  ::lseek(descriptor_, static_cast<off_t>(size_), SEEK_SET);
  return {};
}

void ResultsFile::append(const Row& row) {
  waiting_ += to_line(to_json(row)) + "\n";
}

std::string ResultsFile::commit() {
  if (waiting_.empty()) return {};
  if (write_all(descriptor_, waiting_) && ::fdatasync(descriptor_) == 0) {
    size_ += waiting_.size();
    waiting_.clear();
    return {};
  }
  const std::string problem = failure(path_, "cannot be written");
  // Without the torn end; if even that fails, the next reader does it.
  static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(size_)) == 0);
  return problem;
}

std::string replace_file(const std::string& path, const std::string& text) {
  const std::string fresh = path + ".new";
  const int descriptor = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) return failure(path, "cannot be written");
  const bool is_written = write_all(descriptor, text) && ::fsync(descriptor) == 0;
  const int reason = errno;
  const bool is_closed = ::close(descriptor) == 0;
  if (is_written && is_closed && ::rename(fresh.c_str(), path.c_str()) == 0) return {};
  if (!is_written) errno = reason;
  const std::string problem = failure(path, "cannot be written");
  ::unlink(fresh.c_str());
  return problem;
}

}  // namespace hardbop::suite
