type Colour = {red, green, blue};
type State = struct { colour: Color, on: bool };
relation R(s: State, n: 0..3) := s.colour = redd & n < 2 & s.onn;
mu S(s: State) := R(s) | T(s);
relation U(c: Colour) := c < green;
query q: exists n: 0..9. R(n, 4);
list V;
