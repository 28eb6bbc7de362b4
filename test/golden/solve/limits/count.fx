type N = 0..1000000000;
relation Small(x: N) := x < 3;
mu Reach(x: N) := x = 0 | exists y: N. Reach(y) & x = y + 1;
query small: Small(2);
query all: forall x: N. Reach(x);
