/* SPDX-License-Identifier: MIT
 * Hardbop for C, and for every language that can call C. docs/manual/c-abi.md explains it.
 *
 *   char* response = hardbop_call("check", "{\"text\": \"...\", \"labels\": [\"R\"]}", 0);
 *   ...                                      {"result": {...}} or {"error": {...}}
 *   hardbop_free(response);
 *
 * Texts are UTF-8 and end with a zero byte. Every function may be called by several threads at once.
 * No exception leaves a function, and no function ends the process or prints. A null pointer, a
 * handle that was released or was never given, a text that is not JSON: each of these gives an error
 * value. Only one thing is trusted: that pointers which are not null point to what they should.
 */
#ifndef HARDBOP_H
#define HARDBOP_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HARDBOP_API __attribute__((visibility("default")))
#else
#define HARDBOP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Grows by one if a function or a key of a request changes its meaning or goes. */
#define HARDBOP_ABI 1
HARDBOP_API int hardbop_abi(void);
/* "0.1.0"; do not free it. */
HARDBOP_API const char* hardbop_version(void);

/* Releases a text that a function of this header returned; null is allowed. */
HARDBOP_API void hardbop_free(char* text);

/* Something that the library keeps: a task, a diagram manager, a function. Handles are never used
 * again after they were released. 0 is none. */
typedef uint64_t hardbop_handle;
/* Releases it; 0 and handles that were released before are ignored. A call that uses it finishes
 * first. Functions of a manager are released with it. */
HARDBOP_API void hardbop_release(hardbop_handle handle);

/* ---- Questions with JSON in and out ------------------------------------------------------- */

/* A task lets another thread cancel calls, and shows their progress. The callback may be null; it
 * gets a JSON object, which it must not free, from the thread of the call or from others. */
typedef void (*hardbop_progress)(const char* report, void* data);
HARDBOP_API hardbop_handle hardbop_task_new(hardbop_progress callback, void* data);
/* Ends the calls of the task that are under way; their answers are `unknown`. Later calls end at
 * once. */
HARDBOP_API void hardbop_task_cancel(hardbop_handle task);

/* Calls a method by its name; `task` may be 0. The response is {"result": ...}, or
 * {"error": {"code": ..., "message": ...}}; null only if memory is exhausted. */
HARDBOP_API char* hardbop_call(const char* method, const char* request, hardbop_handle task);

/* The same for each method. */
HARDBOP_API char* hardbop_parse(const char* request);
HARDBOP_API char* hardbop_format(const char* request);
HARDBOP_API char* hardbop_graph(const char* request);
HARDBOP_API char* hardbop_generate(const char* request);
HARDBOP_API char* hardbop_check(const char* request, hardbop_handle task);
HARDBOP_API char* hardbop_check_c(const char* request, hardbop_handle task);
HARDBOP_API char* hardbop_solve(const char* request, hardbop_handle task);
HARDBOP_API char* hardbop_validate(const char* request, hardbop_handle task);

/* ---- Binary decision diagrams ------------------------------------------------------------- */

/* A function that cannot be made is 0; hardbop_bdd_error then says why. */
HARDBOP_API hardbop_handle hardbop_bdd_manager(void);
/* Why the last operation of this manager failed, or null; free it. */
HARDBOP_API char* hardbop_bdd_error(hardbop_handle manager);
/* At most so many nodes; an operation that needs more fails. 0: no limit. */
HARDBOP_API void hardbop_bdd_set_node_limit(hardbop_handle manager, uint64_t nodes);
/* Lets the manager improve its order by itself when diagrams grow. */
HARDBOP_API void hardbop_bdd_set_reordering(hardbop_handle manager, int is_automatic);
/* Calls `check(data)` now and then while an operation of this manager takes long, in the thread of the
 * operation. If it returns another number than 0, the operation fails: "cancelled". It must not use
 * the manager, but may release functions. Null: nothing is called. */
typedef int (*hardbop_interrupt)(void* data);
HARDBOP_API void hardbop_bdd_set_interrupt(hardbop_handle manager, hardbop_interrupt check,
                                           void* data);
