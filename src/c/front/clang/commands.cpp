// SPDX-License-Identifier: MIT
// Reads compile_commands.json: for each file, the options that affect how its text is read.
#include <clang/Tooling/JSONCompilationDatabase.h>
#include <filesystem>

#include "c/front/front_end.hpp"

namespace hardbop::c {

namespace {

namespace fs = std::filesystem;

/// An option, and whether its value is a path. The value may be joined to it, or be the next word.
struct Known {
  std::string_view name;
  bool is_path = false;
};

constexpr Known with_value[] = {
    {"-isystem", true}, {"-iquote", true},   {"-idirafter", true}, {"-include", true},
    {"-imacros", true}, {"-isysroot", true}, {"--sysroot", true},  {"-I", true},
    {"-D", false},      {"-U", false},
};

constexpr std::string_view alone[] = {
    "-ansi",           "-nostdinc",     "-ffreestanding",       "-fno-builtin",  "-funsigned-char",
    "-fshort-enums",   "-fsigned-char", "-funsigned-bitfields", "-fshort-wchar", "-fgnu89-inline",
    "-fms-extensions", "-pthread",      "-trigraphs",           "-m32",          "-m64",
};

class Reader {
 public:
  explicit Reader(fs::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::string absolute(std::string_view path) const {
    return (folder_ / path).lexically_normal().string();
  }

  [[nodiscard]] std::vector<std::string> read(const std::vector<std::string>& words) const {
    std::vector<std::string> out;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string_view word = words[i];
      if (word.starts_with("-std=") || word.starts_with("-fpack-struct") ||
          std::find(std::begin(alone), std::end(alone), word) != std::end(alone)) {
        out.emplace_back(word);
        continue;
      }
      for (const Known& known : with_value) {
        if (!word.starts_with(known.name)) continue;
        std::string_view value = word.substr(known.name.size());
        if (value.empty() && i + 1 < words.size()) value = words[++i];
        if (value.starts_with("=")) value.remove_prefix(1);
        out.emplace_back(known.name);
        out.push_back(known.is_path ? absolute_file(known.name, value) : std::string(value));
        break;
      }
    }
    return out;
  }

 private:
  fs::path folder_;

  /// A file to include that is not in the folder is looked for as others are.
  [[nodiscard]] std::string absolute_file(std::string_view option, std::string_view value) const {
    std::string path = absolute(value);
    const bool is_file = option == "-include" || option == "-imacros";
    std::error_code none;
    return is_file && !fs::exists(path, none) ? std::string(value) : path;
  }
};

Commands read_database(const std::string& path) {
  Commands result;
  std::error_code none;
  fs::path file = path;
  if (fs::is_directory(file, none)) file /= "compile_commands.json";
  const auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      file.string(), result.error, clang::tooling::JSONCommandLineSyntax::Gnu);
  if (database == nullptr) {
    if (result.error.empty()) result.error = "no compilation database";
    return result;
  }
  result.error.clear();
  const fs::path base = fs::absolute(file, none).parent_path();
  for (const clang::tooling::CompileCommand& command : database->getAllCompileCommands()) {
    const Reader reader(base / command.Directory);
    result.commands.push_back(
        {reader.absolute(command.Filename), reader.read(command.CommandLine)});
  }
  return result;
}

}  // namespace
}  // namespace hardbop::c

/// By this name c/front/front_end.cpp finds it.
extern "C" void hardbop_read_commands(const std::string& path, hardbop::c::Commands& result) {
  result = hardbop::c::read_database(path);
}
