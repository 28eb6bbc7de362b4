(set-logic HORN)
(declare-fun p () Bool)
(assert (=> (not p) false))
(check-sat)
