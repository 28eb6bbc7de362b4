// SPDX-License-Identifier: MIT
// Random requests: right ones, and ones that are wrong in every way that JSON can be wrong.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hardbop::fuzzing {

using Json = nlohmann::ordered_json;

inline const std::vector<std::string>& programs() {
  static const std::vector<std::string> texts{
      "decl g; void main() begin g := *; if g then R: skip; fi end",
      "decl locked;\nvoid main() begin\n  locked := 0;\n  while * do\n    assert !locked;\n"
      "    locked := 1;\n    if * then locked := 0; fi\n  od\nend\n",
      "decl a, {x > 5};\nbool<2> f(p, q) begin enforce p | q; return q, f2(p); end\n"
      "bool f2(p) begin return !p; end\nvoid main() begin a, {x > 5} := f(a, *); assert a; end",
      "decl g, h; bool f(p, q) begin decl l; l := p ^ q; if l then f(q, p); fi return l; end "
      "void main() begin g := f(g, h); L: goto L, M; M: assume h; end",
      "decl s; thread t * 2 begin decl o; void main() begin atomic_begin; s := !s; atomic_end; "
      "assert !s; end end",
      "relation Step(s, t: 0..3) := t = s + 1; mu R(s: 0..3) := s = 0 | exists r: 0..3. R(r) & "
      "Step(r, s); query three: R(3); list R;",
      "state { int locked = 0; } f.entry { if (locked) abort \"twice\"; locked = 1; }",
      "int main(void) { int a[4], i = 4; return a[i]; }",
      "",
  };
  return texts;
}

class Fuzz {
 public:
  explicit Fuzz(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : random_() % bound; }
  bool percent(unsigned chance) { return below(100) < chance; }
  template <typename List>
  const auto& pick(const List& list) {
    return list[below(std::size(list))];
  }

  /// Of any kind, now and then huge.
  std::string text() {
    static const std::vector<std::string> some{
        "R",       "main.R", "ERROR",     "T",         "summary",  "explicit", "fixpoint",
        "image",   "G g",    "F (g & h)", "AG g",      "auto",     "g",        "\xF0\x9F\x98\x80",
        "{x > 5}", "a\nb",   "\t",        "</script>", "standard", "satabs",   "{}",
        "[",       "null"};
    if (percent(1)) return std::string(200'000, pick(std::string("({x;!\n")));
    if (percent(25)) return program();
    std::string out = pick(some);
    if (percent(10)) out += std::string(1, '\0') + "after a zero";
    return out;
  }

  std::string program() {
    std::string out = pick(programs());
    if (percent(30)) change(out);
    return out;
  }

  /// Any value.
  Json value(unsigned depth = 3) {
    switch (below(depth == 0 ? 7 : 9)) {
      case 0: return nullptr;
      case 1: return percent(50);
      case 2: return text();
      case 3: return static_cast<std::int64_t>(random_());
      case 4: return below(10);
      case 5: return -1;
      case 6: return 1e300;
      case 7: {
        Json list = Json::array();
        for (std::uint64_t i = below(4); i > 0; --i) list.push_back(value(depth - 1));
        return list;
      }
      default: {
        Json object = Json::object();
        for (std::uint64_t i = below(4); i > 0; --i)
          object[text().substr(0, 20)] = value(depth - 1);
        return object;
      }
    }
  }

  /// Bytes are lost, doubled, changed or made up: rarely JSON afterwards, or a program.
  void change(std::string& bytes) {
    for (std::uint64_t i = 1 + below(4); i > 0; --i) {
      const std::size_t at = below(bytes.size() + 1);
      switch (below(5)) {
        case 0: bytes.resize(at); break;
        case 1: bytes.insert(at, 1, static_cast<char>(below(256))); break;
        case 2:
          bytes.insert(at, pick(std::vector<std::string>{"{", "}", "[", "]", "\"", "\\u0000", "end",
                                                         ";", "1e9", "\xFF"}));
          break;
        case 3:
          if (at < bytes.size()) bytes[at] = static_cast<char>(below(256));
          break;
        default: bytes += bytes.substr(at, 50);
      }
    }
  }

  /// An object with some of these keys, whose values are right in most cases.
  Json request(const std::vector<std::pair<std::string, std::function<Json()>>>& keys) {
    Json out = Json::object();
    for (const auto& [key, right] : keys)
      if (percent(key == "text" ? 95 : 25)) out[key] = percent(85) ? right() : value();
    if (percent(5)) out[text().substr(0, 20)] = value();
    return out;
  }

  /// As the caller sends it.
  std::string in_bytes(const Json& request) {
    std::string bytes = request.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (percent(10)) change(bytes);
    if (percent(1)) {  // deeper than any stack
      const std::size_t depth = 200'000;
      bytes = std::string(depth, '[') + std::string(depth, ']');
      if (percent(50)) bytes = "{\"id\": " + bytes + ", \"method\": \"check\", \"params\": {}}";
      if (percent(50)) bytes = "{\"text\": " + bytes + "}";
    }
    return bytes;
  }

 private:
  std::mt19937_64 random_;
};

/// Runs episodes, each with a seed of its own, for so many seconds or so many times:
/// NAME SECONDS, or NAME SEED COUNT to repeat some. A file says which one is under way.
inline int run(int argc, char** argv, const std::function<void(std::uint64_t)>& episode) {
  const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: %s SECONDS, or %s SEED COUNT\n", argv[0], argv[0]);
    return 1;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::uint64_t seed = argc == 3 ? number(1) : std::random_device()();
  const std::uint64_t first = seed;
  const auto is_over = [&] {
    return argc == 3 ? seed - first >= number(2) : seconds() >= static_cast<double>(number(1));
  };
  for (; !is_over(); ++seed) {
    std::fprintf(stderr, "\repisode %llu ", static_cast<unsigned long long>(seed));
    episode(seed);
  }
  std::fprintf(stderr, "\r%llu episodes from %llu on in %.0f s, nothing found\n",
               static_cast<unsigned long long>(seed - first),
               static_cast<unsigned long long>(first), seconds());
  return 0;
}

/// What was found; the process ends, as it would by a crash.
[[noreturn]] inline void found(const std::string& what, const std::string& about) {
  std::fprintf(stderr, "\n%s\n%s\n", what.c_str(), about.substr(0, 4000).c_str());
  std::abort();
}

}  // namespace hardbop::fuzzing
