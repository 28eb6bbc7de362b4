#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""programs.py NAME UNITS [--broken]: prints a C program of the kind that image computation is measured with.

The programs are after those of the paper on disjunctive image computation: a stack of point-to-point
protocols, a driver of serial ports, and the menu of a hand-held device. Each has as many units (protocols,
ports, screens) as asked for, and asserts something of every unit, so that none can be sliced away. The
assertions hold; --broken leaves out a line of the last unit, and there one fails.
"""

import argparse
from string import Template

HEAD = """\
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
void reach_error(void) {}

#define check(condition) ((condition) ? (void)0 : reach_error())
"""

# A protocol is negotiated as in RFC 1661: it is open when each side has acknowledged the other's
# request. The link goes through the protocols in phases, from the lowest to the highest.
PPP_HEAD = """
enum { CLOSED, REQSENT, ACKRCVD, ACKSENT, OPENED };
enum { TIMEOUT, CONFREQ, CONFACK, CONFNAK, TERMREQ };
"""

PPP_UNIT = Template("""
unsigned char state$n, id$n, restart$n, naks$n;
unsigned short wanted$n, agreed$n, peer$n, allowed$n;
_Bool got_ack$n, sent_ack$n;

void request$n(void) {
  id$n = __VERIFIER_nondet_uchar();
  restart$n--;
  got_ack$n = 0;
}

void timeout$n(void) {
  if (restart$n == 0) {
    state$n = CLOSED;
  } else {
    request$n();
    if (state$n == ACKRCVD) state$n = REQSENT;
  }
}

void receive_request$n(void) {
  unsigned char type = __VERIFIER_nondet_uchar();
  unsigned char length = __VERIFIER_nondet_uchar();
  unsigned short value = __VERIFIER_nondet_ushort();
  unsigned short mask = __VERIFIER_nondet_ushort();
  if (length < 4 || type == 0 || (length & 1) != (type & 1)) return;
  if (value & ~mask) {
    sent_ack$n = 0;
    if (state$n == ACKSENT) state$n = REQSENT;
    if (naks$n == 0) state$n = CLOSED;
    else naks$n--;
    return;
  }
  peer$n = value;
  allowed$n = mask;
  sent_ack$n = 1;
  if (state$n == REQSENT) state$n = ACKSENT;
  else if (state$n == ACKRCVD) state$n = OPENED;
}

void receive_ack$n(void) {
  unsigned char answered = __VERIFIER_nondet_uchar();
  unsigned short value = __VERIFIER_nondet_ushort();
  if (answered != id$n || state$n == ACKRCVD) return;
$compare  agreed$n = value;
  got_ack$n = 1;
  if (state$n == ACKSENT) state$n = OPENED;
  else state$n = ACKRCVD;
}

void receive_nak$n(void) {
  unsigned char answered = __VERIFIER_nondet_uchar();
  unsigned short value = __VERIFIER_nondet_ushort();
  if (answered != id$n || state$n == ACKRCVD || restart$n == 0) return;
  wanted$n = value;
  request$n();
}

int negotiate$n(void) {
  wanted$n = __VERIFIER_nondet_ushort();
  restart$n = 2;
  naks$n = 1;
  sent_ack$n = 0;
  agreed$n = 0;
  peer$n = 0;
  allowed$n = 0;
  request$n();
  state$n = REQSENT;
  while (state$n != OPENED && state$n != CLOSED) {
    switch (__VERIFIER_nondet_uchar()) {
      case TIMEOUT: timeout$n(); break;
      case CONFREQ: receive_request$n(); break;
      case CONFACK: receive_ack$n(); break;
      case CONFNAK: receive_nak$n(); break;
      case TERMREQ: state$n = CLOSED; break;
    }
  }
  if (state$n == OPENED) check(got_ack$n && sent_ack$n);
  return state$n == OPENED;
}

