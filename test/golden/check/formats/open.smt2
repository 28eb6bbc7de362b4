(set-logic HORN)
(assert (=> true
