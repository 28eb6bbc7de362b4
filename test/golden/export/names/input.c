/* hardbop export: input.bp
 * Can a run reach one of these?
 *   assert 5:3
 * A run reaches it if and only if a run of this program calls reach_error().
 */
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "program", 1, "reach_error"); }
static void assume_abort_if_not(_Bool condition) { if (!condition) abort(); }

static _Bool g__x7Bx_x20_x2A_x2F_x20y_x7D;  /* {x * / y} */
static _Bool g_a_x5Fx;  /* a_x */
static _Bool g__x7Ba_x5Fx5Fx_x7D;  /* {a_x5Fx} */
static _Bool g_int;
static _Bool g_a_x24b;  /* a$b */
static _Bool g__x7B_x2F_x2A_x7D;  /* {/ *} */

static void p__x7Bp_x20q_x7D(_Bool l__x7Bf_x20_x2D_x3E_x20g_x7D);
static void p_main(void);

static void p__x7Bp_x20q_x7D(_Bool l__x7Bf_x20_x2D_x3E_x20g_x7D)
{  /* {p q} */
  /* l__x7Bf_x20_x2D_x3E_x20g_x7D:{f -> g} */
  _Bool l__x7Bl_x2A_x7D = __VERIFIER_nondet_bool();  /* {l*} */
  /* 4:3 {x * / y}, a_x, {a_x5Fx}, int, a$b := {/ *}, {f -> g}, {l*}, *, int; */
  {
    _Bool next_1 = g__x7B_x2F_x2A_x7D;
    _Bool next_2 = l__x7Bf_x20_x2D_x3E_x20g_x7D;
    _Bool next_3 = l__x7Bl_x2A_x7D;
    _Bool next_4 = __VERIFIER_nondet_bool();
    _Bool next_5 = g_int;
    g__x7Bx_x20_x2A_x2F_x20y_x7D = next_1;
    g_a_x5Fx = next_2;
    g__x7Ba_x5Fx5Fx_x7D = next_3;
    g_int = next_4;
    g_a_x24b = next_5;
  }
  /* 5:3 assert a_x; */
  if (!g_a_x5Fx) { reach_error(); abort(); }
  /* 6:4 the end */
  return;
}

static void p_main(void)
{
  /* 8:3 {p q}({x * / y}); */
  p__x7Bp_x20q_x7D(g__x7Bx_x20_x2A_x2F_x20y_x7D);
  /* 9:4 the end */
  return;
}

int main(void)
{
  g__x7Bx_x20_x2A_x2F_x20y_x7D = __VERIFIER_nondet_bool();
  g_a_x5Fx = __VERIFIER_nondet_bool();
  g__x7Ba_x5Fx5Fx_x7D = __VERIFIER_nondet_bool();
  g_int = __VERIFIER_nondet_bool();
  g_a_x24b = __VERIFIER_nondet_bool();
  g__x7B_x2F_x2A_x7D = __VERIFIER_nondet_bool();
  p_main();
  return 0;
}
