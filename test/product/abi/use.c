/* SPDX-License-Identifier: MIT
 * A program in C that uses the C ABI, and misuses it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hardbop/hardbop.h>

static int failures;

static void expect(int condition, const char* what) {
  if (condition) return;
  printf("failed: %s\n", what);
  ++failures;
}

/* The response has this text in it. */
static void expect_in(char* response, const char* text) {
  if (response == NULL || strstr(response, text) == NULL) {
    printf("failed: %s should contain %s\n", response == NULL ? "(null)" : response, text);
    ++failures;
  }
  hardbop_free(response);
}

static const char* const request =
    "{\"text\": \"decl g; void main() begin g := *; if g then R: skip; fi end\","
    " \"labels\": [\"R\"]}";

static void ask(void) {
  expect(hardbop_abi() == HARDBOP_ABI, "the header and the library have one version");
  expect_in(hardbop_check(request, 0), "\"verdict\": \"violated\"");
  expect_in(hardbop_parse("{\"text\": \"void main() begin skip; end\"}"), "\"sha256\"");
  expect_in(hardbop_format("{\"text\": \"void main() begin skip; end\"}"), "skip;");
  expect_in(hardbop_format("{\"text\": \"count R ;\", \"language\": \"system\"}"), "count R;");
  expect_in(hardbop_format("{\"text\": \"\", \"language\": \"rul\"}"), "did you mean 'rule'?");
  expect_in(hardbop_check("{\"text\": \"void main() begin skip; end\", \"ltl\": [\"E F x\"]}", 0),
            "use 'ctl' for such formulas");
  expect_in(hardbop_graph("{\"text\": \"void main() begin skip; end\"}"), "digraph");
  expect_in(hardbop_generate("{\"family\": \"tn\", \"size\": 1}"), "reach");
  expect_in(hardbop_solve("{\"text\": \"rubbish\"}", 0), "\"code\":\"bad-input\"");
  expect_in(hardbop_validate("{\"text\": \"\", \"evidence\": \"\"}", 0), "status");
}

static void misuse(void) {
  const hardbop_handle task = hardbop_task_new(NULL, NULL);
  expect_in(hardbop_call(NULL, NULL, 0), "should not be null");
  expect_in(hardbop_check(NULL, 0), "should not be null");
  expect_in(hardbop_check("{", 0), "should be JSON");
  expect_in(hardbop_call("nothing", "{}", 0), "no method is called");
  hardbop_task_cancel(task);
  expect_in(hardbop_check(request, task), "results");
  hardbop_release(task);
  hardbop_release(task);
  hardbop_task_cancel(task);
  expect_in(hardbop_check(request, task), "there is no such task");
  expect_in(hardbop_check(request, 12345678), "there is no such task");
  hardbop_free(NULL);
}

static void draw(void) {
  const hardbop_handle manager = hardbop_bdd_manager();
  const hardbop_handle other = hardbop_bdd_manager();
  const int64_t number = hardbop_bdd_new_var(manager, "x");
  const hardbop_handle x = hardbop_bdd_var(manager, (uint32_t)number);
  const hardbop_handle y = hardbop_bdd_var(manager, (uint32_t)hardbop_bdd_new_var(manager, "y"));
  const hardbop_handle f = hardbop_bdd_apply(HARDBOP_BDD_AND, x, hardbop_bdd_not(y));
  const hardbop_handle foreign = hardbop_bdd_constant(other, 1);
  char* count = hardbop_bdd_model_count(f, 2);
  expect(count != NULL && strcmp(count, "1") == 0, "x and not y has one model");
  hardbop_free(count);
  expect(hardbop_bdd_equal(f, f) == 1 && hardbop_bdd_equal(f, x) == 0, "equality");
  expect(hardbop_bdd_apply(HARDBOP_BDD_AND, f, foreign) == 0, "operands of two managers");
  expect_in(hardbop_bdd_error(manager), "same manager");
  expect(hardbop_bdd_var(manager, 99) == 0, "an unknown variable");
  expect(hardbop_bdd_apply(77, f, f) == 0, "an unknown operator");
  expect(hardbop_bdd_apply(HARDBOP_BDD_EXISTS, f, hardbop_bdd_not(x)) == 0, "no cube");
  const uint32_t twice[] = {0, 0};
  expect(hardbop_bdd_rename(f, twice, twice, 2) == 0, "a variable twice");
  hardbop_release(x);
  expect(hardbop_bdd_not(x) == 0, "a function that was released");
  hardbop_release(manager);
  expect(hardbop_bdd_not(f) == 0, "a function of a manager that was released");
  expect(hardbop_bdd_node_count(f) == -1 && hardbop_bdd_dot(f) == NULL, "likewise");
  hardbop_release(other);
}

static void* work(void* shared) {
  const hardbop_handle manager = *(hardbop_handle*)shared;
  for (uint32_t i = 0; i < 200; ++i) {
    const hardbop_handle a = hardbop_bdd_var(manager, i % 8);
    const hardbop_handle b = hardbop_bdd_var(manager, (i + 3) % 8);
    hardbop_release(hardbop_bdd_apply(HARDBOP_BDD_XOR, a, b));
    hardbop_release(a);
    hardbop_release(b);
    hardbop_free(hardbop_generate("{}"));
  }
  return NULL;
}

static void share(void) {
  hardbop_handle manager = hardbop_bdd_manager();
  pthread_t threads[4];
  for (int i = 0; i < 8; ++i) hardbop_bdd_new_var(manager, NULL);
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, work, &manager);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  expect(hardbop_bdd_size(manager) < 100, "functions that were released are collected");
  hardbop_release(manager);
}

static int stop_at_once(void* calls) {
  ++*(int*)calls;
  return 1;
}

/* An operation that would take very long ends, and the manager goes on. */
static void interrupt(void) {
  enum { pairs = 40 };
  const hardbop_handle manager = hardbop_bdd_manager();
  hardbop_handle f = hardbop_bdd_constant(manager, 1);
  int calls = 0;
  for (int i = 0; i < 2 * pairs; ++i) hardbop_bdd_new_var(manager, NULL);
  hardbop_bdd_set_interrupt(manager, stop_at_once, &calls);
  for (uint32_t i = 0; i < pairs && f != 0; ++i) {
    const hardbop_handle a = hardbop_bdd_var(manager, i);
    const hardbop_handle b = hardbop_bdd_var(manager, i + pairs);
    f = hardbop_bdd_apply(HARDBOP_BDD_AND, f, hardbop_bdd_apply(HARDBOP_BDD_IFF, a, b));
  }
  expect(f == 0 && calls == 1, "an operation is interrupted");
  expect_in(hardbop_bdd_error(manager), "cancelled");
  expect(hardbop_bdd_not(hardbop_bdd_var(manager, 0)) != 0, "the next operation works");
  hardbop_bdd_set_interrupt(manager, NULL, NULL);
  hardbop_bdd_set_interrupt(0, stop_at_once, NULL);
  hardbop_release(manager);
}

int main(void) {
  ask();
  misuse();
  draw();
  share();
  interrupt();
  if (failures == 0) puts("all is as it should be");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
