type T = 0..3;
relation R(x: T) := x = 2;
count R;
