; hardbop export: input.bp
; Can a run reach one of these?
;   assert 5:3
; sat: no run reaches it; unsat: some run does.
; Variables: g_x a global now, l_x a local, r_1 a result; .entry at the procedure's entry,
; .next after the step, .argument and .exit of a callee.
(set-logic HORN)
(declare-fun reached () Bool)
(declare-fun p__x7Bp_x20q_x7D.summary (Bool) Bool)
(declare-fun p__x7Bp_x20q_x7D.v0 (Bool) Bool)  ; 4:3 {x * / y}, a_x, {a_x5Fx}, int, a$b := {/ *}, {f -> g}, {l*}, *, int;
(declare-fun p__x7Bp_x20q_x7D.v1 (Bool Bool) Bool)  ; 5:3 assert a_x;
(declare-fun p__x7Bp_x20q_x7D.v2 (Bool) Bool)  ; 5:3 the assertion fails
(declare-fun p__x7Bp_x20q_x7D.v3 (Bool) Bool)  ; 6:4 the end
(declare-fun p_main.summary (Bool) Bool)
(declare-fun p_main.v4 (Bool Bool) Bool)  ; 8:3 {p q}({x * / y});
(declare-fun p_main.v5 (Bool) Bool)  ; 9:4 the end
(assert (forall ((g__x7Bx_x20_x2A_x2F_x20y_x7D Bool))
  (=> (and true) (p_main.v4 g__x7Bx_x20_x2A_x2F_x20y_x7D g__x7Bx_x20_x2A_x2F_x20y_x7D))))
(assert (forall ((g__x7B_x2F_x2A_x7D Bool) (g__x7Ba_x5Fx5Fx_x7D.next Bool) (g__x7Bx_x20_x2A_x2F_x20y_x7D.next Bool) (g_a_x24b.next Bool) (g_a_x5Fx.next Bool) (g_int Bool) (l__x7Bf_x20_x2D_x3E_x20g_x7D Bool) (l__x7Bl_x2A_x7D Bool))
  (=> (and (p__x7Bp_x20q_x7D.v0 l__x7Bf_x20_x2D_x3E_x20g_x7D) (= g__x7B_x2F_x2A_x7D g__x7Bx_x20_x2A_x2F_x20y_x7D.next) (= g_a_x5Fx.next l__x7Bf_x20_x2D_x3E_x20g_x7D) (= g__x7Ba_x5Fx5Fx_x7D.next l__x7Bl_x2A_x7D) (= g_int g_a_x24b.next)) (p__x7Bp_x20q_x7D.v1 g_a_x5Fx.next l__x7Bf_x20_x2D_x3E_x20g_x7D))))
(assert (forall ((g_a_x5Fx Bool) (l__x7Bf_x20_x2D_x3E_x20g_x7D Bool))
  (=> (and (p__x7Bp_x20q_x7D.v1 g_a_x5Fx l__x7Bf_x20_x2D_x3E_x20g_x7D) g_a_x5Fx) (p__x7Bp_x20q_x7D.v3 l__x7Bf_x20_x2D_x3E_x20g_x7D))))
(assert (forall ((g_a_x5Fx Bool) (l__x7Bf_x20_x2D_x3E_x20g_x7D Bool))
  (=> (and (p__x7Bp_x20q_x7D.v1 g_a_x5Fx l__x7Bf_x20_x2D_x3E_x20g_x7D) (not g_a_x5Fx)) (p__x7Bp_x20q_x7D.v2 l__x7Bf_x20_x2D_x3E_x20g_x7D))))
(assert (forall ((l__x7Bf_x20_x2D_x3E_x20g_x7D Bool))
  (=> (and (p__x7Bp_x20q_x7D.v3 l__x7Bf_x20_x2D_x3E_x20g_x7D)) (p__x7Bp_x20q_x7D.summary l__x7Bf_x20_x2D_x3E_x20g_x7D))))
(assert (forall ((g__x7Bx_x20_x2A_x2F_x20y_x7D Bool) (g__x7Bx_x20_x2A_x2F_x20y_x7D.entry Bool) (l__x7Bf_x20_x2D_x3E_x20g_x7D.next Bool))
  (=> (and (p_main.v4 g__x7Bx_x20_x2A_x2F_x20y_x7D.entry g__x7Bx_x20_x2A_x2F_x20y_x7D) (= g__x7Bx_x20_x2A_x2F_x20y_x7D l__x7Bf_x20_x2D_x3E_x20g_x7D.next)) (p__x7Bp_x20q_x7D.v0 l__x7Bf_x20_x2D_x3E_x20g_x7D.next))))
(assert (forall ((g__x7Bx_x20_x2A_x2F_x20y_x7D Bool) (g__x7Bx_x20_x2A_x2F_x20y_x7D.entry Bool) (l__x7Bf_x20_x2D_x3E_x20g_x7D.argument Bool))
  (=> (and (p_main.v4 g__x7Bx_x20_x2A_x2F_x20y_x7D.entry g__x7Bx_x20_x2A_x2F_x20y_x7D) (p__x7Bp_x20q_x7D.summary l__x7Bf_x20_x2D_x3E_x20g_x7D.argument) (= g__x7Bx_x20_x2A_x2F_x20y_x7D l__x7Bf_x20_x2D_x3E_x20g_x7D.argument)) (p_main.v5 g__x7Bx_x20_x2A_x2F_x20y_x7D.entry))))
(assert (forall ((g__x7Bx_x20_x2A_x2F_x20y_x7D.entry Bool))
  (=> (and (p_main.v5 g__x7Bx_x20_x2A_x2F_x20y_x7D.entry)) (p_main.summary g__x7Bx_x20_x2A_x2F_x20y_x7D.entry))))
(assert (forall ((l__x7Bf_x20_x2D_x3E_x20g_x7D Bool))
  (=> (and (p__x7Bp_x20q_x7D.v2 l__x7Bf_x20_x2D_x3E_x20g_x7D)) reached)))
(assert (=> reached false))
(check-sat)
