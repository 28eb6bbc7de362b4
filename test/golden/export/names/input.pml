/* hardbop export: input.bp
 * Can a run reach one of these?
 *   assert 5:3
 * A run reaches it if and only if a run of this program fails an assertion.
 * g_x is the global x, l2_x the local x of procedure 2, pc the place of the run.
 */
#define starting 6
#define ended 7
#define dropped 8
#define choose(x) if :: x = 0 :: x = 1 fi
#define require(c) if :: c :: else -> goto drop fi

int pc = starting;
bit g__x7Bx_x20_x2A_x2F_x20y_x7D;  /* {x * / y} */
bit g_a_x5Fx;  /* a_x */
bit g__x7Ba_x5Fx5Fx_x7D;  /* {a_x5Fx} */
bit g_int;
bit g_a_x24b;  /* a$b */
bit g__x7B_x2F_x2A_x7D;  /* {/ *} */
byte return_0;  /* procedure 0 is {p q} */
bit l0__x7Bf_x20_x2D_x3E_x20g_x7D;  /* {f -> g} */
bit l0__x7Bl_x2A_x7D;  /* {l*} */
byte return_1;  /* procedure 1 is main */
bit choice_1;
bit next_1;
bit next_2;
bit next_3;
bit next_4;
bit next_5;

active proctype program()
{
  atomic {
  choose(g__x7Bx_x20_x2A_x2F_x20y_x7D);
  choose(g_a_x5Fx);
  choose(g__x7Ba_x5Fx5Fx_x7D);
  choose(g_int);
  choose(g_a_x24b);
  choose(g__x7B_x2F_x2A_x7D);
  if
  :: skip;
  pc = 4; goto v4
  fi }
v0:  /* 4:3 {x * / y}, a_x, {a_x5Fx}, int, a$b := {/ *}, {f -> g}, {l*}, *, int; */
  atomic {
  next_1 = g__x7B_x2F_x2A_x7D;
  next_2 = l0__x7Bf_x20_x2D_x3E_x20g_x7D;
  next_3 = l0__x7Bl_x2A_x7D;
  choose(choice_1);
  next_4 = choice_1;
  next_5 = g_int;
  d_step { g__x7Bx_x20_x2A_x2F_x20y_x7D = next_1; g_a_x5Fx = next_2; g__x7Ba_x5Fx5Fx_x7D = next_3; g_int = next_4; g_a_x24b = next_5; next_5 = 0; next_4 = 0; next_3 = 0; next_2 = 0; next_1 = 0; choice_1 = 0; pc = 1 }; goto v1
  };
v1:  /* 5:3 assert a_x; */
  atomic {
  if
  :: g_a_x5Fx ->
  pc = 3; goto v3
  :: else ->
  pc = 2; goto v2
  fi
  };
v2:  /* 5:3 the assertion fails */
  assert(false);
  goto stop;
v3:  /* 6:4 the end */
  atomic {
  if
  :: return_0 == 1 ->
  d_step { return_0 = 0; l0__x7Bf_x20_x2D_x3E_x20g_x7D = 0; l0__x7Bl_x2A_x7D = 0; pc = 5 }; goto v5
  fi
  };
v4:  /* 8:3 {p q}({x * / y}); */
  atomic {
  l0__x7Bf_x20_x2D_x3E_x20g_x7D = g__x7Bx_x20_x2A_x2F_x20y_x7D;
  choose(l0__x7Bl_x2A_x7D);
  d_step { return_0 = 1; pc = 0 }; goto v0
  };
v5:  /* 9:4 the end */
  atomic {
  if
  :: return_1 == 0 ->
  d_step { return_1 = 0; pc = ended }; goto stop
  fi
  };
drop:  pc = dropped;
stop:  skip
}