/* Improves the order now; returns the number of live nodes. */
HARDBOP_API uint64_t hardbop_bdd_reorder(hardbop_handle manager);
/* Live nodes. */
HARDBOP_API uint64_t hardbop_bdd_size(hardbop_handle manager);

/* Adds a variable below all others; its number counts from 0, and is -1 if there is an error. */
HARDBOP_API int64_t hardbop_bdd_new_var(hardbop_handle manager, const char* name);
HARDBOP_API hardbop_handle hardbop_bdd_var(hardbop_handle manager, uint32_t var);
HARDBOP_API hardbop_handle hardbop_bdd_constant(hardbop_handle manager, int value);
/* The conjunction of variables, for quantifiers. */
HARDBOP_API hardbop_handle hardbop_bdd_cube(hardbop_handle manager, const uint32_t* vars,
                                            size_t count);

enum hardbop_bdd_operator {
  HARDBOP_BDD_AND,
  HARDBOP_BDD_OR,
  HARDBOP_BDD_XOR,
  HARDBOP_BDD_IFF,
  HARDBOP_BDD_IMPLIES,
  HARDBOP_BDD_DIFFERENCE,
  HARDBOP_BDD_EXISTS,   /* g is a cube */
  HARDBOP_BDD_FORALL,   /* g is a cube */
  HARDBOP_BDD_COFACTOR, /* g is a cube */
  HARDBOP_BDD_CONSTRAIN,
  HARDBOP_BDD_RESTRICT
};
HARDBOP_API hardbop_handle hardbop_bdd_apply(int operation, hardbop_handle f, hardbop_handle g);
HARDBOP_API hardbop_handle hardbop_bdd_not(hardbop_handle f);
HARDBOP_API hardbop_handle hardbop_bdd_ite(hardbop_handle f, hardbop_handle g, hardbop_handle h);
/* exists(f & g, cube) in one pass. */
HARDBOP_API hardbop_handle hardbop_bdd_and_exists(hardbop_handle f, hardbop_handle g,
                                                  hardbop_handle cube);
/* Replaces variables by others, all at once. */
HARDBOP_API hardbop_handle hardbop_bdd_rename(hardbop_handle f, const uint32_t* from,
                                              const uint32_t* to, size_t count);
/* Replaces variables by functions, all at once. */
HARDBOP_API hardbop_handle hardbop_bdd_compose(hardbop_handle f, const uint32_t* vars,
                                               const hardbop_handle* images, size_t count);

/* 1 or 0; -1 if there is an error. */
HARDBOP_API int hardbop_bdd_equal(hardbop_handle f, hardbop_handle g);
HARDBOP_API int hardbop_bdd_is_subset(hardbop_handle f, hardbop_handle g);
/* A number that is equal for equal functions of a manager as long as a handle on them lives. */
HARDBOP_API int64_t hardbop_bdd_id(hardbop_handle f);
/* Of a function that is not constant: its first variable, and its cofactors; -1 and 0 else. */
HARDBOP_API int64_t hardbop_bdd_top(hardbop_handle f);
HARDBOP_API hardbop_handle hardbop_bdd_high(hardbop_handle f);
HARDBOP_API hardbop_handle hardbop_bdd_low(hardbop_handle f);
/* Nodes of the diagram; -1 if there is an error. */
HARDBOP_API int64_t hardbop_bdd_node_count(hardbop_handle f);
/* JSON texts; free them. The number of models over so many variables, 100,000 at
 * most, in decimal: "12". Cubes: [{"x": true, "y": false}, ...], at most `limit` of them. The support: ["x", "y"]. */
HARDBOP_API char* hardbop_bdd_model_count(hardbop_handle f, size_t variables);
HARDBOP_API char* hardbop_bdd_cubes(hardbop_handle f, size_t limit);
HARDBOP_API char* hardbop_bdd_support(hardbop_handle f);
/* For Graphviz, and as a sum of cubes: "x & !y | z". */
HARDBOP_API char* hardbop_bdd_dot(hardbop_handle f);
HARDBOP_API char* hardbop_bdd_text(hardbop_handle f, size_t cubes);

#ifdef __cplusplus
}
#endif
#endif
