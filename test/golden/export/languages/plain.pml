/* hardbop export: plain.bp
 * Can a run reach one of these?
 *   label R
 * A run reaches it if and only if a run of this program fails an assertion.
 * g_x is the global x, l2_x the local x of procedure 2, pc the place of the run.
 */
#define starting 6
#define ended 7
#define dropped 8
#define choose(x) if :: x = 0 :: x = 1 fi
#define require(c) if :: c :: else -> goto drop fi

int pc = starting;
bit g_g;
byte return_0;  /* procedure 0 is main */
bit l0_h;
byte return_1;  /* procedure 1 is f */
bit l1_a;
bit r1_1;
bit choice_1;
#define at_0_R (pc == 2)

active proctype program()
{
  atomic {
  choose(g_g);
  if
  :: skip;
  choose(l0_h);
  pc = 0; goto v0
  fi }
v0:  /* 4:3 h := g & *; */
  atomic {
  choose(choice_1);
  d_step { l0_h = (g_g && choice_1); choice_1 = 0; pc = 1 }; goto v1
  };
v1:  /* 5:3 f(h); */
  atomic {
  l1_a = l0_h;
  require((l1_a || g_g));
  d_step { return_1 = 1; pc = 4 }; goto v4
  };
v2:  /* 6:6 skip; */
  atomic {
  assert(false);
  pc = 3; goto v3
  };
v3:  /* 7:4 the end */
  atomic {
  if
  :: return_0 == 0 ->
  d_step { return_0 = 0; l0_h = 0; pc = ended }; goto stop
  fi
  };
v4:  /* 10:3 return a; */
  atomic {
  d_step { r1_1 = l1_a; pc = 5 }; goto v5
  };
v5:  /* 11:4 the end */
  atomic {
  if
  :: return_1 == 1 ->
  d_step { return_1 = 0; l1_a = 0; r1_1 = 0; pc = 2 }; goto v2
  fi
  };
drop:  pc = dropped;
stop:  skip
}
