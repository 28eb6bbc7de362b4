// A farmer has to bring a wolf, a goat and a cabbage across a river in a boat that holds the
// farmer and at most one of them. Left alone, the wolf eats the goat and the goat the cabbage.

type Bank = {here, there};
type State = struct { farmer, wolf, goat, cabbage: Bank };

relation Safe(s: State) :=
  (s.wolf = s.goat => s.farmer = s.goat) & (s.goat = s.cabbage => s.farmer = s.goat);

// The farmer crosses, alone or with one passenger who was on the same bank.
relation Cross(s, t: State) :=
    s.farmer != t.farmer
  & (s.wolf = t.wolf | s.wolf = s.farmer & t.wolf = t.farmer)
  & (s.goat = t.goat | s.goat = s.farmer & t.goat = t.farmer)
  & (s.cabbage = t.cabbage | s.cabbage = s.farmer & t.cabbage = t.farmer)
  & (s.wolf = t.wolf | s.goat = t.goat)
  & (s.wolf = t.wolf | s.cabbage = t.cabbage)
  & (s.goat = t.goat | s.cabbage = t.cabbage);

mu Reachable(s: State) :=
    s.farmer = here & s.wolf = here & s.goat = here & s.cabbage = here
  | (exists r: State. Reachable(r) & Cross(r, s)) & Safe(s);

query all_across: exists s: State. Reachable(s)
  & s.farmer = there & s.wolf = there & s.goat = there & s.cabbage = there;
list Reachable;
