// SPDX-License-Identifier: MIT
#include "product/main/event_file.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>

namespace hardbop::cli {

EventFile::EventFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "w")) {
  is_written_ = file_ != nullptr;
  // Line by line, so that what is there is complete also where the process is ended.
  if (is_written_) std::setvbuf(file_.get(), nullptr, _IOLBF, std::size_t{1} << 16U);
  if (!is_written_)
    fmt::print(stderr, "{}: error: cannot be written: {}\n", path_, std::strerror(errno));
}

void EventFile::write(const std::string& event) {
  const std::scoped_lock lock(mutex_);
  if (!is_written_) return;
  is_written_ = std::fwrite(event.data(), 1, event.size(), file_.get()) == event.size() &&
                std::fputc('\n', file_.get()) != EOF;
}

bool EventFile::close() {
  const bool was_open = file_ != nullptr;
  const bool is_flushed = was_open && std::fclose(file_.release()) == 0;
  if (was_open && !(is_written_ && is_flushed))
    fmt::print(stderr, "{}: error: cannot be written\n", path_);
  return is_written_ && is_flushed;
}

}  // namespace hardbop::cli
