// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <iterator>

#include "boolean/language/generate.hpp"

namespace hardbop::bp {

namespace {

constexpr std::string_view tn_main = R"(
void main()
begin
  level1();
  level1();
  if (!g) then
    reach: skip;
  else
    skip;
  fi
end
)";

constexpr std::string_view tn_level = R"(
void level{0}()
begin
  decl a, b, c;
  if (g) then
    a, b, c := 0, 0, 0;
    while (!a | !b | !c) do
      if (!a) then
        a := 1;
      elsif (!b) then
        a, b := 0, 1;
      elsif (!c) then
        a, b, c := 0, 0, 1;
      fi
    od
  else
    {1};
    {1};
  fi
  g := !g;
end
)";

}  // namespace

std::string generate_tn(std::uint32_t n, Form form) {
  std::string out = form == Form::Safe ? "decl g := 1;\n" : "decl g;\n";
  out += tn_main;
  for (std::uint32_t i = 1; i <= n; ++i) {
    const std::string inner = i < n ? fmt::format("level{}()", i + 1) : "skip";
    fmt::format_to(std::back_inserter(out), tn_level, i, inner);
  }
  return out;
}

}  // namespace hardbop::bp