void use$n(void) {
  check(state$n == OPENED);
  check(agreed$n == wanted$n);
  check((peer$n & ~allowed$n) == 0);
}
""")

# A port puts characters into a ring, with even parity where the line has parity, and hands them on.
SERIAL_UNIT = Template("""
unsigned char ring$n[2], head$n, tail$n, count$n;
unsigned char line$n, enabled$n, modem$n, sending$n, mirror$n;
_Bool is_open$n, overrun$n, busy$n;

unsigned char even$n(unsigned char c) {
  unsigned char odd = c ^ (c >> 4);
  odd ^= odd >> 2;
  odd ^= odd >> 1;
  return odd & 1 ? c ^ 0x80 : c;
}

void open_port$n(void) {
  head$n = 0;
  tail$n = 0;
  count$n = 0;
  ring$n[0] = 0;
  ring$n[1] = 0;
  overrun$n = 0;
  busy$n = 0;
  modem$n = __VERIFIER_nondet_uchar();
  sending$n = 0;
  mirror$n = 0xff;
  line$n = __VERIFIER_nondet_uchar();
  enabled$n = 5;
  is_open$n = 1;
}

void close_port$n(void) {
  is_open$n = 0;
  enabled$n = 0;
}

void set_line$n(void) {
  unsigned char wanted = __VERIFIER_nondet_uchar();
  unsigned char divisor = __VERIFIER_nondet_uchar();
  if (divisor == 0) return;
$drain  line$n = wanted;
}

void receive$n(void) {
  unsigned char status = __VERIFIER_nondet_uchar();
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned char flag = 0;
  if (!(status & 1)) return;
  if (status & 2) overrun$n = 1;
  if (status & 16) flag = c;
  if (flag != 0) return;
  if (line$n & 8) c = even$n(c);
  else c &= 0x7f;
  if (count$n < 2) {
    ring$n[head$n] = c;
    head$n = head$n ^ 1;
    count$n++;
  } else {
    overrun$n = 1;
  }
}

void transmit$n(void) {
  if (!busy$n) return;
  check(sending$n == (unsigned char)~mirror$n);
  busy$n = 0;
  enabled$n &= ~2;
}

void change$n(void) {
  unsigned char now = __VERIFIER_nondet_uchar();
  unsigned char delta = now ^ modem$n;
  modem$n = now;
  if ((delta & 0x80) && !(now & 0x80)) close_port$n();
}

void interrupt$n(void) {
  unsigned char cause = __VERIFIER_nondet_uchar();
  if ((cause & 4) && (enabled$n & 1)) receive$n();
  if ((cause & 2) && (enabled$n & 2)) transmit$n();
  if ((cause & 8) && (enabled$n & 4)) change$n();
}

void write_port$n(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (busy$n) return;
  sending$n = c;
  mirror$n = ~c;
  busy$n = 1;
  enabled$n |= 2;
}

void read_port$n(void) {
  unsigned char c;
  if (count$n == 0) return;
  check((head$n ^ tail$n) == (count$n & 1));
  c = ring$n[tail$n];
  tail$n = tail$n ^ 1;
  count$n--;
  if (line$n & 8) check(c == even$n(c));
  else check(c < 0x80);
}

void event$n(void) {
  open_port$n();
  while (is_open$n) {
    switch (__VERIFIER_nondet_uchar()) {
      case 0: close_port$n(); break;
      case 1: set_line$n(); break;
      case 2: write_port$n(); break;
      case 3: read_port$n(); break;
      default: interrupt$n(); break;
    }
  }
}
""")

# A screen edits two limits; what is saved has a checksum, and a lower limit below the upper.
MENU_UNIT = Template("""
unsigned char low$n, high$n, sum$n = 0xff, alarms$n, code$n;
_Bool alarm$n;

void save$n(unsigned char lower, unsigned char upper) {
$order  low$n = lower;
  high$n = upper;
  sum$n = ~lower;
  alarm$n = 0;
  alarms$n = 0;
}

