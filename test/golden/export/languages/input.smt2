; hardbop export: input.bp
; Can a run reach one of these?
;   assert 15:3
; sat: no run reaches it; unsat: some run does.
; Variables: g_x a global now, l_x a local, r_1 a result; .entry at the procedure's entry,
; .next after the step, .argument and .exit of a callee.
(set-logic HORN)
(declare-fun reached () Bool)
(declare-fun p_main.summary (Bool Bool Bool) Bool)
(declare-fun p_main.v0 (Bool Bool Bool Bool Bool) Bool)  ; 6:3 l, g := g, schoose[h, a] constrain 'l = (a ? g : *);
(declare-fun p_main.v1 (Bool Bool Bool Bool) Bool)  ; 7:3 dead h, l;
(declare-fun p_main.v2 (Bool Bool Bool Bool Bool) Bool)  ; 8:3 while (*) do
(declare-fun p_main.v3 (Bool Bool Bool Bool Bool) Bool)  ; 9:5 l, _ := main(!l);
(declare-fun p_main.v4 (Bool Bool Bool Bool) Bool)  ; 10:5 _, h := f(l => *);
(declare-fun p_main.v5 (Bool Bool Bool Bool Bool) Bool)  ; 11:5 goto L, M;
(declare-fun p_main.v6 (Bool Bool Bool Bool Bool) Bool)  ; 13:6 print(h);
(declare-fun p_main.v7 (Bool Bool Bool Bool Bool) Bool)  ; 14:3 assume h ^ g;
(declare-fun p_main.v8 (Bool Bool Bool) Bool)  ; 15:3 assert !(l != a);
(declare-fun p_main.v9 (Bool Bool) Bool)  ; 15:3 the assertion fails
(declare-fun p_main.v10 (Bool Bool Bool) Bool)  ; 16:6 if (l) then
(declare-fun p_main.v11 (Bool Bool Bool) Bool)  ; 16:18 return 0, *;
(declare-fun p_main.v12 (Bool Bool Bool) Bool)  ; 16:36 skip;
(declare-fun p_main.v13 (Bool Bool Bool Bool) Bool)  ; 17:4 the end
(declare-fun p_f.summary (Bool) Bool)
(declare-fun p_f.v14 () Bool)  ; 19:8 decl c := b;
(declare-fun p_f.v15 () Bool)  ; 20:3 f(c);
(declare-fun p_f.v16 () Bool)  ; 21:3 skip;
(declare-fun p_f.v17 (Bool) Bool)  ; 22:4 the end
(assert (forall ((g_g Bool) (g_h Bool) (g_h.argument Bool) (l_a Bool) (l_g Bool) (l_l Bool))
  (=> (and (= (not g_g) g_h.argument)) (p_main.v0 g_h g_h l_a l_l l_g))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_g Bool) (l_g.next Bool) (l_l Bool) (l_l.next Bool))
  (=> (and (p_main.v0 g_h.entry g_h l_a l_l l_g) (= l_g l_l.next) (let ((t17 (and (not g_h) (not l_a)))) (ite l_g.next (or (or t17 (and g_h (not l_a))) (and g_h l_a)) (or t17 (and (not g_h) l_a)))) (or (and (not l_l.next) (or (not l_a) (not l_g))) (and l_l.next (or (not l_a) l_g)))) (p_main.v1 g_h.entry l_a l_l.next l_g.next))))
