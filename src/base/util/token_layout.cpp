// SPDX-License-Identifier: MIT
#include "base/util/token_layout.hpp"

#include <algorithm>

namespace hardbop {

TokenLayout::TokenLayout(std::string_view text, const TokenSyntax& syntax)
    : text_(text), syntax_(syntax) {
  SourceOffset end = 0;
  for (const TextToken& token : scan({text, syntax})) {
    tokens_.push_back({.token = token});
    leads_.push_back(lead_of(end, token.at.begin));
    end = token.at.end;
  }
}

/// Between two tokens there are only blanks and comments.
TokenLayout::Lead TokenLayout::lead_of(SourceOffset begin, SourceOffset end) const {
  Lead out;
  while (begin < end) {
    if (text_[begin] != '/') {
      if (text_[begin++] == '\n') ++out.breaks;
      continue;
    }
    const bool is_block = text_[begin + 1] == '*';
    const std::size_t close = is_block ? text_.find("*/", begin + 2) + 2 : text_.find('\n', begin);
    const auto stop = static_cast<SourceOffset>(std::min<std::size_t>(close, end));
    out.comments.push_back({text_.substr(begin, stop - begin), out.breaks});
    out.breaks = 0;
    begin = stop;
  }
  return out;
}

bool TokenLayout::begins_line(std::size_t index) const {
  const Lead& lead = leads_[index];
  const Gap gap = tokens_[index].gap;
  if (index == 0 && lead.comments.empty()) return true;
  if (!lead.comments.empty() && lead.comments.back().ends_line()) return true;
  return gap >= Gap::Line || (lead.breaks > 0 && gap != Gap::Tight);
}

std::string TokenLayout::print() {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    print_lead(i);
    out_ += tokens_[i].token.text;
  }
  if (!out_.empty()) out_ += '\n';
  return std::move(out_);
}

/// A comment begins a line if it did so. No empty line opens or closes a block.
void TokenLayout::print_lead(std::size_t index) {
  const LaidToken& laid = tokens_[index];
  const Lead& lead = leads_[index];
  const bool opens_block = index > 0 && tokens_[index - 1].token.text == "{";
  bool wants_blank = laid.gap == Gap::Blank;
  bool must_break = false;
  bool is_first = true;
  const auto break_line = [&](unsigned breaks, unsigned indent) {
    start_line((wants_blank || breaks > 1) && !(opens_block && is_first), indent);
    wants_blank = false;
  };
  for (const Comment& comment : lead.comments) {
    if (must_break || comment.breaks > 0) {
      break_line(comment.breaks, laid.comment_indent);
    } else if (!out_.empty()) {
      out_ += ' ';
    }
    write_comment(comment.text);
    must_break = comment.ends_line();
    is_first = false;
  }
  if (laid.token.kind == TextToken::Kind::End) return;
  if (begins_line(index)) {
    break_line(laid.token.text == "}" ? 0 : lead.breaks, laid.indent);
  } else if (!is_first || laid.gap == Gap::Space || !can_touch(index)) {
    out_ += ' ';
  }
}

void TokenLayout::start_line(bool is_blank_before, unsigned indent) {
  if (!out_.empty()) out_ += is_blank_before ? "\n\n" : "\n";
  out_.append(indent, ' ');
}

/// Without blanks at the end of its lines, and with line breaks as ours are.
void TokenLayout::write_comment(std::string_view comment) {
  const auto trim = [&] {
    while (is_blank(out_.back()) && out_.back() != '\n') out_.pop_back();
  };
  for (const char c : comment) {
    if (c == '\n') trim();
    out_ += c;
  }
  trim();
}

/// Whether this token and the one before it are the same two if nothing stands between.
bool TokenLayout::can_touch(std::size_t index) const {
  const std::string_view first = tokens_[index - 1].token.text;
  const std::string_view second = tokens_[index].token.text;
  const std::string both = std::string(first) + std::string(second);
  Scanner scanner(both, syntax_);
  return scanner.next().text == first && scanner.next().text == second;
}

}  // namespace hardbop