unsigned char number$n(unsigned char limit) {
  unsigned char value = __VERIFIER_nondet_uchar();
  return value > limit ? limit : value;
}

void edit$n(void) {
  unsigned char lower = 0, upper = 0x99, cursor = 0, key;
  while ((key = __VERIFIER_nondet_uchar()) != 0) {
    if (key == 1) cursor = !cursor;
    else if (key == 2 && cursor == 0) lower = number$n(0x59);
    else if (key == 2) upper = number$n(0x99);
    else if (key == 3) return;
  }
  save$n(lower, upper);
}

void lock$n(void) {
  unsigned char chosen = __VERIFIER_nondet_uchar(), tries, key;
  code$n = chosen;
  for (tries = 0; tries < 3; tries++) {
    key = __VERIFIER_nondet_uchar();
    if (key == code$n) break;
  }
  if (tries < 3) check(key == chosen);
  while (tries == 3) {
    key = __VERIFIER_nondet_uchar();
    if (key == code$n) tries = 0;
  }
}

void measure$n(void) {
  unsigned char level = __VERIFIER_nondet_uchar();
  alarm$n = level < low$n || level > high$n;
  if (alarm$n && alarms$n < 3) alarms$n++;
}

void show$n(void) {
  check(low$n <= high$n);
  check((unsigned char)~low$n == sum$n);
  if (alarm$n) check(alarms$n > 0);
}

void event$n(void) {
  show$n();
  for (;;) {
    switch (__VERIFIER_nondet_uchar()) {
      case 0: edit$n(); break;
      case 1: lock$n(); return;
      case 2: measure$n(); break;
      case 3: return;
      default: show$n(); break;
    }
  }
}
""")


def ppp(units: int, broken: bool) -> str:
    protocols = (PPP_UNIT.substitute(
        n=n, compare="" if broken and n + 1 == units else f"  if (value != wanted{n}) return;\n")
        for n in range(units))
    phases = "".join(f"      case {n}: phase = negotiate{n}() ? {n + 1} : 0; break;\n" for n in range(units))
    uses = "".join(f"          case {n}: use{n}(); break;\n" for n in range(units))
    return (PPP_HEAD + "".join(protocols) + f"""
int main(void) {{
  unsigned char phase = 0;
  for (;;) {{
    switch (phase) {{
{phases}      default:
        switch (__VERIFIER_nondet_uchar()) {{
{uses}          default: phase = 0;
        }}
    }}
  }}
}}
""")


def serial(units: int, broken: bool) -> str:
    return "".join(SERIAL_UNIT.substitute(
        n=n, drain="" if broken and n + 1 == units else f"  if (count{n} != 0) return;\n")
        for n in range(units)) + main_loop(units)


def menu(units: int, broken: bool) -> str:
    return "".join(MENU_UNIT.substitute(
        n=n, order="" if broken and n + 1 == units else "  if (lower > upper) return;\n")
        for n in range(units)) + main_loop(units)


def main_loop(units: int) -> str:
    events = "".join(f"    if (__VERIFIER_nondet_uchar()) event{n}();\n" for n in range(units))
    return f"\nint main(void) {{\n  for (;;) {{\n{events}  }}\n}}\n"


PROGRAMS = {"ppp": ppp, "serial": serial, "menu": menu}
SIZES = {"ppp": (1, 3, 7, 20), "serial": (1, 3, 7, 18), "menu": (1, 4, 11, 28)}  # units: of 100 to 150, 450, 1,100 and 3,000 bits


def text(name: str, units: int, broken: bool) -> str:
    return HEAD + PROGRAMS[name](units, broken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=PROGRAMS)
    parser.add_argument("units", type=int)
    parser.add_argument("--broken", action="store_true")
    options = parser.parse_args()
    print(text(options.name, options.units, options.broken), end="")


if __name__ == "__main__":
    main()
