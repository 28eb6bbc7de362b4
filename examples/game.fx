// A game on a round track of twelve fields. The hunter and the hare move in turn: the hunter goes one
// field either way, the hare stays or goes one or two fields forwards. The hunter catches the hare by
// standing where it is. Field 6 is a hedge that the hunter cannot enter.

type Field = 0..11;
type Player = {hunter, hare};
type Position = struct { turn: Player, hunter, hare: Field };

relation Forwards(a, b: Field) := b = a + 1 | a = 11 & b = 0;

relation HunterMove(p, q: Position) :=
    p.turn = Player.hunter & q.turn = Player.hare & p.hare = q.hare & q.hunter != 6
  & (Forwards(p.hunter, q.hunter) | Forwards(q.hunter, p.hunter));

relation HareMove(p, q: Position) :=
    p.turn = Player.hare & q.turn = Player.hunter & p.hunter = q.hunter
  & (p.hare = q.hare | Forwards(p.hare, q.hare)
     | exists f: Field. Forwards(p.hare, f) & Forwards(f, q.hare));

relation Caught(p: Position) := p.hunter = p.hare;

// Positions from which the player p can make sure to come into X in one move are: one move into X
// where it is their turn, and no move out of X where it is not.

// The hunter can force a catch: a least fixed point, as it must happen some day.
mu HunterWins(p: Position) :=
    Caught(p)
  | (exists q: Position. HunterMove(p, q) & HunterWins(q))
  | p.turn = Player.hare & (forall q: Position. HareMove(p, q) => HunterWins(q));

// The hare can run for ever: a greatest fixed point, as it must never end.
nu HareWins(p: Position) :=
    !Caught(p)
  & (p.turn = Player.hunter => forall q: Position. HunterMove(p, q) => HareWins(q))
  & (p.turn = Player.hare => exists q: Position. HareMove(p, q) & HareWins(q));

// The hare can be in the hedge again and again: one inside the other. Each time it is there, it must
// be able to be there once more.
nu Again(p: Position) := Visit(p);
mu Visit(p: Position) := !Caught(p) & (
    p.turn = Player.hunter & p.hare = 6 & (forall q: Position. HunterMove(p, q) => Again(q))
  | p.turn = Player.hunter & (forall q: Position. HunterMove(p, q) => Visit(q))
  | p.turn = Player.hare & (exists q: Position. HareMove(p, q) & Visit(q)));

query one_of_them_wins: forall p: Position. HunterWins(p) <=> !HareWins(p);
query only_the_hedge_saves_the_hare: forall p: Position. HareWins(p) <=> Again(p);
count HunterWins;
count HareWins;
count Again;
