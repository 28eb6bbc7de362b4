// SPDX-License-Identifier: MIT
// Runs Clang. A source that is not C11 is read again as C89, because much old code is C89.
#include "c/front/front_end.hpp"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/TargetParser/Triple.h>
#include <memory>
#include <set>

#include "c/front/clang/guarded.hpp"
#include "c/front/clang/ignored.hpp"
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

namespace {

constexpr std::size_t most_findings = 100;

/// Warnings that Clang reads over something that a compiler may not.
constexpr const char* ignoring[] = {"attributes", "unknown-attributes", "ignored-attributes",
                                    "unknown-pragmas"};

/// Of pragmas that Clang knows, with arguments that it does not.
constexpr const char* ignored_pragmas = "ignored-pragmas";

/// Keeps what Clang says.
class Listener : public clang::DiagnosticConsumer {
 public:
  std::vector<Finding> findings;
  std::vector<Ignored> ignored;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level == clang::DiagnosticsEngine::Warning && is_kept_apart(diagnostic)) return;
    if (level == clang::DiagnosticsEngine::Ignored || findings.size() >= most_findings) return;
    Finding& finding = findings.emplace_back();
    if (level == clang::DiagnosticsEngine::Warning) finding.severity = Finding::Severity::Warning;
    if (level == clang::DiagnosticsEngine::Note || level == clang::DiagnosticsEngine::Remark)
      finding.severity = Finding::Severity::Note;
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    finding.text = std::string(text);
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) return;
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    const clang::SourceLocation at = sources.getExpansionLoc(diagnostic.getLocation());
    finding.file = sources.getFilename(at).str();
    finding.line = sources.getSpellingLineNumber(at);
    finding.column = sources.getSpellingColumnNumber(at);
  }

 private:
  /// What is ignored is no finding, but may matter; of system headers, nothing else does.
  [[nodiscard]] bool is_kept_apart(const clang::Diagnostic& diagnostic) {
    const llvm::StringRef option =
        clang::DiagnosticIDs::getWarningOptionForDiag(diagnostic.getID());
    const bool is_pragma = option == ignored_pragmas;
    if (!is_pragma &&
        std::find(std::begin(ignoring), std::end(ignoring), option) == std::end(ignoring))
      return diagnostic.hasSourceManager() && diagnostic.getLocation().isValid() &&
             diagnostic.getSourceManager().isInSystemHeader(diagnostic.getLocation());
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    if (is_pragma && !text.str().contains("FENV_ROUND")) return true;  // it changes no meaning
    ignored.push_back({diagnostic.getLocation(), std::string(text)});
    return true;
  }
};

struct Parsed {
  std::unique_ptr<clang::ASTUnit> unit;
  std::vector<Finding> findings;
  std::vector<Ignored> ignored;
  bool has_errors = false;
};

constexpr const char* old_standard = "-std=gnu89";

std::string target_of(const ParseOptions& options) {
  if (!options.target.empty()) return options.target;
  return options.data_model.pointer_bits == 32 ? "i386-unknown-linux-gnu"
                                               : "x86_64-unknown-linux-gnu";
}

/// The headers of other machines are seldom installed; those of this one serve them, too, but for
/// what they say of the machine.
constexpr const char* our_headers = "/hardbop-headers";
constexpr std::pair<const char*, const char*> made_headers[] = {
    {"/hardbop-headers/gnu/stubs-32.h", ""},
    {"/hardbop-headers/target/bits/wordsize.h",
     "#define __WORDSIZE (__SIZEOF_POINTER__ * 8)\n"
     "#define __WORDSIZE_TIME64_COMPAT32 0\n#define __SYSCALL_WORDSIZE __WORDSIZE\n"},
};

std::vector<std::string> arguments(const Source& source, const ParseOptions& options, bool is_old) {
  std::vector<std::string> result{"-xc",
                                  "-std=gnu11",
                                  "-target",
                                  target_of(options),
                                  "-resource-dir=" HARDBOP_CLANG_RESOURCE_DIR,
                                  "-fbracket-depth=4096",
                                  "-ffp-eval-method=source",
                                  "-D__NO_CTYPE",  // functions rather than macros on GNU's tables
                                  "-Wno-everything"};
  for (const char* old : {"implicit-function-declaration", "implicit-int", "int-conversion",
                          "incompatible-pointer-types", "incompatible-function-pointer-types",
                          "return-type", "return-mismatch"}) {
    result.push_back(std::string("-W") + old);
    result.push_back(std::string("-Wno-error=") + old);
  }
  for (const char* option : ignoring) result.push_back(std::string("-W") + option);
  result.push_back(std::string("-W") + ignored_pragmas);
  result.emplace_back("-Wsystem-headers");
  for (const std::string& folder : options.include_dirs) result.push_back("-I" + folder);
  for (const std::string& macro : options.defines) result.push_back("-D" + macro);
  result.insert(result.end(), source.arguments.begin(), source.arguments.end());
  if (is_old) result.emplace_back(old_standard);
  if (llvm::Triple(target_of(options)).isOSWindows()) return result;  // these are quite different
  if (!options.target.empty())
    result.insert(result.end(), {"-isystem", std::string(our_headers) + "/target"});
  result.insert(result.end(),
                {"-idirafter", "/usr/include/x86_64-linux-gnu", "-idirafter", our_headers});
  if (!options.target.empty()) result.insert(result.end(), {"-idirafter", "/usr/include"});
  return result;
}

