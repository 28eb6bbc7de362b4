/* hardbop export: input.bp
 * Can a run reach one of these?
 *   assert 15:3
 * A run reaches it if and only if a run of this program calls reach_error().
 */
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "program", 1, "reach_error"); }
static void assume_abort_if_not(_Bool condition) { if (!condition) abort(); }

static _Bool g_g;
static _Bool g_h;
static _Bool result_1;
static _Bool result_2;

static void p_main(_Bool l_a);
static void p_f(_Bool l_b);

static void p_main(_Bool l_a)
{
  _Bool l_l = __VERIFIER_nondet_bool();
  _Bool l_g = __VERIFIER_nondet_bool();
  assume_abort_if_not(((l_l || !l_a) || __VERIFIER_nondet_bool()));
  /* 6:3 l, g := g, schoose[h, a] constrain 'l = (a ? g : *); */
  {
    _Bool next_1 = l_g;
    _Bool next_2 = (g_h || (__VERIFIER_nondet_bool() && !l_a));
    assume_abort_if_not((next_1 == (l_a ? l_g : __VERIFIER_nondet_bool())));
    l_l = next_1;
    l_g = next_2;
  }
  assume_abort_if_not(((l_l || !l_a) || __VERIFIER_nondet_bool()));
  /* 7:3 dead h, l; */
  g_h = __VERIFIER_nondet_bool();
  l_l = __VERIFIER_nondet_bool();
  assume_abort_if_not(((l_l || !l_a) || __VERIFIER_nondet_bool()));
  /* 8:3 while (*) do */
  if (!__VERIFIER_nondet_bool())
    goto v6;
  /* 9:5 l, _ := main(!l); */
  p_main(!l_l);
  l_l = result_1;
  assume_abort_if_not(((l_l || !l_a) || __VERIFIER_nondet_bool()));
  /* 10:5 _, h := f(l => *); */
  p_f((!l_l || __VERIFIER_nondet_bool()));
  g_h = result_2;
  assume_abort_if_not(((l_l || !l_a) || __VERIFIER_nondet_bool()));
  /* 11:5 goto L, M; */
  if (__VERIFIER_nondet_bool())
    goto v6;
  goto v10;
v6:
  /* 13:6 print(h); */
  /* 14:3 assume h ^ g; */
  assume_abort_if_not((g_h != l_g));
  /* 15:3 assert !(l != a); */
  if (!!(l_l != l_a)) { reach_error(); abort(); }
v10:
  /* 16:6 if (l) then */
  if (!l_l)
    goto v12;
  /* 16:18 return 0, *; */
  result_1 = 0;
  result_2 = __VERIFIER_nondet_bool();
  return;
v12:
  /* 16:36 skip; */
  /* 17:4 the end */
  result_1 = __VERIFIER_nondet_bool();
  result_2 = __VERIFIER_nondet_bool();
  return;
}

static void p_f(_Bool l_b)
{
  _Bool l_c = __VERIFIER_nondet_bool();
  /* 19:8 decl c := b; */
  l_c = l_b;
  /* 20:3 f(c); */
  p_f(l_c);
  /* 21:3 skip; */
  /* 22:4 the end */
  result_1 = __VERIFIER_nondet_bool();
  result_2 = __VERIFIER_nondet_bool();
  return;
}

int main(void)
{
  g_g = __VERIFIER_nondet_bool();
  g_h = __VERIFIER_nondet_bool();
  g_g = !g_h;
  g_h = __VERIFIER_nondet_bool();
  p_main(__VERIFIER_nondet_bool());
  return 0;
}
