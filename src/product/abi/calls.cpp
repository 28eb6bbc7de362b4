// SPDX-License-Identifier: MIT
// The functions of hardbop.h that ask questions.
#include <exception>
#include <string>

#include "product/abi/handles.hpp"
#include "product/abi/texts.hpp"
#include <hardbop/hardbop.h>
#include <hardbop/program.hpp>
#include <hardbop/service.hpp>

using hardbop::abi::copy_text;
using hardbop::abi::Handles;
using hardbop::service::Call;

namespace {

char* error(std::string_view message) {
  return copy_text(hardbop::service::error_response("bad-request", message));
}

char* respond(const char* method, const char* request, hardbop_handle task) {
  if (method == nullptr || request == nullptr)
    return error("method and request should not be null");
  if (task == 0) {
    Call call;
    call.sessions = &Handles::instance().sessions();
    return copy_text(hardbop::service::respond(method, request, call));
  }
  const auto call = Handles::instance().find_call(task);
  if (!call) return error("there is no such task");
  return copy_text(hardbop::service::respond(method, request, *call));
}

}  // namespace

int hardbop_abi(void) {
  return HARDBOP_ABI;
}

const char* hardbop_version(void) {
  return hardbop::version().data();  // of a literal
}

void hardbop_free(char* text) {
  std::free(text);
}

void hardbop_release(hardbop_handle handle) {
  try {
    Handles::instance().release(handle);
  } catch (const std::exception&) {
    return;  // only a lock can fail here; the object stays
  }
}

hardbop_handle hardbop_task_new(hardbop_progress callback, void* data) {
  try {
    auto call = std::make_shared<Call>();
    call->sessions = &Handles::instance().sessions();
    if (callback != nullptr)
      call->on_progress = [callback, data](const hardbop::ProgressReport& report) {
        callback(hardbop::service::to_json(report).c_str(), data);
      };
    return Handles::instance().keep(std::move(call));
  } catch (const std::exception&) {
    return 0;
  }
}

void hardbop_task_cancel(hardbop_handle task) {
  try {
    if (const auto call = Handles::instance().find_call(task)) call->cancel = true;
  } catch (const std::exception&) {
    return;
  }
}

char* hardbop_call(const char* method, const char* request, hardbop_handle task) {
  try {
    return respond(method, request, task);
  } catch (const std::exception&) {
    return nullptr;  // there was no memory for the error either
  }
}

char* hardbop_parse(const char* request) {
  return hardbop_call("parse", request, 0);
}
char* hardbop_format(const char* request) {
  return hardbop_call("format", request, 0);
}
char* hardbop_graph(const char* request) {
  return hardbop_call("graph", request, 0);
}
char* hardbop_generate(const char* request) {
  return hardbop_call("generate", request, 0);
}
char* hardbop_check(const char* request, hardbop_handle task) {
  return hardbop_call("check", request, task);
}
char* hardbop_check_c(const char* request, hardbop_handle task) {
  return hardbop_call("check_c", request, task);
}
char* hardbop_solve(const char* request, hardbop_handle task) {
  return hardbop_call("solve", request, task);
}
char* hardbop_validate(const char* request, hardbop_handle task) {
  return hardbop_call("validate", request, task);
}
