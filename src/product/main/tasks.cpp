// SPDX-License-Identifier: MIT
#include "product/main/tasks.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <glob.h>

#include "product/main/files.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::cli {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> out;
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    out.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return out;
}

class TaskFiles {
 public:
  TaskFiles(const std::string& path, CTask read)
      : folder_(fs::path(path).parent_path()), read_(std::move(read)) {}

  [[nodiscard]] std::optional<Task> get(bool warnings) {
    Task task;
    task.data_model = read_.data_model;
    if (read_.errors == 0) {
      for (const CTask::Text& file : read_.input_files) add_files(file, task.files);
      for (const CTask::Text& file : read_.property_files) add_property(file, task);
      if (read_.errors == 0 && task.property_files.empty() && !read_.property_files.empty())
        say(Message::Kind::Error, read_.property_files.front().at, "no property can be checked");
    }
    print_messages(read_.messages, read_.errors, warnings);
    if (read_.errors != 0) return std::nullopt;
    return task;
  }

 private:
  fs::path folder_;
  CTask read_;

  void say(Message::Kind kind, const Location& at, std::string text) {
    Message& message = read_.messages.emplace_back();
    message.kind = kind;
    message.at = at;
    message.text = std::move(text);
    if (kind == Message::Kind::Error) ++read_.errors;
  }

  void add_files(const CTask::Text& pattern, std::vector<std::string>& files) {
    const std::vector<std::string> found = files_of((folder_ / pattern.text).string());
    if (found.empty())
      say(Message::Kind::Error, pattern.at, fmt::format("there is no file '{}'", pattern.text));
    files.insert(files.end(), found.begin(), found.end());
  }

  void add_property(const CTask::Text& file, Task& task) {
    const std::string path = (folder_ / file.text).lexically_normal().string();
    const std::optional<std::string> text = read_if_possible(path);
    if (!text)
      return say(Message::Kind::Error, file.at, fmt::format("there is no file '{}'", file.text));
    if (read_property(*text))
      task.property_files.push_back(path);
    else
      say(Message::Kind::Warning, file.at,
          fmt::format("'{}' is left out: not a property that is known", file.text));
  }
};

}  // namespace

bool is_task(const std::string& path) {
  return path.ends_with(".yml") || path.ends_with(".yaml");
}

std::optional<Task> read_task_file(const std::string& path, bool warnings) {
  const std::optional<std::string> text = read_input(path);
  if (!text) return std::nullopt;
  return TaskFiles(path, read_task(path, *text)).get(warnings);
}

}  // namespace hardbop::cli
