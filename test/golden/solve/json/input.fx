type S = struct { n: 5..7, up: bool };
relation R(s: S) := s.up;
query some: exists s: S. R(s);
count R;
list R limit 3;
