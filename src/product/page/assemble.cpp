// SPDX-License-Identifier: MIT
// Joins modules to one script. A module imports on lines of their own, `import {a, b} from
// "./c.js";`, and what it exports stands behind the word `export`. All modules become one, each
// behind those that it imports: the lines of imports go, and so does the word. So a name at the top
// of a module is its own in all of them, or the browser refuses the page.
//
// Lines that are comments alone go, too: they are a third of the text, which pages need not carry.
//
// The page may run this script, and nothing else: its policy names the hash of the script, and
// forbids every connection and every text that would become markup.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/certificate/claim.hpp"
#include "base/util/invariant.hpp"
#include "product/page/files.hpp"
#include <hardbop/page.hpp>

namespace hardbop {

namespace {

std::string_view web_file(std::string_view name) {
  const auto all = page::files();
  const auto found = std::ranges::find(all, name, &page::File::name);
  HARDBOP_INVARIANT(found != all.end(), "a module should import those that exist");
  return found->text;
}

/// What "../viewer/dom.js" is in a module of "explain/".
std::string resolve(std::string_view importer, std::string_view path) {
  std::string folder(importer.substr(0, importer.rfind('/')));
  if (path.starts_with("./")) path.remove_prefix(2);
  if (path.starts_with("../")) {
    path.remove_prefix(3);
    return std::string(path);
  }
  return folder + "/" + std::string(path);
}

std::string_view without_blanks(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r\n") + 1 - begin);
}

/// Whether a line is a comment, or one starts that the line does not end.
bool starts_comment(std::string_view line) {
  const std::string_view text = without_blanks(line);
  if (text.starts_with("//")) return true;
  return text.starts_with("/*") && (text.ends_with("*/") || text.find("*/") == text.npos);
}

/// Of a line in a comment: whether code follows it.
bool ends_comment(std::string_view line, bool is_first) {
  const std::string_view text = without_blanks(line);
  return text.ends_with("*/") || (is_first && text.starts_with("//"));
}

class Bundle {
 public:
  void add(const std::string& name) {
    if (!added_.insert(name).second) return;
    std::string_view text = web_file(name);
    std::string body;
    bool is_comment = false;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1);
      const std::string_view line = text.substr(0, end + 1);
      text.remove_prefix(end + 1);
      const bool begins = starts_comment(line);
      is_comment = is_comment || begins;
      const bool was_comment = is_comment;
      if (was_comment) is_comment = !ends_comment(line, begins);
      if (was_comment) continue;
      if (line.starts_with("import "))
        add(resolve(name, quoted(line)));
      else
        body += line.starts_with("export ") ? line.substr(7) : line;
    }
    script_ += body;
    const std::string_view folder = std::string_view(name).substr(0, name.find('/'));
    const std::string style = fmt::format("{}/{}.css", folder, folder);
    for (const page::File& file : page::files())
      if (file.name == style && styled_.insert(style).second) style_ += file.text;
  }
  [[nodiscard]] const std::string& script() const { return script_; }
  [[nodiscard]] const std::string& style() const { return style_; }

 private:
  std::set<std::string> added_;
  std::set<std::string> styled_;
  std::string script_;
  std::string style_;

  static std::string_view quoted(std::string_view line) {
    const std::size_t begin = line.find('"') + 1;
    const std::size_t end = line.find('"', begin);
    HARDBOP_INVARIANT(begin != 0 && end != std::string_view::npos,
                      "an import should stand on one line");
    return line.substr(begin, end - begin);
  }
};

/// Of hexadecimal digits.
std::string base64(std::string_view digits) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  const auto take = [&] {
    count -= 6;
    out += letters[bits >> count & 63U];
  };
  for (const char c : digits) {
    bits = (bits << 4U | static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10)) & 0xffffU;
    count += 4;
    if (count >= 6) take();
  }
  if (count != 0) {
    bits <<= 6 - count;
    count = 6;
    take();
  }
  while (out.size() % 4 != 0) out += '=';
  return out;
}

std::string hash_of(std::string_view text) {
  return base64(certify::sha256(text));
}

std::string escape(std::string_view text, const std::map<char, std::string_view>& with) {
  std::string out;
  for (const char c : text) {
    const auto found = with.find(c);
    if (found == with.end())
      out += c;
    else
      out += found->second;
  }
  return out;
}

}  // namespace

std::string assemble_page(std::string_view entry, std::string_view title, std::string_view data) {
  Bundle bundle;
  bundle.add(std::string(entry));
  const std::string script = "\n// SPDX-License-Identifier: MIT\n" + bundle.script();
  const std::string style = "\n" + bundle.style();
  const std::string policy = fmt::format(
      "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; "
      "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      hash_of(script), hash_of(style));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<noscript>This page shows its content with JavaScript, which is switched off.</noscript>\n"
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script type=\"module\">{}</script>\n</body>\n</html>\n",
      policy, escape(title, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}}), style,
      escape(data, {{'<', "\\u003c"}}), script);
}

}  // namespace hardbop