Parsed parse_as(const Source& source, const ParseOptions& options, bool is_old) {
  Parsed parsed;
  Listener listener;
  clang::tooling::FileContentMappings headers;
  for (const auto& [path, text] : made_headers) headers.emplace_back(path, text);
  parsed.unit = clang::tooling::buildASTFromCodeWithArgs(
      source.text, arguments(source, options, is_old), source.path, "hardbop",
      std::make_shared<clang::PCHContainerOperations>(),
      clang::tooling::getClangStripDependencyFileAdjuster(), headers, &listener);
  parsed.findings = std::move(listener.findings);
  parsed.ignored = std::move(listener.ignored);
  parsed.has_errors = parsed.unit == nullptr || listener.getNumErrors() != 0;
  return parsed;
}

Parsed parse_one(const Source& source, const ParseOptions& options) {
  Parsed parsed = parse_as(source, options, false);
  if (!parsed.has_errors) return parsed;
  Parsed old = parse_as(source, options, true);
  return old.has_errors ? std::move(parsed) : std::move(old);
}

/// The C library's own text, which no option of the program concerns but those of its machine, and
/// what is looked for.
Parsed parse_library(const LibraryFile& file, const DataModel& data_model,
                     const ParseOptions& of_program) {
  ParseOptions options;
  options.data_model = data_model;
  options.target = of_program.target;
  if (of_program.finds_deadlocks) options.defines = {"FINDS_DEADLOCKS"};
  const std::string path = "hardbop/" + std::string(file.name) + ".c";
  return parse_as({path, std::string(file.text)}, options, false);
}

/// Why a target is none that can be followed; empty where it is one.
std::string problem_of_target(const std::string& name) {
  if (name.empty()) return {};
  const llvm::Triple triple(llvm::Triple::normalize(name));
  if (triple.getArch() == llvm::Triple::UnknownArch) return "unknown target '" + name + "'";
  if (!triple.isLittleEndian()) return "target '" + name + "' is big-endian, which is unsupported";
  const bool has_words = triple.isArch32Bit() || triple.isArch64Bit();
  return has_words ? std::string()
                   : "target '" + name + "' has addresses of 16 bits, which are unsupported";
}

std::uint8_t pointer_bits(const clang::ASTContext& context) {
  return static_cast<std::uint8_t>(context.getTargetInfo().getPointerWidth(clang::LangAS::Default));
}

/// Files that are read for different machines do not link.
std::vector<Finding> compare_machines(const std::vector<Source>& sources,
                                      const std::vector<clang::ASTContext*>& contexts) {
  std::vector<Finding> out;
  for (std::size_t i = 1; i < contexts.size(); ++i) {
    const unsigned first = pointer_bits(*contexts[0]);
    const unsigned other = pointer_bits(*contexts[i]);
    if (first == other) continue;
    out.push_back(
        {Finding::Severity::Error, sources[i].path, 0, 0,
         fmt::format("compiled with -m{}, but {} with -m{}", other, sources[0].path, first)});
  }
  return out;
}

