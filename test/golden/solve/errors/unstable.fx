type N = 0..7;
// A number of this ring is odd where the one before it is not. There are two such relations, and
// the iteration finds neither.
mu Odd(x: N) := exists y: N. (x = y + 1 | x = 0 & y = 7) & !Odd(y);
count Odd;
