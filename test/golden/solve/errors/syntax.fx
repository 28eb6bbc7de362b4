type T = struct { };
relation R(x) := true;
mu S(x: bool) = x;
query q exists x: bool. x;
nonsense;
query fine: true;