ParseResult parse_all(const std::vector<Source>& sources, const ParseOptions& options) {
  ParseResult result;
  if (const std::string problem = problem_of_target(options.target); !problem.empty()) {
    const std::string file = sources.empty() ? "" : sources.front().path;
    result.findings.push_back({Finding::Severity::Error, file, 0, 0, problem});
    return result;
  }
  std::vector<std::unique_ptr<clang::ASTUnit>> units;
  std::vector<clang::ASTContext*> contexts;
  std::vector<std::vector<Ignored>> ignored;
  bool has_errors = false;
  for (const Source& source : sources) {
    Parsed parsed = parse_one(source, options);
    result.findings.insert(result.findings.end(), parsed.findings.begin(), parsed.findings.end());
    has_errors = has_errors || parsed.has_errors;
    if (parsed.has_errors) continue;
    contexts.push_back(&parsed.unit->getASTContext());
    units.push_back(std::move(parsed.unit));
    ignored.push_back(std::move(parsed.ignored));
  }
  if (has_errors) return result;
  if (std::vector<Finding> clashes = compare_machines(sources, contexts); !clashes.empty()) {
    std::ranges::move(clashes, std::back_inserter(result.findings));
    return result;
  }
  Program& program = result.program.emplace();
  program.data_model = options.data_model;
  if (!contexts.empty()) program.data_model.pointer_bits = pointer_bits(*contexts.front());
  const auto read_library = [&](const LibraryFile& file) -> clang::ASTContext* {
    Parsed parsed = parse_library(file, program.data_model, options);
    if (parsed.has_errors) return nullptr;
    return &units.emplace_back(std::move(parsed.unit))->getASTContext();
  };
  std::vector<Finding> conflicts =
      Translator(program, contexts, options, std::move(ignored), read_library).run();
  if (conflicts.empty()) return result;
  result.program.reset();
  std::move(conflicts.begin(), conflicts.end(), std::back_inserter(result.findings));
  return result;
}

/// What inclusions name: another file of that name may come to be found before the one that was.
class Inclusions : public clang::PPCallbacks {
 public:
  explicit Inclusions(std::set<std::string>& names) : names_(names) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    names_.insert(name.str());
  }
  void HasInclude(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    names_.insert(name.str());
  }

 private:
  std::set<std::string>& names_;
};

/// Collects the files that one source leads to, and those that it would have if they existed.
class ListFilesAction : public clang::PreprocessOnlyAction {
 public:
  ListFilesAction(std::set<std::string>& files, std::set<std::string>& absent)
      : files_(files), absent_(absent) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Inclusions>(names_));
    return true;
  }
  void EndSourceFileAction() override {
    const clang::CompilerInstance& compiler = getCompilerInstance();
    std::set<std::string> searched;
    const clang::SourceManager& sources = compiler.getSourceManager();
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
      const std::string name = file->first.getName().str();
      if (name.starts_with(our_headers)) continue;
      files_.insert(name);
      searched.insert(llvm::sys::path::parent_path(name).str());
    }
    const clang::HeaderSearch& search = compiler.getPreprocessor().getHeaderSearchInfo();
    for (const clang::HeaderSearchOptions::Entry& entry : search.getHeaderSearchOpts().UserEntries)
      searched.insert(entry.Path);
    for (const std::string& folder : searched) {
      if (folder.starts_with(our_headers)) continue;
      for (const std::string& name : names_) {
        llvm::SmallString<256> path(folder);
        llvm::sys::path::append(path, name);
        if (!llvm::sys::fs::exists(path)) absent_.insert(std::string(path));
      }
    }
  }

 private:
  std::set<std::string>& files_;
  std::set<std::string>& absent_;
  std::set<std::string> names_;
};

/// As C11 and as C89, which may include other files: which one counts is not known here.
void list_all(const std::vector<Source>& sources, const ParseOptions& options, FilesRead& out) {
  std::set<std::string> files;
  std::set<std::string> absent;
  clang::tooling::FileContentMappings headers;
  for (const auto& [path, text] : made_headers) headers.emplace_back(path, text);
  for (const Source& source : sources)
    for (const bool is_old : {false, true})
      clang::tooling::runToolOnCodeWithArgs(
          std::make_unique<ListFilesAction>(files, absent), source.text,
          arguments(source, options, is_old), source.path, "hardbop",
          std::make_shared<clang::PCHContainerOperations>(), headers);
  out.files.assign(files.begin(), files.end());
  out.absent.assign(absent.begin(), absent.end());
}

ParseResult parse_apart(const std::vector<Source>& sources, const ParseOptions& options) {
  ParseResult result;
  if (run_guarded([&] { result = parse_all(sources, options); })) return result;
  ParseResult failed;
  failed.failure = "reading C failed: out of memory, or nested too deeply";
  return failed;
}

}  // namespace
}  // namespace hardbop::c

/// By this name c/front/front_end.cpp finds it.
extern "C" void hardbop_parse_c(const std::vector<hardbop::c::Source>& sources,
                                const hardbop::c::ParseOptions& options,
                                hardbop::c::ParseResult& result) {
  result = hardbop::c::parse_apart(sources, options);
}

extern "C" void hardbop_list_c_files(const std::vector<hardbop::c::Source>& sources,
                                     const hardbop::c::ParseOptions& options,
                                     hardbop::c::FilesRead& result) {
  const auto list = [&] { hardbop::c::list_all(sources, options, result); };
  if (!hardbop::c::run_guarded(list)) result.error = "reading C failed";
}