(assert (forall ((g_h.entry Bool) (g_h.next Bool) (l_a Bool) (l_g Bool) (l_l Bool) (l_l.next Bool))
  (=> (and (p_main.v1 g_h.entry l_a l_l l_g)) (p_main.v2 g_h.entry g_h.next l_a l_l.next l_g))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_g Bool) (l_l Bool))
  (=> (and (p_main.v2 g_h.entry g_h l_a l_l l_g)) (p_main.v3 g_h.entry g_h l_a l_l l_g))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_g Bool) (l_l Bool))
  (=> (and (p_main.v2 g_h.entry g_h l_a l_l l_g)) (p_main.v6 g_h.entry g_h l_a l_l l_g))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_a.next Bool) (l_g Bool) (l_g.next Bool) (l_l Bool) (l_l.next Bool))
  (=> (and (p_main.v3 g_h.entry g_h l_a l_l l_g) (= (not l_l) l_a.next)) (p_main.v0 g_h g_h l_a.next l_l.next l_g.next))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_a.argument Bool) (l_g Bool) (l_l Bool) (r_1.exit Bool))
  (=> (and (p_main.v3 g_h.entry g_h l_a l_l l_g) (p_main.summary g_h l_a.argument r_1.exit) (= (not l_l) l_a.argument)) (p_main.v4 g_h.entry l_a r_1.exit l_g))))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_b.next Bool) (l_g Bool) (l_l Bool))
  (=> (and (p_main.v4 g_h.entry l_a l_l l_g) (or l_l l_b.next)) p_f.v14)))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_b.argument Bool) (l_g Bool) (l_l Bool) (r_2.exit Bool))
  (=> (and (p_main.v4 g_h.entry l_a l_l l_g) (p_f.summary r_2.exit) (or l_l l_b.argument)) (p_main.v5 g_h.entry r_2.exit l_a l_l l_g))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_g Bool) (l_l Bool))
  (=> (and (p_main.v5 g_h.entry g_h l_a l_l l_g)) (p_main.v6 g_h.entry g_h l_a l_l l_g))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_g Bool) (l_l Bool))
  (=> (and (p_main.v5 g_h.entry g_h l_a l_l l_g)) (p_main.v10 g_h.entry l_a l_l))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_g Bool) (l_l Bool))
  (=> (and (p_main.v6 g_h.entry g_h l_a l_l l_g)) (p_main.v7 g_h.entry g_h l_a l_l l_g))))
(assert (forall ((g_h Bool) (g_h.entry Bool) (l_a Bool) (l_g Bool) (l_l Bool))
  (=> (and (p_main.v7 g_h.entry g_h l_a l_l l_g) (or (and (not g_h) l_g) (and g_h (not l_g)))) (p_main.v8 g_h.entry l_a l_l))))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_l Bool))
  (=> (and (p_main.v8 g_h.entry l_a l_l) (or l_l (not l_a)) (or (not l_l) l_a)) (p_main.v10 g_h.entry l_a l_l))))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_l Bool))
  (=> (and (p_main.v8 g_h.entry l_a l_l) (or (and (not l_l) l_a) (and l_l (not l_a)))) (p_main.v9 g_h.entry l_a))))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_l Bool))
  (=> (and (p_main.v10 g_h.entry l_a l_l) l_l) (p_main.v11 g_h.entry l_a l_l))))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_l Bool))
  (=> (and (p_main.v10 g_h.entry l_a l_l) (not l_l)) (p_main.v12 g_h.entry l_a l_l))))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_l Bool) (r_1.next Bool))
  (=> (and (p_main.v11 g_h.entry l_a l_l) (not r_1.next)) (p_main.v13 g_h.entry l_a l_l r_1.next))))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_l Bool) (r_1.next Bool))
  (=> (and (p_main.v12 g_h.entry l_a l_l)) (p_main.v13 g_h.entry l_a l_l r_1.next))))
(assert (forall ((g_h.entry Bool) (l_a Bool) (l_l Bool) (r_1 Bool))
  (=> (and (p_main.v13 g_h.entry l_a l_l r_1)) (p_main.summary g_h.entry l_a r_1))))
(assert (forall ((l_b Bool) (l_c.next Bool))
  (=> (and p_f.v14 (= l_b l_c.next)) p_f.v15)))
(assert (forall ((l_b.next Bool) (l_c Bool))
  (=> (and p_f.v15 (= l_c l_b.next)) p_f.v14)))
(assert (forall ((l_b.argument Bool) (l_c Bool) (r_2.exit Bool))
  (=> (and p_f.v15 (p_f.summary r_2.exit) (= l_c l_b.argument)) p_f.v16)))
(assert (forall ((r_2.next Bool))
  (=> (and p_f.v16) (p_f.v17 r_2.next))))
(assert (forall ((r_2 Bool))
  (=> (and (p_f.v17 r_2)) (p_f.summary r_2))))
(assert (forall ((g_h.entry Bool) (l_a Bool))
  (=> (and (p_main.v9 g_h.entry l_a)) reached)))
(assert (=> reached false))
(check-sat)
