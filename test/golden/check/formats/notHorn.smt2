(set-logic HORN)
(declare-fun p () Bool)
(assert (=> (or p true) false))
(check-sat)
