(set-logic HORN)
(declare-fun p (Int) Bool)
(check-sat)
