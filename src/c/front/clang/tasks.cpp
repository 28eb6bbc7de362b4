// SPDX-License-Identifier: MIT
// Reads task definitions of SV-COMP's with LLVM's reader of YAML. What the format does not define
// is an error, because a misspelled key would change the question.
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>
#include <set>

#include "c/front/clang/guarded.hpp"
#include "c/front/front_end.hpp"

namespace hardbop::c {

namespace {

namespace yaml = llvm::yaml;

constexpr std::size_t largest_task = 100'000;  // in bytes; reading what nests deeply takes long

class TaskReader {
 public:
  TaskReader(const std::string& path, const std::string& text, Task& task)
      : path_(path), task_(task), stream_(text, sources_) {
    sources_.setDiagHandler(&TaskReader::listen, this);
  }

  void read() {
    yaml::document_iterator document = stream_.begin();
    yaml::Node* const root = document == stream_.end() ? nullptr : document->getRoot();
    auto* const all = llvm::dyn_cast_or_null<yaml::MappingNode>(root);
    if (all == nullptr && task_.findings.empty()) say({}, "not a task definition");
    if (all != nullptr)
      for_each(*all, [this](const Key& key, yaml::Node* value) { read_entry(key, value); });
    if (!task_.findings.empty()) return;
    if (++document != stream_.end()) return say({}, "more than one document");
    require("format_version");
    require("input_files");
    if (task_.findings.empty() && task_.input_files.empty()) say({}, "no input files");
  }

 private:
  struct Key {
    std::string name;
    llvm::SMLoc at;
  };

  const std::string& path_;
  Task& task_;
  llvm::SourceMgr sources_;
  yaml::Stream stream_;
  std::set<std::string> seen_;

  static void listen(const llvm::SMDiagnostic& diagnostic, void* reader) {
    auto& self = *static_cast<TaskReader*>(reader);
    if (!self.task_.findings.empty()) return;  // others follow from the first
    Finding& finding = self.task_.findings.emplace_back();
    finding.file = self.path_;
    finding.line = static_cast<std::uint32_t>(std::max(diagnostic.getLineNo(), 0));
    finding.column = static_cast<std::uint32_t>(diagnostic.getColumnNo() + 1);
    finding.text = "not YAML: " + diagnostic.getMessage().str();
  }

  [[nodiscard]] std::pair<unsigned, unsigned> locate(llvm::SMLoc at) const {
    return at.isValid() ? sources_.getLineAndColumn(at) : std::pair<unsigned, unsigned>{0, 0};
  }

  void say(llvm::SMLoc at, const std::string& text) {
    const auto [line, column] = locate(at);
    task_.findings.push_back({Finding::Severity::Error, path_, line, column, text});
  }

  void require(const std::string& key) {
    if (!seen_.contains(key)) say({}, "'" + key + "' is missing");
  }

  /// Nothing where it is none, which is said.
  std::optional<Task::Text> scalar(yaml::Node* node, const std::string& what) {
    auto* const found = llvm::dyn_cast_or_null<yaml::ScalarNode>(node);
    if (found == nullptr) {
      if (task_.findings.empty())
        say(node == nullptr ? llvm::SMLoc() : node->getSourceRange().Start,
            what + " is not a text");
      return std::nullopt;
    }
    llvm::SmallString<64> storage;
    const auto [line, column] = locate(found->getSourceRange().Start);
    return Task::Text{found->getValue(storage).str(), line, column};
  }

  /// Ends at the first error: after it the reader of YAML is not to be asked.
  template <typename Visit>
  void for_each(yaml::MappingNode& mapping, const Visit& visit) {
    std::set<std::string> seen;
    for (yaml::KeyValueNode& pair : mapping) {
      yaml::Node* const node = pair.getKey();
      const std::optional<Task::Text> key = scalar(node, "a key");
      if (!key || !task_.findings.empty()) return;
      const Key found{key->text, node->getSourceRange().Start};
      if (!seen.insert(found.name).second) say(found.at, "'" + found.name + "' is given twice");
      yaml::Node* const value = pair.getValue();
      if (task_.findings.empty()) visit(found, value);
      if (!task_.findings.empty()) return;
    }
  }

