// Mutual exclusion by a token that travels round a ring of eight stations. A station that holds the
// token may enter its critical section; only outside of it does it pass the token on.

type Station = 0..7;
type State = struct { token: Station, critical: bool[8], waiting: bool[8] };

relation Init(s: State) := s.token = 0 & forall i: Station. !s.critical[i] & !s.waiting[i];

relation Next(i, j: Station) := j = i + 1 | i = 7 & j = 0;

// All stations but i stay as they are.
relation Same(i: Station, s, t: State) :=
  forall j: Station. j != i => (s.critical[j] <=> t.critical[j]) & (s.waiting[j] <=> t.waiting[j]);

relation Step(s, t: State) := exists i: Station. Same(i, s, t) & (
    // ask for the critical section
    t.token = s.token & !s.critical[i] & !t.critical[i] & t.waiting[i]
    // enter it
  | t.token = s.token & s.token = i & s.waiting[i] & t.critical[i] & !t.waiting[i]
    // leave it
  | t.token = s.token & s.critical[i] & !t.critical[i] & !t.waiting[i]
    // pass the token on
  | s.token = i & Next(i, t.token) & !s.critical[i] & !t.critical[i]
    & (t.waiting[i] <=> s.waiting[i]));

mu Reachable(s: State) := Init(s) | exists r: State. Reachable(r) & Step(r, s);

query two_are_critical: exists s: State, i, j: Station.
  Reachable(s) & i != j & s.critical[i] & s.critical[j];
query each_can_be_critical: forall i: Station. exists s: State. Reachable(s) & s.critical[i];
query never_stuck: forall s: State. Reachable(s) => exists t: State. Step(s, t);
count Reachable;
