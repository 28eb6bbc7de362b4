// SPDX-License-Identifier: MIT
// The page that shows an answer, as `hardbop check --report` writes it.
#include "product/service/methods.hpp"
#include <hardbop/page.hpp>

namespace hardbop::service {

namespace {

void add_boolean_program(Request& request, PageContent& content) {
  const std::string text = request.take_text("text");
  const ParseOptions options = take_reading(request);
  content.sources.push_back({options.name, text, find_tokens(text)});
  content.flow = find_control_flow(*read_program(text, options).program);
}

void add_c_program(Request& request, PageContent& content) {
  const std::vector<CSource> sources = take_sources(request);
  for (const CSource& source : sources)
    content.sources.push_back({source.path, source.text, find_c_tokens(source.text)});
  content.flow = find_c_control_flow(sources, take_reading_of_c(request));
}

}  // namespace

/// Graphviz is the caller's to run: `dot -Tplain` makes `layout` of what a call without it gives.
std::string report_method(Request& request, Call& /*call*/) {
  PageContent content;
  content.answers = {request.take_text("answer")};
  request.take("layout", content.layout);
  if (request.has("sources")) {
    add_c_program(request, content);
  } else {
    add_boolean_program(request, content);
  }
  request.finish();
  const std::string graphs = content.flow.empty() ? "" : layout_request(content);
  if (content.layout.empty() && !graphs.empty())
    content.no_layout = "The graphs of this page were not laid out by Graphviz.";
  const std::string page = to_page(content);
  if (page.empty()) refuse("request: 'answer' should be the JSON text of an answer");
  return dump({{"html", page}, {"dot", graphs}});
}

}  // namespace hardbop::service