  void read_entry(const Key& key, yaml::Node* value) {
    seen_.insert(key.name);
    if (key.name == "format_version") return read_version(value);
    if (key.name == "input_files")
      return read_list(value, "a file", [this](yaml::Node& one) {
        if (auto text = scalar(&one, "a file")) task_.input_files.push_back(*std::move(text));
      });
    if (key.name == "properties")
      return read_list(value, "a property", [this](yaml::Node& one) { read_property(one); });
    if (key.name == "options") return read_options(value);
    if (key.name == "required_files" || key.name == "additional_information") return;
    say(key.at, "unknown key '" + key.name + "'");
  }

  void read_version(yaml::Node* value) {
    const auto version = scalar(value, "the format's version");
    if (!version || version->text == "1.0" || version->text == "1.1" || version->text == "2.0" ||
        version->text == "2.1")
      return;
    say(value->getSourceRange().Start, "format_version is not 1.0, 1.1, 2.0 or 2.1");
  }

  /// One item alone need not be in a list.
  template <typename Visit>
  void read_list(yaml::Node* value, const std::string& what, const Visit& visit) {
    auto* const list = llvm::dyn_cast_or_null<yaml::SequenceNode>(value);
    if (list == nullptr) {
      if (llvm::isa_and_nonnull<yaml::ScalarNode>(value)) return visit(*value);
      if (task_.findings.empty())
        say(value == nullptr ? llvm::SMLoc() : value->getSourceRange().Start,
            what + " or a list of them is expected here");
      return;
    }
    for (yaml::Node& one : *list) {
      if (task_.findings.empty()) visit(one);
      if (!task_.findings.empty()) return;
    }
  }

  void read_property(yaml::Node& node) {
    const llvm::SMLoc start = node.getSourceRange().Start;
    auto* const property = llvm::dyn_cast<yaml::MappingNode>(&node);
    if (property == nullptr) return say(start, "a property is a property_file and its verdict");
    const std::size_t before = task_.property_files.size();
    std::string expected;
    for_each(*property, [&](const Key& key, yaml::Node* value) {
      if (key.name == "property_file") {
        if (auto text = scalar(value, "a file")) task_.property_files.push_back(*std::move(text));
      } else if (key.name == "expected_verdict") {
        const auto verdict = scalar(value, "a verdict");
        if (verdict && verdict->text != "true" && verdict->text != "false")
          say(value->getSourceRange().Start, "expected_verdict is neither true nor false");
        if (verdict) expected = verdict->text;
      } else if (key.name != "subproperty" && key.name != "additional_information") {
        say(key.at, "unknown key '" + key.name + "'");
      }
    });
    if (task_.findings.empty() && task_.property_files.size() == before)
      say(start, "a property has no property_file");
    task_.verdicts.resize(task_.property_files.size(), expected);
  }

  void read_options(yaml::Node* value) {
    auto* const options = llvm::dyn_cast_or_null<yaml::MappingNode>(value);
    if (options == nullptr) {
      if (task_.findings.empty()) say(llvm::SMLoc(), "'options' has no keys");
      return;
    }
    for_each(*options, [this](const Key& key, yaml::Node* option) {
      if (key.name != "language" && key.name != "data_model") return;
      const auto text = scalar(option, key.name);
      if (!text) return;
      const llvm::SMLoc at = option->getSourceRange().Start;
      if (key.name == "language" && text->text != "C") return say(at, "the language is not C");
      if (key.name == "language") return;
      task_.data_model = text->text;
      if (text->text != "ILP32" && text->text != "LP64")
        say(at, "data_model is neither ILP32 nor LP64");
    });
  }
};

}  // namespace
}  // namespace hardbop::c

/// By this name c/front/front_end.cpp finds it.
extern "C" void hardbop_read_task(const std::string& path, const std::string& text,
                                  hardbop::c::Task& result) {
  using hardbop::c::Finding;
  const bool is_small = text.size() <= hardbop::c::largest_task;
  const auto read = [&] { hardbop::c::TaskReader(path, text, result).read(); };
  if (is_small && hardbop::c::run_guarded(read)) return;
  result = {};
  result.findings.push_back({Finding::Severity::Error, path, 0, 0,
                             is_small ? "nested too deeply" : "too large for a task definition"});
}
