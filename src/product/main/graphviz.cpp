// SPDX-License-Identifier: MIT
#include "product/main/graphviz.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

#include "product/main/files.hpp"

namespace hardbop::cli {

std::optional<std::string> run_dot(const std::string& graphs, const std::string& format,
                                   int seconds) {
  const char* const folder = std::getenv("TMPDIR");
  std::string path = std::string(folder != nullptr ? folder : "/tmp") + "/hardbop-XXXXXX";
  const int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) {
    fmt::print(stderr, "{}: error: cannot be written: {}\n", path, std::strerror(errno));
    return std::nullopt;
  }
  ::close(descriptor);
  std::optional<std::string> answer;
  int status = -1;
  if (write_file(path, graphs)) {
    const std::string limit = seconds == 0 ? "" : fmt::format("timeout {} ", seconds);
    const std::string command = fmt::format("{}dot -T{} '{}' 2>/dev/null", limit, format, path);
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    if (pipe != nullptr) {
      answer.emplace();
      char buffer[4096];
      while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe))
        answer->append(buffer, got);
      status = ::pclose(pipe);
    }
  }
  ::unlink(path.c_str());
  if (status != 0) answer.reset();
  return answer;
}

}  // namespace hardbop::cli
