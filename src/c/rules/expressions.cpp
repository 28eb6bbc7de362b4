// SPDX-License-Identifier: MIT
#include "c/rules/expressions.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c/text/expression_value.hpp"

namespace hardbop::rules {

namespace {

using c::ExprId;
using c::TextValue;
using c::WordType;

constexpr c::Type int_type{32, true, false, false};
constexpr c::Type unsigned_type{32, false, false, false};

WordType word_type(c::Type type) {
  return {type.bits, type.is_signed, type.is_pointer};
}

c::Type type_of(WordType type) {
  return {static_cast<std::uint8_t>(type.bits), type.is_signed, type.is_pointer, false};
}

/// Of the expressions that are evaluated at one call.
class Meaning : public c::TextMeaning {
 public:
  Meaning(RuleExpressions& expressions, const Rule& rule, const CallView& call, c::Builder& build,
          Diagnostics& diagnostics)
      : expressions_(expressions),
        rule_(rule),
        call_(call),
        build_(build),
        diagnostics_(diagnostics) {}

  /// The same thing may be wrong at each call.
  TextValue problem(SourceSpan at, std::string text) override {
    report_once(diagnostics_, at, std::move(text));
    return number({}, 0);
  }

  [[nodiscard]] ExprId assigned(const TextValue& value, c::Type to, SourceSpan at) {
    if (to.is_bool) return build_.word(truth(value), to);
    const bool is_null = !value.type.is_pointer && is_zero(value.id);
    if (to.is_pointer != value.type.is_pointer && !is_null)
      problem(at, to.is_pointer ? "a number is assigned to a pointer"
                                : "a pointer is assigned to a number");
    return build_.resize(value.id, to, !value.is_truth && value.type.is_signed);
  }

  static void report_once(Diagnostics& diagnostics, SourceSpan at, std::string text) {
    const bool is_known = std::ranges::any_of(
        diagnostics.all(), [&](const Diagnostic& one) { return one.at == at && one.text == text; });
    if (!is_known) diagnostics.error(at, std::move(text));
  }

 protected:
  ExprId constant(WordType type, std::uint64_t value) override {
    return build_.constant(type_of(type), value);
  }
  ExprId unary(words::Op op, ExprId a) override { return build_.unary(op, a); }
  ExprId binary(words::Op op, ExprId a, ExprId b) override { return build_.binary(op, a, b); }
  ExprId conditional(ExprId condition, ExprId a, ExprId b) override {
    return build_.conditional(condition, a, b);
  }
  ExprId resize(ExprId a, WordType type, bool is_signed) override {
    return build_.resize(a, type_of(type), is_signed);
  }
  ExprId is_not_zero(ExprId a) override { return build_.truth(a); }
  bool is_constant(ExprId a) const override { return build_.is_constant(a); }
  bool is_zero(ExprId a) const override { return build_.is_constant(a, 0); }

  TextValue name(const c::TextNode& node) override {
    const RuleName& name = rule_.names[node.value];
    switch (name.kind) {
      case RuleName::Kind::Null: return number(word_type(build_.pointer()), 0);
      case RuleName::Kind::Variable: {
        const c::Place& place = expressions_.place(name.variable);
        return {build_.load(place), word_type(place.type)};
      }
      case RuleName::Kind::Parameter: break;
    }
    const RuleValue value = expressions_.parameter(name.parameter, call_);
    return {value.word, word_type(value.type)};
  }

 private:
  RuleExpressions& expressions_;
  const Rule& rule_;
  const CallView& call_;
  c::Builder& build_;
  Diagnostics& diagnostics_;
};

}  // namespace

c::Type type_of(const RuleVariable& variable, const c::Builder& build) {
  switch (variable.kind) {
    case RuleVariable::Kind::Unsigned: return unsigned_type;
    case RuleVariable::Kind::Bool: return {8, false, false, true};
    case RuleVariable::Kind::Pointer: return build.pointer();
    case RuleVariable::Kind::Int: break;
  }
  return int_type;
}

RuleValue RuleExpressions::problem(SourceSpan at, std::string text) {
  Meaning::report_once(diagnostics_, at, std::move(text));
  return {build_.constant(int_type, 0), int_type};
}

RuleValue RuleExpressions::parameter(const RuleParameter& wanted, const CallView& call) {
  const std::string name = quote_name(call.function);
  if (wanted.number == 0) {
    if (call.result) return *call.result;
    return problem(wanted.at,
                   call.has_result
                       ? fmt::format("the result of {} is not an integer or a pointer", name)
                       : fmt::format("{} has no result", name));
  }
  if (!call.has_arguments)
    return problem(wanted.at, fmt::format("the arguments of {} are not known", name));
  if (wanted.number > call.arguments.size())
    return problem(wanted.at, fmt::format("{} has {} argument{}", name, call.arguments.size(),
                                          call.arguments.size() == 1 ? "" : "s"));
  const std::optional<RuleValue>& found = call.arguments[wanted.number - 1];
  if (found) return *found;
  return problem(wanted.at, fmt::format("argument {} of {} is not an integer or a pointer",
                                        wanted.number, name));
}

c::ExprId RuleExpressions::truth(const c::ExpressionText& text, const CallView& call) {
  Meaning meaning(*this, rule_, call, build_, diagnostics_);
  return meaning.truth(meaning.value(text));
}

c::ExprId RuleExpressions::assigned(const c::ExpressionText& text, const CallView& call, c::Type to,
                                    SourceSpan at) {
  Meaning meaning(*this, rule_, call, build_, diagnostics_);
  return meaning.assigned(meaning.value(text), to, at);
}

}  // namespace hardbop::rules
